package verilog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/verilog"
)

func paths(out *verilog.Output) []string {
	var names []string
	for _, f := range out.Files {
		names = append(names, f.Path)
	}
	return names
}

func TestFiles(t *testing.T) {
	tiers.Tools(t, "icarus")
	d := elaborate(t, tree())
	out := emit(t, d, verilog.DefaultOptions())
	assert.DeepEqual(t, paths(out), []string{"leaf.v", "gates.v", "tree.v", "tree.f", "leaf.core", "gates.core",
		"tree.core", "tree.json"})
	assert.Equal(t, string(out.File("tree.f")), "// Files of tree, children before parents.\n"+
		fromHere+"leaf.v\ngates.v\ntree.v\n")

	o := verilog.DefaultOptions()
	o.SingleFile = true
	single := emit(t, d, o)
	assert.DeepEqual(t, paths(single), []string{"tree.v", "tree.f", "tree.core", "tree.json"})
	var all []string
	for _, f := range []string{"leaf.v", "gates.v", "tree.v"} {
		all = append(all, string(out.File(f)))
	}
	assert.Equal(t, string(single.File("tree.v")), "// verilator lint_off DECLFILENAME\n"+strings.Join(all, "\n"))

	o = verilog.DefaultOptions()
	o.Manifest = false
	assert.DeepEqual(t, paths(emit(t, d, o)),
		[]string{"leaf.v", "gates.v", "tree.v", "tree.f", "leaf.core", "gates.core", "tree.core"})
	dir, files := written(t, single)
	quiet(t, dir, "iverilog", append([]string{"-g2005", "-Wall", "-t", "null", "-s", "tree"}, files...)...)
}

// TestFileListWorks gives the file list to the tools that take one.
func TestFileListWorks(t *testing.T) {
	tiers.Tools(t, "verilator")
	dir, _ := written(t, emit(t, elaborate(t, tree()), verilog.DefaultOptions()))
	quiet(t, dir, "verilator", "--lint-only", "-Wall", "--top-module", "tree", "-f", "tree.f")
	quiet(t, dir, "iverilog", "-g2005", "-Wall", "-t", "null", "-s", "tree", "-c", "tree.f")
}

func TestPositionsOff(t *testing.T) {
	with := emit(t, elaborate(t, statements()), verilog.DefaultOptions())
	without := emit(t, elaborate(t, statements()), verilog.Options{})
	assert.Assert(t, strings.Contains(string(with.File("statements.v")), "zoo_test.go:"))
	assert.Assert(t, !strings.Contains(string(without.File("statements.v")), "zoo_test.go"))
	var stripped []string
	for _, l := range strings.Split(string(with.File("statements.v")), "\n") {
		code, _, _ := strings.Cut(l, "// rtlgen/verilog/")
		stripped = append(stripped, strings.TrimRight(code, " "))
	}
	assert.Equal(t, cmp.Diff(strings.Join(stripped, "\n"), string(without.File("statements.v"))), "")
}

func TestDeterministic(t *testing.T) {
	for name := range zoo() {
		a := emit(t, elaborate(t, zoo()[name]), verilog.DefaultOptions())
		b := emit(t, elaborate(t, zoo()[name]), verilog.DefaultOptions())
		assert.DeepEqual(t, a, b)
	}
}

// contents reads a directory; what is not a file reads as its kind.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	assert.NilError(t, err)
	for _, e := range entries {
		if e.IsDir() {
			all[e.Name()] = "(directory)"
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		assert.NilError(t, err)
		all[e.Name()] = string(b)
	}
	return all
}

func TestWriteDirReplaces(t *testing.T) {
	out := emit(t, elaborate(t, tree()), verilog.DefaultOptions())
	dir := filepath.Join(t.TempDir(), "made", "on", "demand")
	assert.NilError(t, out.WriteDir(dir))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "leaf.v"), []byte("old"), 0o666))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "mine.v"), []byte("not ours"), 0o666))
	assert.NilError(t, out.WriteDir(dir))
	want := map[string]string{"mine.v": "not ours"}
	for _, f := range out.Files {
		want[f.Path] = string(f.Data)
	}
	assert.DeepEqual(t, contents(t, dir), want)
}

// TestWriteDirFailsInTheMiddle puts a directory where the third file should go.
func TestWriteDirFailsInTheMiddle(t *testing.T) {
	out := emit(t, elaborate(t, tree()), verilog.DefaultOptions())
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "leaf.v"), []byte("old"), 0o666))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "tree.f"), []byte("leaf.v\n"), 0o666))
	assert.NilError(t, os.Mkdir(filepath.Join(dir, "tree.v"), 0o777))
	before := contents(t, dir)
	err := out.WriteDir(dir)
	assert.ErrorContains(t, err, "cannot replace tree.v in "+dir+
		": a directory of that name is in the way; the old files were put back")
	assert.DeepEqual(t, contents(t, dir), before)
}

func TestWriteDirNowhere(t *testing.T) {
	out := emit(t, elaborate(t, gates()), verilog.DefaultOptions())
	file := filepath.Join(t.TempDir(), "file")
	assert.NilError(t, os.WriteFile(file, nil, 0o666))
	assert.Error(t, out.WriteDir(filepath.Join(file, "out")),
		"cannot make the output directory "+filepath.Join(file, "out")+": not a directory")
}
