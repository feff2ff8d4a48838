package bench

import (
	"math/rand"

	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func schedulerBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Scheduler),
		MinCycles: 3000,
		AnyReset: map[string]string{
			"recn_scheduler.open_to: bit 0 flipped in reset":       "input 0 never asks for output 0",
			"recn_scheduler.open_to: bit 63 flipped in reset":      "input 7 never asks for output 7",
			"recn_scheduler.input_busy: bit 0 flipped in reset":    "1 for one cycle, in which the input may ask as with 0",
			"recn_scheduler.inputs_above: bit 0 flipped in reset":  "input 0 never asks for output 0: the first of the others comes first anyway",
			"recn_scheduler.inputs_above: bit 55 flipped in reset": "input 7 never asks for output 7",
		},
		CoverPoints: []string{
			"nothing granted", "all inputs granted at once", "packets back to back", "an input loses", "output without credit",
			"SAQ blocked", "SAQ granted", "grant to an input while others are busy", "second choice right after the first",
			"granted although no longer eligible",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			none := v["saqs"] == 0
			return kit.Without(schedulerBench().CoverPoints,
				kit.Cannot{"SAQ blocked": none, "SAQ granted": none, "second choice right after the first": none || v["ports"] == 2,
					"granted although no longer eligible": none,
					// Two inputs never want the same output of two.
					"an input loses": v["ports"] == 2,
				})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &schedulerStimulus{rng: rng, p: p, fresh: 3 * rng.Intn(2), model: golden.NewScheduler(p.Ports, p.SAQs),
				sinceGrant: make([]int, p.Ports), asked: make([][3]int, p.Ports), eligible: make([]bool, p.Ports),
				in: golden.SchedulerIn{
					QueueEmpty: make([]bool, p.Ports*p.Queues()), QueueReady: make([]bool, p.Ports*p.Queues()),
					QueuePort: make([]int, p.Ports*p.Queues()), SaqXoff: make([]bool, p.Ports*p.SAQs),
					CreditAvailable: make([]bool, p.Ports),
				}}
			out := golden.SchedulerOut{
				GrantValid: make([]bool, p.Ports), GrantQueue: make(golden.Chosen, p.Ports*p.Queues()),
				GrantKnown: make([]bool, p.Ports*p.Queues()), GrantPort: make([]int, p.Ports),
				Start: make([]bool, p.Ports), Source: make([]int, p.Ports),
			}
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
	asked      [][3]int // per input: the queues that it asked for one, two and three cycles ago
	eligible   []bool   // per input: the queue that is granted is still eligible
	fresh      int      // cycles after a reset in which all queues of each input want an output of its own
}

func (s *schedulerStimulus) drive(cycle int) golden.SchedulerIn {
	rng, p := s.rng, s.p
	// Phases: mixed, saturated, one hot output, all idle for a while and then all at once.
	phase := cycle / 60 % 4
	wanted := []int{40, 90, 60, 0}[phase]
	if phase == 3 && cycle%60 >= 40 {
		wanted = 100
	}
	if s.fresh > 0 {
		phase, wanted = 3, 100
	}
	hot := cycle / 240 % p.Ports
	for i := range p.Ports {
		asked, chosen := s.model.Decided(i)
		s.asked[i] = [3]int{asked, s.asked[i][0], s.asked[i][1]}
		for q := range p.Queues() {
			lane := i*p.Queues() + q
			decided := q == asked || q == chosen
			if decided { // its head stays where it is, but may be recalled
				s.in.QueueReady[lane] = s.in.QueueReady[lane] && (p.SAQs == 0 || wanted == 100 || kit.Chance(rng, 90))
				continue
			}
			s.in.QueueEmpty[lane] = !kit.Chance(rng, wanted)
			s.in.QueueReady[lane] = kit.Chance(rng, 80) || wanted == 100
			turn := rng.Intn(p.Ports - 1)
			if phase == 3 {
				turn = 0 // all inputs want different outputs
			}
			s.in.QueuePort[lane] = packet.OutPort(p.Ports, i, turn)
			if phase == 2 && i != hot && kit.Chance(rng, 60) {
				s.in.QueuePort[lane] = hot
			}
		}
	}
	kit.Bools(rng, s.in.SaqXoff, 30)
	if wanted == 100 {
		clear(s.in.SaqXoff)
	}
	for i := range s.eligible {
		_, q := s.model.Decided(i)
		s.eligible[i] = q < 0 || s.in.QueueReady[i*p.Queues()+q] && (q == 0 || !s.in.SaqXoff[i*p.SAQs+q-1])
	}
	s.fresh = max(0, s.fresh-1)
	kit.Bools(rng, s.in.CreditAvailable, []int{80, 97, 95, 100}[phase])
	return s.in
}

func (s *schedulerStimulus) observe(in golden.SchedulerIn, out golden.SchedulerOut, hit func(string)) {
	granted := kit.Count(out.GrantValid)
	switch granted {
	case 0:
		hit("nothing granted")
	case s.p.Ports:
		hit("all inputs granted at once")
	}
	for i := range s.p.Ports {
		s.sinceGrant[i]++
		if granted > 0 && s.sinceGrant[i] < packet.Beats {
			hit("grant to an input while others are busy")
		}
		if out.GrantValid[i] && s.asked[i][2] >= 0 {
			hit("second choice right after the first")
		}
		if !s.eligible[i] {
			hit("granted although no longer eligible")
		}
		if out.GrantValid[i] && s.sinceGrant[i] == packet.Beats {
			hit("packets back to back")
		}
		if out.GrantValid[i] {
			s.sinceGrant[i] = 0
		}
		if out.GrantValid[i] && !out.GrantQueue[i*s.p.Queues()] {
			hit("SAQ granted")
		}
		for q := range s.p.Queues() {
			s.observeQueue(in, out, i, q, hit)
		}
	}
}

func (s *schedulerStimulus) observeQueue(in golden.SchedulerIn, out golden.SchedulerOut, i, q int, hit func(string)) {
	lane := i*s.p.Queues() + q
	if in.QueueEmpty[lane] || !in.QueueReady[lane] || s.sinceGrant[i] < packet.Beats {
		return
	}
	o := in.QueuePort[lane]
	if q > 0 && in.SaqXoff[i*s.p.SAQs+q-1] {
		hit("SAQ blocked")
		return
	}
	if !in.CreditAvailable[o] {
		hit("output without credit")
	} else if out.Start[o] && out.Source[o] != i && !out.GrantValid[i] {
		hit("an input loses")
	}
}
