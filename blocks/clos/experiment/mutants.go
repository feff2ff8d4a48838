package experiment

import (
	"culprit/testbench/experiment"
	"culprit/testbench/mutant"
)

// The mistakes under which claims must fail.
var (
	allHot      = &experiment.Mutant{Name: "element_hot", Doc: "all outputs of an element are hot instead of one", Settings: map[string]string{"few": "element"}}
	speedUp     = &experiment.Mutant{Name: "speed_up", Doc: "the fabric without speed-up has L_F = 1.2", Params: map[string]int{"lf": 120}}
	largeGrants = &experiment.Mutant{Name: "large_grants", Doc: "grants take up to 50 cells of a buffer of 100", Params: map[string]int{"g": 50}}

	anyRate        = &experiment.Mutant{Name: "any_rate", Doc: "outputs grant at 16 times the rate of their lines", Netlist: mutant.InModule("clos_node", mutant.Stuck("nic.grant_rate", 1))}
	unreserved     = &experiment.Mutant{Name: "no_reservation", Doc: "outputs do not wait for credits of the fabric's buffers", Netlist: mutant.InModule("clos_node", mutant.Disconnect("nic.reserve"))}
	everyOtherPath = &experiment.Mutant{Name: "path_skipped", Doc: "the resequencer takes every other path of a flow only", Netlist: mutant.InModule("reqgrant_egress", mutant.AddConst("moved_data", 1, 1))}
)

// trials are a mutant with the runs that get its mistake; without runs, all that the
// claim needs.
func trials(m *experiment.Mutant, runs ...string) []experiment.Trial {
	return []experiment.Trial{{Mutant: m, Runs: runs}}
}
