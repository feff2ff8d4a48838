package network

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Expressions and objects that are added to netlists.

// Constant is a number of that width.
func Constant(width int, x uint64) *ir.Node {
	return ir.Number(width, new(big.Int).SetUint64(x))
}

// Element reads an element of an array.
func Element(a *ir.Array, i *ir.Node) *ir.Node {
	return &ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{i}}
}

// Extend brings n to a greater width.
func Extend(n *ir.Node, width int) *ir.Node {
	if n.Width == width {
		return n
	}
	return ir.Apply(ir.OpZext, width, n)
}

// Counters makes a register array that is 0 after reset.
func Counters(m *ir.Module, name string, depth, width int) *ir.Array {
	a := &ir.Array{Name: name, Depth: depth, Width: width}
	for range depth {
		a.Reset = append(a.Reset, new(big.Int))
	}
	m.Arrays = append(m.Arrays, a)
	return a
}

// AddInput gives a module another input, and all its instances in the modules of
// the design a connection: what connect returns for the module that instantiates
// it, for all copies alike.
func AddInput(d *ir.Design, m *ir.Module, name string, width int, connect func(parent *ir.Module) *ir.Node) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: ir.Input, Width: width}
	m.Ports = append(m.Ports, s)
	for _, parent := range d.Modules {
		for _, in := range parent.Instances {
			if in.Of == m {
				in.Conns = append(in.Conns, ir.Conn{Port: s, Value: connect(parent), Broadcast: in.Array})
			}
		}
	}
	return s
}

// InstanceOf is the instance of that name; the description of the network must
// be right about it.
func InstanceOf(m *ir.Module, name string) *ir.Instance {
	for _, in := range m.Instances {
		if in.Name == name {
			return in
		}
	}
	panic(fmt.Sprintf("BUG: the description of a network names an instance %s, and module %s has none", name, m.Name))
}

// Selected reports whether the conditions hold for an event with these fields: 1 bit.
func Selected(only []blocks.Condition, field func(name string) *ir.Node) *ir.Node {
	all := Constant(1, 1)
	for _, k := range only {
		op := ir.OpEq
		if k.Not {
			op = ir.OpNe
		}
		all = ir.Apply(ir.OpAnd, 1, all, ir.Apply(op, 1, ir.Slice(field(k.Field), k.Lo, k.Width), Constant(k.Width, k.Value)))
	}
	return all
}

// Connection is what drives an input port of an instance, nil for an output port.
func Connection(in *ir.Instance, port string) *ir.Conn {
	for i := range in.Conns {
		if in.Conns[i].Port.Name == port {
			return &in.Conns[i]
		}
	}
	return nil
}
