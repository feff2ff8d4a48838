package lower

import (
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// load reads a place of all lanes, or an element at an index.
func (v *vectors) load(r word.Ref, in *word.Instr) {
	v.size[r] = in.Size
	if in.A != word.None {
		v.set(r, v.gather(in), in.May)
		return
	}
	out := make([]vector.Ref, v.parts(in.Size))
	for i := range out {
		out[i] = v.Pure(vector.Instr{
			Kind: vector.Load,
			K:    uint64(v.block)*in.K + 16*uint64(i), Half: v.block*int(in.Size) < 16, State: int32(in.State),
		})
	}
	v.set(r, out, in.May)
}

// scaled decomposes an offset into index times scale.
func (v *vectors) scaled(offset word.Ref) (index word.Ref, scale uint64) {
	in := &v.p.Code[offset]
	if in.Op == word.Shl || in.Op == word.Mul {
		if k := &v.p.Code[in.B]; k.Op == word.Const {
			if in.Op == word.Shl {
				return in.A, 1 << (k.K & 63)
			}
			return in.A, k.K
		}
	}
	return offset, 1
}

// access is the elements that an instruction accesses, at an index.
func (v *vectors) access(in *word.Instr) vector.Access {
	index, scale := v.scaled(in.A)
	bytes := v.sizeFor(index, 1)
	held := uint64(1)
	if !v.isTruth(index) {
		held = v.bitsHeld(index) & container(bytes)
	}
	return vector.Access{
		Scale: uint64(v.block) * scale, At: uint64(v.block) * in.K, Size: in.Size, State: int32(in.State),
		Index: v.numbers(index, bytes), Bytes: bytes, Bits: uint8(bits.Len64(held)),
	}
}

// gather reads an element per lane.
func (v *vectors) gather(in *word.Instr) []vector.Ref {
	g := v.access(in)
	v.Gathers = append(v.Gathers, g)
	out := make([]vector.Ref, v.parts(in.Size))
	out[0] = v.Add(vector.Instr{Kind: vector.Gather, K: uint64(len(v.Gathers) - 1)})
	for i := 1; i < len(out); i++ {
		out[i] = v.Add(vector.Instr{Kind: vector.Part, A: out[0], K: uint64(i)})
	}
	return out
}

func (v *vectors) store(in *word.Instr) {
	if in.A != word.None {
		v.scatter(in)
		return
	}
	x := v.numbers(in.B, in.Size)
	var where []vector.Ref
	if in.C != word.None {
		where = v.masks(in.C, in.Size)
	}
	for i := range x {
		s := vector.Instr{Kind: vector.Store, B: x[i], K: uint64(v.block)*in.K + 16*uint64(i),
			Half: v.block*int(in.Size) < 16, State: int32(in.State)}
		if where != nil {
			s.C = where[i]
		}
		v.Add(s)
	}
}

// scatter writes an element per lane, where the condition holds.
func (v *vectors) scatter(in *word.Instr) {
	s := v.access(in)
	if in.C != word.None {
		s.Where = v.masks(in.C, 1)
	}
	s.Value = v.numbers(in.B, in.Size)
	v.Scatters = append(v.Scatters, s)
	v.Add(vector.Instr{Kind: vector.Scatter, K: uint64(len(v.Scatters) - 1)})
}
