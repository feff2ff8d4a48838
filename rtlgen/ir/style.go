package ir

// MemoryStyle names what a memory is made of.
type MemoryStyle uint8

// The styles of memories.
const (
	StyleAuto        MemoryStyle = iota // chosen by size and ports: see Technology
	StyleBlock                          // block RAM, or a macro of a memory compiler
	StyleDistributed                    // LUT RAM, or latches
	StyleRegisters                      // flip-flops
)

func (s MemoryStyle) String() string {
	return [...]string{"auto", "block", "distributed", "registers"}[s]
}

// Below these sizes most of a block RAM would be empty.
const (
	blockDepth = 33   // words
	blockBits  = 1024 // bits in all
)

// Technology is what the memory is made of: its style, or with StyleAuto the usual
// choice. No device writes two words of a memory per cycle and reads others beside
// them: these are registers. A block RAM has synchronous reads only, and is worth it
// from some size on. The rest is distributed.
func (mem *Memory) Technology() MemoryStyle {
	if mem.Style != StyleAuto {
		return mem.Style
	}
	if len(mem.Writes) > 1 {
		return StyleRegisters
	}
	if mem.readsAtOnce() {
		return StyleDistributed
	}
	if mem.Depth >= blockDepth && mem.Depth*mem.Width >= blockBits {
		return StyleBlock
	}
	return StyleDistributed
}

// readsAtOnce tells whether a read port is asynchronous.
func (mem *Memory) readsAtOnce() bool {
	for _, r := range mem.Reads {
		if !r.Sync {
			return true
		}
	}
	return false
}
