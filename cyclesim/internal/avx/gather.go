package avx

import (
	"math/bits"
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// leastShifted is the number of lanes from which on indices are shifted all at once.
const leastShifted = 8

// gather gives the elements of a gather, and its indices. An address multiplies an index by up to 8: if that
// is not enough, indices are shifted all at once.
func (s *selection) gather(a *vector.Access) (*Access, []Value) {
	g := &Access{At: a.At, Size: a.Size, State: a.State, Bytes: a.Bytes, Scale: a.Scale, Indices: len(a.Index)}
	index := s.list(a.Index...)
	scale := uint64(s.Blocks) * a.Scale
	by := bits.TrailingZeros64(scale) - 3
	if scale&(scale-1) != 0 || by <= 0 || int(a.Bits)+by > 32 || a.Bytes > 4 || s.lanes*s.Blocks < leastShifted {
		return g, index
	}
	g.Shifted = by
	key := shiftedKey{first: index[0], by: by, bytes: a.Bytes, part: s.part()}
	if known, ok := s.shifted[key]; ok && slices.Equal(known.of, a.Index) {
		g.Bytes, g.Indices = known.bytes, len(known.index)
		return g, known.index
	}
	zero := s.constant(0, 0)
	for ; int(a.Bits)+by > 8*int(g.Bytes); g.Bytes *= 2 {
		list := make([]Value, max(1, s.lanes*2*int(g.Bytes)/16))
		for i := range list {
			list[i] = s.instruction(Instr{Op: unpackOf(g.Bytes).half[i%2], Args: []Value{index[i/2], zero}})
		}
		index = list
	}
	op := amd64.Vpsllw // of bytes, too: no bit leaves them
	if g.Bytes == 4 {
		op = amd64.Vpslld
	}
	for i, v := range index {
		index[i] = s.instruction(Instr{Op: op, Imm: int64(by), HasImm: true, Args: []Value{v}})
	}
	g.Indices = len(index)
	s.shifted[key] = shiftedIndices{a.Index, index, g.Bytes}
	return g, index
}

// shiftedKey names indices that were shifted: their first vector.
type shiftedKey struct {
	first Value
	by    int
	bytes uint8
	part  int
}

// shiftedIndices are those of an access, and what they have become.
type shiftedIndices struct {
	of    []vector.Ref
	index []Value
	bytes uint8
}
