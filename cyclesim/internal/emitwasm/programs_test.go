package emitwasm

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tetratelabs/wazero"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vectortest"
	"culprit.example/culprit/cyclesim/internal/wasm"
	"culprit.example/culprit/cyclesim/internal/word"
)

// TestPrograms: vectors that are computed late, loaded again, overwritten in their place, handed from
// function to function: programs compute what their definition says.
func TestPrograms(t *testing.T) {
	t.Parallel()
	const operands, frames = 12, 64
	for _, lanes := range []int{16, 32} {
		for seed := range uint64(100) {
			t.Run(fmt.Sprintf("%d lanes, seed %d", lanes, seed), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(seed, uint64(lanes)))
				apart := []int{1, 20}[seed%2]
				program := vectortest.Program(rng, lanes, operands, 40+rng.IntN(400), apart)
				assert.NilError(t, program.Verify())
				blocks := layout.BlocksOf(lanes)
				size := 16 * blocks * 3 * operands * apart

				w := &wasm.Module{}
				w.Memory(8, ExportMemory)
				at := &translate.Addresses{Scratch: uint64(frames + size), Lanes: uint32(frames + size)}
				at.Scratch += 2 * translate.LaneBytes
				g := New(w, at, &translate.Options{FunctionVectorOps: []int{30, 100, 1500}[seed%3]})
				of := translate.Origin{Module: &translate.Module{Layout: &layout.Layout{Size: uint32(size / lanes)}}}
				k := &translate.Kernel{Origin: of}
				g.Vector(k, &word.Program{}, program, lanes)
				f := w.NewFunc(nil)
				f.Export = ExportRun
				f.I32Const(frames)
				f.Call(g.callAll(g.code[k.For(lanes)], blocks, 16))

				ctx := context.Background()
				r := wazero.NewRuntime(ctx)
				defer r.Close(ctx)
				mod, err := r.Instantiate(ctx, w.Encode())
				assert.NilError(t, err)
				for range 5 {
					want := make([]byte, size)
					place := func(block int, at uint64) []byte { return want[blocks*int(at)+16*block:][:16] }
					vectortest.Operands(rng, blocks, operands, func(block, i int) []byte { return place(block, uint64(16*apart*i)) })
					assert.Assert(t, mod.Memory().Write(frames, want))
					for block := range blocks {
						program.Run(1, func(_ int, at uint64) []byte { return place(block, at) })
					}
					_, err := mod.ExportedFunction(ExportRun).Call(ctx)
					assert.NilError(t, err)
					have, ok := mod.Memory().Read(frames, uint32(size))
					assert.Assert(t, ok)
					assert.Assert(t, bytes.Equal(have, want), "%s", program)
				}
			})
		}
	}
}
