package eval_test

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/eval"
)

// netlist has state of every kind, a loop, a path from copy to copy, and writes
// beyond the end.
const netlist = `
module cell
  input d 4
  output y 4
  output state 4
  reg q 4 reset 1
  y = add(q, d)
  state = q
  q = y
end

module top
  input a 4
  input at 3
  output chain 8
  output sum 4
  output word 4
  reg lanes 12 reset 0
  array table 3 x 4 reset 7*2,9
  wire taps 12
  memory mem 3 x 4 new
    write 1'1 at at[1:0] data a
    read now async at at[1:0]
    read later sync 1'1 at at[1:0]
  instance u[2] cell
    d <- concat(u.state[3:0], a)
  for i 3
    taps{i * 4} = table[i]
  if eq(a, 4'3)
    table[at] = a
  else
    switch at
    case 1,2
      lanes{at * 4} = a
    default
      lanes[11:8] = not(a)
  chain = u.y
  sum = add(taps[3:0], add(taps[7:4], taps[11:8]))
  word = later
  assert small lt(a, 4'10)
end
`

func TestCycles(t *testing.T) {
	t.Parallel()
	d, err := ir.Parse("netlist", netlist)
	assert.NilError(t, err)
	open := map[string]int64{"mem[0]": 1, "mem[1]": 2, "mem[2]": 3, "later": 5}
	top := eval.New(d.Top, func(path string, width int) *big.Int {
		assert.Equal(t, width, 4)
		return big.NewInt(open[path])
	})
	for cycle, c := range []struct {
		a, at int64
		small bool
		want  map[string]int64
	}{
		{2, 1, true, map[string]int64{"chain": 0x23, "sum": 7, "word": 5, "now": 2, "u_0.q": 1, "u_1.q": 1}},
		{3, 2, true, map[string]int64{"chain": 0x56, "u_0.q": 3, "u_1.q": 2, "lanes": 0x020, "word": 2, "mem[1]": 2,
			"now": 3}},
		{3, 5, true, map[string]int64{"sum": 1, "table[2]": 3, "word": 3, "lanes": 0x020}},
		{12, 3, false, map[string]int64{"sum": 1, "now": 0, "lanes": 0x020, "mem[1]": 3}},
		{0, 0, true, map[string]int64{"lanes": 0x320, "word": 12, "mem[0]": 1}},
	} {
		for name, x := range map[string]int64{"a": c.a, "at": c.at} {
			top.SetInput(d.Top.Port(name), big.NewInt(x))
		}
		got := map[string]*big.Int{}
		top.Each(func(v *eval.Instance) {
			for path, x := range v.Objects() {
				got[path] = x
			}
		})
		for path, want := range c.want {
			assert.Equal(t, got[path].Int64(), want, "cycle %d, %s", cycle, path)
		}
		assert.Equal(t, top.Holds(d.Top.Properties[0]), c.small, "cycle %d", cycle)
		top.Step()
	}
}

// constructs has state without reset, a table, lane enables, and constants with
// names.
const constructs = `
module top
  constant FIVE 4 = 5
  enum side 1: LEFT = 0, RIGHT = 1
  input a 4
  input at 1
  input lanes 2
  output found 4
  output word 4
  output hit 2
  reg free 4 noreset
  reg turn 1 enum side reset 1
  array table 2 x 4 noreset
  memory mem 2 x 4 new
    write lanes at at data a
    read later sync 1'1 at at
  rom squares 2 x 4 = 4,9
    read square async at at
  found = square
  word = later
  switch a
  case 1,FIVE
    hit = 2'3
    turn = LEFT
  default
    hit = 2'0
  free = add(free, FIVE)
  table[at] = free
end
`

func TestConstructs(t *testing.T) {
	t.Parallel()
	d, err := ir.Parse("constructs", constructs)
	assert.NilError(t, err)
	var asked []string
	top := eval.New(d.Top, func(path string, width int) *big.Int {
		asked = append(asked, path)
		assert.Equal(t, width, 4)
		return big.NewInt(int64(len(asked)))
	})
	assert.DeepEqual(t, asked, []string{"mem[0]", "mem[1]", "later", "free", "table[0]", "table[1]"})
	for cycle, c := range []struct {
		a, at, lanes int64
		want         map[string]int64
	}{
		{5, 1, 1, map[string]int64{"found": 9, "word": 3, "hit": 3, "free": 4, "turn": 1, "table[1]": 6, "squares[0]": 4}},
		{12, 1, 2, map[string]int64{"hit": 0, "free": 9, "turn": 0, "table[1]": 4, "mem[1]": 1, "word": 1}},
		{1, 0, 0, map[string]int64{"found": 4, "hit": 3, "mem[1]": 13, "word": 13, "table[1]": 9, "mem[0]": 1}},
		{0, 0, 0, map[string]int64{"mem[0]": 1, "word": 1, "table[0]": 14}},
	} {
		for name, x := range map[string]int64{"a": c.a, "at": c.at, "lanes": c.lanes} {
			top.SetInput(d.Top.Port(name), big.NewInt(x))
		}
		got := top.Objects()
		for path, want := range c.want {
			assert.Equal(t, got[path].Int64(), want, "cycle %d, %s", cycle, path)
		}
		top.Step()
	}
}
