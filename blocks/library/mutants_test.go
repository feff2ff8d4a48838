package library_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/library"
	"culprit/rtlgen/ir"
	"culprit/testbench/experiment"
)

// TestMutantsOfExperiments makes every mistake under which a claim must fail, without
// running it: each still finds the place in the netlist that it changes.
func TestMutantsOfExperiments(t *testing.T) {
	t.Parallel()
	for _, e := range library.Families().Experiments() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			values, err := e.Resolve(e.Full())
			assert.NilError(t, err)
			plan, err := e.Plan(values, []uint32{1})
			assert.NilError(t, err)
			points, err := plan.MutantPoints()
			assert.NilError(t, err)
			done := map[*experiment.Mutant]bool{}
			for _, p := range points {
				if p.Mutant == nil || p.Mutant.Netlist == nil || done[p.Mutant] {
					continue
				}
				done[p.Mutant] = true
				sound, err := library.Find(p.Block).Elaborate(p.Params)
				assert.NilError(t, err, p.Name)
				broken, err := library.Find(p.Block).Elaborate(p.Params)
				assert.NilError(t, err, p.Name)
				assert.NilError(t, p.Mutant.Netlist(broken), p.Name)
				assert.NilError(t, ir.Verify(broken), p.Name)
				assert.Assert(t, ir.Text(sound) != ir.Text(broken), p.Name)
			}
		})
	}
}
