package recn_test

import (
	"fmt"
	"testing"

	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestElaborate builds every unit at its defaults and at the cover points of the
// parameter space.
func TestElaborate(t *testing.T) {
	coverPoints := []map[string]int{
		nil,
		{"ports": 2, "saqs": 1, "slots": 8},
		{"ports": 3, "saqs": 0, "slots": 10},
		{"ports": 5, "saqs": 8, "slots": 18, "link_latency": 1},
		{"ports": 16, "saqs": 8, "slots": 256, "detect": 255, "xoff": 255, "xon": 255, "ready_bit": 0},
		{"saqs": 3, "slots": 10, "detect": 1, "xoff": 1, "xon": 1},
	}
	for _, b := range recn.Blocks() {
		for _, c := range coverPoints {
			v := values(b, c)
			t.Run(fmt.Sprint(b.Name, v), func(t *testing.T) {
				if _, err := rtlgen.Elaborate(b.Build(v)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// values keeps of c what the block has and accepts.
func values(b *blocks.Block, c map[string]int) blocks.Values {
	given := map[string]int{}
	for _, p := range b.Params {
		if x, ok := c[p.Name]; ok && x >= p.Min && x <= p.Max {
			given[p.Name] = x
		}
	}
	v, err := b.Resolve(given)
	if err != nil {
		panic(err)
	}
	return v
}
