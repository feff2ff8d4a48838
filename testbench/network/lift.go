package network

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Lift brings signals from inside to the top: outputs of all modules on the way.
type Lift struct {
	d     *ir.Design
	ports map[string]*ir.Signal // by module, and path below it
}

// Bits are bits of a signal, in the top. A signal that there is not is a mistake of the network's
// description.
func (l Lift) Bits(b blocks.Bits) *ir.Node {
	n := l.at(l.d.Top, strings.Split(b.Path, "."))
	if b.And != "" {
		n = ir.Apply(ir.OpAnd, n.Width, n, l.at(l.d.Top, strings.Split(b.And, ".")))
	}
	if b.Width > 0 {
		return ir.Slice(n, b.Lo, b.Width)
	}
	return n
}

// NewLift is for a design, which it changes.
func NewLift(d *ir.Design) Lift { return Lift{d: d, ports: map[string]*ir.Signal{}} }

// at is a signal at or below a module, as an expression of the module: the bits of the
// copy that the path names.
func (l Lift) at(m *ir.Module, path []string) *ir.Node {
	if len(path) == 1 {
		for _, list := range [][]*ir.Signal{m.Signals, m.Ports} {
			for _, s := range list {
				if s.Name == path[0] {
					return ir.Read(s)
				}
			}
		}
		panic(fmt.Sprintf("BUG: the description of a network names a signal %s, and module %s has none", path[0], m.Name))
	}
	for _, in := range m.Instances {
		for i := range in.Count {
			if in.CopyName(i) == path[0] {
				return l.output(in, i, path[1:])
			}
		}
	}
	panic(fmt.Sprintf("BUG: the description of a network names an instance %s, and module %s has none", path[0], m.Name))
}

// output is a signal inside of a copy of an instance. The module gets an output for it,
// if no other copy has asked for it before.
func (l Lift) output(in *ir.Instance, copy int, path []string) *ir.Node {
	key := in.Of.Name + " " + strings.Join(path, ".")
	p := l.ports[key]
	if p == nil {
		inner := l.at(in.Of, path)
		p = &ir.Signal{Name: "audit_" + strings.Join(path, "_"), Kind: ir.Output, Width: inner.Width}
		in.Of.Ports = append(in.Of.Ports, p)
		in.Of.Body = append(in.Of.Body, &ir.Assign{Sig: p, Value: inner})
		l.ports[key] = p
	}
	all := &ir.Node{Op: ir.OpInstOut, Width: p.Width * in.Count, Inst: in, Port: p}
	return ir.Slice(all, copy*p.Width, p.Width)
}
