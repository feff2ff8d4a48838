package bench

import (
	env "culprit.example/culprit/blocks/packet/bench"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

var inputPortMutants = []testbench.Mutant{
	kit.In("longest_first", "recn_ppu", mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0)),
	kit.In("misaligned_compare", "recn_ru", mutant.StuckBit("enq_shift", 1, 0)),
	kit.In("detection_threshold_not_strict", "recn_cdu", mutant.FlipOp("detected", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_threshold_not_strict", "recn_rfcu", mutant.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)),
	kit.In("xon_threshold_not_strict", "recn_rfcu", mutant.FlipOp("under_xon", ir.OpLt, ir.OpLe, 0)),
	kit.In("xoff_allocates_everywhere", "recn_name_extend", mutant.StuckBit("note_allocate", 0, 1)),
	kit.In("credit_not_returned", "link_guard", mutant.StuckBit("credit_q", 0, 0)),
	{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
	{Name: "inspection_not_counted", Mutate: mutant.Disconnect("cam.cq_inspected")},
	{Name: "linked_hidden_from_flow_control", Mutate: mutant.Disconnect("rfcu.linked")},
	{Name: "grant_hidden_from_detection", Mutate: mutant.Disconnect("cdu.cq_granted")},
	{Name: "detection_asks_again_for_its_line", Mutate: mutant.DropTerm("alloc_valid_q", 0)},
	{Name: "detection_asks_for_free_lines_only", Mutate: mutant.DropTerm("alloc_valid_q", 1)},
	{Name: "grant_hidden_from_post_processing", Mutate: mutant.Disconnect("ppu.pop")},
	{Name: "slots_of_cold_queue_and_saqs_swapped", Mutate: mutant.SwapMux("granted_slot", 0)},
	{Name: "slot_freed_one_beat_early", Mutate: mutant.AddConst("tx_last", 0, -1)},
	{Name: "word_not_restarted", Mutate: mutant.DropAssign("tx_word", 0)},
}

var outputPortMutants = []testbench.Mutant{
	{Name: "turn_pointer_not_moved", Mutate: mutant.AddConst("next_tptr", 0, -3)},
	{Name: "all_but_the_header_patched", Mutate: mutant.SwapMux("patched", 0)},
	{Name: "cam_sees_every_beat", Mutate: env.Instead("cam.first_valid", "passed_sop_q", "passed_valid_q")},
	{Name: "cam_sees_packets_at_the_crossbar", Mutate: env.Instead("cam.first_valid", "passed_sop_q", "beat_sop")},
	{Name: "credit_not_taken", Mutate: mutant.Disconnect("credits.take")},
	{Name: "credit_not_given", Mutate: mutant.Disconnect("credits.give")},
	{Name: "link_driven_only_between_packets", Mutate: mutant.SwapMux("passed_data_q", 0)},
	{Name: "source_lost", Mutate: mutant.Disconnect("cam.first_source")},
	{Name: "xoff_arrives_as_xon", Mutate: mutant.StuckBit("tx_msg_xoff_q", 0, 0)},
	kit.In("longer_line_not_noted", "recn_out_cam", mutant.Stuck("new_is_longer", 0)),
}

// switchMutants are found in the traffic of a whole switch, from its pins.
var switchMutants = append(env.CrossbarMutants("beats_left"),
	kit.In("longest_first", "recn_ppu", mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0)),
	kit.In("misaligned_compare", "recn_ru", mutant.StuckBit("enq_shift", 1, 0)),
	kit.In("misaligned_compare_at_the_output", "recn_out_cam", mutant.StuckBit("first_shift", 1, 0)),
	testbench.Mutant{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
	kit.In("missing_xoff_check", "recn_scheduler", mutant.DropTerm("eligible", 0)),
	kit.In("missing_credit_check", "recn_scheduler", mutant.DropFirstTerm("output_open", 2)),
	kit.In("detection_threshold_not_strict", "recn_cdu", mutant.FlipOp("detected", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_threshold_not_strict", "recn_rfcu", mutant.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)),
	kit.In("xon_threshold_not_strict", "recn_rfcu", mutant.FlipOp("under_xon", ir.OpLt, ir.OpLe, 0)),
	testbench.Mutant{Name: "xoff_for_its_target_only", Build: func(v blocks.Values) { v["broadcast"] = 0 }},
	kit.In("xoff_allocates_everywhere", "recn_name_extend", mutant.StuckBit("note_allocate", 0, 1)),
	kit.In("turn_pointer_not_moved", "recn_output_port", mutant.AddConst("next_tptr", 0, -3)),
	kit.In("credit_not_returned", "link_guard", mutant.StuckBit("credit_q", 0, 0)),
	kit.In("dies_while_blocked", "recn_rfcu", mutant.DropTerm("dying", 3)),
	kit.In("dies_while_linked", "recn_rfcu", mutant.DropTerm("dying", 0)),
	kit.In("input_priority_fixed", "recn_scheduler", mutant.DropAssign("inputs_above", 0)),
	testbench.Mutant{Name: "notifications_not_taken", Mutate: mutant.Disconnect("out_port.note_take")},
)

var pairMutants = []testbench.Mutant{
	kit.In("longest_first", "recn_ppu", mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0)),
	{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
	{Name: "credits_cut", Mutate: mutant.Disconnect("sw.tx_credit")},
	{Name: "messages_cut", Mutate: mutant.Disconnect("sw.tx_msg_valid")},
	{Name: "xoffs_arrive_as_xons", Mutate: mutant.Disconnect("sw.tx_msg_xoff")},
	kit.In("turn_pointer_not_moved", "recn_output_port", mutant.AddConst("next_tptr", 0, -3)),
	kit.In("missing_xoff_check", "recn_scheduler", mutant.DropTerm("eligible", 0)),
	kit.In("line_not_freed", "recn_out_cam", mutant.DropAssign("valid_q", 2)),
}

var hostileMutants = []testbench.Mutant{
	kit.In("gap_not_noticed", "link_guard", mutant.StuckBit("busy", 0, 0)),
	kit.In("early_end_not_noticed", "link_guard", mutant.StuckBit("closed", 0, 0)),
	kit.In("strays_counted_one_by_one", "link_guard", mutant.StuckBit("skip", 0, 0)),
	kit.In("credit_of_a_refused_packet_kept", "link_guard", mutant.StuckBit("credits_owed", 0, 0)),
	kit.In("damage_not_told", "link_guard", mutant.StuckBit("bad_q", 0, 0)),
	kit.In("old_beats_shown", "recn_mmu", mutant.StuckBit("rd_lost_q", 0, 0)),
}
