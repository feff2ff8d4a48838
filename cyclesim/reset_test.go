package cyclesim_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// TestResetStep: at an edge with reset on, registers and arrays take their reset
// values, a register without reset and a memory go on, and nothing is checked.
func TestResetStep(t *testing.T) {
	sim := newEngine(t, build(t, "mixed", func(m *rtlgen.Module) {
		in := m.Input("in", 70)
		kept := m.Next("kept", in, 5)
		free := m.NextNoReset("free", in)
		arr := m.RegArray("arr", 2, 4, 9)
		arr.At(in.Bit(0)).Set(in.Low(4))
		mem := m.Memory("mem", 2, 70, rtlgen.ReadOld)
		mem.Write(m.Const(1, 1), in.Bit(0), in)
		m.Output("out", kept.Xor(free).Xor(mem.ReadSync("q", m.Const(1, 1), in.Bit(0))))
		m.Output("elements", arr.Flat())
		m.Assert("is_zero", in.Eq(0))
		m.Cover("not_zero", in.Ne(0))
	}))
	value := []uint64{0x123456789abcdef7, 0x2a}
	sim.SetInput(0, value)
	sim.ResetStep()
	assert.Equal(t, sim.Cycle(), uint64(1))
	assert.Equal(t, peek(t, sim, "kept").Uint64(), uint64(5))
	assert.DeepEqual(t, peek(t, sim, "free").Words, value)
	assert.DeepEqual(t, peek(t, sim, "mem[1]").Words, value)
	assert.Equal(t, peek(t, sim, "arr[0]").Uint64(), uint64(9))
	assert.Equal(t, peek(t, sim, "arr[1]").Uint64(), uint64(9))
	assert.Equal(t, len(sim.Failures()), 0)
	assert.Equal(t, sim.CoverCounts()[0].Count, uint64(0))

	sim.Step()
	assert.DeepEqual(t, peek(t, sim, "kept").Words, value)
	assert.Equal(t, sim.Failures()[0].Cycle, uint64(1))
	assert.Equal(t, sim.CoverCounts()[0].Count, uint64(1))
	sim.ResetStep()
	assert.Equal(t, sim.Failures()[0].Count, uint64(1))

	sim.PowerUp(7)
	first := peek(t, sim, "kept").Words
	sim.PowerUp(8)
	assert.Assert(t, first[0] != peek(t, sim, "kept").Words[0] && first[0] != 5, "registers start arbitrary")
	sim.ResetStep()
	assert.Equal(t, peek(t, sim, "kept").Uint64(), uint64(5))
}
