package analysis

import (
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Coverage is the bits of wires and outputs that the statements assign on every path,
// found in one walk. An index counts if it is known: a constant, or that of a loop.
func Coverage(body []ir.Stmt) map[*ir.Signal]*Spans {
	c := &coverage{index: map[*ir.Loop]int{}, rounds: map[*ir.Loop]int{}}
	c.loops(body)
	return c.body(body)
}

// Covers reports whether the statements assign the whole signal, which is no register,
// on every path.
func Covers(body []ir.Stmt, s *ir.Signal) bool { return len(Coverage(body)[s].Missing(s.Width)) == 0 }

// covered is what some statements assign on every path.
type covered map[*ir.Signal]*Spans

type coverage struct {
	index  map[*ir.Loop]int // of the enclosing loops
	rounds map[*ir.Loop]int // that count: none if no wire is assigned, one if no index is
}

// loops finds how many rounds of each loop count; it returns that of the body, if it
// were a loop of two rounds.
func (c *coverage) loops(body []ir.Stmt) int {
	most := 0
	for _, s := range body {
		n := 0
		switch s := s.(type) {
		case *ir.Assign:
			if s.Sig != nil && s.Sig.Kind != ir.Reg {
				n = 1
				if s.Index != nil {
					n = 2
				}
			}
		case *ir.If:
			n = max(c.loops(s.Then), c.loops(s.Else))
		case *ir.Switch:
			n = c.loops(s.Default)
			for _, k := range s.Cases {
				n = max(n, c.loops(k.Body))
			}
		case *ir.Loop:
			n = c.loops(s.Body)
			if c.rounds[s] = n; n == 2 {
				c.rounds[s] = s.N
			}
		}
		most = max(most, n)
	}
	return most
}

func (c *coverage) body(body []ir.Stmt) covered {
	var all covered
	for _, s := range body {
		if a, ok := s.(*ir.Assign); ok {
			if all == nil {
				all = covered{}
			}
			c.assign(a, all)
		} else {
			all = all.union(c.stmt(s))
		}
	}
	return all
}

func (c *coverage) stmt(s ir.Stmt) covered {
	switch s := s.(type) {
	case *ir.If:
		if len(s.Then) == 0 || len(s.Else) == 0 {
			return nil
		}
		return c.body(s.Then).common(c.body(s.Else))
	case *ir.Switch:
		return c.cases(s)
	case *ir.Loop:
		var all covered
		for i := range c.rounds[s] {
			c.index[s] = i
			all = all.union(c.body(s.Body))
		}
		delete(c.index, s)
		return all
	}
	return nil
}

func (c *coverage) assign(a *ir.Assign, to covered) {
	if a.Sig == nil || a.Sig.Kind == ir.Reg {
		return
	}
	lo := a.Lo
	if a.Index != nil {
		i, known := c.known(a.Index)
		if !known || i >= a.Sig.Width {
			return
		}
		lo = i * a.Value.Width
	}
	if lo >= a.Sig.Width {
		return
	}
	if to[a.Sig] == nil {
		to[a.Sig] = &Spans{}
	}
	to[a.Sig].Add(lo, min(a.Value.Width, a.Sig.Width-lo))
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

func (c *coverage) cases(s *ir.Switch) covered {
	values := 0
	for _, k := range s.Cases {
		values += len(k.Values)
	}
	all := s.Subject.Width < 31 && values == 1<<s.Subject.Width
	if !all && len(s.Default) == 0 {
		return nil
	}
	var in covered
	for i, k := range s.Cases {
		if b := c.body(k.Body); i == 0 {
			in = b
		} else {
			in = in.common(b)
		}
	}
	switch {
	case all:
		return in
	case len(s.Cases) == 0:
		return c.body(s.Default)
	}
	return in.common(c.body(s.Default))
}

// union is what one of them assigns; both are not used any more.
func (a covered) union(b covered) covered {
	if len(a) < len(b) {
		a, b = b, a
	}
	for s, bits := range b {
		if a[s] == nil {
			a[s] = bits
		} else {
			a[s].addAll(bits)
		}
	}
	return a
}

// common is what both assign.
func (a covered) common(b covered) covered {
	if len(a) > len(b) {
		a, b = b, a
	}
	var both covered
	for s, bits := range a {
		if other := b[s]; other != nil {
			if c := bits.common(other); !c.Empty() {
				if both == nil {
					both = covered{}
				}
				both[s] = c
			}
		}
	}
	return both
}

// Parts finds the assignments that together drive the signal, if none is
// conditional or has an index, and none is overridden in part. They are in order;
// those that a later one makes useless are left out.
func Parts(body []ir.Stmt, s *ir.Signal) ([]*ir.Assign, bool) {
	var parts []*ir.Assign
	taken := &Spans{}
	for _, st := range slices.Backward(body) {
		a, ok := st.(*ir.Assign)
		if !ok || a.Index != nil {
			return nil, false
		}
		switch taken.Overlap(a.Lo, a.Value.Width) {
		case a.Value.Width:
			continue // a later assignment wins
		case 0:
			taken.Insert(a.Lo, a.Value.Width)
		default:
			return nil, false
		}
		parts = append(parts, a)
	}
	slices.Reverse(parts)
	return parts, len(taken.Missing(s.Width)) == 0
}
