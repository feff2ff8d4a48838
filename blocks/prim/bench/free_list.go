package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var freeListCoverPoints = []string{
	"last_taken", "empty", "take_give", "take_give_while_empty", "give_while_empty", "all_back", "given_slot_taken_next",
	"hold",
}

func freeListBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.FreeList), New: freeListCase, MinCycles: minCycles, CoverPoints: freeListCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			many := 4*v["slots"]+250 > minCycles // then less than the whole program is run
			return kit.Without(freeListCoverPoints, kit.Cannot{
				"last_taken": many, "empty": many, "take_give_while_empty": many, "give_while_empty": many, "all_back": many,
			})
		},
	}
}

func freeListProgram(slots int) program[takeGive] {
	return program[takeGive]{
		{1, takeGive{100, 0}},
		{1, takeGive{0, 100}},
		{2, takeGive{100, 0}}, // begins with the slot given before
		{2, takeGive{0, 0}},
		{4, takeGive{100, 100}},
		{40, takeGive{60, 50}},
		{slots + 2, takeGive{100, 0}},
		{3, takeGive{100, 100}},
		{slots + 2, takeGive{0, 100}},
		{slots/2 + 40, takeGive{80, 40}},
		{slots/2 + 40, takeGive{50, 50}},
		{slots/2 + 40, takeGive{40, 80}},
	}
}

func freeListCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	slots := v["slots"]
	d, m := dice{rng}, golden.NewFreeList(slots)
	phases := freeListProgram(slots)
	var taken []int // the slots in use, which may be given back
	drive := func(cycle int) golden.FreeListIn {
		odds := phases.at(cycle)
		in := golden.FreeListIn{Take: d.chance(odds.take), Give: d.chance(odds.give) && len(taken) > 0,
			GiveSlot: d.Intn(slots)}
		if in.Give {
			i := d.Intn(len(taken))
			in.GiveSlot = taken[i]
			taken[i] = taken[len(taken)-1]
			taken = taken[:len(taken)-1]
		}
		if in.Take && !in.Give && m.Len() == 0 {
			in.Take = false
		}
		return in
	}

	lastGiven, wasEmpty := -1, false
	observe := func(in golden.FreeListIn, out golden.FreeListOut, hit func(string)) {
		if in.Take {
			taken = append(taken, out.Slot)
		}
		kit.Reached{
			"last_taken":            in.Take && !in.Give && out.Count == 1,
			"empty":                 out.Empty,
			"take_give":             in.Take && in.Give && !out.Empty,
			"take_give_while_empty": in.Take && in.Give && out.Empty,
			"give_while_empty":      in.Give && !in.Take && out.Empty,
			"all_back":              out.Count == slots && wasEmpty,
			"given_slot_taken_next": in.Take && !in.Give && out.Slot == lastGiven,
			"hold":                  !in.Take && !in.Give,
		}.Report(hit)
		lastGiven = -1
		if in.Give && !in.Take {
			lastGiven = in.GiveSlot
		}
		wasEmpty = wasEmpty || out.Empty
	}
	return testbench.NewCase(golden.FreeListIn{}, golden.FreeListOut{}, m.Step, drive, observe)
}
