package word

// ForwardStores replaces a load by the value that the program has stored there
// before: what goes into and comes out of an inlined instance.
func ForwardStores(p *Program) {
	type place struct {
		at   uint64
		size uint8
	}
	stored := map[place]Ref{}
	w := &rewriter{}
	p.rewrite(w, func(_ int, in Instr) Ref {
		if in.A == None && in.State == 0 {
			at := place{in.K, in.Size}
			if in.Op == Store && in.C == None {
				stored[at] = in.B
			}
			if v, ok := stored[at]; ok && in.Op == Load {
				return v
			}
		}
		return w.add(in)
	})
}
