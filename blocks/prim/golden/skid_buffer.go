package golden

import "math/big"

// SkidBufferIn holds the inputs of skid_buffer.
type SkidBufferIn struct {
	InValid  bool
	InData   *big.Int
	OutReady bool
}

// SkidBufferOut holds the outputs of skid_buffer.
type SkidBufferOut struct {
	InReady  bool
	OutValid bool
	OutData  *big.Int `valid:"OutValid"`
}

// SkidBuffer is the model of skid_buffer. Output register and spare register
// together are a queue of two: the spare one is occupied only behind an occupied
// output register, so it is free exactly while fewer than two words wait.
type SkidBuffer struct {
	words []*big.Int // oldest first, at most 2
}

// NewSkidBuffer makes an empty skid buffer.
func NewSkidBuffer() *SkidBuffer { return &SkidBuffer{} }

// Step is one clock cycle.
func (m *SkidBuffer) Step(in SkidBufferIn) SkidBufferOut {
	out := SkidBufferOut{InReady: len(m.words) < 2, OutValid: len(m.words) > 0}
	if out.OutValid {
		out.OutData = m.words[0]
	}

	if out.OutValid && in.OutReady {
		m.words = m.words[1:]
	}
	if out.InReady && in.InValid {
		m.words = append(m.words, clone(in.InData))
	}
	return out
}
