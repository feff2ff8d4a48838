package prim

import "culprit.example/culprit/rtlgen/blocks"

// Blocks lists the primitives.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		blocks.Of(FIFO), blocks.Of(SkidBuffer), blocks.Of(RRArbiter), blocks.Of(SepAllocator), blocks.Of(CreditCounter),
		blocks.Of(LFSR), blocks.Of(FreeList), blocks.Of(DAMQ), blocks.Of(RAM1R1W), blocks.Of(TernaryLine), blocks.Of(CAM),
		blocks.Of(Hysteresis), blocks.Of(LinkDelay), blocks.Of(Crossbar),
		blocks.Of(AsyncFIFO),
	}
}
