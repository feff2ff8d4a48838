// Package vectortest makes random programs on vectors, and operands for them, for the tests of the back ends.
//
// What must not live here: what is not for tests.
package vectortest

import (
	"encoding/binary"
	"math/rand/v2"

	"culprit.example/culprit/cyclesim/internal/vector"
)

// Program is a random program of operations on what earlier ones computed, some of them in guarded
// parts, that stores its results behind its operands, and now and then in the place of one; of the vectors
// there, each apart-th counts. It writes twice as many results as there are operands. Comparisons and
// operations on bits, which become one instruction where they can, are frequent.
func Program(rng *rand.Rand, lanes, operands, operations, apart int) *vector.Code {
	w := &writer{Rand: rng, Code: vector.New(min(lanes, vector.BlockLanes)), operands: operands, apart: apart}
	for i := range operands {
		w.load(i)
	}
	for _, k := range [][2]uint64{{}, {^uint64(0), ^uint64(0)}, {0x0102030405060708, 0x8090a0b0c0d0e0f0}} {
		w.values = append(w.values, w.Add(vector.Instr{Kind: vector.Const, Lo: k[0], Hi: k[1]}))
	}
	for range operations {
		w.parts()
		w.memory()
		w.operation()
	}
	if w.open {
		w.Add(vector.Instr{Kind: vector.End})
	}
	for _, v := range w.values[max(0, len(w.values)-operands):] {
		w.result(v, vector.None)
	}
	return w.Code
}

// writer writes a program.
type writer struct {
	*rand.Rand
	*vector.Code
	operands, apart int
	values, masks   []vector.Ref
	results         int
	open            bool // a guarded part
}

// pick is one of a list, mostly of the last ones.
func (w *writer) pick(list []vector.Ref) vector.Ref {
	return list[max(0, len(list)-1-w.IntN(w.IntN(20)+1))]
}

// place is the place of operand i, or of a result behind the operands.
func (w *writer) place(i int) uint64 { return 16 * uint64(w.apart*i) }

// state is that of an operand, which may be overwritten; that of results is 1.
func state(operand int) int32 { return int32(2 + operand) }

func (w *writer) load(operand int) {
	w.values = append(w.values, w.Add(vector.Instr{Kind: vector.Load, K: w.place(operand), State: state(operand)}))
}

func (w *writer) result(v, where vector.Ref) {
	w.Add(vector.Instr{Kind: vector.Store, B: v, C: where, K: w.place(w.operands + w.results%(2*w.operands)), State: 1})
	w.results++
}

func (w *writer) overwrite(v, where vector.Ref) {
	i := w.IntN(w.operands)
	w.Add(vector.Instr{Kind: vector.Store, B: v, C: where, K: w.place(i), State: state(i)})
}

// parts begins or ends a guarded part, now and then.
func (w *writer) parts() {
	switch {
	case w.open && w.IntN(8) == 0:
		w.Add(vector.Instr{Kind: vector.End})
		w.open = false
	case !w.open && len(w.masks) > 0 && w.IntN(12) == 0:
		w.Add(vector.Instr{Kind: vector.If, A: w.pick(w.masks)})
		w.open = true
	}
}

// memory reads, writes, or compares twice, now and then.
func (w *writer) memory() {
	switch {
	case w.IntN(10) == 0: // both comparisons
		x := w.Op2([]vector.Op{vector.Eq16, vector.LtS16, vector.LtU16}[w.IntN(3)], w.pick(w.values), w.pick(w.values))
		w.masks = append(w.masks, w.Op2(vector.And, x, w.Op2(vector.LtU16, w.pick(w.values), w.pick(w.values))))
	case w.IntN(10) == 0 && len(w.masks) > 0:
		w.result(w.values[w.IntN(w.operands)], w.pick(w.masks))
	case w.IntN(20) == 0:
		w.load(w.IntN(w.operands))
	}
}

var frequent = []vector.Op{
	vector.Eq8, vector.LtU8, vector.LtS16, vector.LtU16, vector.Eq32, vector.LtS64, vector.Bitselect, vector.Bitselect,
	vector.And, vector.And, vector.AndNot, vector.Or, vector.Xor, vector.Not,
}

// operation adds one, and stores its result, now and then.
func (w *writer) operation() {
	o := frequent[w.IntN(len(frequent))]
	if w.IntN(4) == 0 {
		o = vector.Ops()[w.IntN(len(vector.Ops()))]
	}
	if o.Shift() || o.Serial() || o.Mask() || o == vector.Bitselect && len(w.masks) == 0 {
		return
	}
	in := vector.Instr{Kind: vector.Apply, Op: o, A: w.pick(w.values)}
	if o.Args() > 1 {
		in.B = w.pick(w.values)
		if o == vector.And && len(w.masks) > 0 {
			in.A = w.pick(w.masks)
			if w.IntN(2) == 0 {
				in.B = w.pick(w.masks)
			}
		}
	}
	if o == vector.Bitselect {
		in.C = w.pick(w.masks)
	}
	r := w.Add(in)
	w.values = append(w.values, r)
	if o >= vector.Eq8 && o <= vector.LtU32 {
		w.masks = append(w.masks, r)
	}
	switch {
	case w.IntN(6) == 0:
		w.result(r, vector.None)
	case w.IntN(6) == 0 && len(w.masks) > 0:
		w.result(r, w.pick(w.masks))
	case w.IntN(12) == 0:
		w.overwrite(r, vector.None)
	case w.IntN(12) == 0 && len(w.masks) > 0:
		w.overwrite(r, w.pick(w.masks))
	}
}

// Operands fills the blocks of that many operands.
func Operands(rng *rand.Rand, blocks, operands int, place func(block, operand int) []byte) {
	for block := range blocks {
		for i := range operands {
			Operand(rng, i%3, i%2 == 0, place(block, i), place(block, 0))
		}
	}
}

// Operand fills a block of operand i with numbers that comparisons and saturation tell
// apart. The third operand is a mask; the first one, too, if masks says so. The second is not 0
// in any element of 8 bytes.
func Operand(rng *rand.Rand, i int, masks bool, to, first []byte) {
	for j := range to {
		to[j] = byte(rng.Uint32())
		if rng.IntN(3) == 0 {
			to[j] = []byte{0, 1, 127, 128, 255}[rng.IntN(5)]
		}
	}
	if i == 1 && rng.IntN(3) == 0 {
		copy(to, first) // equal elements
	}
	for j := 0; j < 16; j += 8 {
		switch {
		case i == 2 || i == 0 && masks:
			for b := range 8 {
				to[j+b] = -(to[j] & 1)
			}
		case i == 1 && rng.IntN(2) == 0:
			for b := range 8 {
				to[j+b] &= 15 // places in a table
			}
		}
		if i == 1 && binary.LittleEndian.Uint64(to[j:]) == 0 {
			to[j] = 3
		}
	}
}
