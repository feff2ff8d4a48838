package hardware

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
)

// machine simulates points. It keeps the last netlist, since the next point is
// often of the same one.
type machine struct {
	lab     *Lab
	design  *design
	engine  cyclesim.Engine
	inputs  map[string]int // port numbers
	outputs map[string]int
	auditor *auditor // nil: the block is no network
	record  *[]Given // nil: what a host gives is not recorded
}

// Run measures a point: reset, the phases of its stimulus, then the outputs and
// counters.
func (m *machine) Run(ctx context.Context, p experiment.Point, progress func(part float64)) (experiment.Result, error) {
	r := experiment.Result{Counters: map[string]uint64{}}
	if err := m.open(ctx, p); err != nil {
		return r, err
	}
	if err := m.checkPorts(p.Stimulus); err != nil {
		return r, err
	}
	for name := range m.inputs {
		m.input(name, p.Stimulus.Inputs[name])
	}
	if p.Fault != nil {
		m.input(faultRate, uint64(p.Fault.Rate*(1<<32)+0.5))
		m.input(faultSeed, uint64(p.Fault.Seed))
		m.input(faultFrom, uint64(p.Fault.From))
		if p.Fault.Once {
			m.input(faultOnce, 1)
		}
	}
	if err := m.film(); err != nil {
		return r, err
	}
	run := &run{m: m, stimulus: p.Stimulus, result: &r, progress: progress, hosted: p.Host != nil}
	for _, phase := range p.Stimulus.Phases {
		if err := run.phase(ctx, phase); err != nil {
			return r, err
		}
	}
	if p.Host != nil {
		if err := run.host(ctx, *p.Host); err != nil {
			return r, err
		}
	}
	for _, name := range p.Stimulus.Outputs {
		r.Counters[name] = m.output(name)
	}
	if _, err := m.readBack(ctx, m.design.readback.Counters, r.Counters); err != nil {
		return r, err
	}
	run.measuredByHost()
	if m.auditor == nil {
		return r, nil
	}
	m.auditor.count(r.Counters)
	// All is measured: what follows changes no result.
	err := m.auditor.drain(ctx, m)
	r.Violations, r.Faults = m.auditor.violations(), m.auditor.hits()
	return r, err
}

// open puts the netlist of a point into reset.
func (m *machine) open(ctx context.Context, p experiment.Point) error {
	d := m.lab.design(p)
	if d.err != nil {
		return d.err
	}
	if m.engine != nil && m.design == d {
		m.engine.Reset()
		if m.auditor != nil {
			m.auditor.reset()
		}
		return nil
	}
	m.engine, m.auditor = nil, nil // give their memory back first
	// The seed of the engine decides what memories contain at the start. It is
	// the same for all points, so that a result does not depend on which machine
	// ran which points before.
	engine, err := cyclesim.New(d.netlist, cyclesim.Options{Engine: m.lab.Engine, Threads: m.lab.Threads, NoChecks: true,
		Seed: 1, Context: ctx})
	if err != nil {
		return err
	}
	m.engine, m.design = engine, d
	m.inputs, m.outputs = ports(d.netlist.Top.Inputs()), ports(d.netlist.Top.Outputs())
	if d.network != nil {
		m.auditor = newAuditor(engine, *d.network, d.watchers, p.Fault)
	}
	return nil
}

func ports(list []*ir.Signal) map[string]int {
	numbers := map[string]int{}
	for i, p := range list {
		numbers[p.Name] = i
	}
	return numbers
}

// checkPorts finds names of the stimulus and of the readback that are no ports.
func (m *machine) checkPorts(s experiment.Stimulus) error {
	inputs, outputs := slices.Collect(maps.Keys(s.Inputs)), slices.Clone(s.Outputs)
	for _, phase := range s.Phases {
		inputs = slices.AppendSeq(inputs, maps.Keys(phase.Inputs))
		outputs = slices.AppendSeq(outputs, maps.Keys(phase.Expect))
	}
	if s.Trace.Interval > 0 {
		outputs = append(outputs, s.Trace.Output)
	}
	if b := m.design.readback; len(b.Counters) > 0 {
		inputs, outputs = append(inputs, b.Address), append(outputs, b.Data)
		if b.Unit != "" {
			inputs = append(inputs, b.Unit)
		}
	}
	named := slices.Clone(s.Trace.Counters)
	for _, phase := range s.Phases {
		named = append(named, phase.SteadyCounters()...)
	}
	for _, name := range named {
		if !slices.ContainsFunc(m.design.readback.Counters, func(c blocks.Counter) bool { return c.Name == name }) {
			return fmt.Errorf("module %s has no counter %q", m.design.netlist.Top.Name, name)
		}
	}
	if err := m.known("input", m.inputs, inputs); err != nil {
		return err
	}
	return m.known("output", m.outputs, outputs)
}

func (m *machine) known(kind string, ports map[string]int, names []string) error {
	top := m.design.netlist.Top
	slices.Sort(names)
	for _, name := range names {
		if _, ok := ports[name]; !ok {
			return fmt.Errorf("module %s has no %s %q; it has: %v", top.Name, kind, name, slices.Sorted(maps.Keys(ports)))
		}
		if width := top.Port(name).Width; width > 64 {
			return fmt.Errorf("%s %s of module %s has %d bits: an experiment uses at most 64", kind, name, top.Name, width)
		}
	}
	return nil
}

func (m *machine) input(name string, x uint64) { m.engine.SetInput(m.inputs[name], []uint64{x}) }

func (m *machine) output(name string) uint64 {
	m.engine.Eval()
	var word [1]uint64
	m.engine.Output(m.outputs[name], word[:])
	return word[0]
}

// chunk is how much is simulated between two calls of progress, cycles.
const chunk = 2000

// run is a point at work.
type run struct {
	m        *machine
	stimulus experiment.Stimulus
	result   *experiment.Result
	progress func(part float64)
	hosted   bool              // a host follows the phases
	byHost   map[string]uint64 // what the host has counted
	now      int               // cycles since reset
	end      int               // of the phase
	audited  int               // when the network was audited last
	filmed   int               // when the last frame was taken
}

// phase runs a phase of the stimulus. It stops at every sample of the trace.
func (r *run) phase(ctx context.Context, phase experiment.Phase) error {
	for name, x := range phase.Inputs {
		r.m.input(name, x)
	}
	trace := r.stimulus.Trace
	middle := r.now + phase.Cycles/2
	halved := phase.Steady == nil
	r.end += phase.Cycles
	for r.now < r.end {
		next := min(r.end, r.now+chunk)
		if r.m.auditor != nil {
			next = min(next, max(r.now, r.audited+r.m.auditor.interval())) // reading counters may have passed it
		}
		if trace.Interval > 0 {
			next = min(next, nextSample(trace, r.now))
		}
		if !halved {
			next = min(next, max(middle, r.now))
		}
		next = r.nextFrame(next)
		if err := r.m.engine.Run(ctx, next-r.now); err != nil {
			return err
		}
		r.now = next
		r.frame()
		if r.m.auditor != nil && r.now-r.audited >= r.m.auditor.interval() {
			r.m.auditor.look()
			r.audited = r.now
		}
		if trace.Interval > 0 && r.now > trace.Start && (r.now-trace.Start)%trace.Interval == 0 {
			r.result.Trace = append(r.result.Trace, r.m.output(trace.Output))
			if err := r.sample(ctx, trace.Counters); err != nil {
				return err
			}
		}
		if !halved && r.now >= middle {
			halved = true
			if err := r.halve(ctx, phase); err != nil {
				return err
			}
		}
		if !r.hosted {
			r.progress(float64(r.now) / float64(r.stimulus.Cycles()))
		}
	}
	if c := r.m.engine.Cycle(); c != uint64(r.now) {
		return fmt.Errorf("BUG: %d cycles have been simulated, and %d counted", c, r.now)
	}
	for _, name := range slices.Sorted(maps.Keys(phase.Expect)) {
		if got := r.m.output(name); got != phase.Expect[name] {
			return fmt.Errorf("output %s is %d %d cycles after reset, and the stimulus expects %d", name, got, r.now,
				phase.Expect[name])
		}
	}
	return nil
}

// sample reads counters in the middle of a run. The phase that it ends in is so much
// shorter.
func (r *run) sample(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	sums := map[string]uint64{}
	cycles, err := r.m.readBack(ctx, r.m.counters(names), sums)
	if err != nil {
		return err
	}
	r.now += cycles
	if r.result.Traces == nil {
		r.result.Traces = map[string][]uint64{}
	}
	for _, name := range names {
		r.result.Traces[name] = append(r.result.Traces[name], sums[name])
	}
	return nil
}

// halve reads counters in the middle of the phase that measures a steady state, if that takes no
// more than a quarter of the phase.
func (r *run) halve(ctx context.Context, phase experiment.Phase) error {
	r.result.Halves = &experiment.Halves{}
	list := r.m.counters(phase.SteadyCounters())
	if len(list)+r.m.design.readback.Latency > phase.Cycles/4 {
		return nil
	}
	sums := map[string]uint64{}
	cycles, err := r.m.readBack(ctx, list, sums)
	r.now += cycles
	r.result.Halves.Counters, r.result.Halves.Reading = sums, cycles
	return err
}

// counters are those of the readback with these names.
func (m *machine) counters(names []string) (list []blocks.Counter) {
	for _, c := range m.design.readback.Counters {
		if slices.Contains(names, c.Name) {
			list = append(list, c)
		}
	}
	return list
}

// nextSample is the time of the first sample after now.
func nextSample(t experiment.Trace, now int) int {
	if now < t.Start {
		return t.Start + t.Interval
	}
	return t.Start + ((now-t.Start)/t.Interval+1)*t.Interval
}

// readBack reads counters of the readback, one per cycle. Whatever the block does goes
// on meanwhile, for the given number of cycles.
func (m *machine) readBack(ctx context.Context, list []blocks.Counter,
	counters map[string]uint64) (cycles int, err error) {
	b := m.design.readback
	if len(list) == 0 {
		return 0, nil
	}
	for i := range len(list) + b.Latency {
		if i >= b.Latency {
			add(counters, list[i-b.Latency], m.output(b.Data))
		}
		if i < len(list) {
			if b.Unit != "" {
				m.input(b.Unit, uint64(list[i].Unit))
			}
			m.input(b.Address, uint64(list[i].Address))
		}
		m.engine.Step()
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	return len(list) + b.Latency, nil
}

func add(counters map[string]uint64, c blocks.Counter, x uint64) {
	if c.Max {
		counters[c.Name] = max(counters[c.Name], x)
	} else {
		counters[c.Name] += x
	}
}
