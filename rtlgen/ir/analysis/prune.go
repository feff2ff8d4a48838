package analysis

import (
	"math/big"

	"culprit/rtlgen/ir"
)

// Prune is the statement tree with only the assignments that keep selects, and
// the statements around them. Branches on a constant condition are resolved, and
// assignments to an element beyond the end are left out: they do nothing. The
// result shares expressions and assignments with body, and nothing else.
func Prune(body []ir.Stmt, keep func(*ir.Assign) bool) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if keep(s) && !beyondEnd(s) {
				out = append(out, s)
			}
		case *ir.If:
			out = append(out, pruneIf(s, keep)...)
		case *ir.Switch:
			out = append(out, pruneSwitch(s, keep)...)
		case *ir.Loop:
			if b := Prune(s.Body, keep); len(b) > 0 {
				c := *s
				c.Body = b
				out = append(out, &c)
			}
		}
	}
	return out
}

func pruneIf(s *ir.If, keep func(*ir.Assign) bool) []ir.Stmt {
	if s.Cond.Op == ir.OpConst {
		if s.Cond.Const.Sign() != 0 {
			return Prune(s.Then, keep)
		}
		return Prune(s.Else, keep)
	}
	c := *s
	c.Then, c.Else = Prune(s.Then, keep), Prune(s.Else, keep)
	if len(c.Then) == 0 && len(c.Else) == 0 {
		return nil
	}
	return []ir.Stmt{&c}
}

func pruneSwitch(s *ir.Switch, keep func(*ir.Assign) bool) []ir.Stmt {
	if s.Subject.Op == ir.OpConst {
		return Prune(s.Branch(s.Subject.Const), keep)
	}
	out := *s
	out.Default, out.Cases = Prune(s.Default, keep), nil
	some := len(out.Default) > 0
	for _, c := range s.Cases {
		c.Body = Prune(c.Body, keep)
		if len(c.Values) == 0 || len(c.Body) == 0 && len(out.Default) == 0 {
			continue
		}
		some = some || len(c.Body) > 0
		out.Cases = append(out.Cases, c)
	}
	if !some {
		return nil
	}
	if len(out.Cases) == 0 {
		return out.Default
	}
	return []ir.Stmt{&out}
}

// beyondEnd tells whether the assignment has a constant index that no element has.
func beyondEnd(a *ir.Assign) bool {
	if a.Index == nil || a.Index.Op != ir.OpConst {
		return false
	}
	index := a.Index.Const
	if a.Arr != nil {
		return index.Cmp(big.NewInt(int64(a.Arr.Depth))) >= 0
	}
	return index.Cmp(big.NewInt(int64(a.Sig.Width/a.Value.Width))) >= 0
}

// Of keeps the assignments to a signal.
func Of(s *ir.Signal) func(*ir.Assign) bool { return func(a *ir.Assign) bool { return a.Sig == s } }
