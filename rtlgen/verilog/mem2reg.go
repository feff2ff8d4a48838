package verilog

import "culprit.example/culprit/rtlgen/ir"

// arrayAttributes tell Yosys that an array is made of registers where it finds out
// itself, since it warns about that: if the array has an asynchronous reset, if all
// writes are at constant indices once loops are unrolled, or if the array is read in
// the index of what is assigned. In all other cases both ways give registers, and
// Yosys is left to choose the smaller one.
func (p *printer) arrayAttributes(a *ir.Array) string {
	if p.o.AsyncReset && p.o.resets(a) || !p.arrayUse().anywhere[a] || p.arrayUse().inTarget[a] {
		return "mem2reg"
	}
	return ""
}

// arrayUse is what decides how the arrays of a module are written.
type arrayUse struct {
	// anywhere are the arrays of which a write has an index that is known only when
	// the circuit runs, inTarget those of which an element is in the index of what a
	// clocked assignment or a write port of a memory changes.
	anywhere, inTarget map[*ir.Array]bool
}

// arrayUse looks at all writes.
func (p *printer) arrayUse() arrayUse {
	if p.uses.anywhere != nil {
		return p.uses
	}
	p.uses = arrayUse{map[*ir.Array]bool{}, map[*ir.Array]bool{}}
	runs := map[*ir.Node]bool{} // whether an index is known only when the circuit runs
	targets := map[*ir.Node]bool{}
	target := func(n *ir.Node) {
		ir.WalkNodes(n, targets, func(n *ir.Node) {
			if n.Op == ir.OpElem {
				p.uses.inTarget[n.Arr] = true
			}
		})
	}
	ir.WalkStmts(p.m.Body, func(s ir.Stmt) {
		a, ok := s.(*ir.Assign)
		if !ok || a.Index == nil {
			return
		}
		if a.Arr != nil && a.Arr.Depth > 1 && readsState(a.Index, runs) {
			p.uses.anywhere[a.Arr] = true
		}
		if a.Arr != nil || a.Sig.Kind == ir.Reg {
			target(a.Index)
		}
	})
	for _, m := range p.m.Memories {
		for _, w := range m.Writes {
			target(w.Addr)
		}
	}
	return p.uses
}

// readsState reports whether an index is known only when the circuit runs.
func readsState(n *ir.Node, known map[*ir.Node]bool) bool {
	if reads, ok := known[n]; ok {
		return reads
	}
	reads := len(n.Args) == 0 && !isConst(n) && n.Op != ir.OpLoopVar || n.Op == ir.OpElem
	for _, a := range n.Args {
		reads = reads || readsState(a, known)
	}
	known[n] = reads
	return reads
}
