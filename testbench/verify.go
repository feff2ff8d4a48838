package testbench

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/extsim"
	"culprit.example/culprit/testbench/internal/vectors"
)

// Options choose how Verify runs.
type Options struct {
	// Engines are names from Engines(); none means all of package cyclesim.
	Engines []string
	Cycles  int    // 0 means Bench.MinCycles
	Seed    uint64 // decides stimulus and arbitrary contents of memories
	// ResetSeed decides when there are resets; 0 stands for Seed.
	ResetSeed uint64
	// WorkDir is where waveforms go. "" means a new temporary directory, made
	// only if there is one to write.
	WorkDir string
	// Progress, if set, is called from time to time with the present stage
	// ("golden" for the record, or the name of an engine) and how many of the cycles are done.
	Progress func(stage string, done, total int)
	// Context, if set, ends the run early when it is done; its error is returned.
	Context context.Context
	// StandIn, if set, gives the netlist that runs instead of that of the block, which it gets and may change: one with
	// the same ports, in any order, such as what a reader of Verilog makes of it, or of a design of the user's.
	StandIn func(*ir.Design) (*ir.Design, error)
	// Watch, if set, makes a sampler of the first built-in engine that replays the record: see cyclesim.Engine.Attach.
	Watch func(cyclesim.Engine) (cyclesim.Sampler, error)
	// Wave says what WriteWave draws.
	Wave WaveOptions
}

// Engines lists the names for Options.Engines: those of package cyclesim, then
// the external simulators.
func Engines() []string {
	names := cyclesim.Engines()
	for _, s := range extsim.Simulators {
		names = append(names, s.Name)
	}
	return names
}

// maxVectorBytes bounds the recorded run.
const maxVectorBytes = 4 << 30

// Verify runs the golden model once, or the block itself with a loop, and replays the record
// on every engine. given
// are parameters of the block that differ from the defaults. The error is about a
// wrong call, a bench that does not fit its block, or a missing tool; whatever is wrong
// with the block is in the report.
func Verify(b Bench, given map[string]int, o Options) (*Report, error) {
	r, design, err := newRun(b, given, o)
	if err != nil {
		return nil, err
	}
	if err := r.showBreaches(design); err != nil {
		return nil, err
	}
	for _, engine := range r.options.Engines {
		e, err := r.replay(engine, design)
		if err != nil {
			return nil, fmt.Errorf("block %s: %w", b.Block.Name, err)
		}
		r.report.Engines = append(r.report.Engines, e)
	}
	r.report.judge()
	return r.report, nil
}

// run is a verification in progress.
type run struct {
	bench   Bench
	values  blocks.Values
	options Options
	set     *vectors.Set
	report  *Report
	failed  bool // a property did not hold while the block was recorded
}

// newRun checks the call, builds the block and makes the record.
func newRun(b Bench, given map[string]int, o Options) (*run, *ir.Design, error) {
	r, err := checkCall(b, given, o)
	if err != nil {
		return nil, nil, err
	}
	design, err := r.build()
	if err != nil {
		return nil, nil, err
	}
	return r, design, r.record(design)
}

func checkCall(b Bench, given map[string]int, o Options) (*run, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	values, err := b.Block.Resolve(given)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Cycles < 0:
		return nil, fmt.Errorf("block %s: cannot run %d cycles: give at least 1", b.Block.Name, o.Cycles)
	case o.Cycles == 0:
		o.Cycles = b.MinCycles
	}
	if len(o.Engines) == 0 {
		o.Engines = cyclesim.BuiltIn()
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	for _, name := range o.Engines {
		if err := checkEngine(o.Context, name); err != nil {
			return nil, err
		}
	}
	return &run{bench: b, values: values, options: o}, nil
}

// checkEngine finds a wrong name or a missing tool before any work is done.
func checkEngine(ctx context.Context, name string) error {
	if s := extsim.Find(name); s != nil {
		return s.Check(ctx)
	}
	if !slices.Contains(cyclesim.Engines(), name) {
		return fmt.Errorf("no engine %q: choose from %s", name, strings.Join(Engines(), ", "))
	}
	return nil
}

// build makes the netlist of the block, or of the bench's mutant.
func (r *run) build() (d *ir.Design, err error) {
	if f := r.bench.mutant; f != nil {
		d, err = mutated(r.bench, r.values, *f)
	} else {
		d, err = r.bench.Elaborate(r.values)
	}
	if err != nil || r.options.StandIn == nil {
		return d, err
	}
	block := *d.Top // its ports as they are now
	other, err := r.options.StandIn(d)
	if err != nil {
		return nil, fmt.Errorf("block %s: what stands in for it: %w", r.bench.Block.Name, err)
	}
	if err := matchPorts(&block, other.Top); err != nil {
		return nil, fmt.Errorf("block %s: what stands in for it, module %s, %w", r.bench.Block.Name, other.Top.Name, err)
	}
	return other, nil
}

// matchPorts puts the ports of a module into the order of those of a block. The error is what differs.
func matchPorts(block, other *ir.Module) error {
	var ports []*ir.Signal
	for _, p := range block.Ports {
		own := other.Port(p.Name)
		switch {
		case own == nil:
			return fmt.Errorf("has no %s %s of width %d", p.Kind, p.Name, p.Width)
		case own.Kind != p.Kind || own.Width != p.Width:
			return fmt.Errorf("has %s %s of width %d, which is an %s of width %d of the block", own.Kind, p.Name, own.Width,
				p.Kind, p.Width)
		}
		ports = append(ports, own)
	}
	for _, p := range other.Ports {
		if block.Port(p.Name) == nil {
			return fmt.Errorf("has the %s %s, which the block has not", p.Kind, p.Name)
		}
	}
	other.Ports = ports
	return nil
}

// progressEvery is the number of cycles between two calls of Progress.
const progressEvery = 4096

// progress is called in every cycle and reports from time to time how far a stage is. The
// error is that of the context, which a run looks at in every cycle: those of a large
// network take long.
func (r *run) progress(stage string, done, total int) error {
	if done%progressEvery == 0 {
		r.options.Progress(stage, done, total)
	}
	return r.options.Context.Err()
}

// replay runs one engine on the record.
func (r *run) replay(engine string, d *ir.Design) (EngineReport, error) {
	var e EngineReport
	var err error
	if s := extsim.Find(engine); s != nil {
		e, err = r.replayExternal(s, d)
	} else {
		e, err = r.replayBuiltin(engine, d)
	}
	if err != nil {
		return e, err
	}
	if diff := e.Difference; diff != nil {
		r.describe(diff, engine, d)
		diff.VCD, err = r.writeWave(d, diff.Cycle)
	} else if len(e.Failures) > 0 {
		e.Failures[0].VCD, err = r.writeWave(d, e.Failures[0].Cycle)
	}
	return e, err
}

// workDir is the directory for waveforms.
func (r *run) workDir() (string, error) {
	if r.options.WorkDir == "" {
		dir, err := child.MakeTemp()
		if err != nil {
			return "", fmt.Errorf("no folder for waveforms: %w", err)
		}
		r.options.WorkDir = dir
	}
	if err := os.MkdirAll(r.options.WorkDir, 0o777); err != nil {
		return "", fmt.Errorf("no directory for waveforms: %w", err)
	}
	return r.options.WorkDir, nil
}
