package synth

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

// parse reads a netlist as Yosys writes it.
func parse(t *testing.T, text string) *netlist {
	t.Helper()
	n := &netlist{}
	assert.NilError(t, json.Unmarshal([]byte(text), n))
	return n
}

// A lookup table from net a to net y.
func lutCell(a, y string) string {
	return `{"type": "LUT4", "port_directions": {"A": "input", "Z": "output"}, "connections": {"A": [` + a + `], "Z": [` +
		y + `]}}`
}

// TestLevelsThroughInstances has a path of three lookup tables: one in the
// parent, one in the child, one in the parent again; and in the child another of
// two from its own register.
func TestLevelsThroughInstances(t *testing.T) {
	t.Parallel()
	n := parse(t, `{"modules": {
		"child": {
			"ports": {"d": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [3]}, "r": {"direction": "output", "bits": [6]}},
			"cells": {
				"one": `+lutCell("2", "3")+`,
				"ff": {"type": "TRELLIS_FF", "port_directions": {"DI": "input", "Q": "output"}, "connections": {"DI": [3], "Q": [4]}},
				"two": `+lutCell("4", "5")+`,
				"three": `+lutCell("5", "6")+`}},
		"top": {
			"ports": {"a": {"direction": "input", "bits": [2]}, "y": {"direction": "output", "bits": [5]}},
			"cells": {
				"first": `+lutCell("2", "3")+`,
				"u": {"type": "child", "port_directions": {"d": "input", "q": "output", "r": "output"}, "connections": {"d": [3], "q": [4], "r": [6]}},
				"last": `+lutCell("4", "5")+`}}}}`)
	for module, want := range map[string]struct{ luts, levels int }{"child": {3, 2}, "top": {5, 3}} {
		c, err := costOf(n, module)
		assert.NilError(t, err)
		assert.Equal(t, c.Levels, want.levels, module)
		assert.Equal(t, c.LUTs, want.luts, module)
		assert.Equal(t, c.FlipFlops, 1)
	}
}

// TestLevelsEndInInstances: what a path does inside an instance counts, too.
func TestLevelsEndInInstances(t *testing.T) {
	t.Parallel()
	n := parse(t, `{"modules": {
		"child": {
			"ports": {"d": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [4]}},
			"cells": {
				"one": `+lutCell("2", "3")+`,
				"ff": {"type": "TRELLIS_FF", "port_directions": {"DI": "input", "Q": "output"}, "connections": {"DI": [3], "Q": [4]}}}},
		"top": {
			"ports": {"a": {"direction": "input", "bits": [2]}},
			"cells": {
				"first": `+lutCell("2", "3")+`,
				"u": {"type": "child", "port_directions": {"d": "input", "q": "output"}, "connections": {"d": [3], "q": [4]}},
				"last": `+lutCell("4", "5")+`}}}}`)
	c, err := costOf(n, "top")
	assert.NilError(t, err)
	assert.Equal(t, c.Levels, 2)
}

// TestDeepestPath: nets of the source are named, those of Yosys are not, and the end
// is the register behind the last net; a path inside an instance has its name.
func TestDeepestPath(t *testing.T) {
	t.Parallel()
	names := `"netnames": {
		"a": {"hide_name": 0, "bits": [2]}, "$abc$1": {"hide_name": 1, "bits": [3]},
		"sum": {"hide_name": 0, "bits": [7, 4]}, "sum_LUT4_Z_D": {"hide_name": 0, "bits": [5]}, "q": {"hide_name": 0, "bits": [6]}}`
	n := parse(t, `{"modules": {
		"child": {`+names+`,
			"ports": {"a": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [6]}},
			"cells": {
				"one": `+lutCell("2", "3")+`, "two": `+lutCell("3", "4")+`, "three": `+lutCell("4", "5")+`,
				"ff": {"type": "TRELLIS_FF", "port_directions": {"DI": "input", "Q": "output"}, "connections": {"DI": [5], "Q": [6]}}}},
		"top": {"netnames": {},
			"ports": {"a": {"direction": "input", "bits": [2]}},
			"cells": {"u": {"type": "child", "port_directions": {"a": "input", "q": "output"}, "connections": {"a": [2], "q": [3]}}}}}}`)
	for module, want := range map[string][]string{
		"child": {"a (0)", "sum[1] (2)", "q (3)"},
		"top":   {"u.a (0)", "u.sum[1] (2)", "u.q (3)"},
	} {
		c, err := costOf(n, module)
		assert.NilError(t, err)
		assert.Equal(t, c.Levels, 3)
		assert.DeepEqual(t, c.Deepest, want)
	}
}

// TestLevelsOfPrimitives: the multiplexers of a slice are free for data, and not
// for their selects; a carry chain is one level; a RAM of lookup tables is read
// through one, and a path ends at a block RAM.
func TestLevelsOfPrimitives(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, cells string
		want        Cost
	}{
		{"wide table", `"a": ` + lutCell("2", "3") + `, "b": ` + lutCell("2", "4") + `,
			"mux": {"type": "PFUMX", "port_directions": {"Z": "output"}, "connections": {"ALUT": [3], "BLUT": [4], "C0": [2], "Z": [5]}}`,
			Cost{LUTs: 2, LUTEquivalents: 2, Levels: 1}},
		{"late select", `"a": ` + lutCell("2", "3") + `,
			"mux": {"type": "L6MUX21", "port_directions": {"Z": "output"}, "connections": {"D0": [2], "D1": [2], "SD": [3], "Z": [5]}}`,
			Cost{LUTs: 1, LUTEquivalents: 1, Levels: 2}},
		{"carry chain", `"a": ` + lutCell("2", "3") + `,
			"lo": {"type": "CCU2C", "port_directions": {"S0": "output", "COUT": "output"}, "connections": {"A0": [3], "CIN": ["0"], "S0": [4], "COUT": [5]}},
			"hi": {"type": "CCU2C", "port_directions": {"S0": "output"}, "connections": {"A0": [2], "CIN": [5], "S0": [6]}}`,
			Cost{LUTs: 1, Carries: 2, LUTEquivalents: 5, Levels: 2}},
		{"LUT RAM", `"a": ` + lutCell("2", "3") + `,
			"ram": {"type": "TRELLIS_DPR16X4", "port_directions": {"DO": "output"}, "connections": {"RAD": [3, 3, 3, 3], "DO": [4, 5, 6, 7]}},
			"b": ` + lutCell("7", "8"),
			Cost{LUTs: 2, LUTRAMs: 1, LUTEquivalents: 6, Levels: 3}},
		{"block RAM", `"a": ` + lutCell("2", "3") + `,
			"ram": {"type": "DP16KD", "port_directions": {"DOB0": "output"}, "connections": {"ADB0": [3], "DOB0": [4]}},
			"b": ` + lutCell("4", "5"),
			Cost{LUTs: 2, LUTEquivalents: 2, BlockRAMs: 1, Levels: 1}},
		{"part", `"x": {"type": "PLL", "port_directions": {"Q": "output"}, "connections": {"D": [2], "Q": [3]}}, "a": ` +
			lutCell("3", "4"),
			Cost{LUTs: 1, LUTEquivalents: 1, Levels: 1, Parts: map[string]int{"PLL": 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := parse(t, `{"modules": {"top": {"ports": {"a": {"direction": "input", "bits": [2]}}, "cells": {`+c.cells+`}}}}`)
			got, err := costOf(n, "top")
			assert.NilError(t, err)
			c.want.Module = "top"
			got.Deepest = nil // TestDeepestPath
			assert.DeepEqual(t, got, c.want)
		})
	}
}

// TestNetlistsThatAreWrong: each with its message.
func TestNetlistsThatAreWrong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, cells, want string }{
		{"loop", `"a": ` + lutCell("3", "2") + `, "b": ` + lutCell("2", "3"), "there is a combinational loop through net 2"},
		{"loop through an instance", `"a": ` + lutCell("3", "2") + `,
			"u": {"type": "pass", "port_directions": {"d": "input", "q": "output"}, "connections": {"d": [2], "q": [3]}}`,
			"combinational loop"},
		{"not mapped", `"x": {"type": "$add"}`, "x is a $add"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := parse(t, `{"modules": {
				"pass": {"ports": {"d": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [2]}}},
				"top": {"cells": {`+c.cells+`}}}}`)
			_, err := costOf(n, "top")
			assert.ErrorContains(t, err, c.want)
		})
	}
	_, err := costOf(parse(t, `{"modules": {}}`), "top")
	assert.ErrorContains(t, err, "yosys lost module top")
}
