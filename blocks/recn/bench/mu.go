package bench

import (
	"math/rand"

	"culprit/blocks"
	rtl "culprit/blocks/recn"
	"culprit/blocks/recn/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

func muBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.MU),
		MinCycles: 3000,
		CoverPoints: []string{
			"empty", "all slots in the queue", "enqueue into the empty queue", "last packet popped",
			"only packet replaced", "enqueue and pop", "enqueue and pop at all slots", "enqueue while the next head is read",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(muBench().CoverPoints, kit.Cannot{"enqueue and pop at all slots": v["slots"] > 128}) // by luck only
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &muStimulus{rng: rng, slots: v["slots"], model: golden.NewMU(), goal: v["slots"]}
			return testbench.NewCase(golden.MUIn{}, golden.MUOut{}, s.step, s.drive, s.observe)
		},
		Mutants: muMutants,
	}
}

// muStimulus lets the queue grow to a goal, which it then changes.
type muStimulus struct {
	rng   *rand.Rand
	slots int
	model *golden.MU
	queue []int // the slots in the queue
	goal  int
	stay  int  // cycles left at the goal
	stale bool // the head has left in the cycle before
}

func (s *muStimulus) drive(cycle int) golden.MUIn {
	rng, length := s.rng, s.model.Count()
	if length == s.goal {
		if s.stay--; s.stay < 0 {
			s.goal = kit.Pick(rng, []int{0, 0, 1, rng.Intn(s.slots + 1), s.slots})
			s.stay = rng.Intn(30)
		}
	}
	enq, pop := 50, 50
	if length < s.goal {
		enq, pop = 80, 20
	} else if length > s.goal {
		enq, pop = 20, 80
	}
	in := golden.MUIn{EnqValid: kit.Chance(rng, enq), EnqSlot: rng.Intn(s.slots), Pop: s.model.HeadValid() && kit.Chance(rng, pop), HeadNext: rng.Intn(s.slots)}
	if s.stale = length > 0 && !s.model.HeadValid(); s.stale { // what the old head is linked to; otherwise it must not matter
		in.HeadNext = s.queue[0]
	}
	if length == s.slots && !in.Pop {
		in.EnqValid = false
	}
	if in.EnqValid {
		in.EnqSlot = s.unused(in.Pop)
	}
	return in
}

// unused is a slot that is not in the queue, or its head if that is popped.
func (s *muStimulus) unused(pop bool) int {
	used := map[int]bool{}
	for i, slot := range s.queue {
		used[slot] = i > 0 || !pop
	}
	slot := s.rng.Intn(s.slots)
	for used[slot] {
		slot = (slot + 1) % s.slots
	}
	return slot
}

// step also keeps the queue as it must be.
func (s *muStimulus) step(in golden.MUIn) golden.MUOut {
	if in.Pop {
		s.queue = s.queue[1:]
	}
	if in.EnqValid {
		s.queue = append(s.queue, in.EnqSlot)
	}
	return s.model.Step(in)
}

func (s *muStimulus) observe(in golden.MUIn, out golden.MUOut, hit func(string)) {
	both := in.EnqValid && in.Pop
	switch {
	case out.Empty && in.EnqValid:
		hit("enqueue into the empty queue")
	case out.Empty:
		hit("empty")
	case out.Count == 1 && both:
		hit("only packet replaced")
	case out.Count == 1 && in.Pop:
		hit("last packet popped")
	case both:
		hit("enqueue and pop")
	}
	if s.stale && in.EnqValid {
		hit("enqueue while the next head is read")
	}
	if out.Count == s.slots {
		hit("all slots in the queue")
		if both {
			hit("enqueue and pop at all slots")
		}
	}
}
