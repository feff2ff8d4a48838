package analysis_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
	"culprit.example/culprit/rtlgen/ir/random"
)

// module has the statements as its body: 4-bit inputs a and b, 1-bit s, an 8-bit
// wire w and an output y.
func module(t *testing.T, body string) *ir.Module {
	t.Helper()
	text := "module m\n  input a 4\n  input b 4\n  input s 1\n  output y 8\n  wire w 8\n" + indent(body) + "end\n"
	d, err := ir.Parse(t.Name(), text)
	assert.NilError(t, err)
	return d.Top
}

func indent(body string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.Trim(body, "\n"), "\n") {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

// bodyText is the statements as text.
func bodyText(body []ir.Stmt) string {
	lines := strings.Split(strings.TrimSpace(ir.ModuleText(&ir.Module{Name: "m", Body: body})), "\n")
	var b strings.Builder
	for _, line := range lines[1 : len(lines)-1] {
		b.WriteString(strings.TrimPrefix(line, "  ") + "\n")
	}
	return b.String()
}

func TestPrune(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, want string }{
		{"others go", "w = 8'1\ny = 8'2", "y = 8'2"},
		{"empty branches go", "if s\n  w = 8'1\nelse\n  if a[0:0]\n    w = 8'1", ""},
		{"one branch stays", "if s\n  w = 8'1\nelse\n  y = 8'1", "if s\nelse\n  y = 8'1"},
		{"a constant condition is decided", "if 1'1\n  y = 8'1\nelse\n  y = 8'2", "y = 8'1"},
		{"so is a constant subject", "switch 4'3\ncase 1,3\n  y = 8'1\ndefault\n  y = 8'2", "y = 8'1"},
		{"or its default", "switch 4'2\ncase 1,3\n  y = 8'1\ndefault\n  y = 8'2", "y = 8'2"},
		{"empty cases hide the default", "switch a\ncase 1\n  w = 8'1\ndefault\n  y = 8'2",
			"switch a\ncase 1\ndefault\n  y = 8'2"},
		{"and go without one", "switch a\ncase 1\n  w = 8'1\ncase 2\n  y = 8'2", "switch a\ncase 2\n  y = 8'2"},
		{"writes beyond the end go", "switch a[0:0]\ncase 0\n  y{3'5 * 4} = a\ncase 1\n  y{3'1 * 4} = a",
			"switch a[0:0]\ncase 1\n  y{3'1 * 4} = a"},
		{"loops", "for i 2\n  w{i * 4} = a\nfor k 2\n  y{k * 4} = a", "for k 2\n  y{k * 4} = a"},
	} {
		m := module(t, c.body)
		got := bodyText(analysis.Prune(m.Body, analysis.Of(m.Port("y"))))
		assert.Equal(t, strings.TrimSpace(got), c.want, c.name)
	}
}

func TestCoverage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body string
		want string // bits of y, hexadecimal
	}{
		{"y = 8'1", "ff"},
		{"w = 8'1", "0"},
		{"y[5:2] = a", "3c"},
		{"if s\n  y = 8'1", "0"},
		{"if s\n  y[3:0] = a\nelse\n  y[5:2] = a", "c"},
		{"switch a[0:0]\ncase 0\n  y[3:0] = a\ncase 1\n  y[5:2] = a", "c"},
		{"switch a\ncase 0\n  y[3:0] = a\ndefault\n  y[5:2] = a", "c"},
		{"switch a\ncase 0\n  y = 8'1", "0"},
		{"y{1'1 * 4} = a", "f0"},
		{"y{3'5 * 4} = a", "0"},
		{"y{64'18446744073709551615 * 4} = a", "0"},
		{"y{s * 4} = a", "0"},
		{"for i 2\n  y{i * 4} = a", "ff"},
		{"for i 2\n  y{zext4(i) * 2} = a[1:0]", "f"},
		{"for i 2\n  if s\n    y{i * 4} = a\n  else\n    y{i * 2} = b[1:0]", "3"},
	} {
		m := module(t, c.body)
		got := ir.Ones(8)
		for _, x := range analysis.Coverage(m.Body)[m.Port("y")].Missing(8) {
			for i := range x.Width {
				got.SetBit(got, x.Lo+i, 0)
			}
		}
		assert.Equal(t, got.Text(16), c.want, c.body)
		assert.Equal(t, analysis.Covers(m.Body, m.Port("y")), c.want == "ff", c.body)
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		body, want string
		ok         bool
	}{
		{"y = 8'1", "y = 8'1\n", true},
		{"y = 8'1\ny = 8'2", "y = 8'2\n", true},
		{"y[3:0] = a\ny[7:4] = b", "y[3:0] = a\ny[7:4] = b\n", true},
		{"y = 8'1\ny[7:4] = b", "", false},
		{"y[3:0] = a", "", false},
		{"if s\n  y = 8'1", "", false},
		{"y{1'0 * 8} = 8'1", "", false},
	} {
		m := module(t, c.body)
		parts, ok := analysis.Parts(m.Body, m.Port("y"))
		assert.Equal(t, ok, c.ok, c.body)
		var body []ir.Stmt
		for _, a := range parts {
			body = append(body, a)
		}
		if ok {
			assert.Equal(t, bodyText(body), c.want)
		}
	}
}

func TestDriversAndUnroll(t *testing.T) {
	t.Parallel()
	m := module(t, "if s\n  w = 8'1\n  y = 8'1\n  w = 8'2\nfor i 2\n  y{i * 4} = not(a)")
	d := analysis.DriversOf(m.Body)
	w, y := m.Signals[0], m.Port("y")
	assert.Equal(t, fmt.Sprint(d.Signals[0].Name, d.Signals[1].Name), "wy")
	assert.Equal(t, len(d.Assigns[w]), 2)
	assert.Equal(t, len(d.Outer[w]), 1)
	assert.Equal(t, len(d.Outer[y]), 2)
	assert.Equal(t, bodyText(analysis.Unroll(m.Body[1:])), "y{1'0 * 4} = not(a)\ny{1'1 * 4} = not(a)\n")
}

func TestOrder(t *testing.T) {
	t.Parallel()
	deps := map[string][]string{"a": {"b", "c"}, "b": {"d"}, "c": {"d", "b"}, "e": {"f"}, "f": {"g"}, "g": {"f", "g"}}
	var cycles []string
	order := analysis.Order([]string{"a", "d", "e"}, func(x string) []string { return deps[x] },
		func(loop []string) { cycles = append(cycles, strings.Join(loop, "")) })
	assert.Equal(t, strings.Join(order, ""), "dbcagfe")
	assert.DeepEqual(t, cycles, []string{"fg", "g"})
}

// TestEach compares the trees of all signals, found in one walk, with those that are
// pruned one by one.
func TestEach(t *testing.T) {
	t.Parallel()
	trees := 0
	for seed := range uint64(60) {
		for _, m := range random.New(rand.New(rand.NewPCG(seed, 5))).Design.Modules {
			each := analysis.Each(m.Body, func(a *ir.Assign) (*ir.Signal, bool) { return a.Sig, a.Sig != nil })
			for _, s := range append(m.Outputs(), m.Signals...) {
				want := analysis.Prune(m.Body, analysis.Of(s))
				assert.Equal(t, bodyText(each[s]), bodyText(want), "seed %d, %s", seed, s.Name)
				trees += len(want)
			}
		}
	}
	assert.Assert(t, trees > 1000, "%d statements", trees)
}

// TestSpans compares sets of bits with big integers.
func TestSpans(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 6))
		asked, added, want := &analysis.Spans{}, &analysis.Spans{}, new(big.Int)
		for range r.IntN(12) {
			lo, width := r.IntN(40), 1+r.IntN(9)
			mask := new(big.Int).Lsh(ir.Ones(width), uint(lo))
			common := 0
			for i := range width {
				common += int(want.Bit(lo + i))
			}
			assert.Equal(t, asked.Overlap(lo, width), common, "seed %d", seed)
			if common == 0 {
				asked.Insert(lo, width)
			}
			added.Add(lo, width)
			if common > 0 {
				asked = &analysis.Spans{}
				for i := range 50 {
					if want.Bit(i) == 1 || mask.Bit(i) == 1 {
						asked.Insert(i, 1)
					}
				}
			}
			want.Or(want, mask)
		}
		for _, s := range []*analysis.Spans{asked, added} {
			left := ir.Ones(50)
			for _, x := range s.Missing(50) {
				left.AndNot(left, new(big.Int).Lsh(ir.Ones(x.Width), uint(x.Lo)))
			}
			assert.Equal(t, left.Text(2), want.Text(2), "seed %d", seed)
		}
	}
}
