package testbench

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"culprit/cyclesim"
	"culprit/rtlgen/ir"
	"culprit/testbench/internal/vectors"
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
	err = r.wave(f, d, max(0, last-waveCycles+1), last)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(path)
		return "", fmt.Errorf("cannot write the waveform %s: %w", path, err)
	}
	return path, nil
}

// WriteWave writes the waveform of a whole run as VCD: the signals of the
// reference engine and, in a scope named golden, the outputs that the golden model
// expects. Options.Engines does not count.
func WriteWave(w io.Writer, b Bench, given map[string]int, o Options) error {
	o.Engines = nil
	r, design, err := newRun(b, given, o)
	if err != nil {
		return err
	}
	return r.wave(w, design, 0, r.set.Cycles-1)
}

// wave runs the reference engine again and draws its signals beside what the
// golden model expects, from cycle first to cycle last.
func (r *run) wave(w io.Writer, d *ir.Design, first, last int) error {
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: "reference", Seed: r.options.Seed})
	if err != nil {
		return err
	}
	v, err := cyclesim.NewVCD(w, sim, cyclesim.VCDOptions{})
	if err != nil {
		return err
	}
	cycle := 0
	if err := v.AddScope("golden", goldenVars(r.set, &cycle)); err != nil {
		return err
	}
	p := newPlayer(sim, r.set)
	for ; cycle <= last; cycle++ {
		if cycle == first {
			sim.Attach(v)
		}
		if cycle%progressEvery == 0 {
			if err := r.progress("wave", cycle, last+1); err != nil {
				return err
			}
		}
		p.apply(cycle)
		if r.set.InReset(cycle) {
			sim.ResetStep()
		} else {
			sim.Step()
		}
	}
	return v.Close()
}

// goldenVars are the expected outputs; an output that may be unknown has a
// second variable that tells which of its lanes are known.
func goldenVars(set *vectors.Set, cycle *int) []cyclesim.VCDVar {
	var vars []cyclesim.VCDVar
	for i, p := range set.Outputs {
		vars = append(vars, cyclesim.VCDVar{Name: p.Name, Width: p.Width, Read: func(dst []uint64) {
			copy(dst, set.Expected(*cycle, i))
		}})
		if p.Groups == 0 {
			continue
		}
		vars = append(vars, cyclesim.VCDVar{Name: p.Name + "_known", Width: p.Groups, Read: func(dst []uint64) {
			clear(dst)
			for g := range p.Groups {
				if set.Known(*cycle, i, g) {
					dst[g/64] |= 1 << (g % 64)
				}
			}
		}})
	}
	return vars
}
