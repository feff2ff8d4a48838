package experimenttest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

// CanFail checks that each claim has a mistake under which it must fail, or a test that
// proves it, that every mutant is told what it is, that the claims are without flaws
// (Claim.Flaws), and TestsExist.
func CanFail(t testing.TB, root string, claims []experiment.Claim) {
	t.Helper()
	for _, c := range claims {
		assert.Assert(t, len(c.Mutants) > 0 || len(c.Tests) > 0, c.ID)
		for _, m := range c.Mutants {
			assert.Assert(t, m.Mutant.Name != "" && m.Mutant.Doc != "", c.ID)
		}
		assert.DeepEqual(t, c.Flaws(), []string(nil))
	}
	TestsExist(t, root, claims)
}

// TestsExist finds the tests that claims name. root is the folder of the module, from
// that of the calling test.
func TestsExist(t testing.TB, root string, claims []experiment.Claim) {
	t.Helper()
	for _, c := range claims {
		for _, test := range c.Tests {
			folder, name, _ := strings.Cut(test, ".")
			files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
			assert.NilError(t, err)
			assert.Assert(t, slices.ContainsFunc(files, func(file string) bool {
				text, err := os.ReadFile(file)
				return err == nil && strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)")
			}), "%s: there is no test %s", c.ID, test)
		}
	}
}
