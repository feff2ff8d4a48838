package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// randomBits are n bits.
func randomBits(rng *rand.Rand, n int) *big.Int {
	return new(big.Int).Rand(rng, new(big.Int).Lsh(big.NewInt(1), uint(n)))
}

func fcsBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.FCS), MinCycles: 1000, CoverPoints: []string{"zeros", "one bit", "any"},
		New: func(_ blocks.Values, rng *rand.Rand) testbench.Case {
			drive := func(int) golden.FCSIn {
				switch rng.Intn(8) {
				case 0:
					return golden.FCSIn{Data: new(big.Int)}
				case 1, 2, 3:
					return golden.FCSIn{Data: new(big.Int).Lsh(big.NewInt(1), uint(rng.Intn(480)))}
				}
				return golden.FCSIn{Data: randomBits(rng, 480)}
			}
			observe := func(in golden.FCSIn, _ golden.FCSOut, hit func(string)) {
				ones := 0
				for _, w := range in.Data.Bits() {
					for ; w != 0; w &= w - 1 {
						ones++
					}
				}
				hit([]string{"zeros", "one bit", "any"}[min(ones, 2)])
			}
			return testbench.NewCase(golden.FCSIn{Data: new(big.Int)}, golden.FCSOut{}, golden.FCS, drive, observe)
		},
	}
}

// randomCNM and randomPause are frames with any contents.
func randomCNM(rng *rand.Rand) golden.Frame {
	return golden.Frame{
		Kind: golden.KindCNM, Prio: rng.Intn(8), Dst: rng.Intn(4096), Src: rng.Intn(4096), Length: 64,
		Feedback: rng.Intn(64), QOffset: rng.Intn(1<<16) - 1<<15, QDelta: rng.Intn(1<<16) - 1<<15, CPID: rng.Intn(1 << 16),
		FlowPrio: rng.Intn(8), FlowDst: rng.Intn(4096),
	}
}

func randomPause(rng *rand.Rand) golden.Frame {
	number := rng.Intn(4096)
	return golden.Frame{
		Kind: golden.KindPause, Dst: number, Src: number, Length: 64, Enable: rng.Intn(256), Stop: rng.Intn(256),
		Quanta: kit.Pick(rng, []int{0, 1, 0xffff, rng.Intn(1 << 16)}),
	}
}

func randomExtra(rng *rand.Rand) golden.CNMExtra {
	x := golden.CNMExtra{VID: rng.Intn(4096), RPID: rng.Intn(1 << 16)}
	rng.Read(x.MSDU[:])
	return x
}

// framerCase drives a unit that makes bytes.
func framerCase(rng *rand.Rand, model *golden.Framer, next func(*rand.Rand) golden.Frame) testbench.Case {
	sent := false
	drive := func(cycle int) golden.FrameIn {
		f := next(rng)
		x := randomExtra(rng)
		return golden.FrameIn{BeatValid: kit.Chance(rng, []int{90, 20}[cycle/50%2]), BeatData: f.Word().Big(), VID: x.VID,
			RPID: x.RPID, MSDU: new(big.Int).SetBytes(x.MSDU[:])}
	}
	observe := func(_ golden.FrameIn, out golden.FrameOut, hit func(string)) {
		kit.Reached{"frame": out.FrameValid, "frame after frame": out.FrameValid && sent,
			"no frame": !out.FrameValid}.Report(hit)
		sent = out.FrameValid
	}
	return testbench.NewCase(golden.FrameIn{BeatData: new(big.Int), MSDU: new(big.Int)}, golden.FrameOut{}, model.Step,
		drive, observe)
}

var framerCoverPoints = []string{"frame", "frame after frame", "no frame"}

func cnmFrameBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.CNMFrame), MinCycles: 1000, CoverPoints: framerCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			return framerCase(rng, golden.NewCNMFrame(v["mac_base"]), randomCNM)
		},
	}
}

func pfcFrameBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.PFCFrame), MinCycles: 1000, CoverPoints: framerCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			return framerCase(rng, golden.NewPFCFrame(v["mac_base"]), randomPause)
		},
	}
}

// parserCase drives a unit that reads bytes: good frames, such with a wrong bit and a
// good FCS, and such with a wrong bit and the old FCS.
func parserCase(rng *rand.Rand, model *golden.Parser, next func() golden.Bytes) testbench.Case {
	drive := func(cycle int) golden.ParseIn {
		b := next()
		switch rng.Intn(7) {
		case 0, 1: // in the header
			b[rng.Intn(24)] ^= 1 << rng.Intn(8)
			b.Seal()
		case 2:
			b[rng.Intn(60)] ^= 1 << rng.Intn(8)
			b.Seal()
		case 3:
			b[rng.Intn(60)] ^= 1 << rng.Intn(8)
		case 4:
			b[60+rng.Intn(4)] ^= 1 << rng.Intn(8)
		}
		return golden.ParseIn{FrameValid: kit.Chance(rng, []int{90, 20}[cycle/50%2]), FrameData: b.Big()}
	}
	good := false
	var before [2]bool // frames that came
	observe := func(in golden.ParseIn, out golden.ParseOut, hit func(string)) {
		kit.Reached{
			"good": out.BeatGood, "good after good": out.BeatGood && good, "bad FCS": out.BeatBadFCS,
			"another kind": before[0] && !out.BeatGood && !out.BeatBadFCS,
		}.Report(hit)
		good = out.BeatGood
		before = [2]bool{before[1], in.FrameValid}
	}
	return testbench.NewCase(golden.ParseIn{FrameData: new(big.Int)}, golden.ParseOut{}, model.Step, drive, observe)
}

var parserCoverPoints = []string{"good", "good after good", "bad FCS", "another kind"}

func cnmParseBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.CNMParse), MinCycles: 4000, CoverPoints: parserCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			base := v["mac_base"]
			next := func() golden.Bytes { return golden.CNMBytes(base, randomCNM(rng), randomExtra(rng)) }
			return parserCase(rng, golden.NewCNMParse(base), next)
		},
	}
}

func pfcParseBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.PFCParse), MinCycles: 4000, CoverPoints: parserCoverPoints,
		New: func(_ blocks.Values, rng *rand.Rand) testbench.Case {
			next := func() golden.Bytes {
				b := golden.PFCBytes(rng.Intn(1<<36), randomPause(rng))
				if kit.Chance(rng, 30) { // PAUSE for all
					b[14] = 0
					b[16], b[17] = byte(rng.Intn(2)*rng.Intn(256)), byte(rng.Intn(2)*rng.Intn(256))
				} else if kit.Chance(rng, 50) { // any quanta
					rng.Read(b[18:34])
				}
				b.Seal()
				return b
			}
			return parserCase(rng, golden.NewPFCParse(), next)
		},
	}
}
