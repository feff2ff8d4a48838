package bench

import (
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants of the units: mistakes that a designer of this switch could make.
// A mutant of a larger block names the unit in which it is made.

var mmuMutants = []testbench.Mutant{
	{Name: "full_one_slot_early", Mutate: mutant.AddConst("full", 0, 1)},
	{Name: "ring_read_before_it_is_filled", Mutate: mutant.SwapMux("new_slot", 0)},
	{Name: "ring_never_read", Mutate: mutant.NeverCondition("all_used", 1)},
	{Name: "last_new_slot_not_taken", Mutate: mutant.AddConst("all_used", 0, -1)},
	{Name: "ring_filled_from_place_1_on", Mutate: mutant.ResetValue("give_at", 1)},
	{Name: "freed_slot_not_stored", Mutate: mutant.NeverCondition("free_ring", 0)},
	{Name: "count_with_take_and_give", Mutate: mutant.FlipOp("free_count_q", ir.OpXor, ir.OpOr, 0)},
	{Name: "cold_queue_link_not_written", Mutate: mutant.DropFirstTerm("prf", 0)},
	{Name: "saq_link_in_the_place_of_the_cold_queue", Mutate: mutant.SwapMux("link_from", 0)},
	{Name: "saq_link_not_written", Mutate: mutant.DropTerm("prf", 0)},
	{Name: "slots_start_with_1", Mutate: mutant.ResetValue("take_at", 1)},
	{Name: "lost_beats_shown", Mutate: mutant.StuckBit("rd_lost_q", 0, 0)},
	{Name: "damage_forgotten", Mutate: mutant.StuckBit("rd_bad_q", 0, 0)},
	{Name: "first_beat_in_the_slot_before", Mutate: mutant.SwapMux("wr_addr", 0)},
	{Name: "read_address_bit_stuck", Mutate: mutant.StuckBit("rd_addr", 3, 0)},
	{Name: "read_data_not_held", Mutate: mutant.DropCondition("rd_word_data", 0)},
}

var ruMutants = []testbench.Mutant{
	{Name: "turn_off_by_one", Mutate: mutant.AddConst("outport", 0, 1)},
	{Name: "turn_subtracted", Mutate: mutant.FlipOp("outport", ir.OpAdd, ir.OpSub, 1)},
	{Name: "port_not_stored", Mutate: mutant.NeverCondition("rrf", 0)},
	{Name: "port_bit_stuck", Mutate: mutant.StuckBit("rrf", 0, 1)},
	{Name: "port_that_enters_stuck", Mutate: mutant.StuckBit("enq_port", 0, 1)},
	{Name: "turns_not_stored", Mutate: mutant.NeverCondition("rim", 0)},
	{Name: "misaligned", Mutate: mutant.StuckBit("enq_shift", 1, 0)},
	{Name: "turn_bit_not_stored", Mutate: mutant.StuckBit("rim", 4, 0)},
	{Name: "enqueues_all_the_time", Mutate: mutant.StuckBit("enq_valid_q", 0, 1)},
	{Name: "pointer_bit_ignored", Mutate: mutant.StuckBit("enq_rest", 1, 0)},
}

var muMutants = []testbench.Mutant{
	{Name: "last_taken_packet_not_replaced", Mutate: mutant.Stuck("last_is_taken", 0)},
	{Name: "last_packet_means_any", Mutate: mutant.DropTerm("last_is_taken", 0)},
	{Name: "tail_not_moved", Mutate: mutant.NeverCondition("tail_q", 0)},
	{Name: "head_not_moved", Mutate: mutant.DropAssign("head_q", 1)},
	{Name: "head_moved_all_the_time", Mutate: mutant.DropCondition("head_q", 1)},
	{Name: "head_does_not_come_back", Mutate: mutant.DropAssign("head_q", 2)},
	{Name: "head_comes_back_invalid", Mutate: mutant.DropAssign("head_valid_q", 2)},
	{Name: "head_valid_behind_the_last", Mutate: mutant.DropAssign("head_valid_q", 1)},
	{Name: "taken_at_once_not_heard", Mutate: mutant.Stuck("enq_waits", 1)},
	{Name: "both_change_the_count", Mutate: mutant.DropTerm("count_q", 0)},
	{Name: "stays_empty", Mutate: mutant.DropAssign("empty_q", 0)},
	{Name: "link_for_the_first", Mutate: mutant.DropTerm("link_valid", 0)},
}

var cduMutants = []testbench.Mutant{
	{Name: "threshold_not_strict", Mutate: mutant.FlipOp("detected", ir.OpGt, ir.OpGe, 0)},
	{Name: "threshold_off_by_one", Mutate: mutant.AddConst("detected", 0, 1)},
	{Name: "granted_head_detected", Mutate: mutant.DropTerm("detected", 1)},
	{Name: "head_detected_before_its_inspection", Mutate: mutant.DropTerm("detected", 2)},
	{Name: "second_line_for_a_name", Mutate: mutant.DropTerm("detected", 0)},
	{Name: "mask_not_compared", Mutate: mutant.DropFirstTerm("known", 1)},
	{Name: "turn_not_compared", Mutate: mutant.DropTerm("known", 1)},
	{Name: "invalid_line_counts", Mutate: mutant.DropFirstTerm("known", 0)},
	{Name: "turn_off_by_one", Mutate: mutant.AddConst("turn", 0, 1)},
	{Name: "allocates_without_a_free_line", Mutate: mutant.DropTerm("alloc_valid", 0)},
	{Name: "no_free_line_not_told", Mutate: mutant.StuckBit("no_free", 0, 0)},
}

var nameExtendMutants = []testbench.Mutant{
	{Name: "hears_itself", Mutate: mutant.DropTerm("concerns_me", 0)},
	{Name: "xoff_allocates_everywhere", Mutate: mutant.StuckBit("note_allocate", 0, 1)},
	{Name: "xoff_for_its_target_only", Build: func(v blocks.Values) { v["broadcast"] = 0 }},
	{Name: "long_name_not_dropped", Mutate: mutant.DropTerm("note_valid", 0)},
	{Name: "overflow_not_told", Mutate: mutant.StuckBit("overflow", 0, 0)},
	{Name: "turn_backwards", Mutate: mutant.SwapArgs("turn", ir.OpSub, 1)},
	{Name: "mask_not_extended", Mutate: mutant.AddConst("note_mask", 0, -7)},
	{Name: "last_turn_shortened", Mutate: mutant.StuckBit("note_mask", 3, 0)},
}

var inCamMutants = []testbench.Mutant{
	{Name: "born_without_xoff", Mutate: mutant.DropAssign("xoff_q", 0)},
	{Name: "second_line_for_a_name", Mutate: mutant.DropTerm("born_by_note", 0)},
	{Name: "xon_makes_a_line", Mutate: mutant.DropTerm("born_by_note", 2)},
	{Name: "every_xoff_makes_a_line", Mutate: mutant.DropTerm("born_by_note", 1)},
	{Name: "allocation_beside_notification", Mutate: mutant.DropTerm("allocate", 0)},
	{Name: "deallocation_beside_notification", Mutate: mutant.DropFirstTerm("valid_q", 1)},
	{Name: "mask_not_compared", Mutate: mutant.DropTerm("same_name", 1)},
	{Name: "turns_not_compared", Mutate: mutant.DropTerm("same_name", 0)},
	{Name: "invalid_line_found", Mutate: mutant.DropFirstTerm("same_name", 1)},
	{Name: "new_line_not_told", Mutate: mutant.StuckBit("line_born_q", 0, 0)},
	{Name: "new_line_not_ranked", Mutate: mutant.SwapMux("longer_q", 0)},
	{Name: "old_lines_not_ranked", Mutate: mutant.StuckBit("new_is_shorter", 1, 0)},
	{Name: "mask_of_the_other_source", Mutate: mutant.SwapMux("new_mask", 0)},
	{Name: "sent_not_reset", Mutate: mutant.DropAssign("sent_q", 0)},
	{Name: "ready_not_written_at_birth", Mutate: mutant.DropAssign("ready_q", 0)},
	{Name: "ready_at_first_inspection", Mutate: mutant.DropCondition("ready_q", 3)},
	{Name: "linked_does_not_make_ready", Mutate: mutant.NeverCondition("ready_q", 1)},
	{Name: "dropped_not_told", Mutate: mutant.StuckBit("note_dropped", 0, 0)},
	{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
}

var ppuMutants = []testbench.Mutant{
	{Name: "longest_first", Mutate: mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0)},
	{Name: "moves_to_any_length", Mutate: mutant.DropTerm("matching", 0)},
	{Name: "cold_queue_has_a_length", Mutate: mutant.DropFirstTerm("matching", 1)},
	{Name: "dead_line_attracts", Mutate: mutant.DropTerm("candidate", 0)},
	{Name: "link_beside_that_of_the_cold_queue", Mutate: mutant.DropTerm("no_effect", 0)},
	{Name: "birth_in_the_last_stage_ignored", Mutate: mutant.DropFirstTerm("no_effect", 0)},
	{Name: "look_stage_does_not_wait", Mutate: mutant.SwapMux("look_next", 0)},
	{Name: "last_stage_does_not_wait", Mutate: mutant.SwapMux("decide_next", 0)},
	{Name: "comparison_does_not_wait", Mutate: mutant.DropCondition("match_q", 0)},
	{Name: "birth_while_the_stages_wait_ignored", Mutate: mutant.DropTerm("decide_held", 0)},
	{Name: "cold_queue_goes_on_behind_a_packet_that_stays", Mutate: mutant.Stuck("cq_again", 0)},
	{Name: "cold_queue_goes_on_after_a_birth", Mutate: mutant.DropFirstTerm("cq_again", 0)},
	{Name: "taken_while_the_cold_queue_begins_again", Mutate: mutant.DropTerm("cq_take", 1)},
	{Name: "back_to_the_packet_behind", Mutate: mutant.SwapMux("cq_back_slot", 0)},
	{Name: "scanned_beside_a_recalled_head", Mutate: mutant.DropTerm("scanned", 0)},
	{Name: "next_head_in_the_place_of_the_recalled_one", Mutate: mutant.SwapMux("heads", 0)},
	{Name: "inspection_of_a_popped_head_goes_on", Mutate: mutant.DropTerm("goes_on", 0)},
	{Name: "taken_in_the_cycle_of_the_grant", Mutate: mutant.DropTerm("cq_take", 0)},
	{Name: "queue_scanned_twice", Mutate: mutant.Stuck("under_way", 0)},
	{Name: "final_head_inspected_again", Mutate: mutant.DropTerm("due", 0)},
	{Name: "scanned_before_the_head_is_read", Mutate: mutant.Stuck("refill_q", 0)},
	{Name: "scan_begins_with_the_cold_queue", Mutate: mutant.DropAssign("above_last", 0)},
	{Name: "only_packet_not_replaced", Mutate: mutant.DropTerm("starts_queue", 0)},
	{Name: "ready_at_once_behind_others", Mutate: mutant.DropFirstTerm("arrives_ready", 1)},
	{Name: "ready_at_once_although_a_longer_name_matches", Mutate: mutant.DropTerm("arrives_ready", 0)},
	{Name: "enters_ready_while_a_line_is_in_use", Mutate: mutant.DropTerm("enters_ready", 0)},
	{Name: "enters_ready_behind_others", Mutate: mutant.DropTerm("enters_ready", 1)},
	{Name: "slot_that_enters_ready_not_kept", Mutate: mutant.DropAssign("cq_ready_q", 0)},
	{Name: "moved_packet_makes_the_next_ready", Mutate: mutant.DropTerm("stays", 0)},
	{Name: "head_not_read_after_a_grant", Mutate: mutant.DropAssign("head_q", 1)},
	{Name: "head_not_read_after_a_move", Mutate: mutant.DropAssign("head_q", 2)},
	{Name: "head_read_after_the_last_packet", Mutate: mutant.DropTerm("deq_refill", 0)},
	{Name: "count_with_append_and_pop", Mutate: mutant.DropTerm("count_q", 0)},
	{Name: "link_of_an_empty_queue", Mutate: mutant.FlipOp("link_valid_q", ir.OpAnd, ir.OpOr, 0)},
	{Name: "saq_freed_before_its_packet_comes", Mutate: mutant.StuckBit("wanted", 0, 0)},
	{Name: "cold_queue_not_popped", Mutate: mutant.StuckBit("cq_pop", 0, 0)},
	{Name: "popped_head_stays_ready", Mutate: mutant.DropTerm("ready_q", 1)},
	{Name: "recalled_head_stays_ready", Mutate: mutant.DropTerm("ready_q", 0)},
	{Name: "births_recall_nothing", Mutate: mutant.Stuck("recall", 0)},
	{Name: "births_recall_all_heads", Mutate: mutant.DropTerm("recall", 0)},
	{Name: "recalled_although_popped", Mutate: mutant.DropTerm("recalled_q", 0)},
	{Name: "popped_head_stays_final", Mutate: mutant.DropTerm("final_q", 0)},
	{Name: "recalled_head_does_not_wait", Mutate: mutant.Stuck("recall_waits", 0)},
	{Name: "recalled_head_not_inspected_again", Mutate: mutant.Stuck("begins", 0)},
	{Name: "port_of_the_next_inspection", Mutate: mutant.StuckBit("decide_port", 0, 0)},
	{Name: "port_not_kept_with_a_packet_that_arrives_ready", Mutate: mutant.DropTerm("port_is_known", 0)},
	{Name: "slot_of_the_ready_head_not_kept", Mutate: mutant.NeverCondition("cq_ready_q", 0)},
	{Name: "void_inspection_counts", Mutate: mutant.DropFirstTerm("cq_inspected", 0)},
	{Name: "ready_heads_not_counted_as_inspected", Mutate: mutant.DropTerm("cq_inspected", 1)},
}

var rfcuMutants = []testbench.Mutant{
	{Name: "xoff_threshold_not_strict", Mutate: mutant.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)},
	{Name: "xon_threshold_not_strict", Mutate: mutant.FlipOp("under_xon", ir.OpLt, ir.OpLe, 0)},
	{Name: "xoff_threshold_off_by_one", Mutate: mutant.AddConst("over_xoff", 0, 1)},
	{Name: "xoff_sent_again", Mutate: mutant.DropTerm("wants_xoff", 0)},
	{Name: "xon_without_xoff", Mutate: mutant.DropTerm("wants_xon", 0)},
	{Name: "all_messages_at_once", Mutate: mutant.FlipOp("chosen", ir.OpLowestOne, ir.OpZext, 0)},
	{Name: "dies_while_linked", Mutate: mutant.DropTerm("dying", 0)},
	{Name: "dies_before_ready", Mutate: mutant.DropTerm("dying", 1)},
	{Name: "dies_with_xoff_outstanding", Mutate: mutant.DropTerm("dying", 2)},
	{Name: "dies_while_blocked", Mutate: mutant.DropTerm("dying", 3)},
	{Name: "dies_with_packets", Mutate: mutant.DropTerm("dying", 4)},
	{Name: "message_always_xoff", Mutate: mutant.StuckBit("msg_xoff_q", 0, 1)},
}

var outCamMutants = []testbench.Mutant{
	{Name: "misaligned_compare", Mutate: mutant.StuckBit("first_shift", 1, 0)},
	{Name: "unblocked_line_matches", Mutate: mutant.DropTerm("matching", 1)},
	{Name: "passing_packet_not_noted", Mutate: mutant.NeverCondition("pending", 0)},
	{Name: "source_not_kept", Mutate: mutant.DropAssign("source", 0)},
	{Name: "new_line_not_ranked", Mutate: mutant.SwapMux("longer_q", 0)},
	{Name: "longer_line_not_noted", Mutate: mutant.Stuck("new_is_longer", 0)},
	{Name: "shorter_line_not_noted", Mutate: mutant.Stuck("new_is_shorter", 0)},
	{Name: "longest_first_ignored", Mutate: mutant.DropTerm("longest", 0)},
	{Name: "turns_of_the_next_packet", Mutate: mutant.StuckBit("first_turns_q", 30, 1)},
	{Name: "all_first_beats_match", Mutate: mutant.StuckBit("first_q", 0, 1)},
	{Name: "xoff_beside_xon", Mutate: mutant.DropTerm("unicast", 0)},
	{Name: "pushes_when_full", Mutate: mutant.DropTerm("released", 0)},
	{Name: "line_dies_although_blocked_again", Mutate: mutant.DropFirstTerm("valid_q", 1)},
	{Name: "second_line_for_a_name", Mutate: mutant.DropTerm("born", 1)},
	{Name: "takes_every_line", Mutate: mutant.FlipOp("write_line", ir.OpLowestOne, ir.OpZext, 0)},
	{Name: "xon_does_not_find_its_line", Mutate: mutant.DropAssign("xoff_q", 1)},
	{Name: "full_not_told", Mutate: mutant.StuckBit("cam_full", 0, 0)},
	{Name: "line_not_freed", Mutate: mutant.DropAssign("valid_q", 2)},
}

var noteBusMutants = []testbench.Mutant{
	{Name: "turn_does_not_move", Module: "rr_arbiter", Mutate: mutant.DropAssign("above_last", 0)},
	{Name: "fixed_priority", Mutate: mutant.Disconnect("arbiter.advance")},
	{Name: "xoff_lost", Mutate: mutant.StuckBit("bus_xoff_q", 0, 0)},
	{Name: "source_bit_stuck", Mutate: mutant.StuckBit("bus_source_q", 0, 0)},
	{Name: "always_valid", Mutate: mutant.StuckBit("bus_valid_q", 0, 1)},
	{Name: "target_bit_stuck", Mutate: mutant.StuckBit("bus_target_q", 1, 1)},
	{Name: "name_bit_lost", Mutate: mutant.StuckBit("bus_mask_q", 27, 0)},
}

var schedulerMutants = []testbench.Mutant{
	{Name: "missing_xoff_check", Mutate: mutant.DropTerm("eligible", 0)},
	{Name: "missing_ready_check", Mutate: mutant.DropTerm("eligible", 1)},
	{Name: "missing_empty_check", Mutate: mutant.DropFirstTerm("eligible", 1)},
	{Name: "missing_credit_check", Mutate: mutant.DropFirstTerm("output_open", 2)},
	{Name: "input_free_too_early", Mutate: mutant.AddConst("input_busy", 0, -1)},
	{Name: "output_open_too_early", Mutate: mutant.AddConst("output_busy", 0, -1)},
	{Name: "output_open_too_late", Mutate: mutant.AddConst("output_busy", 0, 1)},
	{Name: "input_busy_ignored", Mutate: mutant.FlipOp("input_idle", ir.OpLe, ir.OpGe, 0)},
	{Name: "input_asks_at_its_grant", Mutate: mutant.DropTerm("wants_open", 0)},
	{Name: "asks_twice_for_a_queue", Mutate: mutant.Stuck("asked_before", 0)},
	{Name: "granted_input_chosen_again", Mutate: mutant.DropTerm("still_asking", 0)},
	{Name: "granted_output_chooses_again", Mutate: mutant.DropTerm("choice", 0)},
	{Name: "open_while_an_output_chooses", Mutate: mutant.DropTerm("output_open", 2)},
	{Name: "open_at_the_grant", Mutate: mutant.DropTerm("output_open", 1)},
	{Name: "queue_priority_fixed", Mutate: mutant.DropAssign("queues_above", 0)},
	{Name: "input_priority_fixed", Mutate: mutant.DropAssign("inputs_above", 0)},
}
