package protect

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

func node(op ir.Op, width int, args ...*ir.Node) *ir.Node {
	return &ir.Node{Op: op, Width: width, Args: args, Pos: args[0].Pos}
}

func read(s *ir.Signal) *ir.Node {
	return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s, Pos: s.Pos}
}

func constant(width int, x *big.Int) *ir.Node {
	return &ir.Node{Op: ir.OpConst, Width: width, Const: x}
}

func bit(x int64) *ir.Node { return constant(1, big.NewInt(x)) }

func not(a *ir.Node) *ir.Node { return node(ir.OpNot, a.Width, a) }

func equal(a *ir.Node, x *big.Int) *ir.Node { return node(ir.OpEq, 1, a, constant(a.Width, x)) }

func slice(a *ir.Node, lo, width int) *ir.Node {
	if width == a.Width {
		return a
	}
	s := node(ir.OpSlice, width, a)
	s.Lo = lo
	return s
}

// join puts values side by side, the first one lowest.
func join(parts []*ir.Node) *ir.Node {
	if len(parts) == 1 {
		return parts[0]
	}
	n := &ir.Node{Op: ir.OpConcat, Pos: parts[0].Pos}
	for i := len(parts) - 1; i >= 0; i-- {
		n.Args = append(n.Args, parts[i])
		n.Width += parts[i].Width
	}
	return n
}

// anyOf is 1 if one of the bits is.
func anyOf(list []*ir.Node) *ir.Node {
	if len(list) == 1 {
		return list[0]
	}
	return node(ir.OpRedOr, 1, join(list))
}

// both is 1 if both bits are; nil stands for 1.
func both(a, b *ir.Node) *ir.Node {
	if a == nil {
		return b
	}
	return node(ir.OpAnd, 1, a, b)
}

func set(s *ir.Signal, value *ir.Node) ir.Stmt { return &ir.Assign{Sig: s, Value: value, Pos: s.Pos} }

func (c *circuit) do(s ir.Stmt) { c.m.Body = append(c.m.Body, s) }

// free is a name that nothing in the module has.
func (c *circuit) free(name string) string {
	for c.taken[name] {
		name += "_x"
	}
	c.taken[name] = true
	return name
}

// wire gives a value a name.
func (c *circuit) wire(name string, value *ir.Node) *ir.Node {
	s := &ir.Signal{Name: c.free(name), Kind: ir.Wire, Width: value.Width, Pos: value.Pos}
	c.m.Signals = append(c.m.Signals, s)
	c.do(set(s, value))
	return read(s)
}

// named is the value, with a name if it has none.
func (c *circuit) named(name string, value *ir.Node) *ir.Node {
	if value.Op == ir.OpSignal {
		return value
	}
	return c.wire(name, value)
}

// register is a bit that is 0 after reset.
func (c *circuit) register(name string) *ir.Signal {
	s := &ir.Signal{Name: c.free(name), Kind: ir.Reg, Width: 1, Reset: new(big.Int), Pos: c.pos}
	c.m.Signals = append(c.m.Signals, s)
	return s
}
