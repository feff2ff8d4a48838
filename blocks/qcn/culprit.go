package qcn

import "culprit/blocks"

// culpritBlocks are the blocks of the CulpritArray.
func culpritBlocks() []*blocks.Block { return nil }
