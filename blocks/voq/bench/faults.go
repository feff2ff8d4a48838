package bench

import (
	"fmt"

	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/fault"
	"culprit/testbench/kit"
)

// The faults of the switches: mistakes that a designer of them could make.

// commonFaults can be made in both switches, whose input ports are in this module.
func commonFaults(inputPort, outputPort string) []testbench.Fault {
	return []testbench.Fault{
		kit.In("output_bit_stuck", inputPort, fault.StuckBit("outport", 0, 0)),
		kit.In("turn_pointer_not_moved", outputPort, fault.AddConst("next_tptr", 0, -3)),
		kit.In("all_but_the_header_patched", outputPort, fault.SwapMux("patched", 0)),
		kit.In("last_beat_too_early", inputPort, fault.AddConst("tx_last", 0, -1)),
		kit.In("word_not_restarted", inputPort, fault.DropAssign("tx_word", 0)),
		kit.In("source_pointer_fixed", "sep_allocator", fault.DropAssign("source_pointer", 0)),
		{Name: "crossbar_switched_one_beat_short", Mutate: fault.AddConst("beats_left", 0, -1)},
		{Name: "crossbar_stays_connected", Mutate: fault.DropAssign("beats_left", 1)},
	}
}

var swFaults = append(commonFaults("voqsw_input_port", "recn_output_port"),
	kit.In("only_packet_not_replaced", "voqsw_queues", fault.DropTerm("starts_queue", 0)),
	kit.In("refilled_by_any_queue", "voqsw_queues", fault.DropTerm("refilled", 0)),
	kit.In("stays_in_its_queue", "voqsw_queues", fault.NeverCondition("waiting_q", 0)),
	kit.In("tail_not_moved", "voqsw_queues", fault.DropAssign("tail", 0)),
	kit.In("link_for_the_first", "voqsw_queues", fault.DropTerm("link_valid", 0)),
	kit.In("missing_credit_check", "voqsw_scheduler", fault.DropTerm("output_free", 0)),
	kit.In("output_busy_ignored", "voqsw_scheduler", fault.DropFirstTerm("output_free", 0)),
	kit.In("input_busy_too_short", "voqsw_scheduler", fault.AddConst("input_busy", 0, -1)),
	kit.In("queue_pointer_fixed", "sep_allocator", fault.DropAssign("queue_pointer", 0)),
	kit.In("credit_not_returned", "recn_mmu", fault.StuckBit("credit_q", 0, 0)),
	kit.In("bypass_of_freed_slot_inverted", "recn_mmu", fault.SwapMux("new_slot", 0)),
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

var netFaults = append(commonFaults("voqnet_input_port", "voqnet_output_port"),
	kit.In("queue_turn_fixed", "voqnet_input_port", fault.DropAssign("above_last", 0)),
	kit.In("asks_while_sending", "voqnet_input_port", fault.DropTerm("ask_valid", 0)),
	kit.In("asks_without_credit", "voqnet_credits", fault.DropTerm("no_credit", 0)),
	kit.In("every_packet_is_the_last", "voqnet_input_port", fault.DropTerm("last_leaves", 0)),
	kit.In("last_packet_means_two", "voqnet_input_port", fault.AddConst("last_leaves", 0, 1)),
	kit.In("empty_queue_asks", "voqnet_input_port", fault.DropTerm("waiting", 0)),
	kit.In("head_not_moved", "voqnet_input_port", fault.NeverCondition("head", 0)),
	kit.In("slot_of_the_wrong_queue", "voqnet_input_port", fault.StuckBit("rx_slot", 4, 0)),
	kit.In("credit_of_the_wrong_queue", "voqnet_input_port", fault.StuckBit("credit_queue", 2, 0)),
	kit.In("credit_not_returned", "voqnet_input_port", fault.StuckBit("credit", 0, 0)),
	kit.In("credit_of_every_beat", "voqnet_output_port", fault.DropTerm("credits.take", 0)),
	kit.In("taken_and_given_counts", "voqnet_credits", fault.DropTerm("takes", 0)),
	kit.In("last_credit_not_seen", "voqnet_credits", fault.AddConst("last_one_taken", 0, 1)),
	kit.In("given_credit_not_seen", "voqnet_credits", fault.DropTerm("no_credit", 1)),
	kit.In("output_busy_ignored", "voqnet_output_port", fault.DropTerm("open", 0)),
	kit.In("output_busy_too_short", "voqnet_output_port", fault.AddConst("busy", 0, -1)),
)

var nicFaults = []testbench.Fault{
	{Name: "turn_fixed", Mutate: fault.DropAssign("above_last", 0)},
	{Name: "credit_not_needed", Mutate: fault.DropTerm("eligible", 0)},
	{Name: "chooses_without_pause", Mutate: fault.DropTerm("chosen", 0)},
	{Name: "pause_too_short", Mutate: fault.AddConst("pause", 0, -1)},
	{Name: "credit_not_given", Mutate: fault.Disconnect("credits.give")},
	{Name: "credit_not_taken", Mutate: fault.Disconnect("credits.take")},
	{Name: "one_packet_too_many", Mutate: fault.AddConst("full", 0, 1)},
	{Name: "refused_packet_enters", Mutate: fault.DropTerm("enters", 0)},
	{Name: "first_and_later_numbers_swapped", Mutate: fault.SwapMux("seq", 0)},
	{Name: "stays_when_empty", Mutate: fault.DropTerm("waiting", 1)},
	{Name: "empties_with_packets", Mutate: fault.DropTerm("empties", 0)},
	{Name: "only_packet_not_replaced", Mutate: fault.DropTerm("starts_queue", 0)},
	{Name: "link_not_written", Mutate: fault.Disconnect("next.wr_en")},
	{Name: "head_not_moved", Mutate: fault.NeverCondition("head", 0)},
	{Name: "tail_not_moved", Mutate: fault.NeverCondition("tail", 0)},
	{Name: "place_not_given_back", Mutate: fault.Disconnect("given_back.wr_en")},
	{Name: "ring_stays", Mutate: fault.AddConst("next_given", 0, -1)},
	{Name: "append_not_seen_by_lookup", Module: "ram_1r1w", Mutate: readsOld},
	{Name: "tag_missing", Mutate: fault.Disconnect("framer.tag")},
	{Name: "time_not_noted", Mutate: fault.Disconnect("framer.now")},
}
