package mutate

import (
	"culprit.example/culprit/rtlgen/ir"
)

// place is a slot with its expression.
type place struct {
	slot
	at *ir.Node
	of string // what it is for: the name of what is assigned, connected, written or read
}

// hardware calls f on every place of the module that holds an expression of what is live,
// in a fixed order.
func hardware(m *ir.Module, live map[any]bool, f func(place)) {
	eachStmt(m.Body, live, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Assign:
			if s.Index != nil {
				f(place{slot{s, index}, s.Index, targetName(s)})
			}
			f(place{slot{s, value}, s.Value, targetName(s)})
		case *ir.If:
			f(place{slot{s, value}, s.Cond, firstAssigned(s, live)})
		case *ir.Switch:
			f(place{slot{s, value}, s.Subject, firstAssigned(s, live)})
		}
	})
	memoryNodes(m, f)
	connNodes(m, f)
}

func memoryNodes(m *ir.Module, f func(place)) {
	for _, mem := range m.Memories {
		for _, w := range mem.Writes {
			f(place{slot{w, enable}, w.Enable, mem.Name})
			f(place{slot{w, index}, w.Addr, mem.Name})
			f(place{slot{w, data}, w.Data, mem.Name})
		}
		for _, r := range mem.Reads {
			if r.Enable != nil {
				f(place{slot{r, enable}, r.Enable, r.Name})
			}
			f(place{slot{r, index}, r.Addr, r.Name})
		}
	}
}

func connNodes(m *ir.Module, f func(place)) {
	for _, in := range m.Instances {
		for i := range in.Conns {
			conn := &in.Conns[i]
			f(place{slot{conn, value}, conn.Value, in.Name + "." + conn.Port.Name})
		}
	}
}

// live are the signals and arrays of hardware: what an output, a memory or an instance
// depends on. Others, such as wires that only name what is ignored on purpose, are read
// by properties at most.
func live(m *ir.Module) map[any]bool {
	found := map[any]bool{}
	seen := map[*ir.Node]bool{}
	reads := func(n *ir.Node) {
		ir.WalkNodes(n, seen, func(n *ir.Node) {
			switch n.Op {
			case ir.OpSignal:
				found[n.Sig] = true
			case ir.OpElem:
				found[n.Arr] = true
			}
		})
	}
	for _, p := range m.Outputs() {
		found[p] = true
	}
	memoryNodes(m, func(p place) { reads(p.at) })
	connNodes(m, func(p place) { reads(p.at) })
	for before := -1; before < len(found); {
		before = len(found)
		ir.WalkAssigns(m.Body, func(a *ir.Assign, under *ir.Context) {
			if !found[targetOf(a)] {
				return
			}
			for ; under != nil; under = under.Outer {
				reads(under.Cond)
			}
			if a.Index != nil {
				reads(a.Index)
			}
			reads(a.Value)
		})
	}
	return found
}

// targetOf is the signal or array of an assignment.
func targetOf(a *ir.Assign) any {
	if a.Arr != nil {
		return a.Arr
	}
	return a.Sig
}

// eachStmt calls f on every statement that assigns something of live, parents first.
func eachStmt(body []ir.Stmt, live map[any]bool, f func(ir.Stmt)) {
	for _, s := range body {
		if !isLive(s, live) {
			continue
		}
		f(s)
		switch s := s.(type) {
		case *ir.If:
			eachStmt(s.Then, live, f)
			eachStmt(s.Else, live, f)
		case *ir.Switch:
			for _, k := range s.Cases {
				eachStmt(k.Body, live, f)
			}
			eachStmt(s.Default, live, f)
		case *ir.Loop:
			eachStmt(s.Body, live, f)
		}
	}
}

// firstAssigned is the name of what a statement assigns first of live.
func firstAssigned(s ir.Stmt, live map[any]bool) string {
	name := ""
	ir.WalkAssigns([]ir.Stmt{s}, func(a *ir.Assign, _ *ir.Context) {
		if name == "" && live[targetOf(a)] {
			name = targetName(a)
		}
	})
	return name
}

// isLive reports whether a statement assigns something of live.
func isLive(s ir.Stmt, live map[any]bool) bool {
	found := false
	ir.WalkStmts([]ir.Stmt{s}, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok && live[targetOf(a)] {
			found = true
		}
	})
	return found
}

// onlyVerifies reports whether an assignment is of something that only properties read.
func onlyVerifies(a *ir.Assign) bool {
	if a.Arr != nil {
		return a.Arr.VerificationOnly
	}
	return a.Sig.VerificationOnly
}
