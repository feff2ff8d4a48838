package random_test

import (
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
)

// TestEveryOperation: the netlists have all operations, and go through text.
func TestEveryOperation(t *testing.T) {
	t.Parallel()
	const netlists = 60
	seen := map[ir.Op]int{}
	for seed := range uint64(netlists) {
		d := random.New(rand.New(rand.NewPCG(seed, 0))).Design
		for _, m := range d.Modules {
			nodes := map[*ir.Node]bool{}
			m.RootNodes(func(root *ir.Node) {
				ir.WalkNodes(root, nodes, func(n *ir.Node) { seen[n.Op]++ })
			})
		}
		if seed < 10 {
			text := ir.Text(d)
			again, err := ir.Parse("random", text)
			assert.NilError(t, err, "seed %d", seed)
			assert.Equal(t, ir.Text(again), text, "seed %d", seed)
		}
	}
	for o := ir.OpInvalid + 1; int(o) < ir.NumOps; o++ {
		assert.Assert(t, seen[o] > 20, "%s: %d times in %d netlists", o, seen[o], netlists)
		t.Logf("%6d  %s", seen[o], o)
	}
}
