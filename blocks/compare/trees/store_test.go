package trees

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

func openStore(t *testing.T) *experiment.Store {
	t.Helper()
	s, err := experiment.OpenStore(t.TempDir())
	assert.NilError(t, err)
	return s
}

// TestStoreKnowsItsPoints finds a result for the very point and netlist only.
func TestStoreKnowsItsPoints(t *testing.T) {
	s := openStore(t)
	p := typed(plan(t, "recn-uniform", nil, 1).Points[0])
	want := counted(fakeResult(p))
	assert.NilError(t, s.Put(p.point(), "v1", want))
	got, ok := s.Get(p.point(), "v1")
	assert.Assert(t, ok)
	assert.DeepEqual(t, got, want)

	_, ok = s.Get(p.point(), "v2")
	assert.Assert(t, !ok, "the result of another netlist")
	for name, change := range map[string]func(*Point){
		"nodes": func(p *Point) { p.Nodes = 16 }, "ports": func(p *Point) { p.Ports = 4 },
		"scheme": func(p *Point) { p.Scheme = VOQsw }, "saqs": func(p *Point) { p.SAQs++ },
		"slots": func(p *Point) { p.Slots++ }, "detect": func(p *Point) { p.Detect++ }, "xoff": func(p *Point) { p.Xoff++ },
		"xon": func(p *Point) { p.Xon++ }, "latency": func(p *Point) { p.LinkLatency++ },
		"rule":  func(p *Point) { p.Rule = ruleIQ },
		"queue": func(p *Point) { p.Queue++ }, "seed": func(p *Point) { p.Seed++ }, "load": func(p *Point) { p.Load /= 2 },
		"hot": func(p *Point) { p.Hot.Percent++ }, "hot node": func(p *Point) { p.Hot.Node++ },
		"hot cycles": func(p *Point) { p.Hot.Cycles++ },
		"warmup":     func(p *Point) { p.Warmup++ }, "measure": func(p *Point) { p.Measure++ },
		"total":    func(p *Point) { p.Total++ },
		"interval": func(p *Point) { p.Interval++ },
	} {
		other := p
		change(&other)
		_, ok = s.Get(other.point(), "v1")
		assert.Assert(t, !ok, "the result of a point with another %s", name)
	}
}
