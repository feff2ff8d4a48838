package synth

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"culprit/blocks"
	"culprit/rtlgen/ir"
	"culprit/testbench/extsim"
)

// Target is a block with the parameters that differ from the defaults.
type Target struct {
	Block  *blocks.Block
	Params map[string]int
}

// Report is what Run found out.
type Report struct {
	Passed   bool     `json:"passed"` // no problems
	Modules  []Cost   `json:"modules"`
	Problems []string `json:"problems"` // each with its module
}

// Run costs every module of the targets once, several targets at a time. A target
// is left out if it is a module of one that comes later, as the units of a switch
// are. The error is a tool that is missing, a block that cannot be made, or that of
// ctx.
func Run(ctx context.Context, targets []Target) (*Report, error) {
	if _, err := extsim.Lookup("yosys"); err != nil {
		return nil, err
	}
	designs, err := elaborate(targets)
	if err != nil {
		return nil, err
	}
	results := make([][]Cost, len(designs))
	errs := make([]error, len(designs))
	free := make(chan struct{}, runtime.NumCPU())
	var group sync.WaitGroup
	for i, d := range designs {
		free <- struct{}{}
		group.Add(1)
		go func() {
			defer func() { <-free; group.Done() }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				results[i], errs[i] = costs(ctx, d)
			}
		}()
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err // and not what a killed program says
	}
	r := &Report{Modules: []Cost{}, Problems: []string{}}
	known := map[string]bool{}
	for i, d := range designs {
		if errs[i] != nil {
			r.Problems = append(r.Problems, fmt.Sprintf("module %s: %v", d.Top.Name, errs[i]))
			continue
		}
		for _, c := range results[i] {
			if !known[c.Module] {
				known[c.Module] = true
				r.Modules = append(r.Modules, c)
			}
		}
	}
	r.Passed = len(r.Problems) == 0
	return r, nil
}

// elaborate makes the designs of the targets but those that are modules of a later
// one.
func elaborate(targets []Target) ([]*ir.Design, error) {
	var designs []*ir.Design
	known := map[string]bool{}
	for _, t := range slices.Backward(targets) {
		d, err := t.Block.Elaborate(t.Params)
		if err != nil {
			return nil, err
		}
		if known[d.Top.Name] {
			continue
		}
		for _, m := range d.Modules {
			known[m.Name] = true
		}
		designs = append(designs, d)
	}
	slices.Reverse(designs)
	return designs, nil
}

// costs are those of all modules of the design, children before parents.
func costs(ctx context.Context, d *ir.Design) ([]Cost, error) {
	mapped, err := mapToLUTs(ctx, d)
	if err != nil {
		return nil, err
	}
	var list []Cost
	for _, m := range d.Modules {
		c, err := costOf(mapped, m.Name)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, sameMemories(d, list)
}
