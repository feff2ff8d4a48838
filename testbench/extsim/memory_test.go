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

// dualPorts has a memory with two ports that read and write for every choice for a port's
// own write and for the other's, all with the same inputs. Nothing shows before cycle 6,
// when all words are written and both ports have read. Where a read of a word that the
// other port writes is undefined, the two ports have halves of the memory.
func dualPorts(t *testing.T, lanes int) *ir.Design {
	t.Helper()
	m := rtlgen.NewModule("dual_ports")
	in := func(name string, width int) [2]rtlgen.Value {
		return [2]rtlgen.Value{m.Input(name+"_a", width), m.Input(name+"_b", width)}
	}
	enable, write, addr, data := in("enable", 1), in("write", lanes), in("addr", 2), in("data", 8)
	age := m.Reg("age", 3, 0)
	m.If(age.Ne(6), func() { age.Set(age.Add(1)) })
	ready := age.Eq(6).Replicate(8)
	choices := []ir.ReadDuringWrite{rtlgen.ReadOld, rtlgen.ReadNew, rtlgen.ReadUndefined, rtlgen.ReadKeep}
	for _, own := range choices {
		for _, across := range choices {
			if own == rtlgen.ReadUndefined {
				continue // what it is when the other port does not write, the others show
			}
			name := own.String() + "_" + across.String()
			mem := m.Memory(name, 4, 8, across)
			for i, p := range []string{"a", "b"} {
				at := addr[i]
				if across == rtlgen.ReadUndefined {
					at = rtlgen.Cat(m.Const(1, i), at.Bit(0))
				}
				word := mem.ReadWrite(name+"_word_"+p, enable[i], write[i], at, data[i], own)
				m.Output(name+"_"+p, word.And(ready))
			}
		}
	}
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// TestDualPortMemories: Icarus Verilog and Verilator read from the memories what the
// reference engine reads, in collisions of all kinds.
func TestDualPortMemories(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	const seed = 23
	for _, sample := range []struct {
		simulator string
		lanes     int
	}{{"icarus", 1}, {"icarus", 4}, {"verilator", 2}} {
		t.Run(sample.simulator, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, uint64(sample.lanes)))
			c := &difftest.Case{Seed: seed, Design: dualPorts(t, sample.lanes)}
			all := uint64(1)<<sample.lanes - 1
			for cycle := range 400 {
				row := []uint64{uint64(min(1, r.IntN(4))), uint64(min(1, r.IntN(4))), r.Uint64() & all, r.Uint64() & all,
					r.Uint64N(3), r.Uint64N(3), r.Uint64N(256), r.Uint64N(256)}
				switch {
				case cycle < 4: // both ports write all words
					row[0], row[1], row[2], row[3] = 1, 1, all, all
					row[4], row[5] = uint64(cycle), uint64(cycle)
				case cycle < 6:
					row[0], row[1], row[2], row[3] = 1, 1, 0, 0
				}
				var values []*big.Int
				for _, x := range row {
					values = append(values, new(big.Int).SetUint64(x))
				}
				c.Inputs = append(c.Inputs, values)
			}
			runExternal(t, sample.simulator, c)
		})
	}
}
