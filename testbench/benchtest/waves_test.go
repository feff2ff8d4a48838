package benchtest

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// toggle is a bit that changes with enable.
var toggle = []*blocks.Block{{Name: "toggle", Build: func(blocks.Values) *rtlgen.Module {
	m := rtlgen.NewModule("toggle")
	enable := m.Input("enable", 1)
	state := m.Reg("state", 1, 0)
	state.Set(state.Xor(enable))
	m.Output("q", state)
	m.Assume("not_always", enable.And(state).Not())
	return m
}}}

func TestCheckWave(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, want string }{
		{"right", `{"block":"toggle","signal":[{"name":"clk","wave":"p.."},{"name":"enable","wave":"10."},{},{"name":"q","wave":"01."},{"name":"state","wave":"01."}]}`,
			""},
		{"number", `{"block":"toggle","signal":[{"name":"enable","wave":"=.","data":["0"]},{"name":"q","wave":"==","data":["0b0","0x0"]}]}`,
			""},
		{"name of a number",
			`{"block":"toggle","values":{"on":"1"},"signal":[{"name":"enable","wave":"=0","data":["on"]},{"name":"q","wave":"0=","data":["on"]}]}`,
			""},
		{"held", `{"block":"toggle","held":{"enable":"0"},"signal":[{"name":"q","wave":"0."}]}`, ""},
		{"held, does not matter", `{"block":"toggle","held":{"enable":"x"},"signal":[{"name":"q","wave":"0."}]}`,
			"cycle 1: q is 0x1"},
		{"held at no number", `{"block":"toggle","held":{"enable":"off"},"signal":[{"name":"q","wave":"0."}]}`,
			`enable: "off" is no number`},
		{"held and drawn", `{"block":"toggle","held":{"enable":"0"},"signal":[{"name":"enable","wave":"0"}]}`,
			"enable is held, and is no input, or has a wave"},
		{"held without waves", `{"block":"toggle","held":{"enable":"0"}}`, "there is no wave"},
		{"unknown", `{"block":"toggle","signal":[{"name":"enable","wave":"10"},{"name":"q","wave":"xx"}]}`, ""},
		{"wrong", `{"block":"toggle","signal":[{"name":"enable","wave":"10."},{"name":"q","wave":"010"}]}`,
			"cycle 2: q is 0x1, and the diagram has 0x0"},
		{"input that matters", `{"block":"toggle","signal":[{"name":"enable","wave":"x0"},{"name":"q","wave":"00"}]}`,
			"cycle 1: q is 0x1"},
		{"assumption", `{"block":"toggle","signal":[{"name":"enable","wave":"1."}]}`, "assume not_always fails"},
		{"no input", `{"block":"toggle","signal":[{"name":"q","wave":"00"}]}`, "input enable has no wave"},
		{"no waves", `{"block":"toggle"}`, "input enable has no wave"},
		{"no such signal", `{"block":"toggle","signal":[{"name":"enable","wave":"0"},{"name":"qq","wave":"0"}]}`, "qq"},
		{"lengths", `{"block":"toggle","signal":[{"name":"enable","wave":"00"},{"name":"q","wave":"0"}]}`,
			"q has 1 cycles, and enable has 2"},
		{"no number", `{"block":"toggle","signal":[{"name":"enable","wave":"=","data":["on"]}]}`,
			`enable: "on" is no number`},
		{"data missing", `{"block":"toggle","signal":[{"name":"enable","wave":"0="}]}`, "enable: '=' in cycle 1"},
		{"no such block", `{"block":"tuggle"}`, `there is no block "tuggle"`},
		{"no JSON", `{`, "unexpected end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := checkWave([]byte(c.source), toggle)
			if c.want == "" {
				assert.NilError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
}

func TestUsedSymbols(t *testing.T) {
	got := usedSymbols(`<svg><defs><g id="000"><path/></g><g id="111"><path/></g></defs><g id="w"><use xlink:href="#111"/></g></svg>`)
	assert.Equal(t, got, `<svg><defs><g id="111"><path/></g></defs><g id="w"><use xlink:href="#111"/></g></svg>`)
	assert.Assert(t, !strings.Contains(got, `"000"`))
}
