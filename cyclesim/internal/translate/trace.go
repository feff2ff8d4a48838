package translate

import (
	"slices"

	"culprit/cyclesim/internal/word"
)

// Step is a step on the way of a kernel from the netlist to code.
type Step struct {
	Name string
	Doc  string   // what holds behind it
	Only string   // kernels that it is for; "" for all
	Need []string // steps that must have run before
}

// The steps that are no passes of word programs.
var (
	loweringStep = Step{Name: "lowered",
		Doc: "the statements of the step as operations on words, single instances inlined"}
	vectorStep = Step{Name: "vectors", Doc: "the program for lanes: each value in the smallest elements that hold it",
		Only: lanesOnly, Need: []string{"known-bits"}}
	codeStep = Step{Name: "c", Doc: "the functions of the engine c, which has the same steps up to here as the others"}
)

const lanesOnly = "lanes"

// Steps are all steps, in their order. A back end writes what is there at the end.
func Steps() []Step {
	list := []Step{loweringStep}
	add := func(only string, passes []word.Pass) {
		for _, p := range passes {
			list = append(list, Step{p.Name, p.Doc, only, p.After})
		}
	}
	add("", word.FirstPasses())
	add("", word.WirePasses(nil))
	add("", word.Passes())
	all := word.LatePasses(0, false)
	add(lanesOnly, slices.DeleteFunc(word.LatePasses(0, true), func(p word.Pass) bool {
		return slices.ContainsFunc(all, func(q word.Pass) bool { return q.Name == p.Name })
	}))
	add("", all)
	return append(list, vectorStep, codeStep)
}

// show traces a step, if somebody wants to see it.
func (o *Options) show(k *Kernel, lanes int, s Step, text func() string) {
	if o.Trace != nil {
		o.Trace(k, lanes, s, text())
	}
}

// behind is what is done behind each pass: the program is verified and shown, if that is
// asked for.
func (o *Options) behind(k *Kernel, lanes int) func(word.Pass, *word.Program) {
	if !o.Check && o.Trace == nil {
		return nil
	}
	return func(pass word.Pass, p *word.Program) {
		if o.Check {
			if err := p.Verify(); err != nil {
				panic("BUG: after pass " + pass.Name + ": " + err.Error())
			}
		}
		o.show(k, lanes, Step{Name: pass.Name, Doc: pass.Doc}, p.String)
	}
}

// Writer is a back end that writes text.
type Writer interface {
	// Written is what has been written since the last call.
	Written() string
}

// showCode shows what a back end has written, if that is text.
func (g *generator) showCode(k *Kernel, lanes int) {
	if out, ok := g.out.(Writer); ok {
		g.options.show(k, lanes, codeStep, out.Written)
	}
}
