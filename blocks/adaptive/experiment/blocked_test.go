package experiment

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// TestBlockedHost lets a host take nothing for two lives of a STOP, and for ever, under
// PAUSE alone, with congestion management and with adaptive routing, with entries of the
// congestion tables that live for a part of that. No frame is lost, and the audit finds
// nothing; hosts whose frames pass no buffer that fills are served all the time, and all
// after the block. With a STOP that is said once frames come to a host without room.
func TestBlockedHost(t *testing.T) {
	tiers.Long(t, "a host that takes nothing")
	t.Parallel()
	const begin, end = 3, 10 // ms, of which a STOP lives for 3.3
	for _, c := range []struct {
		name  string
		given map[string]string
		long  bool // for ever
	}{
		{"for some time", map[string]string{"blocked_to": "10"}, false},
		{"for ever", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			given := map[string]string{"networks": "T1-R", "modes": "none,cm,ar", "loads": "0.6", "variants": "none",
				"from": "2", "to": "14", "blocked": "H4", "blocked_from": "3"}
			for name, x := range c.given {
				given[name] = x
			}
			p := experimenttest.Plan(t, Experiments()[1], given)
			mutants, err := p.MutantPoints()
			assert.NilError(t, err)
			points := slices.Concat(p.Points, mutants)
			for i := range points {
				points[i].Params["timer"] = 5
			}
			results := experimenttest.Measure(t, hardware.New(adaptive.Blocks()), points)
			for _, point := range p.Points {
				result, ok := results.Of(point)
				assert.Assert(t, ok)
				r := run{experiment.Run{Point: point, Result: result}}
				mode := r.spec().mode
				t.Logf("%s: given up %d, late %d", point.Name, result.Counters["given_up"], result.Counters["late"])
				assert.Equal(t, len(result.Violations), 0, "%s: %v", mode, result.Violations)
				assert.Equal(t, result.Counters["error"], uint64(0), mode)
				for _, f := range r.flows() {
					for ms := begin + 1; ms < r.spec().to; ms++ {
						n := r.within(f, span{ms, ms + 1})
						blocked := f.Dst == hostNumber(r.network(), "H4") && (c.long || ms < end)
						assert.Assert(t, !blocked || n == 0, "%s: %v in millisecond %d", mode, f, ms)
						// H4 itself sends into parts of the network that stand nowhere.
						assert.Assert(t, f.Src != hostNumber(r.network(), "H4") || n > 0, "%s: %v in millisecond %d", mode, f, ms)
					}
					assert.Assert(t, c.long || r.within(f, span{end + blockEnds, r.spec().to}) > 0, "%s: %v after the block", mode, f)
				}
			}
			o, err := p.Evaluate(results)
			assert.NilError(t, err)
			states := map[string]string{}
			for _, v := range o.Verdicts {
				states[v.ID] = v.State
			}
			verdicts, _, err := p.EvaluateMutants(results)
			assert.NilError(t, err)
			var noticed []string
			for _, v := range verdicts {
				if v.State == experiment.Noticed {
					noticed = append(noticed, v.Claim+":"+v.Mutant)
				}
			}
			slices.Sort(noticed)
			want := "B1-T1-R:stop_said_once B2-T1-R:never_blocked B3-T1-R:always_blocked"
			if c.long {
				want = "B1-T1-R:stop_said_once B2-T1-R:never_blocked"
			}
			assert.Equal(t, strings.Join(noticed, " "), want)
			for _, id := range []string{"B1-T1-R", "B2-T1-R"} {
				assert.Equal(t, states[id], experiment.Holds, id)
			}
		})
	}
}

// TestWrongBlocks has the messages about blocks that cannot be.
func TestWrongBlocks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given map[string]string
		want  string
	}{
		{map[string]string{"blocked": "H7"}, "network T1-R has no host blocked=H7: it has H1, H2, H3, H4, H5, H6"},
		{map[string]string{"blocked": "H1", "blocked_from": "9", "blocked_to": "9"},
			"settings blocked_from=9 and blocked_to=9 leave no time in which the host takes nothing: give a later end, or auto"},
	} {
		v, err := Experiments()[0].Resolve(c.given)
		assert.NilError(t, err)
		_, err = Experiments()[0].Plan(v, []uint32{1})
		assert.ErrorContains(t, err, c.want)
	}
	assert.Equal(t, hostNumber(graph.Named()[0], "H6"), 5)
}
