package trees

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// The mistakes under which claims must fail.
var (
	xoffNever = &experiment.Mutant{Name: "no_xoff", Doc: "a SAQ never sends Xoff, so that congestion trees do not spread",
		Params: map[string]int{"xoff": never}}
	xoffSent = &experiment.Mutant{Name: "xoff_after_all", Doc: "the network without Xoff sends it",
		Params: map[string]int{"xoff": 10}}

	detectNever = &experiment.Mutant{Name: "no_detection", Doc: "no cold queue detects congestion",
		Params: map[string]int{"detect": never}}
	detectEarly = &experiment.Mutant{Name: "early_detection", Doc: "a cold queue of two packets detects congestion",
		Params: map[string]int{"detect": 1}}
	detectAgain = &experiment.Mutant{Name: "detection_after_all", Doc: "the network without detection detects",
		Params: map[string]int{"detect": 5}}

	withSAQs = &experiment.Mutant{Name: "with_saqs", Doc: "the switch without SAQs has 4",
		Params: map[string]int{"saqs": 4}}
	eightSAQs = &experiment.Mutant{Name: "eight_saqs", Doc: "the switch with fewer SAQs has 8",
		Params: map[string]int{"saqs": 8}}
	deepNodes = &experiment.Mutant{Name: "deep_nodes", Doc: "the nodes with few places in their queue have 4096",
		Params: map[string]int{"queue": 4096}}
	longLinks = &experiment.Mutant{Name: "long_links", Doc: "the links of the switch have 8 registers more",
		Params: map[string]int{"link_latency": 10}}

	anyFirst = &experiment.Mutant{Name: "any_first",
		Doc:    "the network in which the leaves of a tree are freed first frees any SAQ",
		Params: map[string]int{"leaf_first": 0}}
	readyNever = &experiment.Mutant{Name: "no_ready_bit",
		Doc:     "a SAQ is freed whenever it is empty, before its first packet, too",
		Netlist: mutant.InModule("recn_in_cam", mutant.Stuck("ready_q", 1))}
	deallocatedNever = &experiment.Mutant{Name: "never_deallocated", Doc: "a SAQ is kept for good",
		Netlist: mutant.InModule("recn_input_port", mutant.Disconnect("cam.dealloc"))}
	longestFirst = &experiment.Mutant{Name: "longest_first",
		Doc:     "a packet moves to the longest matching name instead of the shortest",
		Netlist: mutant.InModule("recn_ppu", mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0))}
	oneTry = &experiment.Mutant{Name: "one_try",
		Doc:     "the scheduler decides once per packet time instead of in each cycle",
		Netlist: mutant.InModule("recn_scheduler", decideOnce)}
	xonsUnasked = &experiment.Mutant{Name: "xon_unasked", Doc: "a SAQ sends Xon without an Xoff before it",
		Netlist: mutant.InModule("recn_rfcu", mutant.DropTerm("wants_xon", 0))}
	deafNodes = &experiment.Mutant{Name: "deaf_nodes",
		Doc:     "nodes ignore Xoff and serve their packets in the order of arrival",
		Netlist: mutant.InModule("traffic_node", mutant.Disconnect("nic.tx_msg_valid"))}
	quietOutputs = &experiment.Mutant{Name: "quiet_outputs", Doc: "the SAQs of output sides never tell the input sides",
		Netlist: mutant.InModule("cioq_recn_notifier", mutant.Stuck("wants_xoff", 0))}

	markersIgnored = &experiment.Mutant{Name: "markers_ignored",
		Doc:     "a SAQ of an input side sends although its marker is still in another queue",
		Netlist: mutant.InModule("cioq_recn_input_port", mutant.DropFirstTerm("saq_may_send", 0))}

	noHotspot = &experiment.Mutant{Name: "no_hotspot", Doc: "hardly any packets go to the hot node",
		Settings: map[string]string{"hot_percent": "0.1"}}
	fiveSAQs = &experiment.Mutant{Name: "five_saqs", Doc: "the formulas are evaluated for 5 SAQs",
		Settings: map[string]string{"saqs": "5"}}
	largeSAQs = &experiment.Mutant{Name: "large_saqs", Doc: "a SAQ at Xoff needs 64 slots",
		Settings: map[string]string{"saq_slots": "64"}}
)

// trials are a mutant with the runs that get its mistake.
func trials(m *experiment.Mutant, runs ...setup) []experiment.Trial {
	t := experiment.Trial{Mutant: m}
	for _, s := range runs {
		t.Runs = append(t.Runs, s.String())
	}
	return []experiment.Trial{t}
}

// decideOnce has inputs ask in one cycle of 8 only.
func decideOnce(m *ir.Module) error {
	const width = 3
	word := func(x int64) *ir.Node { return &ir.Node{Op: ir.OpConst, Width: width, Const: big.NewInt(x)} }
	phase := &ir.Signal{Name: "phase", Kind: ir.Reg, Width: width, Reset: new(big.Int)}
	now := &ir.Node{Op: ir.OpSignal, Width: width, Sig: phase}
	for _, stmt := range m.Body {
		if a, ok := stmt.(*ir.Assign); ok && a.Sig != nil && a.Sig.Name == "ready" {
			first := &ir.Node{Op: ir.OpEq, Width: 1, Args: []*ir.Node{now, word(0)}}
			none := &ir.Node{Op: ir.OpConst, Width: a.Value.Width, Const: new(big.Int)}
			a.Value = &ir.Node{Op: ir.OpMux, Width: a.Value.Width, Args: []*ir.Node{first, a.Value, none}}
			m.Signals = append(m.Signals, phase)
			m.Body = append(m.Body, &ir.Assign{Sig: phase,
				Value: &ir.Node{Op: ir.OpAdd, Width: width, Args: []*ir.Node{now, word(1)}}})
			return nil
		}
	}
	return fmt.Errorf("module %s has no signal ready", m.Name)
}
