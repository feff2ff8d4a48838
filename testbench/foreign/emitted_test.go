package foreign

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/simulate"
)

// digestOf runs a design on random inputs, on the reference engine and the fastest one.
func digestOf(t *testing.T, d *ir.Design, cycles int, seed uint64) string {
	t.Helper()
	in := simulate.NewInputs(d)
	in.Random()
	r, err := simulate.Run(context.Background(), simulate.Options{Design: d, Inputs: in, Cycles: cycles, Seed: seed,
		Engines: []string{"reference", cyclesim.DefaultEngine()}})
	assert.NilError(t, err)
	for _, e := range r.Engines {
		assert.Equal(t, e.Difference, "", e.Engine)
	}
	return r.Engines[0].Digest
}

// forms are options of the emitter that change what it writes.
var forms = map[string]verilog.Options{
	"default":         verilog.DefaultOptions(),
	"asynchronous":    {AsyncReset: true},
	"active low":      {AsyncReset: true, ResetActiveLow: true},
	"all reset":       {Resets: verilog.ResetAll},
	"single file":     {SingleFile: true, Timescale: "1ns/1ps", License: "MIT"},
	"wrapped, prefix": {WrapMemories: true, Prefix: "my_"},
}

// TestRandomEmitted: random netlists, written with each option and read by Yosys, do what they did.
func TestRandomEmitted(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	from, to := tiers.Seeds(1, 1)
	for i, name := range slices.Sorted(maps.Keys(forms)) {
		o := forms[name]
		for seed := from + uint64(i); seed < to+uint64(i); seed++ { // another one for each form
			t.Run(fmt.Sprintf("%s seed %d", name, seed), func(t *testing.T) {
				t.Parallel()
				d := random.New(rand.New(rand.NewPCG(seed, 46))).Design
				again, err := Emitted(context.Background(), d, o)
				assert.NilError(t, err)
				assert.Equal(t, digestOf(t, again, 60, seed), digestOf(t, d, 60, seed))
			})
		}
	}
}

// TestEmitterMutants: a mistake in what is written is noticed.
func TestEmitterMutants(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	d, err := ir.Parse("m.nl", `module m
  input a 4
  input i 2
  input we 1
  output q 4
  output r 4
  output s 1
  reg n 4 reset 5
  memory mem 4 x 4 old
    write we at i data a
    read word sync we at i
  if we
    n = add(n, a)
  q = n
  r = word
  s = lt(a, n)
end
`)
	assert.NilError(t, err)
	out, err := verilog.Emit(d, verilog.Options{})
	assert.NilError(t, err)
	text := string(out.Files[0].Data)
	for _, c := range []struct{ right, wrong string }{
		{"n + a", "n - a"},
		{"n <= 4'd5;", "n <= 4'd4;"},
		{"a < n", "a <= n"},
		{"else if (we) begin", "else if (!we) begin"},
		{"mem[i] <= a", "mem[i] <= n"},
		{"if (we) word <= mem[i]", "word <= mem[i]"},
	} {
		assert.Equal(t, strings.Count(text, c.right), 1, "%s in\n%s", c.right, text)
		file := filepath.Join(t.TempDir(), "m.v")
		for _, mutant := range []bool{false, true} {
			own := text
			if mutant {
				own = strings.Replace(text, c.right, c.wrong, 1)
			}
			assert.NilError(t, os.WriteFile(file, []byte(own), 0o666))
			again, err := Read(context.Background(),
				Source{Files: []string{file}, Top: "m", Reset: yosys.Reset{Input: "rst"}, Arbitrary: true})
			assert.NilError(t, err)
			differs := digestOf(t, again, 100, 1) != digestOf(t, d, 100, 1)
			assert.Equal(t, differs, mutant, "%s", c.wrong)
		}
	}
}
