package bench

import (
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants: mistakes that a designer of the element could make.

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
