package compiled

// A small single instance is compiled into the kernels around it: its ports need
// not go through memory, and what is constant outside becomes constant inside.
// Either all kernels of an instance are inlined, or none.

// Bounds for inlining, in instructions of all kernels of a module: if it is
// instantiated in many places, and in any case.
const (
	maxInlineMany = 100
	maxInline     = 10000
)

// maxInlineLevels bounds how often code is copied on its way up the hierarchy.
const maxInlineLevels = 16

// Bounds for unrolling: for repeating a kernel for each copy of an array of
// instances.
const (
	maxTiny   = 16
	maxCopies = 16
)

// worthInlining decides whether the module's single instances are inlined.
func (m *module) worthInlining() bool {
	if m.inlined >= maxInlineLevels {
		return false
	}
	n := 0
	for _, k := range m.kernels {
		n += len(k.raw.code)
	}
	return n <= maxInlineMany || n <= maxInline && m.sites <= 2
}

// inline appends the code of a kernel, for a frame inside the present one. Stores
// to ports and wires are dropped if nothing reads them there.
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
			// Inputs of instances further inside are read by their kernels.
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

// tiny tells whether calling the kernel costs more than running its code.
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

// unroll appends the code of a kernel once for each copy of an instance. All of
// its stores stay, for the kernels that are called.
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
