package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

var cellBufferMutants = []testbench.Mutant{
	{Name: "full_one_late", Mutate: mutant.AddConst("full", 0, -1)},
	{Name: "tail_stands", Mutate: mutant.DropAssign("tail_q", 0)},
	{Name: "skip_forgotten", Mutate: mutant.DropTerm("leaves", 0)},
	{Name: "a_beat_short", Mutate: mutant.FlipOp("more", ir.OpLt, ir.OpLe, 0)},
	{Name: "count_starts_at_one", Mutate: mutant.ResetValue("count_q", 1)},
	{Name: "beat_number_kept", Mutate: mutant.SwapMux("beat_in_q", 0)},
}

var leafInMutants = []testbench.Mutant{
	{Name: "one_unit_less_room", Mutate: mutant.AddConst("fits", 0, -1)},
	{Name: "flip_ignored", Mutate: mutant.FlipOp("voq_head", ir.OpXor, ir.OpOr, 0)},
	{Name: "phase_kept", Mutate: mutant.StuckBit("free.wdata", 0, 0)},
	{Name: "voq_always_empty", Mutate: mutant.StuckBit("voq_empty", 0, 1)},
	{Name: "last_unit_not_marked", Mutate: mutant.StuckBit("last_unit", 0, 0)},
	{Name: "index_not_reset", Mutate: mutant.SwapMux("index_q", 0)},
	{Name: "units_not_given_back", Mutate: mutant.Disconnect("free.push")},
	{Name: "fetched_after_reset", Mutate: mutant.ResetValue("fetched_q", 1)},
}

var creditArbMutants = []testbench.Mutant{
	{Name: "place_not_taken", Mutate: mutant.DropAssign("next_q", 0)},
	{Name: "source_never_comes_back", Mutate: mutant.StuckBit("granted_q", 0, 0)},
	{Name: "every_request_joins", Mutate: mutant.FlipOp("back", ir.OpEq, ir.OpNe, 0)},
	{Name: "grant_while_one_waits", Mutate: mutant.DropTerm("grants", 0)},
	{Name: "one_place_less", Mutate: mutant.FlipReset("free_q", 0)},
	{Name: "release_lost", Mutate: mutant.SwapMux("free_q", 0)},
}

var leafOutMutants = []testbench.Mutant{
	{Name: "single_cell_never_complete", Mutate: mutant.FlipOp("last_cell_q", ir.OpSub, ir.OpAdd, 0)},
	{Name: "stop_ignored", Mutate: mutant.DropTerm("prio_ready", 0)},
	{Name: "cnm_before_pause", Mutate: mutant.DropTerm("no_pause", 0)},
	{Name: "gap_too_short", Mutate: mutant.AddConst("charged", 0, -1)},
	{Name: "oldest_place_stands", Mutate: mutant.DropAssign("oldest_q", 0)},
	{Name: "complete_frame_not_looked_up", Mutate: mutant.StuckBit("seen", 0, 0)},
	{Name: "report_unseen", Mutate: mutant.StuckBit("reported", 0, 0)},
	{Name: "lap_stands", Mutate: mutant.DropAssign("lap_q", 0)},
	{Name: "odd_cells_not_counted", Mutate: mutant.SwapMux("cell_came", 0)},
	{Name: "messages_in_phase_0", Mutate: mutant.StuckBit("message_here", 0, 0)},
	{Name: "link_debt_after_reset", Mutate: mutant.ResetValue("owed_q", 1000)},
}

var uplinksMutants = []testbench.Mutant{
	{Name: "data_before_messages", Mutate: mutant.StuckBit("message_waits", 0, 0)},
	{Name: "one_credit_more", Mutate: mutant.FlipReset("credits_q", 0)},
	{Name: "rate_unlimited", Mutate: mutant.DropTerm("link_ready", 0)},
	{Name: "cheap_cells", Mutate: mutant.AddConst("cost", 4, -3000)},
	{Name: "messages_taken_twice", Mutate: mutant.StuckBit("message_taken", 0, 0)},
}

var spineMutants = []testbench.Mutant{
	{Name: "crossbar_stands", Mutate: mutant.NeverCondition("from_q", 0)},
	{Name: "turn_stands", Mutate: mutant.DropAssign("in_above_q", 0)},
	{Name: "credits_ignored", Mutate: mutant.DropFirstTerm("link_ready", 0)},
	{Name: "slot_of_two_cycles", Mutate: mutant.StuckBit("phase_q", 1, 0)},
	{Name: "debt_reversed", Mutate: mutant.SwapMux("owed_q", 0)},
}
