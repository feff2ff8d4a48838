//go:build linux && amd64

package emitamd64

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/vectortest"
)

// TestPrograms: whatever becomes one instruction, registers of which there are too few,
// values in memory, places that lie far apart: programs compute in each block what their definition says.
func TestPrograms(t *testing.T) {
	t.Parallel()
	eachSize(t, func(t *testing.T, lanes, vectorBytes int) {
		for seed := range uint64(100) {
			rng := rand.New(rand.NewPCG(seed, uint64(lanes)))
			apart := []int{1, 20, 70}[seed%3]
			program := vectortest.Program(rng, lanes, randomOperands, 40+rng.IntN(400), apart)
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
		vectortest.Operands(rng, blocks, randomOperands,
			func(block, i int) []byte { return place(memory)(block, uint64(16*apart*i)) })
		want := append([]byte{}, memory...)
		program.Run(blocks, place(want))
		code.Call(memory, translate.EntrySettle, 0)
		assert.Assert(t, bytes.Equal(memory, want), "%s:\n%s", what, program)
	}
}
