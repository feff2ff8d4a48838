package verilog

import (
	"math/big"

	"culprit/rtlgen/ir"
)

// constantOf finds the value of a signal whose statements read nothing:
// parameters can make a condition constant. An always @* block would have an
// empty sensitivity list and never run in an event-driven simulator.
func constantOf(s *ir.Signal, body []ir.Stmt) (*big.Int, bool) {
	c := &constants{sig: s, value: new(big.Int), index: map[string]int{}, ok: true, done: map[*ir.Node]*big.Int{}}
	if c.check(body); !c.ok {
		return nil, false
	}
	c.run(body)
	return c.value, true
}

type constants struct {
	sig   *ir.Signal
	value *big.Int
	index map[string]int // by the name of the loop, which is unique among nested loops
	ok    bool
	// done are the values of nodes with the present indices.
	done map[*ir.Node]*big.Int
}

// check records whether the statements read anything.
func (c *constants) check(body []ir.Stmt) {
	seen := map[*ir.Node]bool{}
	ir.WalkStmts(body, func(s ir.Stmt) {
		ir.StmtNodes(s, func(root *ir.Node) {
			ir.WalkNodes(root, seen, func(n *ir.Node) {
				switch n.Op {
				case ir.OpSignal, ir.OpElem, ir.OpMemRead, ir.OpInstOut:
					c.ok = false
				}
			})
		})
	})
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
	args := make([]*big.Int, len(n.Args))
	for i, a := range n.Args {
		args[i] = c.eval(a)
	}
	v := n.Apply(args)
	c.done[n] = v
	return v
}
