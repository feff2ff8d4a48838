package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var creditCounterCoverPoints = []string{
	"last_taken", "empty", "take_give_while_empty", "give_while_empty", "take_give", "all_back", "take_give_while_all",
	"hold", "credit_too_many",
}

func creditCounterBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.CreditCounter), New: creditCounterCase, MinCycles: minCycles,
		CoverPoints: creditCounterCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			many := 4*v["max"]+250 > minCycles // then less than the whole program is run
			return kit.Without(creditCounterCoverPoints, kit.Cannot{
				"last_taken": many, "empty": many, "take_give_while_empty": many, "give_while_empty": many, "all_back": many,
				"take_give": v["max"] == 1, // neither none nor all are there
			})
		},
	}
}

// takeGive is how often something is taken and given back, in percent.
type takeGive struct{ take, give int }

func creditCounterProgram(max int) program[takeGive] {
	return program[takeGive]{
		{2, takeGive{100, 100}},
		{1, takeGive{100, 0}},
		{2, takeGive{0, 0}},
		{2, takeGive{100, 100}},
		{40, takeGive{60, 50}},
		{max + 1, takeGive{100, 0}},
		{3, takeGive{100, 100}},
		{max + 1, takeGive{0, 100}},
		{3, takeGive{100, 100}},
		{max/2 + 40, takeGive{80, 40}},
		{max/2 + 40, takeGive{50, 50}},
		{max/2 + 40, takeGive{40, 80}},
	}
}

func creditCounterCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	d, m := dice{rng}, golden.NewCreditCounter(v["max"])
	phases := creditCounterProgram(v["max"])
	drive := func(cycle int) golden.CreditCounterIn {
		odds := phases.at(cycle)
		in := golden.CreditCounterIn{Take: d.chance(odds.take), Give: d.chance(odds.give)}
		if in.Take && !in.Give && m.Count() == 0 {
			in.Take = false
		}
		return in
	}

	wasEmpty := false
	observe := func(in golden.CreditCounterIn, out golden.CreditCounterOut, hit func(string)) {
		empty, all := out.Count == 0, out.Count == v["max"]
		kit.Reached{
			"last_taken":            in.Take && !in.Give && out.Count == 1,
			"empty":                 empty,
			"take_give_while_empty": empty && in.Take && in.Give,
			"give_while_empty":      empty && !in.Take && in.Give,
			"take_give":             !empty && !all && in.Take && in.Give,
			"all_back":              all && wasEmpty,
			"take_give_while_all":   all && in.Take && in.Give,
			"hold":                  !in.Take && !in.Give,
			"credit_too_many":       all && in.Give && !in.Take,
		}.Report(hit)
		wasEmpty = wasEmpty || empty
	}
	return testbench.NewCase(golden.CreditCounterIn{}, golden.CreditCounterOut{}, m.Step, drive, observe)
}
