package compiled

import (
	"culprit/cyclesim/internal/emitc"
	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/translate"
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

// Stages compiles the design, and returns every kernel behind every step, in the order in
// which they are made.
func Stages(d *ir.Design, cfg machine.Config) ([]Stage, error) {
	var list []Stage
	o := wide(cfg, nativeVectorBytes())
	docs := map[string]string{}
	for _, s := range Steps() {
		docs[s.Name] = s.Doc
	}
	o.Trace = func(k *translate.Kernel, lanes int, step, text string) {
		list = append(list, Stage{Module: k.Module.Plan.Module.Name, Kernel: k.Name(), Lanes: lanes, Step: step,
			Doc: docs[step], Text: text})
	}
	p, err := prepare(d, cfg, o)
	if err != nil {
		return nil, err
	}
	out := emitc.New(&p.design.At, nil, o.Groups.Widest())
	p.design.Generate(p.code, out, o)
	return list, nil
}
