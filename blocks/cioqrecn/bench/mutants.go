package bench

import (
	env "culprit.example/culprit/blocks/packet/bench"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants of the units: mistakes that a designer of this switch could make. A
// mutant of a larger block names the unit in which it is made.

var queuesMutants = []testbench.Mutant{
	{Name: "only_packet_not_replaced", Mutate: mutant.DropTerm("starts_queue", 0)},
	{Name: "last_packet_means_two", Mutate: mutant.AddConst("last_packet", 0, 1)},
	{Name: "every_packet_starts_a_queue", Mutate: mutant.StuckBit("starts_any_queue", 0, 1)},
	{Name: "freed_slot_not_kept", Mutate: mutant.SwapMux("new_slot", 0)},
	{Name: "ring_starts_one_further", Mutate: mutant.ResetValue("take_at", 1)},
	{Name: "head_stays_the_first", Mutate: mutant.DropAssign("head_is_linked", 1)},
	{Name: "head_not_the_first_again", Mutate: mutant.DropAssign("head_is_linked", 0)},
	{Name: "link_not_written", Mutate: mutant.StuckBit("link_valid", 0, 0)},
	{Name: "pointer_file_not_read", Mutate: mutant.StuckBit("left_valid", 0, 0)},
	{Name: "free_count_not_kept", Mutate: mutant.DropAssign("free_count_q", 0)},
	{Name: "stays_empty", Mutate: mutant.DropAssign("empty_q", 0)},
}

var camMutants = []testbench.Mutant{
	{Name: "any_match", Mutate: mutant.DropTerm("longest_hit", 0)},
	{Name: "any_prefix_hosts", Mutate: mutant.DropTerm("longest_prefix", 0)},
	{Name: "old_lines_not_ranked", Mutate: mutant.Stuck("new_is_shorter", 0)},
	{Name: "new_lines_not_ranked", Mutate: mutant.Stuck("new_is_longer", 0)},
	{Name: "hosts_itself_or_longer", Mutate: mutant.DropTerm("prefix", 0)},
	{Name: "invalid_line_is_on_the_way", Mutate: mutant.DropFirstTerm("on_the_way", 0)},
	{Name: "invalid_line_matches", Mutate: mutant.DropFirstTerm("hit", 0)},
	{Name: "freed_line_gets_the_packet", Mutate: mutant.DropTerm("found", 0)},
	{Name: "longer_name_is_the_same", Mutate: mutant.DropTerm("same_name", 0)},
	{Name: "second_line_for_a_name", Mutate: mutant.DropTerm("line_needed", 0)},
	{Name: "every_event_allocates", Mutate: mutant.DropTerm("line_needed", 1)},
	{Name: "request_unblocks", Mutate: mutant.DropTerm("changes_block", 0)},
	{Name: "born_without_its_block", Mutate: mutant.DropAssign("blocked_q", 0)},
	{Name: "sent_not_reset", Mutate: mutant.DropAssign("sent_q", 0)},
	{Name: "deallocation_beside_an_event", Mutate: mutant.DropFirstTerm("lines_change", 0)},
	{Name: "deallocation_as_a_marker_is_hosted", Mutate: mutant.DropTerm("lines_change", 0)},
	{Name: "refusal_not_told", Mutate: mutant.StuckBit("refused", 0, 0)},
}

var markersMutants = []testbench.Mutant{
	{Name: "ready_at_birth", Mutate: mutant.DropAssign("ready_q", 0)},
	{Name: "packet_that_leaves_counted", Mutate: mutant.StuckBit("host_loses_packet", 0, 0)},
	{Name: "packet_that_leaves_added", Mutate: mutant.FlipOp("place", ir.OpSub, ir.OpAdd, 0)},
	{Name: "place_not_looked_up", Mutate: mutant.StuckBit("placed_q", 0, 0)},
	{Name: "ready_before_its_place_is_known", Mutate: mutant.DropTerm("ready_q", 0)},
	{Name: "host_not_asked", Mutate: mutant.DropTerm("ready_q", 1)},
	{Name: "every_packet_counts_down", Mutate: mutant.DropTerm("ahead", 0)},
	{Name: "one_packet_too_early", Mutate: mutant.AddConst("ahead", 0, 1)},
	{Name: "host_not_kept", Mutate: mutant.DropAssign("host", 0)},
	{Name: "host_is_free_to_die", Mutate: mutant.NeverCondition("line_hosting", 0)},
	{Name: "ready_lines_count_as_hosted", Mutate: mutant.DropFirstTerm("line_hosting", 0)},
}

var detectionMutants = []testbench.Mutant{
	{Name: "threshold_strict", Mutate: mutant.FlipOp("over_threshold", ir.OpGe, ir.OpGt, 0)},
	{Name: "threshold_off_by_one", Mutate: mutant.AddConst("over_threshold", 0, 1)},
	{Name: "known_names_not_left_out", Mutate: mutant.NeverCondition("known", 0)},
	{Name: "longer_names_count", Mutate: mutant.DropFirstTerm("known", 1)},
	{Name: "invalid_lines_count", Mutate: mutant.DropFirstTerm("known", 0)},
	{Name: "turn_off_by_one", Mutate: mutant.AddConst("turn", 0, 1)},
	{Name: "allocates_without_a_free_line", Mutate: mutant.DropTerm("alloc_valid", 0)},
	{Name: "no_free_line_not_told", Mutate: mutant.StuckBit("no_free", 0, 0)},
}

var notifierMutants = []testbench.Mutant{
	{Name: "xoff_threshold_strict", Mutate: mutant.FlipOp("over_xoff", ir.OpGe, ir.OpGt, 0)},
	{Name: "xon_threshold_strict", Mutate: mutant.FlipOp("under_xon", ir.OpLe, ir.OpLt, 0)},
	{Name: "xoff_told_once", Mutate: mutant.DropTerm("wants_xoff", 2)},
	{Name: "xoff_told_all_the_time", Mutate: mutant.DropTerm("wants_xoff", 0)},
	{Name: "xoff_below_the_threshold", Mutate: mutant.DropTerm("wants_xoff", 1)},
	{Name: "xon_without_xoff", Mutate: mutant.DropTerm("wants_xon", 1)},
	{Name: "note_overwritten", Mutate: mutant.StuckBit("note_free", 0, 1)},
	{Name: "note_not_taken", Mutate: mutant.DropAssign("note_valid_q", 1)},
	{Name: "xoff_beside_xon", Mutate: mutant.DropTerm("tells_xoff", 1)},
	{Name: "source_not_kept", Mutate: mutant.DropAssign("source", 0)},
	{Name: "threshold_of_the_standard_queue_not_strict", Mutate: mutant.FlipOp("detected", ir.OpGt, ir.OpGe, 0)},
	{Name: "every_queue_asks", Mutate: mutant.DropFirstTerm("detected", 0)},
	{Name: "request_not_cleared", Mutate: mutant.DropAssign("request", 1)},
	{Name: "dies_while_it_hosts", Mutate: mutant.DropTerm("dying", 1)},
	{Name: "dies_while_blocked", Mutate: mutant.DropTerm("dying", 3)},
	{Name: "dies_before_ready", Mutate: mutant.DropTerm("dying", 4)},
}

var schedulerMutants = []testbench.Mutant{
	{Name: "input_free_too_early", Mutate: mutant.Stuck("input_idle", 1)},
	{Name: "room_not_asked", Mutate: mutant.DropFirstTerm("output_open", 1)},
	{Name: "output_open_too_early", Mutate: mutant.DropTerm("output_open", 0)},
	{Name: "open_while_an_output_chooses", Mutate: mutant.DropTerm("output_open", 1)},
	{Name: "granted_input_chosen_again", Mutate: mutant.DropTerm("still_asking", 0)},
	{Name: "wrong_port_of_a_detection_queue", Mutate: mutant.AddConst("detection_ports", 0, 1)},
	{Name: "queue_priority_fixed", Mutate: mutant.DropAssign("queues_above", 0)},
	{Name: "input_priority_fixed", Mutate: mutant.DropAssign("inputs_above", 0)},
}

var inputPortMutants = []testbench.Mutant{
	kit.In("marker_born_ready", "cioq_recn_markers", mutant.DropAssign("ready_q", 0)),
	{Name: "ready_bit_ignored", Mutate: mutant.DropFirstTerm("saq_may_send", 0)},
	{Name: "block_ignored", Mutate: mutant.DropTerm("saq_may_send", 0)},
	kit.In("any_match", "cioq_recn_cam", mutant.DropTerm("longest_hit", 0)),
	kit.In("any_prefix_hosts", "cioq_recn_cam", mutant.DropTerm("longest_prefix", 0)),
	kit.In("packet_that_leaves_counted", "cioq_recn_markers", mutant.StuckBit("host_loses_packet", 0, 0)),
	kit.In("detection_threshold_strict", "cioq_recn_detection", mutant.FlipOp("over_threshold", ir.OpGe, ir.OpGt, 0)),
	kit.In("xoff_threshold_strict", "recn_rfcu", mutant.FlipOp("over_xoff", ir.OpGe, ir.OpGt, 0)),
	{Name: "misaligned_compare", Mutate: mutant.StuckBit("header_shift", 1, 0)},
	{Name: "xoff_allocates_everywhere", Mutate: mutant.DropTerm("for_me", 0)},
	{Name: "request_blocks", Mutate: mutant.DropTerm("event_block", 0)},
	{Name: "request_for_everybody", Mutate: mutant.DropTerm("note", 0)},
	{Name: "marker_in_the_wrong_queue", Mutate: mutant.SwapMux("event_standard_q", 0)},
	{Name: "slot_freed_one_word_early", Mutate: mutant.AddConst("tx_last", 0, -1)},
	{Name: "beats_of_a_pair_swapped", Mutate: mutant.SwapArgs("packet_ram.wr_data", ir.OpConcat, 0)},
	{Name: "enqueues_all_the_time", Mutate: mutant.StuckBit("queue_valid", 0, 1)},
	{Name: "hosts_die", Mutate: mutant.DropTerm("rfcu.line_ready", 0)},
	{Name: "arrival_hidden_from_deallocation", Mutate: mutant.Disconnect("rfcu.linked")},
}

var outputPortMutants = []testbench.Mutant{
	{Name: "turn_pointer_not_moved", Mutate: mutant.AddConst("next_tptr", 0, -3)},
	{Name: "all_but_the_header_patched", Mutate: mutant.SwapMux("packet_ram.wr_data", 0)},
	{Name: "misaligned_compare", Mutate: mutant.StuckBit("header_shift", 0, 1)},
	{Name: "ready_bit_ignored", Mutate: mutant.DropFirstTerm("saq_may_send", 0)},
	{Name: "block_ignored", Mutate: mutant.DropTerm("saq_may_send", 0)},
	{Name: "sends_without_credit", Mutate: mutant.DropTerm("link_free", 0)},
	{Name: "credit_not_given", Mutate: mutant.Disconnect("credits.give")},
	{Name: "reservation_not_made", Mutate: mutant.Disconnect("reservations.take")},
	{Name: "source_lost", Mutate: mutant.Disconnect("notifier.enq_source")},
	{Name: "xoff_arrives_as_xon", Mutate: mutant.StuckBit("tx_msg_xoff_q", 0, 0)},
	{Name: "beats_of_a_pair_swapped", Mutate: mutant.SwapMux("beat_data", 0)},
	{Name: "slot_freed_one_beat_early", Mutate: mutant.AddConst("tx_last", 0, -1)},
	{Name: "grants_twice", Mutate: mutant.DropTerm("link_free", 1)},
	{Name: "fixed_priority", Mutate: mutant.Disconnect("arbiter.advance")},
	kit.In("hosts_die", "cioq_recn_notifier", mutant.DropTerm("dying", 1)),
	kit.In("xoff_told_once", "cioq_recn_notifier", mutant.DropTerm("wants_xoff", 2)),
}

// switchMutants are found in the traffic of a whole switch, from its pins.
var switchMutants = append(env.CrossbarMutants("pairs_left"),
	kit.In("input_ready_bit_ignored", "cioq_recn_input_port", mutant.DropFirstTerm("saq_may_send", 0)),
	kit.In("output_ready_bit_ignored", "cioq_recn_output_port", mutant.DropFirstTerm("saq_may_send", 0)),
	kit.In("input_block_ignored", "cioq_recn_input_port", mutant.DropTerm("saq_may_send", 0)),
	kit.In("output_block_ignored", "cioq_recn_output_port", mutant.DropTerm("saq_may_send", 0)),
	kit.In("any_match", "cioq_recn_cam", mutant.DropTerm("longest_hit", 0)),
	kit.In("room_not_asked", "cioq_recn_scheduler", mutant.DropFirstTerm("output_open", 1)),
	kit.In("detection_threshold_strict", "cioq_recn_detection", mutant.FlipOp("over_threshold", ir.OpGe, ir.OpGt, 0)),
	kit.In("output_threshold_not_strict", "cioq_recn_notifier", mutant.FlipOp("detected", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_threshold_strict", "recn_rfcu", mutant.FlipOp("over_xoff", ir.OpGe, ir.OpGt, 0)),
	kit.In("xoff_told_once", "cioq_recn_notifier", mutant.DropTerm("wants_xoff", 2)),
	kit.In("xoff_allocates_everywhere", "cioq_recn_input_port", mutant.DropTerm("for_me", 0)),
	kit.In("request_blocks", "cioq_recn_input_port", mutant.DropTerm("event_block", 0)),
	kit.In("turn_pointer_not_moved", "cioq_recn_output_port", mutant.AddConst("next_tptr", 0, -3)),
	kit.In("host_not_asked", "cioq_recn_markers", mutant.DropTerm("ready_q", 1)),
	kit.In("dies_while_blocked", "recn_rfcu", mutant.DropTerm("dying", 3)),
	testbench.Mutant{Name: "notifications_not_taken", Mutate: mutant.Disconnect("out_port.note_take")},
	testbench.Mutant{Name: "source_of_pairs_lost", Mutate: mutant.Disconnect("out_port.pair_source")},
)
