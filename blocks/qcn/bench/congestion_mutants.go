package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants of congestion points, marking policies, PAUSE and wire formats.

var cpMutants = []testbench.Mutant{
	{Name: "departure_seen_by_the_sample", Mutate: mutant.SwapArgs("level_left", ir.OpSub, 0)},
	{Name: "departure_not_counted", Mutate: mutant.StuckBit("departed", 6, 0)},
	{Name: "velocity_not_doubled", Mutate: mutant.AddConst("sum", 0, -1)},
	{Name: "velocity_subtracted", Mutate: mutant.FlipOp("sum", ir.OpAdd, ir.OpSub, 0)},
	{Name: "equilibrium_off_by_one", Mutate: mutant.AddConst("offset", 0, 1)},
	{Name: "old_length_not_kept", Mutate: mutant.DropAssign("qlen_old", 0)},
	{Name: "limit_too_high", Mutate: mutant.AddConst("excess", 0, 20000)},
	{Name: "negative_excess", Mutate: mutant.DropAssign("excess", 2)},
	{Name: "multiplier_off", Mutate: mutant.FlipOp("product", ir.OpAdd, ir.OpSub, 0)},
	{Name: "sampled_in_an_evaluation", Mutate: mutant.DropTerm("sampling", 0)},
	{Name: "sampled_while_not_enabled", Mutate: mutant.DropFirstTerm("sampling", 0)},
	{Name: "jitter_constant", Mutate: mutant.StuckBit("factor_extra", 5, 0)},
	{Name: "generator_not_seeded", Mutate: mutant.StuckBit("random", 20, 1)},
	{Name: "interval_short", Mutate: mutant.AddConst("rounds_left", 0, -1)},
	{Name: "frames_of_the_evaluation_not_counted", Mutate: mutant.DropAssign("time_to_mark", 0)},
	{Name: "cap_off_by_one", Mutate: mutant.AddConst("cap_allows", 0, 1)},
	{Name: "cap_not_restored", Mutate: mutant.DropAssign("received", 2)},
	{Name: "cap_ignored", Mutate: mutant.DropFirstTerm("allowed", 0)},
	{Name: "triggers_without_congestion", Mutate: mutant.DropTerm("triggers", 0)},
	{Name: "first_interval_jittered", Mutate: mutant.ResetValue("time_to_mark", 140000)},
}

var dosMutants = []testbench.Mutant{
	{Name: "the_highest_of_equals", Mutate: mutant.FlipOp("right_wins_1", ir.OpGt, ir.OpGe, 0)},
	{Name: "shortest_queue", Mutate: mutant.FlipOp("right_wins_0", ir.OpGt, ir.OpLt, 0)},
	{Name: "index_of_the_loser", Mutate: mutant.SwapMux("place_2", 0)},
	{Name: "count_of_the_loser", Mutate: mutant.SwapMux("count_1", 0)},
	{Name: "always_found", Mutate: mutant.StuckBit("found_valid", 0, 1)},
	{Name: "low_bit_ignored", Mutate: mutant.StuckBit("count_1", 0, 0)},
}

var cnmMutants = []testbench.Mutant{
	{Name: "second_one_replaces_the_first", Mutate: mutant.StuckBit("kept", 0, 1)},
	{Name: "drop_not_told", Mutate: mutant.DropAssign("dropped_q", 0)},
	{Name: "sent_twice", Mutate: mutant.StuckBit("sent", 0, 0)},
	{Name: "always_sent", Mutate: mutant.DropTerm("sent", 0)},
	{Name: "overwritten_at_the_transmitter", Mutate: mutant.StuckBit("tx_free", 0, 1)},
	{Name: "priority_0_never_sent", Mutate: mutant.StuckBit("next_requests", 0, 0)},
	{Name: "bit_of_the_destination_lost", Mutate: mutant.StuckBit("slots", 3, 0)},
	{Name: "side_not_told", Mutate: mutant.StuckBit("tx_data_q", 22, 0)},
	{Name: "waiting_not_reset", Mutate: mutant.FlipReset("waiting", 0)},
}

var markingMutants = []testbench.Mutant{
	{Name: "header_of_the_sampling_cycle_lost", Mutate: mutant.StuckBit("header", 3, 0)},
	{Name: "queue_of_the_trigger", Mutate: mutant.SwapMux("noted", 0)},
	{Name: "source_of_the_header_with_dos", Mutate: mutant.SwapMux("culprits", 1)},
	{Name: "random_without_search", Mutate: mutant.StuckBit("asked", 0, 0)},
	{Name: "trigger_replaces_the_pending_one", Mutate: mutant.DropCondition("frozen", 0)},
	{Name: "lost_not_told", Mutate: mutant.DropAssign("lost_q", 0)},
	{Name: "answer_does_not_free", Mutate: mutant.StuckBit("answered", 0, 0)},
	{Name: "request_repeated", Mutate: mutant.DropAssign("search_valid_q", 1)},
	{Name: "miss_taken_for_a_hit", Mutate: mutant.DropTerm("cnm.offer_valid", 0)},
	{Name: "give_up_not_told", Mutate: mutant.DropAssign("gave_up_q", 0)},
	{Name: "measured_not_frozen", Mutate: mutant.SwapMux("cnm.offer_feedback", 0)},
	{Name: "search_of_another_priority", Mutate: mutant.StuckBit("sought", 0, 0)},
}

var pauseMutants = []testbench.Mutant{
	{Name: "stop_above_q_high", Mutate: mutant.FlipOp("stop", ir.OpGe, ir.OpGt, 0)},
	{Name: "go_below_q_low", Mutate: mutant.FlipOp("stop", ir.OpGt, ir.OpGe, 0)},
	{Name: "no_hysteresis", Mutate: mutant.SwapMux("stop", 0)},
	{Name: "stop_without_enable", Mutate: mutant.DropFirstTerm("stop", 0)},
	{Name: "speaks_of_another_priority", Mutate: mutant.StuckBit("changed", 0, 0)},
	{Name: "frame_overwritten", Mutate: mutant.StuckBit("tx_free", 0, 1)},
	{Name: "told_not_reset", Mutate: mutant.FlipReset("told", 0)},
	{Name: "go_with_the_bit_of_stop", Mutate: mutant.StuckBit("tx_data_q", 69, 1)},
	{Name: "never_repeated", Mutate: mutant.StuckBit("again", 0, 0)},
	{Name: "repeated_a_cycle_late", Mutate: mutant.AddConst("refresh_due", 0, 1)},
	{Name: "only_one_repetition", Mutate: mutant.DropAssign("timer", 1)},
}

var pauseRxMutants = []testbench.Mutant{
	{Name: "one_quantum_more", Mutate: mutant.OneMore("stops_until")},
	{Name: "go_ignored", Mutate: mutant.StuckBit("stop", 0, 1)},
	{Name: "quanta_0_stops", Mutate: mutant.SwapMux("stop", 0)},
	{Name: "every_kind_heard", Mutate: mutant.DropTerm("heard", 0)},
	{Name: "every_beat_heard", Mutate: mutant.DropTerm("heard", 1)},
	{Name: "quanta_never_end", Mutate: mutant.DropAssign("paused_q", 1)},
	{Name: "time_stands_still", Mutate: mutant.DropAssign("now", 0)},
	{Name: "paused_after_reset", Mutate: mutant.FlipReset("paused_q", 0)},
}

var fcsMutants = []testbench.Mutant{
	{Name: "lowest_bit_of_a_mask_wrong", Mutate: mutant.AddConst("fcs", 0, 1)},
	{Name: "middle_bit_of_a_mask_wrong", Mutate: mutant.AddConst("fcs", 17, 1<<40)},
	{Name: "bit_of_the_last_mask_wrong", Mutate: mutant.AddConst("fcs", 31, 1<<7)},
	{Name: "bit_stuck_at_0", Mutate: mutant.StuckBit("fcs", 5, 0)},
	{Name: "bit_stuck_at_1", Mutate: mutant.StuckBit("fcs", 24, 1)},
}

var cnmFrameMutants = []testbench.Mutant{
	{Name: "fcs_lost", Mutate: mutant.Disconnect("check.data")},
	{Name: "version_1", Mutate: mutant.StuckBit("bytes", 300, 1)},
	{Name: "priority_of_the_flow_lost", Mutate: mutant.StuckBit("bytes", 191, 0)},
	{Name: "another_type", Mutate: mutant.StuckBit("bytes", 304, 0)},
	{Name: "valid_lost", Mutate: mutant.DropAssign("frame_valid_q", 0)},
	{Name: "valid_after_reset", Mutate: mutant.FlipReset("frame_valid_q", 0)},
}

var cnmParseMutants = []testbench.Mutant{
	{Name: "fcs_not_checked", Mutate: mutant.StuckBit("fcs_wrong", 0, 0)},
	{Name: "bit_of_the_fcs_not_checked", Mutate: mutant.StuckBit("fcs_differs", 31, 0)},
	{Name: "type_not_checked", Mutate: mutant.StuckBit("header_right", 5, 1)},
	{Name: "version_not_checked", Mutate: mutant.StuckBit("header_right", 4, 1)},
	{Name: "good_without_frame", Mutate: mutant.StuckBit("received", 0, 1)},
	{Name: "feedback_shifted", Mutate: mutant.MoveSlice("cnm", 3, 1)},
	{Name: "good_after_reset", Mutate: mutant.FlipReset("beat_good_q", 0)},
}

var pfcFrameMutants = []testbench.Mutant{
	{Name: "opcode_of_pause", Mutate: mutant.StuckBit("bytes", 360, 0)},
	{Name: "enable_bit_lost", Mutate: mutant.StuckBit("bytes", 336, 0)},
	{Name: "quanta_with_go", Mutate: mutant.DropTerm("bytes", 0)},
	{Name: "quanta_without_enable", Mutate: mutant.DropFirstTerm("bytes", 0)},
	{Name: "fcs_lost", Mutate: mutant.Disconnect("check.data")},
	{Name: "valid_after_reset", Mutate: mutant.FlipReset("frame_valid_q", 0)},
}

var pfcParseMutants = []testbench.Mutant{
	{Name: "fcs_not_checked", Mutate: mutant.StuckBit("fcs_wrong", 0, 0)},
	{Name: "destination_not_checked", Mutate: mutant.StuckBit("header_right", 2, 1)},
	{Name: "opcode_not_checked", Mutate: mutant.StuckBit("header_right", 0, 1)},
	{Name: "pause_for_all_refused", Mutate: mutant.StuckBit("all_priorities", 0, 0)},
	{Name: "quanta_of_one_priority_lost", Mutate: mutant.StuckBit("pause", 60, 0)},
	{Name: "good_after_reset", Mutate: mutant.FlipReset("beat_good_q", 0)},
}
