package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var crossbarCoverPoints = []string{"all_disabled", "all_enabled", "one_input_to_all", "all_from_different_inputs",
	"first_input", "last_input"}

func crossbarBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.Crossbar), New: crossbarCase, MinCycles: minCycles, CoverPoints: crossbarCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(crossbarCoverPoints, kit.Cannot{"all_from_different_inputs": v["outputs"] > v["inputs"]})
		},
	}
}

// routing is how often an output is enabled, in percent, and where all outputs
// have their data from: each from where it likes, from one input, or each from
// another.
type routing struct {
	enable      int
	same, other bool
}

var crossbarProgram = program[routing]{
	{4, routing{enable: 0}},
	{20, routing{enable: 100}},
	{20, routing{enable: 100, same: true}},
	{20, routing{enable: 100, other: true}},
	{40, routing{enable: 50}},
	{40, routing{enable: 80}},
}

func crossbarCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	inputs, outputs := v["inputs"], v["outputs"]
	d, m := dice{rng}, golden.NewCrossbar(inputs, outputs)
	drive := func(cycle int) golden.CrossbarIn {
		odds := crossbarProgram.at(cycle)
		in := golden.CrossbarIn{Data: make([]*big.Int, inputs), Select: make([]int, outputs),
			Enable: d.bits(outputs, odds.enable)}
		for i := range in.Data {
			in.Data[i] = d.word(v["width"])
		}
		for o := range in.Select {
			switch {
			case odds.same:
				in.Select[o] = cycle % inputs
			case odds.other:
				in.Select[o] = (cycle + o) % inputs
			default:
				in.Select[o] = d.Intn(inputs)
			}
		}
		return in
	}

	observe := func(in golden.CrossbarIn, _ golden.CrossbarOut, hit func(string)) {
		enabled, sources := 0, map[int]bool{}
		for o, on := range in.Enable {
			if on {
				enabled++
				sources[in.Select[o]] = true
			}
		}
		all := enabled == outputs
		kit.Reached{
			"all_disabled":              enabled == 0,
			"all_enabled":               all,
			"one_input_to_all":          all && len(sources) == 1,
			"all_from_different_inputs": all && len(sources) == outputs,
			"first_input":               sources[0],
			"last_input":                sources[inputs-1],
		}.Report(hit)
	}
	in := golden.CrossbarIn{Data: make([]*big.Int, inputs), Select: make([]int, outputs), Enable: make([]bool, outputs)}
	return testbench.NewCase(in, golden.CrossbarOut{Q: make([]*big.Int, outputs)}, m.Step, drive, observe)
}
