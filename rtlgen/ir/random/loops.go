package random

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// target is what a loop assigns element by element: an array, or a signal of n
// lanes of w bits.
type target struct {
	arr  *ir.Array
	sig  *ir.Signal
	n, w int
}

// assign is the assignment of one element.
func (t target) assign(index, value *ir.Node) ir.Stmt {
	return &ir.Assign{Arr: t.arr, Sig: t.sig, Index: index, Value: value}
}

// read is an element, nil if the target has no value before it is assigned.
func (t target) read(index *ir.Node) *ir.Node {
	switch {
	case t.arr != nil:
		return &ir.Node{Op: ir.OpElem, Width: t.w, Arr: t.arr, Args: []*ir.Node{index}}
	case t.sig.Kind == ir.Reg:
		return op(ir.OpLane, t.w, read(t.sig), index)
	}
	return nil
}

// vectors makes what blocks make in loops: queues, tables and vectors of flags
// whose elements are assigned at the loop's index.
func (c *circuit) vectors() {
	for k := range c.IntN(3 + int(c.size)) {
		t := c.target(k)
		c.m.Body = append(c.m.Body, c.each(t))
		if t.sig != nil && t.sig.Kind != ir.Output {
			c.leaves = append(c.leaves, read(t.sig))
			c.lanes = append(c.lanes, lanes{read(t.sig), t.n, t.w})
		}
	}
}

// target chooses an array, a register, an output or a wire.
func (c *circuit) target(k int) target {
	if len(c.arrays) > 0 && c.IntN(3) == 0 {
		a := c.arrays[c.IntN(len(c.arrays))]
		if a.Depth <= maxRounds {
			return target{arr: a, n: a.Depth, w: a.Width}
		}
	}
	t := target{n: c.rounds(), w: []int{1, 1, 2, 3, 8, 13, 33}[c.IntN(7)]}
	switch c.IntN(4) {
	case 0, 1:
		t.sig = c.signal(ir.Reg, fmt.Sprintf("lanes_%d", k), t.n*t.w)
		return t
	case 2:
		t.sig = c.port(ir.Output, fmt.Sprintf("out_lanes_%d", k), t.n*t.w)
	case 3:
		t.sig = c.laneWire(t.n * t.w)
	}
	c.assign(t.sig, c.expr(t.sig.Width, 2))
	return t
}

// maxRounds bounds loops over the elements of an array.
const maxRounds = 20

func (c *circuit) rounds() int { return []int{1, 2, 3, 4, 5, 6, 8, 8, 12, 20}[c.IntN(10)] }

// each is a loop over the elements, or two nested ones. Now and then it makes
// fewer rounds than there are elements, or more: a write beyond the end does
// nothing.
func (c *circuit) each(t target) ir.Stmt {
	rounds := t.n
	switch c.IntN(10) {
	case 0:
		rounds = 1 + c.IntN(t.n)
	case 1:
		rounds = t.n + 1 + c.IntN(3)
	}
	body := func() []ir.Stmt {
		return []ir.Stmt{c.loop(rounds, func(i *ir.Node) []ir.Stmt { return c.element(t, i) })}
	}
	switch c.IntN(6) {
	case 0, 1:
		return &ir.If{Cond: c.bit(2), Then: body()}
	case 2:
		return c.loop(1+c.IntN(3), func(*ir.Node) []ir.Stmt { return body() })
	}
	return body()[0]
}

// loop makes a loop and, while its index can be read, its body.
func (c *circuit) loop(rounds int, body func(i *ir.Node) []ir.Stmt) *ir.Loop {
	l := &ir.Loop{Var: fmt.Sprintf("i%d", len(c.loops)), N: rounds}
	i := &ir.Node{Op: ir.OpLoopVar, Width: ir.IndexBits(rounds), Loop: l}
	c.loops = append(c.loops, i)
	l.Body = body(i)
	c.loops = c.loops[:len(c.loops)-1]
	return l
}

// element assigns one element: always, under a condition, or by a chain of
// conditions.
func (c *circuit) element(t target, i *ir.Node) []ir.Stmt {
	set := func() []ir.Stmt { return []ir.Stmt{t.assign(i, c.elementValue(t, i))} }
	switch c.IntN(6) {
	case 0:
		return set()
	case 1, 2:
		return []ir.Stmt{&ir.If{Cond: c.flag(i), Then: set()}}
	case 3:
		return []ir.Stmt{&ir.If{Cond: c.flag(i), Then: set(), Else: set()}}
	case 4:
		inner := &ir.If{Cond: c.flag(i), Then: set()}
		if c.IntN(2) == 0 {
			inner.Else = set()
		}
		return []ir.Stmt{&ir.If{Cond: c.flag(i), Then: set(), Else: []ir.Stmt{inner}}}
	default:
		inner := &ir.If{Cond: c.flag(i), Then: set(), Else: []ir.Stmt{&ir.If{Cond: c.flag(i), Then: set()}}}
		return []ir.Stmt{&ir.If{Cond: c.bit(2), Then: []ir.Stmt{inner}}}
	}
}

// elementValue is made of the element itself, of the lane of another vector, of
// the index, or of none of these.
func (c *circuit) elementValue(t target, i *ir.Node) *ir.Node {
	old := t.read(i)
	if old == nil || i.Loop.N > t.n {
		old = c.laneAt(i, t.w)
	}
	switch c.IntN(5) {
	case 0:
		return c.expr(t.w, 2)
	case 1:
		return c.laneAt(i, t.w)
	case 2:
		return op(ir.OpMux, t.w, c.flag(i), c.laneAt(i, t.w), old)
	case 3:
		return op(pickOp(c, ir.OpAdd, ir.OpSub, ir.OpXor, ir.OpAnd, ir.OpOr), t.w, old, c.expr(t.w, 1))
	default:
		return op(pickOp(c, ir.OpAdd, ir.OpSub, ir.OpXor, ir.OpAnd, ir.OpOr), t.w, old, c.laneAt(i, t.w))
	}
}

// flag is a condition that differs from round to round.
func (c *circuit) flag(i *ir.Node) *ir.Node {
	switch c.IntN(4) {
	case 0:
		return op(ir.OpEq, 1, i, c.named(c.expr(i.Width, 2)))
	case 1:
		return c.bit(2)
	}
	return c.laneAt(i, 1)
}

// laneAt is lane i, w bits wide, of some vector with a lane for every round.
func (c *circuit) laneAt(i *ir.Node, w int) *ir.Node {
	var fitting []lanes
	for _, v := range c.lanes {
		if v.n >= i.Loop.N {
			fitting = append(fitting, v)
		}
	}
	if len(fitting) == 0 || c.IntN(3) == 0 {
		n := i.Loop.N
		return op(ir.OpLane, w, c.named(c.outside(func() *ir.Node { return c.expr(n*w, 1) })), i)
	}
	v := fitting[c.IntN(len(fitting))]
	if c.IntN(4) == 0 { // of another round
		at := c.indexOf(func(w int) *ir.Node { return op(ir.OpAdd, w, c.fitInLoop(i, w), c.expr(w, 1)) }, v.n)
		return c.fitInLoop(op(ir.OpLane, v.w, c.named(v.value), at), w)
	}
	return c.fitInLoop(op(ir.OpLane, v.w, c.named(v.value), i), w)
}

// outside makes an expression that reads no loop's index.
func (c *circuit) outside(f func() *ir.Node) *ir.Node {
	loops := c.loops
	c.loops = nil
	defer func() { c.loops = loops }()
	return f()
}

// switched is a switch over a few values or many, with or without a default.
func (c *circuit) switched(inner func() []ir.Stmt, leaf func() ir.Stmt) *ir.Switch {
	w := []int{1, 2, 2, 3, 4, 8, 8, 33, 64, 70, 140}[c.IntN(11)]
	n := 1 + c.IntN(4)
	body := inner
	if c.IntN(6) == 0 {
		n = 3 + c.IntN(14)
		body = func() []ir.Stmt { return []ir.Stmt{leaf()} }
	}
	st := &ir.Switch{Subject: c.expr(w, 2)}
	used := map[string]bool{}
	value := func(i int) *big.Int {
		x := Number(c.Rand, w)
		if small := big.NewInt(int64(i)); small.BitLen() <= w && c.IntN(3) > 0 {
			x = small
		}
		if used[x.String()] {
			return nil
		}
		used[x.String()] = true
		return x
	}
	for i := range n {
		x := value(i)
		if x == nil {
			continue
		}
		k := ir.Case{Values: []*big.Int{x}, Body: body()}
		if c.oneIn(4) {
			k.Labels = []*ir.Constant{c.declare(w, x)}
		}
		if y := value(i + n); y != nil && c.IntN(3) == 0 {
			k.Values = append(k.Values, y)
		}
		st.Cases = append(st.Cases, k)
	}
	switch c.IntN(3) {
	case 0:
		st.Default = inner()
	case 1:
		st.Default = inner()[1:]
	}
	return st
}
