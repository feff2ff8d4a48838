package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// CrossbarMutants are mistakes in the crossing of a switch (packet.Crossing), whose
// counters are called left.
func CrossbarMutants(left string) []testbench.Mutant {
	return []testbench.Mutant{
		{Name: "crossbar_switched_one_word_short", Mutate: mutant.AddConst(left, 0, -1)},
		{Name: "crossbar_stays_connected", Mutate: mutant.DropAssign(left, 1)},
		{Name: "crossbar_turns_to_the_next_input_too_early", Mutate: Instead("connected", "read_from", "reading_from")},
	}
}

// Instead has the target read another signal of the same width.
func Instead(target, signal, other string) mutant.Mutation {
	return mutant.Rewrite(target, signal, func(_ *ir.Node, read func(string) *ir.Node) *ir.Node { return read(other) })
}
