package coverage_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/coverage"
)

// part is a counter of two bits that stays at 2.
func part() *rtlgen.Module {
	m := rtlgen.NewModule("part")
	m.Doc("a counter that stays at 2")
	more := m.Input("more", 1)
	n := m.Reg("n_q", 2, 0)
	m.If(more.And(n.Ne(2)), func() { n.Set(n.Add(1)) })
	m.Output("n", n.Value)
	return m
}

// bank is two parts, and an array of two registers of which only the first is written.
func bank(t *testing.T) *ir.Design {
	t.Helper()
	m := rtlgen.NewModule("bank")
	m.Doc("two counters, and what was counted")
	more := m.Input("more", 2)
	parts := m.InstanceArray("part", 2, part())
	parts.In("more", more)
	m.Output("n", parts.Out("n"))
	seen := m.RegArray("seen_q", 2, 2, 0)
	m.If(more.Any(), func() { seen.At(0).Set(more) })
	m.Output("seen", seen.Flat())
	checked := m.Reg("checked", 1, 0)
	checked.Set(more.Bit(0))
	m.Assert("holds", checked.Value.Or(checked.Value.Not()), "always")
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// run drives the input of the bank: a reset comes before each number below 0.
func run(t *testing.T, c *coverage.Coverage, d *ir.Design, engine string, inputs ...int) {
	t.Helper()
	e, err := cyclesim.New(d, cyclesim.Options{Engine: engine})
	assert.NilError(t, err)
	s, err := c.Watch(e)
	assert.NilError(t, err)
	e.Attach(s)
	for _, x := range inputs {
		if x < 0 {
			e.PowerUp(7) // what moves here counts for nothing
			e.ResetStep()
			e.ResetStep()
			continue
		}
		e.SetInput(0, []uint64{uint64(x)})
		e.Step()
	}
}

// What the numbers of a run are: part 0 counts 0 0 1 2 2 2 and 0 1, part 1 stays at 0 and then 0 0;
// the counts of transitions follow by hand.
var script = []int{-1, 0, 1, 1, 1, 0, 0, -1, 1, 0}

// counts are those of coverage.dat, by hierarchy and comment.
func counts(t *testing.T, dat string) map[string]int {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(dat, "\n"), "\n")
	assert.Equal(t, lines[0], "# SystemC::Coverage-3")
	found := map[string]int{}
	form := regexp.MustCompile("^C '\x01f\x02(\\w+\\.v)\x01l\x02(\\d+)\x01n\x02(\\d+)\x01t\x02(toggle|user)\x01page\x02v_(?:toggle|user)/(\\w+)" +
		"\x01o\x02([^\x01']+)\x01h\x02([^\x01']+)' (\\d+)$")
	for _, line := range lines[1:] {
		m := form.FindStringSubmatch(line)
		assert.Assert(t, m != nil, "%q", line)
		key := m[7] + " " + m[6]
		_, twice := found[key]
		assert.Assert(t, !twice, "%s twice", key)
		found[key], _ = strconv.Atoi(m[8])
	}
	return found
}

func textOf(t *testing.T, c *coverage.Coverage, name string, points ...testbench.CoverPoint) string {
	t.Helper()
	files, err := c.Files(points)
	assert.NilError(t, err)
	for _, f := range files {
		if f.Path == name {
			return string(f.Data)
		}
	}
	t.Fatalf("no file %s", name)
	return ""
}

// TestCounts: transitions are counted by bit, way and instance, on each engine alike, not over resets; two runs add up.
func TestCounts(t *testing.T) {
	t.Parallel()
	d := bank(t)
	for _, engine := range cyclesim.BuiltIn() {
		c := coverage.New(d)
		for runs := 1; runs <= 2; runs++ {
			run(t, c, d, engine, script...)
			have := counts(t, textOf(t, c, coverage.DatName))
			for key, want := range map[string]int{
				"TOP.bank.part[0].u n_q[0]:0->1": 2, "TOP.bank.part[0].u n_q[0]:1->0": 1, "TOP.bank.part[0].u n_q[1]:0->1": 1,
				"TOP.bank.part[0].u n_q[1]:1->0": 0, "TOP.bank.part[0].u more:0->1": 1, "TOP.bank.part[0].u more:1->0": 2,
				"TOP.bank.part[1].u n_q[0]:0->1": 0, "TOP.bank.part[1].u more:0->1": 0,
				"TOP.bank more[0]:0->1": 1, "TOP.bank more[0]:1->0": 2, "TOP.bank n[1]:0->1": 1, "TOP.bank n[2]:0->1": 0,
				"TOP.bank seen_q[0][0]:0->1": 2, "TOP.bank seen_q[0][0]:1->0": 0, "TOP.bank seen_q[1][0]:0->1": 0,
			} {
				got, found := have[key]
				assert.Assert(t, found, key)
				assert.Equal(t, got, runs*want, "%s after %d runs on %s", key, runs, engine)
			}
			for key := range have {
				assert.Assert(t, !strings.Contains(key, "checked"), "state for properties alone: %s", key)
			}
			// ports of 2, 4 and 4 bits, an array of 4, and twice ports of 1 and 2 bits with a register of 2
			assert.Equal(t, len(have), 2*(2+4+4+4+2*5))
		}
	}
}

// TestSummary: what never moved has its place and its bits.
func TestSummary(t *testing.T) {
	t.Parallel()
	d := bank(t)
	c := coverage.New(d)
	s := c.Summary(nil)
	assert.Equal(t, s.Toggles, 48)
	assert.Equal(t, s.Moved, 0)
	run(t, c, d, "reference", script...)
	s = c.Summary([]testbench.CoverPoint{{Name: "a", Hits: 3}, {Name: "b", First: -1}})
	assert.Equal(t, s.CoverPoints, 2)
	assert.Equal(t, s.Reached, 1)
	assert.DeepEqual(t, s.Never, []string{
		"bank.more: 0 to 1 never in bit 1; 1 to 0 never in bit 1",
		"bank.n: 0 to 1 never in bits 3:2; 1 to 0 never in bits 3:1",
		"bank.seen: 0 to 1 never in bits 3:1; 1 to 0 never in bits 3:0",
		"bank.seen_q[0]: 0 to 1 never in bit 1; 1 to 0 never in bits 1:0",
		"bank.seen_q[1]: 0 to 1 never in bits 1:0; 1 to 0 never in bits 1:0",
		"bank.part_0.n: 1 to 0 never in bit 1",
		"bank.part_0.n_q: 1 to 0 never in bit 1",
		"bank.part_1.more: 0 to 1 never in bit 0; 1 to 0 never in bit 0",
		"bank.part_1.n: 0 to 1 never in bits 1:0; 1 to 0 never in bits 1:0",
		"bank.part_1.n_q: 0 to 1 never in bits 1:0; 1 to 0 never in bits 1:0",
	})
	moved := 2 + 3 + 1 + 1 + 2 + 3 + 3
	assert.Equal(t, s.Moved, moved)
	assert.Equal(t, s.Percent, 100*float64(moved)/48)
	assert.Equal(t, textOf(t, c, coverage.NeverName), strings.Join(s.Never, "\n")+"\n")
	text, err := json.Marshal(s)
	assert.NilError(t, err)
	assert.Assert(t, strings.HasPrefix(string(text), `{"design":"bank","toggles":48,"moved":15,"percent":31.25,`), "%s", text)
}

// TestLcov reads the tracefile by the rules of its form: records in order, each line once, sums that are right.
func TestLcov(t *testing.T) {
	t.Parallel()
	d := bank(t)
	c := coverage.New(d)
	run(t, c, d, "reference", script...)
	lines := strings.Split(textOf(t, c, coverage.LcovName), "\n")
	assert.Equal(t, lines[0], "TN:bank")
	assert.Equal(t, lines[1], "SF:testbench/coverage/coverage_test.go")
	assert.DeepEqual(t, lines[len(lines)-2:], []string{"end_of_record", ""})
	var branches, taken, found, hit, last int
	sums := map[int]int{}
	for _, line := range lines[2 : len(lines)-2] {
		kind, rest, _ := strings.Cut(line, ":")
		var n []int
		for part := range strings.SplitSeq(rest, ",") {
			x, err := strconv.Atoi(part)
			assert.NilError(t, err, line)
			n = append(n, x)
		}
		switch kind {
		case "BRDA": // line, block, branch, taken
			assert.Equal(t, len(n), 4)
			branches++
			sums[n[0]] += n[3]
			if n[3] > 0 {
				taken++
			}
		case "BRF":
			assert.Equal(t, n[0], branches)
		case "BRH":
			assert.Equal(t, n[0], taken)
		case "DA":
			assert.Assert(t, len(n) == 2 && n[0] > last, line)
			assert.Equal(t, n[1], sums[n[0]], line)
			last = n[0]
			if found++; n[1] > 0 {
				hit++
			}
		case "LF":
			assert.Equal(t, n[0], found)
		case "LH":
			assert.Equal(t, n[0], hit)
		default:
			t.Errorf("unknown record %q", line)
		}
	}
	assert.Equal(t, branches, 2*(2+4+4+4+5), "instances of a module count together")
	source, err := os.ReadFile("coverage_test.go")
	assert.NilError(t, err)
	at := 1 + slices.IndexFunc(strings.Split(string(source), "\n"), func(s string) bool {
		return strings.Contains(s, `m.Reg("n_q", 2, 0)`)
	})
	assert.Equal(t, sums[at], 2+1+1, "the register of line %d", at)
}

// TestVerilator has verilator_coverage rank, merge and annotate the coverage.
func TestVerilator(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	dir, d := t.TempDir(), bank(t)
	c := coverage.New(d)
	run(t, c, d, "reference", script...)
	files, err := c.Files([]testbench.CoverPoint{{Name: "both at two", First: -1}, {Name: "one at two", Hits: 4}})
	assert.NilError(t, err)
	for _, f := range files {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, f.Path), f.Data, 0o666))
		if f.Path == coverage.DatName {
			assert.NilError(t, os.WriteFile(filepath.Join(dir, "again.dat"), f.Data, 0o666))
		}
	}
	tool := func(args ...string) string {
		cmd := exec.Command("verilator_coverage", args...)
		cmd.Dir = dir
		said, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", said)
		return string(said)
	}
	assert.Assert(t, regexp.MustCompile(`\n +16, +1, +16, +"coverage.dat"`).MatchString(tool("--rank", "coverage.dat")),
		"%s", tool("--rank", "coverage.dat"))
	tool("--write", "twice.dat", "coverage.dat", "again.dat")
	text, err := os.ReadFile(filepath.Join(dir, "twice.dat"))
	assert.NilError(t, err)
	assert.Equal(t, counts(t, string(text))["TOP.bank more[0]:1->0"], 4)
	assert.Equal(t, counts(t, string(text))["TOP.bank one at two"], 8)
	tool("--annotate", "annotated", "--annotate-all", "--annotate-min", "1", "coverage.dat")
	for file, want := range map[string]string{
		"part.v": `(?m)^.000004\s+reg \[1:0\] n_q;`, "bank.v": `(?m)^.000003\s+input  wire \[1:0\] more,`,
	} {
		text, err := os.ReadFile(filepath.Join(dir, "annotated", file))
		assert.NilError(t, err)
		assert.Assert(t, regexp.MustCompile(want).Match(text), "no %s in\n%s", want, text)
	}
}
