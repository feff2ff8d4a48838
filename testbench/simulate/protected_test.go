package simulate

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
	"culprit.example/culprit/rtlgen/protect"
)

// filled is a random netlist in which each RAM has random contents.
func filled(seed uint64) *ir.Design {
	d := random.New(rand.New(rand.NewPCG(seed, 7))).Design
	r := rand.New(rand.NewPCG(seed, 8))
	for _, m := range d.Modules {
		for _, mem := range m.Memories {
			if len(mem.Writes) == 0 || mem.Technology() == ir.StyleRegisters {
				continue
			}
			mem.Contents = make([]*big.Int, mem.Depth)
			for i := range mem.Contents {
				mem.Contents[i] = random.Number(r, mem.Width)
			}
		}
	}
	return d
}

// TestProtected: netlists with protected memories do in every cycle what they do without, on the engines and in
// the Verilog, and no memory reports an error.
func TestProtected(t *testing.T) {
	t.Parallel()
	const cases, outside, cycles = 12, 1, 60
	memories, lanes, external := 0, 0, 0
	for seed := range uint64(cases) {
		for _, code := range []protect.Code{protect.Parity, protect.ECC} {
			plain, d := filled(seed), filled(seed)
			list, err := protect.Memories(d, code)
			assert.NilError(t, err, "seed %d", seed)
			if len(list) == 0 {
				continue
			}
			memories += len(list)
			divided := 0
			for _, m := range d.Modules {
				for _, mem := range m.Memories {
					for _, w := range mem.Writes {
						divided += w.Lanes() - 1
					}
				}
			}
			lanes += divided
			d = protect.Tied(d)
			engines := []string{"reference", "compiled"}
			var before, after strings.Builder
			run := func(d, outside *ir.Design, said *strings.Builder, engines []string) *Report {
				in := NewInputs(plain)
				in.Random()
				r, err := Run(context.Background(), Options{Design: d, Outside: outside, Inputs: in, Engines: engines,
					Cycles: cycles, Seed: seed, Record: said, ResetFirst: true})
				assert.NilError(t, err, "seed %d", seed)
				return r
			}
			run(plain, nil, &before, engines[:1])
			r := run(d, nil, &after, engines)
			assert.Equal(t, after.String(), before.String(), "seed %d, %v", seed, code)
			check(t, r, seed)
			if divided > 0 && external < outside {
				external++
				var said strings.Builder
				check(t, run(plain, d, &said, append([]string{"reference"}, tiers.Outside("verilator", "icarus")...)), seed)
			}
		}
	}
	assert.Assert(t, memories > 40 && lanes > 20 && external == outside, "%d memories, %d lanes", memories, lanes)
}

// check reports differences between the engines, and errors of memories: assertions of the netlist itself may fail.
func check(t *testing.T, r *Report, seed uint64) {
	t.Helper()
	for _, e := range r.Engines {
		assert.Equal(t, e.Difference, "", "seed %d: %s", seed, e.Engine)
		for _, f := range e.Failures {
			assert.Assert(t, !strings.Contains(f, "no_mem_"), "seed %d: %s", seed, f)
		}
	}
}
