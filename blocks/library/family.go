package library

import (
	"culprit/blocks"
	"culprit/blocks/fabric"
	fabricmodel "culprit/blocks/fabric/golden"
	"culprit/testbench"
	"culprit/testbench/experiment"
)

// Family is a folder of blocks with what proves and measures them.
type Family struct {
	Name    string // of its folder, and Block.Family of its blocks
	Blocks  func() []*blocks.Block
	Benches func() []testbench.Bench // one for each of the blocks, in their order
	// Experiments, if not nil, run on blocks with traffic inside, of this family or
	// of others.
	Experiments func() []*experiment.Experiment
	// Schemes are fabrics that can be built of the family's switches, Models their
	// golden models.
	Schemes fabric.Schemes
	Models  fabricmodel.Schemes
}

// List is a list of families.
type List []Family

// Blocks are the blocks of all families, in their order.
func (l List) Blocks() []*blocks.Block {
	return gather(l, func(f Family) func() []*blocks.Block { return f.Blocks })
}

// Benches are the benches of all blocks, in the order of Blocks.
func (l List) Benches() []testbench.Bench {
	return gather(l, func(f Family) func() []testbench.Bench { return f.Benches })
}

// Experiments are those of all families.
func (l List) Experiments() []*experiment.Experiment {
	return gather(l, func(f Family) func() []*experiment.Experiment { return f.Experiments })
}

// Schemes are those of all families, for the trees of package fabric.
func (l List) Schemes() (all fabric.Schemes) {
	for _, f := range l {
		all = append(all, f.Schemes...)
	}
	return all
}

// Models are the models of Schemes.
func (l List) Models() (all fabricmodel.Schemes) {
	for _, f := range l {
		all = append(all, f.Models...)
	}
	return all
}

func gather[T any](l List, of func(Family) func() []T) []T {
	var all []T
	for _, f := range l {
		if list := of(f); list != nil {
			all = append(all, list()...)
		}
	}
	return all
}
