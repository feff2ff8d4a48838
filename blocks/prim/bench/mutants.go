package bench

import (
	"fmt"
	"math/big"
	"slices"

	"culprit.example/culprit/blocks/prim/golden"
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

func always(value int) func(int) int { return func(int) int { return value } }
func plus(delta int) func(int) int   { return func(x int) int { return x + delta } }

// misread has every reader of an input see its bits rotated to the left. What
// they see has a name, so that Verilog can select from it.
func misread(input string, places int) mutant.Mutation {
	return func(m *ir.Module) error {
		p := m.Port(input)
		if p == nil || p.Kind != ir.Input {
			return fmt.Errorf("no such node: no input %s", input)
		}
		seenAs := &ir.Signal{Name: input + "_misread", Kind: ir.Wire, Width: p.Width, Pos: p.Pos}
		found := false
		seen := map[*ir.Node]bool{}
		m.RootNodes(func(root *ir.Node) {
			ir.WalkNodes(root, seen, func(n *ir.Node) {
				if n.Op == ir.OpSignal && n.Sig == p {
					found, n.Sig = true, seenAs
				}
			})
		})
		if !found {
			return fmt.Errorf("no such node: nothing reads %s", input)
		}
		by := &ir.Node{Op: ir.OpConst, Width: 16, Const: big.NewInt(int64(places)), Pos: p.Pos}
		read := &ir.Node{Op: ir.OpSignal, Width: p.Width, Sig: p, Pos: p.Pos}
		rotated := &ir.Node{Op: ir.OpRotL, Width: p.Width, Args: []*ir.Node{read, by}, Pos: p.Pos}
		m.Signals = append(m.Signals, seenAs)
		m.Body = append([]ir.Stmt{&ir.Assign{Sig: seenAs, Value: rotated, Pos: p.Pos}}, m.Body...)
		return nil
	}
}

// secondFirst takes the branches of the first if that has an else-if in the
// other order: what was second now wins when both conditions hold.
func secondFirst(m *ir.Module) error {
	var chain, second *ir.If
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		first, ok := s.(*ir.If)
		if !ok || chain != nil || len(first.Else) != 1 {
			return
		}
		if inner, ok := first.Else[0].(*ir.If); ok {
			chain, second = first, inner
		}
	})
	if chain == nil {
		return fmt.Errorf("no such node: no if with an else-if")
	}
	not := &ir.Node{Op: ir.OpNot, Width: 1, Args: []*ir.Node{second.Cond}, Pos: second.Pos}
	chain.Cond = &ir.Node{Op: ir.OpAnd, Width: 1, Args: []*ir.Node{chain.Cond, not}, Pos: chain.Pos}
	return nil
}

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

var skidBufferMutants = []testbench.Mutant{
	wrong("empty_output_waits_for_ready", mutant.DropTerm("out_valid_q", 0)),
	wrong("no_reload_while_taken", mutant.DropFirstTerm("out_valid_q", 0)),
	wrong("spare_overwritten", mutant.DropTerm("spare", 1)),
	wrong("spare_filled_with_nothing", mutant.DropFirstTerm("spare", 1)),
	wrong("spare_stays_full", mutant.DropAssign("spare_valid", 0)),
	wrong("spare_is_overtaken", mutant.NeverCondition("out_data_q", 1)),
	wrong("spare_never_full", mutant.StuckBit("spare_valid", 0, 0)),
	wrong("spare_bit_stuck", mutant.StuckBit("spare", 7, 1)),
	wrong("starts_with_a_word", mutant.ResetValue("out_valid_q", 1)),
}

var rrArbiterMutants = []testbench.Mutant{
	wrong("request_1_never_above", mutant.StuckBit("above_last", 0, 0)),
	wrong("top_request_always_above", mutant.StuckBit("above_last", 2, 1)),
	wrong("moves_without_advance", mutant.DropTerm("above_last", 0)),
	wrong("moves_without_request", mutant.DropFirstTerm("above_last", 0)),
	wrong("fixed_priority", mutant.NeverCondition("above_last", 0)),
	wrong("two_winners", mutant.FlipOp("req_choice", ir.OpLowestOne, ir.OpZext, 0)),
	wrong("lowest_wins_beside_the_one_ahead", mutant.SwapMux("req_choice", 0)),
	wrong("valid_for_odd_requests_only", mutant.FlipOp("valid", ir.OpRedOr, ir.OpRedXor, 0)),
	wrong("starts_elsewhere", mutant.ResetValue("above_last", 4)),
}

var sepAllocatorMutants = []testbench.Mutant{
	wrong("busy_output_wanted", mutant.DropTerm("ready", 0)),
	wrong("ineligible_queue_picked", mutant.DropFirstTerm("ready", 0)),
	wrong("busy_input_asks", mutant.DropFirstTerm("asking", 0)),
	wrong("loser_moves_on", mutant.DropCondition("queues_above", 0)),
	wrong("queues_fixed_priority", mutant.NeverCondition("queues_above", 0)),
	wrong("queue_never_above", mutant.StuckBit("queues_above", 1, 0)),
	wrong("idle_output_moves_on", mutant.DropCondition("inputs_above", 0)),
	wrong("inputs_fixed_priority", mutant.NeverCondition("inputs_above", 0)),
	wrong("two_queues_picked", mutant.FlipOp("queue_choice", ir.OpLowestOne, ir.OpZext, 0)),
	wrong("starts_with_another_input", mutant.ResetValue("inputs_above", 4)),
	wrong("one_pair_never_asked", mutant.StuckBit("asks", 5, 0)),
	wrong("grant_lanes_not_zero", mutant.AddConst("grant_queue", 0, 1)),
}

var creditCounterMutants = []testbench.Mutant{
	wrong("takes_though_given", mutant.DropTerm("take_only", 0)),
	wrong("gives_though_taken", mutant.DropTerm("give_only", 0)),
	wrong("take_counts_up", mutant.FlipOp("count_q", ir.OpSub, ir.OpAdd, 0)),
	wrong("takes_two", mutant.AddConst("count_q", 0, 1)),
	wrong("available_inverted", mutant.FlipOp("available", ir.OpNe, ir.OpEq, 0)),
	wrong("available_off_by_one", mutant.AddConst("available", 0, 1)),
	wrong("starts_one_short", mutant.ResetValue("count_q", 63)),
	wrong("top_bit_stuck", mutant.StuckBit("count_q", 6, 0)),
}

var lfsrMutants = []testbench.Mutant{
	wrong("one_tap_more", mutant.AddConst("value_q", 0, 1)),
	wrong("top_tap_missing", mutant.AddConst("value_q", 0, -1<<15)),
	wrong("or_for_xor", mutant.FlipOp("value_q", ir.OpRedXor, ir.OpRedOr, 0)),
	wrong("enable_ignored", mutant.DropCondition("value_q", 0)),
	wrong("starts_at_3", mutant.ResetValue("value_q", 3)),
	wrong("starts_at_0", mutant.ResetValue("value_q", 0)),
	wrong("middle_bit_stuck", mutant.StuckBit("value_q", 9, 0)),
}

var freeListMutants = []testbench.Mutant{
	wrong("takes_though_given", mutant.DropTerm("head", 0)),
	wrong("gives_though_taken", mutant.DropTerm("head", 1)),
	wrong("given_slot_not_linked", mutant.DropAssign("next", 0)),
	wrong("given_slot_not_on_top", mutant.DropAssign("head", 1)),
	wrong("bypass_of_given_slot_inverted", mutant.SwapMux("slot", 0)),
	wrong("empty_one_slot_early", mutant.AddConst("empty", 0, 1)),
	wrong("give_counts_down", mutant.FlipOp("count_q", ir.OpAdd, ir.OpSub, 0)),
	wrong("link_bit_stuck", mutant.StuckBit("next", 2, 1)),
	wrong("starts_at_slot_1", mutant.ResetValue("head", 1)),
}

var damqMutants = []testbench.Mutant{
	wrong("popped_last_slot_still_links", mutant.DropTerm("nothing_stays", 0)),
	wrong("single_slot_forgotten", mutant.DropTerm("nothing_stays", 1)),
	wrong("last_one_off_by_one", mutant.AddConst("last_one", 0, 1)),
	wrong("move_not_counted_as_append", mutant.DropTerm("appended", 0)),
	wrong("move_not_counted_as_pop", mutant.DropTerm("popped", 0)),
	wrong("count_up_though_popped", mutant.DropTerm("count_q", 0)),
	wrong("pop_counts_up", mutant.FlipOp("count_q", ir.OpSub, ir.OpAdd, 0)),
	wrong("move_leaves_head", mutant.DropAssign("head_q", 1)),
	wrong("moved_slot_not_linked", mutant.DropAssign("next", 1)),
	wrong("moved_slot_not_tail", mutant.DropAssign("tail", 1)),
	wrong("appended_slot_not_tail", mutant.DropAssign("tail", 0)),
	wrong("move_to_empty_has_no_head", mutant.DropAssign("head_q", 3)),
	wrong("link_bit_stuck", mutant.StuckBit("next", 3, 0)),
}

var ram1R1WMutants = []testbench.Mutant{
	wrong("writes_always", mutant.DropCondition("word", 0)),
	wrong("never_writes", mutant.NeverCondition("word", 0)),
	wrong("reads_always", mutant.DropCondition("word", 1)),
	wrong("written_bit_stuck", mutant.StuckBit("word", 63, 1)),
	wrong("read_bit_stuck", mutant.StuckBit("rd_data", 0, 0)),
	wrong("read_address_rotated", misread("rd_addr", 1)),
	built("collision_gives_new_word", "rdw", always(golden.ReadNew)),
}

var ternaryLineMutants = []testbench.Mutant{
	wrong("valid_ignored", mutant.DropFirstTerm("hit", 0)),
	wrong("mask_ignored", mutant.DropTerm("hit", 1)),
	wrong("mask_without_difference", mutant.DropFirstTerm("hit", 1)),
	wrong("mask_ored", mutant.FlipOp("hit", ir.OpAnd, ir.OpOr, 1)),
	wrong("or_for_xor", mutant.FlipOp("hit", ir.OpXor, ir.OpOr, 0)),
	wrong("hit_if_different", mutant.FlipOp("hit", ir.OpEq, ir.OpNe, 0)),
	wrong("low_bit_must_differ", mutant.AddConst("hit", 0, 1)),
	wrong("key_rotated", misread("key", 1)),
}

var camMutants = []testbench.Mutant{
	wrong("next_not_strictly_longer", mutant.FlipOp("longer", ir.OpGt, ir.OpGe, 0)),
	wrong("next_without_hit", mutant.DropFirstTerm("longer", 0)),
	wrong("invalid_line_hits", mutant.DropFirstTerm("hit", 0)),
	wrong("hit_ignores_mask", mutant.DropTerm("hit", 1)),
	wrong("exact_ignores_mask", mutant.DropTerm("exact", 1)),
	wrong("exact_finds_invalid_line", mutant.DropFirstTerm("exact", 1)),
	wrong("clear_ignored", mutant.NeverCondition("line_valid_q", 1)),
	wrong("clear_wins_over_set", secondFirst),
	wrong("set_without_valid", mutant.DropFirstTerm("line_valid_q", 0)),
	wrong("set_keeps_old_mask", mutant.DropAssign("mask", 0)),
	wrong("free_only_if_all_are", mutant.FlipOp("free_found", ir.OpRedOr, ir.OpRedAnd, 0)),
	wrong("longest_needs_no_hit", mutant.DropFirstTerm("longest", 0)),
}

var hysteresisMutants = []testbench.Mutant{
	wrong("rises_at_high", mutant.FlipOp("rise", ir.OpGt, ir.OpGe, 0)),
	wrong("falls_at_low", mutant.FlipOp("fall", ir.OpLt, ir.OpLe, 0)),
	wrong("high_off_by_one", mutant.AddConst("rise", 0, 1)),
	wrong("low_off_by_one", mutant.AddConst("fall", 0, -1)),
	wrong("rises_again", mutant.DropFirstTerm("rise", 0)),
	wrong("falls_again", mutant.DropFirstTerm("fall", 0)),
	wrong("never_falls", mutant.NeverCondition("state_q", 1)),
	wrong("starts_at_1", mutant.ResetValue("state_q", 1)),
}

var linkDelayMutants = []testbench.Mutant{
	built("one_cycle_long", "latency", plus(1)),
	built("one_cycle_short", "latency", plus(-1)),
	wrong("first_stage_bit_stuck", mutant.StuckBit("flight", 0, 1)),
	wrong("last_stage_bit_stuck", mutant.StuckBit("flight", 127, 0)),
	wrong("starts_with_a_word", mutant.ResetValue("flight", 1)),
	wrong("bits_rotated", misread("d", 1)),
}

var crossbarMutants = []testbench.Mutant{
	wrong("enable_inverted", mutant.SwapMux("q", 0)),
	wrong("disabled_output_not_zero", mutant.AddConst("q", 0, 1)),
	wrong("enable_of_the_neighbour", misread("enable", 1)),
	wrong("select_of_the_neighbour", misread("select", 3)),
	wrong("data_of_the_neighbour", misread("data", 64)),
	wrong("top_bit_stuck", mutant.StuckBit("q", 511, 0)),
	wrong("low_bit_stuck", mutant.StuckBit("q", 0, 1)),
}
