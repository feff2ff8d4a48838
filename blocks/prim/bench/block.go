package bench

import (
	"culprit/blocks"
	rtl "culprit/blocks/prim"
)

// block is the family's block of that name.
func block(name string) *blocks.Block { return blocks.Find(rtl.Blocks(), name) }
