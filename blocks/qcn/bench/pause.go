package bench

import (
	"math/rand"
	"slices"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var pauseCoverPoints = []string{
	"STOP", "GO", "STOP at q_high exactly", "below q_high by one", "GO at q_low exactly", "above q_low by one",
	"STOP and GO in a frame", "STOP of two priorities",
	"STOP that has to wait is not sent any more", "transmitter busy", "frame after frame", "repeated",
	"repeated beside a change", "repetition waits for the transmitter", "GO when switched off",
}

func pauseBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.PauseUnit), MinCycles: 12000, CoverPoints: pauseCoverPoints,
		AnyReset: map[string]string{
			"qcn_pause.again": "speaks only of what is stopped, and nothing is in the first cycle, which clears it",
			"qcn_pause.timer": "the first cycle, in which nothing is stopped, sets it to 0",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			one, never := v["prios"] == 1, golden.PausePeriod(v["quanta"], v["reaction"], v["refresh"]) > 300
			return kit.Without(pauseCoverPoints, kit.Cannot{
				"STOP and GO in a frame": one, "STOP of two priorities": one, "repeated": never,
				"repeated beside a change": never || one, "repetition waits for the transmitter": never,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.PauseParams](v)
			s := &pauseStimulus{rng: rng, p: p, model: golden.NewPause(p), port: rng.Intn(4096), level: make([]int, p.Prios)}
			return testbench.NewCase(golden.PauseIn{Occupancy: make([]int, p.Prios)},
				golden.PauseOut{Stopped: make([]bool, p.Prios)}, s.model.Step, s.drive, s.observe)
		},
	}
}

// pauseStimulus moves the occupancies to and fro between the thresholds.
type pauseStimulus struct {
	rng    *rand.Rand
	p      golden.PauseParams
	model  *golden.Pause
	port   int
	level  []int
	before []bool // stopped
	holds  int    // cycles for which priority 0 stays stopped, so that STOP is repeated
	wanted bool   // STOP of priority 0 has had to wait
	sent   bool
}

func (s *pauseStimulus) drive(cycle int) golden.PauseIn {
	rng, p := s.rng, s.p
	s.before = slices.Clone(s.model.Stopped())
	if s.holds--; s.holds < -200 && kit.Chance(rng, 2) {
		s.holds = min(3*golden.PausePeriod(p.Quanta, p.Reaction, p.Refresh)/2, 400)
	}
	for k := range s.level {
		switch {
		case kit.Chance(rng, []int{70, 95}[cycle/500%2]):
		case s.before[k] && kit.Chance(rng, 60):
			s.level[k] = p.QLow + rng.Intn(3) - 1
		case !s.before[k] && kit.Chance(rng, 60):
			s.level[k] = p.QHigh + rng.Intn(3) - 1
		default:
			s.level[k] = rng.Intn(p.Units + 1)
		}
		s.level[k] = min(max(s.level[k], 0), p.Units)
	}
	if kit.Chance(rng, 5) { // all at once
		l := kit.Pick(rng, []int{p.QLow, p.QHigh})
		for k := range s.level {
			s.level[k] = l
		}
	}
	if s.holds > 0 {
		s.level[0] = p.QHigh
	}
	return golden.PauseIn{
		Enable: cycle%600 > 30, Port: s.port, Occupancy: slices.Clone(s.level),
		TxReady: kit.Chance(rng, []int{100, 30, 5}[cycle/200%3]),
	}
}

func (s *pauseStimulus) observe(in golden.PauseIn, out golden.PauseOut, hit func(string)) {
	var f golden.Frame
	if out.TxValid {
		f = golden.FrameOf(golden.WordOf(out.TxData))
	}
	free := !out.TxValid || in.TxReady
	taken := out.TxValid && in.TxReady
	repeated, others := s.told(free)
	crosses := in.Enable && in.Occupancy[0] >= s.p.QHigh && !s.before[0]
	kit.Reached{
		"STOP":                   taken && f.Stop != 0,
		"GO":                     taken && f.Enable&^f.Stop != 0,
		"STOP and GO in a frame": taken && f.Stop != 0 && f.Enable != f.Stop,
		"STOP of two priorities": taken && f.Stop&(f.Stop-1) != 0,
		"STOP that has to wait is not sent any more": s.wanted && in.Occupancy[0] < s.p.QHigh && !s.before[0],
		"transmitter busy":                           out.TxValid && !in.TxReady,
		"frame after frame":                          taken && s.sent,
		"repeated":                                   repeated,
		"repeated beside a change":                   repeated && others,
		"repetition waits for the transmitter":       s.model.Repeats() && out.TxValid && !in.TxReady,
		"GO when switched off":                       !in.Enable && s.before[0] && free && in.Occupancy[0] > s.p.QLow,
	}.Report(hit)
	s.thresholds(in, free, hit)
	s.wanted, s.sent = crosses && !free, taken
}

// thresholds looks at occupancies near them.
func (s *pauseStimulus) thresholds(in golden.PauseIn, free bool, hit func(string)) {
	if !in.Enable {
		return
	}
	units, stopped := in.Occupancy[0], s.before[0]
	kit.Reached{
		"STOP at q_high exactly": !stopped && free && units == s.p.QHigh,
		"below q_high by one":    !stopped && units == s.p.QHigh-1,
		"GO at q_low exactly":    stopped && free && units == s.p.QLow,
		"above q_low by one":     stopped && units == s.p.QLow+1,
	}.Report(hit)
}

// told reports whether the frame that was made in this cycle repeats a STOP, and whether
// the state of a priority has changed.
func (s *pauseStimulus) told(free bool) (repeated, changed bool) {
	made := s.model.Sends()
	if !free || made == nil {
		return false, false
	}
	for k, was := range s.before {
		is := s.model.Stopped()[k]
		repeated = repeated || was && is && made.Enable>>k&1 == 1
		changed = changed || was != is
	}
	return repeated, changed
}

func pauseRxBench() testbench.Bench {
	points := []string{"STOP", "GO ends it", "quanta 0 end it", "quanta end it", "1 quantum", "STOP in its last cycle",
		"STOP again", "all ones", "another kind", "not the first beat", "goes on behind its beat", "frame that does not speak of it",
		"GO while not paused"}
	return testbench.Bench{
		Block: blocks.Of(qcn.PauseRx), MinCycles: 12000, CoverPoints: points,
		AnyReset: map[string]string{"qcn_pause_rx.now": "only differences count"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			prios := v["prios"]
			m := golden.NewPauseRx(prios)
			var left []int
			var f golden.Frame
			drive := func(int) golden.PauseRxIn {
				left = slices.Clone(m.Left())
				f = golden.Frame{Kind: golden.KindPause, Length: 64, Dst: rng.Intn(4096), Enable: rng.Intn(256),
					Stop: rng.Intn(256), Quanta: kit.Pick(rng, []int{0, 1, 2, rng.Intn(30), rng.Intn(300), 65535})}
				if kit.Chance(rng, 20) {
					f = golden.Frame{Kind: rng.Intn(2), Tag: rng.Uint64() >> 27, Seq: rng.Intn(1 << 16), Feedback: rng.Intn(64),
						QOffset: 1}
				}
				chance := 10
				if left[0] == 1 {
					chance = 80
				}
				return golden.PauseRxIn{RxValid: kit.Chance(rng, chance), RxHead: kit.Chance(rng, 80), RxTail: kit.Chance(rng, 80),
					RxData: f.Word().Big()}
			}
			observe := func(in golden.PauseRxIn, _ golden.PauseRxOut, hit func(string)) {
				first := in.RxValid && in.RxHead
				heard := first && in.RxTail && f.Kind == golden.KindPause
				of := heard && f.Enable&1 == 1
				stop := of && f.Stop&1 == 1 && f.Quanta > 0
				kit.Reached{
					"STOP":                            stop,
					"GO ends it":                      of && f.Stop&1 == 0 && left[0] > 1,
					"quanta 0 end it":                 of && f.Stop&1 == 1 && f.Quanta == 0 && left[0] > 1,
					"quanta end it":                   !heard && left[0] == 1,
					"1 quantum":                       stop && f.Quanta == 1,
					"STOP in its last cycle":          stop && left[0] == 1,
					"STOP again":                      stop && left[0] > 1,
					"all ones":                        stop && f.Quanta == 65535,
					"another kind":                    first && f.Kind != golden.KindPause,
					"goes on behind its beat":         first && f.Kind == golden.KindPause && !in.RxTail,
					"not the first beat":              in.RxValid && !in.RxHead && f.Kind == golden.KindPause,
					"frame that does not speak of it": heard && !of && left[0] > 1,
					"GO while not paused":             of && !stop && left[0] == 0,
				}.Report(hit)
			}
			return testbench.NewCase(golden.PauseRxIn{}, golden.PauseRxOut{Paused: make([]bool, prios)}, m.Step, drive, observe)
		},
	}
}
