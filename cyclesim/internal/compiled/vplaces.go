package compiled

import "culprit/cyclesim/internal/vector"

// load reads a place of all lanes, or an element at an index.
func (v *vectors) load(r ref, in *instr) {
	v.size[r] = in.size
	if in.a != none {
		v.set(r, v.gather(in), in.may)
		return
	}
	out := make([]vector.Ref, v.parts(in.size))
	for i := range out {
		out[i] = v.Pure(vector.Instr{
			Kind: vector.Load,
			K:    uint64(v.lanes)*in.k + 16*uint64(i), Half: v.lanes*int(in.size) < 16, State: int32(in.state),
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
func (v *vectors) gather(in *instr) []vector.Ref {
	index, scale := v.scaled(in.a)
	g := vector.Access{Scale: uint64(v.lanes) * scale, At: uint64(v.lanes) * in.k, Size: in.size, Bytes: v.sizeFor(index, 1), State: int32(in.state)}
	g.Index = v.numbers(index, g.Bytes)
	v.Gathers = append(v.Gathers, g)
	out := make([]vector.Ref, v.parts(in.size))
	out[0] = v.Add(vector.Instr{Kind: vector.Gather, K: uint64(len(v.Gathers) - 1)})
	for i := 1; i < len(out); i++ {
		out[i] = v.Add(vector.Instr{Kind: vector.Part, A: out[0], K: uint64(i)})
	}
	return out
}

func (v *vectors) store(in *instr) {
	if in.a != none {
		v.scatter(in)
		return
	}
	x := v.numbers(in.b, in.size)
	var where []vector.Ref
	if in.c != none {
		where = v.masks(in.c, in.size)
	}
	for i := range x {
		s := vector.Instr{Kind: vector.Store, B: x[i], K: uint64(v.lanes)*in.k + 16*uint64(i), Half: v.lanes*int(in.size) < 16, State: int32(in.state)}
		if where != nil {
			s.C = where[i]
		}
		v.Add(s)
	}
}

// scatter writes an element per lane, where the condition holds.
func (v *vectors) scatter(in *instr) {
	index, scale := v.scaled(in.a)
	s := vector.Access{Scale: uint64(v.lanes) * scale, At: uint64(v.lanes) * in.k, Size: in.size, Bytes: v.sizeFor(index, 1), State: int32(in.state)}
	if in.c != none {
		s.Where = v.masks(in.c, 1)
	}
	s.Index, s.Value = v.numbers(index, s.Bytes), v.numbers(in.b, in.size)
	v.Scatters = append(v.Scatters, s)
	v.Add(vector.Instr{Kind: vector.Scatter, K: uint64(len(v.Scatters) - 1)})
}
