package bench

import (
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants: mistakes that a designer of the element could make.

var inputMutants = []testbench.Mutant{
	{Name: "turn_of_the_next_stage", Mutate: mutant.MoveSlice("turns", 0, -3)},
	{Name: "slots_a_beat_apart", Mutate: mutant.AddConst("next_write_base", 2, -1)},
	{Name: "last_slot_forgotten", Mutate: mutant.AddConst("next_write_base", 0, -33)},
	{Name: "base_not_moved", Mutate: mutant.DropAssign("write_base", 0)},
	{Name: "tail_of_any_beat", Mutate: mutant.DropFirstTerm("rx_tail_q", 0)},
	{Name: "first_not_refilled", Mutate: mutant.DropTerm("refill", 0)},
	{Name: "fresh_turn_overtakes", Mutate: mutant.SwapMux("follower", 0)},
	{Name: "direct_turn_stored_too", Mutate: mutant.DropTerm("turn_stored", 0)},
	{Name: "lane_starts_at_its_old_place", Mutate: mutant.SwapMux("lane1_at", 0)},
	{Name: "second_beat_twice", Mutate: mutant.AddConst("lane0_address", 0, -1)},
	{Name: "read_base_stays", Mutate: mutant.NeverCondition("read_base", 0)},
	{Name: "stays_busy", Mutate: mutant.DropTerm("lane0_busy", 0)},
	{Name: "ends_without_a_beat", Mutate: mutant.DropFirstTerm("lane1_ends", 0)},
	{Name: "second_credit_lost", Mutate: mutant.FlipOp("segments_gone", ir.OpAdd, ir.OpOr, 0)},
	{Name: "credit_not_paid", Mutate: mutant.FlipOp("credits_owed", ir.OpSub, ir.OpAdd, 0)},
	{Name: "held_without_arrivals", Mutate: mutant.StuckBit("rx_head_q", 0, 0)},
	{Name: "head_not_reset", Mutate: mutant.FlipReset("turns_head", 0)},
}

var schedulerMutants = []testbench.Mutant{
	{Name: "one_lane_only", Mutate: mutant.StuckBit("turn", 0, 0)},
	{Name: "lanes_swapped", Mutate: mutant.FlipReset("turn", 0)},
	{Name: "busy_output_takes_part", Mutate: mutant.FlipOp("open_by_lane", ir.OpAnd, ir.OpOr, 0)},
	{Name: "room_of_the_other_lane", Mutate: mutant.SwapMux("turn_of_outputs", 0)},
	{Name: "busy_input_takes_part", Mutate: mutant.SwapMux("turn_free", 0)},
	{Name: "priority_fixed", Mutate: mutant.DropAssign("lane0_above_last", 0)},
	{Name: "priority_moves_in_any_cycle", Mutate: mutant.DropCondition("lane1_above_last", 0)},
	{Name: "pointer_of_the_other_lane", Mutate: mutant.SwapMux("turn_above_last", 0)},
	{Name: "connection_never_ends", Mutate: mutant.NeverCondition("lane0_select", 1)},
	{Name: "never_busy", Mutate: mutant.StuckBit("lane1_busy", 2, 0)},
	{Name: "busy_for_ever", Mutate: mutant.DropTerm("lane1_busy", 1)},
	{Name: "start_in_both_lanes", Mutate: mutant.AddConst("lane1_starts", 0, 1)},
	{Name: "asks_while_it_starts", Mutate: mutant.DropTerm("free_inputs", 0)},
	{Name: "never_connected", Mutate: mutant.DropAssign("lane1_select", 1)},
}

var crossbarMutants = []testbench.Mutant{
	{Name: "beat_of_any_input", Mutate: mutant.FlipOp("out_valid", ir.OpAnd, ir.OpOr, 0)},
	{Name: "valid_stuck", Mutate: mutant.StuckBit("out_valid", 3, 1)},
	{Name: "end_lost", Mutate: mutant.StuckBit("out_ends", 1, 0)},
	{Name: "end_of_any_input", Mutate: mutant.FlipOp("out_ends", ir.OpAnd, ir.OpOr, 0)},
	{Name: "data_bit_stuck", Mutate: mutant.StuckBit("out_data", 77, 0)},
}

var outputMutants = []testbench.Mutant{
	{Name: "any_beat_is_a_first_one", Mutate: mutant.DropTerm("lane0_first", 0)},
	{Name: "segment_never_over", Mutate: mutant.StuckBit("lane1_last_q", 0, 0)},
	{Name: "entry_kept_as_it_starts", Mutate: mutant.SwapMux("rest", 0)},
	{Name: "lane_choice_inverted", Mutate: mutant.StuckBit("chosen", 0, 1)},
	{Name: "starts_without_credit", Mutate: mutant.DropTerm("starts", 1)},
	{Name: "starts_while_busy", Mutate: mutant.DropTerm("starts", 0)},
	{Name: "second_of_entry_forgotten", Mutate: mutant.StuckBit("second_of_entry", 1, 0)},
	{Name: "newest_entry_first", Mutate: mutant.SwapMux("next_entry", 0)},
	{Name: "entry_stored_twice", Mutate: mutant.DropTerm("entry_stored", 1)},
	{Name: "lane_of_the_next_segment", Mutate: mutant.SwapMux("lane", 0)},
	{Name: "word_of_the_other_lane", Mutate: mutant.SwapMux("link.d", 0)},
	{Name: "place_not_freed", Mutate: mutant.StuckBit("lane0_freed", 0, 0)},
	{Name: "one_place_too_many", Mutate: mutant.AddConst("lane0_room", 0, 1)},
	{Name: "head_not_moved", Mutate: mutant.NeverCondition("lane1_head", 0)},
	{Name: "credit_not_given", Mutate: mutant.Disconnect("credits.give")},
	{Name: "stalled_while_busy", Mutate: mutant.DropTerm("stat_stalled", 0)},
	{Name: "tail_a_beat_early", Mutate: mutant.StuckBit("tx_tail_q", 0, 0)},
	{Name: "room_not_reset", Mutate: mutant.FlipReset("lane1_room", 0)},
}

var elementMutants = []testbench.Mutant{
	{Name: "lane_1_not_connected", Mutate: mutant.StuckBit("crossbar.in_valid", 9, 0)},
	{Name: "start_of_the_neighbour", Mutate: mutant.Disconnect("in_port.start")},
	{Name: "places_not_taken", Mutate: mutant.Disconnect("out_port.take")},
	{Name: "refused_with_room_in_a_lane", Mutate: mutant.FlipOp("stat_refused", ir.OpEq, ir.OpNe, 0)},
	{Name: "ends_not_seen", Mutate: mutant.Disconnect("scheduler.ends")},
	{Name: "free_lane_not_seen", Mutate: mutant.StuckBit("scheduler.free", 4, 0)},
	kit.In("busy_output_takes_part", "cioq_scheduler", mutant.FlipOp("open_by_lane", ir.OpAnd, ir.OpOr, 0)),
	kit.In("second_credit_lost", "cioq_input", mutant.FlipOp("segments_gone", ir.OpAdd, ir.OpOr, 0)),
	kit.In("newest_entry_first", "cioq_output", mutant.SwapMux("next_entry", 0)),
}

// elementTransactionMutants are what a board has to notice: segments that are lost, come
// twice, are damaged, take the wrong way or another order, are stuck, or late.
var elementTransactionMutants = []testbench.Mutant{
	{Name: "lost_in_lane_1", Mutate: mutant.StuckBit("crossbar.in_valid", 9, 0)},
	kit.In("lost_slot_overwritten", "cioq_input", mutant.DropAssign("write_base", 0)),
	kit.In("twice_head_not_moved", "cioq_output", mutant.NeverCondition("lane1_head", 0)),
	kit.In("twice_read_base_stays", "cioq_input", mutant.NeverCondition("read_base", 0)),
	kit.In("damaged_bit_stuck", "cioq_crossbar", mutant.StuckBit("out_data", 77, 0)),
	kit.In("damaged_by_the_other_lane", "cioq_output", mutant.SwapMux("link.d", 0)),
	kit.In("damaged_by_another_input", "cioq_scheduler", mutant.FlipOp("open_by_lane", ir.OpAnd, ir.OpOr, 0)),
	kit.In("cut_starts_while_busy", "cioq_output", mutant.DropTerm("starts", 1)),
	kit.In("cut_tail_a_beat_early", "cioq_output", mutant.StuckBit("tx_tail_q", 0, 0)),
	kit.In("wrong_way_next_turn", "cioq_input", mutant.MoveSlice("turns", 0, -3)),
	kit.In("order_of_entries", "cioq_output", mutant.DropTerm("entry_stored", 1)),
	kit.In("order_of_turns", "cioq_input", mutant.SwapMux("follower", 0)),
	{Name: "stuck_start_of_the_neighbour", Mutate: mutant.Disconnect("in_port.start")},
	kit.In("stuck_lane_of_an_input", "cioq_input", mutant.DropTerm("lane0_busy", 0)),
	{Name: "late_store_and_forward", Build: func(v blocks.Values) { v["cut_through"] = 0 }},
	kit.In("without_credit", "cioq_output", mutant.DropTerm("starts", 0)),
	kit.In("credit_lost", "cioq_input", mutant.FlipOp("segments_gone", ir.OpAdd, ir.OpOr, 0)),
}
