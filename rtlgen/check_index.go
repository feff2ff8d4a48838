package rtlgen

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// checkIndices reports indices beyond the end of what they select from. An index whose
// values are known when the circuit is described (constants, indices of loops, operations
// on these) must stay below the end in every round in which its element is used; of any
// other index, all values that it can have must not lie beyond.
func (m *Module) checkIndices() {
	bounds := analysis.NewBounds(m.ir)
	c := &indexCheck{m: m, bounds: bounds, values: bounds.Evaluator(), closed: map[*ir.Node]bool{},
		suspects: map[*ir.Node]bool{}, reported: map[indexUse]bool{}}
	c.stmts(m.ir.Body)
	outside := &ir.Module{Memories: m.ir.Memories, Instances: m.ir.Instances, Properties: m.ir.Properties}
	outside.RootNodes(c.expr)
	for _, mem := range m.ir.Memories {
		words := target{mem.Name, "word", mem.Depth, 1, mem.Pos}
		for _, w := range mem.Writes {
			if !c.off(w.Enable) {
				c.index(w.Addr, words, w.Pos)
			}
		}
		for _, r := range mem.Reads {
			if r.Enable == nil || !c.off(r.Enable) {
				c.index(r.Addr, words, r.Pos)
			}
		}
	}
}

// mostRounds is the number of rounds of loops up to which each is looked at where an
// index might go beyond the end. Of longer loops the first and the last ones are.
const mostRounds = 1 << 12

type indexCheck struct {
	m        *Module
	bounds   *analysis.Bounds
	loops    []*ir.Loop
	guards   []guard
	values   *analysis.Evaluator
	closed   map[*ir.Node]bool // whether a node reads nothing of the circuit
	suspects map[*ir.Node]bool // whether an index below a node may lie beyond the end
	reported map[indexUse]bool
}

type indexUse struct {
	index *ir.Node
	pos   ir.Pos
}

// guard is a condition under which statements or operands count: a value is one of the
// given ones, or with other none of them.
type guard struct {
	on     *ir.Node
	values []*big.Int
	other  bool
}

// target is what an index selects from.
type target struct {
	name, part string // the signal; bit, lane, element or word
	n, width   int    // how many, and how wide
	pos        ir.Pos
}

func (t target) describe(i *big.Int) string {
	parts := count(t.n, t.part)
	if t.part == "lane" {
		parts += " of " + bits(t.width)
	}
	return fmt.Sprintf("%s %s of %s, which has %s", t.part, i, t.name, parts)
}

func (c *indexCheck) under(g guard, f func()) {
	c.guards = append(c.guards, g)
	f()
	c.guards = c.guards[:len(c.guards)-1]
}

var one = []*big.Int{big.NewInt(1)}

func (c *indexCheck) stmts(body []ir.Stmt) {
	for _, s := range body {
		ir.StmtNodes(s, c.expr)
		switch s := s.(type) {
		case *ir.Assign:
			c.assigned(s)
		case *ir.If:
			c.under(guard{s.Cond, one, false}, func() { c.stmts(s.Then) })
			c.under(guard{s.Cond, one, true}, func() { c.stmts(s.Else) })
		case *ir.Switch:
			var all []*big.Int
			for _, k := range s.Cases {
				all = append(all, k.Values...)
				c.under(guard{s.Subject, k.Values, false}, func() { c.stmts(k.Body) })
			}
			c.under(guard{s.Subject, all, true}, func() { c.stmts(s.Default) })
		case *ir.Loop:
			c.loops = append(c.loops, s)
			c.stmts(s.Body)
			c.loops = c.loops[:len(c.loops)-1]
		}
	}
}

func (c *indexCheck) assigned(a *ir.Assign) {
	switch {
	case a.Index == nil || a.Value.Op == ir.OpInvalid:
	case a.Arr != nil:
		c.index(a.Index, target{name: a.Arr.Name, part: "element", n: a.Arr.Depth, pos: a.Arr.Pos}, a.Pos)
	case a.Sig.Width != unsized:
		c.index(a.Index, lanesOf(a.Sig.Name, a.Sig.Width, a.Value.Width, a.Sig.Pos), a.Pos)
	}
}

func lanesOf(name string, total, width int, pos ir.Pos) target {
	part := "lane"
	if width == 1 {
		part = "bit"
	}
	return target{name: name, part: part, n: total / width, width: width, pos: pos}
}

// expr looks for indices in an expression. An operand that another one makes
// irrelevant counts only where it is not: only expressions with an index that may lie
// beyond the end are looked at in this way.
func (c *indexCheck) expr(n *ir.Node) {
	if !c.suspect(n) {
		return
	}
	if t, ok := selection(n); ok {
		c.index(n.Args[len(n.Args)-1], t, n.Pos)
	}
	for i, a := range n.Args {
		switch {
		case n.Op == ir.OpMux && i > 0:
			c.under(guard{n.Args[0], one, i == 2}, func() { c.expr(a) })
		case (n.Op == ir.OpAnd || n.Op == ir.OpOr) && n.Width == 1:
			c.under(guard{n.Args[1-i], one, n.Op == ir.OpOr}, func() { c.expr(a) })
		default:
			c.expr(a)
		}
	}
}

// selection is what the index of a node selects from.
func selection(n *ir.Node) (target, bool) {
	switch n.Op {
	case ir.OpElem:
		return target{name: n.Arr.Name, part: "element", n: n.Arr.Depth, pos: n.Arr.Pos}, true
	case ir.OpLane:
		return lanesOf(Value{n: n.Args[0]}.what(), n.Args[0].Width, n.Width, n.Args[0].Pos), true
	}
	return target{}, false
}

// suspect reports whether an index below a node may lie beyond the end.
func (c *indexCheck) suspect(n *ir.Node) bool {
	if found, ok := c.suspects[n]; ok {
		return found
	}
	c.suspects[n] = false
	t, selects := selection(n)
	found := selects && c.mayExceed(n.Args[len(n.Args)-1], t.n)
	for _, a := range n.Args {
		found = c.suspect(a) || found
	}
	c.suspects[n] = found
	return found
}

// mayExceed reports whether an index is known to lie beyond the end in some cases.
func (c *indexCheck) mayExceed(n *ir.Node, depth int) bool {
	if n.Op == ir.OpInvalid || n.Width < 31 && 1<<n.Width <= depth {
		return false
	}
	end := big.NewInt(int64(depth))
	if s := c.bounds.Of(n); s != nil && (s.Hi.Cmp(end) < 0 || s.Lo.Cmp(end) >= 0) {
		return s.Lo.Cmp(end) >= 0
	}
	return c.isClosed(n)
}

// index judges an index that is used at pos.
func (c *indexCheck) index(n *ir.Node, t target, pos ir.Pos) {
	key := indexUse{n, pos}
	if !c.mayExceed(n, t.n) || c.reported[key] {
		return
	}
	end := big.NewInt(int64(t.n))
	if !c.isClosed(n) {
		if !c.excluded() {
			c.reported[key] = true
			c.report(n, t, pos, "at least ", c.bounds.Of(n).Lo)
		}
		return
	}
	left := 16 * mostRounds // of nested loops
	c.rounds(c.loops, func() bool {
		if left--; left < 0 {
			return false
		}
		i := c.values.Value(n)
		if i == nil || i.Cmp(end) < 0 || c.excluded() {
			return true
		}
		c.reported[key] = true
		c.report(n, t, pos, "", i)
		return false
	})
}

// report names the round of the loops in which it happens.
func (c *indexCheck) report(n *ir.Node, t target, pos ir.Pos, least string, i *big.Int) {
	rel := []Related{{t.pos, t.name + " has " + count(t.n, t.part)}}
	way := "use one below " + fmt.Sprint(t.n)
	for _, l := range c.loops {
		if c.dependsOn(n, l) {
			rel = append(rel, Related{l.Pos, fmt.Sprintf("loop %s has %s", l.Var, count(l.N, "round"))})
			way = fmt.Sprintf("let the loop have fewer rounds, or put it under an If with a condition on %s", l.Var)
		}
	}
	c.m.reportAt(pos, CodeRange, rel, "the index is %s%s: %s", least, t.describe(i), way)
}

func (c *indexCheck) dependsOn(n *ir.Node, l *ir.Loop) bool {
	found := false
	ir.WalkNodes(n, map[*ir.Node]bool{}, func(x *ir.Node) { found = found || x.Op == ir.OpLoopVar && x.Loop == l })
	return found
}

// rounds calls f in every round of the loops until it returns false.
func (c *indexCheck) rounds(loops []*ir.Loop, f func() bool) bool {
	if len(loops) == 0 {
		return f()
	}
	l := loops[0]
	for i := 0; i < l.N; i++ {
		if l.N > mostRounds && i == mostRounds/2 {
			i = l.N - mostRounds/2
		}
		c.values.Enter(l, i)
		if !c.rounds(loops[1:], f) {
			return false
		}
	}
	return true
}

// isClosed reports whether the values of a node are known when the circuit is described.
func (c *indexCheck) isClosed(n *ir.Node) bool {
	if known, ok := c.closed[n]; ok {
		return known
	}
	known := n.Op == ir.OpConst || n.Op == ir.OpLoopVar || !n.Op.IsLeaf() && n.Op != ir.OpInvalid && n.Op != ir.OpElem
	for _, a := range n.Args {
		known = known && c.isClosed(a)
	}
	c.closed[n] = known
	return known
}

// excluded reports whether the guards keep the present round from using the index.
func (c *indexCheck) excluded() bool {
	for _, g := range c.guards {
		v := c.values.Value(g.on)
		if v == nil {
			continue
		}
		among := false
		for _, x := range g.values {
			among = among || x.Cmp(v) == 0
		}
		if among == g.other {
			return true
		}
	}
	return false
}

// off reports whether an enable is constant 0.
func (c *indexCheck) off(enable *ir.Node) bool {
	v := c.values.Value(enable)
	return v != nil && v.Sign() == 0
}
