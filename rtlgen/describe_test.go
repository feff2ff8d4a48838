package rtlgen_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

func TestDescribe(t *testing.T) {
	m := rtlgen.NewModule("described")
	m.Describe("q", "too early")
	r := m.Next("r", m.Input("d", 1), 0)
	m.Output("q", r.Value)
	m.Describe("q", "what was at d")
	m.Describe("r", "the one register")
	_, err := rtlgen.Elaborate(m)
	assert.ErrorContains(t, err, `no port, register, wire or array "q" so far`)
	assert.Equal(t, len(rtlgen.Diagnostics(err)), 1)

	m = rtlgen.NewModule("described")
	m.Output("q", m.Next("r", m.Input("d", 1), 0).Value)
	m.Describe("q", "what was at d")
	m.Describe("r", "the one register")
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	assert.Equal(t, d.Top.Port("q").Doc, "what was at d")
	assert.Equal(t, d.Top.Signals[0].Doc, "the one register")
}
