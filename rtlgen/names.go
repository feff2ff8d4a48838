package rtlgen

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/reserved"
)

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// suffixRule is the form of what a parameter appends to the module's name.
var suffixRule = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

// ownNames are names that the netlist makes itself.
var ownNames = map[string]bool{"clk": true, "rst": true, "rst_n": true}

// longestModuleName is within what tools take: Verilator puts a hash of its own in the
// place of longer names, and then misses the module in its file.
const longestModuleName = 120

// shortened is a module's name, the end of a long one replaced by a hash of all of it.
func shortened(name string) string {
	if len(name) <= longestModuleName {
		return name
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // never fails
	return fmt.Sprintf("%s_%016x", strings.TrimRight(name[:longestModuleName-17], "_"), h.Sum64())
}

// checkName reports a name that could not stand in Verilog.
func (m *Module) checkName(pos ir.Pos, kind, name string) {
	switch {
	case reserved.Keyword(name):
		m.reportAt(pos, CodeKeyword, nil, "%s name %q is a keyword of Verilog or SystemVerilog: choose another", kind, name)
	case reserved.CPlusPlus(name):
		m.reportAt(pos, CodeToolWord, nil, "%s name %q is a C++ word, which Verilator warns about: choose another", kind,
			name)
	case reserved.Tool(name):
		m.reportAt(pos, CodeToolWord, nil,
			"%s name %q is one that Verilator, the C++ of its models, or Icarus Verilog has for something of its own: choose another",
			kind,
			name)
	case !nameRule.MatchString(name):
		m.reportAt(pos, CodeName, nil, "%s name %q is not lower_snake (a letter, then up to 63 letters, digits, underscores)",
			kind, name)
	case ownNames[name] || strings.HasPrefix(name, "unused_") && kind != "wire":
		m.reportAt(pos, CodeName, nil, "%s name %q is reserved: choose another", kind, name)
	}
}

// checkUnique reports two things of the module with one name, counting the nets
// and copies that instances bring.
func (m *Module) checkUnique(of below) {
	type owner struct {
		what string
		pos  ir.Pos
	}
	seen := map[string]owner{m.ir.Name: {"the module itself", m.ir.Pos}}
	claim := func(name, what string, pos ir.Pos) {
		if first, dup := seen[name]; dup {
			m.reportAt(pos, CodeDuplicate, []Related{{first.pos, first.what}}, "%s has the name of %s", what, first.what)
			return
		}
		seen[name] = owner{what, pos}
	}
	for _, e := range m.ir.Enums {
		claim("enum "+e.Name, "enumeration "+e.Name, e.Pos) // may have the name of anything else
	}
	for _, c := range m.ir.Constants {
		claim(c.Label(), "constant "+c.Label(), c.Pos)
	}
	eachValue(m.ir, claim)
	for _, in := range m.ir.Instances {
		if in.Name != m.ir.Name { // which no tool minds
			claim(in.Name, "instance "+in.Name, in.Pos)
		}
		if in.Array {
			for i := range in.Count {
				claim(fmt.Sprintf("%s_%d", in.Name, i), fmt.Sprintf("copy %d of instance %s", i, in.Name), in.Pos)
			}
		}
		for _, p := range in.Of.Outputs() {
			claim(in.Name+"_"+p.Name, fmt.Sprintf("the net of output %s of instance %s", p.Name, in.Name), in.Pos)
		}
	}
	for _, p := range m.ir.Properties {
		claim(p.Name, fmt.Sprintf("%s %s", p.Kind, p.Name), p.Pos)
	}
	eachIndex(m.ir, func(name, what string, pos ir.Pos) {
		if first, dup := seen[name]; dup && first.what != what {
			m.reportAt(pos, CodeDuplicate, []Related{{first.pos, first.what}}, "%s has the name of %s", what, first.what)
		}
		seen[name] = owner{what, pos}
	})
	m.checkHidden(of)
}

// checkHidden reports an instance with the name of a value in its module, which hides
// the instance there: Verilator warns about that (VARHIDDEN). Copies have a name of
// their own.
func (m *Module) checkHidden(of below) {
	for _, in := range m.ir.Instances {
		if in.Array || !of.hidesValue(in.Of, in.Name) {
			continue
		}
		hides := func(name, what string, pos ir.Pos) {
			if name == in.Name {
				m.reportAt(in.Pos, CodeDuplicate, []Related{{pos, what}},
					"instance %s has the name of %s in its module %s: choose another", in.Name, what, in.Of.Name)
			}
		}
		eachValue(in.Of, hides)
		eachIndex(in.Of, hides)
	}
}

// eachValue calls f for the ports, signals, arrays and memories of a module.
func eachValue(m *ir.Module, f func(name, what string, pos ir.Pos)) {
	for _, p := range m.Ports {
		f(p.Name, fmt.Sprintf("%s %s", p.Kind, p.Name), p.Pos)
	}
	for _, s := range m.Signals {
		f(s.Name, fmt.Sprintf("%s %s", s.Kind, s.Name), s.Pos)
	}
	for _, a := range m.Arrays {
		f(a.Name, "array "+a.Name, a.Pos)
	}
	for _, mem := range m.Memories {
		f(mem.Name, "memory "+mem.Name, mem.Pos)
		for _, r := range mem.Reads {
			f(r.Name, "read port "+r.Name, r.Pos)
		}
	}
}

// eachIndex calls f for the indices of the module's loops.
func eachIndex(m *ir.Module, f func(name, what string, pos ir.Pos)) {
	ir.WalkStmts(m.Body, func(s ir.Stmt) {
		if l, ok := s.(*ir.Loop); ok {
			f(l.Var, "loop index "+l.Var, l.Pos)
		}
	})
}
