package analysis

import "culprit/rtlgen/ir"

// Prune is the statement tree with only the assignments that keep wants, and
// what stands around them. Branches of a constant condition are decided. What is
// returned shares expressions and assignments with body, and nothing else.
func Prune(body []ir.Stmt, keep func(*ir.Assign) bool) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if keep(s) {
				out = append(out, s)
			}
		case *ir.If:
			out = append(out, pruneIf(s, keep)...)
		case *ir.Switch:
			out = append(out, pruneSwitch(s, keep)...)
		case *ir.Loop:
			if b := Prune(s.Body, keep); len(b) > 0 {
				out = append(out, &ir.Loop{Var: s.Var, N: s.N, Body: b, Pos: s.Pos})
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
	then, els := Prune(s.Then, keep), Prune(s.Else, keep)
	if len(then) == 0 && len(els) == 0 {
		return nil
	}
	return []ir.Stmt{&ir.If{Cond: s.Cond, Then: then, Else: els, Pos: s.Pos}}
}

func pruneSwitch(s *ir.Switch, keep func(*ir.Assign) bool) []ir.Stmt {
	if s.Subject.Op == ir.OpConst {
		return Prune(s.Branch(s.Subject.Const), keep)
	}
	out := &ir.Switch{Subject: s.Subject, Default: Prune(s.Default, keep), Pos: s.Pos}
	some := len(out.Default) > 0
	for _, c := range s.Cases {
		body := Prune(c.Body, keep)
		if len(c.Values) == 0 || len(body) == 0 && len(out.Default) == 0 {
			continue
		}
		some = some || len(body) > 0
		out.Cases = append(out.Cases, ir.Case{Values: c.Values, Body: body, Pos: c.Pos})
	}
	if !some {
		return nil
	}
	if len(out.Cases) == 0 {
		return out.Default
	}
	return []ir.Stmt{out}
}

// Of keeps the assignments to a signal.
func Of(s *ir.Signal) func(*ir.Assign) bool { return func(a *ir.Assign) bool { return a.Sig == s } }
