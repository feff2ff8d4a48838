package netgen

import (
	"fmt"
	"math/big"

	"culprit/rtlgen/ir"
)

func op(o ir.Op, w int, args ...*ir.Node) *ir.Node { return &ir.Node{Op: o, Width: w, Args: args} }

func read(s *ir.Signal) *ir.Node { return &ir.Node{Op: ir.OpSignal, Width: s.Width, Sig: s} }

func slice(n *ir.Node, lo, w int) *ir.Node {
	return &ir.Node{Op: ir.OpSlice, Width: w, Lo: lo, Args: []*ir.Node{n}}
}

func (c *circuit) constant(w int, v *big.Int) *ir.Node {
	return &ir.Node{Op: ir.OpConst, Width: w, Const: v}
}

// expr is a random expression of w bits that reads the leaves and the indices
// of the enclosing loops.
func (c *circuit) expr(w, depth int) *ir.Node {
	if depth == 0 || c.IntN(8) == 0 || w > 300 {
		return c.leaf(w)
	}
	sub := func(w int) *ir.Node { return c.expr(w, depth-1) }
	if w == 1 && c.IntN(2) == 0 {
		v := c.width()
		if c.IntN(3) == 0 {
			return op(pickOp(c, ir.OpRedAnd, ir.OpRedOr, ir.OpRedXor), 1, sub(v))
		}
		// Verilog tools warn of comparisons whose result is certain, which a name
		// hides from them.
		return op(pickOp(c, ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpSLt, ir.OpSLe, ir.OpSGt, ir.OpSGe), 1, c.named(sub(v)), c.named(sub(v)))
	}
	switch c.IntN(14) {
	case 0:
		return op(ir.OpNot, w, sub(w))
	case 1, 2:
		return op(pickOp(c, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub, ir.OpMul), w, sub(w), sub(w))
	case 3:
		return op(pickOp(c, ir.OpShl, ir.OpShr, ir.OpSar, ir.OpRotL, ir.OpRotR), w, sub(w), c.amount(w, depth))
	case 4, 5:
		return op(ir.OpMux, w, c.bit(depth), sub(w), sub(w))
	case 6:
		if w > 1 {
			v := 1 + c.IntN(w-1)
			return op(ir.OpConcat, w, sub(v), sub(w-v))
		}
		return op(ir.OpLowestOne, w, sub(w))
	case 7:
		lanes := 2 + c.IntN(4)
		return op(ir.OpLane, w, c.named(sub(lanes*w)), c.indexOf(sub, lanes))
	case 8:
		n := 1 + c.IntN(5)
		which := sub(n)
		if c.IntN(2) == 0 {
			which = op(ir.OpLowestOne, n, which)
		}
		return op(ir.OpOneHotMux, w, c.named(which), c.named(sub(n*w)))
	case 9:
		return op(ir.OpDecode, w, sub(1+c.IntN(8)))
	case 10:
		if len(c.arrays) > 0 {
			a := c.arrays[c.IntN(len(c.arrays))]
			return c.fit(&ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{c.indexOf(sub, a.Depth)}}, w)
		}
		return op(ir.OpLowestOne, w, sub(w))
	case 11:
		v := c.width()
		if c.IntN(2) == 0 {
			return c.fit(op(ir.OpPriority, ir.IndexBits(v), sub(v)), w)
		}
		return c.fit(op(ir.OpPopCount, ir.CountBits(v), sub(v)), w)
	case 12:
		rows, columns := 1+c.IntN(8), 1+c.IntN(8)
		if c.IntN(2) == 0 {
			columns = rows
		}
		t := op(ir.OpTranspose, rows*columns, c.named(sub(rows*columns)))
		t.Rows = rows
		return c.fit(t, w)
	default:
		return c.fit(sub(c.width()), w)
	}
}

func pickOp(c *circuit, list ...ir.Op) ir.Op { return list[c.IntN(len(list))] }

// amount is of a shift: often below the width.
func (c *circuit) amount(w, depth int) *ir.Node {
	v := ir.IndexBits(w)
	if c.IntN(3) == 0 {
		v = c.width()
	}
	return c.expr(v, depth-1)
}

// bit is a condition, often one that is used elsewhere too.
func (c *circuit) bit(depth int) *ir.Node {
	if len(c.bits) > 0 && c.IntN(2) == 0 {
		return c.bits[c.IntN(len(c.bits))]
	}
	return c.expr(1, depth-1)
}

// index is an index below n that does not depend on loops.
func (c *circuit) index(n, depth int) *ir.Node {
	return c.indexOf(func(w int) *ir.Node { return c.expr(w, depth) }, n)
}

// indexOf keeps what sub makes below n.
func (c *circuit) indexOf(sub func(w int) *ir.Node, n int) *ir.Node {
	w := ir.IndexBits(n)
	i := sub(w)
	if n == 1<<w {
		return i
	}
	fits := c.lock(op(ir.OpLt, 1, i, c.constant(w, big.NewInt(int64(n)))))
	return c.lock(op(ir.OpMux, w, fits, i, c.constant(w, new(big.Int))))
}

func (c *circuit) leaf(w int) *ir.Node {
	n := len(c.leaves) + len(c.loops)
	switch i := c.IntN(n + 1); {
	case i < len(c.leaves):
		return c.fit(c.leaves[i], w)
	case i < n:
		return c.fit(c.loops[i-len(c.leaves)], w)
	default:
		return c.literal(w)
	}
}

// literal is a random constant, now and then one with a name.
func (c *circuit) literal(w int) *ir.Node {
	n := c.constant(w, randomNumber(c.Rand, w))
	if c.extra(4) {
		n.Named = c.declare(w, n.Const)
	}
	return n
}

// extra is true for one in n of the places where a construct that not every
// case has may stand.
func (c *circuit) extra(n int) bool { return c.c.more != nil && c.c.more.IntN(n) == 0 }

// declare gives a number a name.
func (c *circuit) declare(w int, v *big.Int) *ir.Constant {
	k := &ir.Constant{Name: fmt.Sprintf("constant_%d", len(c.m.Constants)), Width: w, Value: v}
	c.m.Constants = append(c.m.Constants, k)
	return k
}

// fit makes n w bits wide.
func (c *circuit) fit(n *ir.Node, w int) *ir.Node {
	switch {
	case n.Width == w:
		return n
	case n.Width > w:
		return slice(c.named(n), c.IntN(n.Width-w+1), w)
	case w%n.Width == 0 && c.IntN(2) == 0:
		return op(ir.OpReplicate, w, n)
	case c.IntN(2) == 0:
		return op(ir.OpSext, w, c.named(n))
	default:
		return op(ir.OpZext, w, n)
	}
}

// named is n as something that Verilog can take a part of. A constant would make
// Verilog tools warn, and a name for what depends on a loop's index would be
// outside the loop: a leaf takes their place.
func (c *circuit) named(n *ir.Node) *ir.Node {
	switch n.Op {
	case ir.OpSignal, ir.OpInstOut, ir.OpMemRead:
		return n
	}
	if n.Op == ir.OpConst || dependsOnLoop(n) {
		return c.named(c.fit(c.leaves[c.IntN(len(c.leaves))], n.Width))
	}
	s := c.signal(ir.Wire, fmt.Sprintf("part_%d", c.names), n.Width)
	c.names++
	c.assign(s, n)
	return read(s)
}

func dependsOnLoop(n *ir.Node) bool {
	found := false
	ir.WalkNodes(n, map[*ir.Node]bool{}, func(n *ir.Node) { found = found || n.Op == ir.OpLoopVar })
	return found
}
