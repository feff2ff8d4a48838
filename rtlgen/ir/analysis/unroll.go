package analysis

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Unroll writes out the loops of a module's body. Expressions that depend on a
// loop's index are copied per iteration, once each, so what was shared within
// an iteration still is.
func Unroll(body []ir.Stmt) []ir.Stmt {
	u := &unroller{loops: map[*ir.Node]map[*ir.Loop]bool{}}
	return u.stmts(body, nil)
}

// iteration is one pass through a loop, inside those of the outer loops.
type iteration struct {
	loop   *ir.Loop
	index  int
	outer  *iteration
	copied map[*ir.Node]*ir.Node
}

type unroller struct {
	loops map[*ir.Node]map[*ir.Loop]bool // the loops a node depends on, nil for none
}

func (u *unroller) stmts(body []ir.Stmt, it *iteration) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			c := *s
			if s.Index != nil {
				c.Index = u.node(s.Index, it)
			}
			c.Value = u.node(s.Value, it)
			out = append(out, &c)
		case *ir.If:
			c := *s
			c.Cond = u.node(s.Cond, it)
			c.Then = u.stmts(s.Then, it)
			c.Else = u.stmts(s.Else, it)
			out = append(out, &c)
		case *ir.Switch:
			c := *s
			c.Subject = u.node(s.Subject, it)
			c.Cases = make([]ir.Case, len(s.Cases))
			for i, k := range s.Cases {
				k.Body = u.stmts(k.Body, it)
				c.Cases[i] = k
			}
			c.Default = u.stmts(s.Default, it)
			out = append(out, &c)
		case *ir.Loop:
			for i := 0; i < s.N; i++ {
				out = append(out, u.stmts(s.Body, &iteration{s, i, it, map[*ir.Node]*ir.Node{}})...)
			}
		}
	}
	return out
}

// node is the node with the loop indices of the present iterations substituted.
func (u *unroller) node(n *ir.Node, it *iteration) *ir.Node {
	deps := u.dependsOn(n)
	if len(deps) == 0 {
		return n
	}
	for it != nil && !deps[it.loop] {
		it = it.outer
	}
	if it == nil {
		panic("BUG: a loop index is used outside its loop, at " + n.Pos.String())
	}
	if c := it.copied[n]; c != nil {
		return c
	}
	c := new(ir.Node)
	*c = *n
	if n.Op == ir.OpLoopVar {
		c.Op = ir.OpConst
		c.Const = new(big.Int).And(big.NewInt(int64(it.index)), ir.Ones(n.Width))
	}
	c.Args = make([]*ir.Node, len(n.Args))
	for i, a := range n.Args {
		c.Args[i] = u.node(a, it)
	}
	it.copied[n] = c
	return c
}

func (u *unroller) dependsOn(n *ir.Node) map[*ir.Loop]bool {
	if deps, ok := u.loops[n]; ok {
		return deps
	}
	var deps map[*ir.Loop]bool
	add := func(l *ir.Loop) {
		if deps == nil {
			deps = map[*ir.Loop]bool{}
		}
		deps[l] = true
	}
	if n.Op == ir.OpLoopVar {
		add(n.Loop)
	}
	for _, a := range n.Args {
		for l := range u.dependsOn(a) {
			add(l)
		}
	}
	u.loops[n] = deps
	return deps
}
