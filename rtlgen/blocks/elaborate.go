package blocks

import (
	"fmt"

	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// Elaborate makes the netlist of the block. given are the parameters that differ
// from the defaults. The error is that of Resolve, or lists every mistake in the
// description of the block.
func (b *Block) Elaborate(given map[string]int) (*ir.Design, error) {
	v, err := b.Resolve(given)
	if err != nil {
		return nil, err
	}
	if b.Build == nil {
		return nil, caller.Errorf("block %s has no function Build", b.Name)
	}
	d, err := rtlgen.Elaborate(b.Build(v))
	if err != nil {
		return nil, fmt.Errorf("block %s: %w", b.Name, err)
	}
	return d, nil
}
