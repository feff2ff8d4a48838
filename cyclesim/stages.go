package cyclesim

import (
	"fmt"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/ir"
)

// Stage is the program of a kernel behind a step on its way from netlist to code: Module
// and Kernel say whose, Lanes for how many instances side by side, Step and Doc which step,
// Text has the program.
type Stage = compiled.Stage

// Stages compiles the design and returns every kernel after every step, in the order in which they are
// made: up to machine code, as a listing, if the engine of the options is native or native-avx2; up to C
// otherwise. Engine, checks and threads of the options matter.
func Stages(d *ir.Design, o Options) ([]Stage, error) {
	if d == nil || d.Top == nil {
		return nil, caller.Errorf(
			"cyclesim.Stages has no design: give one that rtlgen.Elaborate has returned without an error")
	}
	cfg := machine.Config{Seed: o.Seed, NoChecks: o.NoChecks, Threads: o.Threads, Without: o.Without}
	of := compiled.Stages
	switch o.Engine {
	case machineCode:
		of = compiled.NativeStages
	case onAVX2:
		of = compiled.AVX2Stages
	}
	list, err := of(d, cfg)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", o.Engine, err)
	}
	return list, nil
}
