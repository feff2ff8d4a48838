package cyclesim_test

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/eval"
	"culprit.example/culprit/rtlgen/ir/random"
)

// TestRandomCircuits compares the engine with the definition on random
// hierarchies: everything that has a name, in every cycle, also what they leave open.
func TestRandomCircuits(t *testing.T) {
	tiers.Long(t, "random circuits")
	t.Parallel()
	const circuits, cycles = 30, 5
	for seed := range uint64(circuits) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := random.NewOpen(r)
		sim, err := cyclesim.New(n.Design, cyclesim.Options{Engine: testEngine, Seed: seed})
		assert.NilError(t, err, "seed %d", seed)
		top := eval.New(n.Design.Top, func(path string, _ int) *big.Int { return peek(t, sim, path).Big() })
		top.Opening(func(m *ir.Module, name string, lane *ir.Node, width int) *big.Int {
			return open(seed, sim.Cycle(), m, name, lane, width)
		})
		for cycle, row := range n.Inputs(r, cycles) {
			for i, p := range n.Design.Top.Inputs() {
				top.SetInput(p, row[i])
				sim.SetInput(i, toWords(row[i], p.Width))
			}
			top.Each(func(v *eval.Instance) {
				objects := v.Objects()
				for _, path := range slices.Sorted(maps.Keys(objects)) {
					if got, want := peek(t, sim, path).Big(), objects[path]; got.Cmp(want) != 0 {
						t.Fatalf("engine %s, seed %d, cycle %d: %s is %x, expected %x", testEngine, seed, cycle, path, got, want)
					}
				}
			})
			top.Step()
			sim.Step()
		}
	}
}

// open is the value that the engines take for one that the netlist leaves open.
func open(seed, cycle uint64, m *ir.Module, name string, lane *ir.Node, width int) *big.Int {
	place := machine.OpenPlace(m, name)
	if lane != nil {
		place = machine.OpenLane(m, lane.Args[0], lane.Args[0].Width/lane.Width)
	}
	x := new(big.Int)
	for i := range machine.Words(width) {
		word := new(big.Int).SetUint64(machine.Open(seed, place, cycle, i))
		x.Or(x, word.Lsh(word, uint(64*i)))
	}
	return x.And(x, ir.Ones(width))
}
