package difftest_test

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/cyclesim/difftest"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

const tries = 3000 // of a shrinker

// TestEnginesAgree compares all engines with the reference. It does so on all processors if more
// cases are wanted than usual.
func TestEnginesAgree(t *testing.T) {
	t.Parallel()
	const usual = 40
	from, to := tiers.Seeds(0, usual)
	parts := uint64(1)
	if to-from > usual {
		parts = uint64(runtime.GOMAXPROCS(0))
	}
	var done atomic.Int64
	for part := range parts {
		t.Run(fmt.Sprintf("part %d of %d", part+1, parts), func(t *testing.T) {
			t.Parallel()
			for seed := from + part; seed < to; seed += parts {
				compare(t, seed)
				if n := done.Add(1); n%1000 == 0 {
					t.Logf("%d cases without a difference", n)
				}
			}
		})
	}
}

// wideParts is how many cases there are for one with many copies side by side: that takes five times
// as long.
const wideParts = 20

// caseOf is the case of a seed; every second one leaves values open.
func caseOf(seed uint64) *difftest.Case {
	if seed%2 == 1 {
		return difftest.NewOpen(seed)
	}
	return difftest.New(seed)
}

// TestOpenCases: in many cases that leave values open these reach an output; in the others none does.
func TestOpenCases(t *testing.T) {
	t.Parallel()
	const cases = 30
	depend := map[bool]int{}
	for seed := range uint64(cases) {
		for _, open := range []bool{false, true} {
			c := difftest.New(seed)
			if open {
				c = difftest.NewOpen(seed)
			}
			first, err := outputs(c)
			assert.NilError(t, err)
			c.Seed++
			second, err := outputs(c)
			assert.NilError(t, err)
			if !slices.Equal(first, second) {
				depend[open]++
			}
		}
	}
	assert.Assert(t, depend[true] > cases/4 && depend[false] == 0,
		"of %d cases depend on what is open: %d, and %d that leave nothing open", cases, depend[true], depend[false])
}

// TestWideAgrees does the same with many copies side by side.
func TestWideAgrees(t *testing.T) {
	t.Parallel()
	from, to := tiers.Seeds(0, 6*wideParts)
	for n := range (to - from + wideParts - 1) / wideParts {
		compare(t, wideSeed(from+n))
	}
}

// TestCAgrees does the same with the engine that a C compiler makes, which takes a second a
// case. Every second case has enough copies side by side to run in groups of 32 or 64,
// where the processor has vectors for that.
func TestCAgrees(t *testing.T) {
	tiers.Tools(t, "gcc")
	t.Parallel()
	from, to := tiers.Seeds(100, 6)
	groups := map[int]int{} // cases by the lanes of their largest group
	for n := from; n < to; n++ {
		seed := n
		if n%2 == 1 {
			seed = wideSeed(n)
		}
		c := caseOf(seed)
		groups[largestGroup(c.Design.Top)]++
		d, err := difftest.CompareEngines(c, "c", reference, lookEvery(seed))
		assert.NilError(t, err, "seed %d", seed)
		if d.Found() {
			t.Fatalf("seed %d: %s", seed, d)
		}
	}
	assert.Assert(t, to-from < 6 || groups[32] > 0 && groups[64] > 0, "lanes of groups: cases: %v", groups)
}

// wideSeed is the seed of a case with a group of at least 32, in turns of 64: the n-th or so.
func wideSeed(n uint64) uint64 {
	for seed := 1000 * n; ; seed++ {
		if lanes := largestGroup(caseOf(seed).Design.Top); lanes == 32+32*int(n/2%2) {
			return seed
		}
	}
}

// largestGroup is the number of lanes, up to 64, that three quarters of which an outermost array
// of the design can fill.
func largestGroup(m *ir.Module) int {
	largest := 0
	for _, in := range m.Instances {
		lanes := 0
		for _, n := range []int{8, 16, 32, 64} {
			if 4*in.Count >= 3*n {
				lanes = n
			}
		}
		if lanes == 0 {
			lanes = largestGroup(in.Of)
		}
		largest = max(largest, lanes)
	}
	return largest
}

// FuzzEngines lets go test -fuzz choose the seeds.
func FuzzEngines(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compare(t, seed) })
}

const reference = "reference"

// others are the engines that are compared with it at once.
func others() []string {
	return slices.DeleteFunc(cyclesim.BuiltIn(), func(name string) bool { return name == reference })
}

func check(engine string, every int) difftest.Check {
	return func(c *difftest.Case) (difftest.Difference, error) {
		return difftest.CompareEngines(c, engine, reference, every)
	}
}

// lookEvery says in how many cycles a case is looked at. Looking at everything may hide a
// mistake in what an engine does when nobody looks: three of four cases do not, but for what
// their actions do.
func lookEvery(seed uint64) int {
	if seed%4 == 0 {
		return 7
	}
	return 0
}

func compare(t *testing.T, seed uint64) {
	t.Helper()
	every := lookEvery(seed)
	c := caseOf(seed)
	for _, engine := range others() {
		d, err := check(engine, every)(c)
		assert.NilError(t, err, "seed %d", seed)
		if d.Found() {
			small := difftest.Shrink(c, check(engine, every), tries)
			t.Fatalf("seed %d: %s\n%s", seed, d, difftest.Report(c, small, engine, reference))
		}
	}
}

// TestSameSeedSameCase: a seed in a report is enough to have the case again.
func TestSameSeedSameCase(t *testing.T) {
	for seed := range uint64(5) {
		a, b := difftest.New(seed), difftest.New(seed)
		assert.Equal(t, ir.Text(a.Design), ir.Text(b.Design))
		assert.Equal(t, fmt.Sprint(a.Inputs), fmt.Sprint(b.Inputs))
	}
}

// wrongSub is a check against an engine that takes subtractions for additions.
func wrongSub(c *difftest.Case) (difftest.Difference, error) {
	want, err := outputs(c)
	if err != nil {
		return difftest.Difference{}, err
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
		return difftest.Difference{}, err
	}
	for cycle := range want {
		if got[cycle] != want[cycle] {
			return difftest.Difference{Cycle: cycle, What: "outputs", Got: got[cycle], Want: want[cycle]}, nil
		}
	}
	return difftest.Difference{}, nil
}

func outputs(c *difftest.Case) ([]string, error) {
	sim, err := cyclesim.New(c.Design, cyclesim.Options{Engine: "reference", Seed: c.Seed})
	if err != nil {
		return nil, err
	}
	var list []string
	for _, row := range c.Inputs {
		for i, x := range row {
			words := make([]uint64, 16)
			for k := range words {
				word := new(big.Int).Rsh(x, uint(64*k))
				words[k] = word.And(word, new(big.Int).SetUint64(^uint64(0))).Uint64()
			}
			sim.SetInput(i, words)
		}
		sim.Eval()
		line := ""
		for i := range c.Design.Top.Outputs() {
			words := make([]uint64, 16)
			sim.Output(i, words)
			line += fmt.Sprintf(" %x", words)
		}
		list = append(list, line)
		sim.Step()
	}
	return list, nil
}

// TestShrink: of a case that fails because of a subtraction, little more than
// the subtraction is left, and it still fails. (A memory on the way keeps the lines
// that fill it: without them its contents would be open.)
func TestShrink(t *testing.T) {
	shrunk := 0
	for seed := uint64(0); shrunk < 2; seed++ {
		c := difftest.New(seed)
		if n := strings.Count(ir.Text(c.Design), "\n"); n < 100 || n > 400 {
			continue
		}
		if d, err := wrongSub(c); err != nil || !d.Found() {
			assert.NilError(t, err)
			continue
		}
		shrunk++
		before := strings.Count(ir.Text(c.Design), "\n")
		d := difftest.Shrink(c, wrongSub, tries)
		assert.Assert(t, d.Found(), "seed %d", seed)
		again, err := wrongSub(c)
		assert.NilError(t, err)
		assert.Equal(t, again, d)
		text := ir.Text(c.Design)
		after := strings.Count(text, "\n")
		assert.Assert(t, strings.Contains(text, "sub"), text)
		few := 15
		if strings.Contains(text, "memory") {
			few = 25
		}
		assert.Assert(t, after < few, "seed %d: %d of %d lines are left:\n%s", seed, after, before, text)
	}
}

// TestFiles replays the cases of testdata: without looking inside, looking now
// and then, and in every cycle.
func TestFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 0)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			assert.NilError(t, err)
			for _, engine := range others() {
				for _, every := range []int{0, 7, 1} {
					c, err := difftest.Parse(file, string(text))
					assert.NilError(t, err)
					d, err := check(engine, every)(c)
					assert.NilError(t, err)
					assert.Assert(t, !d.Found(), "%s on %s, looking inside every %d cycles: %s", file, engine, every, d)
				}
			}
		})
	}
}

// TestFileGivesTheSame: a case that was written and read back is the same case.
func TestFileGivesTheSame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		c := difftest.New(seed)
		text := c.Text()
		again, err := difftest.Parse("case.txt", text)
		assert.NilError(t, err, "seed %d", seed)
		assert.Equal(t, again.Text(), text)
		assert.Equal(t, fmt.Sprint(again.Inputs), fmt.Sprint(c.Inputs))
		want, err := outputs(c)
		assert.NilError(t, err)
		got, err := outputs(again)
		assert.NilError(t, err)
		assert.DeepEqual(t, got, want)
	}
}

func TestFileErrors(t *testing.T) {
	t.Parallel()
	const netlist = "module m\n  input a 4\n  output y 4\n  y = a\nend\n"
	for _, c := range []struct{ text, want string }{
		{"seed many\n", "t:1: expected a number, found many"},
		{"# comment\n\nsede 1\n", "t:3: expected seed, no checks, cycle, reset or module, found sede 1"},
		{"cycle 1 g\n", "t:1: expected a hexadecimal value, found g"},
		{"cycle 1 | Hold\n",
			"expected an action (Hold, Look, Peek, Watch, Unwatch, Save, Restore, Swap, Reset) and a number, found Hold"},
		{"cycle 1 | Jump 3\n", "found Jump 3"},
		{"seed 1\n", "t:2: expected a line module NAME, found the end"},
		{"cycle 1 2\n" + netlist, "t: cycle 0 has 2 values, m has 1 inputs"},
		{"cycle 10\n" + netlist, "t: cycle 0: 10 does not fit the 4 bits of a"},
		{"cycle 1\n" + strings.Replace(netlist, "y = a", "y = b", 1), "t:5: expected an expression, found b"},
	} {
		_, err := difftest.Parse("t", c.text)
		assert.ErrorContains(t, err, c.want)
	}
}

// TestReport: the part of a report that is to be saved is a file of the case.
func TestReport(t *testing.T) {
	t.Parallel()
	c := difftest.New(3)
	report := difftest.Report(c, difftest.Difference{What: "y"}, "compiled", reference)
	from, to := strings.Index(report, "# Save this"), strings.Index(report, "// The same in Verilog")
	again, err := difftest.Parse("report.txt", report[from:to])
	assert.NilError(t, err)
	assert.Equal(t, again.Text(), c.Text())
	assert.Assert(t, strings.Contains(report[to:], "endmodule"))
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
	most := func(c *difftest.Case) int { return largest(c.Design.Top) }
	check := func(c *difftest.Case) (difftest.Difference, error) {
		if most(c) < 3 {
			return difftest.Difference{}, nil
		}
		return difftest.Difference{What: "copy 2", Got: "there", Want: "none"}, nil
	}
	seed := uint64(0)
	for most(difftest.New(seed)) < 35 {
		seed++
	}
	c := difftest.New(seed)
	assert.Assert(t, difftest.Shrink(c, check, tries).Found(), "seed %d", seed)
	assert.Equal(t, most(c), 3, "seed %d", seed)
	assert.Equal(t, len(c.Actions), 0)
	assert.NilError(t, ir.Verify(c.Design))
}
