package bench

import (
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/mutant"
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
	{Name: "target_bounded_late", Mutate: mutant.AddConst("byte_target", 1, 4096)},
	{Name: "rate_bounded_late", Mutate: mutant.AddConst("crate_5", 0, 4096)},
	{Name: "target_divided_by_4", Mutate: mutant.AddConst("byte_target", 0, -1)},
	{Name: "reduced_at_ten_times", Mutate: mutant.FlipOp("byte_reduces_4", ir.OpGt, ir.OpGe, 0)},
	{Name: "period_halved_too_late", Mutate: mutant.FlipOp("byte_short_2", ir.OpGe, ir.OpGt, 0)},
	{Name: "timer_not_restarted", Mutate: mutant.DropFirstTerm("restart_7", 0)},
	{Name: "shortest_jitter", Mutate: mutant.AddConst("timer_factor", 0, 1)},
}

var pacerMutants = []testbench.Mutant{
	{Name: "credit_of_two_beats", Mutate: mutant.AddConst("credit", 0, 64)},
	{Name: "starts_at_debt", Mutate: mutant.StuckBit("ready_now", 0, 1)},
	{Name: "earns_one_byte_less", Mutate: mutant.AddConst("left", 0, -1)},
	{Name: "cost_ignored", Mutate: mutant.SwapMux("left", 0)},
	{Name: "full_ignores_debt", Mutate: mutant.DropFirstTerm("credit", 0)},
	{Name: "starts_empty", Mutate: mutant.ResetValue("credit", 0)},
}
