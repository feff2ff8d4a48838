package qcn

import "culprit/blocks"

// fabricBlocks are the blocks of leaf, spine and network.
func fabricBlocks() []*blocks.Block { return nil }
