package prim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
)

// turns is all forms of a round robin over n requests.
func turns(n int) *rtlgen.Module {
	m := rtlgen.NewModule(fmt.Sprintf("turns_%d", n))
	requests, above := m.Input("requests", n), m.Input("above", n-1)
	output := func(form string, turn prim.Turn) {
		m.Output(form+"_has", turn.Any)
		m.Output(form+"_winner", turn.OneHot)
		m.Output(form+"_number", turn.Index)
		m.Output(form+"_next", turn.Above)
	}
	output("tree", prim.RoundRobin(m, "tree", requests, above))
	output("carry", prim.RoundRobinByCarry(m, "carry", requests, above))

	// Those in lanes have two lanes, the lower one without a request.
	requests2 := m.Let("two_requests", rtlgen.Cat(requests, m.Zero(n)))
	above2 := m.Let("two_above", rtlgen.Cat(above, m.Zero(n-1)))
	of := func(turns prim.Turns) func(i rtlgen.Value) prim.Turn {
		return func(i rtlgen.Value) prim.Turn {
			turn := turns.Lane(i)
			turn.OneHot = turns.OneHot.Lane(i, n)
			return turn
		}
	}
	k := rtlgen.IndexBits(n)
	numbers := make([]rtlgen.Value, 2*n)
	for i := range numbers {
		numbers[2*n-1-i] = m.Const(k, i%n)
	}
	choice, number := prim.RoundRobinMux(m, "mux", requests2, above2, m.Let("numbers", rtlgen.CatOf(numbers)), 2)
	for _, form := range []struct {
		name string
		lane func(i rtlgen.Value) prim.Turn
	}{
		{"lanes", of(prim.RoundRobinLanes(m, "lanes", requests2, above2, 2))},
		{"mux", func(i rtlgen.Value) prim.Turn {
			winner := choice.Lane(i, n)
			return prim.Turn{Any: winner.Any(), OneHot: winner, Index: number.Lane(i, k), Above: prim.AboveWinner(winner)}
		}},
	} {
		has, winner := m.Wire(form.name+"_two_has", 2), m.Wire(form.name+"_two_winner", 2*n)
		index, next := m.Wire(form.name+"_two_numbers", 2*k), m.Wire(form.name+"_two_next", 2*(n-1))
		for i := range m.Each("i", 2) {
			turn := form.lane(i)
			has.SetBit(i, turn.Any)
			winner.SetLane(i, turn.OneHot)
			index.SetLane(i, turn.Index)
			next.SetLane(i, turn.Above)
		}
		output(form.name, prim.Turn{Any: has.Bit(1), OneHot: winner.High(n), Index: index.High(k), Above: next.High(n - 1)})
		m.Unused(form.name+"_lower", rtlgen.Cat(has.Bit(0), winner.Slice(n-1, 0), index.Slice(k-1, 0), next.Slice(n-2, 0)))
	}
	return m
}

// TestRoundRobins: all forms find the same winner,
// also among more requests than a word of 64 bits has. Without a request nothing else counts.
func TestRoundRobins(t *testing.T) {
	t.Parallel()
	const seed = 1
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, n := range []int{2, 3, 8, 16, 17, 63, 64, 65, 256} {
		design, err := rtlgen.Elaborate(turns(n))
		assert.NilError(t, err)
		sim, err := cyclesim.New(design, cyclesim.Options{Seed: seed})
		assert.NilError(t, err)
		for range 200 {
			requests, last := randomBits(rng, n), rng.IntN(n)
			above := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
			above.Sub(above, big.NewInt(1)).Rsh(above, uint(last)).Lsh(above, uint(last)) // bit i is request i+1
			sim.SetInput(0, words(requests, n))
			sim.SetInput(1, words(above, n-1))
			sim.Eval()
			winner := -1
			for i := 1; i <= n && winner < 0; i++ {
				if at := (last + i) % n; requests.Bit(at) == 1 {
					winner = at
				}
			}
			for _, form := range []string{"tree", "carry", "lanes", "mux"} {
				peek := func(name string) string {
					v, err := sim.Peek(form + "_" + name)
					assert.NilError(t, err)
					return fmt.Sprint(v)
				}
				if winner < 0 {
					assert.Equal(t, peek("has"), "1'h0")
					continue
				}
				what := fmt.Sprintf("%s of %d: requests %x after %d, seed %d", form, n, requests, last, seed)
				oneHot := new(big.Int).SetBit(new(big.Int), winner, 1)
				next := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
				next.Sub(next, big.NewInt(1)).Rsh(next, uint(winner)).Lsh(next, uint(winner))
				assert.Equal(t, peek("has"), "1'h1", what)
				assert.Equal(t, peek("winner"), fmt.Sprintf("%d'h%0*x", n, (n+3)/4, oneHot), what)
				assert.Equal(t, peek("number"), fmt.Sprintf("%d'h%0*x", rtlgen.IndexBits(n), (rtlgen.IndexBits(n)+3)/4, winner),
					what)
				assert.Equal(t, peek("next"), fmt.Sprintf("%d'h%0*x", n-1, (n+2)/4, next), what)
			}
		}
	}
}

// randomBits are n bits, of which few, about half or none are 1.
func randomBits(rng *rand.Rand, n int) *big.Int {
	x, chance := new(big.Int), []float64{0, 1 / float64(n), 0.5}[rng.IntN(3)]
	for i := range n {
		if rng.Float64() < chance {
			x.SetBit(x, i, 1)
		}
	}
	return x
}

// words are the bits of x in words of 64.
func words(x *big.Int, width int) []uint64 {
	list := make([]uint64, (width+63)/64)
	for i := range list {
		list[i] = new(big.Int).Rsh(x, uint(64*i)).Uint64()
	}
	return list
}
