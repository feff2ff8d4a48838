package translate

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/textcase"
	"culprit.example/culprit/rtlgen/ir"
)

// TestPrograms translates the netlists in testdata. A file has a netlist, a line with =>, and the
// programs of its kernels before any optimisation. With -update it gets the latter.
func TestPrograms(t *testing.T) {
	t.Parallel()
	textcase.Run(t, "", func(t *testing.T, before string) string {
		d, err := ir.Parse("netlist", before)
		assert.NilError(t, err)
		var after strings.Builder
		o := Standard(machine.Config{})
		o.Check = true
		o.Trace = func(k Named, _ int, step, text string) {
			if step == loweringStep.Name {
				after.WriteString(k.Name() + ":\n" + text)
			}
		}
		design, err := NewDesign(d, machine.Instances(d), o)
		assert.NilError(t, err)
		design.Translate(o)
		return after.String()
	})
}
