package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// numbers is how many nodes a number can name.
const numbers = 256

func treeRouteBench() testbench.Bench {
	coverPoints := []string{"within a switch", "over the second level", "over the third level", "over the fourth level",
		"to itself", "a number beyond the nodes"}
	return testbench.Bench{
		Block:       blocks.Of(fabric.TreeRoute),
		MinCycles:   3000,
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			points := append(append([]string{}, coverPoints[:v["levels"]]...), coverPoints[4:]...)
			all := kit.ParamsOf[golden.Params](v).Nodes() == numbers
			return kit.Without(points, kit.Cannot{"a number beyond the nodes": all})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			nodes, down := p.Nodes(), p.Down()
			drive := func(int) golden.TreeRouteIn {
				in := golden.TreeRouteIn{Node: rng.Intn(nodes), Dst: rng.Intn(nodes)}
				if near := rng.Intn(v["levels"] + 1); near < v["levels"] {
					// Uniform pairs meet at the top level: others differ in the
					// lowest digits alone.
					size := 1
					for range near {
						size *= down
					}
					in.Dst = in.Node/size*size + rng.Intn(size)
				}
				if kit.Chance(rng, 10) {
					in.Node, in.Dst = rng.Intn(numbers), rng.Intn(numbers)
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
				case differ < down:
					hit("within a switch")
				case differ < down*down:
					hit("over the second level")
				case differ < down*down*down:
					hit("over the third level")
				default:
					hit("over the fourth level")
				}
			}
			return testbench.NewCase(golden.TreeRouteIn{}, golden.TreeRouteOut{}, golden.NewTreeRoute(p.Ports, p.Levels).Step,
				drive, observe)
		},
	}
}
