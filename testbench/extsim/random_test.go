package extsim_test

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/cyclesim/difftest"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/extsim"
	"culprit.example/culprit/testbench/internal/vectors"
)

// TestRandomNetlists runs the emitted Verilog of a few random cases against the
// reference engine, all outputs in all cycles outside reset.
func TestRandomNetlists(t *testing.T) {
	tiers.Tools(t, "icarus")
	for _, sample := range []struct {
		simulator string
		from, n   uint64
	}{{"icarus", 7, 4}, {"verilator", 47, 1}} { // 47 has loops of more than 2000 statements
		from, to := tiers.Seeds(sample.from, sample.n)
		for seed := from; seed < to; seed++ {
			t.Run(fmt.Sprintf("%s/%d", sample.simulator, seed), func(t *testing.T) {
				runExternal(t, sample.simulator, difftest.New(seed))
			})
		}
	}
}

// TestRandomFiles replays the cases that failed once: some did in the Verilog, or
// were what Verilator stopped at.
func TestRandomFiles(t *testing.T) {
	tiers.Tools(t, "icarus")
	const dir = "../../cyclesim/difftest/testdata/"
	for _, sample := range []struct{ simulator, pattern string }{
		{"icarus", "*.txt"}, {"verilator", "c[ea]*.txt"},
	} {
		files, err := filepath.Glob(dir + sample.pattern)
		assert.NilError(t, err)
		assert.Assert(t, len(files) > 0)
		for _, file := range files {
			t.Run(sample.simulator+"/"+filepath.Base(file), func(t *testing.T) {
				text, err := os.ReadFile(file)
				assert.NilError(t, err)
				c, err := difftest.Parse(file, string(text))
				assert.NilError(t, err)
				runExternal(t, sample.simulator, c)
			})
		}
	}
}

func runExternal(t *testing.T, simulator string, c *difftest.Case) {
	t.Helper()
	sim := extsim.Find(simulator)
	assert.Assert(t, sim != nil, "no external simulator %q", simulator)
	set := record(t, c)
	r, err := sim.Run(context.Background(), c.Design, set, c.Seed)
	assert.NilError(t, err)
	assert.Equal(t, len(r.Mismatches), 0, "seed %d: %+v", c.Seed, r.Mismatches)
}

// record runs the case on the reference engine.
func record(t *testing.T, c *difftest.Case) *vectors.Set {
	t.Helper()
	sim, err := cyclesim.New(c.Design, cyclesim.Options{Engine: "reference", Seed: c.Seed})
	assert.NilError(t, err)
	var in, out []vectors.Port
	for _, p := range c.Design.Top.Inputs() {
		in = append(in, vectors.Port{Name: p.Name, Width: p.Width})
	}
	for _, p := range c.Design.Top.Outputs() {
		out = append(out, vectors.Port{Name: p.Name, Width: p.Width})
	}
	set := vectors.New(in, out, 1, c.Cycles())
	for cycle, row := range c.Inputs {
		for i := range in {
			for k, words := 0, set.Input(cycle, i); k < len(words); k++ {
				word := new(big.Int).Rsh(row[i], uint(64*k))
				words[k] = word.And(word, ir.Ones(64)).Uint64()
			}
			sim.SetInput(i, set.Input(cycle, i))
		}
		sim.Eval()
		for i := range out {
			sim.Output(i, set.Expected(cycle, i))
		}
		if c.InReset(cycle) {
			set.SetReset(cycle)
			sim.ResetStep()
		} else {
			sim.Step()
		}
	}
	return set
}
