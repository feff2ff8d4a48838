package cioq_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestElaborate builds all blocks at the corners of their parameters.
func TestElaborate(t *testing.T) {
	for _, given := range []map[string]int{
		nil,
		{"data": 96},
		{"ports": 2, "slots_in": 2, "slots_out": 4, "credits": 0},
		{"ports": 2, "slots_in": 3, "slots_out": 4, "data": 96, "credits": 1},
		{"ports": 3, "slots_in": 5, "slots_out": 5, "cut_through": 0, "stage": 6},
		{"ports": 5, "slots_in": 7, "slots_out": 9, "link_latency": 1, "credit_latency": 1},
		{"ports": 16, "data": 96, "slots_in": 100, "slots_out": 900, "stage": 2},
	} {
		for _, b := range cioq.Blocks() {
			own := map[string]int{}
			for _, p := range b.Params {
				if x, ok := given[p.Name]; ok {
					own[p.Name] = x
				}
			}
			t.Run(fmt.Sprint(b.Name, own), func(t *testing.T) {
				_, err := b.Elaborate(own)
				assert.NilError(t, err)
			})
		}
	}
}

// TestRefuses: what cannot be built is refused with what to do instead.
func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		given map[string]int
		want  string
	}{
		{map[string]int{"data": 80},
			"block cioq_element: there are no links of data=80 bits: give 64 or 65 (beats), or 96 (cells)"},
		{map[string]int{"data": 96, "cut_through": 0},
			"block cioq_element: cut_through=0 with data=96: a cell is one word, which arrives as a whole; give cut_through=1"},
		{map[string]int{"ports": 17},
			"block cioq_element: parameter ports=17 is out of range: give 2 to 16 (M: input ports, and output ports)"},
	} {
		_, err := blocks.Find(cioq.Blocks(), "cioq_element").Resolve(c.given)
		assert.Error(t, err, c.want)
	}
}
