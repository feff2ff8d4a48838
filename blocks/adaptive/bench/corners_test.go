package bench

import (
	"fmt"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// The corners of the contract, each as a script of its own on RTL and golden model.

// scenario verifies a block under a script of the given number of cycles. A reset comes before its
// last run, so newCase is called twice.
func scenario(t *testing.T, name string, given map[string]int, cycles int,
	newCase func(v blocks.Values) testbench.Case) {
	t.Helper()
	list := Benches()
	b := list[slices.IndexFunc(list, func(b testbench.Bench) bool { return b.Block.Name == name })]
	b.New = func(v blocks.Values, _ *rand.Rand) testbench.Case { return newCase(v) }
	b.Scripted, b.Resets, b.CoverPoints, b.CoverPointsFor = true, 1, nil, nil
	benchtest.RunBench(t, b, given, testbench.Options{Seed: 1, Cycles: 2 * cycles, WorkDir: t.TempDir()})
}

// tableScript says what happens to a congestion table in which cycle. The entry of
// host 1 and port 1 is noted at the end of each.
type tableScript struct {
	given   map[string]int
	cycles  int
	ticks   int // cycles from one tick to the next; 0: none
	at      map[int]func(in *golden.CongestionIn)
	aimed   func(in *golden.CongestionIn) // once, in the cycle in which the entry would expire
	entries []golden.Entry
	out     []golden.CongestionOut
}

func update(port, feedback int, local bool) func(*golden.CongestionIn) {
	return func(in *golden.CongestionIn) {
		in.UpdateValid = true
		in.UpdateHost = 1
		in.UpdatePort = port
		in.UpdateFeedback = feedback
		in.UpdateLocal = local
	}
}

// tableUpdates are remote notifications from one cycle to another, 20 apart.
func tableUpdates(from, to int) map[int]func(*golden.CongestionIn) {
	at := map[int]func(*golden.CongestionIn){}
	for c := from; c <= to; c += 20 {
		at[c] = update(1, 3, false)
	}
	return at
}

func lookup(in *golden.CongestionIn) { in.LookupValid, in.LookupHost = true, 1 }

// low says that the queue of port 1 is short.
func low(in *golden.CongestionIn) { in.Low[1] = true }

func (s *tableScript) run(t *testing.T) {
	t.Helper()
	scenario(t, "adaptive_congestion", s.given, s.cycles, func(v blocks.Values) testbench.Case {
		model := golden.NewCongestion(v["hosts"], v["ports"], v["count_bits"], v["sum_bits"], v["timer"])
		s.entries, s.out = nil, nil
		aimed := false
		blank := func() golden.CongestionIn {
			return golden.CongestionIn{ListValid: make([]bool, v["list"]), ListPort: make([]int, v["list"]),
				Low: make([]bool, v["ports"])}
		}
		drive := func(cycle int) golden.CongestionIn {
			in := blank()
			order := []int{1, 0, 2} // the list of every host
			setList(order[:min(len(order), v["list"])], in.ListValid, in.ListPort)
			in.Tick = s.ticks > 0 && cycle > 0 && cycle%s.ticks == 0
			if do := s.at[cycle]; do != nil {
				do(&in)
			}
			if _, _, due := model.Due(); due && s.aimed != nil && !aimed {
				aimed = true
				s.aimed(&in)
			}
			return in
		}
		observe := func(_ golden.CongestionIn, out golden.CongestionOut, _ func(string)) {
			s.entries, s.out = append(s.entries, model.Entry(1, 1)), append(s.out, out)
		}
		return testbench.NewCase(blank(), golden.CongestionOut{}, model.Step, drive, observe)
	})
}

// smallTable is a table with a timer of 1 to 2 ticks.
func smallTable() map[string]int { return map[string]int{"hosts": 2, "ports": 3, "timer": 1} }

// congestedAt are the cycles after which the entry is congested.
func (s *tableScript) congestedAt() (first, last int) {
	first = slices.IndexFunc(s.entries, func(e golden.Entry) bool { return e.Congested })
	last = len(s.entries) - 1
	for last > first && !s.entries[last].Congested {
		last--
	}
	return first, last
}

// TestUpdateBeatsExpiry: an entry whose timer runs out in the cycle of an update goes on
// with its counters, for another life.
func TestUpdateBeatsExpiry(t *testing.T) {
	t.Parallel()
	// Ticks in cycles 20, 40 ...: an update between the first two ends after the third
	// tick, its entry (number 4) in the sixth cycle from there.
	const first, ends, again = 25, 60 + 6, 100 + 6
	plain := &tableScript{given: smallTable(), cycles: 150, ticks: 20,
		at: map[int]func(*golden.CongestionIn){first: update(1, 5, false)}}
	plain.run(t)
	from, to := plain.congestedAt()
	assert.DeepEqual(t, []int{from, to}, []int{first, ends - 1})

	met := &tableScript{given: smallTable(), cycles: 150, ticks: 20, at: plain.at, aimed: update(1, 7, false)}
	met.run(t)
	from, to = met.congestedAt()
	assert.DeepEqual(t, []int{from, to}, []int{first, again - 1})
	for c := first; c < again; c++ {
		assert.Assert(t, met.entries[c].Congested, "cycle %d", c)
	}
	assert.Equal(t, met.entries[again-1].FbCount, uint64(2))
	assert.Equal(t, met.entries[again-1].Feedback, int64(-5-2*7))
}

// TestLocalOverridden: a remote notification makes a local entry remote, and a local one
// does not make it local again: then only the timer ends it.
func TestLocalOverridden(t *testing.T) {
	t.Parallel()
	s := &tableScript{given: smallTable(), cycles: 150, ticks: 20, at: map[int]func(*golden.CongestionIn){
		22: update(1, 5, true), 26: update(1, 5, false), 30: update(1, 5, true), 34: low, 35: low,
	}}
	s.run(t)
	for _, c := range []struct {
		cycle            int
		congested, local bool
		counted          uint64
	}{{21, false, false, 0}, {25, true, true, 1}, {26, true, false, 1}, {29, true, false, 2}, {35, true, false, 3},
		{65, true, false, 3}, {66, false, false, 0}} {
		e := s.entries[c.cycle]
		assert.Equal(t, [3]any{e.Congested, e.Local, e.FbCount}, [3]any{c.congested, c.local, c.counted}, "cycle %d", c.cycle)
	}
	local := &tableScript{given: smallTable(), cycles: 150, ticks: 20,
		at: map[int]func(*golden.CongestionIn){22: update(1, 5, true), 34: low}}
	local.run(t)
	from, to := local.congestedAt()
	assert.DeepEqual(t, []int{from, to}, []int{22, 33})
}

// TestMadeByLowQueue: an entry that is made while its queue is short lives for a cycle.
func TestMadeByLowQueue(t *testing.T) {
	t.Parallel()
	s := &tableScript{given: smallTable(), cycles: 60, at: map[int]func(*golden.CongestionIn){
		20: func(in *golden.CongestionIn) { update(1, 9, true)(in); low(in) }, 21: low, 22: low, 23: low, 24: low,
	}}
	s.run(t)
	from, to := s.congestedAt()
	assert.DeepEqual(t, []int{from, to}, []int{20, 20})
	assert.Equal(t, s.entries[59].FbCount, uint64(0))
}

// TestAllCongested: of the list 1, 0, 2 with all ports congested the first wins while
// all are equally severe, then the least severe.
func TestAllCongested(t *testing.T) {
	t.Parallel()
	s := &tableScript{given: map[string]int{"hosts": 2, "ports": 3}, cycles: 100, at: map[int]func(*golden.CongestionIn){
		10: update(0, 6, false), 14: update(1, 6, false), 18: lookup, // port 2 is free
		22: update(2, 6, true), 26: lookup, // all equal
		30: update(1, 1, false), 34: lookup, // port 1 is worse, 0 and 2 are equal
		38: update(0, 3, false), 42: lookup, // the last is best
		46: update(2, 63, false), 50: lookup, // the first again
	}}
	s.run(t)
	for cycle, want := range map[int][3]any{20: {2, true, false}, 28: {1, false, true}, 36: {0, true, true},
		44: {2, true, true}, 52: {1, false, true}} {
		o := s.out[cycle]
		assert.Assert(t, o.Answers)
		assert.Equal(t, [3]any{o.ChosenPort, o.ChosenDetour, o.ChosenAll}, want, "cycle %d", cycle)
	}
}

// TestSaturated: fbCount and feedback stop at their ends and say so; ports at the end
// are equally severe.
func TestSaturated(t *testing.T) {
	t.Parallel()
	at := map[int]func(*golden.CongestionIn){}
	for i := range 4 {
		at[10+4*i], at[30+4*i], at[50+4*i] = update(1, 10, false), update(0, 63, false), update(2, 1, false)
	}
	at[70], at[80] = lookup, update(2, 63, false)
	at[90] = lookup
	s := &tableScript{given: map[string]int{"hosts": 2, "ports": 3, "count_bits": 2, "sum_bits": 6}, cycles: 100, at: at}
	s.run(t)
	var counts []uint64
	var sums []int64
	for i := range 4 {
		e := s.entries[13+4*i]
		counts, sums = append(counts, e.FbCount), append(sums, e.Feedback)
	}
	assert.DeepEqual(t, counts, []uint64{1, 2, 3, 3})
	assert.DeepEqual(t, sums, []int64{-10, -30, -31, -31})
	first := slices.IndexFunc(s.out, func(o golden.CongestionOut) bool { return o.Saturated })
	assert.Equal(t, first, 18+4) // c+4 of the third update, whose sum does not fit
	assert.Equal(t, s.out[72].ChosenPort, 2)
	assert.Equal(t, s.out[92].ChosenPort, 1) // all at the end: the first of the list
}

// TestUniformDraw: lists of 1 to 4 ports, each place drawn equally often. The bounds of
// chi square are those of a probability of 0.001.
func TestUniformDraw(t *testing.T) {
	t.Parallel()
	const draws = 12000
	for n, bound := range []float64{1: 0, 2: 10.83, 3: 13.82, 4: 16.27} {
		if n == 0 {
			continue
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			var drawn []int
			scenario(t, "adaptive_draw", map[string]int{"list": 4}, draws, func(blocks.Values) testbench.Case {
				drawn = make([]int, 4)
				in := golden.DrawIn{Valid: make([]bool, 4), Seed: 0x9e3779b1}
				setList(make([]int, n), in.Valid, make([]int, 4))
				drive := func(cycle int) golden.DrawIn {
					in.Load, in.Draw = cycle == 0, cycle > 0
					return in
				}
				observe := func(in golden.DrawIn, out golden.DrawOut, _ func(string)) {
					if in.Draw {
						drawn[out.Place]++
					}
				}
				return testbench.NewCase(in, golden.DrawOut{}, golden.NewDraw().Step, drive, observe)
			})
			total, square := 0, 0.0
			for _, k := range drawn {
				total += k
			}
			assert.Assert(t, total >= draws)
			for place, k := range drawn {
				if place >= n {
					assert.Equal(t, k, 0)
					continue
				}
				expected := float64(total) / float64(n)
				square += (float64(k) - expected) * (float64(k) - expected) / expected
			}
			t.Logf("%v: chi square %.2f", drawn, square)
			assert.Assert(t, square <= bound)
		})
	}
}

// engineScript runs an engine with hosts 0 to 3 that have these lists, of six ports,
// and notes what leaves it.
func engineScript(t *testing.T, lists [][]int, at map[int]func(in *golden.EngineIn)) []string {
	t.Helper()
	var log []string
	scenario(t, "adaptive_engine", map[string]int{"hosts": 4, "ports": 6, "list": 3}, 60,
		func(v blocks.Values) testbench.Case {
			log = nil
			cycle := 0
			p := golden.Params{Hosts: 4, Ports: 6, List: 3, CountBits: v["count_bits"], SumBits: v["sum_bits"],
				Timer: v["timer"]}
			model := golden.NewEngine(p)
			blank := func() golden.EngineIn {
				in := golden.EngineIn{
					Adaptive: true, WriteListValid: make([]bool, 3), WriteListPort: make([]int, 3), OfferValid: make([]bool, 6),
					OfferCn: make([]bool, 6), OfferWord: make([]*big.Int, 6),
					OfferBeats: make([]int, 6), LocalWord: new(big.Int), Low: make([]bool, 6),
				}
				for i := range in.OfferWord {
					in.OfferWord[i] = new(big.Int)
				}
				return in
			}
			drive := func(c int) golden.EngineIn {
				cycle = c
				in := blank()
				if in.WriteValid = c < len(lists); in.WriteValid {
					in.WriteHost = c
					setList(lists[c], in.WriteListValid, in.WriteListPort)
				}
				if do := at[c]; do != nil {
					do(&in)
				}
				return in
			}
			observe := func(_ golden.EngineIn, out golden.EngineOut, _ func(string)) {
				if out.FrameValid {
					log = append(log, fmt.Sprintf("%d frame to port %d", cycle, out.FrameOut))
				}
				if out.CnLeaves {
					log = append(log, fmt.Sprintf("%d notification to port %d", cycle, slices.Index(out.CnValid, true)))
				}
				if out.Learnt {
					log = append(log, fmt.Sprintf("%d learnt", cycle))
				}
				if out.OffList {
					log = append(log, fmt.Sprintf("%d off the list", cycle))
				}
			}
			return testbench.NewCase(blank(), golden.EngineOut{CnValid: make([]bool, 6), Taken: make([]bool, 6),
				FrameWord: new(big.Int), CnWord: new(big.Int)}, model.Step, drive, observe)
		})
	return log
}

func offerFrame(dst int) func(*golden.EngineIn) {
	return func(in *golden.EngineIn) {
		in.OfferValid[0], in.OfferWord[0], in.OfferBeats[0] = true,
			qcn.Frame{Kind: qcn.KindData, Dst: dst, Length: 1500}.Word().Big(), 23
	}
}

// cnm is a notification for a flow from host 0 to host 1.
func cnm() *big.Int {
	return qcn.Frame{Kind: qcn.KindCNM, Dst: 0, FlowDst: 1, Length: 64, Feedback: 8}.Word().Big()
}

// ownLists: host 0 is at port 5 of the switch itself; the others are behind ports 1, 2
// and 3.
var ownLists = [][]int{{5}, {1, 2}, {2, 1}, {3, 1, 2}}

// TestCNForOwnHost: a notification for a host at this switch leaves by the host's port,
// and the switch has learnt from it.
func TestCNForOwnHost(t *testing.T) {
	t.Parallel()
	log := engineScript(t, ownLists, map[int]func(*golden.EngineIn){
		10: offerFrame(1),
		20: func(in *golden.EngineIn) { in.OfferValid[1], in.OfferCn[1], in.OfferWord[1] = true, true, cnm() },
		24: offerFrame(1),
		25: offerFrame(3), // another destination
	})
	assert.DeepEqual(t, log[:5], []string{"14 frame to port 1", "22 learnt", "24 notification to port 5",
		"28 frame to port 2", "29 frame to port 3"})
}

// TestCNOffTheList: a notification that comes by a port that is not listed for its flow
// is counted, learnt, and moves no frame.
func TestCNOffTheList(t *testing.T) {
	t.Parallel()
	log := engineScript(t, ownLists, map[int]func(*golden.EngineIn){
		20: func(in *golden.EngineIn) { in.OfferValid[3], in.OfferCn[3], in.OfferWord[3] = true, true, cnm() },
		24: offerFrame(1),
	})
	assert.DeepEqual(t, log[:4], []string{"22 learnt", "24 notification to port 5", "24 off the list",
		"28 frame to port 1"})
}

// TestCNOfLowQueue: an entry that is made while its queue is short is gone for the next
// frame, and its notification is sent all the same.
func TestCNOfLowQueue(t *testing.T) {
	t.Parallel()
	made := func(low bool) map[int]func(*golden.EngineIn) {
		at := map[int]func(*golden.EngineIn){24: offerFrame(1)}
		at[20] = func(in *golden.EngineIn) { in.LocalValid, in.LocalPort, in.LocalWord = true, 1, cnm() }
		for c := 21; low && c < 24; c++ {
			at[c] = func(in *golden.EngineIn) { in.Low[1] = true }
		}
		return at
	}
	assert.DeepEqual(t, engineScript(t, ownLists, made(true))[:3],
		[]string{"22 learnt", "24 notification to port 5", "28 frame to port 1"})
	assert.DeepEqual(t, engineScript(t, ownLists, made(false))[:3],
		[]string{"22 learnt", "24 notification to port 5", "28 frame to port 2"})
}

// TestPauseWhileCNWaits: behind a frame PAUSE goes first, then the notifications, which
// no PAUSE of the neighbour stops; the next frame waits for that.
func TestPauseWhileCNWaits(t *testing.T) {
	t.Parallel()
	const starts, beats, pausedTo = 10, 24, 60
	var log []string
	scenario(t, "adaptive_transmitter", nil, 120, func(blocks.Values) testbench.Case {
		log = nil
		cycle := 0
		model := golden.NewTransmitter(16)
		blank := golden.TransmitterIn{PauseData: new(big.Int), CnWord: new(big.Int), FrameWord: new(big.Int)}
		frame := qcn.Frame{Kind: qcn.KindData, Length: 1500}.Word().Big()
		pending := true
		drive := func(c int) golden.TransmitterIn {
			cycle = c
			in := blank
			if in.Fetched = c == starts || c == starts+5; in.Fetched {
				in.FrameWord, in.FrameBeats = frame, beats-1
			}
			if in.CnValid = c == starts+8 || c == starts+12; in.CnValid {
				in.CnWord = cnm()
			}
			if in.PauseValid = c >= starts+15 && pending; in.PauseValid {
				in.PauseData = qcn.Frame{Kind: qcn.KindPause, Enable: 1}.Word().Big()
			}
			in.Paused = c > starts+2 && c < pausedTo
			in.Taken = model.Done()
			return in
		}
		observe := func(in golden.TransmitterIn, out golden.TransmitterOut, _ func(string)) {
			pending = pending && !(in.PauseValid && out.PauseReady)
			if out.TxValid && out.TxHead {
				kind := map[int]string{qcn.KindData: "frame", qcn.KindCNM: "notification",
					qcn.KindPause: "PAUSE"}[qcn.FrameOf(qcn.WordOf(out.TxData)).Kind]
				log = append(log, fmt.Sprintf("%d %s", cycle, kind))
			}
		}
		return testbench.NewCase(blank, golden.TransmitterOut{TxData: new(big.Int)}, model.Step, drive, observe)
	})
	const begins = starts + 2 // the pins, after the register of the frame
	want := []string{fmt.Sprintf("%d frame", begins)}
	for i, what := range []string{"PAUSE", "notification", "notification"} {
		want = append(want, fmt.Sprintf("%d %s", begins+beats+i, what))
	}
	assert.DeepEqual(t, log, append(want, fmt.Sprintf("%d frame", pausedTo+1)))
}
