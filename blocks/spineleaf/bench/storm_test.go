package bench

import (
	"maps"
	"testing"

	"gotest.tools/v3/assert"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

// Times of the storm: server 0 says STOP again and again, and GO at the end.
const (
	stormFrom, stormUntil, stormEnd = 20_000, 80_000, 120_000
	stormPeriod                     = 10_000
	stormDetect, stormRestore       = 6000, 5000
	stormWindow                     = 4000
)

// storm is a fabric in which server 1, which obeys PAUSE, sends to servers 0 and 2 by turns.
type storm struct {
	*benchtest.Simulation
	cycle, beat, number int
	paused              bool
	head                qcn.Word
	got                 [][2]int // frames to servers 0 and 2 in each window
}

// step is a cycle; says is the PAUSE frame that server 0 sends in it, if any.
func (s *storm) step(says *qcn.Frame) {
	data := make([]uint64, 8)
	var valid, head, tail uint64
	if says != nil {
		w := says.Word()
		data[0], data[1] = w[0], w[1]
		valid, head, tail = 1, 1, 1
	}
	if s.beat < 0 { // the gap of the wire
		s.beat++
	} else if s.beat > 0 || !s.paused {
		valid |= 2
		if s.beat == 0 {
			head |= 2
			s.head = qcn.Frame{Dst: s.number % 2 * 2, Src: 1, Length: 256, Seq: s.number / 2 & 0xffff}.Word()
			s.number++
			data[2], data[3] = s.head[0], s.head[1]
		}
		if s.beat++; s.beat == 4 {
			tail |= 2
			s.beat = -1
		}
	}
	s.SetWords("rx_valid", valid)
	s.SetWords("rx_head", head)
	s.SetWords("rx_tail", tail)
	s.SetWords("rx_data", data...)
	s.Engine.Eval()
	s.GetWords("tx_data", data)
	begun := s.Get("tx_valid") & s.Get("tx_head")
	if window := s.cycle / stormWindow; window == len(s.got) {
		s.got = append(s.got, [2]int{})
	}
	for i := range 4 {
		f := qcn.FrameOf(qcn.Word{data[2*i], data[2*i+1]})
		switch {
		case begun>>i&1 == 0:
		case f.Kind == qcn.KindData && i%2 == 0:
			s.got[len(s.got)-1][i/2]++
		case f.Kind == qcn.KindPause && i == 1 && f.Enable&1 == 1:
			s.paused = f.Stop&1 == 1
		}
	}
	s.Engine.Step()
	s.cycle++
}

// runStorm runs the storm, with the parameters of a watchdog. It returns how many frames reach
// server 0 and server 2 in each window.
func runStorm(t testing.TB, params map[string]int, mistake func(*ir.Design) error) *storm {
	all := map[string]int{"leaves": 4, "spines": 2, "dos": 0}
	maps.Copy(all, params)
	s := &storm{Simulation: benchtest.Simulate(t, spineleaf.Blocks(), "qcn_fabric", all, mistake)}
	s.Set("pause", 1)
	for s.cycle < stormEnd {
		var says *qcn.Frame
		f := qcn.Frame{Kind: qcn.KindPause, Length: 64, Enable: 1, Stop: 1, Quanta: 0xffff}
		switch {
		case s.cycle == stormUntil:
			f.Stop, says = 0, &f
		case s.cycle >= stormFrom && s.cycle < stormUntil && s.cycle%stormPeriod == 0:
			says = &f
		}
		s.step(says)
	}
	s.IsSound()
	return s
}

// within are the frames that reach one of the servers in the windows from one cycle to
// another: the fewest and the most in a window.
func (s *storm) within(server, from, until int) (least, most int) {
	least = 1 << 30
	for w := (from + stormWindow - 1) / stormWindow; (w+1)*stormWindow <= until; w++ {
		least, most = min(least, s.got[w][server]), max(most, s.got[w][server])
	}
	return least, most
}

// TestStormStopsInnocents is a storm without a watchdog: a flow to another server stands
// still as long as it lasts.
func TestStormStopsInnocents(t *testing.T) {
	t.Parallel()
	s := runStorm(t, nil, nil)
	_, most := s.within(1, stormFrom+8000, stormUntil)
	assert.Equal(t, most, 0, "frames that reach server 2 in a window")
}

// TestWatchdog is the same with a watchdog: once the storm is detected, the innocent flow has its
// rate again, and after the storm all is as before.
func TestWatchdog(t *testing.T) {
	t.Parallel()
	watched := func(drop int) func(t testing.TB, mistake func(*ir.Design) error) {
		return func(t testing.TB, mistake func(*ir.Design) error) { ridesOut(t, drop, mistake) }
	}
	t.Run("drop", func(t *testing.T) { t.Parallel(); watched(1)(t, nil) })
	t.Run("send", func(t *testing.T) { t.Parallel(); watched(0)(t, nil) })
	for name, m := range map[string]func(*ir.Design) error{
		"never a storm":     mutant.InModule("qcn_pause_watchdog", mutant.StuckBit("begins", 0, 0)),
		"nothing dropped":   mutant.InModule("qcn_leaf_out", mutant.StuckBit("drops", 0, 0)),
		"the storm forever": mutant.InModule("qcn_pause_watchdog", mutant.StuckBit("speaks", 0, 1)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			benchtest.Fails(t, m, watched(1))
		})
	}
}

func ridesOut(t testing.TB, drop int, mistake func(*ir.Design) error) {
	s := runStorm(t, map[string]int{"storm_detect": stormDetect, "storm_restore": stormRestore, "storm_drop": drop}, mistake)
	usual, _ := s.within(1, 8000, stormFrom)
	assert.Assert(t, usual > 0)
	const settled = 1000 // the first frame waits, and the ways are free again
	innocent, _ := s.within(1, stormFrom+stormDetect+settled, stormEnd)
	assert.Assert(t, innocent >= usual*95/100, "%d frames reach server 2 in a window, %d before", innocent, usual)
	least, most := s.within(0, stormFrom+stormDetect+settled, stormUntil)
	if drop == 1 {
		assert.Equal(t, most, 0, "frames that reach server 0 in the storm")
	} else {
		assert.Assert(t, least >= usual*95/100)
	}
	after, _ := s.within(0, stormUntil+stormRestore+settled, stormEnd)
	assert.Assert(t, after >= usual*95/100, "%d frames reach server 0 in a window after the storm", after)

	lane := func(output string, bits int) uint64 {
		words := make([]uint64, 8)
		s.GetWords(output, words)
		return words[0] & (1<<bits - 1)
	}
	assert.Equal(t, lane("watch_storm", 1), uint64(0))
	assert.Equal(t, lane("watch_storms", 16), uint64(1))
	assert.Equal(t, lane("watch_heard", 16), uint64((stormUntil-stormFrom)/stormPeriod))
	assert.Equal(t, lane("watch_stopped", 32), uint64(stormUntil-stormFrom))
	assert.Equal(t, lane("watch_dropped", 16) > 0, drop == 1)
}
