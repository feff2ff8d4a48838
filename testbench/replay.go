package testbench

import (
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/vectors"
)

// replayBuiltin runs an engine of package cyclesim until the record ends or the
// first difference.
func (r *run) replayBuiltin(engine string, d *ir.Design) (EngineReport, error) {
	e := EngineReport{Engine: engine}
	start := time.Now()
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: engine, Seed: r.options.Seed, Context: r.options.Context})
	if err != nil {
		return e, err
	}
	if watch := r.options.Watch; watch != nil {
		r.options.Watch = nil // it has the first engine
		sampler, err := watch(sim)
		if err != nil {
			return e, err
		}
		sim.Attach(sampler)
	}
	e.BuildSeconds = time.Since(start).Seconds()
	start = time.Now()
	p := newPlayer(sim, r.set, r.options.Seed)
	for cycle := 0; cycle < r.set.Cycles && e.Difference == nil; cycle++ {
		e.Difference = p.play(cycle)
		if err := r.progress(engine, cycle, r.set.Cycles); err != nil {
			return e, err
		}
	}
	r.options.Progress(engine, r.set.Cycles, r.set.Cycles)
	e.Seconds = time.Since(start).Seconds()
	for _, f := range sim.Failures() {
		e.Failures = append(e.Failures, PropertyFailure{
			Kind: f.Kind.String(), Name: hierarchical(d, f.Path), Cycle: int(f.Cycle), Count: f.Count, Doc: f.Doc,
			Pos: f.Pos.String(),
		})
	}
	for _, c := range sim.CoverCounts() {
		e.Covers = append(e.Covers, Cover{hierarchical(d, c.Path), c.Count})
	}
	return e, nil
}

// player applies the cycles of a record to an engine.
type player struct {
	sim cyclesim.Engine
	set *vectors.Set
	got [][]uint64 // of every output

	seed   uint64
	resets int // so far
}

func newPlayer(sim cyclesim.Engine, set *vectors.Set, seed uint64) *player {
	p := &player{sim: sim, set: set, seed: seed}
	for _, port := range set.Outputs {
		p.got = append(p.got, make([]uint64, port.Words()))
	}
	return p
}

// play is one cycle of the record. It is nil if the outputs are as expected.
func (p *player) play(cycle int) *Difference {
	p.apply(cycle)
	if p.set.InReset(cycle) {
		p.reset(cycle)
		return nil
	}
	d := p.compare(cycle)
	p.sim.Step()
	return d
}

// reset is a cycle of the record with reset on. Three resets of four follow a loss
// of power.
func (p *player) reset(cycle int) {
	if !p.set.InReset(cycle - 1) {
		if p.resets%4 < 3 {
			p.sim.PowerUp(p.seed + uint64(cycle))
		}
		p.resets++
	}
	p.sim.ResetStep()
}

// apply drives the inputs of the cycle.
func (p *player) apply(cycle int) {
	for i := range p.set.Inputs {
		p.sim.SetInput(i, p.set.Input(cycle, i))
	}
}

// compare settles and compares all outputs. It is nil if they are as expected.
func (p *player) compare(cycle int) *Difference {
	p.sim.Eval()
	var d *Difference
	for i, port := range p.set.Outputs {
		got := p.got[i]
		p.sim.Output(i, got)
		if !p.set.Differs(cycle, i, got) {
			continue
		}
		if d == nil {
			d = &Difference{Cycle: cycle}
		}
		d.Ports = append(d.Ports, PortDifference{
			Port:     port.Name,
			Expected: hexadecimal(p.set.Expected(cycle, i), port.Width),
			Got:      hexadecimal(got, port.Width),
			Known:    hexadecimal(p.set.Mask(cycle, i), port.Width),
		})
	}
	return d
}

// hierarchical is the name of something in the design; empty parts are left out.
func hierarchical(d *ir.Design, parts ...string) string {
	name := d.Top.Name
	for _, p := range parts {
		if p != "" {
			name += "." + p
		}
	}
	return name
}

// hexadecimal writes a value as a Verilog literal.
func hexadecimal(words []uint64, width int) string {
	return fmt.Sprintf("%d'h%0*x", width, (width+3)/4, vectors.Number(words))
}

// describe completes a difference whose ports are known.
func (r *run) describe(d *Difference, engine string, design *ir.Design) {
	first := d.Ports[0]
	d.Signal, d.Expected, d.Got = hierarchical(design, first.Port), first.Expected, first.Got
	expected, got := map[string]string{}, map[string]string{}
	for _, p := range d.Ports {
		note := ""
		if i := r.output(p.Port); r.set.KnownBits(d.Cycle, i) < r.set.Outputs[i].Width {
			note = " (where " + p.Known + " has ones)"
		}
		expected[p.Port], got[p.Port] = p.Expected+note, p.Got+note
	}
	d.Diff = "outputs (-expected +got):\n" + cmp.Diff(expected, got)
	d.Repeat = repeatCommand(r.bench, r.values, engine, r.options)
}

// output is the index of the output of that name.
func (r *run) output(name string) int {
	for i, p := range r.set.Outputs {
		if p.Name == name {
			return i
		}
	}
	panic("BUG: a difference in output " + name + ", which block " + r.bench.Block.Name + " does not have")
}
