package experiment

import (
	"maps"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// TestFaultsAreReported disturbs links of both experiments by their settings: the audit
// names every fault, and finds nothing without one. What may be lost is lost as whole
// frames, which the hosts notice.
func TestFaultsAreReported(t *testing.T) {
	tiers.Long(t, "faults on the links of a network")
	t.Parallel()
	const (
		settled = "25000" // frames pass everywhere
		link    = "host H1 -> switch S1 port 2"
	)
	single := map[string]string{"networks": "T1-R", "modes": "ar", "patterns": "noncontending", "variants": "none",
		"from": "2", "to": "3"}
	full := map[string]string{"networks": "T1-R", "modes": "none", "loads": "1", "variants": "none", "from": "2",
		"to": "3"}
	for _, c := range []struct {
		name  string
		of    int // number of the experiment
		given map[string]string
		fault map[string]string
		says  string // in a violation
		error bool   // of the network
	}{
		{"adaptive routing, sound", 0, single, nil, "", false},
		{"PAUSE alone, sound", 1, full, nil, "", false},
		{"a frame lost", 0, single, map[string]string{"fault": "beat_loss", "fault_cycle": settled, "fault_link": link},
			"link " + link + ": 1 of", false},
		{"a frame doubled", 0, single, map[string]string{"fault": "beat_double", "fault_cycle": settled, "fault_link": link},
			"link " + link + ": ", false},
		{"frames damaged", 0, single, map[string]string{"fault": "beat_damage", "fault_rate": "0.01"}, "arrive damaged",
			false},
		{"frames lost everywhere", 1, full, map[string]string{"fault": "beat_loss", "fault_rate": "0.0001"}, "beats are lost",
			false},
		{"PAUSE frames lost", 1, full, map[string]string{"fault": "message_loss", "fault_rate": "1"}, "messages are lost",
			true},
		{"PAUSE frames late", 1, full, map[string]string{"fault": "message_delay", "fault_rate": "1"}, "events are late",
			false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			given := maps.Clone(c.given)
			maps.Copy(given, c.fault)
			p := experimenttest.Plan(t, Experiments()[c.of], given)
			assert.Equal(t, len(p.Points), 1)
			results := experimenttest.Measure(t, hardware.New(adaptive.Blocks()), p.Points)
			r, ok := results.Of(p.Points[0])
			assert.Assert(t, ok)
			text := []string{}
			for _, v := range r.Violations {
				text = append(text, v.Where+": "+v.What)
			}
			all := strings.Join(text, "\n")
			t.Logf("%d faults, %d events of hosts\n%s", r.Faults, r.Counters["link_beats"], all)
			if c.says == "" {
				assert.Equal(t, all, "")
			}
			assert.Equal(t, c.says != "", r.Faults > 0)
			assert.Assert(t, strings.Contains(all, c.says), all)
			assert.Assert(t, !c.error || r.Counters["error"] == 1)
			o, err := p.Evaluate(results)
			assert.NilError(t, err)
			assert.Equal(t, len(o.Violations) > 0, c.says != "")
		})
	}
}
