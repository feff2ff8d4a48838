package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

var receiverMutants = []testbench.Mutant{
	{Name: "notification_waits_for_frames", Mutate: mutant.SwapMux("offer_word", 0)},
	{Name: "frame_overwritten", Mutate: mutant.DropTerm("waits", 0)},
	{Name: "cns_as_frames", Mutate: mutant.FlipOp("cn", ir.OpEq, ir.OpNe, 0)},
	{Name: "beats_not_cleared", Mutate: mutant.DropAssign("beats", 0)},
	{Name: "one_beat_too_many", Mutate: mutant.AddConst("beats", 1, 1)},
	{Name: "taken_cn_drops_the_frame", Mutate: mutant.DropTerm("takes_frame", 0)},
	{Name: "loss_not_told", Mutate: mutant.StuckBit("lost_q", 0, 0)},
	{Name: "starts_open", Mutate: mutant.ResetValue("open", 1)},
}

var transmitterMutants = []testbench.Mutant{
	{Name: "cn_before_pause", Mutate: mutant.DropTerm("sends_cn", 0)},
	{Name: "cn_waits_for_frames", Mutate: mutant.DropTerm("sends_cn", 1)},
	{Name: "pause_not_obeyed", Mutate: mutant.DropTerm("sends_frame", 1)},
	{Name: "frame_before_cn", Mutate: mutant.DropTerm("sends_frame", 3)},
	{Name: "done_overwritten", Mutate: mutant.DropTerm("sends_frame", 0)},
	{Name: "one_beat_too_few", Mutate: mutant.AddConst("last_beat", 0, 1)},
	{Name: "overrun_not_told", Mutate: mutant.StuckBit("overrun_q", 0, 0)},
	{Name: "starts_with_a_frame", Mutate: mutant.ResetValue("next_q", 1)},
}

var queuesMutants = []testbench.Mutant{
	{Name: "fetched_without_a_rest", Mutate: mutant.DropTerm("fetchable", 0)},
	{Name: "empty_queue_fetched", Mutate: mutant.DropTerm("fetchable", 1)},
	{Name: "head_kept", Mutate: mutant.NeverCondition("head", 0)},
	{Name: "tail_kept", Mutate: mutant.NeverCondition("tail", 0)},
	{Name: "last_and_next_meet", Mutate: mutant.DropTerm("begins", 1)},
	{Name: "slot_of_the_wrong_input", Mutate: mutant.DropTerm("enters", 0)},
	{Name: "used_counted_backwards", Mutate: mutant.SwapMux("used_q", 0)},
	{Name: "fresh_slot_too_many", Mutate: mutant.AddConst("never_used", 0, 1)},
	{Name: "starts_used", Mutate: mutant.ResetValue("used_q", 1)},
}

var engineMutants = []testbench.Mutant{
	{Name: "local_waits", Mutate: mutant.DropTerm("takes_input", 1)},
	{Name: "no_rest_after_a_cn", Mutate: mutant.AddConst("rest", 0, -1)},
	{Name: "passing_cn_not_learnt", Mutate: mutant.DropTerm("learns", 1)},
	{Name: "cn_takes_the_default", Mutate: mutant.Disconnect("random_draw.draw")},
	{Name: "flow_and_source_swapped", Mutate: mutant.SwapMux("routing_table.read_host", 0)},
	{Name: "always_adaptive", Mutate: mutant.SwapMux("frame_out_q", 0)},
	{Name: "unknown_host_forwarded", Mutate: mutant.DropTerm("goes_frame", 0)},
	{Name: "off_list_of_local", Mutate: mutant.DropTerm("off_list_q", 1)},
	{Name: "same_input_again", Mutate: mutant.NeverCondition("inputs_above", 0)},
}

var notifierMutants = []testbench.Mutant{
	{Name: "sampled_frame_too_late", Mutate: mutant.DropCondition("culprit", 0)},
	{Name: "loss_not_told", Mutate: mutant.StuckBit("lost_q", 0, 0)},
	{Name: "offered_twice", Mutate: mutant.DropTerm("waits", 1)},
	{Name: "overwritten", Mutate: mutant.DropTerm("takes", 0)},
	{Name: "same_output_again", Mutate: mutant.NeverCondition("outputs_above", 0)},
	{Name: "starts_with_one", Mutate: mutant.ResetValue("waits", 1)},
}

var switchMutants = []testbench.Mutant{
	{Name: "queue_never_low", Mutate: mutant.StuckBit("low_q", 0, 1)},
	{Name: "low_at_twice_the_length", Mutate: mutant.AddConst("low_q", 0, 12000)},
	{Name: "loss_not_told", Mutate: mutant.NeverCondition("error_q", 0)},
	{Name: "arrival_at_the_wrong_point", Mutate: mutant.StuckBit("enters", 0, 0)},
	{Name: "points_of_the_same_number", Mutate: mutant.StuckBit("cp_number", 0, 0)},
}

var resequencerMutants = []testbench.Mutant{
	{Name: "window_twice_as_long", Mutate: mutant.DropTerm("early", 2)},
	{Name: "frame_kept_when_it_goes", Mutate: mutant.DropTerm("here", 0)},
	{Name: "word_not_swept", Mutate: mutant.DropFirstTerm("expected", 0)},
	{Name: "no_chain", Mutate: mutant.StuckBit("chains", 0, 0)},
	{Name: "held_not_counted_down", Mutate: mutant.StuckBit("one_went", 0, 0)},
	{Name: "loss_not_told", Mutate: mutant.StuckBit("lost_q", 0, 0)},
	{Name: "window_stands", Mutate: mutant.Stuck("too_far", 0)},
	{Name: "window_moves_too_far", Mutate: mutant.AddConst("fits", 0, -1)},
	{Name: "late_frames_not_known", Mutate: mutant.Stuck("is_late", 0)},
	{Name: "all_frames_late", Mutate: mutant.DropTerm("made_before", 0)},
	{Name: "ready_too_early", Mutate: mutant.AddConst("ready_q", 0, -1)},
}

var trafficMutants = []testbench.Mutant{
	{Name: "itself_drawn", Mutate: mutant.FlipOp("random_host", ir.OpLt, ir.OpLe, 0)},
	{Name: "always_makes", Mutate: mutant.DropTerm("makes", 0)},
	{Name: "draws_without_a_turn", Mutate: mutant.DropCondition("state_q", 1)},
	{Name: "fixed_ignored", Mutate: mutant.SwapMux("flow_q", 0)},
	{Name: "offered_again", Mutate: mutant.NeverCondition("offer_q", 1)},
	{Name: "starts_elsewhere", Mutate: mutant.ResetValue("state_q", 0x8000_0001)},
}

var hostMutants = []testbench.Mutant{
	{Name: "wrong_host_not_told", Mutate: mutant.StuckBit("right_q", 0, 1)},
	{Name: "one_beat_frames_lost", Mutate: mutant.DropTerm("whole", 0)},
	{Name: "made_not_counted", Mutate: mutant.NeverCondition("made", 0)},
	{Name: "latency_from_the_wrong_end", Mutate: mutant.SwapArgs("latency", ir.OpSub, 0)},
	{Name: "always_counts", Mutate: mutant.DropCondition("latency_sum", 0)},
	{Name: "pause_ignored", Mutate: mutant.Disconnect("adapter.paused")},
}

var networkMutants = []testbench.Mutant{
	{Name: "hosts_start_at_once", Mutate: mutant.StuckBit("runs_q", 0, 1)},
	{Name: "sample_too_often", Mutate: mutant.StuckBit("sample_q", 0, 1)},
	{Name: "last_table_not_written", Mutate: mutant.AddConst("writes", 0, -1)},
	{Name: "contention_mixed_up", Mutate: mutant.StuckBit("tick_q", 0, 1)},
	{Name: "unit_a_cycle_late", Mutate: mutant.StuckBit("is_switch", 0, 0)},
}
