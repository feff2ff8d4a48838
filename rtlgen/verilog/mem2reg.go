package verilog

import "culprit/rtlgen/ir"

// arrayAttributes tell Yosys that an array is made of registers where it finds out
// itself, since it warns about that: if the array has an asynchronous reset, if all
// writes are at constant indices once loops are unrolled, or if the array is read in
// the index of what is assigned. In all other cases both ways give registers, and
// Yosys is left to choose the smaller one.
func (p *printer) arrayAttributes(a *ir.Array) string {
	if p.o.AsyncReset && p.o.resetValues(a) != nil || !p.writtenAnywhere(a) || p.readInTarget(a) {
		return "mem2reg"
	}
	return ""
}

// writtenAnywhere tells whether a write to the array has an index that is known only
// when the circuit runs.
func (p *printer) writtenAnywhere(a *ir.Array) bool {
	found := false
	ir.WalkStmts(p.m.Body, func(s ir.Stmt) {
		if s, ok := s.(*ir.Assign); ok && s.Arr == a && a.Depth > 1 {
			ir.WalkNodes(s.Index, map[*ir.Node]bool{}, func(n *ir.Node) {
				found = found || len(n.Args) == 0 && !isConst(n) && n.Op != ir.OpLoopVar || n.Op == ir.OpElem
			})
		}
	})
	return found
}

// readInTarget tells whether an element of the array is in the index of what a clocked
// assignment or a write port of a memory changes.
func (p *printer) readInTarget(a *ir.Array) bool {
	found := false
	look := func(n *ir.Node) { found = found || n.Op == ir.OpElem && n.Arr == a }
	ir.WalkStmts(p.m.Body, func(s ir.Stmt) {
		if s, ok := s.(*ir.Assign); ok && s.Index != nil && (s.Arr != nil || s.Sig.Kind == ir.Reg) {
			ir.WalkNodes(s.Index, map[*ir.Node]bool{}, look)
		}
	})
	for _, m := range p.m.Memories {
		for _, w := range m.Writes {
			ir.WalkNodes(w.Addr, map[*ir.Node]bool{}, look)
		}
	}
	return found
}
