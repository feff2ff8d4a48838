package lint

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
)

// tower is two copies of the module of the name "middle", which are two copies of
// "low": 7 instances with the top.
var tower = &blocks.Block{Name: "tall", Build: func(blocks.Values) *rtlgen.Module {
	type ports struct {
		D rtlgen.In
		Q rtlgen.Out
	}
	low := rtlgen.NewModule("low")
	low.Output("q", low.Next("held", low.Input("d", 1), 0))
	pair := func(name string, d int, of *rtlgen.Module) *rtlgen.Module {
		m := rtlgen.NewModule(name)
		u := rtlgen.UseArray(m, "copies", 2, rtlgen.As[ports](of, nil))
		u.D.Drive(m.Input("d", d))
		m.Output("q", u.Q)
		return m
	}
	return pair("tall", 4, pair("middle", 2, low))
}}

// TestUnits has the limit above, between and below the sizes of the modules.
func TestUnits(t *testing.T) {
	t.Parallel()
	d, err := tower.Elaborate(nil)
	assert.NilError(t, err)
	for _, c := range []struct {
		limit int
		want  []string
	}{
		{7, []string{"tall: low middle tall"}},
		{6, []string{"middle: low middle", "tall: (middle) tall"}},
		{2, []string{"low: low", "middle: (low) middle", "tall: (middle) tall"}},
	} {
		var got []string
		for _, u := range units(d, c.limit) {
			text := u.top.Name + ":"
			for _, m := range u.stubs {
				text += " (" + m.Name + ")"
			}
			for _, m := range u.modules {
				text += " " + m.Name
			}
			got = append(got, text)
		}
		assert.DeepEqual(t, got, c.want)
	}
}

// TestUnitsAreClean: stubs are no findings, in no form.
func TestUnitsAreClean(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	timescale := syncReset
	timescale.Timescale = "1ns/1ps"
	for _, f := range []Form{{Block: tower, Options: syncReset}, {Block: tower, Options: asyncReset},
		{Block: tower, Options: timescale}, {Block: tower, Options: syncReset, Assertions: true}} {
		for _, limit := range []int{6, 2} {
			findings, err := check(context.Background(), f, limit)
			assert.NilError(t, err)
			for _, f := range findings {
				t.Error(f)
			}
		}
	}
}

// TestUnitsAreRead: what is wrong in any module of a design that is read in units is
// found, and an instance that does not fit its module, too.
func TestUnitsAreRead(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	f := Form{Block: tower, Options: syncReset}
	d, err := tower.Elaborate(nil)
	assert.NilError(t, err)
	for _, c := range []struct{ name, file, old, new, want string }{
		{"below a unit", "low.v", "reg ", "wire ", "low"},
		{"top of a unit", "middle.v", "q[g]", "r[g]", "middle"},
		{"top of the design", "tall.v", ".d ", ".e ", "tall"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, err := verilog.Emit(d, f.Options)
			assert.NilError(t, err)
			dir := t.TempDir()
			assert.NilError(t, out.WriteDir(dir))
			text := string(out.File(c.file))
			assert.Assert(t, strings.Contains(text, c.old), text)
			assert.NilError(t, os.WriteFile(filepath.Join(dir, c.file), []byte(strings.ReplaceAll(text, c.old, c.new)), 0o666))
			findings, err := read(context.Background(), f, d, out, dir, 6)
			assert.NilError(t, err)
			tools := map[string]bool{}
			for _, f := range findings {
				tools[f.Tool] = true
				assert.Assert(t, strings.Contains(f.Text, c.want), f.Text)
			}
			assert.Equal(t, len(tools), len(checks))
		})
	}
}
