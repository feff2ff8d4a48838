package verilog_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestSignedConnection: an arithmetic shift reaches a port through a wire, which Yosys needs.
func TestSignedConnection(t *testing.T) {
	d, err := ir.Parse("m.nl", `module s
  input i 4
  output o 4
  o = not(i)
end

module m
  input a 4
  input b 2
  output q 4
  output r 8
  instance one s
    i <- sar(a, b)
  instance all[2] s
    i <- all sar(a, b)
  q = one.o
  r = all.o
end
`)
	assert.NilError(t, err)
	out, err := verilog.Emit(d, verilog.Options{})
	assert.NilError(t, err)
	text := string(out.File("m.v"))
	for _, line := range []string{"assign one_i = $unsigned($signed(a) >>> b);", ".i (one_i),",
		"assign all_i = $unsigned($signed(a) >>> b);", ".i (all_i),"} {
		assert.Assert(t, strings.Contains(text, line), text)
	}
}
