package qcn_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/blocks/qcn"
)

// TestWrongCongestionParameters: what does not go together is named, with a way out.
func TestWrongCongestionParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		block string
		given map[string]int
		want  string
	}{
		{"qcn_cp", map[string]int{"q_eq": 150016}, "block qcn_cp: q_eq=150016 is not below buffer=150016: the queue could never be congested: give q_eq up to 150015, or a larger buffer"},
	} {
		_, err := blocks.Find(qcn.Blocks(), c.block).Resolve(c.given)
		assert.Error(t, err, c.want)
	}
}
