package culprit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/version"
)

const project = version.Path + "/"

// room is a rule: what the packages that match a pattern (path.Match, below the project)
// may import of the project, $ being the family of the package. What no room allows is denied.
type room struct {
	floor    int
	packages string
	imports  string // patterns
	tests    string // what their tests may import besides
}

// rooms are all packages; the first that matches one holds. An import, of tests, too, leads
// to the same floor or to a lower one.
var rooms = []room{
	{0, ".", "", "internal/version cyclesim"},
	{0, "internal/{caller,outfile,tiers}", "", ""},
	{0, "internal/browser", "internal/child", ""},
	{0, "internal/version", ".", ""},
	{0, "internal/slurm", "internal/child", ""},
	{0, "internal/lease", "internal/outfile", ""},
	{0, "internal/child", "internal/outfile", ""},
	{0, "internal/usercache", "internal/{child,outfile}", ""},

	{1, "rtlgen/ir", "", ""},
	{1, "rtlgen/ir/{eval,reserved}", "rtlgen/ir", ""},
	{1, "rtlgen/ir/clocks", "rtlgen/ir", "rtlgen/ir/eval"},
	{1, "rtlgen/ir/analysis", "rtlgen/ir", "rtlgen/ir/random"},
	{1, "rtlgen/ir/random", "rtlgen/ir rtlgen/ir/analysis", ""},
	{2, "rtlgen", "rtlgen/ir rtlgen/ir/* internal/caller", "rtlgen/verilog internal/version"},
	{2, "rtlgen/blocks", "rtlgen rtlgen/ir internal/caller", ""},
	{2, "rtlgen/verilog", "rtlgen/ir rtlgen/ir/* internal/{caller,outfile}", "rtlgen internal/child"},

	{2, "rtlgen/aig", "rtlgen/ir rtlgen/ir/analysis", "rtlgen/ir/eval rtlgen/ir/random"},
	{2, "rtlgen/watch", "rtlgen/ir rtlgen/ir/analysis", "rtlgen/ir/eval"},
	{2, "rtlgen/draw", "rtlgen/ir internal/child", "rtlgen"},
	{2, "rtlgen/protect", "rtlgen/ir rtlgen/ir/analysis", "rtlgen rtlgen/ir/eval"},
	{2, "rtlgen/yosys", "rtlgen/ir", ""},

	{3, "cyclesim/internal/{amd64,csource,fields,regalloc,space,textcase,wasm}", "",
		"cyclesim/internal/{native,vector} internal/child"},
	{3, "cyclesim/internal/machine", "rtlgen/ir", ""},
	{3, "cyclesim/internal/lockstep", "cyclesim/internal/machine rtlgen/ir", "cyclesim/internal/reference"},
	{3, "cyclesim/internal/schedule", "rtlgen/ir rtlgen/ir/analysis", ""},
	{3, "cyclesim/internal/word", "cyclesim/internal/{fields,machine}", "cyclesim/internal/textcase"},
	{3, "cyclesim/internal/vector", "cyclesim/internal/fields", ""},
	{3, "cyclesim/internal/vectortest", "cyclesim/internal/vector", ""},
	{3, "cyclesim/internal/avx", "cyclesim/internal/{amd64,fields,vector}", "cyclesim/internal/{textcase,vectortest}"},
	{3, "cyclesim/internal/layout", "cyclesim/internal/{machine,vector,word} rtlgen/ir", ""},
	{3, "cyclesim/internal/lower", "cyclesim/internal/{vector,word}", "cyclesim/internal/textcase"},
	{3, "cyclesim/internal/translate", "cyclesim/internal/{layout,lower,machine,schedule,vector,word} rtlgen/ir",
		"cyclesim/internal/textcase"},
	{3, "cyclesim/internal/native", "cyclesim/internal/space internal/{child,usercache}", ""},
	{3, "cyclesim/internal/emit*",
		"cyclesim/internal/{layout,translate,vector,word,avx,native,amd64,csource,regalloc,wasm} rtlgen/ir",
		"cyclesim/internal/vectortest"},
	{3, "cyclesim/internal/reference", "cyclesim/internal/{machine,schedule,space} rtlgen/ir rtlgen/ir/analysis",
		"rtlgen"},
	{3, "cyclesim/internal/running", "cyclesim/internal/{emitamd64,layout,native,translate,word}", ""},
	{3, "cyclesim/internal/compiled",
		"cyclesim/internal/{emit*,layout,machine,native,running,space,translate,wasm,word} rtlgen/ir",
		"cyclesim/internal/{avx,lockstep,reference,vector} rtlgen/ir/random"},
	{3, "cyclesim", "cyclesim/internal/{compiled,machine,reference} rtlgen/ir rtlgen/ir/clocks internal/caller", "rtlgen rtlgen/ir/*"},
	{3, "cyclesim/difftest", "cyclesim rtlgen/ir rtlgen/ir/* rtlgen/verilog", ""},

	{4, "testbench/internal/*", "", ""},
	{4, "testbench/report", "", ""},
	{4, "testbench/mutant", "rtlgen/ir", "rtlgen"},
	{4, "testbench/mutate", "rtlgen/ir", "rtlgen rtlgen/ir/random cyclesim"},
	{4, "testbench/extsim", "testbench/internal/vectors rtlgen/ir rtlgen/verilog internal/{child,outfile,usercache}",
		"rtlgen rtlgen/ir/random cyclesim cyclesim/difftest"},
	{4, "testbench", "testbench/{extsim,mutant,mutate} testbench/internal/* cyclesim rtlgen/{blocks,ir,verilog} internal/{caller,child,outfile}",
		"rtlgen testbench/benchtest"},
	{4, "testbench/transact", "testbench", "rtlgen rtlgen/{blocks,verilog} cyclesim testbench/mutant"},
	{4, "testbench/kit", "testbench testbench/mutant rtlgen/blocks", ""},
	{4, "testbench/benchtest", "testbench testbench/mutant cyclesim rtlgen/{blocks,ir} internal/{tiers,usercache}", "rtlgen"},
	{4, "testbench/lint", "testbench/extsim rtlgen/{blocks,ir,verilog} internal/{caller,child}",
		"rtlgen rtlgen/ir/reserved internal/usercache"},
	{4, "testbench/synth", "testbench/extsim rtlgen/{ir,verilog} internal/{caller,child,outfile}", "rtlgen"},
	{4, "testbench/foreign", "testbench/extsim rtlgen/{ir,verilog,yosys} internal/child",
		"testbench/simulate rtlgen/ir/random cyclesim"},
	{4, "testbench/prove", "testbench/{extsim,foreign} rtlgen/{aig,ir,verilog} rtlgen/ir/{clocks,eval} internal/{child,outfile}",
		"rtlgen/yosys rtlgen/ir/random internal/tiers"},
	{4, "testbench/coverage", "testbench cyclesim rtlgen/{ir,verilog}", "rtlgen internal/tiers"},
	{4, "testbench/dpi", "testbench rtlgen/{ir,verilog} internal/caller", "rtlgen rtlgen/blocks"},
	{4, "testbench/film", "cyclesim rtlgen/blocks", "rtlgen"},
	{4, "testbench/packets", "rtlgen/ir", "rtlgen"},
	{4, "testbench/simulate", "testbench/{extsim,packets} testbench/internal/vectors rtlgen/ir cyclesim",
		"rtlgen/protect rtlgen/ir/random"},
	{4, "testbench/speed",
		"testbench/extsim cyclesim rtlgen rtlgen/{blocks,ir,verilog} internal/{caller,child,outfile,usercache}",
		""},
	{4, "testbench/family", "testbench testbench/{experiment,faults,speed} rtlgen/{blocks,ir}", ""},
	{4, "testbench/scale", "cyclesim rtlgen rtlgen/{ir,verilog}", ""},
	{4, "testbench/scale/count", "testbench/scale", ""},
	{4, "testbench/experiment", "rtlgen/ir internal/{lease,outfile}", ""},
	{4, "testbench/experiment/experimenttest", "testbench/experiment", ""},
	{4, "testbench/network", "rtlgen/{blocks,ir}", ""},
	{4, "testbench/experiment/hardware", "testbench/{experiment,network} cyclesim rtlgen rtlgen/{blocks,ir}",
		"testbench/mutant"},
	{4, "testbench/workload", "testbench/experiment", ""}, // no network, no scheme
	{4, "testbench/faults", "testbench/{mutate,network} cyclesim rtlgen rtlgen/{blocks,ir} internal/outfile", ""},

	{6, "blocks/spineleaf/golden", "blocks/{link,qcn,spineleaf}/golden", ""},
	{6, "blocks/spineleaf", "blocks/{link,prim,qcn} rtlgen rtlgen/blocks", ""}, // a fabric around units that others need, too
	{6, "blocks/spineleaf/bench",
		"blocks/spineleaf blocks/{link,qcn,spineleaf}/golden testbench testbench/{kit,mutant} rtlgen/{blocks,ir}",
		"blocks/{prim,qcn} rtlgen testbench/benchtest"},
	{6, "blocks/spineleaf/experiment", "blocks/{qcn,spineleaf} testbench/{experiment,mutant} rtlgen/ir",
		"testbench/benchtest testbench/experiment/*"},
	{6, "blocks/spineleaf/measured", "blocks/{qcn,spineleaf} testbench/speed rtlgen rtlgen/blocks", ""},
	{0, "blocks/*/golden", "blocks/*/golden", ""},
	{5, "blocks/*/graph", "", ""}, // a network as data
	{5, "blocks/prim", "rtlgen rtlgen/blocks", "rtlgen/ir rtlgen/verilog cyclesim internal/child"},
	{5, "blocks/board", "blocks/{fabric,recn,traffic} rtlgen rtlgen/{blocks,ir} cyclesim internal/caller", ""},
	{6, "blocks/compare/*", "blocks/* testbench/{experiment,faults,mutant,workload} rtlgen/{blocks,ir}",
		"testbench/experiment/* testbench/simulate cyclesim"},
	{6, "blocks/examples/*", "blocks/* testbench/foreign rtlgen rtlgen/{ir,yosys}",
		"testbench/{simulate,speed} rtlgen/verilog cyclesim internal/usercache"}, // designs with parts that others wrote
	{7, "blocks/library", "blocks/* blocks/*/* testbench testbench/{experiment,family,speed} rtlgen/blocks",
		"testbench/* testbench/experiment/* rtlgen rtlgen/* rtlgen/ir/random cyclesim internal/usercache"},
	{5, "blocks/*", "blocks/* blocks/*/graph rtlgen rtlgen/{blocks,ir} internal/caller", "cyclesim"},
	{5, "blocks/axis/bench", "blocks/axis blocks/packet/golden testbench testbench/{kit,transact} rtlgen/blocks",
		"rtlgen rtlgen/verilog cyclesim testbench/benchtest"}, // a test with tools of others
	{5, "blocks/*/bench",
		"blocks/* blocks/*/{golden,graph,bench} testbench testbench/{kit,mutant,transact} rtlgen/{blocks,ir}",
		"rtlgen rtlgen/protect cyclesim testbench/benchtest"},
	{5, "blocks/*/experiment", "blocks/$ blocks/$/graph testbench/{experiment,mutant} rtlgen rtlgen/{blocks,ir}",
		"testbench/benchtest testbench/experiment/*"},
	{5, "blocks/*/measured", "blocks/* blocks/*/graph testbench/speed rtlgen rtlgen/blocks", "cyclesim"},

	{8, "cmd/cli", "testbench testbench/{coverage,dpi,experiment,extsim,family,faults,film,foreign,lint,mutate,packets,prove,report,simulate,speed,synth} testbench/experiment/hardware cyclesim rtlgen/{blocks,draw,ir,protect,verilog,watch,yosys} rtlgen/ir/analysis internal/{child,outfile,slurm,version}",
		"blocks/library rtlgen internal/usercache"},
	{8, "cmd/rtlgen", "cmd/cli blocks/library", ""},
	{8, "scripts/proxy", "internal/{child,version}", ""},
}

// forTests are what the tests of all packages may import.
const forTests = "internal/{browser,tiers}"

// expand are the patterns of a list, whose braces path.Match does not know.
func expand(list string) (patterns []string) {
	for _, p := range strings.Fields(list) {
		patterns = append(patterns, braces(p)...)
	}
	return patterns
}

func matches(list, name string) bool {
	return slices.ContainsFunc(expand(list), func(p string) bool {
		ok, err := path.Match(p, name)
		return err == nil && ok
	})
}

// testFamilies is the folder of families that are made for tests. The rules of families
// hold for them.
const testFamilies = "blocks/library/internal/"

func family(name string) string { return strings.Replace(name, testFamilies, "blocks/", 1) }

// roomOf is the room of a package; false, and one that allows nothing, if it has none.
func roomOf(name string) (room, bool) {
	i := slices.IndexFunc(rooms, func(r room) bool { return matches(r.packages, family(name)) })
	if i < 0 {
		return room{}, false
	}
	return rooms[i], true
}

// own is a list of patterns in which $ is the family of a package.
func own(list, name string) string {
	if elements := strings.Split(family(name), "/"); len(elements) > 1 {
		list = strings.ReplaceAll(list, "$", elements[1])
	}
	return list
}

// mayImport reports whether a package, or its tests, may import another one. What a
// pattern matches on a higher floor is not allowed.
func mayImport(from, to string, test bool) bool {
	r, _ := roomOf(from)
	list := own(r.imports, from)
	if test && from == "." {
		r.floor = 8 // the tests of the root are about everything
	}
	if test {
		list += " " + family(from) + " " + forTests + " " + r.tests
	}
	there, _ := roomOf(to)
	return there.floor <= r.floor && matches(list, family(to))
}

type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// below is the path of a package below the project, "." for the root itself.
func below(importPath string) (string, bool) {
	if importPath+"/" == project {
		return ".", true
	}
	return strings.CutPrefix(importPath, project)
}

func packages(t *testing.T) (list []goPackage) {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", project+"...").Output()
	assert.NilError(t, err)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		assert.NilError(t, err)
		list = append(list, p)
	}
}

// TestImports checks the imports of all packages.
func TestImports(t *testing.T) {
	t.Parallel()
	list := packages(t)
	for _, p := range list {
		from, _ := below(p.ImportPath)
		if _, ok := roomOf(from); !ok {
			t.Errorf("%s is in no room of this test: say what it may import", from)
			continue
		}
		if slices.Contains(p.Imports, "os/exec") && from != "internal/child" {
			t.Errorf("%s starts programs by itself: see internal/child", from)
		}
		for i, imports := range [][]string{p.Imports, p.TestImports, p.XTestImports} {
			for _, to := range imports {
				if to, ok := below(to); ok && !mayImport(from, to, i > 0) {
					t.Errorf("%s imports %s, which its room does not allow", from, to)
				}
			}
		}
	}
	assert.Assert(t, len(list) > 90, "go list shows %d packages", len(list))
}

// TestShipped: the program that users get links nothing that only Go tests need.
func TestShipped(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", project+"cmd/rtlgen").Output()
	assert.NilError(t, err)
	for _, name := range strings.Fields(string(out)) {
		if name == "testing" || strings.HasPrefix(name, "gotest.tools/") {
			t.Errorf("rtlgen links %s", name)
		}
	}
}

// TestFloors: there are packages for each rule, and each of its patterns allows something
// that is on its floor or on a lower one.
func TestFloors(t *testing.T) {
	t.Parallel()
	var names []string
	for _, p := range packages(t) {
		name, _ := below(p.ImportPath)
		names = append(names, family(name))
	}
	for _, r := range rooms {
		assert.Check(t, slices.ContainsFunc(names, func(name string) bool { return matches(r.packages, name) }),
			"there is no package %s", r.packages)
		for _, pattern := range expand(strings.ReplaceAll(r.imports+" "+r.tests, "$", "*")) {
			found := 0
			for _, name := range names {
				if !matches(pattern, name) {
					continue
				}
				if there, _ := roomOf(name); there.floor <= r.floor || r.packages == "." {
					found++
				}
			}
			assert.Check(t, found > 0, "%s may import %s, which is not there", r.packages, pattern)
		}
	}
}

// TestImportRules shows that the rules refuse what they are there for.
func TestImportRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"blocks/recn/golden", "blocks/recn", false},
		{"blocks/recn/golden", "rtlgen", false},
		{"blocks/recn/golden", "testbench", false},
		{"blocks/voq/golden", "blocks/recn/golden", true},
		{"blocks/recn", "blocks/recn/golden", false},
		{"blocks/recn", "testbench", false},
		{"blocks/recn", "testbench/experiment", false},
		{"blocks/recn/bench", "testbench/kit", true},
		{"blocks/qcn/experiment", "testbench/experiment", true},
		{"blocks/qcn/experiment", "blocks/recn", false},
		{"blocks/compare/trees", "blocks/recn", true},
		{"blocks/examples/cpus", "blocks/fabric", true},
		{"blocks/examples/cpus", "testbench/foreign", true},
		{"blocks/fabric", "testbench/foreign", false},
		{"blocks/library", "testbench/foreign", false},
		{"blocks/spineleaf", "blocks/qcn", true},
		{"blocks/qcn", "blocks/spineleaf", false},
		{"blocks/adaptive", "blocks/qcn", true},
		{"blocks/adaptive", "blocks/spineleaf", false},
		{"blocks/adaptive/bench", "blocks/spineleaf/golden", false},
		{"blocks/adaptive/golden", "blocks/spineleaf/golden", false},
		{testFamilies + "ring/golden", testFamilies + "ring", false},
		{testFamilies + "ring", "blocks/fabric", true},
		{"testbench", "blocks/recn", false},
		{"testbench", "cmd/rtlgen", false},
		{"cmd/cli", "blocks/recn", false},
		{"testbench/speed", "blocks/recn", false},
		{"testbench/experiment", "blocks/recn", false},
		{"testbench/experiment", "testbench/mutant", false},
		{"testbench/experiment/hardware", "blocks/fabric", false},
		{"rtlgen/ir", "cyclesim", false},
		{"rtlgen/ir", "rtlgen", false},
		{"rtlgen/blocks", "testbench", false},
		{"cyclesim", "blocks/recn", false},
		{"cyclesim/internal/translate", "cyclesim/internal/emitamd64", false},
		{"cyclesim/internal/emitc", "cyclesim/internal/translate", true},
		{"cyclesim/internal/word", "cyclesim/internal/translate", false},
		{"something/new", "rtlgen", false},
	} {
		assert.Check(t, mayImport(c.from, c.to, false) == c.want, "%s -> %s", c.from, c.to)
	}
	assert.Check(t, mayImport("cmd/cli", "blocks/library", true), "a test may import what its room says of tests")
	assert.Check(t, !mayImport("testbench/lint", "blocks/library", true), "no test imports a higher floor")
}

// TestGoldenFloors: ARCHITECTURE.md has the table of the rooms. -update writes it.
func TestGoldenFloors(t *testing.T) {
	var b strings.Builder
	b.WriteString("| floor | packages | may import |\n|---:|---|---|\n")
	code := func(list string) string {
		fields := strings.Fields(list)
		for i, f := range fields {
			fields[i] = "`" + f + "`"
		}
		return strings.Join(fields, ", ")
	}
	for _, r := range rooms {
		imports := code(r.imports)
		if imports == "" {
			imports = "nothing"
		}
		fmt.Fprintf(&b, "| %d | %s | %s |\n", r.floor, code(r.packages), imports)
	}
	section(t, "rooms", "imports_test.go", b.String())
}

// floors are the names of the floors in the picture.
var floors = []string{"what all need, golden models", "netlist", "builder, Verilog", "simulator", "harness", "families",
	"fabrics, comparisons of families, examples", "library: the list of families", "programs"}

// TestGoldenPicture: ARCHITECTURE.md has the picture of the imports of all packages, floor by floor: an arrow
// has the number of packages of the upper one that import something of the lower one. -update writes it.
func TestGoldenPicture(t *testing.T) {
	arrows, inhabitants := make([][]int, len(floors)), make([]int, len(floors))
	for i := range arrows {
		arrows[i] = make([]int, len(floors))
	}
	for _, p := range packages(t) {
		from, _ := below(p.ImportPath)
		if family(from) != from {
			continue // of tests
		}
		here, _ := roomOf(from)
		inhabitants[here.floor]++
		var seen []int
		for _, to := range p.Imports {
			if to, ok := below(to); ok {
				there, _ := roomOf(to)
				if there.floor != here.floor && !slices.Contains(seen, there.floor) {
					seen = append(seen, there.floor)
					arrows[here.floor][there.floor]++
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("```mermaid\ngraph TD\n")
	for f := len(floors) - 1; f >= 0; f-- {
		fmt.Fprintf(&b, "  f%d[\"%d: %s (%d packages)\"]\n", f, f, floors[f], inhabitants[f])
	}
	for from := len(floors) - 1; from >= 0; from-- {
		for to, n := range slices.Backward(arrows[from]) {
			assert.Check(t, n == 0 || to < from, "floor %d imports floor %d", from, to)
			if n > 0 {
				fmt.Fprintf(&b, "  f%d -->|%d| f%d\n", from, n, to)
			}
		}
	}
	b.WriteString("```\n")
	section(t, "picture", "the imports", b.String())
}

// TestGoldenSteps: ARCHITECTURE.md has the table of the compiler's steps, each once. -update writes it.
func TestGoldenSteps(t *testing.T) {
	var b strings.Builder
	b.WriteString("| step | package | for | what it does | its text |\n|---|---|---|---|---|\n")
	var done []string
	for _, s := range cyclesim.Steps() {
		if slices.Contains(done, s.Name) {
			continue
		}
		done = append(done, s.Name)
		text, only := s.Text, s.Only
		if text == "" {
			text = "none: " + s.Why
		}
		if only == "" {
			only = "all"
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", s.Name, strings.ReplaceAll(s.Room, ", ", "`, `"), only, s.Doc, text)
	}
	section(t, "steps", "cyclesim.Steps", b.String())
}

// section compares the part of ARCHITECTURE.md of that name with what it is made from; -update writes it.
func section(t *testing.T, name, from, want string) {
	t.Helper()
	const file, end = "ARCHITECTURE.md", "<!-- end -->"
	begin := "<!-- " + name + " -->\n"
	text := read(t, file)
	part := regexp.MustCompile("(?s)" + begin + ".*?" + end)
	assert.Assert(t, part.MatchString(text), "%s has no line %s", file, begin)
	whole := part.ReplaceAllLiteralString(text, begin+want+end)
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(file, []byte(whole), 0o666))
		return
	}
	assert.Assert(t, text == whole, "the part %s of %s is not that of %s: `go test . -update` writes it", name, file,
		from)
}
