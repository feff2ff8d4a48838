package bench

import (
	"culprit/blocks"
	"culprit/rtlgen/ir"
	"culprit/testbench"
	"culprit/testbench/fault"
	"culprit/testbench/kit"
)

var inputPortFaults = []testbench.Fault{
	kit.In("longest_first", "recn_ppu", fault.FlipOp("longer", ir.OpLt, ir.OpGt, 0)),
	kit.In("misaligned_compare", "recn_ppu", fault.StuckBit("head_shift", 1, 0)),
	kit.In("detection_threshold_not_strict", "recn_cdu", fault.FlipOp("detected", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_threshold_not_strict", "recn_rfcu", fault.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)),
	kit.In("xon_threshold_not_strict", "recn_rfcu", fault.FlipOp("under_xon", ir.OpLt, ir.OpLe, 0)),
	kit.In("xon_not_broadcast", "recn_name_extend", fault.DropFirstTerm("concerns_me", 2)),
	kit.In("credit_not_returned", "recn_mmu", fault.StuckBit("credit_q", 0, 0)),
	{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
	{Name: "inspection_not_counted", Mutate: fault.Disconnect("cam.cq_inspected")},
	{Name: "linked_hidden_from_flow_control", Mutate: fault.Disconnect("rfcu.linked")},
	{Name: "grant_hidden_from_detection", Mutate: fault.Disconnect("cdu.cq_granted")},
	{Name: "grant_hidden_from_post_processing", Mutate: fault.Disconnect("ppu.pop_valid")},
	{Name: "slots_of_cold_queue_and_saqs_swapped", Mutate: fault.SwapMux("granted_slot", 0)},
	{Name: "slot_freed_one_beat_early", Mutate: fault.AddConst("tx_last", 0, -1)},
	{Name: "word_not_restarted", Mutate: fault.DropAssign("tx_word", 0)},
}

var outputPortFaults = []testbench.Fault{
	{Name: "turn_pointer_not_moved", Mutate: fault.AddConst("next_tptr", 0, -3)},
	{Name: "all_but_the_header_patched", Mutate: fault.SwapMux("patched", 0)},
	{Name: "cam_sees_every_beat", Mutate: fault.DropTerm("cam.first_valid", 0)},
	{Name: "credit_not_taken", Mutate: fault.Disconnect("credits.take")},
	{Name: "credit_not_given", Mutate: fault.Disconnect("credits.give")},
	{Name: "link_driven_only_between_packets", Mutate: fault.SwapMux("link.d", 0)},
	{Name: "source_lost", Mutate: fault.Disconnect("cam.first_source")},
	{Name: "xoff_arrives_as_xon", Mutate: fault.StuckBit("tx_msg_xoff_q", 0, 0)},
	kit.In("shortest_notification_first", "recn_out_cam", fault.FlipOp("shorter", ir.OpGt, ir.OpLt, 0)),
}

// switchFaults are found in the traffic of a whole switch, from its pins.
var switchFaults = []testbench.Fault{
	kit.In("longest_first", "recn_ppu", fault.FlipOp("longer", ir.OpLt, ir.OpGt, 0)),
	kit.In("misaligned_compare", "recn_ppu", fault.StuckBit("head_shift", 1, 0)),
	kit.In("misaligned_compare_at_the_output", "recn_out_cam", fault.StuckBit("first_shift", 1, 0)),
	{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
	kit.In("missing_xoff_check", "recn_scheduler", fault.DropTerm("eligible", 0)),
	kit.In("missing_credit_check", "recn_scheduler", fault.DropTerm("output_free", 0)),
	kit.In("detection_threshold_not_strict", "recn_cdu", fault.FlipOp("detected", ir.OpGt, ir.OpGe, 0)),
	kit.In("xoff_threshold_not_strict", "recn_rfcu", fault.FlipOp("over_xoff", ir.OpGt, ir.OpGe, 0)),
	kit.In("xon_threshold_not_strict", "recn_rfcu", fault.FlipOp("under_xon", ir.OpLt, ir.OpLe, 0)),
	kit.In("xon_not_broadcast", "recn_name_extend", fault.DropFirstTerm("concerns_me", 2)),
	kit.In("xoff_for_everybody", "recn_name_extend", fault.DropTerm("concerns_me", 0)),
	kit.In("turn_pointer_not_moved", "recn_output_port", fault.AddConst("next_tptr", 0, -3)),
	kit.In("credit_not_returned", "recn_mmu", fault.StuckBit("credit_q", 0, 0)),
	kit.In("dies_while_blocked", "recn_rfcu", fault.DropTerm("dying", 3)),
	kit.In("dies_while_linked", "recn_rfcu", fault.DropTerm("dying", 0)),
	kit.In("source_pointer_fixed", "sep_allocator", fault.DropAssign("source_pointer", 0)),
	{Name: "crossbar_switched_one_beat_short", Mutate: fault.AddConst("beats_left", 0, -1)},
	{Name: "crossbar_stays_connected", Mutate: fault.DropAssign("beats_left", 1)},
	{Name: "notifications_not_taken", Mutate: fault.Disconnect("out_port.note_take")},
}

var pairFaults = []testbench.Fault{
	kit.In("longest_first", "recn_ppu", fault.FlipOp("longer", ir.OpLt, ir.OpGt, 0)),
	{Name: "no_ready_bit", Build: func(v blocks.Values) { v["ready_bit"] = 0 }},
	{Name: "credits_cut", Mutate: fault.Disconnect("sw.tx_credit")},
	{Name: "messages_cut", Mutate: fault.Disconnect("sw.tx_msg_valid")},
	{Name: "xoffs_arrive_as_xons", Mutate: fault.Disconnect("sw.tx_msg_xoff")},
	kit.In("turn_pointer_not_moved", "recn_output_port", fault.AddConst("next_tptr", 0, -3)),
	kit.In("missing_xoff_check", "recn_scheduler", fault.DropTerm("eligible", 0)),
	kit.In("line_not_freed", "recn_out_cam", fault.DropAssign("valid_q", 2)),
}
