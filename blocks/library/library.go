// Package library lists the blocks of all families: what the command line can
// generate and verify. It imports every family, so that no family has to know
// of another's list.
//
// What must not live here: hardware, and anything about a single block.
package library

import (
	"sort"

	"culprit/blocks"
	"culprit/blocks/cioqrecn"
	"culprit/blocks/fabric"
	"culprit/blocks/prim"
	"culprit/blocks/recn"
	"culprit/blocks/traffic"
	"culprit/blocks/voq"
)

// Blocks are all blocks, sorted by family and within a family in its own order.
func Blocks() []*blocks.Block {
	var all []*blocks.Block
	all = append(all, cioqrecn.Blocks()...)
	all = append(all, fabric.Blocks()...)
	all = append(all, prim.Blocks()...)
	all = append(all, recn.Blocks()...)
	all = append(all, traffic.Blocks()...)
	all = append(all, voq.Blocks()...)
	sort.SliceStable(all, func(i, j int) bool { return all[i].Family < all[j].Family })
	return all
}

// Find is the block of that name, nil if there is none.
func Find(name string) *blocks.Block {
	for _, b := range Blocks() {
		if b.Name == name {
			return b
		}
	}
	return nil
}
