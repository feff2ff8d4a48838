package experiment

import (
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/mutant"
)

// shortQuanta makes a STOP end, and be repeated, many times in a short run.
var shortQuanta = map[string]int{"pause_quanta": 3000, "pause_reaction": 50}

// whileBlocked is a run of 2 ms with the hot server blocked for ten times as long as a
// STOP holds.
func whileBlocked(variant string, m *experiment.Mutant) experiment.Point {
	p := block{hot, 1000, 31_000}.in(point(10, variant, 1, 2, false))
	maps.Copy(p.Params, shortQuanta)
	if p.Mutant = m; m != nil {
		p.Name += " mutant=" + m.Name
	}
	return p
}

// TestBlockedReceiver blocks the hot server for ten times as long as a STOP holds: nothing
// is lost, and at both ends of each link STOP is obeyed for as long as it was said. Without
// repetitions the audit reports it, whichever end forgets them; where the leaves do, frames
// are dropped.
func TestBlockedReceiver(t *testing.T) {
	tiers.Long(t, "a receiver blocked for four lifetimes of a STOP")
	t.Parallel()
	deaf := "what is obeyed is not what was said"
	server := &experiment.Mutant{Name: "server_says_once",
		Netlist: inInstance("qcn_server", "pause_unit", mutant.StuckBit("again", 0, 0))}
	late := &experiment.Mutant{Name: "repeated_too_late",
		Netlist: inInstance("qcn_port_management", "pause_unit", mutant.AddConst("refresh_due", 0, 100))}
	cases := []struct {
		name  string
		point experiment.Point
		says  string
		drops bool
	}{
		{name: "PAUSE alone", point: whileBlocked(pauseOnly, nil)},
		{name: "random occupancy", point: whileBlocked(random, nil)},
		{name: "leaves say STOP once", point: whileBlocked(pauseOnly, noRefresh),
			says: "link leaf 0 port 0 -> server 0: STOP of priority 0: " + deaf, drops: true},
		{name: "leaves repeat STOP too late", point: whileBlocked(pauseOnly, late),
			says: "link leaf 1 port 0 -> server 1: STOP of priority 0: " + deaf},
		{name: "the server says STOP once", point: whileBlocked(pauseOnly, server),
			says: "link server 6 -> leaf 6 port 0: STOP of priority 0: " + deaf},
	}
	var points []experiment.Point
	for _, c := range cases {
		points = append(points, c.point)
	}
	results := experimenttest.Measure(t, hardware.New(spineleaf.Blocks()), points)
	for _, c := range cases {
		r, ok := results.Of(c.point)
		assert.Assert(t, ok, c.name)
		var all []string
		for _, v := range r.Violations {
			all = append(all, v.String())
		}
		text := strings.Join(all, "\n")
		t.Logf("%s: dropped %d, largest occupancy %d\n%s", c.name, r.Counters["dropped"], r.Counters["largest_occupancy"],
			text)
		assert.Equal(t, c.says == "", text == "", c.name)
		assert.Assert(t, strings.Contains(text, c.says), c.name)
		assert.Equal(t, c.drops, r.Counters["dropped"] > 0, c.name)
		// Priority 1 is not blocked in fact, but the server says STOP for all.
		few := fewestStops(run{experiment.Run{Point: c.point, Result: r}})
		assert.Assert(t, c.says != "" || few >= 10, "%s: a source got %v STOPs", c.name, few)
	}
}

// TestBlockedSettings makes the plans with a blocked server: claims about rates are not
// judged.
func TestBlockedSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given    map[string]string
		from, to uint64
		mutants  int
	}{
		{map[string]string{"blocked": "6", "blocked_from": "0"}, 0, 1<<32 - 1, 2},
		{map[string]string{"blocked": "6", "blocked_from": "2.5", "blocked_to": "3.5"}, 48_827, 68_358, 1},
		{map[string]string{"blocked": "0", "blocked_from": "1", "gbits": "100"}, 195_312, 1<<32 - 1, 1},
	} {
		v, err := fairness.Resolve(c.given)
		assert.NilError(t, err)
		p, err := fairness.Plan(v, []uint32{1})
		assert.NilError(t, err)
		assert.Equal(t, len(p.Points), len(variants))
		assert.Equal(t, len(p.Claims), 1)
		assert.Equal(t, len(p.Claims[0].Mutants), c.mutants)
		for _, point := range p.Points {
			assert.Equal(t, point.Stimulus.Inputs["block_start"], c.from)
			assert.Equal(t, point.Stimulus.Inputs["block_stop"], c.to)
		}
	}
	v, err := victims.Resolve(map[string]string{"blocked": "1", "blocked_to": "1.5"})
	assert.NilError(t, err)
	_, err = victims.Plan(v, []uint32{1})
	assert.Error(t, err,
		"qcn-victim: settings blocked_from=2 and blocked_to=1.5 leave no time in which the server takes nothing: give a later end, or auto")
}
