package compiled

// forwardStores replaces a load by the value that the program has stored there
// before: what goes into and comes out of an inlined instance.
func forwardStores(p *program) {
	type place struct {
		at   uint64
		size uint8
	}
	stored := map[place]ref{}
	w := &rewriter{}
	p.rewrite(w, func(_ int, in instr) ref {
		if in.a == none && in.state == 0 {
			at := place{in.k, in.size}
			if in.op == opStore && in.c == none {
				stored[at] = in.b
			}
			if v, ok := stored[at]; ok && in.op == opLoad {
				return v
			}
		}
		return w.add(in)
	})
}
