package verilog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestGolden compares what is emitted with testdata/<circuit>/, byte for byte;
// `make update` writes them anew. A few have positions and manifest, the others
// stay as they are when lines of zoo_test.go move.
func TestGolden(t *testing.T) {
	circuits := map[string]*rtlgen.Module{
		"free_list": FreeList(FreeListParams{Slots: 64}).Module, "free_list_48": FreeList(FreeListParams{Slots: 48}).Module,
		"statements": statements(),
		"memories":   memories(), "tree": tree(), "watched": watched(), "operations_8": operations(8),
		"arrays": arrays(), "split": splitLanes(),
	}
	for name, m := range constructs() {
		circuits[name] = m
	}
	for name, m := range circuits {
		t.Run(name, func(t *testing.T) {
			o := verilog.Options{}
			if name == "watched" || name == "constants" || name == "vendor" {
				o = verilog.DefaultOptions()
			}
			out := emit(t, elaborate(t, m), o)
			dir := filepath.Join("testdata", name)
			if golden.FlagUpdate() {
				assert.NilError(t, os.RemoveAll(dir))
				assert.NilError(t, out.WriteDir(dir))
			}
			for _, f := range out.Files {
				want, err := os.ReadFile(filepath.Join(dir, f.Path))
				assert.NilError(t, err, "write it with: make update")
				assert.Equal(t, string(f.Data), string(want))
			}
			for _, l := range strings.Split(string(out.Files[0].Data), "\n") {
				assert.Assert(t, len(strings.TrimRight(l, " ")) == len(l), "trailing blanks: %q", l)
			}
			old := 0
			assert.NilError(t, filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
				if err == nil && !e.IsDir() {
					old++
				}
				return err
			}))
			assert.Equal(t, old, len(out.Files), "files that nothing emits are in %s", dir)
		})
	}
}
