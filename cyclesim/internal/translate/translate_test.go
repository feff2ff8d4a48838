package translate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit/cyclesim/internal/machine"
	"culprit/rtlgen/ir"
)

// TestPrograms translates the netlists in testdata. A file has a netlist, a line with =>, and the
// programs of its kernels before any optimisation. With -update it gets the latter.
func TestPrograms(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 0)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			assert.NilError(t, err)
			before, _, ok := strings.Cut(string(text), "=>\n")
			assert.Assert(t, ok, "no line =>")
			d, err := ir.Parse(filepath.Base(file), before)
			assert.NilError(t, err)
			var after strings.Builder
			o := Standard(machine.Config{})
			o.Check = true
			o.Trace = func(k *Kernel, _ int, s Step, text string) {
				if s.Name == loweringStep.Name {
					after.WriteString(k.Name() + ":\n" + text)
				}
			}
			design, err := NewDesign(d, machine.Instances(d), o.Groups)
			assert.NilError(t, err)
			design.Translate(o)
			golden.Assert(t, before+"=>\n"+after.String(), filepath.Base(file))
		})
	}
}
