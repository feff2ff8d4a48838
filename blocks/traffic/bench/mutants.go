package bench

import (
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/mutant"
)

// The mutants of the blocks: mistakes that a designer of these nodes could make. A
// mutant of the node names the part in which it is made.

var sourceMutants = []testbench.Mutant{
	{Name: "another_generator", Mutate: mutant.AddConst("stepped", 0, 1)},
	{Name: "start_not_mixed", Mutate: mutant.ResetValue("mixes_left", 0)},
	{Name: "mixed_without_carries", Mutate: mutant.FlipOp("state", ir.OpAdd, ir.OpXor, 0)},
	{Name: "state_bit_stuck", Mutate: mutant.StuckBit("state", 0, 0)},
	{Name: "start_not_loaded", Mutate: mutant.StuckBit("started", 0, 1)},
	{Name: "load_inverted", Mutate: mutant.FlipOp("makes", ir.OpLt, ir.OpGe, 0)},
	{Name: "makes_while_disabled", Mutate: mutant.DropFirstTerm("makes", 3)},
	{Name: "all_nodes_at_once", Mutate: mutant.DropTerm("makes", 2)},
	{Name: "packet_to_itself", Mutate: mutant.DropTerm("makes", 0)},
	{Name: "uniform_destination_off_by_one", Mutate: mutant.AddConst("pattern_dst", 1, -1)},
	{Name: "shift_too_far", Mutate: mutant.AddConst("pattern_dst", 0, 1)},
	{Name: "hot_node_disturbs_itself", Mutate: mutant.DropTerm("is_hot", 0)},
	{Name: "hot_rate_ignored", Mutate: mutant.DropTerm("is_hot", 1)},
	{Name: "hot_from_the_start", Mutate: mutant.DropFirstTerm("hot_time", 0)},
	{Name: "hot_for_ever", Mutate: mutant.DropTerm("hot_time", 0)},
	{Name: "hot_a_cycle_too_late", Mutate: mutant.FlipOp("hot_time", ir.OpLe, ir.OpLt, 0)},
	{Name: "hot_a_cycle_too_long", Mutate: mutant.FlipOp("hot_time", ir.OpLt, ir.OpLe, 0)},
	{Name: "destination_not_held", Mutate: mutant.DropCondition("make_dst_q", 0)},
}

var framerMutants = []testbench.Mutant{
	{Name: "nine_beats", Mutate: mutant.AddConst("beats_left", 0, 1)},
	{Name: "ready_too_early", Mutate: mutant.AddConst("ready", 0, 1)},
	{Name: "turn_pointer_off_by_one", Mutate: mutant.AddConst("word", 0, 1)},
	{Name: "fields_not_kept", Mutate: mutant.DropCondition("seq_q", 0)},
	{Name: "departure_not_held", Mutate: mutant.DropCondition("sent", 0)},
	{Name: "sop_missing", Mutate: mutant.StuckBit("first", 0, 0)},
	{Name: "check_bit_stuck", Mutate: mutant.StuckBit("check", 28, 0)},
	{Name: "made_ored_into_the_check", Mutate: mutant.FlipOp("check", ir.OpXor, ir.OpOr, 0)},
	{Name: "tag_bit_stuck", Mutate: mutant.StuckBit("tag_q", 3, 0)},
	{Name: "data_after_the_packet", Mutate: mutant.StuckBit("sending", 0, 1)},
}

var nicCAMMutants = []testbench.Mutant{
	{Name: "prefix_does_not_stop", Mutate: mutant.DropTerm("stopped", 0)},
	{Name: "own_xoff_does_not_stop", Mutate: mutant.DropFirstTerm("stopped", 0)},
	{Name: "message_and_turns_swapped", Mutate: mutant.SwapMux("key", 0)},
	{Name: "longer_name_is_prefix", Mutate: mutant.DropTerm("prefix", 2)},
	{Name: "shorter_name_extends", Mutate: mutant.DropTerm("extension", 1)},
	{Name: "ended_line_found", Mutate: mutant.DropFirstTerm("prefix", 0)},
	{Name: "unblocked_line_catches", Mutate: mutant.DropTerm("matching_xoff", 0)},
	{Name: "any_name_instead_of_the_shortest", Mutate: mutant.DropTerm("shortest", 0)},
	{Name: "second_line_for_a_name", Mutate: mutant.DropTerm("is_new", 0)},
	{Name: "line_ends_with_packets", Mutate: mutant.DropTerm("valid", 3)},
	{Name: "line_never_ends", Mutate: mutant.DropTerm("valid", 2)},
	{Name: "line_ends_although_stopped_again", Mutate: mutant.DropTerm("valid", 0)},
	{Name: "xon_ignored", Mutate: mutant.DropAssign("xoff", 1)},
	{Name: "old_prefixes_stay", Mutate: mutant.DropTerm("shorter", 1)},
	{Name: "prefixes_of_a_new_line_unknown", Mutate: mutant.DropAssign("shorter", 0)},
	{Name: "longer_lines_not_told", Mutate: mutant.NeverCondition("shorter", 1)},
	{Name: "refused_not_told", Mutate: mutant.StuckBit("refused", 0, 0)},
}

var nicMutants = []testbench.Mutant{
	{Name: "full_one_too_late", Mutate: mutant.AddConst("full", 0, 1)},
	{Name: "full_one_too_early", Mutate: mutant.AddConst("full", 0, -1)},
	{Name: "refused_packet_enters", Mutate: mutant.DropTerm("enters", 0)},
	{Name: "numbers_not_zeroed", Mutate: mutant.ResetValue("walking", 0)},
	{Name: "youngest_first", Mutate: mutant.SwapArgs("made_after_best", ir.OpSub, 0)},
	{Name: "first_list_first", Mutate: mutant.DropTerm("better", 1)},
	{Name: "age_sign_stuck", Mutate: mutant.StuckBit("made_after_best", 31, 0)},
	{Name: "stopped_lists_read", Mutate: mutant.DropTerm("lists_free", 0)},
	{Name: "line_of_a_waiting_list_ends", Mutate: mutant.Disconnect("cam.in_use")},
	{Name: "main_list_beside_others", Mutate: mutant.DropTerm("read_head", 1)},
	{Name: "decides_before_all_are_read", Mutate: mutant.DropTerm("acts", 2)},
	{Name: "decides_while_comparing", Mutate: mutant.FlipOp("acts", ir.OpXor, ir.OpOr, 0)},
	{Name: "decides_while_a_packet_enters", Mutate: mutant.DropTerm("acts", 1)},
	{Name: "decides_by_the_message", Mutate: mutant.DropTerm("acts", 0)},
	{Name: "sends_what_is_stopped", Mutate: mutant.DropTerm("sends", 1)},
	{Name: "sends_without_credit", Mutate: mutant.DropTerm("link_free", 0)},
	{Name: "xoff_does_not_end_the_search", Mutate: mutant.DropTerm("search_again", 0)},
	{Name: "bypass_of_fetched_head_inverted", Mutate: mutant.SwapMux("read_place", 0)},
	{Name: "head_not_fetched", Mutate: mutant.DropAssign("head", 0)},
	{Name: "fetched_free_head_not_kept", Mutate: mutant.DropAssign("free_head", 0)},
	{Name: "free_head_not_fetched", Mutate: mutant.StuckBit("fetch_free", 0, 0)},
	{Name: "freed_not_counted", Mutate: mutant.DropAssign("freed", 0)},
	{Name: "list_stays_nonempty", Mutate: mutant.DropAssign("nonempty", 0)},
	{Name: "line_does_not_end", Mutate: mutant.StuckBit("cam.in_use", 0, 1)},
	{Name: "route_bit_stuck", Mutate: mutant.StuckBit("routes", 28, 0)},
	{Name: "any_name_instead_of_the_shortest", Module: "traffic_nic_cam", Mutate: mutant.DropTerm("shortest", 0)},
}

var sinkMutants = []testbench.Mutant{
	{Name: "rules_of_gap_and_beat_swapped", Mutate: mutant.SwapMux("broken", 0)},
	{Name: "position_counts_only_with_sop", Mutate: mutant.SwapMux("beat", 0)},
	{Name: "pause_continues", Mutate: mutant.DropAssign("position", 1)},
	{Name: "tag_not_checked", Mutate: mutant.DropFirstTerm("wrong", 0)},
	{Name: "source_not_checked", Mutate: mutant.DropTerm("wrong", 0)},
	{Name: "eop_not_checked", Mutate: mutant.DropTerm("wrong_beat", 0)},
	{Name: "words_not_checked", Mutate: mutant.DropFirstTerm("wrong_beat", 0)},
	{Name: "check_bit_stuck", Mutate: mutant.StuckBit("check", 28, 0)},
	{Name: "earlier_beats_forgotten", Mutate: mutant.DropTerm("damaged", 2)},
	{Name: "damage_stays", Mutate: mutant.DropTerm("bad", 1)},
	{Name: "stray_counts_in_order", Mutate: mutant.DropTerm("arrives", 0)},
	{Name: "stray_is_received", Mutate: mutant.DropTerm("received_q", 0)},
	{Name: "order_not_checked", Mutate: mutant.StuckBit("disorder", 0, 0)},
	{Name: "numbers_not_zeroed", Mutate: mutant.ResetValue("walking", 0)},
	{Name: "latency_negated", Mutate: mutant.SwapArgs("latency", ir.OpSub, 0)},
	{Name: "digest_does_not_turn", Mutate: mutant.SwapArgs("digest_q", ir.OpConcat, 0)},
	{Name: "latest_is_largest", Mutate: mutant.DropTerm("latency_max", 0)},
	{Name: "error_always", Mutate: mutant.DropCondition("error_q", 0)},
	{Name: "counts_without_measure", Mutate: mutant.DropTerm("counted", 0)},
	{Name: "histogram_not_zeroed", Mutate: mutant.ResetValue("zeroing", 0)},
	{Name: "clear_leaves_the_histogram", Mutate: mutant.DropAssign("zeroing", 0)},
	{Name: "long_latency_in_any_bin", Mutate: mutant.FlipOp("bin", ir.OpRedOr, ir.OpRedAnd, 0)},
	{Name: "bin_off_by_one", Mutate: mutant.AddConst("octave", 0, 1)},
	{Name: "small_latency_in_any_bin", Mutate: mutant.AddConst("bin", 1, -4)},
	{Name: "credit_lost", Mutate: mutant.StuckBit("taken", 0, 0)},
	{Name: "error_by_both_only", Mutate: mutant.FlipOp("wrong_packet", ir.OpOr, ir.OpAnd, 1)},
	{Name: "misroute_is_no_error", Mutate: mutant.DropFirstTerm("wrong_packet", 1)},
	{Name: "disorder_is_no_error", Mutate: mutant.DropTerm("wrong_packet", 1)},
	{Name: "damage_is_no_error", Mutate: mutant.DropTerm("wrong_packet", 0)},
}

var nodeMutants = []testbench.Mutant{
	{Name: "made_counted_without_measure", Mutate: mutant.DropTerm("made_count", 0)},
	{Name: "refused_not_cleared", Mutate: mutant.DropAssign("refused_count", 0)},
	{Name: "sent_not_counted", Mutate: mutant.AddConst("sent_count", 1, 1)},
	{Name: "xoff_not_counted", Mutate: mutant.AddConst("xoff_count", 1, 1)},
	{Name: "sink_not_addressed", Mutate: mutant.Disconnect("sink.read_address")},
	{Name: "sink_not_cleared", Mutate: mutant.Disconnect("sink.clear")},
	{Name: "nic_without_number", Mutate: mutant.Disconnect("nic.node")},
	{Name: "source_without_number", Mutate: mutant.Disconnect("source.node")},
	{Name: "routes_not_written", Mutate: mutant.Disconnect("nic.route_valid")},
	{Name: "messages_lost", Mutate: mutant.Disconnect("nic.tx_msg_valid")},
	{Name: "credits_lost", Mutate: mutant.Disconnect("nic.tx_credit")},
	{Name: "makes_all_the_time", Module: "traffic_source", Mutate: mutant.StuckBit("makes", 0, 1)},
	{Name: "youngest_first", Module: "traffic_nic", Mutate: mutant.SwapArgs("made_after_best", ir.OpSub, 0)},
	{Name: "order_not_checked", Module: "traffic_sink", Mutate: mutant.StuckBit("disorder", 0, 0)},
	{Name: "check_bit_stuck", Module: "traffic_framer", Mutate: mutant.StuckBit("check", 28, 0)},
	{Name: "packet_to_itself", Module: "traffic_source", Mutate: mutant.DropTerm("makes", 0)},
}
