package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/board"
	"culprit.example/culprit/blocks/board/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func boardBench() testbench.Bench {
	coverPoints := []string{"running", "counters stand still", "a line is printed"}
	// A run of that many cycles prints some lines.
	const minCycles = 8000
	return testbench.Bench{
		Block: blocks.Of(board.Board), MinCycles: minCycles, Resets: 1,
		Scripted:    true, // a run and its print
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			long := v["cycles"] > minCycles/8
			slow := long || v["bit_cycles"] > 4
			return kit.Without(coverPoints, kit.Cannot{"counters stand still": long, "a line is printed": slow})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			m := golden.NewBoard(kit.ParamsOf[golden.Params](v))
			setting := golden.BoardIn{Switches: 8 + rng.Intn(8)}
			drive := func(cycle int) golden.BoardIn {
				if cycle > 20 {
					setting.Switches = rng.Intn(16) // without effect
				}
				return setting
			}
			edges, before := 0, true
			observe := func(_ golden.BoardIn, out golden.BoardOut, hit func(string)) {
				if out.Tx != before {
					edges++
				}
				before = out.Tx
				kit.Reached{"running": out.LedRunning, "counters stand still": !out.LedRunning,
					"a line is printed": edges > 100}.Report(hit)
			}
			return testbench.NewCase(golden.BoardIn{}, golden.BoardOut{}, m.Step, drive, observe)
		},
	}
}
