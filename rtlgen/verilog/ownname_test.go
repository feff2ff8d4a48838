package verilog_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/reserved"
	"culprit.example/culprit/rtlgen/verilog"
)

// named is the design with another name for its top.
func named(d *ir.Design, name string) *ir.Design {
	top := *d.Top
	top.Name = name
	all := slices.Clone(d.Modules)
	all[len(all)-1] = &top
	return &ir.Design{Top: &top, Modules: all}
}

// usedNames are the names that a Verilog text has outside of comments.
func usedNames(text string) []string {
	text = regexp.MustCompile(`//.*|"[^"]*"|`+"`"+`\w+|[0-9]*'s?[bdh][0-9a-f]+`).ReplaceAllString(text, " ")
	var list []string
	for _, n := range regexp.MustCompile(`[A-Za-z_$][A-Za-z0-9_$]*`).FindAllString(text, -1) {
		if n[0] != '$' && !reserved.Keyword(n) && !reserved.CPlusPlus(n) && !reserved.Tool(n) {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestModuleNamedAsAnything gives a module every name that occurs in its own text:
// names of the designer are refused, those that are made here make room, and Verilator
// is silent.
func TestModuleNamedAsAnything(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	var read sync.Map
	for name, m := range zoo() {
		t.Run(name, func(t *testing.T) {
			d := elaborate(t, m)
			t.Parallel()
			o := verilog.DefaultOptions()
			text := string(emit(t, d, o).File(d.Top.Name + ".v"))
			modules := map[string]bool{}
			for _, m := range d.Modules {
				modules[m.Name] = true
			}
			dir, taken := t.TempDir(), 0
			for _, n := range usedNames(text) {
				if modules[n] {
					continue
				}
				renamed := named(d, n)
				out, err := verilog.Emit(renamed, o)
				if err != nil {
					assert.Check(t, strings.Contains(err.Error(), "the name "+n+", which is that of the module itself") ||
						strings.Contains(err.Error(), "which is the name of a clock or reset port"), "%v", err)
					taken++
					continue
				}
				if _, other := read.LoadOrStore(n, true); !other { // once for all designs
					lintNamed(t, filepath.Join(dir, n), out, n)
				}
			}
			assert.Assert(t, taken >= len(d.Top.Ports))
		})
	}
}

// lintNamed has Verilator, which alone minds such names, read the files of a design.
func lintNamed(t *testing.T, dir string, out *verilog.Output, top string) {
	t.Helper()
	assert.NilError(t, out.WriteDir(dir))
	var files []string
	for _, f := range out.SimulationFiles() {
		files = append(files, f.Path)
	}
	quiet(t, dir, "verilator", append([]string{"--lint-only", "-Wall", "-DRTLGEN_ASSERT", "-DRTLGEN_MEM_SEED=7",
		"--top-module", top}, files...)...)
	assert.NilError(t, os.RemoveAll(dir))
}

// TestPrefixMakesAName has prefixes with which a module has the name of its port, of a
// function, of a keyword, and of a port of the module around it.
func TestPrefixMakesAName(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	m := rtlgen.NewModule("ones_8")
	x := m.Input("x_ones_8", 8)
	m.Output("o", m.Next("held", x, 0).PopCount())
	d := elaborate(t, m)
	for prefix, want := range map[string]string{
		"x_":     "something in the module has the name x_ones_8, which is that of the module itself: rename it, or choose another prefix",
		"count_": "", // the function has another name
		"acme_":  "",
	} {
		o := verilog.DefaultOptions()
		o.Prefix = prefix
		out, err := verilog.Emit(d, o)
		if want == "" {
			assert.NilError(t, err)
			lintNamed(t, t.TempDir(), out, o.TopName(d))
		} else {
			assert.ErrorContains(t, err, want)
		}
	}
	m = rtlgen.NewModule("signed_flag")
	m.Output("q", m.Input("a", 1))
	for prefix, name := range map[string]string{"un": "unsigned", "sc_": "sc_signal"} {
		o := verilog.DefaultOptions()
		o.Prefix = prefix
		_, err := verilog.Emit(named(elaborate(t, m), name[len(prefix):]), o)
		assert.ErrorContains(t, err, `with prefix "`+prefix+`" the module is called `+name)
	}
	m = rtlgen.NewModule("top_unit")
	m.Output("top_unit_synchronised", m.Next("held", m.Input("a", 1), 0))
	o := verilog.DefaultOptions()
	o.ResetSynchroniser = true
	_, err := verilog.Emit(elaborate(t, m), o)
	assert.ErrorContains(t, err, "needs the name top_unit_synchronised, which a port of top_unit has")
}
