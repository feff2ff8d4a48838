package spineleaf

import (
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Blocks lists the units, in the order of the contract. A leaf and the congestion
// management of its ports are checked within the fabric.
func Blocks() []*blocks.Block {
	fabric := blocks.Of(Fabric)
	fabric.Forms = []blocks.Values{{"leaves": 2, "ports": 2, "spines": 1, "prios": 1, "dos": 0},
		{"leaves": 3, "ports": 3, "spines": 5, "prios": 8}}
	return blocks.Within(blocks.Values{"leaves": 8, "ports": 4, "spines": 8},
		[]*blocks.Block{blocks.Of(Source), blocks.Of(Sink), blocks.Of(Server), blocks.Of(CellGuard),
			blocks.Of(CellBuffer), blocks.Of(LeafIn),
			blocks.Of(CreditArb), blocks.Of(LeafOut), blocks.Of(Uplinks), blocks.Of(Spine), fabric, blocks.Of(CNMRun),
			networkBlock()})
}
