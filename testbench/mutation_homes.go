package testbench

import (
	"maps"

	"culprit.example/culprit/rtlgen/ir"
)

// Homes says where the mutants of each module are made, so that no two blocks make them: a
// module with a bench in its own block, any other one in the block with the fewest instances
// that contains it. For each block the result has what MutationOptions.Elsewhere is to be.
func Homes(benches []Bench) (map[string]map[string]bool, error) {
	type home struct {
		block string
		size  int
	}
	blocks, homes := map[string]bool{}, map[string]home{}
	for _, b := range benches {
		blocks[b.Block.Name] = true
	}
	found := map[string][]*ir.Module{}
	for _, b := range benches {
		if found[b.Block.Name] != nil {
			continue
		}
		d, err := b.Block.Elaborate(nil)
		if err != nil {
			return nil, err
		}
		found[b.Block.Name] = checkedHere(d, blocks)
		size := instances(d)
		for _, m := range found[b.Block.Name] {
			if h, ok := homes[m.Name]; !ok || size < h.size {
				homes[m.Name] = home{b.Block.Name, size}
			}
		}
	}
	elsewhere := map[string]map[string]bool{}
	for block, list := range found {
		elsewhere[block] = maps.Clone(blocks)
		for _, m := range list {
			if homes[m.Name].block != block {
				elsewhere[block][m.Name] = true
			}
		}
	}
	return elsewhere, nil
}

// instances is how many copies of modules are in a design.
func instances(d *ir.Design) int {
	sizes := map[*ir.Module]int{}
	for _, m := range d.Modules {
		sizes[m] = 1
		for _, in := range m.Instances {
			sizes[m] += in.Count * sizes[in.Of]
		}
	}
	return sizes[d.Top]
}
