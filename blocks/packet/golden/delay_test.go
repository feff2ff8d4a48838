package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestDelay(t *testing.T) {
	for n := range 4 {
		d := NewDelay[int](n)
		for cycle := 1; cycle < 10; cycle++ {
			assert.Equal(t, d.End(cycle), max(0, cycle-n), "%d registers", n)
			d.Shift(cycle)
		}
	}
}
