package verilog_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestMemoryContents: a memory starts with the words that it is given, in the netlist and in the Verilog.
func TestMemoryContents(t *testing.T) {
	m := rtlgen.NewModule("counts")
	a := m.Input("a", 4)
	mem := m.Memory("mem", 16, 8, rtlgen.ReadOld).Contents(func(i int) rtlgen.Operand { return max(i-9, 0) })
	mem.Write(m.Input("we", 1), a, m.Input("d", 8))
	m.Output("q", mem.Read("word", a))
	d := elaborate(t, m)
	assert.Assert(t, strings.Contains(ir.Text(d), "memory mem 16 x 8 old = 0*10,1,2,3,4,5,6\n"), ir.Text(d))
	again, err := ir.Parse("counts", ir.Text(d))
	assert.NilError(t, err)
	assert.Equal(t, ir.Text(again), ir.Text(d))
	out, err := verilog.Emit(d, verilog.Options{})
	assert.NilError(t, err)
	for _, line := range []string{"for (i = 0; i < 10; i = i + 1)\n            mem[i] = 8'd0;\n        mem[10] = 8'd1;"} {
		assert.Assert(t, strings.Contains(string(out.Files[0].Data), line), string(out.Files[0].Data))
	}
}
