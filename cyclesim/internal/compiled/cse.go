package compiled

// commonSubexpressions computes equal values once. Loads are included: a place
// has the same value in all loads of a program. It also drops a store of the
// value that the place already has, if that is the first store to this part of
// the state.
func commonSubexpressions(p *program) {
	known := make(map[instr]ref, len(p.code))
	stored := map[object]bool{}
	w := &rewriter{}
	p.rewrite(w, func(_ int, in instr) ref {
		if in.op.effect() {
			if in.op == opStore && in.state != 0 {
				// Behind another store, it would restore the old value.
				if !stored[in.state] && storesItself(w, &in) {
					return none
				}
				stored[in.state] = true
			}
			return w.add(in)
		}
		if in.op.commutes() && in.a > in.b {
			in.a, in.b = in.b, in.a
		}
		if r, ok := known[in]; ok {
			return r
		}
		r := w.add(in)
		known[in] = r
		return r
	})
}

// storesItself tells whether a store at the clock edge leaves a register
// unchanged.
func storesItself(w *rewriter, in *instr) bool {
	v := &w.out[in.b]
	return in.c == none && in.a == none && v.op == opLoad && v.a == none && v.k == in.k && v.size == in.size
}

func (o op) commutes() bool {
	switch o {
	case opAdd, opMul, opAnd, opOr, opXor, opEq, opNe:
		return true
	}
	return false
}
