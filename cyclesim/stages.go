package cyclesim

import (
	"culprit/cyclesim/internal/compiled"
	"culprit/cyclesim/internal/machine"
	"culprit/rtlgen/ir"
)

// Stage is the program of a kernel behind a step on its way from netlist to code. A kernel
// is what a module does in one part of a cycle: Module.0 is its first part.
type Stage struct {
	Module string // the module that the kernel is of
	Kernel string // its name
	Lanes  int    // instances that run side by side; 0 as long as that is not decided
	Step   string // the name of the step, such as known-bits
	Doc    string // what it does
	Text   string // the program behind it, an instruction a line
}

// Stages compiles the design as the engines compiled, native and c do, up to C, and
// returns every kernel behind every step, in the order in which they are made. Only seed
// and checks of the options matter.
func Stages(d *ir.Design, o Options) ([]Stage, error) {
	made, err := compiled.Stages(d, machine.Config{Seed: o.Seed, NoChecks: o.NoChecks})
	if err != nil {
		return nil, err
	}
	list := make([]Stage, len(made))
	for i, s := range made {
		list[i] = Stage(s)
	}
	return list, nil
}
