package qcn

import "culprit/blocks"

// fabricBlocks are the blocks of leaf, spine and network.
func fabricBlocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(CellBuffer), blocks.Of(LeafIn), blocks.Of(CreditArb), blocks.Of(LeafOut), blocks.Of(Uplinks), blocks.Of(Spine), blocks.Of(Leaf), blocks.Of(Fabric), blocks.Of(PortManagement), networkBlock()}
}
