package running

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestPace: the way that takes the least time is found, and found again when that changes; ways that
// are slow are tried seldom.
func TestPace(t *testing.T) {
	const crew, seldom, alone = 0, 1, 2
	p := newPace()
	run := func(cycles uint64, perCycle [len(ways)]time.Duration) (slow float64) {
		var n [len(ways)]uint64
		for done := uint64(0); done < cycles; done += lookDistance {
			for i := range ways {
				if p.now() == &ways[i] {
					n[i] += lookDistance
					p.ran(lookDistance, lookDistance*perCycle[i])
					break
				}
			}
		}
		return 1 - float64(n[p.way])/float64(cycles)
	}
	for _, c := range []struct {
		doc      string
		perCycle [len(ways)]time.Duration
		want     int
		slow     float64 // the largest part of the cycles in other ways
	}{
		{"sharing pays", [...]time.Duration{1000, 1010, 1900}, crew, 0.06},
		{"what is idle leaves nothing to share", [...]time.Duration{1000, 1300, 600}, alone, 0.2},
		{"everything is busy: looks bring nothing", [...]time.Duration{3000, 2500, 5000}, seldom, 0.2},
		{"sharing pays again", [...]time.Duration{1000, 1400, 1800}, crew, 0.2},
		{"a bit faster is not worth a change", [...]time.Duration{1000, 960, 2000}, crew, 0.06},
	} {
		slow := run(1<<21, c.perCycle)
		assert.Equal(t, p.way, c.want, c.doc)
		assert.Assert(t, slow < c.slow, "%s: %.2f of the cycles in other ways", c.doc, slow)
	}
}
