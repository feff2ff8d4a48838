package clocks_test

import (
	"math/big"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/clocks"
	"culprit.example/culprit/rtlgen/ir/eval"
)

// sample has one of everything that a clock can have. The instances count with the implicit clock of their module.
const sample = `module counter
  output n 8
  reg r 8 reset 0
  n = r
  r = add(r, 8'1)
end

module pair
  input a_clk 1 clock
  input x 8
  output held 8
  output both 16
  reg r 8 noreset clock a_clk
  instance u counter
  r = x
  held = r
  both = concat(u.n, u.n)
end

module sample
  input a_clk 1 clock
  input b_clk 1 clock
  input x 8
  input i 1
  input y 8
  output plain 8
  output elem 8
  output word 8
  output twice 8
  output synced 8
  output of_a 8
  output of_b 8
  output held 8
  reg n 8 reset 5 clock a_clk
  reg first 8 reset 5 synchronizer clock b_clk
  reg second 8 reset 5 synchronizer clock b_clk
  reg every 8 reset 0
  array arr 2 x 8 reset 1,2 clock b_clk
  memory mem 2 x 8 undefined = 0*2
    write 2'3 at i data x clock a_clk
    read mem_q sync 1'1 at arr[1'0][0:0] clock b_clk
  instance u counter clock a_clk
  instance v counter clock b_clk
  instance w pair
    a_clk <- a_clk
    x <- x
  n = add(n, 8'1)
  first = n
  second = first
  every = add(every, 8'1)
  arr[y[0:0]] = y
  plain = n
  elem = arr[1'1]
  word = mem_q
  twice = every
  synced = second
  of_a = u.n
  of_b = v.n
  held = w.held
  assert a_holds ne(x, 8'7) clock a_clk
end
`

func parsed(t *testing.T) *ir.Design {
	t.Helper()
	d, err := ir.Parse("sample", sample)
	assert.NilError(t, err)
	assert.Equal(t, ir.Text(d), sample)
	return d
}

func zero(string, int) *big.Int { return new(big.Int) }

// model is what sample does, written by hand.
type model struct {
	n, first, second, every, uOf, vOf, held, word byte
	arr, mem                                      [2]byte
}

func (m *model) step(a, b bool, x, y byte, i int) {
	before := *m
	m.every++
	if a {
		m.n++
		m.uOf++
		m.held = x
		m.mem[i] = x
	}
	if b {
		m.vOf++
		m.first, m.second = before.n, before.first
		m.arr[y&1] = y
		m.word = before.mem[before.arr[0]&1]
	}
}

func (m *model) outputs() map[string]byte {
	return map[string]byte{"plain": m.n, "elem": m.arr[1], "word": m.word, "twice": m.every, "synced": m.second,
		"of_a": m.uOf, "of_b": m.vOf, "held": m.held}
}

// TestLower: what has a clock changes where that has an edge, through instances, too.
func TestLower(t *testing.T) {
	d := parsed(t)
	low := clocks.Lower(d, clocks.Options{})
	assert.NilError(t, ir.Verify(low))
	assert.Assert(t, !low.HasClocks() && d.HasClocks())
	top := eval.New(low.Top, zero)
	top.Opening(func(_ *ir.Module, name string, _ *ir.Node, _ int) *big.Int { return new(big.Int) })
	m := &model{n: 5, first: 5, second: 5, arr: [2]byte{1, 2}}
	rng := rand.New(rand.NewSource(1))
	for cycle := range 2000 {
		a, b, x, y, i := rng.Intn(2), rng.Intn(2), rng.Intn(256), rng.Intn(256), rng.Intn(2)
		if a == 1 && b == 1 && i == int(m.arr[0]&1) {
			b = 0 // a read that meets a write
		}
		for name, v := range map[string]int{"a_clk": a, "b_clk": b, "x": x, "y": y, "i": i} {
			top.SetInput(low.Top.Port(name), big.NewInt(int64(v)))
		}
		for name, want := range m.outputs() {
			assert.Equal(t, top.Signal(low.Top.Port(name)).Int64(), int64(want), "cycle %d, %s", cycle, name)
		}
		assert.Equal(t, top.Holds(low.Top.Properties[0]), a == 0 || x != 7, "cycle %d", cycle)
		top.Step()
		m.step(a == 1, b == 1, byte(x), byte(y), i)
	}
}

// TestUncertain: each bit of what a synchronizer takes is that of its source in this cycle or in the one before, and
// both happen; nothing else changes.
func TestUncertain(t *testing.T) {
	low := clocks.Lower(parsed(t), clocks.Options{Uncertain: true})
	assert.NilError(t, ir.Verify(low))
	top := eval.New(low.Top, zero)
	rng := rand.New(rand.NewSource(1))
	open := new(big.Int)
	top.Opening(func(*ir.Module, string, *ir.Node, int) *big.Int { return open })
	source, first := low.Top.Signals[0], low.Top.Signals[1]
	before, now, late, early := int64(5), int64(5), 0, 0
	for cycle := range 1000 {
		a, b := rng.Int63n(2), rng.Int63n(2)
		open = big.NewInt(rng.Int63n(256))
		top.SetInput(low.Top.Port("a_clk"), big.NewInt(a))
		top.SetInput(low.Top.Port("b_clk"), big.NewInt(b))
		held := top.Signal(first).Int64()
		top.Step()
		want := held
		if b == 1 {
			want = open.Int64()&before | ^open.Int64()&now&255
			if want == before && before != now {
				late++
			} else if want == now && before != now {
				early++
			}
		}
		assert.Equal(t, top.Signal(first).Int64(), want, "cycle %d", cycle)
		before, now = now, (now+a)&255
		assert.Equal(t, top.Signal(source).Int64(), now, "cycle %d", cycle)
	}
	assert.Assert(t, late > 20 && early > 20)
}
