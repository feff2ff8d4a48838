// Package textcase has tests of steps of the compiler run on text: a file has what a step gets, a
// line with =>, and what it makes of that.
//
// What must not live here: anything about a step.
package textcase

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// Run has a step make the second part of each file in testdata/DIR from the first one, and compares.
// There is at least one file. With -update the files get what was made.
func Run(t *testing.T, dir string, step func(t *testing.T, before string) (after string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txt"))
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 0, "no case in testdata/%s", dir)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Join(dir, filepath.Base(file)), ".txt"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			assert.NilError(t, err)
			before, _, ok := strings.Cut(string(text), "=>\n")
			assert.Assert(t, ok, "no line =>")
			golden.Assert(t, before+"=>\n"+step(t, before), filepath.Join(dir, filepath.Base(file)))
		})
	}
}
