package verilog

import (
	"math/big"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/analysis"
)

// constantOf finds the value of a signal whose statements read nothing:
// parameters can make a condition constant. An always @* block would have an
// empty sensitivity list and never run in an event-driven simulator.
// A comparison whose result is certain reads nothing.
func constantOf(s *ir.Signal, body []ir.Stmt, bounds *analysis.Bounds) (*big.Int, bool) {
	c := &constants{sig: s, bounds: bounds, value: new(big.Int), index: map[string]int{}, ok: true,
		done: map[*ir.Node]*big.Int{}}
	if c.check(body); !c.ok {
		return nil, false
	}
	c.run(body)
	return c.value, true
}

type constants struct {
	sig    *ir.Signal
	bounds *analysis.Bounds
	value  *big.Int
	index  map[string]int // by the name of the loop, which is unique among nested loops
	ok     bool
	// done are the values of nodes with the present indices.
	done map[*ir.Node]*big.Int
}

// check records whether the statements read anything.
func (c *constants) check(body []ir.Stmt) {
	seen := map[*ir.Node]bool{}
	var reads func(n *ir.Node)
	reads = func(n *ir.Node) {
		if seen[n] || !c.ok {
			return
		}
		seen[n] = true
		if _, certain := c.bounds.Certain(n); certain {
			return
		}
		switch n.Op {
		case ir.OpSignal, ir.OpElem, ir.OpMemRead, ir.OpInstOut:
			c.ok = false
		}
		for _, a := range n.Args {
			reads(a)
		}
	}
	ir.WalkStmts(body, func(s ir.Stmt) { ir.StmtNodes(s, reads) })
}

func (c *constants) run(body []ir.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			c.assign(s)
		case *ir.If:
			if c.eval(s.Cond).Sign() != 0 {
				c.run(s.Then)
			} else {
				c.run(s.Else)
			}
		case *ir.Switch:
			c.run(s.Branch(c.eval(s.Subject)))
		case *ir.Loop:
			for i := range s.N {
				c.index[s.Var] = i
				clear(c.done)
				c.run(s.Body)
			}
		}
	}
}

func (c *constants) assign(a *ir.Assign) {
	v, lo := c.eval(a.Value), a.Lo
	if a.Index != nil {
		i := c.eval(a.Index)
		if i.Cmp(big.NewInt(int64(c.sig.Width/a.Value.Width))) >= 0 {
			return // beyond the end
		}
		lo = int(i.Int64()) * a.Value.Width
	}
	for b := range a.Value.Width {
		c.value.SetBit(c.value, lo+b, v.Bit(b))
	}
}

func (c *constants) eval(n *ir.Node) *big.Int {
	if n.Op == ir.OpLoopVar {
		return big.NewInt(int64(c.index[n.Loop.Var]))
	}
	if v := c.done[n]; v != nil {
		return v
	}
	if result, certain := c.bounds.Certain(n); certain {
		return big.NewInt(int64(bit(result)))
	}
	args := make([]*big.Int, len(n.Args))
	for i, a := range n.Args {
		args[i] = c.eval(a)
	}
	v := n.Apply(args)
	c.done[n] = v
	return v
}
