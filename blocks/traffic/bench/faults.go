package bench

import (
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/fault"
)

// The faults of the blocks: mistakes that a designer of these nodes could make. A
// fault of the node names the part in which it is made.

var sourceFaults = []testbench.Fault{
	{Name: "another_generator", Mutate: fault.AddConst("stepped", 0, 1)},
	{Name: "start_not_mixed", Mutate: fault.ResetValue("mixes_left", 0)},
	{Name: "mixed_without_carries", Mutate: fault.FlipOp("state", ir.OpAdd, ir.OpXor, 0)},
	{Name: "state_bit_stuck", Mutate: fault.StuckBit("state", 0, 0)},
	{Name: "start_not_loaded", Mutate: fault.StuckBit("started", 0, 1)},
	{Name: "load_inverted", Mutate: fault.FlipOp("makes", ir.OpLt, ir.OpGe, 0)},
	{Name: "makes_while_disabled", Mutate: fault.DropFirstTerm("makes", 3)},
	{Name: "all_nodes_at_once", Mutate: fault.DropTerm("makes", 2)},
	{Name: "packet_to_itself", Mutate: fault.DropTerm("makes", 0)},
	{Name: "uniform_destination_off_by_one", Mutate: fault.AddConst("pattern_dst", 1, -1)},
	{Name: "shift_too_far", Mutate: fault.AddConst("pattern_dst", 0, 1)},
	{Name: "hot_node_disturbs_itself", Mutate: fault.DropTerm("is_hot", 0)},
	{Name: "hot_rate_ignored", Mutate: fault.DropTerm("is_hot", 1)},
	{Name: "hot_from_the_start", Mutate: fault.DropFirstTerm("hot_time", 0)},
	{Name: "hot_for_ever", Mutate: fault.DropTerm("hot_time", 0)},
	{Name: "hot_a_cycle_too_late", Mutate: fault.FlipOp("hot_time", ir.OpLe, ir.OpLt, 0)},
	{Name: "hot_a_cycle_too_long", Mutate: fault.FlipOp("hot_time", ir.OpLt, ir.OpLe, 0)},
	{Name: "destination_not_held", Mutate: fault.DropCondition("make_dst_q", 0)},
}

var framerFaults = []testbench.Fault{
	{Name: "nine_beats", Mutate: fault.AddConst("beats_left", 0, 1)},
	{Name: "ready_too_early", Mutate: fault.AddConst("ready", 0, 1)},
	{Name: "turn_pointer_off_by_one", Mutate: fault.AddConst("word", 0, 1)},
	{Name: "fields_not_kept", Mutate: fault.DropCondition("seq_q", 0)},
	{Name: "departure_not_held", Mutate: fault.DropCondition("sent", 0)},
	{Name: "sop_missing", Mutate: fault.StuckBit("first", 0, 0)},
	{Name: "check_bit_stuck", Mutate: fault.StuckBit("check", 28, 0)},
	{Name: "made_ored_into_the_check", Mutate: fault.FlipOp("check", ir.OpXor, ir.OpOr, 0)},
	{Name: "tag_bit_stuck", Mutate: fault.StuckBit("tag_q", 3, 0)},
	{Name: "data_after_the_packet", Mutate: fault.StuckBit("sending", 0, 1)},
}

var nicCAMFaults = []testbench.Fault{
	{Name: "prefix_does_not_stop", Mutate: fault.DropTerm("stopped", 0)},
	{Name: "own_xoff_does_not_stop", Mutate: fault.DropFirstTerm("stopped", 0)},
	{Name: "message_and_turns_swapped", Mutate: fault.SwapMux("key", 0)},
	{Name: "longer_name_is_prefix", Mutate: fault.DropTerm("prefix", 2)},
	{Name: "shorter_name_extends", Mutate: fault.DropTerm("extension", 1)},
	{Name: "ended_line_found", Mutate: fault.DropFirstTerm("prefix", 0)},
	{Name: "unblocked_line_catches", Mutate: fault.DropTerm("matching_xoff", 0)},
	{Name: "any_name_instead_of_the_shortest", Mutate: fault.DropTerm("shortest", 0)},
	{Name: "second_line_for_a_name", Mutate: fault.DropTerm("is_new", 0)},
	{Name: "line_ends_with_packets", Mutate: fault.DropTerm("valid", 3)},
	{Name: "line_never_ends", Mutate: fault.DropTerm("valid", 2)},
	{Name: "line_ends_although_stopped_again", Mutate: fault.DropTerm("valid", 0)},
	{Name: "xon_ignored", Mutate: fault.DropAssign("xoff", 1)},
	{Name: "old_prefixes_stay", Mutate: fault.DropTerm("shorter", 1)},
	{Name: "prefixes_of_a_new_line_unknown", Mutate: fault.DropAssign("shorter", 0)},
	{Name: "longer_lines_not_told", Mutate: fault.NeverCondition("shorter", 1)},
	{Name: "refused_not_told", Mutate: fault.StuckBit("refused", 0, 0)},
}

var nicFaults = []testbench.Fault{
	{Name: "full_one_too_late", Mutate: fault.AddConst("full", 0, 1)},
	{Name: "full_one_too_early", Mutate: fault.AddConst("full", 0, -1)},
	{Name: "refused_packet_enters", Mutate: fault.DropTerm("enters", 0)},
	{Name: "numbers_not_zeroed", Mutate: fault.ResetValue("walking", 0)},
	{Name: "youngest_first", Mutate: fault.SwapArgs("made_after_best", ir.OpSub, 0)},
	{Name: "first_list_first", Mutate: fault.DropTerm("better", 1)},
	{Name: "age_sign_stuck", Mutate: fault.StuckBit("made_after_best", 31, 0)},
	{Name: "stopped_lists_read", Mutate: fault.DropTerm("lists_free", 0)},
	{Name: "line_of_a_waiting_list_ends", Mutate: fault.Disconnect("cam.in_use")},
	{Name: "main_list_beside_others", Mutate: fault.DropTerm("read_head", 1)},
	{Name: "decides_before_all_are_read", Mutate: fault.DropTerm("acts", 2)},
	{Name: "decides_while_comparing", Mutate: fault.FlipOp("acts", ir.OpXor, ir.OpOr, 0)},
	{Name: "decides_while_a_packet_enters", Mutate: fault.DropTerm("acts", 1)},
	{Name: "decides_by_the_message", Mutate: fault.DropTerm("acts", 0)},
	{Name: "sends_what_is_stopped", Mutate: fault.DropTerm("sends", 1)},
	{Name: "sends_without_credit", Mutate: fault.DropTerm("link_free", 0)},
	{Name: "xoff_does_not_end_the_search", Mutate: fault.DropTerm("search_again", 0)},
	{Name: "bypass_of_fetched_head_inverted", Mutate: fault.SwapMux("read_place", 0)},
	{Name: "head_not_fetched", Mutate: fault.DropAssign("head", 0)},
	{Name: "fetched_free_head_not_kept", Mutate: fault.DropAssign("free_head", 0)},
	{Name: "free_head_not_fetched", Mutate: fault.StuckBit("fetch_free", 0, 0)},
	{Name: "freed_not_counted", Mutate: fault.DropAssign("freed", 0)},
	{Name: "list_stays_nonempty", Mutate: fault.DropAssign("nonempty", 0)},
	{Name: "line_does_not_end", Mutate: fault.StuckBit("cam.in_use", 0, 1)},
	{Name: "route_bit_stuck", Mutate: fault.StuckBit("routes", 28, 0)},
	{Name: "any_name_instead_of_the_shortest", Module: "traffic_nic_cam", Mutate: fault.DropTerm("shortest", 0)},
}

var sinkFaults = []testbench.Fault{
	{Name: "rules_of_gap_and_beat_swapped", Mutate: fault.SwapMux("broken", 0)},
	{Name: "position_counts_only_with_sop", Mutate: fault.SwapMux("beat", 0)},
	{Name: "pause_continues", Mutate: fault.DropAssign("position", 1)},
	{Name: "tag_not_checked", Mutate: fault.DropFirstTerm("wrong", 0)},
	{Name: "source_not_checked", Mutate: fault.DropTerm("wrong", 0)},
	{Name: "eop_not_checked", Mutate: fault.DropTerm("wrong_beat", 0)},
	{Name: "words_not_checked", Mutate: fault.DropFirstTerm("wrong_beat", 0)},
	{Name: "check_bit_stuck", Mutate: fault.StuckBit("check", 28, 0)},
	{Name: "earlier_beats_forgotten", Mutate: fault.DropTerm("damaged", 2)},
	{Name: "damage_stays", Mutate: fault.DropTerm("bad", 1)},
	{Name: "stray_counts_in_order", Mutate: fault.DropTerm("arrives", 0)},
	{Name: "stray_is_received", Mutate: fault.DropTerm("received_q", 0)},
	{Name: "order_not_checked", Mutate: fault.StuckBit("disorder", 0, 0)},
	{Name: "numbers_not_zeroed", Mutate: fault.ResetValue("walking", 0)},
	{Name: "latency_negated", Mutate: fault.SwapArgs("latency", ir.OpSub, 0)},
	{Name: "digest_does_not_turn", Mutate: fault.SwapArgs("digest_q", ir.OpConcat, 0)},
	{Name: "latest_is_largest", Mutate: fault.DropTerm("latency_max", 0)},
	{Name: "error_always", Mutate: fault.DropCondition("error_q", 0)},
	{Name: "counts_without_measure", Mutate: fault.DropTerm("counted", 0)},
	{Name: "histogram_not_zeroed", Mutate: fault.ResetValue("zeroing", 0)},
	{Name: "clear_leaves_the_histogram", Mutate: fault.DropAssign("zeroing", 0)},
	{Name: "long_latency_in_any_bin", Mutate: fault.FlipOp("bin", ir.OpRedOr, ir.OpRedAnd, 0)},
	{Name: "bin_off_by_one", Mutate: fault.AddConst("octave", 0, 1)},
	{Name: "small_latency_in_any_bin", Mutate: fault.AddConst("bin", 1, -4)},
	{Name: "credit_lost", Mutate: fault.StuckBit("taken", 0, 0)},
}

var nodeFaults = []testbench.Fault{
	{Name: "made_counted_without_measure", Mutate: fault.DropTerm("made_count", 0)},
	{Name: "refused_not_cleared", Mutate: fault.DropAssign("refused_count", 0)},
	{Name: "sent_not_counted", Mutate: fault.AddConst("sent_count", 1, 1)},
	{Name: "xoff_not_counted", Mutate: fault.AddConst("xoff_count", 1, 1)},
	{Name: "sink_not_addressed", Mutate: fault.Disconnect("sink.read_address")},
	{Name: "sink_not_cleared", Mutate: fault.Disconnect("sink.clear")},
	{Name: "nic_without_number", Mutate: fault.Disconnect("nic.node")},
	{Name: "source_without_number", Mutate: fault.Disconnect("source.node")},
	{Name: "routes_not_written", Mutate: fault.Disconnect("nic.route_valid")},
	{Name: "messages_lost", Mutate: fault.Disconnect("nic.tx_msg_valid")},
	{Name: "credits_lost", Mutate: fault.Disconnect("nic.tx_credit")},
	{Name: "makes_all_the_time", Module: "traffic_source", Mutate: fault.StuckBit("makes", 0, 1)},
	{Name: "youngest_first", Module: "traffic_nic", Mutate: fault.SwapArgs("made_after_best", ir.OpSub, 0)},
	{Name: "order_not_checked", Module: "traffic_sink", Mutate: fault.StuckBit("disorder", 0, 0)},
	{Name: "check_bit_stuck", Module: "traffic_framer", Mutate: fault.StuckBit("check", 28, 0)},
}
