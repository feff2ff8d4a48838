package library_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
)

// TestMutantsOfExperiments makes every mistake under which a claim must fail, without
// running it: each still finds the place in the netlist that it changes.
func TestMutantsOfExperiments(t *testing.T) {
	tiers.Long(t, "mutants of the experiments")
	t.Parallel()
	for _, e := range library.Families().Experiments() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			plan := experimenttest.Plan(t, e, e.Full())
			points, err := plan.MutantPoints()
			assert.NilError(t, err)
			done := map[*experiment.Mutant]bool{}
			for _, p := range points {
				if p.Mutant == nil || p.Mutant.Netlist == nil || done[p.Mutant] {
					continue
				}
				done[p.Mutant] = true
				d, err := library.Find(p.Block).Elaborate(p.Params)
				assert.NilError(t, err, p.Name)
				sound := ir.Text(d)
				assert.NilError(t, p.Mutant.Netlist(d), p.Name)
				assert.NilError(t, ir.Verify(d), p.Name)
				assert.Assert(t, ir.Text(d) != sound, p.Name)
			}
		})
	}
}
