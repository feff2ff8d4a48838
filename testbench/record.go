package testbench

import (
	"cmp"
	"fmt"
	"math/rand"
	"reflect"
	"time"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/vectors"
)

// maxDrain bounds the cycles after a run in which a loop lets everything out.
const maxDrain = 1 << 20

// recorder makes the record of a run: of a golden model, or of the block itself.
type recorder struct {
	*run
	design *ir.Design
	rng    *rand.Rand
	resets *resets
	points *coverPoints

	c      Case
	bound  *binding
	at     int // cycle of the stimulus
	passed int // transactions of the cases before
	player *player
}

// record runs the golden model, or the block with a loop. The error is that of the context,
// or what is wrong with the bench; what is wrong with the block is in the report.
func (r *run) record(d *ir.Design) (err error) {
	defer catch(&err)
	start := time.Now()
	c := &recorder{run: r, design: d, rng: rand.New(rand.NewSource(int64(r.options.Seed)))}
	c.resets = planResets(cmp.Or(r.options.ResetSeed, r.options.Seed), r.options.Cycles, r.bench)
	if r.options.ResetSeed != 0 {
		c.resets.rng = rand.New(rand.NewSource(int64(r.options.Seed ^ 0x9e3779b97f4a7c15)))
	}
	if err := c.begin(); err != nil {
		return err
	}
	if err := c.cycles(); err != nil {
		return err
	}
	r.options.Progress("golden", r.options.Cycles, r.options.Cycles)
	c.finish()
	r.report.GoldenSeconds = time.Since(start).Seconds()
	return nil
}

// begin makes the first case, an empty record and a report, and for a loop a simulator.
func (c *recorder) begin() error {
	name, cycles := c.bench.Block.Name, c.options.Cycles
	c.newCase(0)
	in, out := c.bound.inputs, c.bound.outputs
	if most := maxVectorBytes / vectors.RowBytes(in, out); cycles > most {
		return fmt.Errorf("block %s: %d cycles are too many to record: give at most %d", name, cycles, most)
	}
	c.set = vectors.New(in, out, c.resets.lead, cycles)
	for cycle := -c.resets.lead; cycle < 0; cycle++ {
		c.resets.record(c.set, cycle)
	}
	c.points = newCoverPoints(name, c.bench, c.values)
	c.at = c.resets.start(c.bench)
	c.report = &Report{
		Block: name, Bench: c.bench.Name, Params: c.values, Seed: c.options.Seed, Resets: 1 + len(c.resets.again),
		CoverPointsEnforced: cycles >= c.bench.MinCycles,
		CoverPoints:         []CoverPoint{}, CoverPointsMissed: []string{}, NeverCompared: []string{},
		Engines: []EngineReport{},
	}
	if c.c.loop == nil {
		return nil
	}
	c.report.RecordedOn = cyclesim.DefaultEngine()
	sim, err := cyclesim.New(c.design, cyclesim.Options{Seed: c.options.Seed, Context: c.options.Context})
	if err != nil {
		return err
	}
	c.player = newPlayer(sim, c.set, c.options.Seed)
	return nil
}

// newCase makes the case that follows a number of resets.
func (c *recorder) newCase(resets int) {
	if c.c.loop != nil {
		c.passed += c.c.loop.passed()
	}
	c.c = c.bench.newCase(c.values, c.rng, resets)
	if c.c.loop != nil && !c.c.loop.whole {
		mistaken("the bench of block %s: a Loop needs all of its functions", c.bench.Title())
	}
	c.bound = bind(c.bench.Block.Name, c.c, c.design.Top)
}

// cycles records all cycles, up to the first one with a breach.
func (c *recorder) cycles() error {
	reset, _ := c.resets.next(0)
	for cycle := range c.options.Cycles {
		if err := c.progress("golden", cycle, c.options.Cycles); err != nil {
			return err
		}
		if cycle == reset.end { // after a reset the golden model is a new one
			var before int
			reset, before = c.resets.next(cycle)
			c.newCase(before)
			c.at = c.resets.start(c.bench)
		}
		if cycle >= reset.first {
			c.resets.record(c.set, cycle)
			if c.player != nil {
				c.player.apply(cycle)
				c.player.reset(cycle)
			}
			continue
		}
		if c.step(cycle, false); len(c.report.Breaches) > 0 {
			return c.mistake()
		}
		c.at++
	}
	return c.drain(reset)
}

// step is a cycle outside reset.
func (c *recorder) step(cycle int, draining bool) {
	c.points.cycle = cycle
	if c.player == nil {
		c.c.step(c.at, c.points.hit)
		c.bound.record(c.set, cycle)
		return
	}
	c.c.loop.drive(c.at, draining)
	c.bound.recordInputs(c.set, cycle)
	c.player.apply(cycle)
	c.player.sim.Eval()
	c.bound.readOutputs(c.set, cycle, c.player.sim)
	c.c.loop.check(cycle, c.points.hit, func(b Breach) {
		b.Cycle = cycle
		b.Repeat = repeatCommand(c.bench, c.values, "", c.options)
		c.report.Breaches = append(c.report.Breaches, b)
	})
	c.bound.keepKnown(c.set, cycle)
	c.player.sim.Step()
	if len(c.report.Breaches) > 0 {
		c.set.Cut(cycle + 1)
	}
}

// drain adds cycles until a loop has everything out. A run that ends in reset has nothing in
// it.
func (c *recorder) drain(last phase) error {
	if c.player == nil || last.first < c.set.Cycles {
		return c.mistake()
	}
	for n := 0; !c.c.loop.idle() && len(c.report.Breaches) == 0; n++ {
		if err := c.mistake(); err != nil {
			return err
		}
		if err := c.options.Context.Err(); err != nil {
			return err
		}
		if n == maxDrain {
			mistaken("the bench of block %s does not come to an end: %d cycles after its run it is not idle",
				c.bench.Title(), n)
		}
		c.set.Add()
		c.step(c.set.Cycles-1, true)
		c.at++
	}
	return c.mistake()
}

// mistake is one of the loop itself.
func (c *recorder) mistake() error {
	if c.c.loop == nil {
		return nil
	}
	if err := c.c.loop.err(); err != nil {
		return fmt.Errorf("the bench of block %s: %w", c.bench.Title(), err)
	}
	return nil
}

// finish completes the report.
func (c *recorder) finish() {
	r := c.report
	r.Cycles = c.set.Cycles
	if c.player != nil {
		r.Transactions = c.passed + c.c.loop.passed()
		c.failed = len(c.player.sim.Failures()) > 0
		if len(r.Breaches) > 0 { // it has ended early
			r.CoverPointsEnforced = false
		}
	}
	r.enforceCompared = r.CoverPointsEnforced && reflect.DeepEqual(c.values, c.bench.Block.Defaults())
	c.points.report(r)
	c.countCompared()
}

// notices reports whether the bench sees that something is wrong with a design that has a
// mistake: an output that differs on the engine, a breach, or a property that does not hold.
func (r *run) notices(engine string, d *ir.Design) (bool, error) {
	if r.report.RecordedOn == "" {
		e, err := r.replayBuiltin(engine, d)
		return e.Difference != nil || len(e.Failures) > 0, err
	}
	again := *r
	if err := again.record(d); err != nil {
		return false, err
	}
	return len(again.report.Breaches) > 0 || again.failed, nil
}

// sound is the first breach of the record, as an error.
func (r *run) sound() error {
	if len(r.report.Breaches) == 0 {
		return nil
	}
	b := r.report.Breaches[0]
	return fmt.Errorf("block %s: cycle %d: %s (%s)", r.bench.Title(), b.Cycle, b, b.Repeat)
}

// showBreaches draws the cycles before the first breach.
func (r *run) showBreaches(d *ir.Design) (err error) {
	if len(r.report.Breaches) > 0 {
		r.report.Breaches[0].VCD, err = r.writeWave(d, r.report.Breaches[0].Cycle)
	}
	return err
}

func (r *run) countCompared() {
	for i, p := range r.set.Outputs {
		var ports uint64
		for cycle := range r.set.Cycles {
			if n := r.set.KnownBits(cycle, i); n > 0 {
				ports++
				r.report.BitsCompared += uint64(n)
			}
		}
		r.report.OutputsCompared += ports
		if ports == 0 {
			r.report.NeverCompared = append(r.report.NeverCompared, p.Name)
		}
	}
}
