package golden

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

func TestCrossbar(t *testing.T) {
	m := NewCrossbar(2, 3)
	data := []*big.Int{big.NewInt(9), big.NewInt(7)}
	out := m.Step(CrossbarIn{Data: data, Select: []int{1, 0, 1}, Enable: []bool{true, false, true}})
	assert.Equal(t, out.Q[0].Int64(), int64(7))
	assert.Assert(t, out.Q[1] == nil) // which is 0
	assert.Equal(t, out.Q[2].Int64(), int64(7))
}

func TestCrossbarRefusesInputBeyondTheLast(t *testing.T) {
	m := NewCrossbar(3, 1)
	in := CrossbarIn{Data: make([]*big.Int, 3), Select: []int{3}, Enable: []bool{false}}
	assert.Equal(t, panics(func() { m.Step(in) }), "BUG: stimulus: output 0 selects input 3 of 3")
}
