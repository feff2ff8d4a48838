package experiment

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
)

// draws are the CNMs that the input of the first source gets in a run of the victim
// experiment with random occupancy sampling.
type draws struct {
	made, ofVictim int
	// due and variance are the mean and the variance of ofVictim, if each draw takes the
	// victim flow with the part of the units that it holds at the trigger.
	due, variance float64
}

// strayed is how far the number of CNMs for the victim flow is from its mean, in
// standard deviations.
func (d draws) strayed() float64 { return math.Abs(float64(d.ofVictim)-d.due) / math.Sqrt(d.variance) }

// drawn counts them, signal by signal.
func drawn(t *testing.T, seed uint32, ms int, mistake func(*ir.Design) error) draws {
	p := point(10, random, seed, ms, true)
	s := benchtest.Simulate(t, spineleaf.Blocks(), p.Block, p.Params, mistake)
	for name, x := range p.Stimulus.Inputs {
		s.Set(name, int(x))
	}
	const unit = "leaf_0.management_0."
	triggered, offered := s.Probe(unit+"in_point_0.trigger_valid"), s.Probe(unit+"marking.cnm.offer_valid")
	target := s.Probe(unit + "marking.cnm.offer_dst")
	toHot, toIdle := s.Probe("leaf_0.port_in_0.voq_units_q[6]"), s.Probe("leaf_0.port_in_0.voq_units_q[5]")
	var d draws
	part, pending := 0.0, false
	for _, phase := range p.Stimulus.Phases {
		for name, x := range phase.Inputs {
			s.Set(name, int(x))
		}
		for range phase.Cycles {
			s.Engine.Eval()
			if !pending && triggered() == 1 {
				part, pending = float64(toIdle())/float64(toIdle()+toHot()), true
			}
			if offered() == 1 {
				assert.Assert(t, pending, "a CNM without a trigger")
				d.made++
				d.due += part
				d.variance += part * (1 - part)
				if target() == idle {
					d.ofVictim++
				}
				pending = false
			}
			s.Engine.Step()
		}
	}
	s.IsSound()
	return d
}

// TestRandomShare: the CNMs for the victim flow are as many as the units that it holds at
// the triggers ask for, to four standard deviations. Arrival sampling, which goes by
// what comes, is far from that.
func TestRandomShare(t *testing.T) {
	tiers.Long(t, "a share that is drawn at random")
	t.Parallel()
	ms := tiers.Cycles(24*lines[10].cyclesPer) / lines[10].cyclesPer
	for seed := range uint32(2) {
		d := drawn(t, seed+1, ms, nil)
		t.Logf("seed %d: %d CNMs, %d for the victim flow, %.1f by the units it holds (%.1f sigma)", seed+1, d.made,
			d.ofVictim, d.due, d.strayed())
		assert.Assert(t, d.made > 30 && d.due > 0)
		assert.Assert(t, d.strayed() < 4, "%+v", d)
	}
	d := drawn(t, 1, 12, arrivalsOnly.Netlist)
	t.Logf("arrival sampling: %d CNMs, %d for the victim flow, %.1f by the units it holds", d.made, d.ofVictim, d.due)
	assert.Assert(t, d.strayed() > 4, "%+v", d)
}
