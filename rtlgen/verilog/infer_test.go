package verilog_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestCollisions: a memory whose read of the word being written is undefined gets no
// logic for that case. With the old word it has some, so Yosys sees the difference.
func TestCollisions(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	for rdw, silent := range map[ir.ReadDuringWrite]bool{rtlgen.ReadOld: false, rtlgen.ReadUndefined: true} {
		t.Run(rdw.String(), func(t *testing.T) {
			t.Parallel()
			m := rtlgen.NewModule("ram")
			mem := m.Memory("word", 512, 64, rdw)
			mem.Write(m.Input("we", 1), m.Input("wa", 9), m.Input("d", 64))
			m.Output("q", mem.ReadSync("late", m.Input("re", 1), m.Input("ra", 9)))
			dir, files := written(t, emit(t, elaborate(t, m), verilog.DefaultOptions()))
			out := run(t, dir, "yosys", "-p", "read_verilog "+strings.Join(files, " ")+"; synth_ecp5 -top ram; stat")
			stat := out[strings.LastIndex(out, "Number of cells"):]
			assert.Assert(t, regexp.MustCompile(`DP16KD +2\n`).MatchString(stat), stat)
			assert.Equal(t, !regexp.MustCompile(`TRELLIS_FF|LUT4`).MatchString(stat), silent, stat)
		})
	}
}

// TestMemoryStyles: Yosys makes of a memory what its style says, of one without what
// Technology says.
func TestMemoryStyles(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	cells := map[ir.MemoryStyle]string{rtlgen.Block: "DP16KD", rtlgen.Distributed: "DPR16X4",
		rtlgen.Registers: "TRELLIS_FF"}
	for _, c := range []struct {
		name         string
		depth, width int
		asked, made  ir.MemoryStyle
	}{
		{"large", 512, 18, ir.StyleAuto, rtlgen.Block},
		{"shallow", 16, 64, ir.StyleAuto, rtlgen.Distributed},
		{"small", 64, 8, ir.StyleAuto, rtlgen.Distributed},
		{"small_block", 64, 8, rtlgen.Block, rtlgen.Block},
		{"large_distributed", 512, 8, rtlgen.Distributed, rtlgen.Distributed},
		{"registers", 16, 8, rtlgen.Registers, rtlgen.Registers},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := rtlgen.NewModule("ram")
			mem := m.Memory("word", c.depth, c.width, rtlgen.ReadUndefined).Style(c.asked)
			index := ir.IndexBits(c.depth)
			mem.Write(m.Input("we", 1), m.Input("wa", index), m.Input("d", c.width))
			m.Output("q", mem.ReadSync("late", m.Input("re", 1), m.Input("ra", index)))
			d := elaborate(t, m)
			assert.Equal(t, d.Top.Memories[0].Technology(), c.made)
			output := emit(t, d, verilog.DefaultOptions())
			assert.Assert(t, strings.Contains(string(output.File("ram.json")), fmt.Sprintf("\"style\": %q", c.made)))
			dir, files := written(t, output)
			out := run(t, dir, "yosys", "-p", "read_verilog "+strings.Join(files, " ")+"; synth_ecp5 -top ram; stat")
			stat := out[strings.LastIndex(out, "Number of cells"):]
			for style, cell := range cells {
				words := regexp.MustCompile(cell + ` +(\d+)\n`).FindStringSubmatch(stat)
				switch {
				case style == c.made:
					assert.Assert(t, words != nil, stat)
				case style != rtlgen.Registers: // the register of the read is there in any case
					assert.Assert(t, words == nil, stat)
				}
			}
		})
	}
}

// TestBlockRAMIsInferred gives memories to Yosys' synthesis for ECP5: they become
// block RAM, with their enables and contents in it.
func TestBlockRAMIsInferred(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	for name, build := range map[string]func(m *rtlgen.Module, addr rtlgen.Value){
		"lane_enables": func(m *rtlgen.Module, addr rtlgen.Value) {
			mem := m.Memory("mem", 1024, 32, rtlgen.ReadOld)
			mem.WriteLanes(m.Input("we", 4), m.Input("wa", 10), m.Input("d", 32))
			m.Output("q", mem.ReadSync("word", m.Input("re", 1), addr))
		},
		"read_only": func(m *rtlgen.Module, addr rtlgen.Value) {
			rom := m.ROMInit("rom", 1024, 32, func(i int) rtlgen.Operand { return uint32(i*i*2654435761) ^ uint32(i) })
			m.Output("q", rom.ReadSync("word", m.Input("re", 1), addr))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := rtlgen.NewModule(name)
			build(m, m.Input("ra", 10))
			dir, files := written(t, emit(t, elaborate(t, m), verilog.DefaultOptions()))
			out := run(t, dir, "yosys", "-p", "read_verilog "+strings.Join(files, " ")+"; synth_ecp5 -top "+name+
				" -run begin:map_gates; stat")
			stat := out[strings.LastIndex(out, "Number of cells"):]
			assert.Assert(t, regexp.MustCompile(`DP16KD +2\n`).MatchString(stat), stat)
			assert.Assert(t, !regexp.MustCompile(`\$mem|DPR16X4`).MatchString(stat), stat)
		})
	}
}
