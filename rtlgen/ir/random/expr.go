package random

import (
	"fmt"
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
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
	if depth == 0 || c.IntN(8) == 0 || w > 4*maxWidth {
		return c.leaf(w)
	}
	sub := func(w int) *ir.Node { return c.expr(w, depth-1) }
	if w > maxWidth {
		return c.wide(w, sub)
	}
	kinds := 14
	if c.net.open { // not in those that linters read: cases of constants may choose an index beyond the end
		kinds = 16
	}
	switch c.IntN(kinds) {
	case 0, 1:
		return op(ir.OpMux, w, c.bit(depth), sub(w), sub(w))
	case 2:
		if len(c.arrays) > 0 {
			a := c.arrays[c.IntN(len(c.arrays))]
			return c.fit(&ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{c.indexOf(sub, a.Depth)}}, w)
		}
		return op(ir.OpLowestOne, w, sub(w))
	case 3: // a choice by a one-hot vector
		n := 1 + c.IntN(5)
		which := op(ir.OpLowestOne, n, sub(n))
		return op(ir.OpOneHotMux, w, c.named(which), c.named(sub(n*w)))
	case 4: // a square matrix
		rows := 1 + c.IntN(8)
		t := op(ir.OpTranspose, rows*rows, c.named(sub(rows*rows)))
		t.Rows = rows
		return c.fit(t, w)
	case 5:
		return c.fit(sub(c.width()), w)
	case 6:
		return c.cases(w, sub)
	case 7:
		return c.shuffled(w, sub)
	default:
		return c.operation(w, depth)
	}
}

// cases chooses constants by comparisons of one value with constants, as a case statement does.
func (c *circuit) cases(w int, sub func(w int) *ir.Node) *ir.Node {
	bits := 1 + c.IntN(9)
	index, chosen := c.named(sub(bits)), c.literal(w)
	for range 1 + c.IntN(12) {
		here := op(ir.OpEq, 1, index, c.constant(bits, Number(c.Rand, bits)))
		chosen = op(ir.OpMux, w, here, c.literal(w), chosen)
	}
	return chosen
}

// shuffled puts bits of a value together: in reverse order, or one of them several times.
func (c *circuit) shuffled(w int, sub func(w int) *ir.Node) *ir.Node {
	n := 1 + c.IntN(40)
	of, step := c.named(sub(n)), c.IntN(2)
	var list []*ir.Node
	for i := range min(w, n) {
		list = append(list, slice(of, i*step, 1))
	}
	return c.fit(op(ir.OpConcat, len(list), list...), w)
}

// maxWidth bounds what most operations are made of.
const maxWidth = 300

// wide is an operation on more bits than that.
func (c *circuit) wide(w int, sub func(w int) *ir.Node) *ir.Node {
	switch c.IntN(5) {
	case 0:
		return op(ir.OpMux, w, c.bit(1), sub(w), sub(w))
	case 1:
		return op(ir.OpNot, w, sub(w))
	case 2:
		return op(pickOp(c, ir.OpShl, ir.OpShr), w, sub(w), sub(ir.IndexBits(w)))
	}
	return op(pickOp(c, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub), w, sub(w), sub(w))
}

// operation is one of the table, often of w bits as it is.
func (c *circuit) operation(w, depth int) *ir.Node {
	f := c.form(w)
	for try := 0; try < 4 && f.Width != w; try++ {
		f = c.form(w)
	}
	args := make([]*ir.Node, len(f.Args))
	for i, a := range f.Args {
		if a.Width == 1 && f.Op == ir.OpMux {
			args[i] = c.bit(depth)
			continue
		}
		args[i] = c.bounded(a, depth)
		if f.Op.NeedsName(i) || f.Op == ir.OpTranspose || certain(f.Op) {
			args[i] = c.named(args[i])
		}
	}
	return c.fit(f.Node(args...), w)
}

// form chooses an operation that can be used here.
func (c *circuit) form(w int) ir.Form {
	for {
		size := w
		if w == 1 && c.IntN(2) == 0 {
			size = c.width()
		}
		f := pickOp(c, ir.Operations()...).Form(size, c.IntN)
		if widest := slices.MaxFunc(f.Args, func(a, b ir.Arg) int { return a.Width - b.Width }); max(f.Width, widest.Width) <=
			maxWidth {
			return f
		}
	}
}

// certain reports whether the operation is a comparison: Verilog tools warn of one
// whose result they find out beforehand. Names for the operands hide it from them.
func certain(o ir.Op) bool { return o >= ir.OpEq && o <= ir.OpSGe }

// bounded is an expression for an argument, below its bound.
func (c *circuit) bounded(a ir.Arg, depth int) *ir.Node {
	sub := func(w int) *ir.Node { return c.expr(w, depth-1) }
	if a.Below == 0 || a.Width < 31 && a.Below >= 1<<a.Width {
		return sub(a.Width)
	}
	i := c.indexOf(sub, a.Below)
	switch {
	case i.Width < a.Width:
		return c.lock(op(ir.OpZext, a.Width, i))
	case i.Width > a.Width:
		panic("BUG: an index that reaches no bound has one")
	}
	return i
}

func pickOp(c *circuit, list ...ir.Op) ir.Op { return list[c.IntN(len(list))] }

// bit is a condition, often one that is used elsewhere too.
func (c *circuit) bit(depth int) *ir.Node {
	if len(c.bits) > 0 && c.IntN(2) == 0 {
		return c.bits[c.IntN(len(c.bits))]
	}
	return c.expr(1, depth-1)
}

// index is an index below n that does not depend on loops.
func (c *circuit) index(n int) *ir.Node {
	return c.indexOf(func(w int) *ir.Node { return c.expr(w, 2) }, n)
}

// indexOf keeps what sub makes below n, but in some places if the netlist leaves values open.
func (c *circuit) indexOf(sub func(w int) *ir.Node, n int) *ir.Node {
	w := ir.IndexBits(n)
	i := sub(w)
	if c.oneOpen(2) {
		return i
	}
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
	n := c.constant(w, Number(c.Rand, w))
	if c.oneIn(4) {
		n.Named = c.declare(w, n.Const)
	}
	return n
}

// oneIn is true for one in n of the places where a construct that not every
// netlist has may stand.
func (c *circuit) oneIn(n int) bool { return c.net.constructs && c.IntN(n) == 0 }

// oneOpen is true for one in n of the places where a value may be left open.
func (c *circuit) oneOpen(n int) bool { return c.net.open && c.IntN(n) == 0 }

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
