package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/regs"
	"culprit.example/culprit/blocks/regs/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var axilCoverPoints = append([]string{
	"write before read", "answer after a cycle", "answer later", "error of a write", "error of a read",
}, busCoverPoints...)

func axilBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.AXIL), MinCycles: 6000, CoverPoints: axilCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := new(golden.AXIL)
			master := NewMaster(rng, func() uint32 { return uint32(rng.Uint64() & (1<<v["address"] - 1)) })
			slow := 100
			waited := 0 // cycles without an answer to the access
			drive := func(cycle int) golden.AXILIn {
				if cycle%80 == 0 {
					slow = kit.Pick(rng, []int{20, 100})
				}
				in := golden.AXILIn{AXILiteIn: master.Drive(cycle, model.Registered().AXILiteOut)}
				in.AnswerError, in.AnswerData = kit.Chance(rng, 30), rng.Uint32()
				in.AnswerValid = model.Asked() && kit.Chance(rng, slow)
				return in
			}
			observe := func(in golden.AXILIn, out golden.AXILOut, hit func(string)) {
				observeBus(in.AXILiteIn, out.AXILiteOut, hit)
				kit.Reached{
					"write before read":    out.ReqValid && out.ReqWrite && !out.SAxilArready,
					"answer after a cycle": in.AnswerValid && waited == 0,
					"answer later":         in.AnswerValid && waited > 0,
					"error of a write":     out.SAxilBvalid && out.SAxilBresp != 0,
					"error of a read":      out.SAxilRvalid && out.SAxilRresp != 0,
				}.Report(hit)
				if waited++; in.AnswerValid || out.ReqValid {
					waited = 0
				}
			}
			return testbench.NewCase(golden.AXILIn{}, model.Registered(), model.Step, drive, observe)
		},
	}
}
