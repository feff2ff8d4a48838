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

var watchdogCoverPoints = []string{
	"storm", "stopped a cycle less than a storm", "frame went before a storm", "storm over", "not stopped a cycle less than needed",
	"STOP again in a storm", "several storms", "frame dropped", "STOP received", "STOP sent", "no STOP: another kind",
	"no STOP: no quanta", "no STOP: goes on behind its beat", "counter at its end", "counter of cycles at its end", "cleared with an event",
}

func pauseWatchdogBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.PauseWatchdog), MinCycles: 12000, Small: map[string]int{"detect": 50, "restore": 30, "count_bits": 4, "time_bits": 6},
		CoverPoints: watchdogCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			long, lasting := v["detect"] > 400 || v["restore"] > 400, v["count_bits"] > 5
			return kit.Without(watchdogCoverPoints, kit.Cannot{
				"storm": long, "stopped a cycle less than a storm": long || v["detect"] == 1, "storm over": long,
				"frame went before a storm":            v["detect"] == 1,
				"not stopped a cycle less than needed": long || v["restore"] == 1, "STOP again in a storm": long,
				"several storms": long || v["prios"] == 1, "frame dropped": long, "counter at its end": lasting, "counter of cycles at its end": v["time_bits"] > 8,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.WatchdogParams](v)
			s := &watchdogStimulus{rng: rng, p: p, model: golden.NewWatchdog(p), left: make([]int, p.Prios),
				in: p.WatchdogIn(), run: make([]int, p.Prios), storm: make([]bool, p.Prios)}
			return testbench.NewCase(s.in, s.model.Out(s.in.Paused), s.model.Step, s.drive, s.observe)
		},
	}
}

// watchdogStimulus stops priorities for about as long as it takes to notice.
type watchdogStimulus struct {
	rng   *rand.Rand
	p     golden.WatchdogParams
	model *golden.Watchdog
	in    golden.WatchdogIn
	left  []int // cycles until paused and waits change again
	run   []int // cycles in a row that speak for a change
	storm []bool
	rx    golden.Frame
}

func (s *watchdogStimulus) drive(cycle int) golden.WatchdogIn {
	rng, p := s.rng, s.p
	in := p.WatchdogIn()
	copy(in.Paused, s.in.Paused)
	copy(in.Waits, s.in.Waits)
	shown := s.model.Out(in.Paused)
	for k := range s.left {
		if s.left[k]--; s.left[k] < 0 {
			in.Paused[k], in.Waits[k] = kit.Chance(rng, 60), kit.Chance(rng, 80)
			near := kit.Pick(rng, []int{p.Detect, p.Restore})
			s.left[k] = max(0, kit.Pick(rng, []int{near - 1, near - 2, near, near + rng.Intn(20), rng.Intn(30)}))
			s.left[k] = min(s.left[k], 800)
		}
		in.Dropped[k] = shown.Storm[k] && kit.Chance(rng, 20)
	}
	frame := func() golden.Frame {
		return golden.Frame{Kind: kit.Pick(rng, []int{golden.KindPause, golden.KindPause, golden.KindCNM, golden.KindData}),
			Length: 64,
			Enable: rng.Intn(256), Stop: rng.Intn(256), Quanta: kit.Pick(rng, []int{0, 1, 65535, rng.Intn(1 << 16)})}
	}
	s.rx = frame()
	in.RxValid, in.RxHead, in.RxTail = kit.Chance(rng, 10), kit.Chance(rng, 80), kit.Chance(rng, 80)
	in.RxData = s.rx.Word().Big()
	tx := frame()
	tx.Kind = golden.KindPause
	in.TxValid, in.TxData = kit.Chance(rng, 10), tx.Word().Big()
	in.Clear = rng.Intn([]int{60, 5000}[cycle/3000%2]) == 0
	s.in = in
	if rng.Intn(200) == 0 { // a frame goes
		in.Waits = make([]bool, p.Prios)
	}
	return in
}

func (s *watchdogStimulus) observe(in golden.WatchdogIn, out golden.WatchdogOut, hit func(string)) {
	storms := 0
	for k, storm := range out.Storm {
		speaks, enough := in.Paused[k] && in.Waits[k], s.p.Detect
		if s.storm[k] {
			speaks, enough = !in.Paused[k], s.p.Restore
		}
		kit.Reached{
			"storm":      storm && !s.storm[k],
			"storm over": !storm && s.storm[k],
		}.Report(hit)
		if storm != s.storm[k] {
			s.run[k] = 0
			s.storm[k] = storm
			speaks = in.Paused[k] && in.Waits[k]
			if storm {
				speaks = !in.Paused[k]
			}
		}
		kit.Reached{
			"stopped a cycle less than a storm":    !storm && !speaks && s.run[k] == enough-1 && enough > 1,
			"frame went before a storm":            !storm && in.Paused[k] && !in.Waits[k] && s.run[k] > 0,
			"not stopped a cycle less than needed": storm && !speaks && s.run[k] == enough-1 && enough > 1,
			"STOP again in a storm":                storm && in.Paused[k],
			"frame dropped":                        in.Dropped[k],
		}.Report(hit)
		s.run[k]++
		if !speaks {
			s.run[k] = 0
		}
		if storm {
			storms++
		}
	}
	s.counted(in, out, storms, hit)
}

// counted reports what the counters have seen; storms is how many priorities are in one.
func (s *watchdogStimulus) counted(in golden.WatchdogIn, out golden.WatchdogOut, storms int, hit func(string)) {
	first := in.RxValid && in.RxHead
	stop := s.rx.Enable&s.rx.Stop&1 == 1
	most := uint32(1<<s.p.CountBits - 1)
	kit.Reached{
		"several storms":                   storms > 1,
		"STOP received":                    first && in.RxTail && stop && s.rx.Kind == golden.KindPause && s.rx.Quanta > 0,
		"STOP sent":                        slices.Max(out.Count.Told) > 0,
		"no STOP: another kind":            first && in.RxTail && stop && s.rx.Kind != golden.KindPause,
		"no STOP: no quanta":               first && in.RxTail && stop && s.rx.Quanta == 0,
		"no STOP: goes on behind its beat": first && !in.RxTail && stop,
		"counter at its end":               slices.Contains(out.Count.Heard, most) || slices.Contains(out.Count.Told, most),
		"counter of cycles at its end":     slices.Contains(out.Count.Stopped, uint32(1<<s.p.TimeBits-1)),
		"cleared with an event":            in.Clear && (slices.Contains(in.Paused, true) || slices.Contains(in.Dropped, true)),
	}.Report(hit)
}
