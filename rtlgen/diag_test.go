package rtlgen_test

import (
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// mistake is a description with one mistake. The line in which it must be
// reported ends in "// here: name"; the lines of all its other ends have
// "// end: name" (both: "// here: name, end: name").
type mistake struct {
	name  string
	code  rtlgen.Code
	want  string // part of the message
	build func(m *rtlgen.Module)
}

// mistakes are all cases, from the files diag_*_test.go.
func mistakes() []mistake {
	var all []mistake
	all = append(all, valueMistakes...)
	all = append(all, statementMistakes...)
	all = append(all, moduleMistakes...)
	all = append(all, instanceMistakes...)
	all = append(all, constructMistakes...)
	all = append(all, largeMistakes...)
	all = append(all, tagMistakes...)
	all = append(all, splitMistakes...)
	all = append(all, memoryMistakes...)
	all = append(all, clockMistakes...)
	return append(all, portMistakes...)
}

func TestEveryMistakeIsReported(t *testing.T) {
	marks := readMarks(t)
	for _, c := range mistakes() {
		t.Run(c.name, func(t *testing.T) {
			m := rtlgen.NewModule("bad")
			c.build(m)
			d, err := rtlgen.Elaborate(m)
			assert.Assert(t, d == nil, "a design in spite of the mistake")
			ds := rtlgen.Diagnostics(err)
			assert.Equal(t, len(ds), 1, "%v", err)
			assert.Equal(t, ds[0].Code, c.code, "%v", err)
			assert.Assert(t, strings.Contains(ds[0].Message, c.want), "message %q does not contain %q", ds[0].Message, c.want)
			mark := marks[c.name]
			assert.Assert(t, mark != nil, "no line is marked with %s", c.name)
			assert.Equal(t, ds[0].Pos.String(), mark.here, "%v", err)
			assert.DeepEqual(t, ends(ds[0]), mark.ends)
		})
	}
}

func TestEveryCodeIsProvoked(t *testing.T) {
	provoked := map[rtlgen.Code]bool{}
	for _, c := range mistakes() {
		provoked[c.code] = true
	}
	for code := range rtlgen.Glossary {
		assert.Check(t, provoked[code], "no case for %s", code)
	}
}

// ends are the different lines of the other ends, sorted.
func ends(d *rtlgen.Diagnostic) []string {
	set := map[string]bool{}
	for _, r := range d.Related {
		set[r.Pos.String()] = true
	}
	return sortedKeys(set)
}

func sortedKeys(set map[string]bool) []string {
	var keys []string
	for k := range set {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// lineMarks are the marked lines of a case.
type lineMarks struct {
	here string
	ends []string
}

func readMarks(t *testing.T) map[string]*lineMarks {
	t.Helper()
	marks := map[string]*lineMarks{}
	mark := regexp.MustCompile(`(here|end): (\w+)`)
	for _, file := range []string{"diag_value_test.go", "diag_statement_test.go", "diag_module_test.go",
		"diag_instance_test.go", "diag_construct_test.go", "diag_large_test.go", "diag_memory_test.go", "diag_ports_test.go",
		"diag_tags_test.go", "diag_split_test.go", "diag_clock_test.go"} {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			_, comment, _ := strings.Cut(line, "// ")
			for strings.HasPrefix(strings.TrimSpace(lines[i]), "// ") { // it is about the line below
				i++
			}
			for _, x := range mark.FindAllStringSubmatch(comment, -1) {
				if marks[x[2]] == nil {
					marks[x[2]] = &lineMarks{}
				}
				pos := "rtlgen/" + file + ":" + strconv.Itoa(i+1)
				if x[1] == "here" {
					marks[x[2]].here = pos
				} else {
					marks[x[2]].ends = append(marks[x[2]].ends, pos)
				}
			}
		}
	}
	for _, m := range marks {
		sort.Strings(m.ends)
	}
	return marks
}

// TestAllMistakesAtOnce: one run shows everything that is wrong, in the order of
// the lines, each mistake once, in a form that editors can jump to.
func TestAllMistakesAtOnce(t *testing.T) {
	m := rtlgen.NewModule("bad")
	a := m.Input("a", 3)
	b := m.Input("wire", 4)
	sum := m.Wire("sum", 3)
	sum.Set(a.Add(b))
	x := m.Wire("x", 1)
	y := m.Wire("y", 1)
	x.Set(y.Not())
	y.Set(x)
	q := m.OutputVar("q", 3)
	q.Set(sum)
	q.Set(a)
	_, err := rtlgen.Elaborate(m)

	var got []string
	for _, d := range rtlgen.Diagnostics(err) {
		got = append(got, string(d.Code)+" "+d.Message)
	}
	want := []string{
		`RTL0005 input name "wire" is a keyword of Verilog or SystemVerilog: choose another`,
		`RTL0001 add of 3 bits and 4 bits: widen with Zext or Sext, or cut with Slice`,
		`RTL0010 combinational loop: x <- y <- x: put a register on one of the hops`,
		`RTL0008 q is driven twice, the second driver makes the first useless`,
	}
	assert.Equal(t, cmp.Diff(want, got), "")
	form := regexp.MustCompile(
		`(?m)^rtlgen/diag_test\.go:\d+: RTL\d{4}: module bad: .+(\n\trtlgen/diag_test\.go:\d+: .+)+$`)
	assert.Equal(t, len(form.FindAllString(err.Error(), -1)), 3, "%v", err)
	assert.Assert(t, strings.HasPrefix(err.Error(), "4 mistakes in the description:\n"), "%v", err)
}

// TestElaborateTwice: the second time nothing is reported in addition.
func TestElaborateTwice(t *testing.T) {
	child := rtlgen.NewModule("child")
	child.Output("q", child.Input("a", 1).Add(child.Input("b", 2)))
	m := rtlgen.NewModule("top")
	m.Instance("u", child)
	_, first := rtlgen.Elaborate(m)
	_, second := rtlgen.Elaborate(m)
	assert.Equal(t, first.Error(), second.Error())
}
