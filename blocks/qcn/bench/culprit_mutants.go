package bench

import (
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants of the CulpritArray: mistakes that a designer of it could make.

var culpritArrayMutants = []testbench.Mutant{
	{Name: "last_row_not_cleared", Mutate: mutant.AddConst("ready_q", 1, -1)},
	{Name: "cleared_from_the_second_row", Mutate: mutant.ResetValue("sweep_row", 1)},
	{Name: "every_column_written", Mutate: mutant.SwapMux("alloc_columns", 0)},
	{Name: "valid_bit_ignores_the_phase", Mutate: mutant.StuckBit("data", 13, 1)},
	{Name: "phase_bit_always_set", Mutate: mutant.DropTerm("phase", 0)},
	{Name: "read_while_allocated", Mutate: mutant.DropFirstTerm("collides", 0)},
	{Name: "read_while_released", Mutate: mutant.DropTerm("collides", 0)},
	{Name: "allocated_without_valid", Mutate: mutant.SwapMux("alloc_columns", 1)},
	{Name: "released_one_row_up", Mutate: mutant.MoveSlice("release_row", 0, 1)},
	{Name: "priority_bit_not_stored", Mutate: mutant.StuckBit("data", 11, 0)},
	{Name: "parity_of_other_bits", Mutate: mutant.AddConst("parity", 0, 1)},
	{Name: "parity_not_made", Mutate: mutant.StuckBit("parity", 0, 0)},
	{Name: "pointer_one_bit_up", Mutate: mutant.MoveSlice("word_pointer", 0, 1)},
	{Name: "released_in_odd_rows_only", Mutate: mutant.StuckBit("release_row", 0, 1)},
}

var culpritEngineMutants = []testbench.Mutant{
	{Name: "hit_of_any_priority", Mutate: mutant.DropTerm("found", 0)},
	{Name: "wrong_parity_taken", Mutate: mutant.DropTerm("found", 2)},
	{Name: "strict_takes_the_whole_row", Mutate: mutant.DropTerm("one_word", 0)},
	{Name: "even_columns_drawn_only", Mutate: mutant.StuckBit("wait_column", 0, 0)},
	{Name: "left_half_always", Mutate: mutant.StuckBit("near_to", 3, 0)},
	{Name: "one_draw_too_many", Mutate: mutant.AddConst("two_left", 0, -1)},
	{Name: "one_draw_in_fast_mode", Build: func(v blocks.Values) { v["probes_fast"] = 1 }},
	{Name: "scan_begins_a_row_late", Mutate: mutant.AddConst("scan_row", 0, 1)},
	{Name: "failures_not_counted", Mutate: mutant.AddConst("left", 4, -1)},
	{Name: "rows_on_their_way_not_dropped", Mutate: mutant.DropTerm("pick_valid", 0)},
	{Name: "release_not_seen", Mutate: mutant.DropTerm("gone", 0)},
	{Name: "earlier_release_forgotten", Mutate: mutant.DropFirstTerm("was_released", 1)},
	{Name: "no_search_in_sequence", Mutate: mutant.DropFirstTerm("fall_back", 1)},
	{Name: "leap_with_a_wrong_tap", Mutate: mutant.AddConst("random", 2, 2)},
	{Name: "owner_not_in_the_seed", Mutate: mutant.StuckBit("start", 20, 0)},
	{Name: "starts_at_zero", Mutate: mutant.SwapMux("random", 0)},
	{Name: "column_of_a_later_draw", Mutate: mutant.DropFirstTerm("column", 0)},
	{Name: "no_read_after_a_read", Mutate: mutant.DropTerm("free", 0)},
	{Name: "pointer_not_taken", Mutate: mutant.NeverCondition("pointer", 0)},
	{Name: "gives_up_with_a_hit", Mutate: mutant.StuckBit("answer_hit_q", 0, 1)},
	{Name: "stale_hits_not_counted", Mutate: mutant.StuckBit("stale_q", 0, 0)},
}

var culpritMutants = []testbench.Mutant{
	kit.In("odd_rows_drawn_only", "qcn_culprit_engine", mutant.StuckBit("drawn_row", 0, 1)),
	{Name: "releases_not_heard", Mutate: mutant.Disconnect("engine.release_valid")},
	{Name: "begins_before_the_array_is_cleared", Mutate: mutant.StuckBit("engine.cleared", 0, 1)},
	{Name: "collisions_ignored", Mutate: mutant.StuckBit("engine.rd_ready", 0, 1)},
	{Name: "priority_bit_lost", Mutate: mutant.StuckBit("engine.request_prio", 2, 0)},
	kit.In("phase_bits_not_cleared", "qcn_culprit_array", mutant.DropFirstTerm("phase", 0)),
	kit.In("free_units_match", "qcn_culprit_array", mutant.FlipOp("word_valid", ir.OpXor, ir.OpOr, 0)),
	kit.In("stale_hit_answered", "qcn_culprit_engine", mutant.DropFirstTerm("gone", 0)),
}

var culpritTestbedMutants = []testbench.Mutant{
	{Name: "phase_not_kept", Mutate: mutant.StuckBit("phase", 0, 0)},
	{Name: "a_search_too_few", Mutate: mutant.FlipOp("asks", ir.OpLt, ir.OpLe, 0)},
	{Name: "last_unit_left_out", Mutate: mutant.AddConst("last", 0, -1)},
	{Name: "shortest_instead_of_longest", Mutate: mutant.SwapArgs("longest_q", ir.OpGt, 0)},
	{Name: "hits_of_another_flow", Mutate: mutant.AddConst("hits_1_q", 0, 1)},
	{Name: "contents_of_one_flow", Mutate: mutant.StuckBit("flow", 0, 0)},
	{Name: "done_at_once", Mutate: mutant.DropTerm("done_q", 0)},
}
