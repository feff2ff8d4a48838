package compiled

// A single instance that is small is compiled together with what is around it:
// its ports need not go through memory, and what is constant there becomes
// constant inside. All its kernels are inlined, or none.

// Bounds for inlining, in instructions of all kernels of a module: of one that
// may be inlined in many places, and of any.
const (
	maxInlineMany = 100
	maxInline     = 10000
)

// Bounds for writing out a kernel for each copy of an array of instances.
const (
	maxTiny   = 16
	maxCopies = 16
)

// worthInlining decides for all single instances of a module.
func (m *module) worthInlining() bool {
	n := 0
	for _, k := range m.kernels {
		n += len(k.raw.code)
	}
	return n <= maxInlineMany || n <= maxInline && m.sites <= 2
}

// inline appends the code of a kernel, for the frame inside the present one.
// Its ports and wires may go if nobody reads them there.
func (k *lowering) inline(callee *kernel, c *child) {
	first := ref(len(k.p.code))
	for _, in := range callee.raw.code {
		for _, r := range []*ref{&in.a, &in.b, &in.c} {
			if *r != none {
				*r += first
			}
		}
		switch in.op {
		case opLoad, opStore:
			// What goes into instances further inside is read by their kernels.
			if in.op == opStore && in.state == 0 && in.k < uint64(c.layout.own) {
				in.wire = true
			}
			in.k += uint64(c.base)
			if in.state > 0 {
				in.state += c.objects
			}
		case opCopy:
			in.k += uint64(c.base)
			in.from += uint64(c.base)
		case opCall:
			inner := callee.raw.calls[in.k]
			inner.first += c.base
			k.p.calls = append(k.p.calls, inner)
			in.k = uint64(len(k.p.calls) - 1)
		case opCheck, opCover:
			p := callee.raw.checks[in.k]
			p.count += c.base
			p.id += c.base
			k.p.checks = append(k.p.checks, p)
			in.k = uint64(len(k.p.checks) - 1)
		}
		k.p.add(in)
	}
}

// tiny tells whether calls of the kernel cost more than its code.
func (k *kernel) tiny(copies int) bool {
	if len(k.lean.code) > maxTiny || copies > maxCopies || k.step.Last {
		return false
	}
	for i := range k.lean.code {
		if o := k.lean.code[i].op; o.effect() && o != opStore {
			return false
		}
	}
	return true
}

// unroll appends the code of a kernel for each copy of an instance. Everything
// that it stores stays, for the kernels that are called.
func (k *lowering) unroll(callee *kernel, c *child, g group) {
	for i := g.first; i < g.first+g.count; i++ {
		first := ref(len(k.p.code))
		for _, in := range callee.lean.code {
			for _, r := range []*ref{&in.a, &in.b, &in.c} {
				if *r != none {
					*r += first
				}
			}
			if in.op == opLoad || in.op == opStore {
				in.k += uint64(c.frame(i))
			}
			if in.state != 0 {
				in.state = foreign
			}
			in.wire = false
			k.p.add(in)
		}
	}
}
