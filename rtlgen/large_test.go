package rtlgen_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// TestSharedWithoutNames: an expression that doubles at each step is refused, in time
// that grows with the steps.
func TestSharedWithoutNames(t *testing.T) {
	t.Parallel()
	m := rtlgen.NewModule("doubles")
	x := m.Input("a", 16)
	for range 2000 {
		x = x.Add(x)
	}
	m.Output("q", x)
	_, err := rtlgen.Elaborate(m)
	ds := rtlgen.Diagnostics(err)
	assert.Assert(t, len(ds) > 1)
	assert.Equal(t, ds[0].Code, rtlgen.CodeTooLarge, "%v", ds[0])
	for _, d := range ds[1:] {
		assert.Equal(t, d.Code, rtlgen.CodeUnnamed)
		assert.Assert(t, !strings.Contains(d.Message, "-"), d.Message)
	}
}

// TestSharedModules: a module that stands twice in each of the modules above it is
// looked at once, although the copies are more than can be counted.
func TestSharedModules(t *testing.T) {
	t.Parallel()
	child := rtlgen.NewModule("level_0")
	child.Output("q", child.Input("a", 4).Not())
	for i := 1; i <= 60; i++ {
		m := rtlgen.NewModule("level_" + string(rune('a'+i/26)) + string(rune('a'+i%26)))
		u, v := m.Instance("u", child), m.Instance("v", child)
		u.In("a", m.Input("a", 4))
		v.In("a", u.Out("q"))
		m.Output("q", v.Out("q"))
		child = m
	}
	child.Assert("never", child.Const(1, 1))
	_, err := rtlgen.Elaborate(child)
	ds := rtlgen.Diagnostics(err)
	assert.Equal(t, len(ds), 1)
	assert.Equal(t, ds[0].Code, rtlgen.CodeNoClock)
}
