package qcn

import "culprit/blocks"

// congestionBlocks are the blocks of congestion points.
func congestionBlocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(CP)}
}
