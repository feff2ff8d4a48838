package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var notifierCoverPoints = []string{"offered", "taken at once", "several wait", "lost",
	"trigger as its predecessor is taken", "sampled again while one waits"}

func notifierBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Notifier), MinCycles: 4000, CoverPoints: notifierCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["ports"]
			model := golden.NewNotifier(n)
			in := golden.NotifierIn{
				Number: rng.Intn(4096), Frame: new(big.Int), Sampled: make([]bool, n), TriggerValid: make([]bool, n),
				TriggerFeedback: make([]int, n), TriggerQOffset: make([]uint16, n), TriggerQDelta: make([]uint16, n),
			}
			known := make([]bool, n) // a frame of the output was sampled
			takes, triggers, steps := 50, 5, 0
			drive := func(cycle int) golden.NotifierIn {
				if cycle%100 == 0 {
					takes, triggers = kit.Pick(rng, []int{3, 50, 100}), kit.Pick(rng, []int{1, 5, 30})
				}
				in.Frame = randomFrame(rng, 64).Word().Big()
				for o := range n {
					in.TriggerValid[o] = known[o] && (steps == 2 || kit.Chance(rng, triggers)) // all at once after a reset
					in.TriggerFeedback[o], in.TriggerQOffset[o], in.TriggerQDelta[o] = rng.Intn(64), uint16(rng.Intn(1<<16)),
						uint16(rng.Intn(1<<16))
					in.Sampled[o] = steps == 1 || steps > 1 && kit.Chance(rng, 10)
					known[o] = known[o] || in.Sampled[o]
				}
				steps++
				in.CnTaken = model.Offers() && kit.Chance(rng, takes)
				return in
			}
			offered := 0
			observe := func(in golden.NotifierIn, out golden.NotifierOut, hit func(string)) {
				waits := model.Waits()
				if out.CnValid {
					offered++
				}
				kit.Reached{
					"offered": out.CnValid, "taken at once": in.CnTaken && offered == 1, "several wait": waits > 1, "lost": out.Lost,
					"trigger as its predecessor is taken": in.CnTaken && in.TriggerValid[out.CnPort],
					"sampled again while one waits":       waits > 0 && kit.Count(in.Sampled) > 0,
				}.Report(hit)
				if in.CnTaken {
					offered = 0
				}
			}
			return testbench.NewCase(in, golden.NotifierOut{CnWord: new(big.Int)}, model.Step, drive, observe)
		},
	}
}
