package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestCreditCounter(t *testing.T) {
	m := NewCreditCounter(2)
	steps := []struct {
		take, give bool
		count      int
	}{
		{true, true, 2}, {true, false, 2}, {true, true, 1}, {true, false, 1}, {true, true, 0}, {false, true, 0},
		{false, false, 1},
	}
	for i, s := range steps {
		out := m.Step(CreditCounterIn{Take: s.take, Give: s.give})
		assert.DeepEqual(t, out, CreditCounterOut{Count: s.count, Available: s.count > 0})
		assert.Equal(t, out.Count, s.count, "step %d", i)
	}
}

func TestCreditCounterRefusesOverdraft(t *testing.T) {
	m := NewCreditCounter(1)
	assert.Assert(t, m.Step(CreditCounterIn{Give: true}).Excess)
	assert.Equal(t, m.Count(), 1)
	m.Step(CreditCounterIn{Take: true})
	assert.Equal(t, panics(func() { m.Step(CreditCounterIn{Take: true}) }),
		"BUG: stimulus: credit taken where there is none")
}
