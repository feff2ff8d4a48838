package bench

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// The mutants: mistakes that a designer of the networks could make.

var sourceMutants = []testbench.Mutant{
	{Name: "cold_destination_never_drawn", Mutate: mutant.NeverCondition("cold_node", 0)},
	{Name: "hot_destination_for_any_burst", Mutate: mutant.DropCondition("cold_node", 0)},
	{Name: "burst_never_goes_on", Mutate: mutant.StuckBit("active", 0, 0)},
	{Name: "burst_changes_its_destination", Mutate: mutant.SwapMux("dst", 0)},
	{Name: "made_without_tick", Mutate: mutant.DropFirstTerm("turn", 0)},
	{Name: "made_before_the_table_is_zeroed", Mutate: mutant.StuckBit("walk_done", 0, 1)},
	{Name: "number_of_a_refused_packet", Mutate: mutant.DropTerm("taken", 0)},
	{Name: "numbers_by_two", Mutate: mutant.AddConst("next_number", 0, 1)},
	{Name: "start_compared_the_other_way", Mutate: mutant.SwapArgs("begins", ir.OpLt, 0)},
	{Name: "never_hot", Mutate: mutant.StuckBit("hot_q", 0, 0)},
}

var nicMutants = []testbench.Mutant{
	{Name: "sends_without_credit", Mutate: mutant.DropTerm("sends", 0)},
	{Name: "sends_nothing_twice", Mutate: mutant.DropFirstTerm("sends", 0)},
	{Name: "credit_not_given", Mutate: mutant.Disconnect("credits.give")},
	{Name: "packet_stays", Mutate: mutant.Disconnect("cells.pop")},
	{Name: "one_path_for_a_flow", Mutate: mutant.StuckBit("path", 0, 0)},
	{Name: "path_without_the_sender", Mutate: mutant.FlipOp("path", ir.OpAdd, ir.OpSub, 1)},
}

var sinkMutants = []testbench.Mutant{
	{Name: "order_not_checked", Mutate: mutant.StuckBit("disorder", 0, 0)},
	{Name: "same_number_expected", Mutate: mutant.AddConst("next_number", 0, -1)},
	{Name: "every_cell_is_a_first_one", Mutate: mutant.DropTerm("packet_begins", 0)},
	{Name: "misroute_counts", Mutate: mutant.DropTerm("arrived", 0)},
	{Name: "latency_of_a_cycle_more", Mutate: mutant.AddConst("latency", 0, -1)},
	{Name: "counted_without_measure", Mutate: mutant.DropTerm("counted", 0)},
	{Name: "largest_latency_is_the_last", Mutate: mutant.DropTerm("latency_max", 0)},
	{Name: "error_forgotten", Mutate: mutant.StuckBit("error_q", 0, 0)},
}

var channelMutants = []testbench.Mutant{
	{Name: "count_replaced", Mutate: mutant.SwapMux("waiting", 0)},
	{Name: "turn_fixed", Mutate: mutant.DropAssign("above_last", 0)},
	{Name: "words_for_all", Mutate: mutant.DropTerm("arrived", 0)},
	{Name: "bit_of_the_count_lost", Mutate: mutant.StuckBit("count", 1, 0)},
	{Name: "words_for_one_sender_lost", Mutate: mutant.StuckBit("some", 2, 0)},
	{Name: "always_valid", Mutate: mutant.StuckBit("out_valid_q", 0, 1)},
}

var monitorMutants = []testbench.Mutant{
	{Name: "shortest_queue", Mutate: mutant.SwapArgs("in_max", ir.OpGt, 0)},
	{Name: "full_at_the_last_time", Mutate: mutant.DropTerm("full_at", 0)},
	{Name: "full_with_one_less", Mutate: mutant.AddConst("full_at", 1, -1)},
	{Name: "counts_without_measure", Mutate: mutant.StuckBit("measure_q", 0, 1)},
	{Name: "stalls_for_refusals", Mutate: mutant.SwapMux("shown", 0)},
	{Name: "not_cleared", Mutate: mutant.NeverCondition("refusals", 0)},
}

var nodeMutants = []testbench.Mutant{
	{Name: "nothing_arrives", Mutate: mutant.Disconnect("sink.arrival_valid")},
	{Name: "credits_lost", Mutate: mutant.Disconnect("nic.tx_credit")},
	{Name: "made_of_both_classes", Mutate: mutant.DropTerm("made_other", 0)},
	{Name: "counters_of_the_sink_not_shown", Mutate: mutant.StuckBit("of_sink", 0, 0)},
	{Name: "held_of_the_last_cycle", Mutate: mutant.DropTerm("held_max", 0)},
	{Name: "no_grants", Mutate: mutant.Disconnect("nic.gnt_rx_valid")},
	{Name: "external_line_always_on", Mutate: mutant.StuckBit("nic.line_en", 0, 1)},
	kit.In("numbers_by_two", "clos_source", mutant.AddConst("next_number", 0, 1)),
}

var networkMutants = []testbench.Mutant{
	{Name: "time_stands", Mutate: mutant.DropAssign("now_q", 0)},
	{Name: "blocked_for_ever", Mutate: mutant.DropTerm("block_time", 0)},
	{Name: "outputs_never_held", Mutate: mutant.Disconnect("stage_2.hold")},
	{Name: "requests_lost", Mutate: mutant.Disconnect("request_channel.in_valid")},
	{Name: "unit_a_cycle_early", Mutate: mutant.StuckBit("unit_2", 1, 0)},
	{Name: "nodes_for_elements", Mutate: mutant.SwapMux("read_data_q", 0)},
	kit.In("newest_entry_first", "cioq_output", mutant.SwapMux("next_entry", 0)),
}
