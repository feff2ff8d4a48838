package word

// ShareSubexpressions computes equal values once. Loads are included: a place
// has the same value in all loads of a program. It also drops a store of the
// value that the place already has, if that is the first store to this part of
// the state.
func ShareSubexpressions(p *Program) {
	known := make(map[Instr]Ref, len(p.Code))
	stored := map[State]bool{}
	w := &rewriter{}
	p.rewrite(w, func(_ int, in Instr) Ref {
		if in.Op.Effect() {
			if in.Op == Store && in.State != 0 {
				// Behind another store, it would restore the old value.
				if !stored[in.State] && storesItself(w, &in) {
					return None
				}
				stored[in.State] = true
			}
			return w.add(in)
		}
		if in.Op.commutes() {
			// One order of the operands, with a constant on the right, where other passes look for it.
			a, b := w.out[in.A].Op == Const, w.out[in.B].Op == Const
			if a && !b || a == b && in.A > in.B {
				in.A, in.B = in.B, in.A
			}
		}
		key := in
		key.Line = 0
		if r, ok := known[key]; ok {
			return r
		}
		r := w.add(in)
		known[key] = r
		return r
	})
}

// storesItself reports whether a store at the clock edge leaves a register
// unchanged.
func storesItself(w *rewriter, in *Instr) bool {
	v := &w.out[in.B]
	return in.C == None && in.A == None && v.Op == Load && v.A == None && v.K == in.K && v.Size == in.Size
}
