package verilog

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/reserved"
)

// nameSet knows the names of a module's scope.
type nameSet struct {
	taken map[string]bool
	// own is the name that the module has in the Verilog. Nothing in it may be called so
	// but an instance: Verilator takes it for the module, or says that it hides it.
	own string
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
		t[in.Name] = true
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
	return &nameSet{taken: t}
}

// free is the first of the names that the module does not use itself. It is not
// reserved: local names of different blocks may be equal. Only names of the
// designer make it differ from the first, so other edits do not change it.
func (s *nameSet) free(names ...string) string {
	for _, n := range names {
		if !s.taken[n] && n != s.own {
			return n
		}
	}
	for n := names[0] + "_"; ; n += "_" {
		if !s.taken[n] && n != s.own {
			return n
		}
	}
}

// namesOf are the names of a module that has the given name in the Verilog.
func namesOf(m *ir.Module, own string) *nameSet {
	s := newNameSet(m)
	s.own = own
	return s
}

// checkOwnName reports a name in the module that is the module's, and a name of the
// module that no tool takes. Without a prefix package rtlgen has refused both.
func (p *printer) checkOwnName() {
	own := p.names.own
	switch {
	case own == ClockName || own == "rst" || own == "rst_n":
		p.fail(p.m.Pos, "with prefix %q the module is called %s, which is the name of a clock or reset port: choose another prefix",
			p.o.Prefix,
			own)
	case reserved.Keyword(own) || reserved.CPlusPlus(own) || reserved.Tool(own):
		p.fail(p.m.Pos, "with prefix %q the module is called %s, a word that tools have for something of their own: choose another prefix",
			p.o.Prefix,
			own)
	case p.names.taken[own] && !slices.ContainsFunc(p.m.Instances, func(in *ir.Instance) bool { return in.Name == own }):
		p.fail(p.m.Pos, "something in the module has the name %s, which is that of the module itself: rename it, or choose another prefix",
			own)
	}
}

// claim is free, and reserves the name.
func (s *nameSet) claim(names ...string) string {
	n := s.free(names...)
	s.taken[n] = true
	return n
}

// copyName is the name of the instance inside the generate loop of an array: it
// neither hides a name of the parent nor is hidden by one of the child.
func (p *printer) copyName(in *ir.Instance) string {
	if name, known := p.copies[in]; known {
		return name
	}
	child := p.all.takenIn(in.Of)
	name := "u"
	for p.names.taken[name] || child[name] {
		name += "_"
	}
	p.copies[in] = name
	return name
}

// instanceName is the hierarchical name of copy i of an instance.
func (p *printer) instanceName(in *ir.Instance, i int) string {
	if in.Array {
		return fmt.Sprintf("%s[%d].%s", in.Name, i, p.copyName(in))
	}
	return in.Name
}

// copyBlock is one iteration of the generate loop of an instance array.
var copyBlock = regexp.MustCompile(`^(\w+)\[(\d+)\]$`)

// NetlistPath translates a path of the emitted Verilog to the path in the netlist
// that package cyclesim uses: "in_port[3].u.cdu" to "in_port_3.cdu".
func NetlistPath(instance string) string {
	var path []string
	inCopy := false // the next part is the instance in its generate loop
	for _, part := range strings.Split(instance, ".") {
		m := copyBlock.FindStringSubmatch(part)
		switch {
		case m != nil:
			path = append(path, m[1]+"_"+m[2])
		case !inCopy:
			path = append(path, part)
		}
		inCopy = m != nil
	}
	return strings.Join(path, ".")
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
