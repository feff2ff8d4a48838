package avx

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/vectortest"
)

// TestPairsAreFound: in random programs of pairs many steps become one, in all ways.
func TestPairsAreFound(t *testing.T) {
	t.Parallel()
	for _, blocks := range []int{1, 2} {
		t.Run(fmt.Sprint(blocks), func(t *testing.T) {
			t.Parallel()
			target := Target{AVX512: true, Bytes: 64, Blocks: blocks, Place: SideBySide(blocks)}
			found := map[string]int{}
			for seed := range uint64(150) {
				rng := rand.New(rand.NewPCG(seed, uint64(blocks*vector.BlockLanes)))
				s := Select(vectortest.Pairs(rng, operands, 20+rng.IntN(200)), target)
				before := len(s.Code)
				s.pairUp()
				eachStepInOnePair(t, vectortest.Pairs(rng, operands, 100), target)
				found["steps"] += before
				found["steps less"] += before - len(s.Code)
				for i := range s.Code {
					switch t := &s.Code[i]; {
					case t.Pair != NoPair:
						found[fmt.Sprint("pair step ", t.Pair)]++
					case t.Apart:
						found["stores apart"]++
					case t.Wide:
						found[fmt.Sprint("wide kind ", t.Kind)]++
					}
				}
			}
			t.Log(found)
			assert.Assert(t, found["steps less"] > found["steps"]/10, "%v", found)
			for _, what := range []string{
				fmt.Sprint("pair step ", UpperHalf), fmt.Sprint("pair step ", Join), fmt.Sprint("pair step ", Twice),
				fmt.Sprint("pair step ", Extend), "stores apart",
				fmt.Sprint("wide kind ", vector.Load), fmt.Sprint("wide kind ", vector.Apply),
				fmt.Sprint("wide kind ", vector.Store),
			} {
				assert.Assert(t, found[what] > 20, "%s: %v", what, found)
			}
		})
	}
}

// eachStepInOnePair fails if a step belongs to several pairs.
func eachStepInOnePair(t *testing.T, c *vector.Code, target Target) {
	t.Helper()
	p := Select(c, target).pairing()
	p.find()
	for n, x := range p.pairs {
		assert.Assert(t, p.of[x.low] == n && p.of[x.high] == n, "pair %d of steps %d and %d:\n%s", n, x.low, x.high, c)
	}
}

// TestPairOfChain: no step is in two pairs where those of a pair depend on each other.
func TestPairOfChain(t *testing.T) {
	t.Parallel()
	c := vectortest.Chain(operands)
	eachTarget(t, func(t *testing.T, target Target) { eachStepInOnePair(t, c, target) })
}
