package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var queuesCoverPoints = []string{
	"no slot left", "slot given back and taken", "all slots free again", "dequeued again as soon as may be",
	"only packet replaced", "enqueue to the queue of a dequeue", "all operations in one cycle", "all slots in one queue",
}

func queuesBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Queues), MinCycles: 6000, CoverPoints: queuesCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(queuesCoverPoints, kit.Cannot{
				"all slots free again": v["slots"] > 128, "no slot left": v["slots"] > 128,
				"all slots in one queue": v["slots"] > 16,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &queuesStimulus{rng: rng, slots: v["slots"], queues: v["queues"],
				model: golden.NewQueues(v["slots"], v["queues"]), filling: true, dequeued: [3]int{-1, -1, -1}}
			out := golden.QueuesOut{Count: make([]int, s.queues), Empty: make([]bool, s.queues)}
			return testbench.NewCase(golden.QueuesIn{EnqQueue: make([]bool, s.queues)}, out, s.step, s.drive, s.observe)
		},
	}
}

// queuesStimulus fills the slots, keeps them full for a while, empties them, and so
// on; every other filling goes into one queue alone.
type queuesStimulus struct {
	rng            *rand.Rand
	slots, queues  int
	model          *golden.Queues
	arriving, sent []int // slots taken and not enqueued, dequeued and not given back
	filling        bool
	alone          bool // all packets go to the favourite queue
	favourite      int
	dequeued       [3]int // queues of the dequeues in the last cycles, the latest first; -1 for none
	slotsSeen      env.Filling
}

func (s *queuesStimulus) drive(int) golden.QueuesIn {
	rng := s.rng
	free := s.model.Free()
	if s.filling && free == 0 && kit.Chance(rng, 5) {
		s.filling = false
	} else if !s.filling && free == s.slots {
		s.filling, s.alone, s.favourite = true, !s.alone, rng.Intn(s.queues)
	}
	comes, goes := 3, 85
	if s.filling {
		comes, goes = 85, 30
		if s.alone && free == 0 && len(s.model.Queue(s.favourite)) < s.slots {
			goes = 0
		}
	}
	entered := rng.Intn(s.queues)
	in := golden.QueuesIn{EnqQueue: make([]bool, s.queues), DeqQueue: rng.Intn(s.queues), EnqSlot: rng.Intn(s.slots),
		FreeSlot: rng.Intn(s.slots)}
	if len(s.sent) > 0 && (kit.Chance(rng, goes) || goes == 0) {
		i := rng.Intn(len(s.sent))
		in.FreeValid, in.FreeSlot = true, s.sent[i]
		s.sent = append(s.sent[:i], s.sent[i+1:]...)
	}
	if s.alone || kit.Chance(rng, 20) {
		entered = s.favourite
	}
	if len(s.arriving) > 0 && kit.Chance(rng, max(comes, 40)) {
		in.EnqValid, in.EnqSlot = true, s.arriving[0]
		s.arriving = s.arriving[1:]
	}
	if kit.Chance(rng, 40) {
		in.DeqQueue = entered
	}
	in.EnqQueue[entered] = true
	for i := 0; i < s.queues && len(s.model.Queue(in.DeqQueue)) == 0; i++ {
		in.DeqQueue = (in.DeqQueue + 1) % s.queues
	}
	in.DeqValid = s.dequeued[0] < 0 && len(s.model.Queue(in.DeqQueue)) > 0 && kit.Chance(rng, goes)
	in.Take = free > 0 && kit.Chance(rng, comes)
	return in
}

func (s *queuesStimulus) step(in golden.QueuesIn) golden.QueuesOut {
	out := s.model.Step(in)
	s.dequeued = [3]int{-1, s.dequeued[0], s.dequeued[1]}
	if in.DeqValid {
		s.sent = append(s.sent, out.DeqSlot)
		s.dequeued[0] = in.DeqQueue
	}
	if in.Take {
		s.arriving = append(s.arriving, out.Slot)
	}
	return out
}

func (s *queuesStimulus) observe(in golden.QueuesIn, out golden.QueuesOut, hit func(string)) {
	s.slotsSeen.Observe(out.FreeCount, s.slots, hit)
	if in.Take && in.FreeValid {
		hit("slot given back and taken")
	}
	if in.DeqValid && s.dequeued[2] == in.DeqQueue {
		hit("dequeued again as soon as may be")
	}
	if in.EnqValid && in.DeqValid && in.EnqQueue[in.DeqQueue] {
		hit("enqueue to the queue of a dequeue")
		if out.Count[in.DeqQueue] == 1 {
			hit("only packet replaced")
		}
	}
	if in.Take && in.FreeValid && in.EnqValid && in.DeqValid {
		hit("all operations in one cycle")
	}
	for _, n := range out.Count {
		if n == s.slots {
			hit("all slots in one queue")
		}
	}
}
