package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var fifoCoverPoints = []string{
	"full", "full_again", "empty_again", "push_while_full", "push_pop_while_full", "pop_while_empty",
	"push_pop_while_empty",
	"push_pop", "push_pop_at_one", "wrapped", "wrapped_while_full", "held_but_not_readable",
}

func fifoBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.FIFO), New: fifoCase, MinCycles: minCycles, CoverPoints: fifoCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			depth := v["depth"]
			deep := 8*depth+150 > minCycles/3 // then less than the whole program may be run between resets
			return kit.Without(fifoCoverPoints, kit.Cannot{
				"full": deep, "full_again": deep, "empty_again": deep, "push_while_full": deep, "push_pop_while_full": deep,
				"wrapped": deep, "wrapped_while_full": deep || depth == 1, // one word has no pointer to wrap
				"held_but_not_readable": depth <= 32,
				"push_pop":              depth == 1, "push_pop_at_one": depth == 1, // a single word is full
			})
		},
	}
}

// pushPop is how often a queue is pushed and popped, in percent.
type pushPop struct{ push, pop int }

func fifoProgram(depth int) program[pushPop] {
	return program[pushPop]{
		{2, pushPop{0, 100}},
		{8, pushPop{100, 100}}, // begins while empty
		{40, pushPop{50, 50}},
		{depth + 2, pushPop{100, 0}}, // fill
		{4, pushPop{100, 100}},
		{depth + 2, pushPop{0, 100}}, // drain
		{depth, pushPop{100, 50}},
		{depth + 2, pushPop{100, 100}},
		{depth/2 + 8, pushPop{50, 50}},
		{depth/2 + 8, pushPop{80, 30}},
		{depth/2 + 8, pushPop{30, 80}},
		{depth + 2, pushPop{100, 0}}, // fill from wherever the pointers are
		{depth + 2, pushPop{20, 100}},
	}
}

func fifoCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	d, m := dice{rng}, golden.NewFIFO(v["depth"])
	phases := fifoProgram(v["depth"])
	drive := func(cycle int) golden.FIFOIn {
		odds := phases.at(cycle)
		return golden.FIFOIn{Push: d.chance(odds.push), Wdata: d.word(v["width"]), Pop: d.chance(odds.pop)}
	}

	pushed, wasFull, wasEmpty := 0, false, false
	observe := func(in golden.FIFOIn, out golden.FIFOOut, hit func(string)) {
		if in.Push && !out.Full {
			pushed++
		}
		kit.Reached{
			"full":                  out.Full,
			"full_again":            out.Full && wasEmpty,
			"empty_again":           out.Empty && wasFull,
			"push_while_full":       out.Full && in.Push && !in.Pop,
			"push_pop_while_full":   out.Full && in.Push && in.Pop,
			"pop_while_empty":       out.Empty && in.Pop && !in.Push,
			"push_pop_while_empty":  out.Empty && in.Pop && in.Push,
			"push_pop":              in.Push && in.Pop && !out.Full && !out.Empty,
			"push_pop_at_one":       in.Push && in.Pop && out.Count == 1 && !out.Full,
			"wrapped":               pushed > v["depth"],
			"held_but_not_readable": out.Empty && out.Count > 0,
			"wrapped_while_full":    out.Full && pushed%v["depth"] != 0,
		}.Report(hit)
		wasFull = wasFull || out.Full
		wasEmpty = wasEmpty || wasFull && out.Empty
	}
	return testbench.NewCase(golden.FIFOIn{}, golden.FIFOOut{}, m.Step, drive, observe)
}
