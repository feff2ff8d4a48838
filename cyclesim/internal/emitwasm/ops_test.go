package emitwasm

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tetratelabs/wazero"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/wasm"
	"culprit.example/culprit/cyclesim/internal/word"
)

// TestVectorCode: every operation on vectors does in wazero what it means.
func TestVectorCode(t *testing.T) {
	t.Parallel()
	const operands, results = 64, 128
	w := &wasm.Module{}
	w.Memory(1, "memory")
	f := w.NewFunc(nil)
	f.Export = "run"
	type operation struct {
		op vector.Op
		k  uint64
	}
	var list []operation
	for _, o := range vector.Ops() {
		ks := []uint64{0}
		if o.Shift() {
			ks = []uint64{1, 7, 15}
		}
		for _, k := range ks {
			code := vector.New(16)
			var x [3]vector.Ref
			for i := range o.Args() {
				x[i] = code.Add(vector.Instr{Kind: vector.Load, K: uint64(operands + 16*i)})
			}
			kind := vector.Apply
			switch {
			case o.Shift():
				kind = vector.Shift
			case o.Serial():
				kind = vector.Serial
			}
			r := code.Add(vector.Instr{Kind: kind, Op: o, A: x[0], B: x[1], C: x[2], K: k})
			code.Add(vector.Instr{Kind: vector.Store, B: r, K: uint64(results + 16*len(list))})
			assert.NilError(t, code.Verify())
			writer := New(w, &translate.Addresses{}, &translate.Options{FunctionVectorOps: 1500})
			key := &translate.Kernel{Origin: translate.Origin{Module: &translate.Module{Layout: &layout.Layout{Size: 1024}}}}
			writer.Vector(key, &word.Program{}, code, 16)
			f.I32Const(0)
			f.Call(writer.code[key.For(16)])
			list = append(list, operation{o, k})
		}
	}
	ctx := context.Background()
	r := wazero.NewRuntime(ctx)
	defer r.Close(ctx)
	mod, err := r.Instantiate(ctx, w.Encode())
	assert.NilError(t, err)
	memory := mod.Memory()
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 3))
	for round := range 300 {
		var x [3]vector.Block
		for i := range x {
			for j := range x[i] {
				x[i][j] = byte(rng.Uint32() >> (rng.IntN(8)))
				if round%3 == 0 && i == 0 {
					x[i][j] = -(x[i][j/8*8] & 1) // masks of any size
				}
			}
			if i == 1 { // no division by 0
				x[i][0] |= 1
				x[i][8] |= 1
			}
			assert.Assert(t, memory.Write(uint32(operands+16*i), x[i][:]))
		}
		_, err := mod.ExportedFunction("run").Call(ctx)
		assert.NilError(t, err)
		for i, c := range list {
			if c.op.Mask() && round%3 > 0 {
				continue
			}
			have, ok := memory.Read(uint32(results+16*i), 16)
			assert.Assert(t, ok)
			want := vector.Eval(c.op, x[0], x[1], x[2], c.k)
			assert.Equal(t, vector.Block(have), want, "seed %d, round %d: %s by %d", seed, round, c.op, c.k)
		}
	}
}
