package speed

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/internal/child"
)

// Options say what to measure.
type Options struct {
	Subjects []*Subject
	Loads    []float64
	// Cycles to measure; 0: as many as suit the design.
	Cycles  int
	Engines []string // of package cyclesim; nil: the default engine
	Threads []int    // of engine native and of Verilator, a side for each number; nil: 1
	Without []string // of engine native: a side without each of these steps (cyclesim.OptionalSteps)
	// Models are those of Verilator, some of Models(); nil: all. Without any, and with Without, the engine is
	// compared with itself only.
	Models     []string
	BuildLimit time.Duration // for each of them
	// Worker is the program that calls Serve for a subject, an engine, and a load.
	Worker func(subject string, e Engine, load float64) Worker
	// Progress, if not nil, is called with the present stage and how much of a
	// subject's work is done.
	Progress func(subject int, stage string, done, total int)

	// MakeFlags are variables for make that say how Verilator's C++ is compiled; nil: for
	// speed. A check for which speed does not count saves time with OPT_FAST=-O0.
	MakeFlags []string
}

// Worker is a program with its arguments, and what it needs in its environment (NAME=value)
// besides that of this process.
type Worker struct {
	Path      string
	Args, Env []string
}

// command starts the worker in the present folder.
func (w Worker) command(ctx context.Context) *child.Command {
	c := child.New(ctx, w.Path, w.Args...)
	c.Dir, c.Env = ".", append(os.Environ(), w.Env...)
	return c
}

const (
	// rounds is how often the sides take turns.
	rounds = 10
	// switchCycles is what a run does by default: cycles times switches.
	switchCycles = 1_000_000
	leastCycles  = 5000
)

// Stages is how many stages a subject has for Options.Progress: elaborating, the
// models, the loads.
func (o *Options) Stages() int { return 1 + len(o.translations()) + len(o.Loads) }

func (o *Options) translations() []translation {
	var list []translation
	for _, t := range translations {
		if o.Models == nil || slices.Contains(o.Models, t.model) {
			list = append(list, t)
		}
	}
	for _, n := range o.Threads {
		if alone := o.Models != nil && len(o.Models) == 0 && len(o.Without) > 0; n > 1 && !alone {
			list = append(list, withThreads(n))
		}
	}
	return list
}

// Engine is an engine with the given number of threads, and without a step if Without is not "".
type Engine struct {
	Name    string
	Threads int
	Without string
}

func (e Engine) name() string {
	name := e.Name
	if e.Threads > 1 {
		name += fmt.Sprintf(", %d threads", e.Threads)
	}
	if e.Without != "" {
		name += " without " + e.Without
	}
	return name
}

// threaded are the engines that can have several threads, and of which steps can be left out.
var threaded = []string{"native", "native-avx2"}

// sides are the engines, each with the numbers of threads that it can have, and without each step.
func (o *Options) sides() []Engine {
	var list []Engine
	for _, engine := range o.Engines {
		for _, n := range o.Threads {
			if n > 1 && !slices.Contains(threaded, engine) {
				continue
			}
			list = append(list, Engine{engine, n, ""})
			for _, step := range o.Without {
				if slices.Contains(threaded, engine) && (step != "threads" || n > 1) {
					list = append(list, Engine{engine, n, step})
				}
			}
		}
	}
	return list
}

// byClock reports whether a side has several threads: processor time says nothing then.
func (o *Options) byClock() bool { return slices.Max(o.Threads) > 1 }

// lap is the time that counts.
func (o *Options) lap(t taken) time.Duration {
	if o.byClock() {
		return t.wall
	}
	return t.cpu
}

// cycles is how many to measure of a subject: a multiple of rounds.
func (o *Options) cycles(s *Subject) int {
	n := o.Cycles
	if n == 0 {
		n = max(switchCycles/s.Switches, leastCycles)
	}
	return max(n/rounds, 1) * rounds
}

// Run measures. The error tells of a tool that is missing or fails; that the two
// sides differ is in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	if ctx == nil {
		return nil, caller.Errorf("speed.Run has no context: give context.Background()")
	}
	if slices.Contains(o.Subjects, nil) {
		return nil, caller.Errorf("speed.Run has no subject in place %d", slices.Index(o.Subjects, nil))
	}
	if err := supported(); err != nil {
		return nil, err
	}
	versions, with := map[string]string{}, (*toolchain)(nil)
	if len(o.translations()) > 0 {
		var err error
		if with, err = findToolchain(ctx); err != nil {
			return nil, err
		}
		versions = with.versions()
	}
	versions["go"] = strings.TrimPrefix(runtime.Version(), "go")
	if o.Progress == nil {
		o.Progress = func(int, string, int, int) {}
	}
	if o.Engines == nil {
		o.Engines = []string{cyclesim.DefaultEngine()}
	}
	if o.Threads == nil {
		o.Threads = []int{1}
	}
	if len(o.sides()) == 0 {
		return nil, fmt.Errorf("no engine is left: only engine %q can have several threads", threaded[0])
	}
	if o.MakeFlags == nil {
		o.MakeFlags = makeFlags
	}
	r := &Report{Tools: versions, CPU: processorName()}
	for i, s := range o.Subjects {
		b := &bench{options: &o, tools: with, ctx: ctx, subject: s, number: i}
		rows, err := b.run()
		if ctx.Err() != nil {
			return nil, ctx.Err() // and not what a killed program says
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		r.Rows = append(r.Rows, rows...)
	}
	return r, nil
}

// bench is the measurement of a subject.
type bench struct {
	options  *Options
	tools    *toolchain
	ctx      context.Context
	subject  *Subject
	number   int
	programs []*program
}

func (b *bench) run() ([]*Row, error) {
	b.progress("elaborating", 0, 1)
	d, err := b.subject.elaborate()
	if err != nil {
		return nil, err
	}
	if err := b.subject.checkPorts(d); err != nil {
		return nil, err
	}
	dir, err := child.MakePlainTemp()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for i, t := range b.options.translations() {
		if t.hierarchical && len(b.subject.Shared) == 0 {
			continue // nothing would be a model by itself
		}
		b.progress(t.name, 0, 1)
		own := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(own, 0o777); err != nil {
			return nil, child.TempError(err)
		}
		p, err := t.translate(b.ctx, b.tools, b.subject, d, own, b.options.MakeFlags, b.options.BuildLimit)
		if err != nil {
			return nil, err
		}
		b.programs = append(b.programs, p)
	}
	var rows []*Row
	for _, load := range b.options.Loads {
		m := &measurement{bench: b, load: load, cycles: b.options.cycles(b.subject)}
		for _, e := range b.options.sides() {
			m.commands = append(m.commands, b.options.Worker(b.subject.Name, e, load).command(b.ctx))
			m.names = append(m.names, e.name())
		}
		for _, p := range b.programs {
			if !p.limited {
				m.commands = append(m.commands, p.command(b.ctx, d, b.subject.Inputs(load)))
				m.names = append(m.names, p.translation.name)
			}
		}
		row, err := m.row()
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (b *bench) progress(stage string, done, total int) {
	b.options.Progress(b.number, stage, done, total)
}

// processorName is what the system calls the processor, "" if it does not tell.
func processorName() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for _, line := range strings.Split(string(text), "\n") {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
