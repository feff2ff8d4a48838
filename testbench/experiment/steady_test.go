package experiment

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestUnsteady compares halves of windows: of 1000 cycles, read from cycle 500 on.
func TestUnsteady(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                  string
		first, all            uint64 // events in the first half, in all
		sum, whole            uint64 // of their latencies
		reading               int
		wantRate, wantLatency string
	}{
		{name: "steady", first: 50_000, all: 100_000, sum: 500_000, whole: 1_000_000},
		{name: "nearly", first: 48_800, all: 100_000, sum: 488_000, whole: 1_000_000},
		{name: "few events", first: 4, all: 12, sum: 40, whole: 160},
		{name: "none", first: 0, all: 0},
		{
			name: "warming up", first: 40_000, all: 100_000, sum: 200_000, whole: 1_000_000,
			wantRate:    "80 per cycle in the first half of the window, 120 in the second",
			wantLatency: "mean 5 cycles in the first half of the window, 13.33 in the second",
		},
		{
			name: "latency grows", first: 50_000, all: 100_000, sum: 450_000, whole: 1_000_000,
			wantLatency: "mean 9 cycles in the first half of the window, 11 in the second",
		},
		{name: "long reading", first: 60_000, all: 100_000, reading: 200},
		{
			name: "stuck", first: 50_000, all: 50_000, sum: 500_000, whole: 500_000,
			wantRate:    "100 per cycle in the first half of the window, 0 in the second",
			wantLatency: "mean 10 cycles in the first half of the window, none in the second",
		},
	} {
		p := Point{Stimulus: Stimulus{Phases: []Phase{{Cycles: 7},
			{Cycles: 1000, Steady: &Steady{Rate: []string{"a", "b"}, Sum: "sum", Count: []string{"a", "b"}}}}}}
		r := Run{p, Result{
			Counters: map[string]uint64{"a": c.all - c.all/3, "b": c.all / 3, "sum": c.whole},
			Halves:   &Halves{map[string]uint64{"a": c.first - c.first/3, "b": c.first / 3, "sum": c.sum}, c.reading},
		}}
		if c.whole == 0 {
			p.Stimulus.Phases[1].Steady.Sum = ""
		}
		assert.Equal(t, r.Unsteady(OfRate), c.wantRate, c.name)
		assert.Equal(t, r.Unsteady(OfMean), c.wantLatency, c.name)
		assert.Equal(t, r.Unsteady(AnyTime), "")
	}
	long := Run{Point{Stimulus: Stimulus{Phases: []Phase{{Cycles: 1000,
		Steady: &Steady{Rate: []string{"beats"}, Sum: "sum", Count: []string{"packets"}}}}}}, Result{
		Counters: map[string]uint64{"beats": 3000, "packets": 3, "sum": 300},
		Halves:   &Halves{Counters: map[string]uint64{"beats": 2000, "packets": 2, "sum": 200}},
	}}
	assert.Equal(t, long.Unsteady(OfRate), "", "three packets say nothing")
	short := Run{Point{Stimulus: Stimulus{Phases: []Phase{{Cycles: 9, Steady: &Steady{Rate: []string{"a"}}}}}},
		Result{Halves: &Halves{}}}
	assert.Equal(t, short.Unsteady(OfRate), "the window of 9 cycles is too short to compare its halves")
}

// TestOpenMarks: a chart opens the marks of what was not steady, and says so in its legend.
func TestOpenMarks(t *testing.T) {
	t.Parallel()
	c := Chart{Name: "grass", X: "sun", Y: "height",
		Lines: []Line{{Name: "meadow", X: []float64{1, 2, 3}, Y: []float64{4, 5, 6}}}}
	closed, err := c.svg()
	assert.NilError(t, err)
	c.Lines[0].Open = []float64{2}
	open, err := c.svg()
	assert.NilError(t, err)
	assert.Assert(t, !strings.Contains(string(closed.Data), "not steady"))
	assert.Assert(t, strings.Contains(string(open.Data), "open: not steady"), "%s", open.Data)
}
