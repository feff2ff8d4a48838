package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/board"
	"culprit.example/culprit/blocks/board/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func uartBench() testbench.Bench {
	// A character takes 10 bits: within a run, only short ones are many.
	long := []string{"one after the other", "all characters differ", "idle for long"}
	coverPoints := append([]string{"taken", "offered while busy", "start bit", "data bit 1", "data bit 0"}, long...)
	return testbench.Bench{
		Block: blocks.Of(board.UART), MinCycles: 4000, CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			slow, endless := v["bit_cycles"] > 20, v["bit_cycles"] > 100
			return kit.Without(coverPoints, kit.Cannot{
				"one after the other": slow, "all characters differ": slow, "idle for long": slow, "data bit 1": endless,
				"data bit 0": endless,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			m := golden.NewUART(v["bit_cycles"])
			eager := 50
			drive := func(cycle int) golden.UARTIn {
				if cycle%100 == 0 {
					eager = kit.Pick(rng, []int{3, 50, 100})
				}
				return golden.UARTIn{Valid: kit.Chance(rng, eager), Data: uint8(rng.Intn(256))}
			}
			var before golden.UARTOut
			idle, characters := 0, 0
			observe := func(in golden.UARTIn, out golden.UARTOut, hit func(string)) {
				taken := in.Valid && out.Ready
				if taken {
					characters++
				}
				kit.Reached{
					"taken":                 taken,
					"offered while busy":    in.Valid && !out.Ready,
					"start bit":             before.Ready && !out.Tx,
					"data bit 1":            !before.Ready && !before.Tx && out.Tx,
					"data bit 0":            !out.Ready && before.Tx && !out.Tx && !before.Ready,
					"one after the other":   taken && idle == 0,
					"all characters differ": characters > 8,
					"idle for long":         idle > 5,
				}.Report(hit)
				if out.Ready {
					idle++
				} else {
					idle = 0
				}
				before = out
			}
			return testbench.NewCase(golden.UARTIn{}, golden.UARTOut{}, m.Step, drive, observe)
		},
		Equivalent: map[string]string{
			"uart_tx bits_left constant: 1 becomes 9":         "10 bits later the count of 10 is 0 as well, modulo 16",
			"uart_tx assignment: bit 3 of bits_left inverted": "the same as a count by 9",
		},
	}
}
