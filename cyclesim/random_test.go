package cyclesim_test

import (
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim"
	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/eval"
	"culprit/rtlgen/ir/random"
)

// TestRandomCircuits compares the engine with the definition on random
// hierarchies: everything that has a name, in every cycle.
func TestRandomCircuits(t *testing.T) {
	t.Parallel()
	const circuits, cycles = 30, 5
	for seed := range uint64(circuits) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := random.New(r)
		sim, err := cyclesim.New(n.Design, cyclesim.Options{Engine: testEngine, Seed: seed})
		assert.NilError(t, err, "seed %d", seed)
		top := eval.New(n.Design.Top, func(path string, _ int) *big.Int { return peek(t, sim, path).Big() })
		for cycle, row := range n.Inputs(r, cycles) {
			for i, p := range n.Design.Top.Inputs() {
				top.SetInput(p, row[i])
				sim.SetInput(i, toWords(row[i], p.Width))
			}
			top.Each(func(v *eval.Instance) {
				objects := v.Objects()
				for _, name := range open(v.Module) {
					delete(objects, strings.TrimPrefix(v.Path+"."+name, "."))
				}
				for _, path := range slices.Sorted(maps.Keys(objects)) {
					if got, want := peek(t, sim, path).Big(), objects[path]; got.Cmp(want) != 0 {
						t.Fatalf("engine %s, seed %d, cycle %d: %s is %x, expected %x", testEngine, seed, cycle, path, got, want)
					}
				}
			})
			sim.Step()
			top.Step()
		}
	}
}

// open lists the read ports with undefined read-during-write, whose values are
// arbitrary while the memory is being filled.
func open(m *ir.Module) []string {
	var names []string
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if mem.RDW == ir.ReadUndefined {
				names = append(names, r.Name)
			}
		}
	}
	return names
}
