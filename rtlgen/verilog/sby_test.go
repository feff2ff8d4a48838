package verilog_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestProofFile: the set-up of SymbiYosys names all files, and the top as the top of the proof.
func TestProofFile(t *testing.T) {
	t.Parallel()
	d, err := ir.Parse("outer.nl", `module inner
  input a 1
  output y 1
  y = not(a)
end

module outer
  input a 1
  output y 1
  instance u inner
    a <- a
  y = u.y
end
`)
	assert.NilError(t, err)
	out, err := verilog.Emit(d, verilog.Options{Proof: true, Prefix: "my_"})
	assert.NilError(t, err)
	assert.Equal(t, string(out.File("my_outer.sby")), `# Proofs of my_outer with SymbiYosys: sby -f my_outer.sby [bounded|induction|unbounded]

[tasks]
bounded
induction
unbounded

[options]
bounded: mode bmc
bounded: depth 20
induction: mode prove
induction: depth 10
unbounded: mode prove

[engines]
bounded: smtbmc yices
induction: smtbmc yices
unbounded: abc pdr

[script]
read_verilog -formal -DRTLGEN_FORMAL_my_outer my_inner.v my_outer.v
prep -top my_outer

[files]
my_inner.v
my_outer.v
`)
}
