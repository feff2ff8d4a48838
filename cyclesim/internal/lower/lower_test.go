package lower

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit/cyclesim/internal/vector"
	"culprit/cyclesim/internal/word"
)

// TestLowering lowers the optimised programs in testdata for 16 lanes. A file has a word
// program, a line with =>, and the vector program. With -update it gets the latter.
func TestLowering(t *testing.T) {
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
			p, err := word.Read(before)
			assert.NilError(t, err)
			p.Optimise(word.Passes(), nil)
			code := Vectorise(p, vector.BlockLanes)
			assert.NilError(t, code.Verify())
			golden.Assert(t, before+"=>\n"+code.String(), filepath.Base(file))
		})
	}
}
