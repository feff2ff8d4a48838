package verilog

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// Stub is the Verilog of a module with the ports that Emit gives it and nothing
// inside, for a tool that checks a parent by itself. It is marked as a black box; for
// Verilator, which reads it all the same, its outputs are 0 and its inputs are read.
func Stub(m *ir.Module, o Options) []byte {
	p := outsideOf(m, o.of(m), factOf(m, o))
	p.line(0, "// %s: its ports.", p.o.ModuleName(m))
	p.out.WriteString(p.o.timescale())
	p.directive("default_nettype none")
	p.line(0, "(* blackbox *)")
	p.moduleAndPorts()
	p.blank()
	read := concat(atom("1'b0"))
	if m.NeedsClock() {
		read.args = append(read.args, atom(ClockName))
	}
	if p.o.NeedsReset(m) {
		read.args = append(read.args, atom(p.o.ResetName()))
	}
	for _, s := range m.Clocks() {
		if p.known.resets[s.Name] {
			read.args = append(read.args, atom(p.o.ResetOf(s.Name)))
		}
	}
	for _, s := range m.Ports {
		if s.Kind == ir.Output {
			p.line(1, "assign %s = %s;", s.Name, zeros(s.Width).flat())
		} else {
			read.args = append(read.args, atom(s.Name))
		}
	}
	if len(read.args) > 1 {
		head := fmt.Sprintf("wire %s = &", p.names.claim("unused_inputs", "unused_ports"))
		p.line(1, "%s%s;", head, read.layout(4+len(head), 1))
	}
	p.closing()
	return []byte(p.out.String())
}

// factOf is what the ports of a module depend on.
func factOf(m *ir.Module, o Options) *fact {
	f := &fact{clock: m.NeedsClock(), reset: o.NeedsReset(m), resets: map[string]bool{}}
	for _, s := range m.Clocks() {
		f.resets[s.Name] = o.NeedsResetOf(m, s.Name)
	}
	return f
}

// outsideOf is a printer for a module of which only the ports are written.
func outsideOf(m *ir.Module, o Options, known *fact) *printer {
	return &printer{m: m, o: o, known: known, names: namesOf(m, o.ModuleName(m)), extents: analysis.Extents{},
		constants: map[*ir.Constant]guard{}, plan: &plan{}, out: &strings.Builder{}, bounds: analysis.NewBounds(m)}
}
