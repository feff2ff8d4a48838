package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

var sourceMutants = []testbench.Mutant{
	{Name: "stops_one_cycle_late", Mutate: mutant.FlipOp("active_q", ir.OpLt, ir.OpLe, 0)},
	{Name: "starts_one_cycle_late", Mutate: mutant.FlipOp("active_q", ir.OpLe, ir.OpLt, 0)},
	{Name: "earns_while_it_waits", Mutate: mutant.DropCondition("account", 1)},
	{Name: "offer_replaced", Mutate: mutant.StuckBit("moves", 0, 1)},
	{Name: "cost_of_1007", Mutate: mutant.AddConst("cost", 2, 1)},
	{Name: "account_kept_while_inactive", Mutate: mutant.NeverCondition("account", 0)},
	{Name: "flow_without_rate_active", Mutate: mutant.DropTerm("active_q", 0)},
}

var sinkMutants = []testbench.Mutant{
	{Name: "gap_accepted", Mutate: mutant.DropFirstTerm("wrong", 0)},
	{Name: "tail_not_checked", Mutate: mutant.FlipOp("wrong", ir.OpNe, ir.OpEq, 0)},
	{Name: "last_beat_one_later", Mutate: mutant.AddConst("last", 0, 1)},
	{Name: "bad_frame_counted", Mutate: mutant.DropTerm("sound", 0)},
	{Name: "stray_counted", Mutate: mutant.DropTerm("good", 0)},
	{Name: "go_counts_as_stop", Mutate: mutant.DropTerm("is_stop", 0)},
	{Name: "cnm_for_a_source", Mutate: mutant.AddConst("event_row", 0, 1)},
	{Name: "order_not_checked", Mutate: mutant.DropTerm("disorder", 0)},
	{Name: "rows_not_zeroed", Mutate: mutant.SwapMux("rows", 0)},
	{Name: "window_a_cycle_longer", Mutate: mutant.ResetValue("window_age", 0)},
	{Name: "copies_one_row_less", Mutate: mutant.AddConst("copying", 1, -1)},
	{Name: "smallest_latency", Mutate: mutant.FlipOp("latency_max", ir.OpGt, ir.OpLt, 0)},
}

var serverMutants = []testbench.Mutant{
	{Name: "rate_not_written", Mutate: mutant.NeverCondition("flow_rate", 0)},
	{Name: "destination_of_flow_0_only", Mutate: mutant.NeverCondition("flow_dst", 0)},
	{Name: "last_cnm_instead_of_first", Mutate: mutant.DropCondition("first_cnm", 0)},
	{Name: "pause_not_obeyed", Mutate: mutant.Disconnect("adapter.paused")},
	{Name: "refused_frames_not_counted", Mutate: mutant.NeverCondition("refused", 0)},
	{Name: "sent_frames_counted_twice", Mutate: mutant.AddConst("sent", 0, 1)},
	{Name: "sink_shown_everywhere", Mutate: mutant.StuckBit("shows_flow", 0, 0)},
	{Name: "stop_not_said", Mutate: mutant.Disconnect("pause_unit.occupancy")},
	{Name: "stop_said_once", Module: "qcn_pause", Mutate: mutant.StuckBit("again", 0, 0)},
	{Name: "pause_frame_lost", Module: "qcn_adapter", Mutate: mutant.StuckBit("pause_first", 0, 0)},
	{Name: "pause_frame_within_a_frame", Module: "qcn_adapter", Mutate: mutant.DropTerm("says_pause", 1)},
	{Name: "pause_frame_beside_data", Module: "qcn_adapter", Mutate: mutant.DropTerm("link_open", 0)},
	{Name: "costs_of_pause_and_data_swapped", Module: "qcn_adapter", Mutate: mutant.SwapMux("pacer.cost", 0)},
}
