package mutate

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// others are the operations that stand in for an operation, under the same arguments.
var others = map[ir.Op][]ir.Op{
	ir.OpAnd:    {ir.OpOr, ir.OpXor},
	ir.OpOr:     {ir.OpAnd, ir.OpXor},
	ir.OpXor:    {ir.OpOr, ir.OpAnd},
	ir.OpAdd:    {ir.OpSub, ir.OpXor},
	ir.OpSub:    {ir.OpAdd, ir.OpXor},
	ir.OpMul:    {ir.OpAdd},
	ir.OpShl:    {ir.OpShr},
	ir.OpShr:    {ir.OpShl, ir.OpSar},
	ir.OpSar:    {ir.OpShr},
	ir.OpRotL:   {ir.OpRotR},
	ir.OpRotR:   {ir.OpRotL},
	ir.OpRedAnd: {ir.OpRedOr},
	ir.OpRedOr:  {ir.OpRedAnd, ir.OpRedXor},
	ir.OpRedXor: {ir.OpRedOr},
	ir.OpZext:   {ir.OpSext},
	ir.OpSext:   {ir.OpZext},
}

// comparisons are the comparisons that stand in for a comparison: off by one, the
// opposite.
var comparisons = map[ir.Op][]ir.Op{
	ir.OpEq:  {ir.OpNe},
	ir.OpNe:  {ir.OpEq},
	ir.OpLt:  {ir.OpLe, ir.OpGe},
	ir.OpLe:  {ir.OpLt, ir.OpGt},
	ir.OpGt:  {ir.OpGe, ir.OpLe},
	ir.OpGe:  {ir.OpGt, ir.OpLt},
	ir.OpSLt: {ir.OpSLe, ir.OpSGe},
	ir.OpSLe: {ir.OpSLt, ir.OpSGt},
	ir.OpSGt: {ir.OpSGe, ir.OpSLe},
	ir.OpSGe: {ir.OpSGt, ir.OpSLt},
}

// expressions lists the mutants of all nodes that the hardware reads, users before
// arguments.
func (c *collector) expressions() {
	seen := map[*ir.Node]bool{}
	var visit func(n *ir.Node)
	visit = func(n *ir.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		c.node(n)
		for _, a := range n.Args {
			visit(a)
		}
	}
	hardware(c.module, c.live, func(p place) {
		c.where = p.of
		visit(p.at)
	})
	c.where = ""
}

// node lists the mutants of one node.
func (c *collector) node(n *ir.Node) {
	become := func(rule string, list []ir.Op) {
		for _, op := range list {
			c.add(rule, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
				x := *n
				x.Op = op
				return &x
			}}, "%s becomes %s", n.Op, op)
		}
	}
	become(operator, others[n.Op])
	become(comparison, comparisons[n.Op])
	switch n.Op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub:
		c.operands(n)
	case ir.OpNot, ir.OpLowestOne, ir.OpTranspose:
		c.add(operator, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node { return n.Args[0] }}, "%s lost", n.Op)
	case ir.OpMux:
		c.mux(n)
	case ir.OpOneHotMux:
		c.oneHot(n)
	case ir.OpConcat:
		c.concat(n)
	case ir.OpConst:
		c.constant(n)
	case ir.OpSlice:
		c.slice(n)
	case ir.OpLane:
		c.moveArg(n, 1)
	case ir.OpElem, ir.OpDecode:
		c.moveArg(n, 0)
	}
}

func (c *collector) operands(n *ir.Node) {
	c.add(operator, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node { return n.Args[0] }}, "%s without its second operand",
		n.Op)
	c.add(operator, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node { return n.Args[1] }}, "%s without its first operand",
		n.Op)
	if n.Op == ir.OpSub {
		c.add(operator, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
			return withArgs(n, n.Args[1], n.Args[0])
		}}, "operands of sub exchanged")
	}
}

func (c *collector) mux(n *ir.Node) {
	c.add(selection, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
		return withArgs(n, n.Args[0], n.Args[2], n.Args[1])
	}}, "values exchanged")
	for i, which := range []string{"first", "second"} {
		c.add(selection, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node { return n.Args[1+i] }}, "always the %s value", which)
	}
}

// oneHot lists the mutants of a one-hot multiplexer: every lane under the select bit of
// its neighbour, and lane 0 under none.
func (c *collector) oneHot(n *ir.Node) {
	bits := n.Args[0].Width
	if bits > 1 {
		c.add(selection, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
			a := n.Args[0]
			turned := &ir.Node{Op: ir.OpRotL, Width: a.Width, Args: []*ir.Node{a, one(ir.IndexBits(a.Width), n.Pos)}, Pos: n.Pos}
			return withArgs(n, turned, n.Args[1])
		}}, "select bits of the neighbours")
	}
	c.add(selection, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
		return withArgs(n, stuck(n.Args[0], 0, 0), n.Args[1])
	}}, "lane 0 never selected")
}

func (c *collector) concat(n *ir.Node) {
	last := len(n.Args) - 1
	exchange := func(i int, which string) {
		c.add(ordering, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
			args := append([]*ir.Node(nil), n.Args...)
			args[i], args[i+1] = args[i+1], args[i]
			return withArgs(n, args...)
		}}, "%s two of a concatenation of %v exchanged", which, varies{len(n.Args), "several"})
	}
	if last >= 1 {
		exchange(0, "highest")
	}
	if last >= 2 {
		exchange(last-1, "lowest")
	}
}

func (c *collector) constant(n *ir.Node) {
	top := new(big.Int).Lsh(big.NewInt(1), uint(n.Width-1))
	for _, k := range []struct {
		x    *big.Int
		kind string
	}{
		{new(big.Int).Add(n.Const, big.NewInt(1)), "one more"}, {new(big.Int).Sub(n.Const, big.NewInt(1)), "one less"},
		{new(big.Int).Xor(n.Const, big.NewInt(1)), "lowest bit"}, {new(big.Int).Xor(n.Const, top), "highest bit"},
		{new(big.Int), "0"},
	} {
		x := k.x.And(k.x, ir.Ones(n.Width))
		c.add(constant, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node { return number(n.Width, x, n.Pos) }},
			"%v becomes %v", varies{n.Const, "constant"}, varies{x, k.kind})
	}
}

func (c *collector) slice(n *ir.Node) {
	move := func(by int, where string) {
		if lo := n.Lo + by; lo < 0 || lo+n.Width > n.Args[0].Width {
			return
		}
		c.add(indexing, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
			x := *n
			x.Lo += by
			return &x
		}}, "bits from %v up one %s", varies{n.Lo, "there"}, where)
	}
	move(1, "higher")
	move(-1, "lower")
}

// moveArg lists the mutants of an argument that is an index.
func (c *collector) moveArg(n *ir.Node, i int) {
	for _, op := range []ir.Op{ir.OpAdd, ir.OpSub} {
		c.add(indexing, n.Pos, edit{target: n, by: func(n *ir.Node) *ir.Node {
			args := append([]*ir.Node(nil), n.Args...)
			args[i] = moved(args[i], op)
			return withArgs(n, args...)
		}}, "index of %s one %s", n.Op, higher(op))
	}
}

func higher(op ir.Op) string {
	if op == ir.OpAdd {
		return "higher"
	}
	return "lower"
}

// withArgs is the node with other arguments.
func withArgs(n *ir.Node, args ...*ir.Node) *ir.Node {
	x := *n
	x.Args = args
	return &x
}

func number(width int, x *big.Int, pos ir.Pos) *ir.Node {
	return &ir.Node{Op: ir.OpConst, Width: width, Const: x, Pos: pos}
}

func one(width int, pos ir.Pos) *ir.Node { return number(width, big.NewInt(1), pos) }

func ones(width int, pos ir.Pos) *ir.Node { return number(width, ir.Ones(width), pos) }

func zero(width int, pos ir.Pos) *ir.Node { return number(width, new(big.Int), pos) }

func binary(op ir.Op, a, b *ir.Node) *ir.Node {
	return &ir.Node{Op: op, Width: a.Width, Args: []*ir.Node{a, b}, Pos: a.Pos}
}

func not(n *ir.Node) *ir.Node {
	return &ir.Node{Op: ir.OpNot, Width: n.Width, Args: []*ir.Node{n}, Pos: n.Pos}
}

// moved is an index one higher (OpAdd) or lower (OpSub), modulo its width.
func moved(n *ir.Node, op ir.Op) *ir.Node { return binary(op, n, one(n.Width, n.Pos)) }

// flipped has a bit inverted.
func flipped(n *ir.Node, bit int) *ir.Node {
	return binary(ir.OpXor, n, number(n.Width, new(big.Int).Lsh(big.NewInt(1), uint(bit)), n.Pos))
}

// stuck has a bit held at 0 or 1.
func stuck(n *ir.Node, bit, at int) *ir.Node {
	mask := new(big.Int).Lsh(big.NewInt(1), uint(bit))
	if at == 1 {
		return binary(ir.OpOr, n, number(n.Width, mask, n.Pos))
	}
	return binary(ir.OpAnd, n, number(n.Width, mask.Xor(mask, ir.Ones(n.Width)), n.Pos))
}
