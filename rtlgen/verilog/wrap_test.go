package verilog_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestWrapMemories: with each RAM in a module of its shape, the Verilog is as clean as
// before and does the same.
func TestWrapMemories(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	o := verilog.DefaultOptions()
	o.WrapMemories = true
	for _, name := range []string{"memories", "lanes", "macros"} {
		m := zoo()[name]
		if name == "macros" {
			m = macros()
		}
		t.Run(name, func(t *testing.T) {
			d := elaborate(t, m)
			t.Parallel()
			before := ir.Text(d)
			lint(t, d, o)
			if name == "macros" { // the others show their arbitrary start, which is another one then
				compare(t, d, o, 300, 1)
			}
			assert.Equal(t, ir.Text(d), before, "the netlist was changed")
		})
	}
}

// macros has two memories of a shape, one of another, and one of registers. A signal
// has the name that the net of a wrapper would have.
func macros() *rtlgen.Module {
	m := rtlgen.NewModule("macros")
	we, re, a, b, d := m.Input("we", 1), m.Input("re", 1), m.Input("a", 4), m.Input("b", 4), m.Input("d", 8)
	clash := m.Let("left_rd_data", a.And(b))
	written := m.RegArray("written", 16, 1, 0)
	m.If(we, func() { written.At(a).Set(1) })
	known := m.Next("known", re.And(written.At(b)), 0)
	var words rtlgen.Value
	for i, name := range []string{"left", "right", "other", "few", "halves"} {
		rdw := rtlgen.ReadOld
		if name == "halves" {
			rdw = rtlgen.ReadNew
		}
		mem := m.Memory(name, 16, 8, rdw)
		if name == "few" {
			mem.Style(rtlgen.Registers)
		}
		if name == "halves" {
			mem.WriteLanes(m.Let("both", rtlgen.Cat(we, we)), a, d)
		} else {
			mem.Write(we, a, d)
		}
		var word rtlgen.Value
		if name == "other" {
			word = mem.Read("other_word", b).And(written.At(b).Replicate(8))
		} else {
			word = mem.ReadSync(name+"_late", re, b).And(known.Replicate(8))
		}
		if i == 0 {
			words = word
		} else {
			words = words.Xor(word)
		}
	}
	m.Output("q", words)
	m.Output("clash", clash)
	return m
}

// TestMemoryList has every wrapped memory once, with what a memory compiler asks for.
func TestMemoryList(t *testing.T) {
	t.Parallel()
	parent := rtlgen.NewModule("parent")
	u := parent.InstanceArray("pair", 2, macros())
	for name, width := range map[string]int{"we": 1, "re": 1, "a": 4, "b": 4, "d": 8} {
		u.Broadcast(name, parent.Input(name, width))
	}
	parent.Output("q", u.Out("q"))
	parent.Output("clash", u.Out("clash"))
	out := emit(t, elaborate(t, parent), verilog.Options{WrapMemories: true})
	var list struct {
		Top      string
		Memories []struct {
			Module          string
			Depth, Width    int
			Mask            int    `json:"mask_granularity"`
			ReadDuringWrite string `json:"read_during_write"`
			Ports           []struct{ Kind, Enable, Address, Data string }
			Instances       []string
		}
	}
	assert.NilError(t, json.Unmarshal(out.File("parent.memories.json"), &list))
	assert.Equal(t, list.Top, "parent")
	var got []string
	for _, x := range list.Memories {
		assert.Assert(t, out.File(x.Module+".v") != nil, x.Module)
		got = append(got, fmt.Sprintf("%s %d %d %d %s %v %v", x.Module, x.Depth, x.Width, x.Mask, x.ReadDuringWrite, x.Ports,
			x.Instances))
	}
	assert.DeepEqual(t, got, []string{
		"mem_16x8_1wr_old 16 8 8 old [{write wr_en wr_addr wr_data} {read rd_en rd_addr rd_data}] " +
			"[parent.pair[0].u.left_ parent.pair[0].u.right parent.pair[1].u.left_ parent.pair[1].u.right]",
		"mem_16x8_1wa_old 16 8 8 old [{write wr_en wr_addr wr_data} {read_async  rd_addr rd_data}] [parent.pair[0].u.other parent.pair[1].u.other]",
		"mem_16x8_1w_by4r_new 16 8 4 new [{write wr_en wr_addr wr_data} {read rd_en rd_addr rd_data}] [parent.pair[0].u.halves parent.pair[1].u.halves]",
	})
}
