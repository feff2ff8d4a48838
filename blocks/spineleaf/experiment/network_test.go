package experiment

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// TestNetworkPlans makes the plans of the experiments on the network: every run that a
// claim or a mutant needs is there, and what the runs read the block has.
func TestNetworkPlans(t *testing.T) {
	t.Parallel()
	checkPlans(t, "10")
	checkPlans(t, "100")
}

// checkPlans checks the plans at a line rate.
func checkPlans(t *testing.T, gbits string) {
	for _, e := range []*experiment.Experiment{fairness, victims} {
		v, err := e.Resolve(map[string]string{"ms": "30", "gbits": gbits})
		assert.NilError(t, err)
		p, err := e.Plan(v, []uint32{1, 2})
		assert.NilError(t, err)
		points := 2 * 2 * len(variants)
		names := map[string]bool{}
		if e == fairness && gbits == "10" {
			points += 2 * len(loneLengths)
			for _, length := range loneLengths {
				names[lone(length)] = true
			}
		}
		assert.Equal(t, len(p.Points), points)
		for _, variant := range variants {
			names[named(variant)], names[blocked(variant)] = true, true
		}
		for _, c := range p.Claims {
			for _, k := range c.Conditions {
				for _, n := range k.Value.Needs {
					assert.Assert(t, names[n], "%s: claim %s needs %q", e.Name, c.ID, n)
				}
			}
			for _, trial := range c.Mutants {
				for _, n := range trial.Runs {
					assert.Assert(t, names[n], "%s: claim %s, mutant %s needs %q", e.Name, c.ID, trial.Mutant.Name, n)
				}
			}
		}
		for _, b := range spineleaf.Blocks() {
			if b.Name != p.Points[0].Block {
				continue
			}
			values, err := b.Resolve(p.Points[0].Params)
			assert.NilError(t, err)
			counters := map[string]bool{}
			for _, c := range b.Readback(values).Counters {
				counters[c.Name] = true
			}
			for _, name := range []string{spineleaf.BytesCounter(hot, late, 0, 29), spineleaf.NoticesCounter(0, idle, 29),
				spineleaf.StopsCounter(3, 0), spineleaf.FirstCNMCounter(3, 0), "dropped", "largest_occupancy"} {
				assert.Assert(t, counters[name], name)
			}
		}
	}
}

// TestNetworkSettings shows the message about a run that does not divide.
func TestNetworkSettings(t *testing.T) {
	t.Parallel()
	v, err := fairness.Resolve(map[string]string{"ms": "100"})
	assert.NilError(t, err)
	_, err = fairness.Plan(v, []uint32{1})
	assert.ErrorContains(t, err, "ms=100 is no multiple of 30, which thirds of 10 ms need: give ms=90 or ms=120")
}

// TestFirstMilliseconds runs the network with each kind of congestion point until all
// sources have CNMs: no frame is lost, damaged or out of order, and those at the inputs
// send their first CNMs together.
func TestFirstMilliseconds(t *testing.T) {
	t.Parallel()
	const ms = 3
	points := []experiment.Point{point(10, atOutputs, 1, ms, false), point(10, random, 1, ms, false)}
	results := experimenttest.Measure(t, hardware.New(spineleaf.Blocks()), points)
	for _, p := range points {
		result, ok := results.Of(p)
		assert.Assert(t, ok, p.Name)
		r := run{experiment.Run{Point: p, Result: result}}
		for _, counter := range p.Stimulus.Errors[1:] {
			assert.Equal(t, r.counter(counter), 0.0, "%s: %s", p.Name, counter)
		}
		assert.Assert(t, r.counter("largest_occupancy") <= 586)
		sum := 0.0
		for source := range sources + 1 {
			sum += r.rate(source, hot, 1, ms)
		}
		assert.Assert(t, sum > 9.7 && sum < 10.3, "%s: the hot server receives %.2f Gb/s", p.Name, sum)
		earliest, latest := firstNotices(r)
		together := latest-earliest < 10 && latest < 200
		assert.Equal(t, together, p.Name == points[1].Name, "%s: first CNMs from %.1f us to %.1f us", p.Name, earliest,
			latest)
	}
}

// TestAt100 runs a millisecond at 100 Gb/s: times and rates are those of 10 Gb/s.
func TestAt100(t *testing.T) {
	tiers.Long(t, "a network at 100 Gb/s")
	t.Parallel()
	p := point(100, random, 1, 1, false)
	results := experimenttest.Measure(t, hardware.New(spineleaf.Blocks()), []experiment.Point{p})
	result, ok := results.Of(p)
	assert.Assert(t, ok)
	r := run{experiment.Run{Point: p, Result: result}}
	sum := 0.0
	for source := range sources + 1 {
		sum += r.rate(source, hot, 0, 1)
	}
	assert.Assert(t, sum > 9.5 && sum < 10.1, "%.2f tenths of the line", sum)
	for i := range sources {
		assert.Assert(t, r.notices(i, hot, 1) > 0, "source %d has no CNM", i)
	}
	assert.Equal(t, len(result.Violations), 0, "%v", result.Violations)
	assert.Equal(t, r.counter("dropped"), 0.0)
}
