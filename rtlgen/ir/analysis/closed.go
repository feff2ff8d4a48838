package analysis

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Evaluator computes expressions that depend on constants and on indices of loops, in one
// round of the loops after the other.
type Evaluator struct {
	bounds *Bounds
	round  map[string]int // by the name of the loop, which is unique among nested loops
	known  map[*ir.Node]*big.Int
}

// Evaluator is one for the expressions of the module, in the first round of all loops.
func (b *Bounds) Evaluator() *Evaluator {
	return &Evaluator{b, map[string]int{}, map[*ir.Node]*big.Int{}}
}

// Enter goes to a round of a loop.
func (e *Evaluator) Enter(l *ir.Loop, round int) {
	e.round[l.Var] = round
	clear(e.known)
}

// Value is the value of an expression in the present round, nil if it depends on the
// circuit. What is beyond the end of a vector is 0.
func (e *Evaluator) Value(n *ir.Node) *big.Int {
	if v, ok := e.bounds.Of(n).Single(); ok {
		return v
	}
	v, ok := e.known[n]
	if !ok {
		v = e.find(n)
		e.known[n] = v
	}
	return v
}

func (e *Evaluator) find(n *ir.Node) *big.Int {
	switch {
	case n.Op == ir.OpLoopVar:
		return big.NewInt(int64(e.round[n.Loop.Var]))
	case n.Op == ir.OpInvalid || n.Op.IsLeaf() || n.Op == ir.OpElem:
		return nil
	case (n.Op == ir.OpAnd || n.Op == ir.OpOr) && n.Width == 1: // one operand may decide
		for _, a := range n.Args {
			if v := e.Value(a); v != nil && (v.Sign() != 0) == (n.Op == ir.OpOr) {
				return v
			}
		}
	}
	return applied(n, e.Value)
}

// applied is the result of an operation, nil if the value of an operand is not known.
func applied(n *ir.Node, value func(*ir.Node) *big.Int) *big.Int {
	args := make([]*big.Int, len(n.Args))
	for i, a := range n.Args {
		if args[i] = value(a); args[i] == nil {
			return nil
		}
	}
	return n.Apply(args)
}
