package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/board"
	"culprit.example/culprit/blocks/board/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func printerBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(board.Printer), MinCycles: 24000, Resets: 2,
		Scripted: true, // a print is over after a number of characters
		CoverPoints: []string{
			"not begun", "held", "digit above 9", "end of a line", "second node", "switch", "totals", "done", "start afterwards",
		},
		New: func(_ blocks.Values, rng *rand.Rand) testbench.Case {
			m := golden.NewPrinter()
			begin := rng.Intn(50)
			eager := 90
			drive := func(cycle int) golden.PrinterIn {
				if cycle%500 == 0 {
					eager = kit.Pick(rng, []int{95, 99, 100})
				}
				return golden.PrinterIn{Start: cycle == begin || cycle > begin && kit.Chance(rng, 50), ReadData: rng.Uint64(),
					OutReady: kit.Chance(rng, eager)}
			}
			observe := func(in golden.PrinterIn, out golden.PrinterOut, hit func(string)) {
				kit.Reached{
					"not begun":        !in.Start && !out.OutValid && out.ReadUnit == 0 && out.ReadAddress == 0,
					"held":             out.OutValid && !in.OutReady,
					"digit above 9":    out.OutValid && out.OutData >= 'a',
					"end of a line":    out.OutValid && out.OutData == '\n' && in.OutReady,
					"second node":      out.ReadUnit == 1,
					"switch":           out.ReadUnit == 256,
					"totals":           out.ReadUnit == 512,
					"done":             out.Done,
					"start afterwards": out.Done && in.Start,
				}.Report(hit)
			}
			return testbench.NewCase(golden.PrinterIn{}, golden.PrinterOut{}, m.Step, drive, observe)
		},
	}
}
