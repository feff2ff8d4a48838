package bench

import (
	"culprit/blocks"
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/fault"
)

// The faults of the units: mistakes that a designer of this switch could make.
// A fault of a larger block names the unit in which it is made.

var mmuFaults = []testbench.Fault{
	{Name: "full_ignores_freed_slot", Mutate: fault.DropTerm("full", 0)},
	{Name: "bypass_of_freed_slot_inverted", Mutate: fault.SwapMux("new_slot", 0)},
	{Name: "count_not_raised", Mutate: fault.DropAssign("free_count_q", 1)},
	{Name: "pops_even_with_bypass", Mutate: fault.DropTerm("free_count_q", 0)},
	{Name: "cold_queue_link_not_written", Mutate: fault.NeverCondition("prf", 2)},
	{Name: "saq_link_always_written", Mutate: fault.DropCondition("prf", 3)},
	{Name: "list_starts_one_further", Mutate: fault.ResetValue("free_head", 1)},
	{Name: "word_counter_reset_before_eop", Mutate: fault.SwapMux("wr_word", 0)},
	{Name: "first_beat_in_the_slot_before", Mutate: fault.SwapMux("wr_addr", 0)},
	{Name: "read_address_bit_stuck", Mutate: fault.StuckBit("rd_addr", 3, 0)},
	{Name: "read_data_not_held", Mutate: fault.DropCondition("rd_word_data", 0)},
	{Name: "credit_not_returned", Mutate: fault.StuckBit("credit_q", 0, 0)},
}

var ruFaults = []testbench.Fault{
	{Name: "turn_off_by_one", Mutate: fault.AddConst("outport", 0, 1)},
	{Name: "turn_subtracted", Mutate: fault.FlipOp("outport", ir.OpAdd, ir.OpSub, 1)},
	{Name: "enters_as_ready", Mutate: fault.AddConst("rrf", 0, 1)},
	{Name: "set_ignored", Mutate: fault.NeverCondition("rrf", 1)},
	{Name: "set_always", Mutate: fault.DropCondition("rrf", 1)},
	{Name: "always_ready", Mutate: fault.StuckBit("rrf", 6, 1)},
	{Name: "header_not_stored", Mutate: fault.NeverCondition("rim", 0)},
	{Name: "turn_pointer_bit_not_stored", Mutate: fault.StuckBit("rim", 1, 0)},
	{Name: "enqueues_all_the_time", Mutate: fault.StuckBit("enq_valid_q", 0, 1)},
	{Name: "pointer_bit_ignored", Mutate: fault.StuckBit("enq_header", 2, 0)},
}

var muFaults = []testbench.Fault{
	{Name: "only_packet_not_replaced", Mutate: fault.DropTerm("starts_queue", 0)},
	{Name: "last_packet_means_two", Mutate: fault.AddConst("last_leaves", 0, 1)},
	{Name: "tail_not_moved", Mutate: fault.NeverCondition("tail_q", 0)},
	{Name: "head_not_moved", Mutate: fault.DropAssign("head_q", 1)},
	{Name: "both_change_the_count", Mutate: fault.DropTerm("count_q", 0)},
	{Name: "stays_empty", Mutate: fault.DropAssign("empty_q", 0)},
	{Name: "link_for_the_first", Mutate: fault.DropTerm("link_valid", 0)},
}

var cduFaults = []testbench.Fault{
	{Name: "threshold_not_strict", Mutate: fault.FlipOp("detected", ir.OpGt, ir.OpGe, 0)},
	{Name: "threshold_off_by_one", Mutate: fault.AddConst("detected", 0, 1)},
	{Name: "granted_head_detected", Mutate: fault.DropTerm("detected", 1)},
	{Name: "second_line_for_a_name", Mutate: fault.DropTerm("detected", 0)},
	{Name: "mask_not_compared", Mutate: fault.DropFirstTerm("known", 1)},
	{Name: "turn_not_compared", Mutate: fault.DropTerm("known", 1)},
	{Name: "invalid_line_counts", Mutate: fault.DropFirstTerm("known", 0)},
	{Name: "turn_off_by_one", Mutate: fault.AddConst("turn", 0, 1)},
	{Name: "allocates_without_a_free_line", Mutate: fault.DropTerm("alloc_valid", 0)},
	{Name: "no_free_line_not_told", Mutate: fault.StuckBit("no_free", 0, 0)},
}

var nameExtendFaults = []testbench.Fault{
	{Name: "hears_itself", Mutate: fault.DropTerm("concerns_me", 1)},
	{Name: "xon_not_broadcast", Mutate: fault.DropFirstTerm("concerns_me", 2)},
	{Name: "xoff_for_everybody", Mutate: fault.DropTerm("concerns_me", 0)},
	{Name: "long_name_not_dropped", Mutate: fault.DropTerm("note_valid", 0)},
	{Name: "overflow_not_told", Mutate: fault.StuckBit("overflow", 0, 0)},
	{Name: "turn_backwards", Mutate: fault.SwapArgs("turn", ir.OpSub, 1)},
	{Name: "mask_not_extended", Mutate: fault.AddConst("note_mask", 0, -7)},
	{Name: "last_turn_shortened", Mutate: fault.StuckBit("note_mask", 3, 0)},
}

var inCamFaults = []testbench.Fault{
	{Name: "born_without_xoff", Mutate: fault.DropAssign("xoff_q", 0)},
	{Name: "second_line_for_a_name", Mutate: fault.DropTerm("born_by_note", 0)},
	{Name: "xon_makes_a_line", Mutate: fault.DropTerm("born_by_note", 1)},
	{Name: "allocation_beside_notification", Mutate: fault.DropTerm("allocate", 0)},
	{Name: "deallocation_beside_notification", Mutate: fault.DropFirstTerm("valid_q", 1)},
	{Name: "mask_not_compared", Mutate: fault.DropFirstTerm("same_name", 1)},
	{Name: "invalid_line_found", Mutate: fault.DropFirstTerm("same_name", 0)},
	{Name: "sent_not_reset", Mutate: fault.DropAssign("sent_q", 0)},
	{Name: "ready_not_written_at_birth", Mutate: fault.DropAssign("ready_q", 0)},
	{Name: "ready_at_first_inspection", Mutate: fault.DropCondition("ready_q", 3)},
	{Name: "linked_does_not_make_ready", Mutate: fault.NeverCondition("ready_q", 1)},
	{Name: "dropped_not_told", Mutate: fault.StuckBit("note_dropped", 0, 0)},
	{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
}

var ppuFaults = []testbench.Fault{
	{Name: "longest_first", Mutate: fault.FlipOp("longer", ir.OpLt, ir.OpGt, 0)},
	{Name: "misaligned_compare", Mutate: fault.StuckBit("head_shift", 1, 0)},
	{Name: "grant_does_not_win", Mutate: fault.DropTerm("carried_out", 0)},
	{Name: "moves_to_any_length", Mutate: fault.DropTerm("candidate", 0)},
	{Name: "invalid_line_attracts", Mutate: fault.DropFirstTerm("candidate", 1)},
	{Name: "scan_stays", Mutate: fault.DropAssign("scan", 0)},
	{Name: "scan_wraps_early", Mutate: fault.AddConst("scan", 0, -1)},
	{Name: "only_packet_not_replaced", Mutate: fault.DropTerm("starts_queue", 0)},
	{Name: "moved_packet_stays_ready", Mutate: fault.StuckBit("set_ready", 0, 1)},
	{Name: "head_not_moved_by_grant", Mutate: fault.DropAssign("head_q", 1)},
	{Name: "count_with_append_and_pop", Mutate: fault.DropTerm("count_q", 0)},
	{Name: "link_of_an_empty_queue", Mutate: fault.DropTerm("link_valid", 0)},
	{Name: "cold_queue_not_popped", Mutate: fault.StuckBit("cq_pop", 0, 0)},
	{Name: "void_inspection_counts", Mutate: fault.DropFirstTerm("cq_inspected", 0)},
}

var rfcuFaults = []testbench.Fault{
	{Name: "xoff_threshold_not_strict", Mutate: fault.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)},
	{Name: "xon_threshold_not_strict", Mutate: fault.FlipOp("under_xon", ir.OpLt, ir.OpLe, 0)},
	{Name: "xoff_threshold_off_by_one", Mutate: fault.AddConst("over_xoff", 0, 1)},
	{Name: "xoff_sent_again", Mutate: fault.DropTerm("wants_xoff", 0)},
	{Name: "xon_without_xoff", Mutate: fault.DropTerm("wants_xon", 0)},
	{Name: "all_messages_at_once", Mutate: fault.FlipOp("chosen", ir.OpLowestOne, ir.OpZext, 0)},
	{Name: "dies_while_linked", Mutate: fault.DropTerm("dying", 0)},
	{Name: "dies_before_ready", Mutate: fault.DropTerm("dying", 1)},
	{Name: "dies_with_xoff_outstanding", Mutate: fault.DropTerm("dying", 2)},
	{Name: "dies_while_blocked", Mutate: fault.DropTerm("dying", 3)},
	{Name: "dies_with_packets", Mutate: fault.DropTerm("dying", 4)},
	{Name: "message_always_xoff", Mutate: fault.StuckBit("msg_xoff_q", 0, 1)},
}

var outCamFaults = []testbench.Fault{
	{Name: "misaligned_compare", Mutate: fault.StuckBit("first_shift", 1, 0)},
	{Name: "unblocked_line_matches", Mutate: fault.DropTerm("matching", 1)},
	{Name: "passing_packet_not_noted", Mutate: fault.NeverCondition("pending", 0)},
	{Name: "source_not_kept", Mutate: fault.DropAssign("source", 0)},
	{Name: "shortest_first", Mutate: fault.FlipOp("shorter", ir.OpGt, ir.OpLt, 0)},
	{Name: "xoff_beside_xon", Mutate: fault.DropTerm("unicast", 0)},
	{Name: "pushes_when_full", Mutate: fault.DropTerm("released", 0)},
	{Name: "line_dies_although_blocked_again", Mutate: fault.DropFirstTerm("valid_q", 1)},
	{Name: "second_line_for_a_name", Mutate: fault.DropTerm("born", 1)},
	{Name: "takes_every_line", Mutate: fault.DropTerm("born", 0)},
	{Name: "xon_does_not_find_its_line", Mutate: fault.DropAssign("xoff_q", 1)},
	{Name: "full_not_told", Mutate: fault.StuckBit("cam_full", 0, 0)},
	{Name: "line_not_freed", Mutate: fault.DropAssign("valid_q", 2)},
}

var noteBusFaults = []testbench.Fault{
	{Name: "turn_does_not_move", Module: "rr_arbiter", Mutate: fault.DropAssign("pointer", 0)},
	{Name: "fixed_priority", Mutate: fault.Disconnect("arbiter.advance")},
	{Name: "xoff_lost", Mutate: fault.StuckBit("bus_xoff_q", 0, 0)},
	{Name: "source_bit_stuck", Mutate: fault.StuckBit("bus_source_q", 0, 0)},
	{Name: "always_valid", Mutate: fault.StuckBit("bus_valid_q", 0, 1)},
	{Name: "target_bit_stuck", Mutate: fault.StuckBit("bus_target_q", 1, 1)},
	{Name: "name_bit_lost", Mutate: fault.StuckBit("bus_mask_q", 27, 0)},
}

var schedulerFaults = []testbench.Fault{
	{Name: "missing_xoff_check", Mutate: fault.DropTerm("eligible", 0)},
	{Name: "missing_ready_check", Mutate: fault.DropTerm("eligible", 1)},
	{Name: "missing_empty_check", Mutate: fault.DropFirstTerm("eligible", 1)},
	{Name: "missing_credit_check", Mutate: fault.DropTerm("output_free", 0)},
	{Name: "input_busy_too_short", Mutate: fault.AddConst("input_busy", 0, -1)},
	{Name: "output_busy_ignored", Mutate: fault.DropFirstTerm("output_free", 0)},
	{Name: "input_busy_ignored", Mutate: fault.FlipOp("input_free", ir.OpEq, ir.OpGe, 0)},
	{Name: "queue_pointer_fixed", Module: "sep_allocator", Mutate: fault.DropAssign("queue_pointer", 0)},
	{Name: "source_pointer_fixed", Module: "sep_allocator", Mutate: fault.DropAssign("source_pointer", 0)},
}
