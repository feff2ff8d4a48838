package rtlgen

import (
	"fmt"
	"math/big"
	"strings"

	"culprit/rtlgen/ir"
)

// checkDrivers reports signals without a driver, with two, or with a driver in
// some cases only where that would be a latch.
func (m *Module) checkDrivers() {
	assigned := map[*ir.Signal]bool{}
	arrays := map[*ir.Array]bool{}
	ir.WalkStmts(m.ir.Body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok {
			if a.Sig != nil {
				assigned[a.Sig] = true
			} else {
				arrays[a.Arr] = true
			}
		}
	})
	for _, s := range m.variables() {
		switch {
		case s.Width == unsized: // reported already
		case assigned[s]:
			m.checkTwice(s)
			if s.Kind != ir.Reg {
				m.checkLatch(s)
			}
		case s.Kind == ir.Reg:
			m.reportAt(s.Pos, CodeNeverSet, nil, "register %s is never assigned: assign it, or use Const", s.Name)
		default:
			m.reportAt(s.Pos, CodeUndriven, nil, "%s %s has no driver: assign it", s.Kind, s.Name)
		}
	}
	for _, a := range m.ir.Arrays {
		if !arrays[a] {
			m.reportAt(a.Pos, CodeNeverSet, nil, "array %s is never assigned: assign it, or use Const", a.Name)
		}
	}
}

// variables are the signals that statements assign.
func (m *Module) variables() []*ir.Signal {
	return append(m.ir.Outputs(), m.ir.Signals...)
}

// checkTwice reports an unconditional assignment of the whole signal that makes
// earlier ones useless.
func (m *Module) checkTwice(s *ir.Signal) {
	var first *ir.Assign
	for _, st := range m.ir.Body {
		if a, ok := st.(*ir.Assign); ok && a.Sig == s && a.Index == nil {
			if first != nil && first.Lo >= a.Lo && first.Lo+first.Value.Width <= a.Lo+a.Value.Width {
				m.reportAt(a.Pos, CodeTwoDrivers, []Related{{first.Pos, "the other driver"}},
					"%s is driven twice, the second driver makes the first useless", s.Name)
			}
			first = a
		} else if pos, ok := firstAssign(st, s); ok && first == nil {
			first = &ir.Assign{Lo: 0, Value: &ir.Node{Width: s.Width}, Pos: pos}
		}
	}
}

func firstAssign(st ir.Stmt, s *ir.Signal) (ir.Pos, bool) {
	var pos ir.Pos
	found := false
	ir.WalkStmts([]ir.Stmt{st}, func(x ir.Stmt) {
		if a, ok := x.(*ir.Assign); ok && a.Sig == s && !found {
			pos, found = a.Pos, true
		}
	})
	return pos, found
}

// checkLatch reports bits of a wire that some path leaves unassigned.
func (m *Module) checkLatch(s *ir.Signal) {
	c := &coverage{sig: s, env: map[*ir.Loop]int{}}
	mask := c.body(m.ir.Body)
	if mask.Cmp(ones(s.Width)) == 0 {
		return
	}
	missing := mask.Xor(mask, ones(s.Width))
	m.reportAt(s.Pos, CodeLatch, nil, "%s %s%s is not assigned in every case (it would be a latch): give it a Default", s.Kind, s.Name, bitRanges(s.Width, missing))
}

// bitRanges lists the ones of mask as [hi:lo], [i], from the top; nothing for a
// signal of one bit.
func bitRanges(width int, mask *big.Int) string {
	if width == 1 {
		return ""
	}
	var runs []string
	for hi := mask.BitLen() - 1; hi >= 0; {
		lo := hi
		for lo > 0 && mask.Bit(lo-1) == 1 {
			lo--
		}
		if hi == lo {
			runs = append(runs, fmt.Sprintf("[%d]", lo))
		} else {
			runs = append(runs, fmt.Sprintf("[%d:%d]", hi, lo))
		}
		for hi = lo - 1; hi >= 0 && mask.Bit(hi) == 0; {
			hi--
		}
	}
	return strings.Join(runs, ", ")
}

// coverage finds the bits of a signal that are assigned on every path.
type coverage struct {
	sig *ir.Signal
	env map[*ir.Loop]int // present index of the enclosing loops
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
	if a.Sig != c.sig {
		return new(big.Int)
	}
	lo := a.Lo
	if a.Index != nil {
		i, known := c.index(a.Index)
		if !known {
			return new(big.Int)
		}
		lo = i * a.Value.Width
	}
	mask := ones(a.Value.Width)
	return mask.Lsh(mask, uint(lo)).And(mask, ones(c.sig.Width))
}

// index evaluates an index that depends on nothing but one loop.
func (c *coverage) index(n *ir.Node) (int, bool) {
	switch n.Op {
	case ir.OpLoopVar:
		i, ok := c.env[n.Loop]
		return i, ok
	case ir.OpConst:
		return int(n.Const.Int64()), n.Const.IsInt64()
	case ir.OpZext:
		return c.index(n.Args[0])
	}
	return 0, false
}

func (c *coverage) loop(l *ir.Loop) *big.Int {
	mask := new(big.Int)
	if _, ok := firstAssign(l, c.sig); !ok {
		return mask
	}
	for i := range l.N {
		c.env[l] = i
		mask.Or(mask, c.body(l.Body))
	}
	delete(c.env, l)
	return mask
}

func (c *coverage) cases(s *ir.Switch) *big.Int {
	values := 0
	mask := ones(c.sig.Width)
	for _, k := range s.Cases {
		values += len(k.Values)
		mask.And(mask, c.body(k.Body))
	}
	all := s.Subject.Width < 31 && values == 1<<s.Subject.Width
	if !all {
		mask.And(mask, c.body(s.Default))
	}
	return mask
}

// checkLoopIndices reports a loop index that is used outside its loop.
func (m *Module) checkLoopIndices() {
	var open []*ir.Loop
	reported := map[*ir.Node]bool{}
	check := func(root *ir.Node) {
		ir.WalkNodes(root, map[*ir.Node]bool{}, func(n *ir.Node) {
			if n.Op != ir.OpLoopVar || reported[n] {
				return
			}
			for _, l := range open {
				if l == n.Loop {
					return
				}
			}
			reported[n] = true
			m.reportAt(root.Pos, CodePlace, []Related{{n.Loop.Pos, "the loop"}}, "the index %s is used outside its loop: use a Wire with a lane for each index", n.Loop.Var)
		})
	}
	var walk func([]ir.Stmt)
	walk = func(body []ir.Stmt) {
		for _, s := range body {
			ir.StmtNodes(s, check)
			switch s := s.(type) {
			case *ir.If:
				walk(s.Then)
				walk(s.Else)
			case *ir.Switch:
				for _, k := range s.Cases {
					walk(k.Body)
				}
				walk(s.Default)
			case *ir.Loop:
				open = append(open, s)
				walk(s.Body)
				open = open[:len(open)-1]
			}
		}
	}
	walk(m.ir.Body)
	outside := &ir.Module{Memories: m.ir.Memories, Instances: m.ir.Instances, Properties: m.ir.Properties}
	outside.RootNodes(check)
}
