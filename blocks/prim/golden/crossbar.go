package golden

import "math/big"

// CrossbarIn holds the inputs of crossbar.
type CrossbarIn struct {
	Data   []*big.Int // of each input
	Select []int      // of each output: the input
	Enable []bool     // of each output
}

// CrossbarOut holds the outputs of crossbar.
type CrossbarOut struct {
	Q []*big.Int // of each output, 0 if it is not enabled
}

// Crossbar is the model of crossbar. It has no state.
type Crossbar struct {
	inputs, outputs int
}

// NewCrossbar makes a crossbar.
func NewCrossbar(inputs, outputs int) *Crossbar { return &Crossbar{inputs, outputs} }

// Step is one clock cycle.
func (m *Crossbar) Step(in CrossbarIn) CrossbarOut {
	out := CrossbarOut{Q: make([]*big.Int, m.outputs)}
	for o := range out.Q {
		must(in.Select[o] < m.inputs, "output %d selects input %d of %d", o, in.Select[o], m.inputs)
		if in.Enable[o] {
			out.Q[o] = in.Data[in.Select[o]]
		}
	}
	return out
}
