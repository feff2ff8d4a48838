package experiment

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func TestTicks(t *testing.T) {
	even := func(low, high float64) string {
		var labels []string
		for _, k := range (evenTicks{}).Ticks(low, high) {
			labels = append(labels, k.Label)
		}
		return strings.Join(labels, " ")
	}
	assert.Equal(t, even(0, 1), "0 0.2 0.4 0.6 0.8 1")
	assert.Equal(t, even(0, 30000), "0 5000 10000 15000 20000 25000 30000")
	assert.Equal(t, even(0, 8), "0 1 2 3 4 5 6 7 8")
	var decades []string
	for _, k := range (decadeTicks{}).Ticks(0, 3) {
		if k.Label != "" {
			decades = append(decades, k.Label)
		}
	}
	assert.Equal(t, strings.Join(decades, " "), "1 10 100 1000")
}
