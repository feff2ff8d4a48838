//go:build linux && amd64

package emitamd64

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"culprit.example/culprit/cyclesim/internal/vectortest"
)

// TestPairs: steps that work on pairs of vectors compute what each of them would by itself.
func TestPairs(t *testing.T) {
	t.Parallel()
	eachSize(t, func(t *testing.T, lanes, vectorBytes int) {
		for seed := range uint64(150) {
			rng := rand.New(rand.NewPCG(seed, uint64(lanes)))
			runProgram(t, rng, vectortest.Pairs(rng, randomOperands, 20+rng.IntN(200)), lanes, vectorBytes, 1, fmt.Sprintf("seed %d", seed))
		}
	})
}

// TestPairOfChain: what one of two steps depends on must not become a pair with the other one.
func TestPairOfChain(t *testing.T) {
	t.Parallel()
	eachSize(t, func(t *testing.T, lanes, vectorBytes int) {
		c := vectortest.Chain(randomOperands)
		runProgram(t, rand.New(rand.NewPCG(1, 1)), c, lanes, vectorBytes, 1, "chain")
	})
}
