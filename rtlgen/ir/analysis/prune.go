package analysis

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
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

// beyondEnd reports whether the assignment has a constant index that no element has.
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

// Each is Prune for several sets of assignments in one walk: key says to which set an
// assignment belongs, and whether to one at all. It costs as much as what it returns.
func Each[K comparable](body []ir.Stmt, key func(*ir.Assign) (K, bool)) map[K][]ir.Stmt {
	e := &each[K]{key: key}
	return e.body(body).trees
}

type each[K comparable] struct{ key func(*ir.Assign) (K, bool) }

// forest is the statements of each set, with the sets in a fixed order.
type forest[K comparable] struct {
	keys  []K
	trees map[K][]ir.Stmt
}

func (f *forest[K]) add(k K, s ...ir.Stmt) {
	if f.trees == nil {
		f.trees = map[K][]ir.Stmt{}
	}
	if _, known := f.trees[k]; !known {
		f.keys = append(f.keys, k)
	}
	f.trees[k] = append(f.trees[k], s...)
}

func (f *forest[K]) addAll(o *forest[K]) {
	if len(f.keys) == 0 {
		*f = *o
		return
	}
	for _, k := range o.keys {
		f.add(k, o.trees[k]...)
	}
}

func (e *each[K]) body(body []ir.Stmt) *forest[K] {
	f := &forest[K]{}
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Assign:
			if k, ok := e.key(s); ok && !beyondEnd(s) {
				f.add(k, s)
			}
		case *ir.If:
			e.ifStmt(f, s)
		case *ir.Switch:
			e.switchStmt(f, s)
		case *ir.Loop:
			inner := e.body(s.Body)
			for _, k := range inner.keys {
				c := *s
				c.Body = inner.trees[k]
				f.add(k, &c)
			}
		}
	}
	return f
}

func (e *each[K]) ifStmt(f *forest[K], s *ir.If) {
	if s.Cond.Op == ir.OpConst {
		if s.Cond.Const.Sign() != 0 {
			f.addAll(e.body(s.Then))
		} else {
			f.addAll(e.body(s.Else))
		}
		return
	}
	then, other := e.body(s.Then), e.body(s.Else)
	for _, k := range then.keys {
		c := *s
		c.Then, c.Else = then.trees[k], other.trees[k]
		f.add(k, &c)
	}
	for _, k := range other.keys {
		if _, done := then.trees[k]; !done {
			c := *s
			c.Then, c.Else = nil, other.trees[k]
			f.add(k, &c)
		}
	}
}

func (e *each[K]) switchStmt(f *forest[K], s *ir.Switch) {
	if s.Subject.Op == ir.OpConst {
		f.addAll(e.body(s.Branch(s.Subject.Const)))
		return
	}
	byDefault := e.body(s.Default)
	all := &forest[K]{}
	cases := map[K][]ir.Case{} // those with statements of the set
	at := map[K][]int{}        // their numbers
	for i, c := range s.Cases {
		if len(c.Values) == 0 {
			continue
		}
		branch := e.body(c.Body)
		for _, k := range branch.keys {
			c.Body = branch.trees[k]
			all.add(k)
			cases[k], at[k] = append(cases[k], c), append(at[k], i)
		}
	}
	for _, k := range byDefault.keys {
		all.add(k)
	}
	for _, k := range all.keys {
		out := *s
		out.Default, out.Cases = byDefault.trees[k], cases[k]
		if len(out.Default) > 0 { // empty cases hide it
			out.Cases = withEmpty(s.Cases, cases[k], at[k])
		}
		if len(out.Cases) == 0 {
			f.add(k, out.Default...)
		} else {
			f.add(k, &out)
		}
	}
}

// withEmpty is all the cases with values: those that are kept, whose numbers are at,
// and the others without statements.
func withEmpty(all, kept []ir.Case, at []int) []ir.Case {
	var list []ir.Case
	for i, c := range all {
		switch {
		case len(at) > 0 && at[0] == i:
			list = append(list, kept[0])
			kept, at = kept[1:], at[1:]
		case len(c.Values) > 0:
			c.Body = nil
			list = append(list, c)
		}
	}
	return list
}

// Of keeps the assignments to a signal.
func Of(s *ir.Signal) func(*ir.Assign) bool { return func(a *ir.Assign) bool { return a.Sig == s } }
