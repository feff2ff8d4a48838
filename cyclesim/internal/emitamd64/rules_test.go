//go:build linux && amd64

package emitamd64

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/native"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/vectortest"
	"culprit.example/culprit/rtlgen/ir"
)

// machineCodeOf is a vector program as code that settle runs on the frame at 64.
func machineCodeOf(t *testing.T, code *vector.Code, lanes, vectorBytes int) *native.Code {
	t.Helper()
	assert.NilError(t, code.Verify())
	g := New(&translate.Design{IR: &ir.Design{}, At: translate.Addresses{Cycle: 0, Seed: 8, Failed: 16, Log: 24}},
		&translate.Options{Check: true}, vectorBytes)
	k := &translate.Kernel{Origin: translate.Origin{Module: &translate.Module{Layout: &layout.Layout{}}}}
	g.Vector(k, &k.Program, code, lanes)
	kernel := g.labels[k.For(lanes)]
	g.entry(64, kernel, kernel, nil)
	g.failFunc()
	image, err := g.Image()
	assert.NilError(t, err)
	run, err := native.Load(image, 1)
	assert.NilError(t, err)
	return run
}

// eachSize runs a test for all numbers of lanes that a group can have with vectors of 32 and of 64 bytes.
func eachSize(t *testing.T, test func(t *testing.T, lanes, vectorBytes int)) {
	assert.NilError(t, native.AVX2())
	for _, vectorBytes := range []int{32, 64} {
		for _, lanes := range []int{16, 32, 64} {
			if lanes > vectorBytes {
				continue
			}
			t.Run(fmt.Sprintf("%d lanes, %d bytes", lanes, vectorBytes), func(t *testing.T) {
				t.Parallel()
				if vectorBytes == 64 && !native.AVX512() {
					t.Skip("the processor has no AVX-512")
				}
				test(t, lanes, vectorBytes)
			})
		}
	}
}

// TestRules: each operation does in each block what its definition says.
func TestRules(t *testing.T) {
	t.Parallel()
	list := vectortest.Operations()
	const seed = 1
	eachSize(t, func(t *testing.T, lanes, vectorBytes int) {
		blocks := layout.BlocksOf(lanes)
		code := machineCodeOf(t, vectortest.OperationsProgram(list), lanes, vectorBytes)
		rng := rand.New(rand.NewPCG(seed, uint64(lanes)))
		for round := range 300 {
			memory := make([]byte, 64+16*blocks*(3+len(list)))
			at := func(i, block int) []byte { return memory[64+16*(blocks*i+block):][:16] }
			for i := range 3 {
				for block := range blocks {
					vectortest.Operand(rng, i, round%3 == 0, at(i, block), at(0, block))
				}
			}
			code.Call(memory, translate.EntrySettle, 0)
			for i, c := range list {
				if c.Op.Mask() && round%3 != 0 {
					continue
				}
				for block := range blocks {
					a, b, mask := vector.Block(at(0, block)), vector.Block(at(1, block)), vector.Block(at(2, block))
					want := vector.Eval(c.Op, a, b, mask, c.K)
					assert.Equal(t, vector.Block(at(3+i, block)), want, "seed %d, round %d: %s by %d, block %d: %x %x %x", seed, round,
						c.Op, c.K, block, a, b, mask)
				}
			}
		}
	})
}
