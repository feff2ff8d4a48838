package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var ternaryLineCoverPoints = []string{
	"equal", "equal_but_invalid", "hit_though_different", "misses_by_one_bit", "top_bit_decides", "low_bit_decides",
	"no_bit_counts",
	"all_bits_count",
}

func ternaryLineBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.TernaryLine), New: ternaryLineCase, MinCycles: minCycles, CoverPoints: ternaryLineCoverPoints,
	}
}

func ternaryLineCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	d, m := dice{rng}, golden.NewTernaryLine(v["width"])
	width := v["width"]
	drive := func(int) golden.TernaryLineIn {
		in := golden.TernaryLineIn{Valid: d.chance(80), Value: d.uniform(width), Mask: d.word(width), Key: d.uniform(width)}
		if d.chance(85) { // a key near the value
			in.Key.Set(in.Value)
			for flips := d.Intn(3); flips > 0; flips-- {
				bit := []int{0, width - 1, d.Intn(width), d.Intn(width)}[d.Intn(4)]
				in.Key.SetBit(in.Key, bit, 1-in.Key.Bit(bit))
			}
			if d.chance(30) { // with all the differences in bits that do not count
				in.Mask.AndNot(in.Mask, new(big.Int).Xor(in.Key, in.Value))
			}
		}
		return in
	}

	observe := func(in golden.TernaryLineIn, out golden.TernaryLineOut, hit func(string)) {
		differ := new(big.Int).Xor(in.Key, in.Value)
		counts := new(big.Int).And(differ, in.Mask)
		only := func(bit int) bool { return counts.BitLen() == bit+1 && counts.TrailingZeroBits() == uint(bit) }
		kit.Reached{
			"equal":                out.Hit && differ.Sign() == 0,
			"equal_but_invalid":    !in.Valid && counts.Sign() == 0,
			"hit_though_different": out.Hit && differ.Sign() != 0,
			"misses_by_one_bit":    in.Valid && only(counts.BitLen()-1) && counts.Sign() != 0,
			"top_bit_decides":      in.Valid && only(width-1),
			"low_bit_decides":      in.Valid && only(0),
			"no_bit_counts":        in.Mask.Sign() == 0 && differ.Sign() != 0 && in.Valid,
			"all_bits_count":       in.Mask.Cmp(ir.Ones(width)) == 0 && in.Valid,
		}.Report(hit)
	}
	return testbench.NewCase(golden.TernaryLineIn{}, golden.TernaryLineOut{}, m.Step, drive, observe)
}
