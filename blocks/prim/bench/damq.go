package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var damqCoverPoints = []string{
	"all_slots_used", "one_queue_has_all", "all_empty_again", "append_to_empty", "last_popped", "last_moved",
	"move_to_empty",
	"append_and_pop_at_one", "append_and_move_at_one", "move_to_popped_at_one", "all_three", "slot_reused_at_once",
}

func damqBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.DAMQ), New: damqCase, MinCycles: 2 * minCycles, CoverPoints: damqCoverPoints,
	}
}

// threeOps is how often a slot is appended, popped and moved, in percent. With
// one, everything is appended to the same queue.
type threeOps struct {
	enq, deq, mov int
	one           bool
}

func damqProgram(slots int) program[threeOps] {
	return program[threeOps]{
		{slots + 2, threeOps{enq: 100, one: true}},
		{slots + 2, threeOps{deq: 100}},
		{40, threeOps{enq: 70, deq: 70, mov: 50}}, // few slots in the queues
		{slots/2 + 20, threeOps{enq: 80, deq: 40, mov: 60}},
		{40, threeOps{enq: 100, deq: 100, mov: 100}},
		{slots/2 + 20, threeOps{enq: 30, deq: 70, mov: 50}},
		{slots + 2, threeOps{enq: 100, mov: 30}},
		{slots + 2, threeOps{deq: 100, mov: 20}},
	}
}

func damqCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	n := v["queues"]
	s := &damqStimulus{
		dice: dice{rng}, model: golden.NewDAMQ(v["slots"], n), slots: v["slots"], queues: n, phases: damqProgram(v["slots"]),
	}
	out := golden.DAMQOut{Head: make([]int, n), HeadKnown: make([]bool, n), Count: make([]int, n), Empty: make([]bool, n)}
	return testbench.NewCase(golden.DAMQIn{}, out, s.model.Step, s.drive, s.observe)
}

type damqStimulus struct {
	dice
	model         *golden.DAMQ
	slots, queues int
	phases        program[threeOps]
	used          bool
}

func (s *damqStimulus) drive(cycle int) golden.DAMQIn {
	odds := s.phases.at(cycle)
	in := golden.DAMQIn{
		EnqQueue: s.Intn(s.queues), EnqSlot: s.Intn(s.slots), DeqQueue: s.Intn(s.queues),
		MovFrom: s.Intn(s.queues), MovTo: s.Intn(s.queues),
	}
	if q, ok := s.filled(-1); ok && s.chance(odds.deq) {
		in.DeqValid, in.DeqQueue = true, q
	}
	s.move(&in, odds)
	if s.chance(odds.enq) {
		s.enqueue(&in, odds, cycle)
	}
	return in
}

// filled is a random queue that is not empty, other than not.
func (s *damqStimulus) filled(not int) (queue int, ok bool) {
	var list []int
	for q := 0; q < s.queues; q++ {
		if q != not && len(s.model.Queue(q)) > 0 {
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	return list[s.Intn(len(list))], true
}

func (s *damqStimulus) move(in *golden.DAMQIn, odds threeOps) {
	not := -1
	if in.DeqValid {
		not = in.DeqQueue
	}
	from, ok := s.filled(not)
	if !ok || !s.chance(odds.mov) {
		return
	}
	to := (from + 1 + s.Intn(s.queues-1)) % s.queues
	if in.DeqValid && s.chance(40) {
		to = in.DeqQueue
	}
	in.MovValid, in.MovFrom, in.MovTo = true, from, to
}

func (s *damqStimulus) enqueue(in *golden.DAMQIn, odds threeOps, cycle int) {
	slot, ok := s.unused(in)
	if !ok {
		return
	}
	queue := s.Intn(s.queues)
	switch {
	case odds.one:
		queue = cycle / (s.slots + 2) % s.queues // the same for a whole phase
	case in.DeqValid && s.chance(30):
		queue = in.DeqQueue
	}
	if in.MovValid && (queue == in.MovTo || s.chance(30)) {
		queue = in.MovFrom
	}
	in.EnqValid, in.EnqQueue, in.EnqSlot = true, queue, slot
}

// unused is a slot that can be appended: one that is in no queue, or one that is
// popped in this cycle.
func (s *damqStimulus) unused(in *golden.DAMQIn) (slot int, ok bool) {
	inUse := make([]bool, s.slots)
	for q := 0; q < s.queues; q++ {
		for _, slot := range s.model.Queue(q) {
			inUse[slot] = true
		}
	}
	var list []int
	for slot, u := range inUse {
		if !u {
			list = append(list, slot)
		}
	}
	if in.DeqValid && (len(list) == 0 || s.chance(25)) {
		return s.model.Queue(in.DeqQueue)[0], true
	}
	if len(list) == 0 {
		return 0, false
	}
	return list[s.Intn(len(list))], true
}

func (s *damqStimulus) observe(in golden.DAMQIn, out golden.DAMQOut, hit func(string)) {
	sum, most := 0, 0
	for _, c := range out.Count {
		sum += c
		most = max(most, c)
	}
	alone := func(q int) bool { return out.Count[q] == 1 }
	popAppend := in.EnqValid && in.DeqValid && in.EnqQueue == in.DeqQueue
	moveAppend := in.EnqValid && in.MovValid && in.EnqQueue == in.MovFrom
	popMove := in.DeqValid && in.MovValid && in.DeqQueue == in.MovTo
	kit.Reached{
		"all_slots_used":         sum == s.slots,
		"one_queue_has_all":      most == s.slots,
		"all_empty_again":        sum == 0 && s.used,
		"append_to_empty":        in.EnqValid && out.Empty[in.EnqQueue],
		"last_popped":            in.DeqValid && alone(in.DeqQueue) && !popAppend && !popMove,
		"last_moved":             in.MovValid && alone(in.MovFrom) && !moveAppend,
		"move_to_empty":          in.MovValid && out.Empty[in.MovTo],
		"append_and_pop_at_one":  popAppend && alone(in.DeqQueue),
		"append_and_move_at_one": moveAppend && alone(in.MovFrom),
		"move_to_popped_at_one":  popMove && alone(in.DeqQueue),
		"all_three":              in.EnqValid && in.DeqValid && in.MovValid,
		"slot_reused_at_once":    in.EnqValid && in.DeqValid && in.EnqSlot == out.Head[in.DeqQueue],
	}.Report(hit)
	s.used = s.used || sum > 0
}
