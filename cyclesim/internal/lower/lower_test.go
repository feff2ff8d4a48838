package lower

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/textcase"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// TestLowering lowers the optimised programs in testdata for 16 lanes, and those in testdata/eight for 8. A
// file has a word program, a line with =>, and the vector program. With -update it gets the latter.
func TestLowering(t *testing.T) {
	t.Parallel()
	for dir, lanes := range map[string]int{"": vector.BlockLanes, "eight": 8} {
		textcase.Run(t, dir, func(t *testing.T, before string) string {
			p, err := word.Read(before)
			assert.NilError(t, err)
			p.Optimise(word.ForLanes(word.Passes()), nil)
			code := Vectorise(p, lanes, lanes)
			assert.NilError(t, code.Verify())
			return code.String()
		})
	}
}
