package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var asyncFIFOCoverPoints = []string{
	"full", "full_again", "empty_again", "push_while_full", "pop_while_empty", "push_stands_still", "pop_stands_still",
	"edges_together", "edges_apart", "word_each_edge", "wrapped", "wrapped_while_full",
}

func asyncFIFOBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.AsyncFIFO), New: asyncFIFOCase, MinCycles: minCycles, CoverPoints: asyncFIFOCoverPoints,
		AnyReset: asyncFIFOAnyReset(),
		Tight:    []map[string]int{{"depth": 4}, {"depth": 2, "stages": 3}},
		CoverPointsFor: func(v blocks.Values) []string {
			deep := 7*(v["depth"]+8) > minCycles/4 // then the program does not fill it between two resets
			return kit.Without(asyncFIFOCoverPoints, kit.Cannot{
				"full": deep, "full_again": deep, "empty_again": deep, "push_while_full": deep, "wrapped": deep,
				"wrapped_while_full": deep,
			})
		},
	}
}

// asyncFIFOAnyReset are mistakes in what the writing side believes at first of the words that were read.
func asyncFIFOAnyReset() map[string]string {
	list := map[string]string{}
	for _, register := range []string{"rd_gray_meta1", "rd_gray_sync"} {
		for _, bits := range []string{"bit 0", "bit 4", "all bits"} {
			list["async_fifo."+register+": "+bits+" flipped in reset"] =
				"too few words are written at the first edges for the wrong count to look like that of a full memory"
		}
	}
	return list
}

// rates are how often the clocks have edges, as periods in instants and eighths of them, and the odds of push and pop.
type rates struct {
	wr, rd int
	pushPop
}

// asyncFIFOProgram has clocks at ratios from 1:7 to 7:1 and such as drift past each other.
func asyncFIFOProgram(depth int) program[rates] {
	fill := min(depth, 64) + 8 // no run fills a deeper one
	return program[rates]{
		{4, rates{8, 8, pushPop{0, 100}}},
		{2 * fill, rates{8, 8, pushPop{100, 100}}}, // as fast as it gets
		{fill, rates{8, 56, pushPop{100, 30}}},
		{7 * fill, rates{56, 8, pushPop{100, 100}}},
		{2 * fill, rates{8, 9, pushPop{100, 10}}}, // drifts, fills
		{2 * fill, rates{9, 8, pushPop{10, 100}}},
		{2 * fill, rates{11, 13, pushPop{60, 60}}},
		{2 * fill, rates{17, 16, pushPop{100, 100}}},
		{fill, rates{8, 24, pushPop{100, 0}}},
		{3 * fill, rates{24, 8, pushPop{50, 80}}},
	}
}

// ticker makes the edges of a clock.
type ticker struct{ phase int }

// edge reports whether the clock has an edge in this instant; its period is in eighths of instants.
func (t *ticker) edge(period int) bool {
	if t.phase += 8; t.phase < period {
		return false
	}
	t.phase = min(t.phase-period, period)
	return true
}

func asyncFIFOCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	d, m := dice{rng}, golden.NewAsyncFIFO(v["depth"], v["stages"])
	phases := asyncFIFOProgram(v["depth"])
	var wr, rd ticker
	drive := func(cycle int) golden.AsyncFIFOIn {
		r := phases.at(cycle)
		return golden.AsyncFIFOIn{WrClk: wr.edge(r.wr), Push: d.chance(r.push), Wdata: d.word(v["width"]),
			RdClk: rd.edge(r.rd), Pop: d.chance(r.pop)}
	}

	pushed, wasFull, wasEmpty, popped := 0, false, false, false
	observe := func(in golden.AsyncFIFOIn, out golden.AsyncFIFOOut, hit func(string)) {
		if in.WrClk && in.Push && !out.Full {
			pushed++
		}
		kit.Reached{
			"full":               out.Full,
			"full_again":         out.Full && wasEmpty,
			"empty_again":        out.Empty && wasFull,
			"push_while_full":    out.Full && in.Push && in.WrClk,
			"pop_while_empty":    out.Empty && in.Pop && in.RdClk,
			"push_stands_still":  in.Push && !in.WrClk && !out.Full,
			"pop_stands_still":   in.Pop && !in.RdClk && !out.Empty,
			"edges_together":     in.WrClk && in.RdClk,
			"edges_apart":        in.WrClk != in.RdClk,
			"word_each_edge":     popped && in.RdClk && in.Pop && !out.Empty,
			"wrapped":            pushed > 2*v["depth"],
			"wrapped_while_full": out.Full && pushed%v["depth"] != 0,
		}.Report(hit)
		if in.RdClk {
			popped = in.Pop && !out.Empty
		}
		wasFull = wasFull || out.Full
		wasEmpty = wasEmpty || wasFull && out.Empty
	}
	return testbench.NewCase(golden.AsyncFIFOIn{}, golden.AsyncFIFOOut{}, m.Step, drive, observe)
}
