package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
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
		Mutants: []testbench.Mutant{
			{Name: "oc_not_checked", Mutate: mutant.FlipOp("allowed_q", ir.OpGe, ir.OpGt, 0)},
			{Name: "idle_one_less", Mutate: mutant.FlipOp("timer_q", ir.OpAdd, ir.OpSub, 0)},
			{Name: "tick_ignored", Mutate: mutant.DropFirstTerm("rest", 0)},
			{Name: "time_not_moved_on", Mutate: mutant.FlipOp("op_next_q", ir.OpAdd, ir.OpSub, 0)},
			{Name: "times_do_not_catch_up", Mutate: mutant.Stuck("op_late", 0)},
			{Name: "later_one_wins", Mutate: mutant.SwapMux("round2_time_q", 0)},
			{Name: "opponent_is_another", Mutate: mutant.AddConst("round1_beside", 0, 1)},
			{Name: "granted_before_it_has_left", Mutate: mutant.DropTerm("may_grant", 0)},
			{Name: "every_request_activates", Mutate: mutant.DropTerm("entry_fresh", 0)},
			{Name: "request_beside_its_grant_forgotten", Mutate: mutant.NeverCondition("op_again_q", 1)},
			{Name: "release_lost_beside_grant", Mutate: mutant.FlipOp("oc_q", ir.OpSub, ir.OpAdd, 0)},
			{Name: "request_behind_its_like_lost", Mutate: mutant.DropFirstTerm("entry_requested_q", 0)},
			{Name: "grant_not_passed_by", Mutate: mutant.SwapMux("entry_granted_q", 0)},
			{Name: "no_turns", Mutate: mutant.DropAssign("op_above_last", 0)},
			{Name: "scans_without_need", Mutate: mutant.NeverCondition("scan_due_q", 1)},
		},
	}
}
