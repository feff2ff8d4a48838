package running

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/translate"
)

// TestAffords: what moves is not looked for before the cycles have taken as long as that will, with all that
// has been done before; and the estimate grows with the kernels.
func TestAffords(t *testing.T) {
	t.Parallel()
	o := &translate.Options{Dozing: translate.DozeLimits{Samples: 20, Learning: 0.04}}
	for _, c := range []struct {
		ran, making, takes time.Duration
		affords, learns    bool
	}{
		{0, 0, time.Millisecond, false, false},
		{time.Millisecond, 0, time.Millisecond, true, true},
		{3 * time.Second, time.Second, time.Second, true, false},
		{3*time.Second - 1, time.Second, time.Second, false, false},
		{time.Minute, atFirst + 2*time.Second, time.Second, true, true},
		{time.Minute, atFirst + 3*time.Second, time.Second, true, false},
	} {
		r := &resting{Host: &Host{Options: o}, ran: c.ran, making: c.making}
		assert.Equal(t, r.affords(c.takes), c.affords, "%+v", c)
		assert.Equal(t, r.mayLearn(c.takes), c.learns, "%+v", c)
	}
	always := &resting{Host: &Host{Options: &translate.Options{}}}
	assert.Assert(t, always.affords(time.Hour) && always.mayLearn(time.Hour))
	small, large := &dozing{length: 100}, &dozing{length: 10_000}
	assert.Assert(t, small.searches(o) > small.compiles())
	assert.Equal(t, 100*small.searches(o), large.searches(o))
}
