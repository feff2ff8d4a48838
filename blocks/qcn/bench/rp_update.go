package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var rpUpdateCoverPoints = []string{
	"CNM", "CNM without feedback", "CNM keeps the target", "smallest rate", "line rate", "byte stage alone",
	"timer stage alone", "both stages", "all three events",
	"no event", "starts", "fast recovery", "active increase", "hyper-active increase", "target reduced",
	"target at its bound", "counts at their bound", "period halved", "period just not halved",
	"rate times ten just reached", "rate one above the line rate", "target one above its bound",
	"rate one below the smallest", "first stage of both kinds",
}

func rpUpdateBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.RPUpdate),
		MinCycles:   4000,
		CoverPoints: rpUpdateCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(rpUpdateCoverPoints, kit.Cannot{
				"CNM keeps the target": v["efr"] == 0, "target reduced": v["trr"] == 0,
				"rate times ten just reached": v["trr"] == 0 || v["min_rate"] > 100000,
				"first stage of both kinds":   v["min_rate"] > 100000,
				"target one above its bound":  v["rai"] == 0,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &rpUpdateStimulus{rng: rng, p: kit.ParamsOf[golden.ReactionParams](v)}
			return testbench.NewCase(golden.RPUpdateIn{}, golden.RPUpdateOut{}, golden.NewRPUpdate(s.p).Step, s.drive, s.observe)
		},
	}
}

type rpUpdateStimulus struct {
	rng *rand.Rand
	p   golden.ReactionParams
	in  []golden.RPUpdateIn // of the cycles before, the oldest first
}

// logarithmic is a number of up to the given number of bits, each length alike.
func logarithmic(rng *rand.Rand, bits int) int { return rng.Intn(1 << (1 + rng.Intn(bits))) }

func (s *rpUpdateStimulus) drive(int) golden.RPUpdateIn {
	rng := s.rng
	in := golden.RPUpdateIn{
		Valid: kit.Chance(rng, 70), Starts: kit.Chance(rng, 10), EventCNM: kit.Chance(rng, 50),
		EventFeedback: logarithmic(rng, 6),
		EventBytes:    kit.Chance(rng, 50), EventTimer: kit.Chance(rng, 50), Jitter: rng.Intn(1 << 16),
		OldBytes: rng.Intn(16), OldTimes: rng.Intn(16),
	}
	in.OldCrate = max(s.p.MinRate, min(1<<20, logarithmic(rng, 21)))
	in.OldTrate = max(in.OldCrate, min(1<<21, logarithmic(rng, 22)))
	switch rng.Intn(10) {
	case 0:
		in.OldCrate = max(s.p.MinRate, rng.Intn(100000)+1)
		in.OldTrate = min(1<<21, 10*in.OldCrate+rng.Intn(2))
		in.OldBytes, in.OldTimes = rng.Intn(2), rng.Intn(2)
		in.EventCNM = false
	case 1:
		in.OldTrate = 1<<21 - rng.Intn(100)
	case 2:
		in.OldBytes, in.OldTimes, in.EventCNM = 3+rng.Intn(4), 3+rng.Intn(4), false
	case 3:
		in.OldCrate, in.EventFeedback = s.p.MinRate, rng.Intn(64)
	case 4:
		in.OldBytes, in.OldTimes, in.EventCNM = 15, 15, false
	case 5:
		s.justAbove(&in)
	case 6:
		s.justBelow(&in)
	}
	return in
}

// justAbove has a stage alone make a rate, or a target, that is one above its bound.
func (s *rpUpdateStimulus) justAbove(in *golden.RPUpdateIn) {
	in.Starts, in.EventCNM, in.OldCrate = false, false, 1<<20
	in.EventTimer = !in.EventBytes
	in.OldTimes = s.rng.Intn(4)
	if kit.Chance(s.rng, 50) {
		in.OldTrate, in.OldBytes = 1<<20+2, s.rng.Intn(4)
	} else {
		in.OldTrate, in.OldBytes = min(1<<21, 1<<21+1-s.p.RAI), 6+s.rng.Intn(8)
	}
}

// justBelow has a CNM lower the rate to one below the smallest, if some rate does that.
func (s *rpUpdateStimulus) justBelow(in *golden.RPUpdateIn) {
	in.Starts, in.EventCNM, in.EventFeedback = false, true, 1+s.rng.Intn(63)
	first := (s.p.MinRate - 1) * 128 / (128 - in.EventFeedback)
	for rate := first; rate < first+3; rate++ {
		if rate >= s.p.MinRate && rate <= 1<<20 && lowered(rate, in.EventFeedback) == s.p.MinRate-1 {
			in.OldCrate, in.OldTrate = rate, max(in.OldTrate, rate)
		}
	}
}

// lowered is a rate behind a CNM, before its bound.
func lowered(rate, feedback int) int { return rate - rate*feedback>>7 }

func (s *rpUpdateStimulus) observe(in golden.RPUpdateIn, out golden.RPUpdateOut, hit func(string)) {
	s.in = append(s.in, in)
	if len(s.in) <= 7 {
		return
	}
	old := s.in[0]
	s.in = s.in[1:]
	if !old.Valid {
		return
	}
	cnm := old.EventCNM && old.EventFeedback > 0
	onlyBytes := old.EventBytes && !old.EventTimer && !cnm && !old.Starts
	kit.Reached{
		"CNM": cnm, "CNM without feedback": old.EventCNM && !cnm, "CNM keeps the target": cnm && !out.PeriodLoad,
		"smallest rate": cnm && out.NewCrate == s.p.MinRate,
		"line rate":     out.NewCrate == 1<<20, "byte stage alone": onlyBytes,
		"timer stage alone": old.EventTimer && !old.EventBytes && !cnm,
		"both stages":       old.EventBytes && old.EventTimer && !cnm,
		"all three events":  old.EventBytes && old.EventTimer && cnm,
		"no event":          !old.EventBytes && !old.EventTimer && !cnm, "starts": old.Starts,
		"counts at their bound":        out.NewBytes == 15 && out.NewTimes == 15,
		"rate one below the smallest":  cnm && !old.Starts && lowered(old.OldCrate, old.EventFeedback) == s.p.MinRate-1,
		"rate one above the line rate": !old.Starts && !cnm && (out.NewTrate+old.OldCrate)/2 == 1<<20+1,
		"target one above its bound":   onlyBytes && old.OldTrate+s.p.RAI == 1<<21+1 && out.NewTrate == 1<<21,
	}.Report(hit)
	if onlyBytes {
		s.observeIncrease(old, out, hit)
	}
}

// observeIncrease looks at a byte stage alone.
func (s *rpUpdateStimulus) observeIncrease(old golden.RPUpdateIn, out golden.RPUpdateOut, hit func(string)) {
	kit.Reached{
		"fast recovery":         out.NewTrate == old.OldTrate && out.NewBytes <= 5,
		"active increase":       out.NewTrate == old.OldTrate+s.p.RAI,
		"hyper-active increase": out.NewTrate >= old.OldTrate+s.p.RHAI && out.NewTimes > 5,
		"target reduced":        out.NewTrate == old.OldTrate/8 && old.OldTrate > 0,
		"target at its bound":   out.NewTrate == 1<<21,
		"period halved":         out.NewBytes == 5+s.p.PerGT, "period just not halved": out.NewBytes == 4+s.p.PerGT,
		"first stage of both kinds":   out.NewBytes == 1 && out.NewTimes == 1 && old.OldTrate > 10*old.OldCrate,
		"rate times ten just reached": out.NewBytes == 1 && old.OldTrate == 10*old.OldCrate,
	}.Report(hit)
}
