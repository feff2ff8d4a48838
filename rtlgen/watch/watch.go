package watch

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// The ports that a module with assumptions has, or with parts that have some.
const (
	Clear  = "rules_clear"  // input, 1 bit: all bits become 0, but those whose rule is broken in this cycle
	Broken = "rules_broken" // output, a bit per assumption, registers
)

// Rule is an assumption of an instance, and the bit that says whether it was broken.
type Rule struct {
	Bit  int    `json:"bit"`            // of Broken at the top
	Path string `json:"path"`           // names of the instances and of the assumption, with dots
	Doc  string `json:"doc,omitempty"`  // what the author says of it
	Pos  ir.Pos `json:"-"`              // where it is stated
	At   string `json:"from,omitempty"` // Pos as FILE:LINE
}

// Assumptions adds the ports to the modules of a design, which it changes. The bit of an assumption
// is 1 from the cycle after one in which its condition is 0 on, until Clear or reset; cycles of reset
// do not count. The rules are in the order of the bits; a design without assumptions has none, and stays as it is.
//
// Signals that only assumptions read become hardware. A black box keeps its ports. The error names a
// module that has a port of one of the names already, or assumptions below it and an input that is a clock.
func Assumptions(d *ir.Design) ([]Rule, error) {
	bits, counts := map[*ir.Module]int{}, map[*ir.Module]int{}
	for _, m := range d.Modules {
		counts[m] = len(assumptions(m)) + below(m, counts)
		if clocks := m.Clocks(); counts[m] > 0 && len(clocks) > 0 {
			return nil, fmt.Errorf("module %s has the clock %s, and the bits of rules are of the implicit clock alone: "+
				"look at its assumptions in simulation", m.Name, clocks[0].Name)
		}
		for _, name := range []string{Clear, Broken} {
			if m.Port(name) != nil {
				return nil, fmt.Errorf("module %s has a port %s of its own: rename it", m.Name, name)
			}
		}
	}
	for _, m := range d.Modules {
		if n := len(assumptions(m)) + below(m, bits); n > 0 && m.Part == nil {
			bits[m] = n
			w := &watcher{m: m, names: m.NameSet()}
			w.add(bits)
		}
	}
	if bits[d.Top] == 0 {
		return nil, nil
	}
	rules := collect(d.Top, "", bits, nil)
	return rules, ir.Verify(d)
}

// assumptions are those of a module itself.
func assumptions(m *ir.Module) []*ir.Property {
	var list []*ir.Property
	for _, p := range m.Properties {
		if p.Kind == ir.Assume {
			list = append(list, p)
		}
	}
	return list
}

// below is how many bits the parts of a module have.
func below(m *ir.Module, bits map[*ir.Module]int) int {
	n := 0
	for _, in := range m.Instances {
		n += in.Count * bits[in.Of]
	}
	return n
}

// collect lists the rules of a module and of what is below it, bit by bit.
func collect(m *ir.Module, path string, bits map[*ir.Module]int, list []Rule) []Rule {
	for _, p := range assumptions(m) {
		r := Rule{Bit: len(list), Path: path + p.Name, Doc: p.Doc, Pos: p.Pos}
		if p.Pos.File != "" {
			r.At = p.Pos.String()
		}
		list = append(list, r)
	}
	for _, in := range m.Instances {
		if bits[in.Of] == 0 {
			continue
		}
		for i := range in.Count {
			list = collect(in.Of, path+in.CopyName(i)+".", bits, list)
		}
	}
	return list
}

// watcher changes one module.
type watcher struct {
	m     *ir.Module
	names ir.NameSet
	clear *ir.Signal
}

// add gives the module the ports, a register for each assumption, and joins its parts.
func (w *watcher) add(bits map[*ir.Module]int) {
	m := w.m
	w.clear = &ir.Signal{Name: Clear, Kind: ir.Input, Width: 1, Group: "rules of the surroundings", Pos: m.Pos,
		Doc: "makes all bits 0 but those whose rule is broken in this cycle"}
	broken := &ir.Signal{Name: Broken, Kind: ir.Output, Width: bits[m], Group: w.clear.Group, Pos: m.Pos,
		Doc: "a bit per rule: it was broken since the last clear, registers"}
	m.Ports = append(m.Ports, w.clear, broken)
	var parts []*ir.Node // bit 0 first
	for _, p := range assumptions(m) {
		parts = append(parts, w.register(p))
	}
	for _, in := range m.Instances {
		if bits[in.Of] == 0 {
			continue
		}
		port := in.Of.Port(Broken)
		clear := ir.Conn{Port: in.Of.Port(Clear), Value: ir.Read(w.clear), Broadcast: in.Array, Pos: in.Pos}
		in.Conns = append(in.Conns, clear)
		parts = append(parts, &ir.Node{Op: ir.OpInstOut, Width: in.Count * port.Width, Inst: in, Port: port, Pos: in.Pos})
	}
	m.Body = append(m.Body, &ir.Assign{Sig: broken, Value: ir.Concat(parts...), Pos: m.Pos})
	analysis.MarkVerificationOnly(m)
}

// register is the bit of an assumption.
func (w *watcher) register(p *ir.Property) *ir.Node {
	doc := p.Doc
	if doc == "" {
		doc = p.Name
	}
	bit := &ir.Signal{Name: w.names.Free("broken_" + p.Name), Kind: ir.Reg, Width: 1, Reset: new(big.Int), Pos: p.Pos,
		Doc: "this was broken: " + doc}
	w.m.Signals = append(w.m.Signals, bit)
	set := func(x int64) []ir.Stmt {
		value := &ir.Node{Op: ir.OpConst, Width: 1, Const: big.NewInt(x), Pos: p.Pos}
		return []ir.Stmt{&ir.Assign{Sig: bit, Value: value, Pos: p.Pos}}
	}
	not := &ir.Node{Op: ir.OpNot, Width: 1, Args: []*ir.Node{p.Cond}, Pos: p.Pos}
	w.m.Body = append(w.m.Body, &ir.If{Cond: not, Then: set(1), Pos: p.Pos,
		Else: []ir.Stmt{&ir.If{Cond: ir.Read(w.clear), Then: set(0), Pos: p.Pos}}})
	return ir.Read(bit)
}
