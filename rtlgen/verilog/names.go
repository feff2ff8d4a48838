package verilog

import (
	"fmt"

	"culprit/rtlgen/ir"
)

// nameSet knows the names of a module's scope.
type nameSet struct {
	taken map[string]bool
}

func newNameSet(m *ir.Module) *nameSet {
	t := map[string]bool{}
	for _, s := range append(append([]*ir.Signal{}, m.Ports...), m.Signals...) {
		t[s.Name] = true
	}
	for _, c := range m.Constants {
		t[c.Label()] = true
	}
	for _, a := range m.Arrays {
		t[a.Name] = true
	}
	for _, mem := range m.Memories {
		t[mem.Name] = true
		for _, r := range mem.Reads {
			t[r.Name] = true
		}
	}
	for _, in := range m.Instances {
		for i := range in.Count {
			t[instanceName(in, i)] = true
		}
		for _, port := range in.Of.Outputs() {
			t[in.Name+"_"+port.Name] = true
		}
	}
	for _, pr := range m.Properties {
		t[pr.Name] = true
	}
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if l, ok := s.(*ir.Loop); ok {
			t[l.Var] = true
		}
	})
	return &nameSet{t}
}

// free is the first of the names that the module does not use itself. It is not
// claimed: local names of different blocks may be equal. Only names of the
// designer make it differ from the first, so it is stable under other edits.
func (s *nameSet) free(names ...string) string {
	for _, n := range names {
		if !s.taken[n] {
			return n
		}
	}
	for n := names[0] + "_"; ; n += "_" {
		if !s.taken[n] {
			return n
		}
	}
}

// claim is free, and keeps the name.
func (s *nameSet) claim(names ...string) string {
	n := s.free(names...)
	s.taken[n] = true
	return n
}

func instanceName(in *ir.Instance, i int) string {
	if in.Array {
		return fmt.Sprintf("%s_%d", in.Name, i)
	}
	return in.Name
}

// vector is the declared range of a signal with a leading space, empty for one bit.
func vector(width int) string {
	if width == 1 {
		return ""
	}
	return fmt.Sprintf(" [%d:0]", width-1)
}

// bitsOf is the select of width bits from lo of a signal of total bits.
func bitsOf(name string, total, lo, width int) string {
	switch {
	case width == total:
		return name
	case width == 1:
		return fmt.Sprintf("%s[%d]", name, lo)
	}
	return fmt.Sprintf("%s[%d:%d]", name, lo+width-1, lo)
}
