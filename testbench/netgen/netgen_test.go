package netgen_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim"
	"culprit/rtlgen/ir"
	"culprit/testbench/netgen"
)

const (
	cycles = 30
	tries  = 3000 // of a shrinker
)

// seeds are those of the cases to try: CULPRIT_FUZZ_CASES many, or n, from
// CULPRIT_FUZZ_SEED on.
func seeds(t *testing.T, from, n uint64) (first, end uint64) {
	t.Helper()
	for name, v := range map[string]*uint64{"CULPRIT_FUZZ_CASES": &n, "CULPRIT_FUZZ_SEED": &from} {
		if text, ok := os.LookupEnv(name); ok {
			x, err := strconv.ParseUint(text, 10, 64)
			assert.NilError(t, err, "%s must be a number", name)
			*v = x
		}
	}
	return from, from + n
}

func TestEnginesAgree(t *testing.T) {
	from, to := seeds(t, 0, 40)
	for seed := from; seed < to; seed++ {
		compare(t, seed)
	}
}

// FuzzEngines lets go test -fuzz choose the seeds.
func FuzzEngines(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compare(t, seed) })
}

func compare(t *testing.T, seed uint64) {
	t.Helper()
	const engine, reference = "compiled", "reference"
	check := func(every int) netgen.Check {
		return func(c *netgen.Case) (netgen.Difference, error) {
			return netgen.CompareEngines(c, engine, reference, every)
		}
	}
	// Looking at everything may hide a mistake in what an engine does when nobody
	// looks: three of four cases do not, but for what their actions do.
	every := 0
	if seed%4 == 0 {
		every = 7
	}
	c := netgen.New(seed, cycles)
	d, err := check(every)(c)
	assert.NilError(t, err, "seed %d", seed)
	if d.Found() {
		small := netgen.Shrink(c, check(every), tries)
		t.Fatalf("seed %d: %s\n%s", seed, d, netgen.Report(c, small, engine, reference, every))
	}
}

// TestExternal runs the emitted Verilog of a few cases: seeds 3 and 6 with large
// arrays, 3003 with a comparison that Verilator knows to be certain.
func TestExternal(t *testing.T) {
	for _, sample := range []struct {
		simulator string
		from, n   uint64
	}{{"icarus", 1, 3}, {"verilator", 3003, 1}, {"verilator", 6, 1}} {
		from, to := seeds(t, sample.from, sample.n)
		for seed := from; seed < to; seed++ {
			t.Run(fmt.Sprintf("%s/%d", sample.simulator, seed), func(t *testing.T) {
				d, err := netgen.CompareExternal(netgen.New(seed, cycles), sample.simulator, "reference")
				assert.NilError(t, err)
				assert.Assert(t, !d.Found(), "%s", d)
			})
		}
	}
}

// TestSameSeedSameCase: a seed in a report is enough to have the case again.
func TestSameSeedSameCase(t *testing.T) {
	for seed := range uint64(5) {
		a, b := netgen.New(seed, cycles), netgen.New(seed, cycles)
		assert.Equal(t, ir.Text(a.Design), ir.Text(b.Design))
		assert.Equal(t, fmt.Sprint(a.Inputs), fmt.Sprint(b.Inputs))
	}
}

// wrongSub is a check against an engine that takes subtractions for additions.
func wrongSub(c *netgen.Case) (netgen.Difference, error) {
	want, err := outputs(c)
	if err != nil {
		return netgen.Difference{}, err
	}
	var subs []*ir.Node
	for _, m := range c.Design.Modules {
		seen := map[*ir.Node]bool{}
		m.RootNodes(func(root *ir.Node) {
			ir.WalkNodes(root, seen, func(n *ir.Node) {
				if n.Op == ir.OpSub {
					subs = append(subs, n)
				}
			})
		})
	}
	set := func(o ir.Op) {
		for _, n := range subs {
			n.Op = o
		}
	}
	set(ir.OpAdd)
	got, err := outputs(c)
	set(ir.OpSub)
	if err != nil {
		return netgen.Difference{}, err
	}
	for cycle := range want {
		if got[cycle] != want[cycle] {
			return netgen.Difference{Cycle: cycle, What: "outputs", Got: got[cycle], Want: want[cycle]}, nil
		}
	}
	return netgen.Difference{}, nil
}

func outputs(c *netgen.Case) ([]string, error) {
	sim, err := cyclesim.New(c.Design, cyclesim.Options{Engine: "reference", Seed: c.Seed})
	if err != nil {
		return nil, err
	}
	var list []string
	for _, row := range c.Inputs {
		for i, x := range row {
			words := make([]uint64, 8)
			for k := range words {
				word := new(big.Int).Rsh(x, uint(64*k))
				words[k] = word.And(word, new(big.Int).SetUint64(^uint64(0))).Uint64()
			}
			sim.SetInput(i, words)
		}
		sim.Eval()
		line := ""
		for i := range c.Design.Top.Outputs() {
			words := make([]uint64, 4)
			sim.Output(i, words)
			line += fmt.Sprintf(" %x", words)
		}
		list = append(list, line)
		sim.Step()
	}
	return list, nil
}

// TestShrink: of a case that fails because of a subtraction, little more than
// the subtraction is left, and it still fails.
func TestShrink(t *testing.T) {
	shrunk := 0
	for seed := uint64(0); shrunk < 2; seed++ {
		c := netgen.New(seed, cycles)
		if d, err := wrongSub(c); err != nil || !d.Found() {
			assert.NilError(t, err)
			continue
		}
		shrunk++
		before := strings.Count(ir.Text(c.Design), "\n")
		d := netgen.Shrink(c, wrongSub, tries)
		assert.Assert(t, d.Found(), "seed %d", seed)
		again, err := wrongSub(c)
		assert.NilError(t, err)
		assert.Equal(t, again, d)
		text := ir.Text(c.Design)
		after := strings.Count(text, "\n")
		assert.Assert(t, strings.Contains(text, "sub"), text)
		assert.Assert(t, after*10 < before, "seed %d: %d of %d lines are left:\n%s", seed, after, before, text)
	}
}

// TestGoProgram: the printed program makes the same netlist.
func TestGoProgram(t *testing.T) {
	for _, c := range []*netgen.Case{netgen.New(3, 5), richCase(t)} {
		t.Run(fmt.Sprint(c.Seed), func(t *testing.T) { goProgram(t, c) })
	}
}

// richCase has most of the constructs that not every case has.
func richCase(t *testing.T) *netgen.Case {
	for seed := range uint64(5000) {
		c := netgen.New(seed, 5)
		seen := map[string]bool{}
		for _, m := range c.Design.Modules {
			constructs(m, seen)
		}
		if len(seen) >= 7 && seen["a black box"] && seen["a ROM"] {
			return c
		}
	}
	t.Fatal("no case has enough of the constructs")
	return nil
}

func goProgram(t *testing.T, c *netgen.Case) {
	t.Helper()
	text := netgen.GoProgram(c, "compiled", "reference", 1)
	_, err := parser.ParseFile(token.NewFileSet(), "main.go", text, 0)
	assert.NilError(t, err)
	path := filepath.Join(t.TempDir(), "main.go")
	assert.NilError(t, os.WriteFile(path, []byte(strings.Replace(text, "\tinputs :=", "\tfmt.Print(ir.Text(d))\n\tinputs :=", 1)), 0o644))
	out, err := exec.Command("go", "run", path).CombinedOutput()
	assert.NilError(t, err, string(out))
	assert.Equal(t, string(out), ir.Text(c.Design)+"no difference <nil>\n")
}

// TestShrinkCopies: of a case that fails because of the third copy of an array,
// three copies are left.
func TestShrinkCopies(t *testing.T) {
	var largest func(m *ir.Module) int
	largest = func(m *ir.Module) int {
		n := 0
		for _, in := range m.Instances {
			n = max(n, in.Count, largest(in.Of))
		}
		return n
	}
	most := func(c *netgen.Case) int { return largest(c.Design.Top) }
	check := func(c *netgen.Case) (netgen.Difference, error) {
		if most(c) < 3 {
			return netgen.Difference{}, nil
		}
		return netgen.Difference{What: "copy 2", Got: "there", Want: "none"}, nil
	}
	seed := uint64(0)
	for most(netgen.New(seed, cycles)) < 35 {
		seed++
	}
	c := netgen.New(seed, cycles)
	assert.Assert(t, netgen.Shrink(c, check, tries).Found(), "seed %d", seed)
	assert.Equal(t, most(c), 3, "seed %d", seed)
	assert.Equal(t, len(c.Actions), 0)
	assert.NilError(t, ir.Verify(c.Design))
}
