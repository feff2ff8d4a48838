package experiment

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// The mistakes under which claims must fail.
var (
	inputsOff = &experiment.Mutant{Name: "inputs_off", Doc: "the congestion points at the inputs sample nothing",
		Netlist: mutant.InModule("qcn_port_management", mutant.Disconnect("in_point.enable"))}
	outputsOff = &experiment.Mutant{Name: "outputs_off", Doc: "the congestion points at the outputs sample nothing",
		Netlist: mutant.InModule("qcn_port_management", mutant.Disconnect("out_point.enable"))}
	arrivalsOnly = &experiment.Mutant{Name: "arrivals_only", Doc: "every policy is arrival sampling",
		Netlist: mutant.InModule("qcn_port_management", mutant.Disconnect("marking.policy"))}
	noArrivals = &experiment.Mutant{Name: "no_arrivals", Doc: "arrival sampling takes the longest queue",
		Netlist: mutant.InModule("qcn_port_management", mutant.StuckBit("marking.policy", 0, 1))}
	perFlow = &experiment.Mutant{Name: "per_flow_adapter", Doc: "the adapter takes turns among its flows",
		Params: map[string]int{"per_dest": 1}}
	highEquilibrium = &experiment.Mutant{Name: "high_equilibrium",
		Doc: "queues in equilibrium are just below the threshold of PAUSE", Params: map[string]int{"leaf_q_eq": 105000}}
	noRefresh = &experiment.Mutant{Name: "no_refresh", Doc: "a leaf says STOP once and never again",
		Netlist: inInstance("qcn_port_management", "pause_unit", mutant.StuckBit("again", 0, 0))}
	slowUplinks = &experiment.Mutant{Name: "slow_uplinks", Doc: "the links to the spines have a sixteenth of the servers' rate",
		Params: map[string]int{"rate_num": 1, "rate_den": 16}}
	smallBuffer = &experiment.Mutant{Name: "no_pause", Doc: "PAUSE is never sent",
		Netlist: mutant.InModule("qcn_port_management", mutant.Disconnect("pause_unit.enable"))}
)

// inInstance changes the module of an instance: other parts may have modules of the same
// kind with other parameters.
func inInstance(base, instance string, change mutant.Mutation) func(*ir.Design) error {
	return func(d *ir.Design) error {
		return mutant.InModule(base, func(m *ir.Module) error {
			for _, in := range m.Instances {
				if in.Name == instance {
					return change(in.Of)
				}
			}
			return fmt.Errorf("there is no instance %s", instance)
		})(d)
	}
}

// trials are a mutant with the variants that get its mistake.
func trials(m *experiment.Mutant, variants ...string) []experiment.Trial {
	t := experiment.Trial{Mutant: m}
	for _, v := range variants {
		t.Runs = append(t.Runs, named(v))
	}
	return []experiment.Trial{t}
}
