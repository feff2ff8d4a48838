// Package vectortest makes random programs on vectors, and operands for them, for the tests of the back ends.
//
// What must not live here: what is not for tests.
package vectortest

import (
	"encoding/binary"
	"math/rand/v2"

	"culprit/cyclesim/internal/vector"
)

// Program is a random program of operations on what earlier ones computed, some of them in guarded
// parts, that stores its results behind its operands, and now and then in the place of one; of the vectors
// there, each apart-th counts. It writes twice as many results as there are operands. Comparisons and
// operations on bits, which become one instruction where they can, are frequent.
func Program(rng *rand.Rand, lanes, operands, operations, apart int) *vector.Code {
	c, results := vector.New(min(lanes, vector.BlockLanes)), 0
	var values, masks []vector.Ref
	for i := range operands {
		values = append(values, c.Add(vector.Instr{Kind: vector.Load, K: 16 * uint64(apart*i), State: int32(2 + i)}))
	}
	for _, k := range [][2]uint64{{}, {^uint64(0), ^uint64(0)}, {0x0102030405060708, 0x8090a0b0c0d0e0f0}} {
		values = append(values, c.Add(vector.Instr{Kind: vector.Const, Lo: k[0], Hi: k[1]}))
	}
	pick := func(list []vector.Ref) vector.Ref { return list[max(0, len(list)-1-rng.IntN(rng.IntN(20)+1))] }
	frequent := []vector.Op{
		vector.Eq8, vector.LtU8, vector.LtS16, vector.LtU16, vector.Eq32, vector.LtS64, vector.Bitselect, vector.Bitselect,
		vector.And, vector.And, vector.AndNot, vector.Or, vector.Xor, vector.Not,
	}
	store := func(v, where vector.Ref) {
		c.Add(vector.Instr{Kind: vector.Store, B: v, C: where, K: 16 * uint64(apart*(operands+results%(2*operands))), State: 1})
		results++
	}
	overwrite := func(v, where vector.Ref) {
		i := rng.IntN(operands)
		c.Add(vector.Instr{Kind: vector.Store, B: v, C: where, K: 16 * uint64(apart*i), State: int32(2 + i)})
	}
	open := false
	for range operations {
		switch {
		case open && rng.IntN(8) == 0:
			c.Add(vector.Instr{Kind: vector.End})
			open = false
		case !open && len(masks) > 0 && rng.IntN(12) == 0:
			c.Add(vector.Instr{Kind: vector.If, A: pick(masks)})
			open = true
		}
		switch {
		case rng.IntN(10) == 0: // both comparisons
			x := c.Op2([]vector.Op{vector.Eq16, vector.LtS16, vector.LtU16}[rng.IntN(3)], pick(values), pick(values))
			masks = append(masks, c.Op2(vector.And, x, c.Op2(vector.LtU16, pick(values), pick(values))))
		case rng.IntN(10) == 0 && len(masks) > 0:
			store(values[rng.IntN(operands)], pick(masks))
		}
		if rng.IntN(20) == 0 {
			i := rng.IntN(operands)
			values = append(values, c.Add(vector.Instr{Kind: vector.Load, K: 16 * uint64(apart*i), State: int32(2 + i)}))
		}
		o := frequent[rng.IntN(len(frequent))]
		if rng.IntN(4) == 0 {
			o = vector.Ops()[rng.IntN(len(vector.Ops()))]
		}
		if o.Shift() || o.Serial() || o.Mask() || o == vector.Bitselect && len(masks) == 0 {
			continue
		}
		in := vector.Instr{Kind: vector.Apply, Op: o, A: pick(values)}
		if o.Args() > 1 {
			in.B = pick(values)
			if o == vector.And && len(masks) > 0 {
				in.A = pick(masks)
				if rng.IntN(2) == 0 {
					in.B = pick(masks)
				}
			}
		}
		if o == vector.Bitselect {
			in.C = pick(masks)
		}
		r := c.Add(in)
		values = append(values, r)
		if o >= vector.Eq8 && o <= vector.LtU32 {
			masks = append(masks, r)
		}
		switch {
		case rng.IntN(6) == 0:
			store(r, vector.None)
		case rng.IntN(6) == 0 && len(masks) > 0:
			store(r, pick(masks))
		case rng.IntN(12) == 0:
			overwrite(r, vector.None)
		case rng.IntN(12) == 0 && len(masks) > 0:
			overwrite(r, pick(masks))
		}
	}
	if open {
		c.Add(vector.Instr{Kind: vector.End})
	}
	for _, v := range values[max(0, len(values)-operands):] {
		store(v, vector.None)
	}
	return c
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
