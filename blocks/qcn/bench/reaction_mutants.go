package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

var rpUpdateMutants = []testbench.Mutant{
	{Name: "feedback_0_counts", Mutate: mutant.DropTerm("cnm", 0)},
	{Name: "target_taken_in_the_wrong_stage", Mutate: mutant.SwapMux("trate_3", 0)},
	{Name: "counter_loaded_by_every_cnm", Mutate: mutant.DropTerm("loads", 0)},
	{Name: "stages_kept", Mutate: mutant.DropTerm("bytes_0", 0)},
	{Name: "decrease_doubled", Mutate: mutant.MoveSlice("cut_2", 0, -1)},
	{Name: "rate_raised_by_a_cnm", Mutate: mutant.FlipOp("lowered", ir.OpSub, ir.OpAdd, 0)},
	{Name: "active_from_five_stages_on", Mutate: mutant.FlipOp("byte_active_2", ir.OpGt, ir.OpGe, 0)},
	{Name: "more_stages_count", Mutate: mutant.SwapMux("byte_fewer_2", 0)},
	{Name: "target_bounded_late", Mutate: mutant.AddConst("byte_target", 1, 65536)},
	{Name: "rate_bounded_late", Mutate: mutant.AddConst("crate_5", 0, 4096)},
	{Name: "target_divided_by_4", Mutate: mutant.AddConst("byte_target", 0, -1)},
	{Name: "reduced_at_ten_times", Mutate: mutant.FlipOp("byte_reduces_4", ir.OpGt, ir.OpGe, 0)},
	{Name: "period_halved_too_late", Mutate: mutant.FlipOp("byte_short_2", ir.OpGe, ir.OpGt, 0)},
	{Name: "timer_not_restarted", Mutate: mutant.DropFirstTerm("restart_7", 0)},
	{Name: "shortest_jitter", Mutate: mutant.AddConst("timer_factor", 0, 1)},
}

var pacerMutants = []testbench.Mutant{
	{Name: "credit_of_two_beats", Mutate: mutant.AddConst("earned", 0, 64)},
	{Name: "starts_at_debt", Mutate: mutant.StuckBit("ready_now", 0, 1)},
	{Name: "earns_one_byte_less", Mutate: mutant.AddConst("earned", 1, -1)},
	{Name: "cost_ignored", Mutate: mutant.SwapMux("credit", 0)},
	{Name: "full_ignores_debt", Mutate: mutant.DropFirstTerm("full", 0)},
	{Name: "starts_empty", Mutate: mutant.ResetValue("credit", 0)},
}

var rpMutants = []testbench.Mutant{
	{Name: "cnm_without_feedback_reacts", Mutate: mutant.DropTerm("reacts", 0)},
	{Name: "reacts_a_cycle_early", Mutate: mutant.MoveSlice("reacts", 0, -1)},
	{Name: "second_cnm_replaces", Mutate: mutant.DropCondition("feedback", 1)},
	{Name: "starts_a_second_limiter", Mutate: mutant.DropTerm("asks", 1)},
	{Name: "no_limiter_is_free", Mutate: mutant.DropTerm("starts", 0)},
	{Name: "visit_does_not_wait_for_a_frame", Mutate: mutant.DropTerm("calm", 0)},
	{Name: "freed_with_frames", Mutate: mutant.DropTerm("frees", 1)},
	{Name: "freed_below_the_line_rate", Mutate: mutant.DropTerm("frees", 2)},
	{Name: "deadline_of_every_update", Mutate: mutant.DropCondition("deadlines", 0)},
	{Name: "result_of_the_row_before", Mutate: mutant.AddConst("row_before", 0, 1)},
	{Name: "bucket_without_bound", Mutate: mutant.SwapMux("tokens", 2)},
	{Name: "tokens_of_half_a_round", Mutate: mutant.AddConst("earned", 0, -1)},
	{Name: "frame_costs_nothing", Mutate: mutant.FlipOp("tokens", ir.OpSub, ir.OpAdd, 0)},
	{Name: "frame_settled_while_visited", Mutate: mutant.DropTerm("settles", 1)},
	{Name: "sends_before_the_update", Mutate: mutant.DropTerm("held", 0)},
	{Name: "several_frames_at_once", Mutate: mutant.DropTerm("may_send_q", 0)},
	{Name: "busy_for_ever", Mutate: mutant.NeverCondition("busy", 1)},
	{Name: "jitter_does_not_move", Mutate: mutant.DropTerm("random", 0)},
}

var adapterMutants = []testbench.Mutant{
	{Name: "priority_of_the_cnm_ignored", Mutate: mutant.StuckBit("cnm_match", 0, 1)},
	{Name: "entry_of_a_limited_flow_sent", Mutate: mutant.DropTerm("line_serves", 0)},
	{Name: "entry_without_a_frame_sent", Mutate: mutant.DropFirstTerm("line_live", 0)},
	{Name: "place_of_an_entry_ignored", Mutate: mutant.DropTerm("line_live", 0)},
	{Name: "entry_dropped_twice", Mutate: mutant.DropTerm("line_there", 0)},
	{Name: "pause_after_the_choice_ignored", Mutate: mutant.DropTerm("link_open", 0)},
	{Name: "limiter_after_the_choice_ignored", Mutate: mutant.SwapMux("permitted", 0)},
	{Name: "paused_priorities_chosen", Mutate: mutant.SwapMux("candidates", 0)},
	{Name: "old_choice_starts", Mutate: mutant.DropTerm("chosen_valid", 0)},
	{Name: "starts_before_the_link_is_ready", Mutate: mutant.DropTerm("link_open", 1)},
	{Name: "full_queue_accepts", Mutate: mutant.DropTerm("enters", 0)},
	{Name: "blocked_by_a_limited_flow", Mutate: mutant.NeverCondition("tail", 0)},
	{Name: "entry_for_a_limited_flow", Mutate: mutant.DropTerm("line_takes", 0)},
	{Name: "round_robin_stands_still", Mutate: mutant.NeverCondition("flows_above", 0)},
	{Name: "number_not_counted", Mutate: mutant.NeverCondition("frames_sent", 0)},
	{Name: "tail_a_beat_early", Mutate: mutant.AddConst("last_beat", 1, 1)},
	{Name: "count_lost_when_in_and_out", Mutate: mutant.FlipOp("count", ir.OpNe, ir.OpOr, 0)},
}
