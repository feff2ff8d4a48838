package bench

import (
	"slices"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants of a block are named after what a designer would have done wrong.
// Targets are signals of the netlist, nodes are counted as package mutant says.

// wrong is a mutant in the block's own module.
func wrong(name string, m mutant.Mutation) testbench.Mutant {
	return testbench.Mutant{Name: name, Mutate: m}
}

// built is a mutant that is another parameter value.
func built(name, param string, change func(int) int) testbench.Mutant {
	return testbench.Mutant{Name: name, Build: func(v blocks.Values) { v[param] = change(v[param]) }}
}

func plus(delta int) func(int) int { return func(x int) int { return x + delta } }

var fifoMutants = []testbench.Mutant{
	built("full_one_word_late", "depth", plus(1)),
	wrong("push_while_full", mutant.DropTerm("do_push", 0)),
	wrong("pop_while_empty", mutant.DropTerm("do_pop", 0)),
	wrong("count_moves_on_push_and_pop", mutant.FlipOp("count_q", ir.OpXor, ir.OpOr, 0)),
	wrong("count_down_on_push", mutant.SwapMux("count_q", 0)),
	wrong("pop_leaves_count", mutant.NeverCondition("count_q", 0)),
	wrong("writes_without_push", mutant.DropCondition("storage", 0)),
	wrong("head_stays", mutant.NeverCondition("head", 0)),
	wrong("tail_skips_a_word", mutant.AddConst("tail", 0, 1)),
	wrong("stored_bit_stuck", mutant.StuckBit("storage", 3, 0)),
}

// deepFIFOMutants are those of a FIFO in a block RAM.
var deepFIFOMutants = append([]testbench.Mutant{
	wrong("second_word_not_seen", mutant.StuckBit("several", 0, 0)),
	wrong("third_word_not_read", mutant.StuckBit("fetch", 0, 0)),
	wrong("reads_without_pop", mutant.DropFirstTerm("fetch", 0)),
	wrong("fourth_word_not_seen", mutant.StuckBit("many", 0, 0)),
	wrong("third_word_copied", mutant.DropTerm("copies", 0)),
	wrong("copied_without_push", mutant.DropFirstTerm("copies", 0)),
	wrong("second_word_copied_over_the_first", mutant.DropTerm("first_q", 0)),
	wrong("word_in_flight_missed", mutant.SwapMux("first_q", 0)),
	wrong("copied_for_read", mutant.SwapMux("second_q", 0)),
	wrong("starts_at_the_second_word", mutant.ResetValue("third", 1)),
	wrong("never_empty_with_several_before", mutant.DropTerm("empty_q", 0)),
	wrong("empty_register_is_shown", mutant.SwapMux("empty_q", 0)),
	wrong("starts_readable", mutant.ResetValue("empty_q", 0)),
	wrong("third_stays", mutant.NeverCondition("third", 0)),
}, slices.DeleteFunc(slices.Clone(fifoMutants), func(m testbench.Mutant) bool {
	// behind the youngest word the places are free; there is no head
	return m.Name == "writes_without_push" || m.Name == "head_stays"
})...)
