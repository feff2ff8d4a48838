package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants of a block are named after what a designer would have done wrong.

var tableMutants = []testbench.Mutant{
	{Name: "unwritten_list_shown", Mutate: mutant.SwapMux("list_valid", 0)},
	{Name: "missing_not_told", Mutate: mutant.StuckBit("missing", 0, 0)},
	{Name: "every_read_missing", Mutate: mutant.DropTerm("missing", 0)},
	{Name: "written_without_valid", Mutate: mutant.DropCondition("written_q", 0)},
	{Name: "shown_without_a_read", Mutate: mutant.DropCondition("shown_q", 0)},
	{Name: "last_host_never_written", Mutate: mutant.StuckBit("written_q", 1, 0)},
	{Name: "starts_written", Mutate: mutant.ResetValue("written_q", 3)},
}

var drawMutants = []testbench.Mutant{
	{Name: "rests_while_it_draws", Mutate: mutant.NeverCondition("state_q", 1)},
	{Name: "draws_for_one_port", Mutate: mutant.FlipOp("state_q", ir.OpGt, ir.OpGe, 0)},
	{Name: "always_moves", Mutate: mutant.DropCondition("state_q", 1)},
	{Name: "seed_not_taken", Mutate: mutant.NeverCondition("state_q", 0)},
	{Name: "starts_elsewhere", Mutate: mutant.ResetValue("state_q", 0x8000_0001)},
	{Name: "one_port_more", Mutate: mutant.OneMore("count")},
	{Name: "tap_missing", Mutate: mutant.DropTerm("state_q", 0)},
}

var congestionMutants = []testbench.Mutant{
	{Name: "remote_does_not_override", Mutate: mutant.SwapMux("local_q", 0)},
	{Name: "local_again", Mutate: mutant.DropTerm("local_q", 0)},
	{Name: "low_queue_does_not_clear", Mutate: mutant.DropTerm("stays", 0)},
	{Name: "low_queue_clears_remote", Mutate: mutant.DropTerm("low_local", 0)},
	{Name: "local_expires", Mutate: mutant.DropTerm("expired", 0)},
	{Name: "clear_beats_update", Mutate: mutant.DropTerm("congested_q", 0)},
	{Name: "restart_ignored", Mutate: mutant.DropTerm("looks", 0)},
	{Name: "timer_one_tick_short", Mutate: mutant.AddConst("stamps", 0, -1)},
	{Name: "count_not_fresh", Mutate: mutant.SwapMux("fb_count_q", 0)},
	{Name: "sum_not_fresh", Mutate: mutant.SwapMux("severity_q", 0)},
	{Name: "old_count_weighs", Mutate: mutant.AddConst("counted", 0, -1)},
	{Name: "no_saturation", Mutate: mutant.SwapMux("counters", 0)},
	{Name: "more_severe_wins", Mutate: mutant.FlipOp("better_1", ir.OpLt, ir.OpGt, 0)},
	{Name: "later_of_equals_wins", Mutate: mutant.FlipOp("better_1", ir.OpLt, ir.OpLe, 0)},
	{Name: "last_not_compared_with_first", Mutate: mutant.StuckBit("better_2", 0, 1)},
	{Name: "ready_too_early", Mutate: mutant.DropTerm("ready", 1)},
	{Name: "scan_stops_early", Mutate: mutant.AddConst("scanning_q", 0, -1)},
	{Name: "tick_not_counted", Mutate: mutant.NeverCondition("now_q", 0)},
}
