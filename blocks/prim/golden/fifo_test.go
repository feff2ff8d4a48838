package golden

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"
)

func TestFIFO(t *testing.T) {
	m := NewFIFO(2)
	steps := []struct {
		what        string
		push, pop   bool
		wdata       int64
		rdata       int64 // -1: unknown
		count       int
		full, empty bool
	}{
		{"pop while empty is ignored", false, true, 0, -1, 0, false, true},
		{"push and pop while empty: only the push", true, true, 11, -1, 0, false, true},
		{"the word is there in the next cycle", true, false, 12, 11, 1, false, false},
		{"push while full is ignored, though a pop makes room", true, true, 13, 11, 2, true, false},
		{"push and pop keep the count", true, true, 14, 12, 1, false, false},
		{"the later word follows", false, true, 0, 14, 1, false, false},
		{"empty again", false, false, 0, -1, 0, false, true},
	}
	for _, s := range steps {
		out := m.Step(FIFOIn{Push: s.push, Pop: s.pop, Wdata: big.NewInt(s.wdata)})
		assert.Equal(t, out.Count, s.count, s.what)
		assert.Equal(t, out.Full, s.full, s.what)
		assert.Equal(t, out.Empty, s.empty, s.what)
		assert.Equal(t, out.RdataKnown, s.rdata >= 0, s.what)
		if s.rdata >= 0 {
			assert.Equal(t, out.Rdata.Int64(), s.rdata, s.what)
		}
	}
}

func TestFIFOCopiesItsInput(t *testing.T) {
	m := NewFIFO(1)
	word := big.NewInt(5)
	m.Step(FIFOIn{Push: true, Wdata: word})
	word.SetInt64(6)
	assert.Equal(t, m.Step(FIFOIn{}).Rdata.Int64(), int64(5))
}
