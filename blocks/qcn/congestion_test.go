package qcn_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestWrongCongestionParameters: what does not go together is named, with a way out.
func TestWrongCongestionParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		block string
		given map[string]int
		want  string
	}{
		{"qcn_cp", map[string]int{"q_eq": 150016},
			"block qcn_cp: q_eq=150016 is not below buffer=150016: the queue could never be congested: give q_eq up to 150015, or a larger buffer"},
		{"qcn_pause", map[string]int{"q_low": 430},
			"block qcn_pause: q_low=430 is not below q_high=430: GO would follow STOP at once: give q_low up to 429, or a larger q_high"},
		{"qcn_pause", map[string]int{"q_high": 431},
			"block qcn_pause: q_high=431 leaves 155 of units=586 for what comes after STOP, less than headroom=156: give q_high up to 430, or more units"},
		{"qcn_pause", map[string]int{"headroom": 586},
			"block qcn_pause: headroom=586 leaves nothing of the buffer of units=586: give headroom up to 585, or more units"},
		{"qcn_pause", map[string]int{"refresh": 91, "quanta": 100, "reaction": 10},
			"block qcn_pause: refresh=91 with reaction=10 is more than quanta=100: a STOP would end before its repetition is obeyed: give refresh up to 90, or 0"},
		{"qcn_pause", map[string]int{"quanta": 1025},
			"block qcn_pause: quanta=1025 leaves no time for reaction=1024: a STOP would end before its repetition is obeyed: give quanta from 1026 on, or a smaller reaction"},
		{"qcn_pause", map[string]int{"refresh": 1},
			"block qcn_pause: refresh=1: PAUSE frames would take the whole link: give refresh from 2 on, or 0"},
	} {
		_, err := blocks.Find(qcn.Blocks(), c.block).Resolve(c.given)
		assert.Error(t, err, c.want)
	}
}
