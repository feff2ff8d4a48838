package golden

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

// TestAsyncFIFOLatency: with both clocks at each instant a word is at the output stages+2 instants after its push,
// behind edge stages+1 of rd_clk after it.
func TestAsyncFIFOLatency(t *testing.T) {
	for stages := 2; stages <= 4; stages++ {
		m := NewAsyncFIFO(2, stages)
		in := AsyncFIFOIn{WrClk: true, RdClk: true, Push: true, Wdata: big.NewInt(7)}
		assert.Assert(t, !m.Step(in).Full)
		in.Push = false
		for range stages + 1 {
			assert.Assert(t, m.Step(in).Empty)
		}
		out := m.Step(in)
		assert.Assert(t, !out.Empty && out.RdataKnown)
		assert.Equal(t, out.Rdata.Int64(), int64(7))
	}
}

// TestAsyncFIFOStops: without edges of its clock a side does nothing.
func TestAsyncFIFOStops(t *testing.T) {
	m := NewAsyncFIFO(2, 2)
	for range 10 {
		m.Step(AsyncFIFOIn{WrClk: true, Push: true, Wdata: big.NewInt(1), Pop: true})
	}
	assert.Equal(t, m.pushed, 2)
	out := m.Step(AsyncFIFOIn{RdClk: true, Push: true})
	assert.Assert(t, out.Full && out.Empty)
	assert.Equal(t, m.pushed, 2)
}

// TestAsyncFIFORate: at equal clocks a depth of 2*stages+3 is enough for a word at each edge, and one less is not.
func TestAsyncFIFORate(t *testing.T) {
	for stages := 2; stages <= 4; stages++ {
		for _, depth := range []int{2*stages + 2, 2*stages + 3} {
			m := NewAsyncFIFO(depth, stages)
			stalls := 0
			for edge := range 400 {
				out := m.Step(AsyncFIFOIn{WrClk: true, Push: true, Wdata: big.NewInt(int64(edge)), RdClk: true, Pop: true})
				if edge > 4*stages && (out.Full || out.Empty) {
					stalls++
				}
			}
			assert.Equal(t, stalls == 0, depth == 2*stages+3, "depth %d, %d stages: %d edges without a word", depth, stages,
				stalls)
		}
	}
}
