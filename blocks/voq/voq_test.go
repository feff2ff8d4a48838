package voq_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestElaborate builds every block at its defaults and at the cover points of the
// parameter space.
func TestElaborate(t *testing.T) {
	coverPoints := []map[string]int{
		nil,
		{"ports": 2, "slots": 8, "nodes": 16, "depth": 2, "queue": 2, "link_latency": 1},
		{"ports": 3, "slots": 10, "nodes": 16, "depth": 8, "queue": 5},
		{"ports": 5, "slots": 18, "nodes": 64, "depth": 2, "queue": 64},
		{"ports": 16, "slots": 256, "nodes": 256, "depth": 16, "queue": 65536, "link_latency": 16},
	}
	for _, b := range voq.Blocks() {
		for _, c := range coverPoints {
			v, err := b.Resolve(accepted(b, c))
			assert.NilError(t, err)
			t.Run(fmt.Sprint(b.Name, v), func(t *testing.T) {
				if _, err := rtlgen.Elaborate(b.Build(v)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// accepted keeps of c what the block has.
func accepted(b *blocks.Block, c map[string]int) map[string]int {
	given := map[string]int{}
	for _, p := range b.Params {
		if x, ok := c[p.Name]; ok {
			given[p.Name] = x
		}
	}
	return given
}

// TestWrongParameters: each mistake gives one message with the way out.
func TestWrongParameters(t *testing.T) {
	for _, c := range []struct {
		block string
		given map[string]int
		want  string
	}{
		{"voqsw_switch", map[string]int{"ports": 1},
			"block voqsw_switch: parameter ports=1 is out of range: give 2 to 16 (bidirectional ports)"},
		{"voqsw_switch", map[string]int{"nodes": 64},
			`block voqsw_switch has no parameter "nodes"; it has: ports, slots, link_latency, error_bits, data`},
		{"voqnet_switch", map[string]int{"nodes": 32},
			"block voqnet_switch: there is no network of nodes=32: give 16, 64 or 256"},
		{"voqnet_switch", map[string]int{"data": 96},
			"block voqnet_switch: there are no beats of data=96 bits: give 64, 128, 256 or 512"},
		{"voqnet_switch", map[string]int{"depth": 3}, "block voqnet_switch: depth=3 is no power of two: give 2, 4, 8 or 16"},
		{"traffic_nic_voq", map[string]int{"depth": 12},
			"block traffic_nic_voq: depth=12 is no power of two: give 2, 4, 8 or 16"},
		{"traffic_nic_voq", map[string]int{"queue": 1},
			"block traffic_nic_voq: parameter queue=1 is out of range: give 2 to 65536 (packets that wait at most)"},
	} {
		for _, b := range voq.Blocks() {
			if b.Name == c.block {
				_, err := b.Resolve(c.given)
				assert.Error(t, err, c.want)
			}
		}
	}
}
