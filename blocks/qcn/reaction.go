package qcn

import "culprit/rtlgen/blocks"

// reactionBlocks are the blocks of the reaction point and the adapter.
func reactionBlocks() []*blocks.Block {
	return []*blocks.Block{
		blocks.Of(RPUpdate), blocks.Of(RP), blocks.Of(Pacer), blocks.Of(Adapter),
		blocks.Of(Source), blocks.Of(Sink), blocks.Of(Server),
	}
}
