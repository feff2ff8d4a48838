package library_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// rule says what the packages that match a pattern (see path.Match) may import of
// the project, in their tests too.
type rule struct {
	pattern string
	allowed []string
}

// rules, the first that matches a package holds. Imports point one way: a golden
// model shares nothing with the hardware, and no floor imports a higher one.
var rules = []rule{
	{"culprit/blocks/*/golden", []string{"culprit/blocks/*/golden"}},
	{"culprit/blocks/library", []string{"culprit/*", "culprit/*/*", "culprit/*/*/*"}},
	{"culprit/blocks/*/graph", nil}, // a network as data
	{"culprit/blocks/*/bench", []string{
		"culprit/rtlgen/blocks", "culprit/blocks/*/graph", "culprit/blocks/*", "culprit/blocks/*/golden", "culprit/blocks/*/bench", "culprit/testbench", "culprit/testbench/*",
		"culprit/cyclesim", "culprit/rtlgen", "culprit/rtlgen/*",
	}},
	{"culprit/blocks/*/experiment", []string{
		"culprit/rtlgen/blocks", "culprit/blocks/*/graph", "culprit/blocks/*", "culprit/testbench", "culprit/testbench/*", "culprit/testbench/experiment/*", "culprit/rtlgen", "culprit/rtlgen/*",
	}},
	{"culprit/testbench/experiment", []string{"culprit/testbench/experiment", "culprit/rtlgen/ir", outfile}}, // a mutant changes a netlist
	{"culprit/testbench/experiment/*", []string{
		"culprit/rtlgen/blocks", "culprit/testbench/experiment", "culprit/testbench/mutant", "culprit/cyclesim", "culprit/rtlgen", "culprit/rtlgen/*",
	}},
	{"culprit/rtlgen/blocks", []string{"culprit/blocks", "culprit/rtlgen", "culprit/rtlgen/ir", callerName}},
	{"culprit/blocks/*", []string{"culprit/rtlgen/blocks", "culprit/blocks/*", "culprit/blocks/*/graph", "culprit/rtlgen", "culprit/rtlgen/*", "culprit/cyclesim", child}},
	{"culprit/rtlgen/ir", []string{"culprit/rtlgen/ir", "culprit/rtlgen/ir/*"}},
	{"culprit/rtlgen/ir/*", []string{"culprit/rtlgen/ir", "culprit/rtlgen/ir/*"}},
	{"culprit/rtlgen", []string{"culprit/rtlgen", "culprit/rtlgen/ir", "culprit/rtlgen/ir/*", callerName}},
	{"culprit/rtlgen/*", []string{"culprit/rtlgen", "culprit/rtlgen/*", "culprit/rtlgen/ir/*", outfile, callerName, child}},
	{"culprit/cyclesim", []string{"culprit/cyclesim", "culprit/cyclesim/*", "culprit/cyclesim/internal/*", "culprit/rtlgen", "culprit/rtlgen/ir", "culprit/rtlgen/ir/*", callerName}},
	{"culprit/cyclesim/*", []string{"culprit/cyclesim", "culprit/cyclesim/*", "culprit/rtlgen", "culprit/rtlgen/verilog", "culprit/rtlgen/ir", "culprit/rtlgen/ir/*"}},
	// The compiler: each package below those behind it.
	{"culprit/cyclesim/internal/layout", engineBelow("machine", "vector", "word")},
	{"culprit/cyclesim/internal/lower", engineBelow("vector", "word")},
	{"culprit/cyclesim/internal/translate", engineBelow("layout", "lower", "machine", "schedule", "vector", "word")},
	{"culprit/cyclesim/internal/emit*", engineBelow("translate", "layout", "vector", "word", "wasm", "csource", "amd64", "regalloc", "native", "vectortest")},
	{"culprit/cyclesim/internal/vector", engineBelow("vector", "fields")},
	{"culprit/cyclesim/internal/vectortest", engineBelow("vector")},
	{"culprit/cyclesim/internal/word", engineBelow("word", "fields", "machine")},
	{"culprit/cyclesim/internal/*", []string{"culprit/cyclesim/internal/*", "culprit/rtlgen", "culprit/rtlgen/ir", "culprit/rtlgen/ir/*", outfile, userCache, child}},
	{outfile, []string{outfile}},
	{callerName, []string{callerName}},
	{child, []string{child, outfile}},
	{userCache, []string{userCache, child, outfile}},
	{"culprit/testbench", []string{"culprit/rtlgen/blocks", "culprit/testbench", "culprit/testbench/*", "culprit/testbench/internal/*", "culprit/cyclesim", "culprit/rtlgen", "culprit/rtlgen/*", callerName, child}},
}

// engineBelow are packages of cyclesim/internal, netlists, and what tests share.
func engineBelow(names ...string) []string {
	list := []string{"culprit/rtlgen/ir", "culprit/cyclesim/internal/textcase"}
	for _, name := range names {
		list = append(list, "culprit/cyclesim/internal/"+name)
	}
	return list
}

// outfile is for those who write files.
const outfile = "culprit/internal/outfile"

// callerName is for those whose messages name the line of a wrong call.
const callerName = "culprit/internal/caller"

// userCache is for those who keep what takes long to make.
const userCache = "culprit/internal/usercache"

// child is for those who start other programs.
const child = "culprit/internal/child"

type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// TestImports checks the direction of imports over the whole project.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "culprit/...").Output()
	assert.NilError(t, err)
	d := json.NewDecoder(bytes.NewReader(out))
	packages := 0
	for {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages++
		if slices.Contains(p.Imports, "os/exec") && p.ImportPath != child {
			t.Errorf("%s starts programs by itself: see package %s", p.ImportPath, child)
		}
		for _, list := range [][]string{p.Imports, p.TestImports, p.XTestImports} {
			for _, to := range list {
				if strings.HasPrefix(to, "culprit/") && !mayImport(p.ImportPath, to) {
					t.Errorf("%s imports %s, which the rules of this test do not allow", p.ImportPath, to)
				}
			}
		}
	}
	assert.Assert(t, packages > 20, "go list shows %d packages", packages)
}

// testFamilies is the folder of families that are made for tests. The rules of
// families hold for them.
const testFamilies = "culprit/blocks/library/internal/"

func mayImport(from, to string) bool {
	from, to = strings.Replace(from, testFamilies, "culprit/blocks/", 1), strings.Replace(to, testFamilies, "culprit/blocks/", 1)
	if strings.HasPrefix(to, "culprit/cmd") {
		return false
	}
	for _, r := range rules {
		if matches(r.pattern, from) {
			for _, pattern := range r.allowed {
				if matches(pattern, to) {
					return true
				}
			}
			return false
		}
	}
	return true
}

func matches(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// TestImportRules shows that the rules refuse what they are there for.
func TestImportRules(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"culprit/blocks/recn/golden", "culprit/blocks/recn", false},
		{"culprit/blocks/recn/golden", "culprit/rtlgen", false},
		{"culprit/blocks/voq/golden", "culprit/blocks/recn/golden", true},
		{"culprit/blocks/recn", "culprit/blocks/recn/golden", false},
		{"culprit/blocks/recn", "culprit/testbench", false},
		{"culprit/blocks/recn/bench", "culprit/testbench/kit", true},
		{"culprit/blocks/recn/golden", "culprit/testbench", false},
		{testFamilies + "ring/golden", testFamilies + "ring", false},
		{testFamilies + "ring", "culprit/blocks/fabric", true},
		{"culprit/blocks/recn", "culprit/testbench/experiment", false},
		{"culprit/blocks/recn/experiment", "culprit/testbench/experiment", true},
		{"culprit/testbench/experiment", "culprit/blocks/recn", false},
		{"culprit/testbench/experiment", "culprit/rtlgen/ir", true},
		{"culprit/testbench/experiment", "culprit/testbench/mutant", false},
		{"culprit/testbench/experiment/hardware", "culprit/testbench/mutant", true},
		{"culprit/testbench/experiment/hardware", "culprit/blocks/fabric", false},
		{"culprit/rtlgen/ir", "culprit/cyclesim", false},
		{"culprit/cyclesim/internal/translate", "culprit/cyclesim/internal/emitamd64", false},
		{"culprit/cyclesim/internal/emitc", "culprit/cyclesim/internal/translate", true},
		{"culprit/cyclesim/internal/word", "culprit/cyclesim/internal/translate", false},
		{"culprit/rtlgen/ir", "culprit/rtlgen", false},
		{"culprit/cyclesim", "culprit/blocks/recn", false},
		{"culprit/testbench", "culprit/blocks/recn", false},
		{"culprit/testbench", "culprit/cmd/rtlgen", false},
	} {
		assert.Equal(t, mayImport(c.from, c.to), c.want, "%s -> %s", c.from, c.to)
	}
}
