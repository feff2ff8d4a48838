package adapter_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestElaborate builds every unit at the corners of the parameter space.
func TestElaborate(t *testing.T) {
	t.Parallel()
	corners := []map[string]int{
		nil,
		{"nodes": 4, "paths": 2, "g": 1, "b_reasm": 2, "fc_init": 1, "b_in": 2, "voq": 2, "max_p": 1, "watch": 3, "lists": 2,
			"slots": 2},
		{"nodes": 8, "paths": 8, "g": 128, "b_reasm": 16000, "fc_init": 16000, "b_in": 255, "voq": 4096, "max_p": 64,
			"oob": 1},
		{"nodes": 64, "paths": 16, "g": 50, "b_reasm": 2048, "fc_init": 240, "max_p": 36, "unsol": 0, "watch": 24,
			"repair": 1},
	}
	for _, b := range adapter.Blocks() {
		for _, c := range corners {
			given := blocks.Values{}
			for _, p := range b.Params {
				if x, ok := c[p.Name]; ok {
					given[p.Name] = x
				}
			}
			t.Run(fmt.Sprint(b.Name, given), func(t *testing.T) {
				t.Parallel()
				_, err := b.Elaborate(given)
				assert.NilError(t, err)
			})
		}
	}
}

// TestWrongParameters: what does not go together is named, with a way out.
func TestWrongParameters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given map[string]int
		want  string
	}{
		{map[string]int{"nodes": 12}, "nodes=12 is not a power of two: give 8 or 16"},
		{map[string]int{"voq": 100}, "voq=100 is not a power of two: give 64 or 128"},
		{map[string]int{"paths": 16, "nodes": 8}, "paths=16 is above nodes=8: give at most as many paths as adapters"},
		{map[string]int{"g": 65},
			"g=65 is above b_reasm=64: a grant of g segments would never fit; give b_reasm at least g, better 2*g"},
		{map[string]int{"fc_init": 15},
			"g=16 is above fc_init=15: with reserved fabric buffers nothing would ever be granted; give fc_init at least g"},
		{map[string]int{"max_p": 17}, "max_p=17 is above g=16: a request is for whole packets, so g must be at least max_p"},
		{map[string]int{"repair": 1, "oob": 1},
			"repair=1 needs messages between the segments, which oob=1 does not have: give oob=0, or repair=0"},
		{map[string]int{"watch": 4}, "watch=4 is too short to look at nodes=16 flows: give at least 5"},
	} {
		_, err := blocks.Find(adapter.Blocks(), "reqgrant_adapter").Resolve(c.given)
		assert.Error(t, err, "block reqgrant_adapter: "+c.want)
	}
}
