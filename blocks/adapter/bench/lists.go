package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// duringWalk is why the start of a register does not matter.
const duringWalk = "it settles while the tables are initialised"

func listsBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Lists),
		MinCycles: 6000,
		CoverPoints: []string{
			"append to an empty list", "append behind the last one that leaves", "append and remove in one list",
			"several in a list", "no free slot", "nothing to remove",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(listsBench().CoverPoints, kit.Cannot{"append and remove in one list": v["slots"] < 3})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &listsStimulus{rng: rng, model: golden.NewLists(v["lists"]), lists: v["lists"], free: rng.Perm(v["slots"])}
			return testbench.NewCase(golden.ListsIn{}, golden.ListsOut{}, s.model.Step, s.drive, s.observe)
		},
		AnyReset: map[string]string{
			"reqgrant_lists.popped_q: bit 0 flipped in reset": duringWalk,
			"reqgrant_lists.popped_q: no reset":               duringWalk,
			"reqgrant_lists.pushed_q: bit 0 flipped in reset": duringWalk,
			"reqgrant_lists.pushed_q: no reset":               duringWalk,
		},
	}
}

type listsStimulus struct {
	rng      *rand.Rand
	model    *golden.Lists
	lists    int
	free     []int
	few      int // lists in use, so that they get long
	draining bool
	cycle    int
}

func (s *listsStimulus) drive(int) golden.ListsIn {
	rng := s.rng
	if s.cycle%64 == 0 {
		s.few, s.draining = 1+rng.Intn(min(s.lists, kit.Pick(rng, []int{1, 3, s.lists}))), kit.Chance(rng, 40)
	}
	s.cycle++
	in := golden.ListsIn{PushList: rng.Intn(s.few), PopList: rng.Intn(s.few), LookList: rng.Intn(s.few)}
	if s.cycle <= s.lists {
		return in
	}
	pushes, pops := 90, 50
	if s.draining {
		pushes, pops = 40, 95
	}
	head, ok := s.model.Head(in.PopList)
	if in.PopValid = kit.Chance(rng, pops); in.PopValid && ok {
		defer func() { s.free = append(s.free, head) }()
	}
	if len(s.free) > 0 && kit.Chance(rng, pushes) {
		in.PushValid, in.PushSlot, s.free = true, s.free[0], s.free[1:]
	}
	return in
}

func (s *listsStimulus) observe(in golden.ListsIn, out golden.ListsOut, hit func(string)) {
	after, _ := s.model.Head(in.PopList)
	switch {
	case in.PushValid && in.PopValid && in.PushList == in.PopList && after == in.PushSlot:
		hit("append behind the last one that leaves")
	case in.PushValid && in.PopValid && in.PushList == in.PopList:
		hit("append and remove in one list")
	case in.PopValid && after != 0:
		hit("several in a list")
	}
	if head, ok := s.model.Head(in.PushList); in.PushValid && ok && head == in.PushSlot {
		hit("append to an empty list")
	}
	if in.PopValid && out.PopEmpty {
		hit("nothing to remove")
	}
	if len(s.free) == 0 {
		hit("no free slot")
	}
}
