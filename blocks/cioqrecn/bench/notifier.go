package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var notifierCoverPoints = []string{
	"Xoff told", "Xoff told again", "Xon told", "request told", "request made while one waits", "Xon before Xoff",
	"Xoff before the request", "note waits for the bus", "note made as soon as one is taken",
	"packet enters in the cycle of the Xoff", "deallocated", "empty but blocked", "empty but not ready",
	"empty but hosting", "empty but an Xoff is outstanding", "empty while a packet enters",
	"standard queue at the threshold",
}

func notifierBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Notifier), MinCycles: 8000, AnyReset: map[string]string{
			"cioq_recn_notifier.again": "set by the packets that make a SAQ too long, before it is read",
		}, CoverPoints: notifierCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			silent := v["xoff"] >= v["slots"]
			unasked := v["detect_out"] >= v["slots"]
			return kit.Without(notifierCoverPoints, kit.Cannot{
				"Xoff told": silent, "Xoff told again": silent, "Xon told": silent,
				"Xon before Xoff": v["xoff"] > 10 || silent || v["saqs"] < 2, "packet enters in the cycle of the Xoff": silent,
				"empty but an Xoff is outstanding": silent || v["xon"] > 5 || v["saqs"] == 1, "request told": unasked,
				"request made while one waits": unasked,
				"Xoff before the request":      silent || unasked, "standard queue at the threshold": unasked,
				"note waits for the bus": silent && unasked, "note made as soon as one is taken": silent && unasked,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &notifierStimulus{rng: rng, p: p, model: golden.NewNotifier(p.SAQs, p.DetectOut, p.Xoff, p.Xon),
				in: newNotifierIn(p.SAQs), names: env.NestedNames(rng, p.Ports, p.SAQs)}
			return testbench.NewCase(newNotifierIn(p.SAQs), s.model.Registered(), s.step, s.drive, s.observe)
		},
	}
}

func newNotifierIn(saqs int) golden.NotifierIn {
	flags := func() []bool { return make([]bool, saqs) }
	return golden.NotifierIn{
		Count: make([]int, saqs), EnqQueue: make([]bool, 1+saqs), LineValid: flags(), LineBlocked: flags(), LineSent: flags(),
		LineReady: flags(), LineHosting: flags(),
		LineTp: make([]uint32, saqs), LineMask: make([]uint32, saqs),
	}
}

// notifierStimulus plays the CAM, the markers and the queues: SAQs that grow above
// the Xoff threshold, shrink to nothing, and so on.
type notifierStimulus struct {
	rng   *rand.Rand
	p     golden.Params
	model *golden.Notifier
	in    golden.NotifierIn
	names []packet.Name
	asked bool // a request waited at the start of the cycle
	taken bool // a note was taken in the cycle before
}

func (s *notifierStimulus) drive(cycle int) golden.NotifierIn {
	rng, p, in := s.rng, s.p, &s.in
	q := rng.Intn(p.OutputQueues())
	in.EnqValid, in.EnqQueue, in.EnqSource = false, make([]bool, p.OutputQueues()), rng.Intn(p.Ports)
	in.EnqQueue[q] = true
	for k := range p.SAQs {
		if !in.LineValid[k] && in.Count[k] == 0 && kit.Chance(rng, 20) {
			in.LineValid[k], in.LineSent[k] = true, false
		}
		in.LineBlocked[k], in.LineReady[k], in.LineHosting[k] = kit.Chance(rng, 30), kit.Chance(rng, 70), kit.Chance(rng, 30)
		in.LineTp[k], in.LineMask[k] = s.names[k].Tp, s.names[k].Mask
		if !grows(cycle, k) && in.Count[k] > 0 && kit.Chance(rng, 25) {
			in.Count[k] = max(0, in.Count[k]-1-rng.Intn(2))
		}
	}
	if s.in.StandardCount = rng.Intn(4); kit.Chance(rng, 50) {
		in.StandardCount = min(p.Slots, p.DetectOut-1+rng.Intn(3))
	}
	full := q > 0 && (!in.LineValid[q-1] || in.Count[q-1] >= min(p.Slots, p.Xoff+4))
	if !full && kit.Chance(rng, map[bool]int{true: 90, false: 8}[q == 0 || grows(cycle, q-1)]) {
		in.EnqValid = true
	}
	_, waiting := s.model.Note()
	in.NoteTake = waiting && kit.Chance(rng, []int{90, 20, 5}[cycle/100%3])
	s.asked = s.model.Requested()
	given := newNotifierIn(p.SAQs)
	given.StandardCount, given.EnqValid, given.EnqQueue = in.StandardCount, in.EnqValid, in.EnqQueue
	given.EnqSource, given.NoteTake = in.EnqSource, in.NoteTake
	for _, f := range [][2][]bool{
		{given.LineValid, in.LineValid}, {given.LineBlocked, in.LineBlocked}, {given.LineSent, in.LineSent},
		{given.LineReady, in.LineReady}, {given.LineHosting, in.LineHosting},
	} {
		copy(f[0], f[1])
	}
	copy(given.Count, in.Count)
	copy(given.LineTp, in.LineTp)
	copy(given.LineMask, in.LineMask)
	return given
}

// grows reports whether a SAQ gets longer, or shorter; neighbours take turns.
func grows(cycle, saq int) bool { return (cycle/200+saq)%2 == 0 }

func (s *notifierStimulus) step(in golden.NotifierIn) golden.NotifierOut {
	out := s.model.Step(in)
	for k := range s.in.Count {
		s.in.LineSent[k] = in.LineSent[k] && !out.SentClear[k] || out.SentSet[k]
		s.in.LineValid[k] = in.LineValid[k] && !out.Dealloc[k]
	}
	for k := range s.in.Count {
		if in.EnqValid && in.EnqQueue[1+k] {
			s.in.Count[k]++
		}
	}
	return out
}

func (s *notifierStimulus) observe(in golden.NotifierIn, out golden.NotifierOut, hit func(string)) {
	if in.EnqValid && in.EnqQueue[0] && in.StandardCount == s.p.DetectOut {
		hit("standard queue at the threshold")
	}
	told := s.asked && !s.model.Requested()
	if told {
		hit("request told")
	} else if s.asked && in.EnqValid && in.EnqQueue[0] && in.StandardCount > s.p.DetectOut {
		hit("request made while one waits")
	}
	if out.NoteValid && !in.NoteTake {
		hit("note waits for the bus")
	}
	if _, next := s.model.Note(); s.taken && next {
		hit("note made as soon as one is taken")
	}
	s.taken = in.NoteTake
	xons, xoffs := kit.Count(out.SentClear), kit.Count(out.SentSet)
	if xons > 0 {
		hit("Xon told")
	}
	if xoffs > 0 && s.asked {
		hit("Xoff before the request")
	}
	for k, valid := range in.LineValid {
		if !valid {
			continue
		}
		if out.SentSet[k] {
			hit(map[bool]string{false: "Xoff told", true: "Xoff told again"}[in.LineSent[k]])
			if in.EnqValid && in.EnqQueue[1+k] {
				hit("packet enters in the cycle of the Xoff")
			}
		}
		if xons > 0 && !in.LineSent[k] && in.Count[k] >= s.p.Xoff {
			hit("Xon before Xoff")
		}
		if in.Count[k] == 0 {
			s.observeEmpty(in, out, k, hit)
		}
	}
}

// observeEmpty looks at what keeps an empty SAQ.
func (s *notifierStimulus) observeEmpty(in golden.NotifierIn, out golden.NotifierOut, k int, hit func(string)) {
	reasons := []bool{in.LineBlocked[k], !in.LineReady[k], in.LineHosting[k], in.LineSent[k], in.EnqValid}
	if out.Dealloc[k] {
		hit("deallocated")
	}
	if kit.Count(reasons) != 1 {
		return
	}
	for i, coverPoint := range []string{"empty but blocked", "empty but not ready", "empty but hosting",
		"empty but an Xoff is outstanding", "empty while a packet enters"} {
		if reasons[i] {
			hit(coverPoint)
		}
	}
}
