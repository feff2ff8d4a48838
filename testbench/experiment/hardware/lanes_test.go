package hardware

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestLanes: lanes of every width keep their values, also those that lie in two words.
func TestLanes(t *testing.T) {
	t.Parallel()
	for _, width := range []int{1, 3, 8, 13, 17, 32, 63} {
		const n = 40
		l := newLanes(0, width, n)
		want := func(i int) uint64 { return uint64(i*0x9e3779b97f4a7c1) & (uint64(1)<<width - 1) }
		for round := range 2 {
			for i := range n {
				l.set(i, want(i+round))
			}
			for i := range n {
				assert.Equal(t, l.at(i), want(i+round), "lane %d of %d bits", i, width)
			}
		}
	}
}
