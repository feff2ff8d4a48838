package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// threeOperations is the shortest distance of two grants where scans and activations wait:
// three operations of six cycles.
const threeOperations = 18

// firstTurn is why the start of the turns does not matter.
const firstTurn = "the first request is an activation: nothing else waits"

func beatArbiterBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.BeatArbiter),
		MinCycles:   24000,
		CoverPoints: arbiterBench().CoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(beatArbiterBench().CoverPoints, neverOfArbiter(v))
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &arbiterStimulus{rng: rng, p: p, asked: make([]int, p.Nodes), rate: 160, distance: threeOperations}
			return testbench.NewCase(golden.ArbiterIn{}, golden.ArbiterOut{}, golden.NewBeatArbiter(p).Step, s.drive, s.observe)
		},
		AnyReset: map[string]string{
			"reqgrant_beat_arbiter.now_q: all bits flipped in reset":      relative,
			"reqgrant_beat_arbiter.now_q: bit 0 flipped in reset":         relative,
			"reqgrant_beat_arbiter.now_q: no reset":                       relative,
			"reqgrant_beat_arbiter.allowed_q: bit 0 flipped in reset":     duringWalk,
			"reqgrant_beat_arbiter.allowed_q: no reset":                   duringWalk,
			"reqgrant_beat_arbiter.op_above_last: bit 0 flipped in reset": firstTurn,
			"reqgrant_beat_arbiter.op_above_last: bit 1 flipped in reset": firstTurn,
			"reqgrant_beat_arbiter.op_above_last: no reset":               firstTurn,
			"reqgrant_beat_arbiter.op_q: all bits flipped in reset":       duringWalk,
			"reqgrant_beat_arbiter.op_q: bit 0 flipped in reset":          duringWalk,
			"reqgrant_beat_arbiter.op_q: bit 2 flipped in reset":          duringWalk,
			"reqgrant_beat_arbiter.op_q: no reset":                        duringWalk,
			"reqgrant_beat_arbiter.pause_q: all bits flipped in reset":    duringWalk,
			"reqgrant_beat_arbiter.pause_q: bit 0 flipped in reset":       duringWalk,
			"reqgrant_beat_arbiter.pause_q: bit 4 flipped in reset":       duringWalk,
			"reqgrant_beat_arbiter.pause_q: no reset":                     duringWalk,
			"reqgrant_beat_arbiter.step_q: all bits flipped in reset":     duringWalk,
		},
	}
}
