package cyclesim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/blocks/recn"
	"culprit/cyclesim"
	"culprit/cyclesim/internal/vector"
	"culprit/cyclesim/internal/word"
)

// readAgain is what the text of a stage says.
func readAgain(s cyclesim.Stage) (fmt.Stringer, error) {
	if s.Step == "vectors" {
		return vector.Read(s.Text, min(s.Lanes, 16))
	}
	return word.Read(s.Text)
}

// TestStages: each kernel that is called has gone through all steps, programs become
// shorter, and the text of each is read again.
func TestStages(t *testing.T) {
	t.Parallel()
	d, err := blocks.Find(recn.Blocks(), "recn_switch").Elaborate(nil)
	assert.NilError(t, err)
	stages, err := cyclesim.Stages(d, cyclesim.Options{})
	assert.NilError(t, err)
	steps, lines := map[string][]string{}, map[string]int{}
	for _, s := range stages {
		steps[s.Kernel] = append(steps[s.Kernel], s.Step)
		lines[s.Step] += strings.Count(s.Text, "\n")
		assert.Assert(t, strings.HasPrefix(s.Kernel, s.Module+"."), s.Kernel)
		assert.Assert(t, s.Doc != "", s.Step)
		if s.Step == "c" {
			continue
		}
		again, err := readAgain(s)
		assert.NilError(t, err, "%s, %s", s.Kernel, s.Step)
		assert.Equal(t, again.String(), s.Text, "%s, %s", s.Kernel, s.Step)
	}
	words := []string{
		"lowered", "store-forwarding", "dead-code", "unread-wires", "dead-code",
		"store-forwarding", "constant-folding", "common-subexpressions", "known-bits", "constant-folding", "common-subexpressions", "known-bits",
		"constant-folding", "common-subexpressions", "dead-code", "zeros", "dead-code",
	}
	assert.DeepEqual(t, steps["recn_input_port.1"], slices.Concat(words, []string{"guards", "early-edge", "vectors", "c"}))
	assert.DeepEqual(t, steps["recn_switch.1"], slices.Concat(words, []string{"early-edge", "c"}))
	assert.Assert(t, lines["early-edge"] < lines["lowered"]/2, "%v", lines)
}
