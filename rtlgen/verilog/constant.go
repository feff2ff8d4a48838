package verilog

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// constantOf finds the value of a signal whose statements read nothing:
// parameters can make a condition constant. An always @* block would have an
// empty sensitivity list and never run in an event-driven simulator.
// A comparison whose result is certain reads nothing.
func constantOf(s *ir.Signal, body []ir.Stmt, bounds *analysis.Bounds) (*big.Int, bool) {
	c := &constants{sig: s, bounds: bounds, values: bounds.Evaluator(), value: new(big.Int), ok: true}
	if c.check(body); !c.ok {
		return nil, false
	}
	c.run(body)
	return c.value, true
}

type constants struct {
	sig    *ir.Signal
	bounds *analysis.Bounds
	values *analysis.Evaluator
	value  *big.Int
	ok     bool
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
			if c.values.Value(s.Cond).Sign() != 0 {
				c.run(s.Then)
			} else {
				c.run(s.Else)
			}
		case *ir.Switch:
			c.run(s.Branch(c.values.Value(s.Subject)))
		case *ir.Loop:
			for i := range s.N {
				c.values.Enter(s, i)
				c.run(s.Body)
			}
		}
	}
}

func (c *constants) assign(a *ir.Assign) {
	v, lo := c.values.Value(a.Value), a.Lo
	if a.Index != nil {
		i := c.values.Value(a.Index)
		if i.Cmp(big.NewInt(int64(c.sig.Width/a.Value.Width))) >= 0 {
			return // beyond the end
		}
		lo = int(i.Int64()) * a.Value.Width
	}
	for b := range a.Value.Width {
		c.value.SetBit(c.value, lo+b, v.Bit(b))
	}
}
