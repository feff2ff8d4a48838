package bench

import (
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/fault"
	"culprit/testbench/kit"
)

// The faults of the units: mistakes that a designer of this switch could make. A
// fault of a larger block names the unit in which it is made.

var queuesFaults = []testbench.Fault{
	{Name: "only_packet_not_replaced", Mutate: fault.DropTerm("starts_queue", 0)},
	{Name: "last_packet_means_two", Mutate: fault.AddConst("last_one_leaves", 0, 1)},
	{Name: "any_queue_is_the_same", Mutate: fault.DropTerm("last_one_leaves", 1)},
	{Name: "bypass_of_freed_slot_inverted", Mutate: fault.SwapMux("slot", 0)},
	{Name: "free_list_starts_one_further", Mutate: fault.ResetValue("free_head", 1)},
	{Name: "tail_not_moved", Mutate: fault.DropAssign("tail", 0)},
	{Name: "head_not_moved", Mutate: fault.DropAssign("head", 0)},
	{Name: "link_not_written", Mutate: fault.DropAssign("next", 1)},
	{Name: "free_count_not_raised", Mutate: fault.DropAssign("free_count_q", 1)},
	{Name: "stays_empty", Mutate: fault.DropAssign("empty_q", 0)},
}

var camFaults = []testbench.Fault{
	{Name: "shortest_match", Mutate: fault.FlipOp("hit_outranked", ir.OpGt, ir.OpLt, 0)},
	{Name: "shortest_prefix_hosts", Mutate: fault.FlipOp("prefix_outranked", ir.OpGt, ir.OpLt, 0)},
	{Name: "hosts_itself_or_longer", Mutate: fault.DropTerm("prefix", 1)},
	{Name: "invalid_line_hosts", Mutate: fault.DropFirstTerm("prefix", 1)},
	{Name: "longer_names_host", Mutate: fault.FlipOp("prefix", ir.OpLt, ir.OpGt, 0)},
	{Name: "invalid_line_matches", Mutate: fault.DropFirstTerm("hit", 0)},
	{Name: "mask_not_compared", Mutate: fault.DropFirstTerm("same_name", 1)},
	{Name: "second_line_for_a_name", Mutate: fault.DropTerm("line_needed", 0)},
	{Name: "every_event_allocates", Mutate: fault.DropTerm("line_needed", 1)},
	{Name: "request_unblocks", Mutate: fault.DropTerm("changes_block", 0)},
	{Name: "born_without_its_block", Mutate: fault.DropAssign("blocked_q", 0)},
	{Name: "sent_not_reset", Mutate: fault.DropAssign("sent_q", 0)},
	{Name: "deallocation_beside_an_event", Mutate: fault.DropTerm("valid_q", 0)},
	{Name: "refusal_not_told", Mutate: fault.StuckBit("refused", 0, 0)},
}

var markersFaults = []testbench.Fault{
	{Name: "ready_at_birth", Mutate: fault.DropAssign("ready_q", 0)},
	{Name: "packet_of_the_cycle_not_counted", Mutate: fault.StuckBit("host_gets_packet", 0, 0)},
	{Name: "packet_that_leaves_counted", Mutate: fault.StuckBit("host_loses_packet", 0, 0)},
	{Name: "packet_that_leaves_added", Mutate: fault.FlipOp("place", ir.OpSub, ir.OpAdd, 0)},
	{Name: "host_not_asked", Mutate: fault.DropCondition("ready_q", 2)},
	{Name: "every_packet_counts_down", Mutate: fault.DropTerm("ahead", 0)},
	{Name: "one_packet_too_early", Mutate: fault.AddConst("ahead", 0, 1)},
	{Name: "host_not_kept", Mutate: fault.DropAssign("host", 0)},
	{Name: "host_is_free_to_die", Mutate: fault.NeverCondition("line_hosting", 0)},
	{Name: "ready_lines_count_as_hosted", Mutate: fault.DropFirstTerm("line_hosting", 0)},
}

var detectionFaults = []testbench.Fault{
	{Name: "threshold_not_strict", Mutate: fault.FlipOp("over_threshold", ir.OpGt, ir.OpGe, 0)},
	{Name: "threshold_off_by_one", Mutate: fault.AddConst("over_threshold", 0, 1)},
	{Name: "known_names_not_left_out", Mutate: fault.NeverCondition("known", 0)},
	{Name: "longer_names_count", Mutate: fault.DropFirstTerm("known", 1)},
	{Name: "invalid_lines_count", Mutate: fault.DropFirstTerm("known", 0)},
	{Name: "turn_off_by_one", Mutate: fault.AddConst("turn", 0, 1)},
	{Name: "allocates_without_a_free_line", Mutate: fault.DropTerm("alloc_valid", 0)},
	{Name: "no_free_line_not_told", Mutate: fault.StuckBit("no_free", 0, 0)},
}

var notifierFaults = []testbench.Fault{
	{Name: "xoff_threshold_not_strict", Mutate: fault.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)},
	{Name: "xon_threshold_not_strict", Mutate: fault.FlipOp("under_xon", ir.OpLt, ir.OpLe, 0)},
	{Name: "xoff_told_once", Mutate: fault.DropTerm("wants_xoff", 2)},
	{Name: "xoff_told_all_the_time", Mutate: fault.DropTerm("wants_xoff", 0)},
	{Name: "xoff_below_the_threshold", Mutate: fault.DropTerm("wants_xoff", 1)},
	{Name: "xon_without_xoff", Mutate: fault.DropTerm("wants_xon", 1)},
	{Name: "note_overwritten", Mutate: fault.StuckBit("note_free", 0, 1)},
	{Name: "waits_a_cycle_after_the_bus", Mutate: fault.DropTerm("note_free", 0)},
	{Name: "xoff_beside_xon", Mutate: fault.DropTerm("tells_xoff", 1)},
	{Name: "source_not_kept", Mutate: fault.DropAssign("source", 0)},
	{Name: "threshold_of_the_standard_queue_not_strict", Mutate: fault.FlipOp("detected", ir.OpGt, ir.OpGe, 0)},
	{Name: "every_queue_asks", Mutate: fault.DropFirstTerm("detected", 0)},
	{Name: "request_not_cleared", Mutate: fault.DropAssign("request", 1)},
	{Name: "dies_while_it_hosts", Mutate: fault.DropTerm("dying", 1)},
	{Name: "dies_while_blocked", Mutate: fault.DropTerm("dying", 3)},
	{Name: "dies_before_ready", Mutate: fault.DropTerm("dying", 4)},
}

var schedulerFaults = []testbench.Fault{
	{Name: "input_busy_too_short", Mutate: fault.AddConst("input_busy", 0, -1)},
	{Name: "output_busy_too_short", Mutate: fault.AddConst("output_busy", 0, -1)},
	{Name: "room_not_asked", Mutate: fault.DropTerm("output_free", 0)},
	{Name: "output_busy_ignored", Mutate: fault.DropFirstTerm("output_free", 0)},
	{Name: "wrong_port_of_a_detection_queue", Mutate: fault.AddConst("detection_ports", 0, 1)},
	{Name: "queue_pointer_fixed", Module: "sep_allocator", Mutate: fault.DropAssign("queue_pointer", 0)},
	{Name: "source_pointer_fixed", Module: "sep_allocator", Mutate: fault.DropAssign("source_pointer", 0)},
}

var inputPortFaults = []testbench.Fault{
	kit.In("marker_born_ready", "cioq_recn_markers", fault.DropAssign("ready_q", 0)),
	{Name: "ready_bit_ignored", Mutate: fault.DropFirstTerm("saq_may_send", 0)},
	{Name: "block_ignored", Mutate: fault.DropTerm("saq_may_send", 0)},
	kit.In("shortest_match", "cioq_recn_cam", fault.FlipOp("hit_outranked", ir.OpGt, ir.OpLt, 0)),
	kit.In("shortest_prefix_hosts", "cioq_recn_cam", fault.FlipOp("prefix_outranked", ir.OpGt, ir.OpLt, 0)),
	kit.In("packet_of_the_cycle_not_counted", "cioq_recn_markers", fault.StuckBit("host_gets_packet", 0, 0)),
	kit.In("detection_threshold_not_strict", "cioq_recn_detection", fault.FlipOp("over_threshold", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_threshold_not_strict", "recn_rfcu", fault.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)),
	{Name: "misaligned_compare", Mutate: fault.StuckBit("header_shift", 1, 0)},
	{Name: "xoff_allocates_everywhere", Mutate: fault.DropTerm("for_me", 0)},
	{Name: "request_blocks", Mutate: fault.DropTerm("event_block", 0)},
	{Name: "request_for_everybody", Mutate: fault.DropTerm("note", 0)},
	{Name: "marker_in_the_wrong_queue", Mutate: fault.SwapMux("cam.event_standard", 0)},
	{Name: "slot_freed_one_word_early", Mutate: fault.AddConst("tx_last", 0, -1)},
	{Name: "beats_of_a_pair_swapped", Mutate: fault.SwapArgs("packet_ram.wr_data", ir.OpConcat, 0)},
	{Name: "enqueues_all_the_time", Mutate: fault.StuckBit("output_valid", 0, 1)},
	{Name: "hosts_die", Mutate: fault.DropTerm("rfcu.line_ready", 0)},
	{Name: "arrival_hidden_from_deallocation", Mutate: fault.Disconnect("rfcu.linked")},
}

var outputPortFaults = []testbench.Fault{
	{Name: "turn_pointer_not_moved", Mutate: fault.AddConst("next_tptr", 0, -3)},
	{Name: "all_but_the_header_patched", Mutate: fault.SwapMux("packet_ram.wr_data", 0)},
	{Name: "misaligned_compare", Mutate: fault.StuckBit("header_shift", 0, 1)},
	{Name: "ready_bit_ignored", Mutate: fault.DropFirstTerm("saq_may_send", 0)},
	{Name: "block_ignored", Mutate: fault.DropTerm("saq_may_send", 0)},
	{Name: "sends_without_credit", Mutate: fault.DropTerm("link_free", 0)},
	{Name: "credit_not_given", Mutate: fault.Disconnect("credits.give")},
	{Name: "reservation_not_made", Mutate: fault.Disconnect("reservations.take")},
	{Name: "source_lost", Mutate: fault.Disconnect("notifier.enq_source")},
	{Name: "xoff_arrives_as_xon", Mutate: fault.StuckBit("tx_msg_xoff_q", 0, 0)},
	{Name: "beats_of_a_pair_swapped", Mutate: fault.SwapMux("beat_data", 0)},
	{Name: "slot_freed_one_beat_early", Mutate: fault.AddConst("tx_last", 0, -1)},
	{Name: "fixed_priority", Mutate: fault.Disconnect("arbiter.advance")},
	kit.In("hosts_die", "cioq_recn_notifier", fault.DropTerm("dying", 1)),
	kit.In("xoff_told_once", "cioq_recn_notifier", fault.DropTerm("wants_xoff", 2)),
}

// switchFaults are found in the traffic of a whole switch, from its pins.
var switchFaults = []testbench.Fault{
	kit.In("input_ready_bit_ignored", "cioq_recn_input_port", fault.DropFirstTerm("saq_may_send", 0)),
	kit.In("output_ready_bit_ignored", "cioq_recn_output_port", fault.DropFirstTerm("saq_may_send", 0)),
	kit.In("input_block_ignored", "cioq_recn_input_port", fault.DropTerm("saq_may_send", 0)),
	kit.In("output_block_ignored", "cioq_recn_output_port", fault.DropTerm("saq_may_send", 0)),
	kit.In("shortest_match", "cioq_recn_cam", fault.FlipOp("hit_outranked", ir.OpGt, ir.OpLt, 0)),
	kit.In("room_not_asked", "cioq_recn_scheduler", fault.DropTerm("output_free", 0)),
	kit.In("detection_threshold_not_strict", "cioq_recn_detection", fault.FlipOp("over_threshold", ir.OpGt, ir.OpGe, 0)),
	kit.In("output_threshold_not_strict", "cioq_recn_notifier", fault.FlipOp("detected", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_threshold_not_strict", "recn_rfcu", fault.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_told_once", "cioq_recn_notifier", fault.DropTerm("wants_xoff", 2)),
	kit.In("xoff_allocates_everywhere", "cioq_recn_input_port", fault.DropTerm("for_me", 0)),
	kit.In("request_blocks", "cioq_recn_input_port", fault.DropTerm("event_block", 0)),
	kit.In("turn_pointer_not_moved", "cioq_recn_output_port", fault.AddConst("next_tptr", 0, -3)),
	kit.In("host_not_asked", "cioq_recn_markers", fault.DropCondition("ready_q", 2)),
	kit.In("dies_while_blocked", "recn_rfcu", fault.DropTerm("dying", 3)),
	{Name: "crossbar_switched_one_pair_short", Mutate: fault.AddConst("pairs_left", 0, -1)},
	{Name: "notifications_not_taken", Mutate: fault.Disconnect("out_port.note_take")},
	{Name: "source_of_pairs_lost", Mutate: fault.Disconnect("out_port.pair_source")},
}
