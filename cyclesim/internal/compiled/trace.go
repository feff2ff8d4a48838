package compiled

import (
	"culprit/cyclesim/internal/word"
)

// label is what Stage says of a step.
type label struct{ name, doc string }

// The steps that are no passes of word programs.
var (
	loweringStep = label{"lowered", "the statements of the step as operations on words, single instances inlined"}
	vectorStep   = label{"vectors", "the program for lanes: each value in the smallest elements that hold it"}
	codeStep     = label{"c", "the functions of the engine c, which has the same steps up to here as the others"}
)

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

// writer is a back end that writes text.
type writer interface {
	// written is what has been written since the last call.
	written() string
}

// showCode shows what a back end has written, if that is text.
func (g *generator) showCode(k *kernel, lanes int) {
	if out, ok := g.out.(writer); ok {
		g.options.show(k, lanes, codeStep, out.written)
	}
}
