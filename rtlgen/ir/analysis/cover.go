package analysis

import (
	"math/big"
	"slices"

	"culprit/rtlgen/ir"
)

// Covered is the bits of a signal that the statements assign on every path. An
// index counts if it is known: a constant, or that of a loop.
func Covered(body []ir.Stmt, s *ir.Signal) *big.Int {
	c := &coverage{sig: s, index: map[*ir.Loop]int{}}
	return c.body(body)
}

// Covers tells whether the statements assign the whole signal on every path.
func Covers(body []ir.Stmt, s *ir.Signal) bool { return Covered(body, s).Cmp(ir.Ones(s.Width)) == 0 }

type coverage struct {
	sig   *ir.Signal
	index map[*ir.Loop]int // of the enclosing loops
}

func (c *coverage) body(body []ir.Stmt) *big.Int {
	mask := new(big.Int)
	for _, s := range body {
		mask.Or(mask, c.stmt(s))
	}
	return mask
}

func (c *coverage) stmt(s ir.Stmt) *big.Int {
	switch s := s.(type) {
	case *ir.Assign:
		return c.assign(s)
	case *ir.If:
		a, b := c.body(s.Then), c.body(s.Else)
		return a.And(a, b)
	case *ir.Switch:
		return c.cases(s)
	case *ir.Loop:
		return c.loop(s)
	}
	return new(big.Int)
}

func (c *coverage) assign(a *ir.Assign) *big.Int {
	lo := a.Lo
	if a.Index != nil {
		i, known := c.known(a.Index)
		if !known || i >= c.sig.Width {
			return new(big.Int)
		}
		lo = i * a.Value.Width
	}
	if a.Sig != c.sig || lo >= c.sig.Width {
		return new(big.Int)
	}
	mask := ir.Ones(a.Value.Width)
	return mask.Lsh(mask, uint(lo)).And(mask, ir.Ones(c.sig.Width))
}

// known evaluates an index that depends on nothing but one loop.
func (c *coverage) known(n *ir.Node) (int, bool) {
	switch n.Op {
	case ir.OpLoopVar:
		i, ok := c.index[n.Loop]
		return i, ok
	case ir.OpConst:
		return int(n.Const.Int64()), n.Const.IsInt64()
	case ir.OpZext:
		return c.known(n.Args[0])
	}
	return 0, false
}

func (c *coverage) loop(l *ir.Loop) *big.Int {
	mask := new(big.Int)
	if len(DriversOf(l.Body).Assigns[c.sig]) == 0 {
		return mask
	}
	for i := range l.N {
		c.index[l] = i
		mask.Or(mask, c.body(l.Body))
	}
	delete(c.index, l)
	return mask
}

func (c *coverage) cases(s *ir.Switch) *big.Int {
	values := 0
	mask := ir.Ones(c.sig.Width)
	for _, k := range s.Cases {
		values += len(k.Values)
		mask.And(mask, c.body(k.Body))
	}
	if all := s.Subject.Width < 31 && values == 1<<s.Subject.Width; !all {
		mask.And(mask, c.body(s.Default))
	}
	return mask
}

// Parts finds the assignments that together drive the signal, if none is
// conditional or has an index, and none is overridden in part. They are in order;
// those that a later one makes useless are left out.
func Parts(body []ir.Stmt, s *ir.Signal) ([]*ir.Assign, bool) {
	var parts []*ir.Assign
	covered := new(big.Int)
	for _, st := range slices.Backward(body) {
		a, ok := st.(*ir.Assign)
		if !ok || a.Index != nil {
			return nil, false
		}
		own := ir.Ones(a.Value.Width)
		own.Lsh(own, uint(a.Lo))
		common := new(big.Int).And(own, covered)
		switch {
		case common.Cmp(own) == 0:
			continue // a later assignment wins
		case common.Sign() != 0:
			return nil, false
		}
		covered.Or(covered, own)
		parts = append(parts, a)
	}
	slices.Reverse(parts)
	return parts, covered.Cmp(ir.Ones(s.Width)) == 0
}
