//go:build linux && amd64

package emitamd64

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/layout"
	"culprit/cyclesim/internal/translate"
	"culprit/cyclesim/internal/vector"
)

// randomProgram is a program of operations on what earlier ones computed, some of them in guarded
// parts, that stores its results behind its operands; of the vectors there, each apart-th counts.
// Comparisons and operations on bits, which become one instruction where they can, are frequent.
func randomProgram(rng *rand.Rand, lanes, operands, operations, apart int) *vector.Code {
	c, results := vector.New(min(lanes, vector.BlockLanes)), 0
	var values, masks []vector.Ref
	for i := range operands {
		values = append(values, c.Add(vector.Instr{Kind: vector.Load, K: 16 * uint64(apart*i)}))
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

// TestPrograms: whatever becomes one instruction, registers of which there are too few,
// values in memory, places that lie far apart: programs compute in each block what their definition says.
func TestPrograms(t *testing.T) {
	t.Parallel()
	eachSize(t, func(t *testing.T, lanes, vectorBytes int) {
		for seed := range uint64(100) {
			rng := rand.New(rand.NewPCG(seed, uint64(lanes)))
			apart := []int{1, 20, 70}[seed%3]
			program := randomProgram(rng, lanes, randomOperands, 40+rng.IntN(400), apart)
			runProgram(t, rng, program, lanes, vectorBytes, apart, fmt.Sprintf("seed %d", seed))
		}
	})
}

// randomOperands is how many vectors a random program reads; it writes twice as many behind them.
const randomOperands = 12

// runProgram compares machine code with the definition of a program, some times.
func runProgram(t *testing.T, rng *rand.Rand, program *vector.Code, lanes, vectorBytes, apart int, what string) {
	t.Helper()
	blocks := layout.BlocksOf(lanes)
	code := machineCodeOf(t, program, lanes, vectorBytes)
	place := func(m []byte) func(block int, at uint64) []byte {
		return func(block int, at uint64) []byte { return m[64+blocks*int(at)+16*block:][:16] }
	}
	for range 5 {
		memory := make([]byte, 64+16*blocks*3*randomOperands*apart)
		for block := range blocks {
			for i := range uint64(randomOperands) {
				operandBlock(rng, int(i%3), i%2 == 0, place(memory)(block, 16*uint64(apart)*i), place(memory)(block, 0))
			}
		}
		want := append([]byte{}, memory...)
		program.Run(blocks, place(want))
		code.Call(memory, translate.EntrySettle, 0)
		assert.Assert(t, bytes.Equal(memory, want), "%s:\n%s", what, program)
	}
}
