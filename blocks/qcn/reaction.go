package qcn

import "culprit/blocks"

// reactionBlocks are the blocks of the reaction point and the adapter.
func reactionBlocks() []*blocks.Block { return nil }
