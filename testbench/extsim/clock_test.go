package extsim_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/difftest"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// summing adds up what comes, at its one clock, which is implicit.
func summing(t *testing.T) *rtlgen.Module {
	t.Helper()
	m := rtlgen.NewModule("summing")
	sum := m.Reg("sum_q", 8, 3)
	sum.Set(sum.Add(m.Input("x", 8)))
	m.Output("sum", sum)
	return m
}

// twoClocks has all that a clock can have, of two clocks and of the implicit one: registers with reset and without,
// an array, the ports of a memory, instances, properties. a_low and b_low say which half of the memory is read and
// which is written; low_b is the complement of low_a in all cycles, and what is read shows after 16 edges.
func twoClocks(t *testing.T) *ir.Design {
	t.Helper()
	m := rtlgen.NewModule("two_clocks")
	a, x, lowA := m.Clock("a_clk"), m.Input("x", 8), m.Input("low_a", 1)
	b, y, lowB := m.Clock("b_clk"), m.Input("y", 8), m.Input("low_b", 1)
	z := m.Input("z", 8)
	mem := m.Memory("mem", 4, 8, rtlgen.ReadUndefined)
	var gray rtlgen.Reg
	m.Clocked(a, func() {
		n := m.Reg("n", 4, 0)
		next := m.Let("next", n.Add(1))
		n.Set(next)
		gray = m.Next("gray", next.Xor(next.High(3).Zext(4)), 0)
		m.Output("free", m.NextNoReset("free_q", x))
		mem.Write(m.Const(1, 1), rtlgen.Cat(lowA, n.Bit(0)), x)
		u := m.Instance("of_a", summing(t))
		u.In("x", x)
		m.Output("sum_a", u.Out("sum"))
		m.Assert("gray_of_n", gray.Eq(n.Xor(n.High(3).Zext(4))))
	})
	m.Clocked(b, func() {
		age := m.Reg("age", 4, 0)
		m.If(age.Ne(15), func() { age.Set(age.Add(1)) })
		arr := m.RegArray("arr", 2, 8, 9)
		arr.At(y.Bit(0)).Set(y)
		m.Output("elements", arr.Flat())
		word := mem.ReadSync("word", m.Const(1, 1), rtlgen.Cat(lowB, y.Bit(1)))
		m.Output("read", word.And(age.Eq(15).Replicate(8)))
		m.Output("got", m.Synchronize("s", gray, 2, 5))
		u := m.Instance("of_b", summing(t))
		u.In("x", y)
		m.Output("sum_b", u.Out("sum"))
		m.Cover("aged", age.Eq(15))
	})
	u := m.Instance("of_base", summing(t))
	u.In("x", z)
	m.Output("sum_base", u.Out("sum"))
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// TestTwoClocks: Icarus Verilog and Verilator do with the Verilog of two clocks what the reference engine does with
// the netlist, and so they do in resets later on.
func TestTwoClocks(t *testing.T) {
	tiers.Tools(t, "icarus", "verilator")
	t.Parallel()
	const seed = 5
	for _, simulator := range []string{"icarus", "verilator"} {
		t.Run(simulator, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 0))
			c := &difftest.Case{Seed: seed, Design: twoClocks(t)}
			for cycle := range 600 {
				half := r.Uint64N(2)
				row := []uint64{r.Uint64N(2), r.Uint64N(256), half, r.Uint64N(2), r.Uint64N(256), 1 - half, r.Uint64N(256)}
				if cycle < 10 { // all words are written
					row[0], row[2] = 1, uint64(cycle/2%2)
					row[5] = 1 - row[2]
				}
				var values []*big.Int
				for _, x := range row {
					values = append(values, new(big.Int).SetUint64(x))
				}
				c.Inputs = append(c.Inputs, values)
				c.Reset = append(c.Reset, cycle%60 < 2)
			}
			runExternal(t, simulator, c)
		})
	}
}
