package experiment

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/mutant"
)

// TestLawsAreAudited: an adapter whose counters go wrong is named by the audit, although
// no assertion is simulated.
func TestLawsAreAudited(t *testing.T) {
	tiers.Long(t, "faults on the links of a network")
	t.Parallel()
	for _, c := range []struct {
		name      string
		mistake   func(*ir.Design) error
		violation string
	}{
		{"sound", nil, ""},
		{"released_not_counted", mutant.InModule("reqgrant_arbiter", mutant.FlipOp("oc_and_released", ir.OpAdd, ir.OpSub, 0)),
			"credits of the reassembly buffer are taken"},
		{"arrival_not_counted", mutant.InModule("reqgrant_adapter", mutant.Disconnect("arbiter.arrived")),
			"of 900 credits of the fabric's buffer are taken"},
		{"request_counted_twice", mutant.InModule("reqgrant_arbiter", mutant.OneMore("requested_data")),
			"its source waits for"},
		{"used_grants_not_counted", mutant.InModule("reqgrant_ingress", mutant.FlipOp("held_q", ir.OpSub, ir.OpAdd, 0)),
			"and its flows have"},
		{"departures_without_end", mutant.InModule("reqgrant_adapter", mutant.Stuck("ingress.left_valid", 1)),
			"an acknowledgement without an unsolicited segment"},
		{"grants_not_carried", mutant.InModule("reqgrant_adapter", mutant.Disconnect("ingress.gnt_valid")), "grants for"},
		{"requests_not_taken", mutant.InModule("reqgrant_adapter", mutant.Disconnect("arbiter.req_valid")), "requests for"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := regulated(16, 1, nil)
			x.Load = highLoad
			x.Hot = 2
			x.Factor = overload
			x.Warmup = 500
			x.Measure = 2500
			p := x.Plan()
			if c.mistake != nil {
				p.Mutant = &experiment.Mutant{Name: c.name, Netlist: c.mistake}
			}
			results := experimenttest.Measure(t, hardware.New(clos.Blocks()), []experiment.Point{p})
			r, ok := results.Of(p)
			assert.Assert(t, ok)
			if c.violation == "" {
				assert.Equal(t, len(r.Violations), 0, "%v", r.Violations)
				return
			}
			assert.Assert(t, slices.ContainsFunc(r.Violations,
				func(v experiment.Violation) bool { return strings.Contains(v.What, c.violation) }), "%v",
				r.Violations[:min(3, len(r.Violations))])
			t.Log(r.Violations[0])
		})
	}
}
