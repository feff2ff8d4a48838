package cyclesim

import (
	"culprit/cyclesim/internal/compiled"
	"culprit/cyclesim/internal/machine"
	"culprit/internal/caller"
	"culprit/rtlgen/ir"
)

// Stage is the program of a kernel behind a step on its way from netlist to code: Module
// and Kernel say whose, Lanes for how many instances side by side, Step and Doc which step,
// Text has the program.
type Stage = compiled.Stage

// Stages compiles the design as the engines compiled, native and c do, up to C, and
// returns every kernel behind every step, in the order in which they are made. Only seed
// and checks of the options matter.
func Stages(d *ir.Design, o Options) ([]Stage, error) {
	if d == nil || d.Top == nil {
		return nil, caller.Errorf(
			"cyclesim.Stages has no design: give one that rtlgen.Elaborate has returned without an error")
	}
	return compiled.Stages(d, machine.Config{Seed: o.Seed, NoChecks: o.NoChecks})
}
