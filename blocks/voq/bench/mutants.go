package bench

import (
	"fmt"

	env "culprit.example/culprit/blocks/packet/bench"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants of the switches: mistakes that a designer of them could make.

// commonMutants can be made in both switches, whose ports and schedulers are in these
// modules.
func commonMutants(inputPort, outputPort, scheduler string) []testbench.Mutant {
	return append(env.CrossbarMutants("beats_left"),
		kit.In("output_bit_stuck", inputPort, mutant.StuckBit("outport", 0, 0)),
		kit.In("turn_pointer_not_moved", outputPort, mutant.AddConst("next_tptr", 0, -3)),
		kit.In("all_but_the_header_patched", outputPort, mutant.SwapMux("patched", 0)),
		kit.In("last_beat_too_early", inputPort, mutant.AddConst("tx_last", 0, -1)),
		kit.In("word_not_restarted", inputPort, mutant.DropAssign("tx_word", 0)),
		kit.In("input_priority_fixed", scheduler, mutant.DropAssign("inputs_above", 0)),
		kit.In("output_open_too_early", scheduler, mutant.AddConst("output_busy", 0, -1)),
		kit.In("input_free_too_early", scheduler, mutant.AddConst("input_busy", 0, -1)),
		kit.In("granted_output_chooses_again", scheduler, mutant.DropTerm("choice", 0)),
	)
}

var swMutants = append(commonMutants("voqsw_input_port", "recn_output_port", "voqsw_scheduler"),
	kit.In("only_packet_not_replaced", "voqsw_queues", mutant.DropTerm("starts_queue", 0)),
	kit.In("refilled_by_any_queue", "voqsw_queues", mutant.DropTerm("refilled", 0)),
	kit.In("stays_in_its_queue", "voqsw_queues", mutant.NeverCondition("waiting_q", 0)),
	kit.In("tail_not_moved", "voqsw_queues", mutant.DropAssign("tail", 0)),
	kit.In("link_for_the_first", "voqsw_queues", mutant.DropTerm("link_valid", 0)),
	kit.In("missing_credit_check", "voqsw_scheduler", mutant.DropFirstTerm("output_open", 2)),
	kit.In("queue_priority_fixed", "voqsw_scheduler", mutant.DropAssign("queues_above", 0)),
	kit.In("credit_not_returned", "link_guard", mutant.StuckBit("credit_q", 0, 0)),
	kit.In("ring_read_before_it_is_filled", "recn_mmu", mutant.SwapMux("new_slot", 0)),
)

// readsOld has the memories of a module give the word before a write of the same
// cycle.
func readsOld(m *ir.Module) error {
	found := false
	for _, mem := range m.Memories {
		if mem.RDW != ir.ReadOld {
			mem.RDW, found = ir.ReadOld, true
		}
	}
	if !found {
		return fmt.Errorf("no such node: no memory of %s gives the word being written", m.Name)
	}
	return nil
}

var netMutants = append(commonMutants("voqnet_input_port", "voqnet_output_port", "voqnet_scheduler"),
	kit.In("output_turn_fixed", "voqnet_scheduler", mutant.DropAssign("queues_above", 0)),
	kit.In("asks_twice_for_an_output", "voqnet_scheduler", mutant.Stuck("asked_before", 0)),
	kit.In("queue_turn_fixed", "voqnet_input_port", mutant.DropAssign("last_sent", 0)),
	kit.In("turn_of_another_output", "voqnet_input_port", mutant.StuckBit("tx_port", 0, 0)),
	kit.In("sends_without_credit", "voqnet_credits", mutant.Stuck("ends", 0)),
	kit.In("every_packet_is_the_last", "voqnet_input_port", mutant.DropTerm("last_leaves", 1)),
	kit.In("last_packet_means_two", "voqnet_input_port", mutant.AddConst("next_head", 0, 1)),
	kit.In("refill_not_seen", "voqnet_input_port", mutant.Stuck("refilled", 0)),
	kit.In("refill_of_any_queue", "voqnet_input_port", mutant.DropTerm("refilled", 0)),
	kit.In("empty_queue_asks", "voqnet_input_port", mutant.Stuck("last_leaves", 0)),
	kit.In("head_not_moved", "voqnet_input_port", mutant.StuckBit("head_now", 0, 0)),
	kit.In("ring_not_started", "voqnet_input_port", mutant.Stuck("queue_sent", 1)),
	kit.In("slots_not_counted", "voqnet_input_port", mutant.StuckBit("room", 0, 0)),
	kit.In("first_slot_arbitrary", "voqnet_input_port", mutant.Stuck("queue_used", 1)),
	kit.In("slot_of_the_wrong_queue", "voqnet_input_port", mutant.StuckBit("rx_slot", 4, 0)),
	kit.In("credit_of_the_wrong_queue", "voqnet_input_port", mutant.StuckBit("credit_queue", 2, 0)),
	kit.In("credit_not_returned", "voqnet_input_port", mutant.StuckBit("credit", 0, 0)),
	kit.In("credit_of_every_beat", "voqnet_output_port", mutant.DropTerm("credits.take", 0)),
	kit.In("count_of_credits_not_begun", "voqnet_credits", mutant.SwapMux("given_now", 0)),
	kit.In("credit_back_not_seen", "voqnet_credits", mutant.Stuck("given_back", 0)),
	kit.In("last_credit_not_seen", "voqnet_credits", mutant.AddConst("taken_next", 0, 1)),
	kit.In("given_credit_not_seen", "voqnet_credits", mutant.Stuck("begins", 0)),
)

var nicMutants = []testbench.Mutant{
	{Name: "turn_fixed", Mutate: mutant.DropAssign("above_last", 0)},
	{Name: "credit_not_needed", Mutate: mutant.DropTerm("eligible", 0)},
	{Name: "chooses_without_pause", Mutate: mutant.DropTerm("chosen", 0)},
	{Name: "pause_too_short", Mutate: mutant.AddConst("pause", 0, -1)},
	{Name: "credit_not_given", Mutate: mutant.Disconnect("credits.give")},
	{Name: "credit_not_taken", Mutate: mutant.Disconnect("credits.take")},
	{Name: "one_packet_too_many", Mutate: mutant.AddConst("full", 0, 1)},
	{Name: "refused_packet_enters", Mutate: mutant.DropTerm("enters", 0)},
	{Name: "first_and_later_numbers_swapped", Mutate: mutant.SwapMux("seq", 0)},
	{Name: "stays_when_empty", Mutate: mutant.DropTerm("waiting", 1)},
	{Name: "empties_with_packets", Mutate: mutant.DropTerm("empties", 0)},
	{Name: "only_packet_not_replaced", Mutate: mutant.DropTerm("starts_queue", 0)},
	{Name: "link_not_written", Mutate: mutant.Disconnect("next.wr_en")},
	{Name: "head_not_moved", Mutate: mutant.NeverCondition("head", 0)},
	{Name: "tail_not_moved", Mutate: mutant.NeverCondition("tail", 0)},
	{Name: "place_not_given_back", Mutate: mutant.Disconnect("given_back.wr_en")},
	{Name: "ring_stays", Mutate: mutant.AddConst("next_given", 0, -1)},
	{Name: "append_not_seen_by_lookup", Module: "ram_1r1w", Mutate: readsOld},
	{Name: "tag_missing", Mutate: mutant.Disconnect("framer.tag")},
	{Name: "time_not_noted", Mutate: mutant.Disconnect("framer.now")},
}
