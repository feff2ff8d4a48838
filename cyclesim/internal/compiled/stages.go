package compiled

import (
	"strings"

	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/word"
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

// label is what Stage says of a step.
type label struct{ name, doc string }

// The steps that are no passes of word programs.
var (
	loweringStep = label{"lowered", "the statements of the step as operations on words, single instances inlined"}
	vectorStep   = label{"vectors", "the program for lanes: each value in the smallest elements that hold it"}
	codeStep     = label{"c", "the functions of the engine c, which has the same steps up to here as the others"}
)

// Stages compiles the design, and returns every kernel behind every step, in the order in
// which they are made.
func Stages(d *ir.Design, cfg machine.Config) ([]Stage, error) {
	var list []Stage
	o := wide(cfg, nativeVectorBytes)
	o.trace = func(k *kernel, lanes int, s label, text string) {
		list = append(list, Stage{Module: k.module.plan.Module.Name, Kernel: k.Name(), Lanes: lanes, Step: s.name, Doc: s.doc, Text: text})
	}
	m, code, err := translate(d, cfg, o)
	if err != nil {
		return nil, err
	}
	out := newCSource(&m.design.at, nil, o.groups.widest())
	m.design.generate(code, out, o)
	return list, nil
}

// show traces a step, if somebody wants to see it.
func (o *options) show(k *kernel, lanes int, s label, text func() string) {
	if o.trace != nil {
		o.trace(k, lanes, s, text())
	}
}

// behind is what is done behind each pass: the program is verified and shown, if that is
// asked for.
func (o *options) behind(k *kernel, lanes int) func(word.Pass, *word.Program) {
	if !o.check && o.trace == nil {
		return nil
	}
	return func(pass word.Pass, p *word.Program) {
		if o.check {
			if err := p.Verify(); err != nil {
				panic("BUG: after pass " + pass.Name + ": " + err.Error())
			}
		}
		o.show(k, lanes, label{pass.Name, pass.Doc}, p.String)
	}
}

// showCode shows what a back end has written last, if that is C.
func (g *generator) showCode(k *kernel, lanes int) {
	out, ok := g.out.(*cSource)
	if !ok {
		return
	}
	g.options.show(k, lanes, codeStep, func() string {
		var b strings.Builder
		for i := range out.funcs[g.shown:] {
			f := &out.funcs[g.shown+i]
			b.WriteString(f.declaration + " {\n" + f.body.String() + "}\n")
		}
		g.shown = len(out.funcs)
		return b.String()
	})
}
