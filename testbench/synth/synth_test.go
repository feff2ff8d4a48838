package synth

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/blocks/library"
	"culprit/rtlgen"
)

// large take minutes each: `make synth` has them. Their units are in the test, and
// Yosys reads them whole in the lint.
var large = []string{"recn_pair", "cioq_recn_switch", "voqnet_switch", "fabric_tree"}

// TestLibrary synthesises the blocks and compares the memories of a port with
// those of the RECN-IQ paper: 32 Kbit of packets, 64 headers of 36 bits, 64
// requests of 7 bits.
func TestLibrary(t *testing.T) {
	t.Parallel()
	var targets []Target
	for _, b := range library.Blocks() {
		if !slices.Contains(large, b.Name) {
			targets = append(targets, Target{Block: b})
		}
	}
	r, err := Run(context.Background(), targets)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	byName := map[string]Cost{}
	for _, c := range r.Modules {
		byName[c.Module] = c
	}
	for _, target := range targets {
		name := target.Block.Name
		assert.Assert(t, byName[name].Cells > 0, "block %s has no cells", name)
	}
	assert.DeepEqual(t, byName["recn_mmu"].own, map[string]string{"packet_ram": "512x64"})
	assert.DeepEqual(t, byName["recn_ru"].own, map[string]string{"rim": "64x36", "rrf": "64x7"})
	port := byName["recn_input_port"]
	assert.DeepEqual(t, port.Memories, map[string]int{"512x64": 1, "64x36": 1, "64x7": 1})
	assert.Equal(t, port.MemoryBits, 32*1024+64*36+64*7)
	assert.Assert(t, port.FlipFlops < 2000, "the memories of a port are flip-flops: %d", port.FlipFlops)
	assert.DeepEqual(t, byName["recn_switch"].Memories, map[string]int{"512x64": 8, "64x36": 8, "64x7": 8, "4x66": 8})
}

// parse reads a netlist as Yosys writes it.
func parse(t *testing.T, text string) *netlist {
	t.Helper()
	n := &netlist{}
	assert.NilError(t, json.Unmarshal([]byte(text), n))
	return n
}

// A lookup table from net a to net y.
func lutCell(a, y string) string {
	return `{"type": "$lut", "port_directions": {"A": "input", "Y": "output"}, "connections": {"A": [` + a + `], "Y": [` + y + `]}}`
}

// TestLevelsThroughInstances has a path of three lookup tables: one in the
// parent, one in the child, one in the parent again.
func TestLevelsThroughInstances(t *testing.T) {
	t.Parallel()
	n := parse(t, `{"modules": {
		"child": {
			"ports": {"d": {"direction": "input", "bits": [2]}, "q": {"direction": "output", "bits": [3]}},
			"cells": {"one": `+lutCell(`2, "1"`, "3")+`}},
		"top": {
			"ports": {"a": {"direction": "input", "bits": [2]}, "y": {"direction": "output", "bits": [5]}},
			"cells": {
				"first": `+lutCell("2", "3")+`,
				"u": {"type": "child", "port_directions": {"d": "input", "q": "output"}, "connections": {"d": [3], "q": [4]}},
				"last": `+lutCell("4, 2", "5")+`}}}}`)
	for module, want := range map[string]int{"child": 1, "top": 3} {
		c, err := costOf(n, module)
		assert.NilError(t, err)
		assert.Equal(t, c.Levels, want)
		assert.Equal(t, c.LUTs, want)
	}
}

// TestMemoryReads tells an asynchronous read, which is a level, from a clocked
// one, at which a path ends.
func TestMemoryReads(t *testing.T) {
	t.Parallel()
	n := parse(t, `{"modules": {"top": {
		"ports": {"a": {"direction": "input", "bits": [2]}},
		"cells": {
			"before": `+lutCell("2", "3")+`,
			"ram": {"type": "$mem_v2",
				"parameters": {"MEMID": "\\ram", "SIZE": "10", "WIDTH": "1", "ABITS": "1", "RD_CLK_ENABLE": "10"},
				"port_directions": {"RD_ADDR": "input", "RD_DATA": "output"},
				"connections": {"RD_ADDR": [3, 3], "RD_DATA": [4, 5]}},
			"after_async": `+lutCell("4", "6")+`,
			"after_sync": `+lutCell("5", "7")+`}}}}`)
	c, err := costOf(n, "top")
	assert.NilError(t, err)
	assert.Equal(t, c.Levels, 3)
	assert.Equal(t, c.MemoryList(), "2x1")
	p := &paths{n: n, level: map[net]int{}, drivers: map[*module]map[bit]driver{}}
	level, err := p.of(net{&place{module: n.Modules["top"]}, 7})
	assert.NilError(t, err)
	assert.Equal(t, level, 1)
}

func TestLoopAndLatchAreErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, cells, want string }{
		{"loop", `"a": ` + lutCell("3", "2") + `, "b": ` + lutCell("2", "3"), "combinational loop"},
		{"loop through an instance", `"a": ` + lutCell("3", "2") + `,
			"u": {"type": "pass", "port_directions": {"d": "input", "q": "output"}, "connections": {"d": [2], "q": [3]}}`, "combinational loop"},
		{"latch", `"l": {"type": "$_DLATCH_P_"}`, "l in top is a latch"},
		{"not mapped", `"x": {"type": "$add"}`, "x in top is a $add"},
		{"lost module", `"u": {"type": "$paramod"}`, "u in top"},
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
}

// TestMemoriesMustStayMemories takes away a memory that the netlist has.
func TestMemoriesMustStayMemories(t *testing.T) {
	t.Parallel()
	d, err := library.Find("ram_1r1w").Elaborate(nil)
	assert.NilError(t, err)
	name := d.Top.Memories[0].Name
	assert.ErrorContains(t, sameMemories(d, []Cost{{}}), "memory "+name)
	assert.ErrorContains(t, sameMemories(d, []Cost{{own: map[string]string{name: "512x64", "more": "1x1"}}}), "has 1 memories, and 2 for yosys")
}

// TestModulesAreReportedOnce has a module in two blocks.
func TestModulesAreReportedOnce(t *testing.T) {
	t.Parallel()
	allocator, scheduler := library.Find("sep_allocator"), library.Find("recn_scheduler")
	r, err := Run(context.Background(), []Target{{Block: allocator}, {Block: scheduler, Params: map[string]int{"ports": 2, "saqs": 0}}})
	assert.NilError(t, err)
	var names []string
	for _, c := range r.Modules {
		names = append(names, c.Module)
	}
	assert.Assert(t, slices.Contains(names, "sep_allocator") && slices.Contains(names, "recn_scheduler_ports2_saqs0"), names)
	assert.Equal(t, len(slices.Compact(slices.Sorted(slices.Values(names)))), len(names))
}

// TestWrongParameters are an error, no problem of the hardware.
func TestWrongParameters(t *testing.T) {
	t.Parallel()
	_, err := Run(context.Background(), []Target{{Block: library.Find("fifo"), Params: map[string]int{"deep": 1}}})
	assert.ErrorContains(t, err, `block fifo has no parameter "deep"`)
}

// TestConstructs: a black box is its part, and its model costs nothing; a RAM with
// byte enables is one memory; a ROM is none of the RAMs.
func TestConstructs(t *testing.T) {
	t.Parallel()
	vendor := func() *rtlgen.Module {
		m := rtlgen.NewModule("vendor_ram")
		at, d := m.Input("at", 4), m.Input("d", 8)
		model := m.Memory("model", 16, 8, rtlgen.ReadOld)
		model.Write(m.Const(1, 1), at, d)
		m.Output("q", model.ReadSync("word", m.Const(1, 1), at))
		part := m.BlackBox("DP16KD")
		part.Clock("CLKA")
		part.Set("REGMODE", "NO REG")
		part.Connect("WEA", m.Const(1, 1))
		return m
	}
	b := &blocks.Block{Name: "constructs", Build: func(blocks.Values) *rtlgen.Module {
		m := rtlgen.NewModule("constructs")
		at, d := m.Input("at", 4), m.Input("d", 8)
		for _, name := range []string{"one", "two"} {
			u := rtlgen.Use(m, name, rtlgen.As[struct {
				At, D rtlgen.In
				Q     rtlgen.Out
			}](vendor(), nil))
			u.At.Drive(at)
			u.D.Drive(d)
			m.Output("from_"+name, u.Q)
		}
		lanes := m.Memory("lanes", 16, 8, rtlgen.ReadOld)
		lanes.WriteLanes(m.Input("enables", 2), at, d)
		m.Output("word", lanes.ReadSync("lanes_word", m.Const(1, 1), at))
		m.Output("square", m.ROMInit("squares", 16, 8, func(i int) rtlgen.Operand { return i * i }).Read("squares_word", at))
		m.Output("later", m.NextNoReset("free", d))
		return m
	}}
	r, err := Run(context.Background(), []Target{{Block: b}})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	assert.Equal(t, r.Modules[0].Cells, 1, "the model counts")
	c := r.Modules[1]
	assert.DeepEqual(t, c.Parts, map[string]int{"DP16KD": 2})
	assert.DeepEqual(t, c.own["lanes"], "16x8")
	assert.Equal(t, c.FlipFlops, 8)
}
