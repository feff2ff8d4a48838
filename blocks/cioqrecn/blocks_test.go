package cioqrecn_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/rtlgen/blocks"
)

// TestElaborate builds every unit at its defaults and at the cover points of the
// parameter space.
func TestElaborate(t *testing.T) {
	coverPoints := []map[string]int{
		nil,
		{"ports": 2, "saqs": 1, "slots": 8, "queues": 1, "standard": 1, "link_latency": 1},
		{"ports": 3, "saqs": 2, "slots": 10, "queues": 5, "standard": 3, "link_latency": 1},
		{"ports": 16, "saqs": 8, "slots": 256, "queues": 32, "standard": 16, "detect": 255, "detect_out": 255, "xoff": 255,
			"xon": 254, "link_latency": 16},
		{"saqs": 3, "slots": 10, "queues": 4, "standard": 2, "detect": 1, "detect_out": 1, "xoff": 2, "xon": 1},
	}
	for _, b := range cioqrecn.Blocks() {
		for _, c := range coverPoints {
			given := blocks.Values{}
			for _, p := range b.Params {
				if x, ok := c[p.Name]; ok {
					given[p.Name] = x
				}
			}
			t.Run(fmt.Sprint(b.Name, given), func(t *testing.T) {
				_, err := b.Elaborate(given)
				assert.NilError(t, err)
			})
		}
	}
}

// TestWrongParameters: what does not go together is named, with a way out.
func TestWrongParameters(t *testing.T) {
	for _, b := range cioqrecn.Blocks() {
		if b.Name != "cioq_recn_switch" {
			continue
		}
		_, err := b.Resolve(map[string]int{"slots": 8})
		assert.Error(t, err,
			"block cioq_recn_switch: slots=8 is too few for saqs=4: give at least 10 slots (2 for the standard queue, 2 per SAQ), or at most saqs=3")
		_, err = b.Resolve(map[string]int{"xon": 11})
		assert.Error(t, err,
			"block cioq_recn_switch: the thresholds are in the wrong order: xon=11 must not be above xoff=10")
		_, err = b.Resolve(map[string]int{"xon": 10})
		assert.Error(t, err,
			"block cioq_recn_switch: the thresholds are equal: a SAQ of xoff=10 packets would send Xoff and Xon by turns: give xon=9 or less, or a higher xoff")
		_, err = b.Resolve(map[string]int{"saqs": 0})
		assert.Error(t, err,
			"block cioq_recn_switch: parameter saqs=0 is out of range: give 1 to 8 (set-aside queues per input side and per output side)")
	}
}
