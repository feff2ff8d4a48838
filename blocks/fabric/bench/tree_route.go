package bench

import (
	"math/rand"

	"culprit/blocks"
	"culprit/blocks/fabric"
	"culprit/blocks/fabric/golden"
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/kit"
	"culprit/testbench/mutant"
)

func treeRouteBench() testbench.Bench {
	coverPoints := []string{"within a switch", "over the second level", "over the third level", "over the fourth level", "to itself", "a number beyond the nodes"}
	return testbench.Bench{
		Block:       blocks.Of(fabric.TreeRoute),
		MinCycles:   3000,
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			if v["levels"] == 4 {
				return coverPoints[:5] // 8 bits name no more than the nodes
			}
			return append(append([]string{}, coverPoints[:v["levels"]]...), coverPoints[4:]...)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			nodes := 1 << (2 * v["levels"])
			drive := func(int) golden.TreeRouteIn {
				in := golden.TreeRouteIn{Node: rng.Intn(nodes), Dst: rng.Intn(nodes)}
				if near := rng.Intn(v["levels"] + 1); near < v["levels"] {
					// Uniform pairs meet at the top level: others differ in the
					// lowest digits alone.
					in.Dst = in.Node&^(1<<(2*near)-1) | rng.Intn(1<<(2*near))
				}
				if kit.Chance(rng, 10) {
					in.Node, in.Dst = rng.Intn(256), rng.Intn(256)
				}
				return in
			}
			observe := func(in golden.TreeRouteIn, _ golden.TreeRouteOut, hit func(string)) {
				if in.Node >= nodes || in.Dst >= nodes {
					hit("a number beyond the nodes")
					return
				}
				differ := in.Node ^ in.Dst
				switch {
				case differ == 0:
					hit("to itself")
				case differ < 4:
					hit("within a switch")
				case differ < 16:
					hit("over the second level")
				case differ < 64:
					hit("over the third level")
				default:
					hit("over the fourth level")
				}
			}
			return testbench.NewCase(golden.TreeRouteIn{}, golden.TreeRouteOut{}, golden.NewTreeRoute(v["levels"]).Step, drive, observe)
		},
		Mutants: []testbench.Mutant{
			{Name: "up_turn_by_xor", Mutate: mutant.FlipOp("up_0", ir.OpSub, ir.OpXor, 0)},
			{Name: "up_turn_off_by_one", Mutate: mutant.AddConst("up_0", 0, 1)},
			{Name: "across_turn_off_by_one", Mutate: mutant.AddConst("across_0", 0, 1)},
			{Name: "apex_turn_wrong", Mutate: mutant.AddConst("across_1", 0, -1)},
			{Name: "down_turn_off_by_one", Mutate: mutant.AddConst("turns_to_1", 0, 1)},
			{Name: "routes_up_and_across_swapped", Mutate: mutant.SwapMux("turns_to_1", 0)},
			{Name: "down_turn_bit_stuck", Mutate: mutant.StuckBit("turns_to_1", 22, 0)},
			{Name: "zeros_below_the_last", Mutate: mutant.StuckBit("turns", 0, 0)},
			{Name: "tree_of_another_size", Build: func(v blocks.Values) { v["levels"] = 3 }},
		},
	}
}
