package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var schedulerCoverPoints = []string{
	"nothing granted", "all inputs granted at once", "packets back to back", "an input loses", "output without room",
	"detection queue granted", "SAQ granted", "grant to an input while others are busy",
}

func schedulerBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Scheduler), MinCycles: 3000, CoverPoints: schedulerCoverPoints,
		AnyReset: map[string]string{
			"cioq_recn_scheduler.open_to: bit 0 flipped in reset":       "input 0 never asks for output 0",
			"cioq_recn_scheduler.open_to: bit 63 flipped in reset":      "input 7 never asks for output 7",
			"cioq_recn_scheduler.inputs_above: bit 0 flipped in reset":  "input 0 never asks for output 0: the first of the others comes first anyway",
			"cioq_recn_scheduler.inputs_above: bit 55 flipped in reset": "input 7 never asks for output 7",
			"cioq_recn_scheduler.queues_above: bit 0 flipped in reset":  "detection queue 0 of input 0 stays empty: the first of the others comes first anyway",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			// two inputs never want the same output of two
			return kit.Without(schedulerCoverPoints, kit.Cannot{"an input loses": v["ports"] == 2})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &schedulerStimulus{rng: rng, p: p, fresh: 3 * rng.Intn(2), model: golden.NewScheduler(p.Ports, p.SAQs),
				sinceGrant: make([]int, p.Ports), in: golden.SchedulerIn{
					QueueEligible: make([]bool, p.Ports*p.InputQueues()), SaqPort: make([]int, p.Ports*p.SAQs),
					Room: make([]bool, p.Ports),
				}}
			out := golden.SchedulerOut{GrantValid: make([]bool, p.Ports), GrantQueue: make([]int, p.Ports),
				Start: make([]bool, p.Ports), Source: make([]int, p.Ports)}
			return testbench.NewCase(s.in, out, s.model.Step, s.drive, s.observe)
		},
	}
}

type schedulerStimulus struct {
	rng        *rand.Rand
	p          golden.Params
	model      *golden.Scheduler
	in         golden.SchedulerIn
	sinceGrant []int
	fresh      int // cycles after a reset in which each input has several queues for an output of its own
}

func (s *schedulerStimulus) drive(cycle int) golden.SchedulerIn {
	rng, p := s.rng, s.p
	// Phases: mixed, saturated, one hot output, all idle for a while and then all at once.
	phase := cycle / 60 % 4
	wanted := []int{15, 80, 30, 0}[phase]
	together := phase == 3 && cycle%60 >= 40
	hot := cycle / 240 % p.Ports
	for i := range p.Ports {
		s.in.Room[i] = kit.Chance(rng, []int{80, 97, 95, 100}[phase])
		for k := range p.SAQs {
			if q := p.Ports + k; q == s.model.Asked(i) || q == s.model.Chosen(i) {
				continue
			}
			s.in.SaqPort[i*p.SAQs+k] = packet.OutPort(p.Ports, i, rng.Intn(p.Ports-1))
			if phase == 2 && i != hot && kit.Chance(rng, 60) {
				s.in.SaqPort[i*p.SAQs+k] = hot
			}
		}
		for q := range p.InputQueues() {
			eligible := kit.Chance(rng, wanted) && q != i
			if phase == 2 && q < p.Ports && q != hot {
				eligible = eligible && kit.Chance(rng, 20)
			}
			if together || s.fresh > 0 { // all inputs want different outputs
				eligible = q == (i+1)%p.Ports || s.fresh > 0 && q >= p.Ports
			}
			s.in.QueueEligible[i*p.InputQueues()+q] = eligible
		}
		if s.fresh > 0 {
			s.in.Room[i] = true
			for k := range p.SAQs {
				s.in.SaqPort[i*p.SAQs+k] = (i + 1) % p.Ports
			}
		}
	}
	s.fresh = max(0, s.fresh-1)
	return s.in
}

func (s *schedulerStimulus) observe(in golden.SchedulerIn, out golden.SchedulerOut, hit func(string)) {
	switch granted := kit.Count(out.GrantValid); {
	case granted == 0:
		hit("nothing granted")
	case granted == s.p.Ports:
		hit("all inputs granted at once")
	}
	for i, granted := range out.GrantValid {
		s.sinceGrant[i]++
		if !granted && s.sinceGrant[i] < golden.Pairs && kit.Count(out.GrantValid) > 0 {
			hit("grant to an input while others are busy")
		}
		if granted {
			if s.sinceGrant[i] == golden.Pairs {
				hit("packets back to back")
			}
			s.sinceGrant[i] = 0
			hit(map[bool]string{true: "detection queue granted", false: "SAQ granted"}[out.GrantQueue[i] < s.p.Ports])
		}
		for o := range s.p.Ports {
			if !in.QueueEligible[i*s.p.InputQueues()+o] || s.sinceGrant[i] < golden.Pairs {
				continue
			}
			if !in.Room[o] {
				hit("output without room")
			} else if out.Start[o] && out.Source[o] != i && !granted {
				hit("an input loses")
			}
		}
	}
}
