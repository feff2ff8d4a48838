package watch_test

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/eval"
	"culprit.example/culprit/rtlgen/watch"
)

// pair has two counters, each of which must not be pushed twice in a row, and a rule of its own. A
// counter has a signal with the name of its bit already.
const pair = `module counter
  input push 1
  output count 4
  output broken_once 1
  reg r 4 reset 0
  reg pushed 1 reset 0 verification_only
  if push
    r = add(r, 4'1)
  pushed = push
  count = r
  broken_once = push
  assume once not(and(pushed, push))
end
module pair
  input push 2
  input other 1
  output count 8
  instance u[2] counter
    push <- push
  count = u.count
  assume not_both not(and(push[0:0], push[1:1]))
end
`

func parse(t *testing.T, text string) *ir.Design {
	t.Helper()
	d, err := ir.Parse("pair", text)
	assert.NilError(t, err)
	return d
}

// TestAssumptions: a bit is 1 from the cycle after its rule was broken on, until it is cleared; a rule
// that is broken in the cycle of the clear stays.
func TestAssumptions(t *testing.T) {
	t.Parallel()
	d := parse(t, pair)
	rules, err := watch.Assumptions(d)
	assert.NilError(t, err)
	var paths []string
	for i, r := range rules {
		assert.Equal(t, r.Bit, i)
		paths = append(paths, r.Path)
	}
	assert.DeepEqual(t, paths, []string{"not_both", "u_0.once", "u_1.once"})
	v := eval.New(d.Top, func(string, int) *big.Int { return new(big.Int) })
	set := func(port string, x int64) { v.SetInput(d.Top.Port(port), big.NewInt(x)) }
	for i, c := range []struct{ push, clear, want int64 }{
		{0b01, 0, 0b000},
		{0b00, 0, 0b000},
		{0b11, 0, 0b000}, // both at once
		{0b10, 0, 0b001}, // counter 1 again
		{0b00, 0, 0b101},
		{0b01, 0, 0b101},
		{0b01, 1, 0b101}, // counter 0 again, and a clear
		{0b00, 0, 0b010},
		{0b00, 1, 0b010},
		{0b00, 0, 0b000},
	} {
		set("push", c.push)
		set(watch.Clear, c.clear)
		assert.Equal(t, v.Signal(d.Top.Port(watch.Broken)).Int64(), c.want, "cycle %d", i)
		v.Step()
	}
}

// TestNoAssumptions: a design without any stays as it is.
func TestNoAssumptions(t *testing.T) {
	t.Parallel()
	d := parse(t, "module plain\n  input a 1\n  output b 1\n  b = not(a)\n  assert fine a\nend\n")
	before := ir.Text(d)
	rules, err := watch.Assumptions(d)
	assert.NilError(t, err)
	assert.Equal(t, len(rules), 0)
	assert.Equal(t, ir.Text(d), before)
}

// TestPortIsTaken: a module with a port of the name is refused, and nothing is changed.
func TestPortIsTaken(t *testing.T) {
	t.Parallel()
	d := parse(t, "module m\n  input rules_clear 1\n  output b 1\n  b = rules_clear\n  assume fine b\nend\n")
	before := ir.Text(d)
	_, err := watch.Assumptions(d)
	assert.Error(t, err, "module m has a port rules_clear of its own: rename it")
	assert.Equal(t, ir.Text(d), before)
}

// TestClocks: a module with an input that is a clock is refused, and nothing is changed.
func TestClocks(t *testing.T) {
	t.Parallel()
	d := parse(t, "module m\n  input a_clk 1 clock\n  input b 1\n  output q 1\n  reg r 1 reset 0 clock a_clk\n  r = b\n"+
		"  q = r\n  assume fine b clock a_clk\nend\n")
	before := ir.Text(d)
	_, err := watch.Assumptions(d)
	assert.Error(t, err, "module m has the clock a_clk, and the bits of rules are of the implicit clock alone: "+
		"look at its assumptions in simulation")
	assert.Equal(t, ir.Text(d), before)
}
