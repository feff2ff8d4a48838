package bench

import (
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/mutant"
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
