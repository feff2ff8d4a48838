package rtlgen

import (
	"fmt"
	"reflect"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Imported is a finished netlist as a module of which others can make instances: one that ir.Parse or a reader
// of Verilog has returned. It cannot be changed. Its own modules keep their names, which no other circuit of
// the design may have.
func Imported(d *ir.Design) *Module {
	if d == nil || d.Top == nil {
		m := NewModule("missing")
		m.refuse(here(), CodePlace, fmt.Errorf("there is no design to import: give one that was read without an error"))
		return m
	}
	done := map[*ir.Module]*Module{}
	for _, x := range d.Modules { // children first
		own := *x
		m := &Module{ir: &own, netlist: x}
		m.body = &own.Body
		for _, in := range x.Instances {
			m.children = append(m.children, done[in.Of])
		}
		done[x] = m
	}
	return done[d.Top]
}

// Foreign is a finished netlist seen with the ports IO: a part that comes from elsewhere, such as a CPU or a
// NIC of the user's, to be joined with Use or UseArray. Every input of its top must be in IO; each port of IO
// must be one of the top, with the direction and the width that its tags say. Lanes, widths and if tags are
// evaluated with params, which may be nil. Elaborate reports what does not fit.
//
// If the netlist is a part with a source (package testbench/foreign reads Verilog as one), the engines run the
// netlist, and the emitted Verilog has an instance of the part, whose files the file lists name.
func Foreign[IO any](d *ir.Design, params any) *Typed[IO] {
	m := Imported(d)
	if !m.Refused() {
		if err := m.matches(reflect.TypeFor[IO](), params); err != nil {
			m.refuse(here(), CodePort, err)
		}
	}
	return &Typed[IO]{Module: m, params: params}
}

// matches compares the ports of a netlist with those of a struct.
func (m *Module) matches(t reflect.Type, params any) error {
	list, err := portsOf(t)
	if err != nil {
		return err
	}
	dims, err := dimsOf(params)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, p := range list {
		size, absent, err := dims.size(t, p)
		if err != nil {
			return err
		}
		if absent != "" {
			continue
		}
		width := size.width
		for _, n := range size.lanes[p.Split:] {
			width *= n
		}
		for _, name := range p.namesOf(size.lanes) {
			known[name] = true
			if err := m.matchesPort(name, p.Kind, width); err != nil {
				return err
			}
		}
	}
	for _, p := range m.ir.Inputs() {
		if !known[p.Name] {
			return fmt.Errorf("input %s of module %s is no field of %s", p.Name, m.ir.Name, t)
		}
	}
	return nil
}

func (m *Module) matchesPort(name string, kind ir.SignalKind, width int) error {
	port := m.ir.Port(name)
	switch {
	case port == nil:
		var names []string
		for _, p := range m.ir.Ports {
			names = append(names, p.Name)
		}
		return fmt.Errorf("module %s has no port %s; it has: %s", m.ir.Name, name, strings.Join(names, ", "))
	case port.Kind != kind:
		return fmt.Errorf("port %s of module %s is an %s, and an %s in the struct", name, m.ir.Name, port.Kind, kind)
	case port.Width != width:
		return fmt.Errorf("port %s of module %s has %s, and %s in the struct", name, m.ir.Name, bits(port.Width), bits(width))
	}
	return nil
}
