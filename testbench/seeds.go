package testbench

import (
	"fmt"
	"math/bits"
	"slices"
	"time"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/vectors"
	"culprit.example/culprit/testbench/mutate"
)

// VerifySeeds runs a bench with several seeds, from that of the options on: records of the golden model, side by side
// as the lanes of one simulation. The resets are at the same moments in all of them, those of the first seed. The
// report is that of Verify for the first seed that does not pass, or else adds up what all have compared.
// Options.Engines does not count. A bench with a loop, and one with Options.Watch, runs one seed after the other, with
// the resets of each.
func VerifySeeds(b Bench, given map[string]int, o Options, seeds int) (*Report, error) {
	if seeds < 1 {
		return nil, fmt.Errorf("cannot run %d seeds: give at least 1", seeds)
	}
	first := o.Seed
	o.Engines, o.ResetSeed = []string{cyclesim.DefaultEngine()}, max(first, 1)
	var sum *Report
	for done := 0; done < seeds; {
		o.Seed = first + uint64(done)
		n, report, err := verifyLanes(b, given, o, min(copies, seeds-done))
		if err != nil || !report.Passed {
			return report, err
		}
		done += n
		if sum == nil {
			sum, report.Seeds = report, n
			continue
		}
		sum.add(report, n)
	}
	return sum, nil
}

// add adds what a later report has, of some seeds.
func (r *Report) add(x *Report, seeds int) {
	r.Seeds += seeds
	r.OutputsCompared += x.OutputsCompared
	r.BitsCompared += x.BitsCompared
	r.GoldenSeconds += x.GoldenSeconds
	r.Transactions += x.Transactions
	for i, p := range x.CoverPoints {
		r.CoverPoints[i].Hits += p.Hits
	}
	for i, e := range x.Engines {
		r.Engines[i].Seconds += e.Seconds
		r.Engines[i].BuildSeconds += e.BuildSeconds
	}
}

// verifyLanes runs as many seeds side by side as there is room for, at most that number. The report is that of the
// first seed that fails.
func verifyLanes(b Bench, given map[string]int, o Options, most int) (n int, report *Report, err error) {
	var runs []*run
	var d *ir.Design
	alone := func(seed uint64) (int, *Report, error) {
		o.Seed = seed
		report, err := Verify(b, given, o)
		return 1, report, err
	}
	if o.Watch != nil {
		o.ResetSeed = 0
		return alone(o.Seed)
	}
	for len(runs) < most {
		r, design, err := newRun(b, given, o)
		if err != nil {
			return 0, nil, err
		}
		if r.report.judge(); r.report.RecordedOn != "" || !r.report.Passed {
			if len(runs) == 0 {
				return alone(o.Seed)
			}
			break // those before come first
		}
		runs, d = append(runs, r), design
		most = min(most, maxVectorBytes/(r.set.Cycles*vectors.RowBytes(r.set.Inputs, r.set.Outputs)))
		o.Seed++
	}
	wrong, e, err := playApart(runs, d)
	if err != nil {
		return 0, nil, err
	}
	if wrong >= 0 {
		n, report, err := alone(runs[wrong].options.Seed)
		if err == nil && report.Passed {
			err = fmt.Errorf("block %s: seed %d is wrong beside other seeds only: what the netlist leaves open decides",
				b.Title(), o.Seed)
		}
		return n, report, err
	}
	report = runs[0].report
	report.Engines = []EngineReport{e}
	report.judge()
	for _, r := range runs[1:] {
		report.add(r.report, 0)
	}
	return len(runs), report, nil
}

// playApart plays records of the same block side by side. wrong is the first that an output or a property does not
// agree with, -1 if there is none.
func playApart(runs []*run, d *ir.Design) (wrong int, e EngineReport, err error) {
	first := runs[0]
	var known []int
	for _, p := range first.set.Outputs {
		known = append(known, p.Groups)
	}
	start := time.Now()
	sim, err := cyclesim.New(mutate.Apart(d, copies, known), cyclesim.Options{Seed: first.options.Seed,
		Context: first.options.Context})
	if err != nil {
		return -1, e, fmt.Errorf("block %s, side by side: %w", first.bench.Block.Name, err)
	}
	e = EngineReport{Engine: cyclesim.DefaultEngine(), Passed: true, BuildSeconds: time.Since(start).Seconds()}
	start = time.Now()
	p, apart, differs := newPlayer(sim, first.set, first.options.Seed), &apart{sim: sim, runs: runs}, []uint64{0}
	alive := ^uint64(0) >> (copies - len(runs))
	for cycle := range first.set.Cycles {
		if err := first.progress(e.Engine, cycle, first.set.Cycles); err != nil {
			return -1, e, err
		}
		apart.apply(cycle)
		if first.set.InReset(cycle) {
			p.reset(cycle)
			continue
		}
		sim.Eval()
		if sim.Output(0, differs); differs[0]&alive != 0 {
			return bits.TrailingZeros64(differs[0] & alive), e, nil
		}
		sim.Step()
	}
	e.Seconds = time.Since(start).Seconds()
	for _, f := range sim.Failures() {
		var lane int
		if _, err := fmt.Sscanf(f.Path, "lane_%d.", &lane); err != nil {
			return -1, e, fmt.Errorf("BUG: property %s is in no copy: %w", f.Path, err)
		}
		if lane < len(runs) {
			return lane, e, nil
		}
	}
	return -1, e, nil
}

// apart drives inputs, expected outputs and what is known of them, of all copies.
type apart struct {
	sim   cyclesim.Engine
	runs  []*run
	words []uint64
}

func (a *apart) apply(cycle int) {
	at := 0
	set := a.runs[0].set
	for i, p := range set.Inputs {
		a.drive(&at, p.Width, func(r *run) []uint64 { return r.set.Input(cycle, i) })
	}
	for i, p := range set.Outputs {
		a.drive(&at, p.Width, func(r *run) []uint64 { return r.set.Expected(cycle, i) })
		if p.Groups > 0 {
			var mask []uint64
			a.drive(&at, p.Groups, func(r *run) []uint64 {
				mask = knownGroups(mask, r.set, cycle, i)
				return mask
			})
		}
	}
}

// drive drives one input, of which of has the value in each run; the other copies have 0.
func (a *apart) drive(at *int, width int, of func(r *run) []uint64) {
	n := (copies*width + 63) / 64
	a.words = slices.Grow(a.words[:0], n)[:n]
	clear(a.words)
	for k, r := range a.runs {
		for i, x := range of(r) {
			if w := min(64, width-64*i); w > 0 {
				put(a.words, k*width+64*i, w, x)
			}
		}
	}
	a.sim.SetInput(*at, a.words)
	*at++
}

// knownGroups has a bit for each group of an output, 1 if it is known; it may use the given words.
func knownGroups(mask []uint64, set *vectors.Set, cycle, output int) []uint64 {
	groups := set.Outputs[output].Groups
	mask = slices.Grow(mask[:0], (groups+63)/64)[:(groups+63)/64]
	clear(mask)
	for g := range groups {
		if set.Known(cycle, output, g) {
			mask[g/64] |= 1 << (g % 64)
		}
	}
	return mask
}
