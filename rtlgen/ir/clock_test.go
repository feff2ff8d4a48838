package ir_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

// twoClocks is a module with two clocks, and a part with one of its own.
const twoClocks = `module part
  input x 1
  input y 1
  output q 1
  output through 1
  reg r 1 reset 0
  r = x
  q = r
  through = not(y)
end
module taker
  input b_clk 1 clock
  input x 1
  output q 1
  reg s 1 reset 0 synchronizer clock b_clk
  s = x
  q = s
end
module top
  input a_clk 1 clock
  input b_clk 1 clock
  input x 1
  input y 1
  output q 1
  wire w 1
  reg a 1 reset 0 clock a_clk
  reg b 1 reset 0 clock b_clk
  reg s 1 reset 0 synchronizer clock b_clk
  memory mem 2 x 1 undefined
    write x at a data a clock a_clk
    read m sync b at b clock b_clk
  instance u part clock a_clk
    x <- x
    y <- y
  instance v taker
    b_clk <- b_clk
    x <- a
  w = and(s, y)
  a = x
  b = w
  s = a
  q = u.q
  assert p xor(a, b) clock b_clk
end
`

// TestVerifyClocks: two clocks pass with synchronizers between them, and what breaks the rules does not.
func TestVerifyClocks(t *testing.T) {
	_, err := ir.Parse("t", twoClocks)
	assert.NilError(t, err)
	for _, tt := range []struct{ name, old, with, want string }{
		{"register", "b = w", "b = a", "a value of a_clk leads to register b, which is of b_clk: end the path with a synchronizer"},
		{"through a wire", "w = and(s, y)", "w = and(a, y)", "a value of a_clk leads to register b, which is of b_clk"},
		{"condition", "  b = w", "  if a\n    b = w", "a value of a_clk leads to register b, which is of b_clk"},
		{"input", "b = w", "b = x", "input x goes to registers of "},
		{"logic in front", "  s = a\n  q = u.q", "  s = not(a)\n  q = u.q", "synchronizer s takes the result of logic"},
		{"logic in front of a part", "x <- a", "x <- and(a, x)", "synchronizer v.x takes the result of logic"},
		{"write address", "at a data", "at b data", "a value of b_clk leads to memory mem, which is of a_clk"},
		{"read address", "sync b at b", "sync b at a", "a value of a_clk leads to read port m, which is of b_clk"},
		{"into a part", "x <- x", "x <- b", "a value of b_clk leads to u.x, which is of a_clk"},
		{"out of a part", "b = w", "b = u.q", "a value of a_clk leads to register b"},
		{"through a part", "  y <- y\n", "  y <- a\n", ""},
		{"implicit clock", "instance u part clock a_clk", "instance u part", "input x goes to registers of a_clk and of the implicit clock"},
		{"no clock", "reset 0 clock a_clk", "reset 0 clock x", "its clock x is no input that is a clock"},
		{"name", "module top\n  input a_clk 1 clock", "module top\n  input z 1 clock\n  input a_clk 1 clock", "the name of clock z does not end with _clk"},
		{"wide", "module top\n  input a_clk 1 clock", "module top\n  input z_clk 2 clock\n  input a_clk 1 clock", "clock z_clk is no input of 1 bit"},
		{"as data", "a = x", "a = a_clk", "clock a_clk is read as data"},
		{"data as clock", "b_clk <- b_clk", "b_clk <- x", "its clock b_clk is no clock of the module"},
		{"meeting", "1 undefined", "1 old", "read port m meets a write of another clock"},
		{"black box", "module taker\n", "module taker\n  part P\n    CLK <-> b_clk\n    X <-> x\n    Q <-> q\n", "clock b_clk of a black box"},
		{"verification-only", "reset 0 synchronizer clock b_clk\n  memory", "reset 0 verification_only synchronizer clock b_clk\n  memory",
			"s is a synchronizer and no register of the circuit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(twoClocks, tt.old, tt.with, 1)
			assert.Assert(t, text != twoClocks)
			_, err := ir.Parse("t", text)
			if tt.want == "" {
				assert.NilError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.want)
		})
	}
}

// TestCrossingThroughPart: a path through logic of an instance counts.
func TestCrossingThroughPart(t *testing.T) {
	text := strings.Replace(twoClocks, "y <- y\n", "y <- a\n", 1)
	_, err := ir.Parse("t", strings.Replace(text, "b = w", "b = u.through", 1))
	assert.ErrorContains(t, err, "a value of a_clk leads to register b")
}
