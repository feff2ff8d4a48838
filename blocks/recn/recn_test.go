package recn_test

import (
	"fmt"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/fabric"
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

// TestWidths refuses beats of a width that does not exist.
func TestWidths(t *testing.T) {
	for _, b := range recn.Blocks() {
		if !slices.ContainsFunc(b.Params, func(p blocks.Param) bool { return p.Name == "data" }) {
			continue
		}
		_, err := b.Elaborate(map[string]int{"data": 96})
		assert.ErrorContains(t, err, "there are no beats of data=96 bits: give 64, 128, 256 or 512", b.Name)
	}
}

// TestWideSwitchInATree refuses a network of switches whose beats its end nodes do not have.
func TestWideSwitchInATree(t *testing.T) {
	wide := recn.Scheme()
	wide.Switch = func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
		q := recn.Defaults
		q.Ports, q.Data = p.Ports, 128
		return fabric.As(p, recn.Switch(q))
	}
	_, err := fabric.TreeBlock(fabric.Schemes{wide}).Elaborate(nil)
	assert.ErrorContains(t, err, "the switches of RECN-IQ have beats of 128 bits, "+
		"and the end nodes of a network have beats of 64: give the switch data=64")
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
