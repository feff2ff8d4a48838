package bench_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// TestHeadroom fills the input buffer of a server as fast as a link can, with frames of 64 bytes to a
// server that takes nothing, while the STOP waits behind the longest frames: what comes after it fits
// into qcn.Line.Headroom, takes most of it, and does not fit into half of it.
func TestHeadroom(t *testing.T) {
	t.Parallel()
	const high, wire, obeyed = 90, 120, 3
	line := qcn.Line{Rate: 512e9, Cable: wire / 5., Longest: 2048, Response: obeyed} // a beat per ns
	headroom, err := line.Headroom()
	assert.NilError(t, err)
	for _, c := range []struct {
		headroom int
		drops    bool
	}{{headroom, false}, {headroom / 2, true}} {
		most, dropped := 0, 0
		for start := 4000; start < 4033; start += 4 {
			m, d := fillInput(t, map[string]int{"leaves": 3, "prios": 1, "dos": 0, "flows": 2, "limiters": 2,
				"wire": wire, "places": 8, "leaf_q_high": high, "leaf_q_low": 20, "leaf_q_eq": 4000,
				"in_units": high + c.headroom, "leaf_headroom": c.headroom}, start)
			most, dropped = max(most, m), dropped+d
		}
		t.Logf("headroom of %d units: at most %d of %d taken, %d frames dropped", c.headroom, most, high+c.headroom, dropped)
		if c.drops {
			assert.Assert(t, dropped > 0)
			continue
		}
		assert.Equal(t, dropped, 0)
		assert.Assert(t, most-high > headroom*9/10, "%d of %d units of headroom are used", most-high, headroom)
	}
}

// fillInput lets server 1 send short frames to server 0, which takes nothing, and server 2 long ones
// to server 1, and returns the largest occupancy of the input of server 1 and the frames dropped.
func fillInput(t *testing.T, params map[string]int, start int) (most, dropped int) {
	s := startWired(t, params)
	s.Set("block", 1)
	s.flow(t, 2, 1, 2048, 3000)
	assert.NilError(t, s.Engine.Run(context.Background(), start))
	s.Set("short_frames", 1)
	assert.NilError(t, s.Engine.Run(context.Background(), 2000))
	s.Engine.Eval()
	words := make([]uint64, 1)
	s.GetWords("most", words)
	width := rtlgen.CountBits(params["in_units"])
	return int(words[0] >> width & (1<<width - 1)), s.Get("dropped")
}

// shortFramesPorts are the ports of shortFrames.
type shortFramesPorts struct {
	_      rtlgen.Unit          `name:"short_frames" doc:"a station that sends frames of 64 bytes from server 1 to server 0 at the rate of the line" params:""`
	Enable rtlgen.In            `doc:"it sends"`
	Rx     qcn.Beat[rtlgen.In]  `doc:"link to it"`
	Tx     qcn.Beat[rtlgen.Out] `doc:"link from it"`
}

// shortFrames sends a frame whenever the line is past the one before with its gap, and obeys PAUSE.
func shortFrames(p wiredParams) *rtlgen.Typed[shortFramesPorts] {
	m, io := rtlgen.New[shortFramesPorts](p)
	obey := rtlgen.Use(m, "pause_rx", qcn.PauseRx(qcn.PauseParams{Prios: 1}))
	rtlgen.Connect(obey.Rx, io.Rx)
	const frame = qcn.ControlBytes + qcn.GapBytes
	behind := m.Reg("behind", 8, 0) // bytes of the frame before that are not yet on the line
	sends := m.Let("sends", io.Enable.And(obey.Paused.Value.Not()).And(behind.Lt(qcn.BeatBytes)))
	left := rtlgen.Mux(behind.Lt(qcn.BeatBytes), 0, behind.Sub(qcn.BeatBytes))
	behind.Set(rtlgen.Mux(sends, behind.Add(frame-qcn.BeatBytes), left))
	head := rtlgen.Pack(qcn.DataHead{
		Head: qcn.Head{Kind: m.Const(qcn.KindBits, qcn.KindData), Prio: m.Zero(qcn.PrioBits),
			Dst: m.Zero(qcn.AddressBits), Src: m.Const(qcn.AddressBits, 1), Length: m.Const(qcn.LengthBits, qcn.ControlBytes)},
		Seq: m.Zero(qcn.SeqBits), Stamp: m.Zero(qcn.StampBits), Tag: m.Zero(qcn.TagBits),
	})
	io.Tx.Valid.Drive(sends)
	io.Tx.Head.Drive(sends)
	io.Tx.Tail.Drive(sends)
	io.Tx.Data.Drive(head)
	return m
}
