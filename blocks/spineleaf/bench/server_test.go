package bench_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

// lonePorts are the ports of a server whose frames go to a sink of another one; the
// test is the switch that sends back CNMs and PAUSE frames.
type lonePorts struct {
	_      rtlgen.Unit          `name:"lone" doc:"a server and the sink of another one" params:"queue"`
	Set    spineleaf.FlowWrite  `doc:"flow table"`
	Rx     qcn.Beat[rtlgen.In]  `doc:"link back to the server"`
	Read   spineleaf.ReadPort   `doc:"counters of the server"`
	Far    spineleaf.ReadPort   `doc:"counters of the sink"`
	Window rtlgen.In            `width:"stamp" doc:"cycles of a window"`
	Error  rtlgen.Out           `doc:"of the sink"`
	Tx     qcn.Beat[rtlgen.Out] `doc:"link from the server"`
}

func lone(p spineleaf.ServerParams) *rtlgen.Typed[lonePorts] {
	m, io := rtlgen.New[lonePorts](p)
	server, sink := rtlgen.Use(m, "server", spineleaf.Server(p)), rtlgen.Use(m, "sink", spineleaf.Sink(p))
	now := m.Reg("now_q", qcn.StampBits, 0)
	now.Set(now.Add(1))
	server.Now.Drive(now)
	sink.Now.Drive(now)
	server.Node.Drive(2)
	sink.Node.Drive(3)
	server.Seed.Drive(1)
	server.Window.Drive(0)
	sink.Window.Drive(io.Window)
	rtlgen.Connect(server.Set, io.Set)
	rtlgen.Connect(server.Rx, io.Rx)
	rtlgen.Connect(io.Tx, server.Tx)
	sink.Rx.Valid.Drive(server.Tx.Valid)
	sink.Rx.Head.Drive(server.Tx.Head)
	sink.Rx.Tail.Drive(server.Tx.Tail)
	sink.Rx.Data.Drive(server.Tx.Data)
	rtlgen.Connect(server.Read, io.Read)
	rtlgen.Connect(sink.Read, io.Far)
	io.Error.Drive(sink.Error)
	m.Unused("server", server.Error, server.Reacts)
	return m
}

// bed is that server under test.
type bed struct {
	*benchtest.Simulation
	t testing.TB
}

// newBed starts the server; mistake, if not nil, changes its netlist.
func newBed(t testing.TB, params map[string]int, mistake func(*ir.Design) error) bed {
	return bed{benchtest.Simulate(t, []*blocks.Block{blocks.Of(lone)}, "lone", params, mistake), t}
}

func (b bed) run(cycles int) { assert.NilError(b.t, b.Engine.Run(context.Background(), cycles)) }

// get is an output now.
func (b bed) get(name string) int {
	b.Engine.Eval()
	return b.Get(name)
}

// flow writes an entry of the flow table, of the longest frames, active from cycle 100
// on.
func (b bed) flow(number, prio, rate int) {
	for name, x := range map[string]int{"valid": 1, "flow": number, "dst": 3, "prio": prio, "length": 1522, "rate": rate,
		"start": 100, "stop": 1<<32 - 1} {
		b.Set("set_"+name, x)
	}
	b.run(1)
	b.Set("set_valid", 0)
}

// control sends a beat to the server.
func (b bed) control(f golden.Frame) {
	w := f.Word()
	b.SetWords("rx_data", w[0], w[1])
	for _, pin := range []string{"rx_valid", "rx_head", "rx_tail"} {
		b.Set(pin, 1)
	}
	b.run(1)
	for _, pin := range []string{"rx_valid", "rx_head", "rx_tail"} {
		b.Set(pin, 0)
	}
}

// received is what the sink counts in a row.
func (b bed) received(row int) int {
	b.Set("far_address", 1<<14+row)
	b.run(2)
	return b.get("far_data")
}

// ofFlow is a counter of the server.
func (b bed) ofFlow(flow, kind int) int {
	b.Set("read_address", 3<<14+flow<<3+kind)
	b.run(3)
	return b.get("read_data")
}

// TestRates sends two flows at 3 and 7 tenths of the line: the sink gets exactly these
// rates, over any time to a frame.
func TestRates(t *testing.T) {
	b := newBed(t, nil, nil)
	b.flow(0, 0, 300)
	b.flow(1, 1, 700)
	b.run(200_000)
	for prio, rate := range []float64{0.3, 0.7} {
		bytes := b.received(prio<<3 + 2)
		want := rate * 64 * (200_000 - 100)
		assert.Assert(t, float64(bytes) > want-3*1542 && float64(bytes) < want+3*1542, "priority %d: %d bytes, not %f", prio,
			bytes, want)
	}
	assert.Equal(t, b.get("error"), 0)
	b.IsSound()
}

// TestNotified notifies one of the flows again and again: its rate falls, the other
// one keeps its own.
func TestNotified(t *testing.T) {
	b := newBed(t, nil, nil)
	b.flow(0, 0, 300)
	b.flow(1, 1, 700)
	b.run(20_000)
	for range 10 {
		b.control(golden.Frame{Kind: golden.KindCNM, Dst: 2, Src: 9, Length: 64, Feedback: 63, QOffset: -5, FlowDst: 3,
			FlowPrio: 0})
		b.run(100)
	}
	before := [2]int{b.received(2), b.received(8 + 2)}
	b.run(100_000)
	after := [2]int{b.received(2), b.received(8 + 2)}
	slow, kept := after[0]-before[0], after[1]-before[1]
	assert.Assert(t, float64(slow) < 0.05*64*100_000,
		"the flow that was notified ten times sends %d bytes in 100000 cycles", slow)
	assert.Assert(t, float64(kept) > 0.69*64*100_000, "the other flow sends %d bytes", kept)
	assert.Equal(t, b.get("error"), 0)
	b.IsSound()
}

// TestPause stops a priority: nothing of it, of no flow, leaves after the frame on the
// way, and the other priority keeps its rate. The queues are long enough for what the
// source makes meanwhile: it stands still when one is full.
func TestPause(t *testing.T) {
	t.Parallel()
	pausePriority(t, nil)
	for name, mistake := range map[string]mutant.Mutation{
		"enable vector shifted by one": mutant.MoveSlice("told", 0, 1),
		"STOP taken for GO":            mutant.StuckBit("stop", 0, 0),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			benchtest.Fails(t, mutant.InModule("qcn_pause_rx", mistake), pausePriority)
		})
	}
}

func pausePriority(t testing.TB, mistake func(*ir.Design) error) {
	b := newBed(t, map[string]int{"queue": 512}, mistake)
	for flow, of := range []struct{ prio, rate int }{{0, 200}, {0, 100}, {1, 600}} {
		b.flow(flow, of.prio, of.rate)
	}
	b.run(10_000)
	const stopped = 30_000
	sent := func() (list [3]int) {
		for flow := range list {
			list[flow] = b.ofFlow(flow, 0)
		}
		return list
	}
	b.control(golden.Frame{Kind: golden.KindPause, Length: 64, Enable: 1, Stop: 1, Quanta: 1<<16 - 1})
	b.run(30)
	before, bytes := sent(), b.received(8+2)
	b.run(stopped)
	after, more := sent(), b.received(8+2)-bytes
	assert.Equal(t, after[0], before[0])
	assert.Equal(t, after[1], before[1])
	rate := float64(more) / (stopped * 64)
	assert.Assert(t, rate > 0.594 && rate < 0.606, "the other priority sends at %f of the line", rate)

	b.control(golden.Frame{Kind: golden.KindPause, Length: 64, Enable: 1, Stop: 0})
	b.run(1000)
	assert.Assert(t, b.ofFlow(0, 0) > after[0], "GO lets the priority send again")
	b.IsSound()
}
