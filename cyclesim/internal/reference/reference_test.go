package reference

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen"
)

// counterBank is n counters that a loop over an array selects among.
func counterBank(t *testing.T, n int) *Machine {
	t.Helper()
	counter := rtlgen.NewModule("counter")
	up := counter.Input("up", 4)
	counts := counter.RegArray("counts", 4, 16, 0)
	counter.For("i", 4, func(i rtlgen.Value) {
		counter.If(up.Bit(i), func() { counts.At(i).Set(counts.At(i).Add(1)) })
	})
	counter.Output("sum", counts.At(0).Add(counts.At(1)).Add(counts.At(2)).Add(counts.At(3)))
	top := rtlgen.NewModule("bank")
	bank := rtlgen.UseArray(top, "counter", n, rtlgen.As[struct {
		Up  rtlgen.In
		Sum rtlgen.Out
	}](counter, nil))
	bank.Up.Broadcast(top.Input("up", 4))
	top.Output("sums", bank.Sum)
	d, err := rtlgen.Elaborate(top)
	assert.NilError(t, err)
	m, err := New(d, machine.Config{Seed: 1})
	assert.NilError(t, err)
	return m
}

func codeSize(m *module) int {
	size := len(m.checks) + len(m.edge)
	for _, f := range m.plan.Fragments {
		size += len(m.code[f])
	}
	return size
}

// TestCodeIsShared: a module's code does not grow with its instances.
func TestCodeIsShared(t *testing.T) {
	one, many := counterBank(t, 1), counterBank(t, 48)
	assert.Equal(t, len(many.places), 49)
	child := func(m *Machine) *module { return m.places[1].module }
	assert.Equal(t, codeSize(child(many)), codeSize(child(one)))
	for _, p := range many.places[1:] {
		assert.Assert(t, p.module == child(many))
	}
}

// TestLoopIndexBecomesConstant: after unrolling, elements are read in place and
// written at fixed addresses.
func TestLoopIndexBecomesConstant(t *testing.T) {
	m := counterBank(t, 1).places[1].module
	for _, in := range m.edge {
		assert.Assert(t, in.op != opElem && in.op != opLane, "an index is still computed")
	}
}

// TestFragments: an output that depends on registers alone needs no input.
func TestFragments(t *testing.T) {
	m := counterBank(t, 1).places[1].module
	f := m.plan.Computes[m.ir.Outputs()[0]]
	assert.Equal(t, f.Inputs.Sign(), 0)
	assert.Assert(t, m.plan.Fragments[len(m.plan.Fragments)-1].Last)
}
