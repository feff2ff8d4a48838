package verilog

import "culprit/rtlgen/ir"

// target tells whether an assignment belongs to the block being written.
type target func(*ir.Assign) bool

func assigns(s *ir.Signal) target { return func(a *ir.Assign) bool { return a.Sig == s } }

// prune is the statement tree with only the assignments that t wants. Branches
// of a constant condition are decided.
func prune(body []ir.Stmt, t target) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if t(s) {
				out = append(out, s)
			}
		case *ir.If:
			out = append(out, pruneIf(s, t)...)
		case *ir.Switch:
			out = append(out, pruneSwitch(s, t)...)
		case *ir.Loop:
			if b := prune(s.Body, t); len(b) > 0 {
				out = append(out, &ir.Loop{Var: s.Var, N: s.N, Body: b, Pos: s.Pos})
			}
		}
	}
	return out
}

func pruneIf(s *ir.If, t target) []ir.Stmt {
	if s.Cond.Op == ir.OpConst {
		if s.Cond.Const.Sign() != 0 {
			return prune(s.Then, t)
		}
		return prune(s.Else, t)
	}
	then, els := prune(s.Then, t), prune(s.Else, t)
	if len(then) == 0 && len(els) == 0 {
		return nil
	}
	return []ir.Stmt{&ir.If{Cond: s.Cond, Then: then, Else: els, Pos: s.Pos}}
}

func pruneSwitch(s *ir.Switch, t target) []ir.Stmt {
	if s.Subject.Op == ir.OpConst {
		for _, c := range s.Cases {
			for _, v := range c.Values {
				if v.Cmp(s.Subject.Const) == 0 {
					return prune(c.Body, t)
				}
			}
		}
		return prune(s.Default, t)
	}
	out := &ir.Switch{Subject: s.Subject, Default: prune(s.Default, t), Pos: s.Pos}
	some := len(out.Default) > 0
	for _, c := range s.Cases {
		body := prune(c.Body, t)
		if len(c.Values) == 0 || len(body) == 0 && len(out.Default) == 0 {
			continue
		}
		some = some || len(body) > 0
		out.Cases = append(out.Cases, ir.Case{Values: c.Values, Labels: c.Labels, Body: body, Pos: c.Pos})
	}
	if !some {
		return nil
	}
	if len(out.Cases) == 0 {
		return out.Default
	}
	return []ir.Stmt{out}
}
