package compiled

import (
	"culprit.example/culprit/cyclesim/internal/emitamd64"
	"culprit.example/culprit/cyclesim/internal/emitc"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/rtlgen/ir"
)

// Stage is the program of a kernel after a step on its way from netlist to code. A kernel
// is what a module does in one part of a cycle: Module.0 is its first part.
type Stage struct {
	Module string // the module that the kernel is of
	Kernel string // its name
	Lanes  int    // instances that run side by side; 0 as long as that is not decided
	Step   string // the name of the step, such as known-bits
	Doc    string // what it does
	Text   string // the program after it, an instruction a line
}

// Stages compiles the design, and returns every kernel after every step up to C, in the order in
// which they are made.
func Stages(d *ir.Design, cfg machine.Config) ([]Stage, error) {
	var list []Stage
	o := wide(cfg, nativeVectorBytes())
	o.Trace = collect(&list)
	p, err := prepare(d, cfg, o)
	if err != nil {
		return nil, err
	}
	out := emitc.New(&p.design.At, nil, o.Groups.Widest())
	return list, p.design.Generate(p.code, out, o, out.Limit())
}

// NativeStages is Stages up to machine code, as NewNative makes it here.
func NativeStages(d *ir.Design, cfg machine.Config) ([]Stage, error) {
	if err := NativeRuns(); err != nil {
		return nil, err
	}
	return nativeStages(d, cfg, nativeVectorBytes())
}

// AVX2Stages is that for processors without AVX-512, as NewAVX2 makes it.
func AVX2Stages(d *ir.Design, cfg machine.Config) ([]Stage, error) {
	if err := NativeRuns(); err != nil {
		return nil, err
	}
	return nativeStages(d, cfg, avx2Bytes)
}

func nativeStages(d *ir.Design, cfg machine.Config, vectorBytes int) ([]Stage, error) {
	o := forNative(cfg, vectorBytes)
	p, err := planned(d, cfg, o, groupsForThreads(o, vectorBytes))
	if err != nil {
		return nil, err
	}
	o = p.options // and nothing of what was tried before
	var list []Stage
	o.Trace = collect(&list)
	if p, err = dividedAs(d, cfg, o); err != nil {
		return nil, err
	}
	_, err = p.image(func(d *translate.Design) ImageBackend { return emitamd64.New(d, &p.options, vectorBytes) })
	return list, err
}

// collect adds the programs of all kernels to a list.
func collect(list *[]Stage) func(k translate.Named, lanes int, step, text string) {
	docs := map[string]string{}
	for _, s := range Steps() {
		docs[s.Name] = s.Doc
	}
	return func(k translate.Named, lanes int, step, text string) {
		*list = append(*list, Stage{Module: k.ModuleName(), Kernel: k.Name(), Lanes: lanes, Step: step,
			Doc: docs[step], Text: text})
	}
}
