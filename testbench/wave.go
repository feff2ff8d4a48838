package testbench

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/internal/vectors"
)

// waveCycles is how many cycles a waveform shows, the last one being that of the
// difference.
const waveCycles = 50

// writeWave writes the waveform of the cycles up to last and returns its path.
func (r *run) writeWave(d *ir.Design, last int) (string, error) {
	dir, err := r.workDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, fmt.Sprintf("%s_seed%d_cycle%d.vcd", d.Top.Name, r.options.Seed, last))
	f, err := os.Create(path)
	if err != nil {
		return "", fmt.Errorf("cannot write the waveform: %w", err)
	}
	sim, v, err := r.openWave(f, d, cyclesim.VCDOptions{})
	if err == nil {
		err = r.draw(sim, v, max(0, last-waveCycles+1), last)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(path)
		return "", fmt.Errorf("cannot write the waveform %s: %w", path, err)
	}
	return path, nil
}

// WaveOptions choose what WriteWave draws.
type WaveOptions struct {
	// From is the first cycle that is drawn, Until the one behind the last: 0 is the end
	// of the run.
	From, Until int
	// VCD says which parts of the design are drawn.
	VCD cyclesim.VCDOptions
	// Samplers, if not nil, makes more that see the cycles which are drawn.
	Samplers func(cyclesim.Engine) ([]cyclesim.Sampler, error)
}

// check refuses a window that a run does not have.
func (w WaveOptions) check(cycles int) error {
	switch {
	case w.From < 0 || w.From >= cycles:
		return fmt.Errorf("the waveform cannot begin at cycle %d: the run has the cycles 0 to %d", w.From, cycles-1)
	case w.Until < 0 || w.Until > cycles:
		return fmt.Errorf("the waveform cannot end with cycle %d: the run has the cycles 0 to %d: draw fewer, or run more",
			w.Until-1, cycles-1)
	case w.Until != 0 && w.Until <= w.From:
		return fmt.Errorf("the waveform cannot begin at cycle %d and end with cycle %d", w.From, w.Until-1)
	}
	return nil
}

// WriteWave writes the waveform of a run, or of the part that o.Wave chooses, as VCD: the
// signals of the reference engine and, in a scope named golden, the outputs that the golden
// model expects; with a loop the scope is named recorded, and has those that were recorded. The bits
// of these that are not compared, all of them while reset is on, are x; the variable NAME_known beside
// output NAME has a one for each of its lanes that is compared. Options.Engines does not count.
func WriteWave(w io.Writer, b Bench, given map[string]int, o Options) error {
	write, err := PrepareWave(b, given, o)
	if err != nil {
		return err
	}
	return write(w)
}

// PrepareWave checks a call of WriteWave, as far as that does without running anything, and
// returns what writes the waveform.
func PrepareWave(b Bench, given map[string]int, o Options) (func(io.Writer) error, error) {
	o.Engines = nil
	r, err := checkCall(b, given, o)
	if err != nil {
		return nil, err
	}
	if err := o.Wave.check(r.options.Cycles); err != nil {
		return nil, fmt.Errorf("block %s: %w", b.Block.Name, err)
	}
	design, err := r.build()
	if err != nil {
		return nil, err
	}
	if err := o.Wave.VCD.Check(design); err != nil {
		return nil, err
	}
	return func(w io.Writer) error { return r.writeRun(w, design) }, nil
}

// writeRun runs the golden model and draws.
func (r *run) writeRun(w io.Writer, design *ir.Design) error {
	sim, v, err := r.openWave(w, design, r.options.Wave.VCD)
	if err != nil {
		return err
	}
	if err := r.record(design); err != nil {
		return err
	}
	last := r.set.Cycles - 1
	if until := r.options.Wave.Until; until != 0 { // the record ends with the first breach
		last = min(last, until-1)
	}
	return r.draw(sim, v, r.options.Wave.From, last)
}

// openWave makes a waveform of the reference engine.
func (r *run) openWave(w io.Writer, d *ir.Design, o cyclesim.VCDOptions) (cyclesim.Engine, *cyclesim.VCD, error) {
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: "reference", Seed: r.options.Seed})
	if err != nil {
		return nil, nil, err
	}
	v, err := cyclesim.NewVCD(w, sim, o)
	return sim, v, err
}

// draw runs the engine on the record and draws its signals beside what the golden model
// expects, from cycle first to cycle last.
func (r *run) draw(sim cyclesim.Engine, v *cyclesim.VCD, first, last int) error {
	cycle := 0
	if err := v.AddScope(r.goldenScope(sim.Design()), goldenVars(r.set, &cycle)); err != nil {
		return err
	}
	var more []cyclesim.Sampler
	if f := r.options.Wave.Samplers; f != nil {
		var err error
		if more, err = f(sim); err != nil {
			return err
		}
	}
	p := newPlayer(sim, r.set, r.options.Seed)
	for ; cycle <= last && v.Err() == nil; cycle++ {
		if cycle == first {
			sim.Attach(v)
			for _, s := range more {
				sim.Attach(s)
			}
		}
		if err := r.progress("wave", cycle, last+1); err != nil {
			return err
		}
		p.apply(cycle)
		if r.set.InReset(cycle) {
			p.reset(cycle)
		} else {
			sim.Step()
		}
	}
	return v.Close()
}

// goldenScope is the scope of the golden model, or of the outputs that were recorded of the
// block itself.
func (r *run) goldenScope(d *ir.Design) string {
	name := "golden"
	if r.report.RecordedOn != "" {
		name = "recorded"
	}
	if d.Top.Name == name {
		return name + "_model"
	}
	return name
}

// goldenVars are the expected outputs, each with a variable that says which of its lanes
// are compared.
func goldenVars(set *vectors.Set, cycle *int) []cyclesim.VCDVar {
	var vars []cyclesim.VCDVar
	names := map[string]bool{}
	for _, p := range set.Outputs {
		names[p.Name] = true
	}
	for i, p := range set.Outputs {
		lanes := max(p.Groups, 1)
		vars = append(vars, cyclesim.VCDVar{
			Name: p.Name, Width: p.Width,
			Read:  func(dst []uint64) { copy(dst, set.Expected(*cycle, i)) },
			Known: func(dst []uint64) { set.FillMask(*cycle, i, dst) },
		}, cyclesim.VCDVar{Name: knownName(p.Name, names), Width: lanes, Read: func(dst []uint64) {
			for g := range lanes {
				if set.Known(*cycle, i, g) {
					dst[g/64] |= 1 << (g % 64)
				}
			}
		}})
	}
	return vars
}

// knownName is a name beside that of an output that no other one has.
func knownName(output string, names map[string]bool) string {
	name := output + "_known"
	for names[name] {
		name += "_"
	}
	names[name] = true
	return name
}
