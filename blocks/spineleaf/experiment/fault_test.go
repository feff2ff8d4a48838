package experiment

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// disturbed is a run of 2 ms with a fault.
func disturbed(variant string, f experiment.Fault) experiment.Point {
	p := point(10, variant, 1, 2, false)
	f.Seed = 1
	p.Fault = &f
	p.Name += " fault=" + string(f.Kind)
	return p
}

// TestFaults disturbs the links between servers and fabric, and compares what happens
// with the contract of qcn_network: every fault is reported, no buffer ever holds more
// than it can, and what may be lost is lost as whole frames.
func TestFaults(t *testing.T) {
	tiers.Long(t, "faults on the links of a network")
	t.Parallel()
	const settled = 25_000 // STOPs of the start are over
	every := experiment.Fault{Kind: "message_loss", Rate: 1}
	cases := []struct {
		name    string
		point   experiment.Point
		says    string // in a violation
		drops   bool   // frames find no room
		gaps    bool   // frames are missing at their destination
		damaged bool   // beats are not what they should be
	}{
		{name: "sound", point: point(10, random, 1, 2, false)},
		{name: "sound, PAUSE alone", point: point(10, pauseOnly, 1, 2, false)},
		{name: "every PAUSE frame lost", point: disturbed(pauseOnly, every), says: "messages are lost", drops: true,
			gaps: true},
		{name: "a CNM lost", point: disturbed(random, experiment.Fault{Kind: "message_loss", Once: true, From: settled}),
			says: "messages are lost"},
		{name: "a CNM doubled", point: disturbed(random, experiment.Fault{Kind: "message_double", Once: true, From: settled}),
			says: "arrive"},
		{name: "a PAUSE frame lost", point: disturbed(pauseOnly,
			experiment.Fault{Kind: "message_loss", Once: true, From: settled}), says: "messages are lost", drops: true,
			gaps: true},
		{name: "a PAUSE frame doubled", point: disturbed(pauseOnly,
			experiment.Fault{Kind: "message_double", Once: true, From: settled}), says: "arrive"},
		{name: "PAUSE frames late", point: disturbed(pauseOnly, experiment.Fault{Kind: "message_delay", Rate: 1}),
			says: "late"},
		{name: "CNMs late", point: disturbed(random, experiment.Fault{Kind: "message_delay", Rate: 1}), says: "late"},
		{name: "a credit of an uplink lost", point: disturbed(random,
			experiment.Fault{Kind: "credit_loss", Once: true, From: settled, Link: "leaf 0 -> spine 1"}),
			says: "link leaf 0 -> spine 1: 1 of"},
		{name: "credits inside the fabric lost", point: disturbed(random, experiment.Fault{Kind: "credit_loss", Rate: 1e-4}),
			says: "credits are lost"},
		{name: "a credit of a downlink doubled",
			point: disturbed(random, experiment.Fault{Kind: "credit_double", Once: true, From: settled,
				Link: "spine 2 -> leaf 6"}), says: "link spine 2 -> leaf 6"},
		{name: "a beat inside the fabric lost",
			point: disturbed(random, experiment.Fault{Kind: "beat_loss", Once: true, From: settled, Link: "leaf 1 -> spine 0"}),
			says:  "link leaf 1 -> spine 0: 1 of", gaps: true, damaged: true},
		{name: "a beat inside the fabric damaged",
			point: disturbed(random, experiment.Fault{Kind: "beat_damage", Once: true, From: settled,
				Link: "leaf 1 -> spine 0"}), says: "link leaf 1 -> spine 0", gaps: true, damaged: true},
		{name: "the head of a frame lost", point: disturbed(random,
			experiment.Fault{Kind: "beat_loss", Once: true, From: settled}), says: "beats are lost", gaps: true, damaged: true},
	}
	points := []experiment.Point{}
	for _, c := range cases {
		points = append(points, c.point)
	}
	results := experimenttest.Measure(t, hardware.New(spineleaf.Blocks()), points)
	for _, c := range cases {
		r, ok := results.Of(c.point)
		assert.Assert(t, ok, c.name)
		text := []string{}
		for _, v := range r.Violations {
			text = append(text, v.Where+": "+v.What)
		}
		all := strings.Join(text, "\n")
		t.Logf("%s: %d faults, dropped %d, out of order %d, wrong beats %d, largest occupancy %d\n%s", c.name, r.Faults,
			r.Counters["dropped"],
			r.Counters["frames_out_of_order"], r.Counters["wrong_beats"], r.Counters["largest_occupancy"], all)
		if c.says == "" {
			assert.Equal(t, all, "", c.name)
		}
		assert.Assert(t, strings.Contains(all, c.says), "%s: %s", c.name, all)
		assert.Assert(t, r.Counters["largest_occupancy"] <= 586, c.name)
		assert.Assert(t, c.drops || r.Counters["dropped"] == 0, c.name)
		assert.Assert(t, c.gaps || r.Counters["frames_out_of_order"] == 0, c.name)
		assert.Assert(t, c.damaged || r.Counters["wrong_beats"] == 0, c.name)
	}
}
