package qcn

import "culprit/rtlgen/blocks"

// fabricBlocks are the blocks of leaf, spine and network. Leaf and the congestion
// management of its ports are checked within the fabric.
func fabricBlocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(CellBuffer), blocks.Of(LeafIn), blocks.Of(CreditArb), blocks.Of(LeafOut), blocks.Of(Uplinks), blocks.Of(Spine), blocks.Of(Fabric), blocks.Of(CNMRun), networkBlock()}
}
