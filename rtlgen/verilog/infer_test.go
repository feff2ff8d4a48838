package verilog_test

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/rtlgen"
	"culprit/rtlgen/verilog"
)

// TestBlockRAMIsInferred gives memories to Yosys' synthesis for ECP5: they become
// block RAM, with their enables and contents in it.
func TestBlockRAMIsInferred(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(m *rtlgen.Module, addr rtlgen.Value){
		"lane_enables": func(m *rtlgen.Module, addr rtlgen.Value) {
			mem := m.Memory("mem", 1024, 32, rtlgen.ReadOld)
			mem.WriteLanes(m.Input("we", 4), m.Input("wa", 10), m.Input("d", 32))
			m.Output("q", mem.ReadSync("word", m.Input("re", 1), addr))
		},
		"rom": func(m *rtlgen.Module, addr rtlgen.Value) {
			rom := m.ROMInit("rom", 1024, 32, func(i int) rtlgen.Operand { return uint32(i*i*2654435761) ^ uint32(i) })
			m.Output("q", rom.ReadSync("word", m.Input("re", 1), addr))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := rtlgen.NewModule(name)
			build(m, m.Input("ra", 10))
			dir, files := written(t, emit(t, elaborate(t, m), verilog.DefaultOptions()))
			out := run(t, dir, "yosys", "-p", "read_verilog "+strings.Join(files, " ")+"; synth_ecp5 -top "+name+" -run begin:map_gates; stat")
			stat := out[strings.LastIndex(out, "Number of cells"):]
			assert.Assert(t, regexp.MustCompile(`DP16KD +2\n`).MatchString(stat), stat)
			assert.Assert(t, !regexp.MustCompile(`\$mem|DPR16X4`).MatchString(stat), stat)
		})
	}
}
