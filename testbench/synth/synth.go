package synth

import (
	"context"
	"fmt"

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
	Problems []string `json:"problems"` // each with its block
}

// Run costs every module of the targets once. A target is left out if it is a
// module of one that comes later, as the units of a switch are. The error is a
// tool that is missing, a block that cannot be made, or that of ctx.
func Run(ctx context.Context, targets []Target) (*Report, error) {
	if _, err := extsim.Lookup("yosys"); err != nil {
		return nil, err
	}
	r := &Report{Modules: []Cost{}, Problems: []string{}}
	known := map[string]bool{}
	for i := len(targets) - 1; i >= 0; i-- {
		t := targets[i]
		d, err := t.Block.Elaborate(t.Params)
		if err != nil {
			return nil, err
		}
		if known[d.Top.Name] {
			continue
		}
		costs, err := costs(ctx, d)
		if ended := ctx.Err(); ended != nil {
			return nil, ended // and not what a killed program says
		}
		if err != nil {
			r.Problems = append([]string{fmt.Sprintf("block %s: %v", t.Block.Name, err)}, r.Problems...)
			continue
		}
		var fresh []Cost
		for _, c := range costs {
			if !known[c.Module] {
				known[c.Module] = true
				fresh = append(fresh, c)
			}
		}
		r.Modules = append(fresh, r.Modules...)
	}
	r.Passed = len(r.Problems) == 0
	return r, nil
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
