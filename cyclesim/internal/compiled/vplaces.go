package compiled

// load reads a place of all lanes, or an element at an index.
func (v *vectors) load(r ref, in *instr) {
	v.size[r] = in.size
	if in.a != none {
		v.set(r, v.gather(in), in.may)
		return
	}
	out := make([]vref, v.parts(in.size))
	for i := range out {
		out[i] = v.pure(vinstr{
			kind: vLoad, a: vnone, b: vnone, c: vnone,
			k: uint64(v.lanes)*in.k + 16*uint64(i), half: v.lanes*int(in.size) < 16,
		})
	}
	v.set(r, out, in.may)
}

// scaled decomposes an offset into index times scale.
func (v *vectors) scaled(offset ref) (index ref, scale uint64) {
	in := &v.p.code[offset]
	if in.op == opShl || in.op == opMul {
		if k := &v.p.code[in.b]; k.op == opConst {
			if in.op == opShl {
				return in.a, 1 << (k.k & 63)
			}
			return in.a, k.k
		}
	}
	return offset, 1
}

// gather reads an element per lane.
func (v *vectors) gather(in *instr) []vref {
	index, scale := v.scaled(in.a)
	g := access{scale: uint64(v.lanes) * scale, at: uint64(v.lanes) * in.k, size: in.size, bytes: v.sizeFor(index, 1)}
	g.index = v.numbers(index, g.bytes)
	v.gathers = append(v.gathers, g)
	out := make([]vref, v.parts(in.size))
	out[0] = v.vcode.add(vinstr{kind: vGather, a: vnone, b: vnone, c: vnone, k: uint64(len(v.gathers) - 1)})
	for i := 1; i < len(out); i++ {
		out[i] = v.vcode.add(vinstr{kind: vPart, a: out[0], b: vnone, c: vnone, k: uint64(i)})
	}
	return out
}

func (v *vectors) store(in *instr) {
	if in.a != none {
		v.scatter(in)
		return
	}
	x := v.numbers(in.b, in.size)
	var where []vref
	if in.c != none {
		where = v.masks(in.c, in.size)
	}
	for i := range x {
		s := vinstr{kind: vStore, a: vnone, b: x[i], c: vnone, k: uint64(v.lanes)*in.k + 16*uint64(i), half: v.lanes*int(in.size) < 16}
		if where != nil {
			s.c = where[i]
		}
		v.add(s)
	}
}

// scatter writes an element per lane, where the condition holds.
func (v *vectors) scatter(in *instr) {
	index, scale := v.scaled(in.a)
	s := access{scale: uint64(v.lanes) * scale, at: uint64(v.lanes) * in.k, size: in.size, bytes: v.sizeFor(index, 1)}
	if in.c != none {
		s.where = v.masks(in.c, 1)
	}
	s.index, s.value = v.numbers(index, s.bytes), v.numbers(in.b, in.size)
	v.scatters = append(v.scatters, s)
	v.vcode.add(vinstr{kind: vScatter, a: vnone, b: vnone, c: vnone, k: uint64(len(v.scatters) - 1)})
}
