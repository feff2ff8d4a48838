package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func muBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.MU),
		MinCycles: 3000,
		CoverPoints: []string{
			"empty", "all slots in the queue", "enqueue into the empty queue", "last packet popped",
			"only packet replaced", "enqueue and pop", "enqueue and pop at all slots",
			"enqueue with the last packet taken", "enqueue behind packets that are taken", "back to the first packet",
			"back to another packet",
			"enqueue while packets go back", "taken at once",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			none := v["saqs"] == 0
			return kit.Without(muBench().CoverPoints, kit.Cannot{
				"enqueue and pop at all slots":          v["slots"] > 128, // by luck only
				"enqueue behind packets that are taken": none, "back to the first packet": none, "back to another packet": none,
				"enqueue while packets go back": none, "taken at once": none,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &muStimulus{rng: rng, slots: v["slots"], saqs: v["saqs"], model: golden.NewMU(v["saqs"]), goal: v["slots"]}
			return testbench.NewCase(golden.MUIn{}, golden.MUOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// muStimulus lets the queue grow to a goal, which it then changes.
type muStimulus struct {
	rng         *rand.Rand
	slots, saqs int
	model       *golden.MU
	goal        int
	stay        int // cycles left at the goal
	backTo      int // the place in the queue of the packet that goes back; -1: none
	taken       int
}

func (s *muStimulus) drive(cycle int) golden.MUIn {
	rng, queue := s.rng, s.model.Slots()
	if len(queue) == s.goal {
		if s.stay--; s.stay < 0 {
			s.goal = kit.Pick(rng, []int{0, 0, 1, rng.Intn(s.slots + 1), s.slots})
			s.stay = rng.Intn(30)
		}
	}
	enq, pop := 50, 50
	if len(queue) < s.goal {
		enq, pop = 80, 20
	} else if len(queue) > s.goal {
		enq, pop = 20, 80
	}
	in := golden.MUIn{EnqValid: kit.Chance(rng, enq), EnqSlot: rng.Intn(s.slots), BackSlot: rng.Intn(s.slots),
		HeadNext: rng.Intn(s.slots)}
	s.taken, s.backTo = s.model.Taken(), -1
	if s.saqs == 0 {
		in.Pop = len(queue) > 0 && kit.Chance(rng, pop)
	} else {
		in.Pop = s.taken > 0 && kit.Chance(rng, pop)
		in.Take = s.model.HeadValid() && s.taken < 4 && kit.Chance(rng, []int{90, 40}[cycle/200%2])
		if s.taken > 0 && !in.Pop && kit.Chance(rng, 20) {
			s.backTo = rng.Intn(s.taken)
			in.BackValid, in.BackSlot = true, queue[s.backTo]
		}
	}
	if s.taken+1 < len(queue) { // what the head is linked to; of the last packet it must not matter
		in.HeadNext = queue[s.taken+1]
	}
	if len(queue) == s.slots && !in.Pop {
		in.EnqValid = false
	}
	if in.EnqValid {
		in.EnqSlot = s.unused(in.Pop)
		in.EnqTaken = s.saqs > 0 && len(queue) == 0 && kit.Chance(rng, 40)
	}
	return in
}

// unused is a slot that is not in the queue, or its head if that is popped.
func (s *muStimulus) unused(pop bool) int {
	used := map[int]bool{}
	for i, slot := range s.model.Slots() {
		used[slot] = i > 0 || !pop
	}
	slot := s.rng.Intn(s.slots)
	for used[slot] {
		slot = (slot + 1) % s.slots
	}
	return slot
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
	if in.EnqValid {
		s.observeEnqueue(in, out, hit)
	}
	switch {
	case s.backTo == 0:
		hit("back to the first packet")
	case s.backTo > 0:
		hit("back to another packet")
	}
	if out.Count == s.slots {
		hit("all slots in the queue")
		if both {
			hit("enqueue and pop at all slots")
		}
	}
}

func (s *muStimulus) observeEnqueue(in golden.MUIn, out golden.MUOut, hit func(string)) {
	left := out.Count - s.taken
	switch {
	case in.EnqTaken:
		hit("taken at once")
	case s.backTo >= 0:
		hit("enqueue while packets go back")
	case left == 1 && (in.Take || s.saqs == 0 && in.Pop):
		hit("enqueue with the last packet taken")
	case left == 0 && out.Count > 0:
		hit("enqueue behind packets that are taken")
	}
}
