package qcn

import "culprit/rtlgen/blocks"

// fabricBlocks are the blocks of leaf, spine and network. Leaf and the congestion
// management of its ports are checked within the fabric.
func fabricBlocks() []*blocks.Block {
	fabric := blocks.Of(Fabric)
	fabric.Forms = []blocks.Values{{"leaves": 2, "ports": 2, "spines": 1, "prios": 1, "dos": 0},
		{"leaves": 3, "ports": 3, "spines": 5, "prios": 8}}
	return []*blocks.Block{blocks.Of(CellBuffer), blocks.Of(LeafIn), blocks.Of(CreditArb), blocks.Of(LeafOut),
		blocks.Of(Uplinks), blocks.Of(Spine), fabric, blocks.Of(CNMRun), networkBlock()}
}
