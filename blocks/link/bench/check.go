package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var checkCoverPoints = []string{"a flit goes out", "a flit comes", "damaged flit", "damaged CRC", "no word comes"}

func checkBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Check), MinCycles: 2000, Small: map[string]int{"width": 12}, CoverPoints: checkCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			width := v["width"]
			model := golden.NewCheck(width)
			random := func(bits int) *big.Int {
				return new(big.Int).Rand(rng, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
			}
			at := 0 // the bit that is damaged, -1 for none
			drive := func(int) golden.CheckIn {
				in := golden.CheckIn{FlitTxValid: kit.Chance(rng, 80), FlitTx: random(width), LineRxValid: kit.Chance(rng, 80)}
				if in.LineRx, at = model.Word(random(width)), -1; kit.Chance(rng, 50) {
					at = rng.Intn(width + 32)
					in.LineRx = flipped(in.LineRx, at)
				}
				return in
			}
			observe := func(in golden.CheckIn, out golden.CheckOut, hit func(string)) {
				kit.Reached{
					"a flit goes out": out.LineTxValid,
					"a flit comes":    out.FlitRxValid,
					"damaged flit":    in.LineRxValid && at >= 0 && at < width,
					"damaged CRC":     in.LineRxValid && at >= width,
					"no word comes":   !in.LineRxValid,
				}.Report(hit)
			}
			return testbench.NewCase(golden.CheckIn{}, model.Registered(), model.Step, drive, observe)
		},
	}
}
