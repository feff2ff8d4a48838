package hardware

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// counting is a block with two counters: of the cycles, and the largest step.
func counting() *blocks.Block {
	return &blocks.Block{
		Name: "counting", Family: "hardware", Doc: "counts",
		Params: []blocks.Param{{Name: "width", Default: 8, Min: 1, Max: 100, Doc: "bits"}},
		Build: func(v blocks.Values) *rtlgen.Module {
			m := rtlgen.NewModule("counting")
			m.Param("width", v["width"], 8)
			step := m.Input("step", 4)
			sum := m.Reg("sum_q", v["width"], 0)
			m.If(step.Any(), func() { sum.Set(sum.Add(1)) })
			largest := m.Reg("largest_q", 8, 0)
			m.If(step.Zext(8).Gt(largest), func() { largest.Set(step.Zext(8)) })
			address := m.Next("address_q", m.Input("address", 1), 0)
			m.Output("sum", sum)
			m.Output("data", rtlgen.Mux(address, largest, sum.Low(min(v["width"], 8)).Zext(8)))
			return m
		},
		Readback: func(blocks.Values) blocks.Readback {
			return blocks.Readback{Address: "address", Data: "data", Latency: 1, Counters: []blocks.Counter{
				{Name: "steps", Address: 0}, {Name: "steps_twice", Address: 0}, {Name: "steps_twice", Address: 0},
				{Name: "largest", Address: 1, Max: true},
			}}
		},
	}
}

func point(change func(*experiment.Point)) experiment.Point {
	p := experiment.Point{Name: "counting", Block: "counting", Params: map[string]int{}, Stimulus: experiment.Stimulus{
		Inputs: map[string]uint64{"step": 3},
		Phases: []experiment.Phase{{Cycles: 5, Expect: map[string]uint64{"sum": 5}},
			{Cycles: 7, Inputs: map[string]uint64{"step": 9}}, {Inputs: map[string]uint64{"step": 0}}},
		Outputs: []string{"sum"},
		Trace:   experiment.Trace{Output: "sum", Start: 4, Interval: 4},
	}}
	change(&p)
	return p
}

// TestRun follows a stimulus: phases, trace, outputs, counters.
func TestRun(t *testing.T) {
	tiers.Tools(t, "gcc")
	t.Parallel()
	for _, engine := range cyclesim.Engines() {
		lab := New([]*blocks.Block{counting()})
		lab.Engine = engine
		m := lab.NewMachine()
		var parts []float64
		for range 2 { // the second run starts from reset, too
			r, err := m.Run(context.Background(), point(func(*experiment.Point) {}),
				func(part float64) { parts = append(parts, part) })
			assert.NilError(t, err)
			assert.DeepEqual(t, r.Counters, map[string]uint64{"sum": 12, "steps": 12, "steps_twice": 24, "largest": 9})
			assert.DeepEqual(t, r.Trace, []uint64{8, 12})
		}
		assert.Equal(t, parts[len(parts)-1], 1.0)
	}
}

// TestTraceOfCounters samples counters on the way. The cycles of the reading count: the
// phases end when they would without.
func TestTraceOfCounters(t *testing.T) {
	t.Parallel()
	p := point(func(p *experiment.Point) {
		p.Stimulus.Phases = []experiment.Phase{{Cycles: 20}, {Cycles: 30}}
		p.Stimulus.Trace = experiment.Trace{Output: "sum", Start: 8, Interval: 10, Counters: []string{"steps", "largest"}}
	})
	m := New([]*blocks.Block{counting()}).NewMachine()
	for range 2 {
		r, err := m.Run(context.Background(), p, func(float64) {})
		assert.NilError(t, err)
		assert.DeepEqual(t, r.Trace, []uint64{18, 28, 38, 48})
		assert.DeepEqual(t, r.Traces, map[string][]uint64{"steps": {19, 29, 39, 49}, "largest": {3, 3, 3, 3}})
		assert.Equal(t, r.Counters["sum"], uint64(51), "the last sample ends a cycle after the last phase")
	}
	p.Stimulus.Trace.Counters[0] = "stpes"
	_, err := m.Run(context.Background(), p, func(float64) {})
	assert.Error(t, err, `module counting has no counter "stpes"`)
}

// TestWrongPoints names what is wrong with a point.
func TestWrongPoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*experiment.Point)
		want   string
	}{
		{func(p *experiment.Point) { p.Block = "cuonting" },
			"there is no block cuonting: its family must be in the list of the library"},
		{func(p *experiment.Point) { p.Fault = &experiment.Fault{Kind: "beat_loss"} },
			"block counting has no links that a fault could disturb"},
		{func(p *experiment.Point) { p.Params["depth"] = 1 }, `block counting has no parameter "depth"; it has: width`},
		{func(p *experiment.Point) { p.Stimulus.Inputs["load"] = 1 },
			`module counting has no input "load"; it has: [address step]`},
		{func(p *experiment.Point) { p.Stimulus.Phases[1].Inputs["load"] = 1 },
			`module counting has no input "load"; it has: [address step]`},
		{func(p *experiment.Point) { p.Stimulus.Outputs[0] = "delivered" },
			`module counting has no output "delivered"; it has: [data sum]`},
		{func(p *experiment.Point) { p.Stimulus.Trace.Output = "delivered" },
			`module counting has no output "delivered"; it has: [data sum]`},
		{func(p *experiment.Point) { p.Stimulus.Phases[0].Expect["sum"] = 6 },
			"output sum is 5 5 cycles after reset, and the stimulus expects 6"},
		{func(p *experiment.Point) { p.Params["width"] = 65 },
			"output sum of module counting_width65 has 65 bits: an experiment uses at most 64"},
		{func(p *experiment.Point) { p.Host = &experiment.Host{Text: "none"} },
			"a host needs a network whose description says how to get at its end nodes, and block counting has none"},
	} {
		_, err := New([]*blocks.Block{counting()}).NewMachine().Run(context.Background(), point(c.change), func(float64) {})
		assert.Error(t, err, c.want)
	}
}

// TestMutant gives a netlist with a mistake another version, and the same laboratory
// goes on with the sound one.
func TestMutant(t *testing.T) {
	t.Parallel()
	lab := New([]*blocks.Block{counting()})
	version := func(m *experiment.Mutant) string {
		v, err := lab.Version(point(func(p *experiment.Point) { p.Mutant = m }))
		assert.NilError(t, err)
		return v
	}
	sound := version(nil)
	stuck := &experiment.Mutant{Name: "no_steps", Netlist: mutant.InModule("counting", mutant.DropAssign("sum_q", 0))}
	assert.Assert(t, version(stuck) != sound)
	assert.Equal(t, version(nil), sound)
	r, err := lab.NewMachine().Run(context.Background(), point(func(p *experiment.Point) {
		p.Mutant = stuck
		p.Stimulus.Phases[0].Expect = nil
	}), func(float64) {})
	assert.NilError(t, err)
	assert.Equal(t, r.Counters["sum"], uint64(0))
	_, err = lab.Version(point(func(p *experiment.Point) {
		p.Mutant = &experiment.Mutant{Name: "nowhere", Netlist: mutant.InModule("switch", mutant.DropAssign("sum_q", 0))}
	}))
	assert.Error(t, err, "no module switch in the design; it has: counting")
}
