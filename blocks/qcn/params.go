package qcn

import (
	"slices"

	"culprit/rtlgen"
	"culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Blocks lists the units, in the order of the contract.
func Blocks() []*blocks.Block {
	return blocks.Within(blocks.Values{"leaves": 8, "ports": 4, "spines": 8},
		slices.Concat(congestionBlocks(), culpritBlocks(), reactionBlocks(), fabricBlocks()))
}
