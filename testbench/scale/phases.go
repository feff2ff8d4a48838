package scale

import (
	"fmt"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// Phase is a thing that is done with a design.
type Phase struct {
	Name string
	// Run does it and keeps the result in the work.
	Run func(w *Work) error
}

// Work is a description on its way.
type Work struct {
	Shape  Shape
	N      int
	module *rtlgen.Module
	design *ir.Design
	text   string
}

// Phases are in their order: each needs those in front of it.
var Phases = []Phase{
	{"describe", func(w *Work) error { w.module = w.Shape.Build(w.N); return nil }},
	{"elaborate", func(w *Work) (err error) { w.design, err = rtlgen.Elaborate(w.module); return err }},
	{"emit", func(w *Work) error { _, err := verilog.Emit(w.design, verilog.DefaultOptions()); return err }},
	{"text", func(w *Work) error { w.text = ir.TextWith(w.design, ir.Docs|ir.Positions); return nil }},
	{"parse", func(w *Work) error { _, err := ir.Parse("text", w.text); return err }},
	{"wrap", func(w *Work) error {
		_, err := verilog.Emit(w.design, verilog.Options{WrapMemories: true, AsyncReset: true, SingleFile: true,
			Resets: verilog.ResetAll})
		return err
	}},
	engine("reference"),
	engine("compiled"),
	engine("native"),
}

// engine makes an engine and steps it.
func engine(name string) Phase {
	return Phase{name, func(w *Work) error {
		e, err := cyclesim.New(w.design, cyclesim.Options{Engine: name})
		if err != nil {
			return fmt.Errorf("engine %s: %w", name, err)
		}
		e.Step()
		return nil
	}}
}
