package protect

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

func bit(x int64) *ir.Node { return ir.Number(1, big.NewInt(x)) }

func not(a *ir.Node) *ir.Node { return ir.Apply(ir.OpNot, a.Width, a) }

func equal(a *ir.Node, x *big.Int) *ir.Node { return ir.Apply(ir.OpEq, 1, a, ir.Number(a.Width, x)) }

// anyOf is 1 if one of the bits is.
func anyOf(list []*ir.Node) *ir.Node {
	if len(list) == 1 {
		return list[0]
	}
	return ir.Apply(ir.OpRedOr, 1, ir.Concat(list...))
}

// both is 1 if both bits are; nil stands for 1.
func both(a, b *ir.Node) *ir.Node {
	if a == nil {
		return b
	}
	return ir.Apply(ir.OpAnd, 1, a, b)
}

func set(s *ir.Signal, value *ir.Node) ir.Stmt { return &ir.Assign{Sig: s, Value: value, Pos: s.Pos} }

func (c *circuit) do(s ir.Stmt) { c.m.Body = append(c.m.Body, s) }

// wire gives a value a name.
func (c *circuit) wire(name string, value *ir.Node) *ir.Node {
	s := &ir.Signal{Name: c.taken.Free(name), Kind: ir.Wire, Width: value.Width, Pos: value.Pos}
	c.m.Signals = append(c.m.Signals, s)
	c.do(set(s, value))
	return ir.Read(s)
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
	s := &ir.Signal{Name: c.taken.Free(name), Kind: ir.Reg, Width: 1, Reset: new(big.Int), Pos: c.pos}
	c.m.Signals = append(c.m.Signals, s)
	return s
}
