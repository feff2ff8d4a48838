package emitamd64

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/word"
)

// permute assembles the vectors of a permutation, 16 bytes at a time: from the elements, one after
// the other, or from the vectors that they lie in, whichever takes fewer instructions.
func (w *amdWords) permute(in *word.Instr) {
	lanes, size := int(in.Spread), int(in.Size)
	// By the places of the elements in memory.
	from := make([]uint64, lanes)
	for lane, at := range w.p.Sources[in.From] {
		from[int(layout.LaneOffset(uint32(lanes), uint32(lane), uint32(size)))/size] = at
	}
	each := min(16, lanes*size) / size
	for first := 0; first < lanes; first += each {
		w.assemble(from[first:first+each], size)
		to := amd64.At(frameReg, int32(in.K)+int32(first*size))
		if each*size == 16 {
			w.asm.Emit(amd64.Vmovdqu, to, amd64.X(0))
		} else {
			w.asm.Emit(amd64.Vmovq, to, amd64.X(0))
		}
	}
}

// assemble has elements in register 0.
func (w *amdWords) assemble(from []uint64, size int) {
	var vectors []uint64
	elements := 0
	for _, at := range from {
		if at == word.NoSource {
			continue
		}
		elements++
		if v := at / 16 * 16; !slices.Contains(vectors, v) {
			vectors = append(vectors, v)
		}
	}
	if 3*len(vectors) <= elements+1 {
		w.shuffled(from, size, vectors)
	} else {
		w.inserted(from, size)
	}
}

// shuffled takes the elements of each vector at once.
func (w *amdWords) shuffled(from []uint64, size int, vectors []uint64) {
	a := w.asm
	if len(vectors) == 0 {
		a.Emit(amd64.Vpxor, amd64.X(0), amd64.X(0), amd64.X(0))
	}
	for i, v := range vectors {
		mask, moves := make([]byte, 16), false
		for b := range mask {
			mask[b] = 0x80 // a 0
			e := b / size
			if e < len(from) && from[e] != word.NoSource && from[e]/16*16 == v {
				mask[b] = byte(from[e]%16) + byte(b%size)
			}
			moves = moves || mask[b] != byte(b)
		}
		x := amd64.X(uint8(min(i, 1)))
		a.Emit(amd64.Vmovdqu, x, amd64.At(frameReg, int32(v)))
		if moves {
			a.Emit(amd64.Vpshufb, x, x, amd64.AtLabel(a.Constant(mask)))
		}
		if i > 0 {
			a.Emit(amd64.Vpor, amd64.X(0), amd64.X(0), x)
		}
	}
}

// inserted takes element by element.
func (w *amdWords) inserted(from []uint64, size int) {
	a, x := w.asm, amd64.X(0)
	empty := true
	for i, at := range from {
		place := amd64.At(frameReg, int32(at))
		switch {
		case at == word.NoSource:
		case i == 0 && size == 8:
			a.Emit(amd64.Vmovq, x, place)
			empty = false
		default:
			if empty {
				a.Emit(amd64.Vpxor, x, x, x)
				empty = false
			}
			a.Emit(inserts[uint8(size)], x, x, place, amd64.Imm(int64(i)))
		}
	}
}
