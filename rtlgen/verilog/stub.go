package verilog

import (
	"strings"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/analysis"
)

// Stub is the Verilog of a module with the ports that Emit gives it and nothing
// inside, for a tool that checks a parent by itself. It is marked as a black box, and
// its unused inputs and undriven outputs are no findings of Verilator.
func Stub(m *ir.Module, o Options) []byte {
	p := outsideOf(m, o.of(m), &fact{clock: m.NeedsClock(), reset: o.NeedsReset(m)})
	p.line(0, "// %s: its ports.", p.o.ModuleName(m))
	p.out.WriteString(p.o.timescale())
	p.line(0, "// verilator lint_off UNUSED")
	p.line(0, "// verilator lint_off UNDRIVEN")
	p.directive("default_nettype none")
	p.line(0, "(* blackbox *)")
	p.moduleAndPorts()
	p.closing()
	return []byte(p.out.String())
}

// outsideOf is a printer for a module of which only the ports are written.
func outsideOf(m *ir.Module, o Options, known *fact) *printer {
	return &printer{m: m, o: o, known: known, names: namesOf(m, o.ModuleName(m)), extents: analysis.Extents{}, constants: map[*ir.Constant]guard{}, plan: &plan{}, out: &strings.Builder{}, bounds: analysis.NewBounds(m)}
}
