package translate

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/word"
)

// Step is a step on the way from the netlist to the bytes that run, or something that is done while
// they run.
type Step struct {
	Name string
	Doc  string   // what it does, and what holds after it
	Room string   // the package that it stands in
	Only string   // what it is for; "" for every kernel
	Need []string // steps that must have run before
	// Text is the kind of program that there is after it; without one, Why says why, and where to see
	// what the step does.
	Text, Why string
	// Optional says that the engine native can do without it (Options.Without).
	Optional bool
}

// The kinds of programs.
const (
	WordProgram   = "words"
	VectorProgram = "vectors"
	CProgram      = "C"
)

// What is done while the code runs, and can be left out.
const (
	StepThreads = "threads"
	StepResting = "resting"
	StepDozing  = "dozing"
)

// What steps are for.
const (
	OnlyGroups  = "groups"
	onlyNative  = "native"
	onlyThreads = "threads"
	OnlySingles = "single instances"
	onlyResting = "groups that rest"
)

// The steps that are no passes of word programs.
var (
	scheduleStep = Step{Name: "schedule", Room: "schedule",
		Doc: "the fragments of each module in an order of evaluation, and its calls",
		Why: "it is the number in the names of the kernels"}
	layoutStep = Step{Name: "layout", Room: "layout",
		Doc: "where each signal lies in the frame of its instance, and which copies share vectors",
		Why: "it is the places of loads and stores"}
	groupingStep = Step{Name: "grouping", Room: "translate", Only: onlyNative,
		Doc: "the way to group the copies of each module that takes the fewest instructions",
		Why: "it is the lanes of the kernels"}
	inliningStep = Step{Name: "inlining", Room: "translate", Only: OnlyGroups, Optional: true,
		Doc: "small instances and arrays of them, inside groups, are parts of the kernel around them",
		Why: "it is the calls in the programs of the step lowered"}
	loweringStep = Step{Name: "lowered", Room: "translate", Text: WordProgram,
		Doc: "the statements of the step as operations on words, single instances inlined"}
	divideStep = Step{Name: "divided", Room: "word", Only: onlyThreads, Text: WordProgram,
		Doc: "the calls and stores of the top divided among threads; values that several need are computed by each"}
	phasesStep = Step{Name: "phases", Room: "word", Only: onlyThreads, Need: []string{divideStep.Name},
		Doc: "a barrier where a thread would read what another one writes",
		Why: "it is the barriers in the programs of the step divided"}
	overlapStep = Step{Name: "overlap", Room: "word", Only: onlyThreads, Need: []string{phasesStep.Name},
		Doc: "a thread arrives at a barrier when nothing is left that others may see or disturb, and goes on",
		Why: "it is the arrivals in the programs of the step divided"}
	openStep = Step{Name: "open-values", Room: "word", Only: onlyResting, Text: WordProgram,
		Doc: "checks that say when what a kernel does depends on arbitrary values"}
	vectorStep = Step{Name: "vectors", Room: "lower", Only: OnlyGroups, Need: []string{"known-bits"}, Text: VectorProgram,
		Doc: "the program for lanes: each value in the smallest elements that hold it"}
	codeStep = Step{Name: "c", Room: "emitc", Only: "c", Text: CProgram,
		Doc: "the functions of the engine c, which has the same steps up to here as the others"}
	wasmStep = Step{Name: "wasm", Room: "emitwasm", Only: "compiled",
		Doc: "the functions of the engine compiled, for wazero",
		Why: "it is a binary format, of the same operations in the same order"}
)

// Steps are all steps up to those of a back end, in their order.
func Steps() []Step {
	list := []Step{scheduleStep, layoutStep, inliningStep, loweringStep}
	add := func(only string, passes []word.Pass) {
		for _, p := range passes {
			only := only
			if p.Single {
				only = OnlySingles
			}
			list = append(list, Step{Name: p.Name, Doc: p.Doc, Room: "word", Only: only, Need: p.After, Text: WordProgram,
				Optional: p.Optional})
		}
	}
	add("", word.FirstPasses())
	add("", word.WirePasses(nil))
	add("", word.Passes())
	list = append(list, groupingStep, divideStep, phasesStep, overlapStep, openStep)
	all := word.LatePasses(0, false)
	add(OnlyGroups, slices.DeleteFunc(word.LatePasses(0, true), func(p word.Pass) bool {
		return slices.ContainsFunc(all, func(q word.Pass) bool { return q.Name == p.Name })
	}))
	add("", all)
	return append(list, vectorStep, codeStep, wasmStep)
}

// Named is what a step has made: of a kernel, or of a function that is none.
type Named interface {
	ModuleName() string
	Name() string
}

// function is code of a module that is no kernel.
type function struct {
	module *Module
	name   string
}

func (f *function) ModuleName() string { return f.module.Plan.Module.Name }
func (f *function) Name() string       { return f.module.name() + "." + f.name }

// Function names code of a module that is no kernel.
func (m *Module) Function(name string) Named { return &function{m, name} }

// Show traces a step, if somebody wants to see it.
func (o *Options) Show(k Named, lanes int, step string, text func() string) {
	if o.Trace != nil {
		o.Trace(k, lanes, step, text())
	}
}

// behind is what is done after each pass: the program is verified and shown, if that is
// asked for.
func (o *Options) behind(k Named, lanes int) func(word.Pass, *word.Program) {
	if !o.Check && o.Trace == nil {
		return nil
	}
	return func(pass word.Pass, p *word.Program) {
		if o.Check {
			if err := p.Verify(); err != nil {
				panic("BUG: after pass " + pass.Name + ": " + err.Error())
			}
		}
		o.Show(k, lanes, pass.Name, p.String)
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
		g.options.Show(k, lanes, codeStep.Name, out.Written)
	}
}
