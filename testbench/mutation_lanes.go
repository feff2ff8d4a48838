package testbench

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutate"
)

const (
	// copies is how many copies of the block run at the same time: one is the block
	// itself, the others are mutants.
	copies = 64
	// perNetlist bounds the mutants of one netlist: each costs time in all copies, and a
	// netlist costs the time to compile it.
	perNetlist = 504
)

// spans are how many cycles mutants run at first: most are noticed early, and those that
// are not go on in batches of their own, from the start.
var spans = []int{64, 256, 1024, 4096}

// run runs the mutants that are alive against a run of a bench.
func (s *survey) run(b Bench, seed uint64) error {
	alive := s.alive()
	if len(alive) == 0 {
		return nil
	}
	o := Options{Engines: []string{"reference"}, Cycles: s.options.Cycles, Seed: seed, Context: s.options.Context,
		Progress: s.options.Progress}
	r, _, err := newRun(b, s.given, o)
	if err != nil {
		return err
	}
	if err := r.sound(); err != nil {
		return err
	}
	s.report.Cycles = max(s.report.Cycles, r.set.Cycles)
	if r.report.RecordedOn != "" {
		if s.noLoops || seed != s.options.Seed { // each mutant is a run of its own
			return nil
		}
		return s.runLoop(r, alive)
	}
	return s.batches(r, alive)
}

// hasProperties reports whether something of the design can fail.
func hasProperties(d *ir.Design) bool {
	return slices.ContainsFunc(d.Modules, func(m *ir.Module) bool {
		return slices.ContainsFunc(m.Properties, func(p *ir.Property) bool { return p.Kind != ir.Cover })
	})
}

// runLoop has a loop answer each mutant.
func (s *survey) runLoop(r *run, alive []*mutate.Mutant) error {
	for i, m := range alive {
		s.options.Progress("mutants", i, len(alive))
		again := *r
		if err := again.record(m.ApplyTo(s.design)); err != nil {
			return fmt.Errorf("block %s with mutant %s: %w", r.bench.Title(), m.Name, err)
		}
		switch {
		case len(again.report.Breaches) > 0:
			b := again.report.Breaches[0]
			s.killed[m] = Kill{Name: m.Name, Seed: r.options.Seed, Cycle: b.Cycle, By: b.String()}
		case again.failed:
			s.killed[m] = Kill{Name: m.Name, Seed: r.options.Seed, Cycle: again.set.Cycles, By: "a property that fails"}
		}
	}
	return nil
}

// batches runs mutants side by side, all of a netlist in batches of as many as there are
// copies: first for short spans, then those that are left for the whole run, with the
// properties, which cost time and of which few show what no output does.
func (s *survey) batches(r *run, alive []*mutate.Mutant) error {
	done := 0
	var left []*mutate.Mutant
	for part := range slices.Chunk(alive, perNetlist) {
		s.options.Progress("mutants", done, len(alive))
		rest, err := s.netlist(r, part, spans, false)
		if err != nil {
			return err
		}
		left = append(left, rest...)
		done += len(part)
	}
	properties := hasProperties(s.design)
	if !properties && r.set.Cycles <= spans[len(spans)-1] {
		return nil // they have run to the end
	}
	done = len(alive) - len(left)
	for part := range slices.Chunk(left, perNetlist) {
		s.options.Progress("mutants", done, len(alive))
		if _, err := s.netlist(r, part, []int{r.set.Cycles}, properties); err != nil {
			return err
		}
		done += len(part)
	}
	return nil
}

// netlist runs the mutants of one netlist for one span after the other, each time those
// that are left. It returns those that are left then.
func (s *survey) netlist(r *run, left []*mutate.Mutant, spans []int, properties bool) ([]*mutate.Mutant, error) {
	l, err := newLanes(r, s.design, left, properties)
	if err != nil {
		return nil, err
	}
	for _, span := range spans {
		for batch := range slices.Chunk(left, copies-1) {
			if err := l.play(batch, min(span, r.set.Cycles), s.killed); err != nil {
				return nil, err
			}
		}
		left = slices.DeleteFunc(slices.Clone(left), func(m *mutate.Mutant) bool {
			_, killed := s.killed[m]
			return killed
		})
		if span >= r.set.Cycles {
			break
		}
	}
	return left, nil
}

// lanes is a netlist with mutants, of which each copy has one.
type lanes struct {
	*run
	sim     cyclesim.Engine
	numbers map[*mutate.Mutant]int
	bits    int // of a selector

	selectors []uint64
	differs   []uint64   // of each copy
	outputs   []uint64   // of each output of each copy
	driven    [][]uint64 // what the inputs of the netlist have
	mask      []uint64
}

func newLanes(r *run, d *ir.Design, list []*mutate.Mutant, properties bool) (*lanes, error) {
	var known []int
	for _, p := range r.set.Outputs {
		known = append(known, p.Groups)
	}
	l := &lanes{run: r, numbers: map[*mutate.Mutant]int{}, bits: ir.CountBits(len(list))}
	for i, m := range list {
		l.numbers[m] = i + 1
	}
	design := mutate.Lanes(mutate.Select(d, list), copies, known)
	var err error
	l.sim, err = cyclesim.New(design, cyclesim.Options{Seed: r.options.Seed, Context: r.options.Context,
		NoChecks: !properties, MaxFailures: 1 << 20})
	if err != nil {
		return nil, fmt.Errorf("block %s with mutants: %w", r.bench.Block.Name, err)
	}
	l.selectors = make([]uint64, copies*l.bits/64)
	l.differs = make([]uint64, copies/64)
	l.outputs = make([]uint64, copies/64*len(known))
	return l, nil
}

// play runs mutants, one in each copy but the first, which is the block itself, and notes
// which of them a cycle before the last one shows.
func (l *lanes) play(batch []*mutate.Mutant, last int, killed map[*mutate.Mutant]Kill) error {
	l.sim.Reset()
	clear(l.selectors)
	for i, m := range batch {
		l.selectLane(i+1, uint64(l.numbers[m]))
	}
	l.driven = make([][]uint64, len(l.sim.Design().Top.Inputs()))
	l.sim.SetInput(len(l.driven)-1, l.selectors)
	p := newPlayer(l.sim, l.set, l.options.Seed)
	alive := uint64(1)<<(len(batch)+1) - 1
	for cycle := range last {
		if err := l.options.Context.Err(); err != nil {
			return err
		}
		l.apply(cycle)
		if l.set.InReset(cycle) {
			p.reset(cycle)
			continue
		}
		l.sim.Eval()
		l.sim.Output(0, l.differs)
		if seen := l.differs[0] & alive; seen != 0 {
			l.sim.Output(1, l.outputs)
			if seen&1 == 1 {
				return fmt.Errorf("block %s: cycle %d: output %s differs without a mutant: %s shows it", l.bench.Title(), cycle,
					l.set.Outputs[l.output(0)].Name, repeatCommand(l.bench, l.values, "", l.run.options))
			}
			for left := seen; left != 0; left &= left - 1 {
				copy := bits.TrailingZeros64(left)
				m := batch[copy-1]
				killed[m] = Kill{Name: m.Name, Seed: l.options.Seed, Cycle: cycle,
					By: "output " + l.set.Outputs[l.output(copy)].Name}
			}
			if alive &^= seen; alive == 1 {
				return nil
			}
		}
		l.sim.Step()
	}
	return l.failures(batch, killed)
}

// selectLane selects a mutant in a copy.
func (l *lanes) selectLane(copy int, number uint64) {
	at := copy * l.bits
	l.selectors[at/64] |= number << (at % 64)
	if at%64+l.bits > 64 {
		l.selectors[at/64+1] |= number >> (64 - at%64)
	}
}

// output is the first output of a copy that differs.
func (l *lanes) output(copy int) int {
	for i := range l.set.Outputs {
		if bit := copy*len(l.set.Outputs) + i; l.outputs[bit/64]>>(bit%64)&1 == 1 {
			return i
		}
	}
	panic("BUG: a copy differs in no output")
}

// apply drives inputs, expected outputs and what is known of them, where they change.
func (l *lanes) apply(cycle int) {
	at := 0
	drive := func(words []uint64) {
		if !slices.Equal(l.driven[at], words) {
			l.driven[at] = append(l.driven[at][:0], words...)
			l.sim.SetInput(at, words)
		}
		at++
	}
	for i := range l.set.Inputs {
		drive(l.set.Input(cycle, i))
	}
	for i, p := range l.set.Outputs {
		drive(l.set.Expected(cycle, i))
		if p.Groups > 0 {
			l.mask = knownGroups(l.mask, l.set, cycle, i)
			drive(l.mask)
		}
	}
}

// failures notes the mutants with which a property has failed.
func (l *lanes) failures(batch []*mutate.Mutant, killed map[*mutate.Mutant]Kill) error {
	for _, f := range l.sim.Failures() {
		var copy int
		if _, err := fmt.Sscanf(f.Path, "lane_%d.", &copy); err != nil {
			return fmt.Errorf("BUG: property %s is in no copy: %w", f.Path, err)
		}
		_, name, _ := strings.Cut(f.Path, ".block.")
		if copy == 0 {
			return fmt.Errorf("block %s: cycle %d: %s %s fails without a mutant: %s shows it", l.bench.Title(), f.Cycle, f.Kind,
				name, repeatCommand(l.bench, l.values, "", l.run.options))
		}
		if copy <= len(batch) {
			m := batch[copy-1]
			if _, ok := killed[m]; !ok {
				killed[m] = Kill{Name: m.Name, Seed: l.options.Seed, Cycle: int(f.Cycle),
					By: f.Kind.String() + " " + name}
			}
		}
	}
	return nil
}
