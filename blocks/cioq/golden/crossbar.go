package golden

import "math/big"

// CrossbarIn holds the inputs of cioq_crossbar.
type CrossbarIn struct {
	InValid []bool
	InEnds  []bool `port:",optional"`
	InBad   []bool `port:",optional"`
	InData  []*big.Int
	Select  []uint64 // by output, one-hot
}

// CrossbarOut holds the outputs of cioq_crossbar.
type CrossbarOut struct {
	OutValid []bool
	OutEnds  []bool     `port:",optional"`
	OutBad   []bool     `port:",optional" valid:"OutValid"`
	OutData  []*big.Int `valid:"OutValid"`
}

// NewCrossbarIn makes inputs for n ports.
func NewCrossbarIn(n int) CrossbarIn {
	return CrossbarIn{make([]bool, n), make([]bool, n), make([]bool, n), make([]*big.Int, n), make([]uint64, n)}
}

// NewCrossbarOut makes outputs for n ports.
func NewCrossbarOut(n int) CrossbarOut {
	return CrossbarOut{make([]bool, n), make([]bool, n), make([]bool, n), make([]*big.Int, n)}
}

// Crossbar is the model of cioq_crossbar, which has no state.
func Crossbar(in CrossbarIn) CrossbarOut {
	out := NewCrossbarOut(len(in.Select))
	for o, selected := range in.Select {
		for i := range in.InValid {
			if selected>>i&1 == 1 && in.InValid[i] {
				out.OutValid[o], out.OutEnds[o], out.OutData[o] = true, in.InEnds[i], in.InData[i]
				out.OutBad[o] = in.InBad[i]
			}
		}
	}
	return out
}
