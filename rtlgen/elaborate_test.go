package rtlgen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

func elaborate(t *testing.T, m *rtlgen.Module) *ir.Design {
	t.Helper()
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// pool has one of every kind of thing that a module can contain.
func pool(slots int) *rtlgen.Module {
	m := rtlgen.NewModule("pool")
	m.Param("slots", slots, 4)
	index := rtlgen.IndexBits(slots)
	take := m.Input("take", 1)
	data := m.Input("data", 8)
	mode := m.Input("mode", 2)

	next := m.RegArrayInit("next", slots, index, func(i int) uint64 { return uint64(i+1) % uint64(slots) })
	head := m.Reg("head", index, 0)
	taken := m.Reg("taken", 4, 0)
	mem := m.Memory("mem", slots, 8, rtlgen.ReadNew)
	u := m.InstanceArray("u", 2, inverter(4))

	m.If(take, func() {
		head.Set(next.At(head))
		next.At(head).Set(head)
	}).ElseIf(data.Any(), func() {
		head.Set(0)
	}).Else(func() {
		taken.Set(taken.Add(1))
	})
	result := m.Wire("result", 8).Default(0)
	m.Switch(mode, func(c rtlgen.Cases) {
		c.Case(func() { result.Set(data) }, 0, 2)
		c.Default(func() { m.For("i", 2, func(i rtlgen.Value) { result.SetLane(i, u.Out("q").Lane(i, 4)) }) })
	})
	u.In("a", data)
	mem.Write(take, head.Value, result.Value)
	m.Output("word", mem.ReadSync("word_q", take, head.Value))
	m.Output("result_out", result.Value)
	m.Unused("mode", mode.Bit(1))
	m.Assert("bounded", taken.Ne(15))
	return m
}

func TestText(t *testing.T) {
	want := `module inverter_width4 of inverter
  param width = 4 default 1
  input a 4
  output q 4
  q = not(a)
end

module pool
  param slots = 4 default 4
  input take 1
  input data 8
  input mode 2
  output word 8
  output result_out 8
  reg head 2 reset 0
  reg taken 4 reset 0 verification_only
  wire result 8
  wire unused_mode 1 unused
  array next 4 x 2 reset 1,2,3,0
  memory mem 4 x 8 new
    write take at head data result
    read word_q sync take at head
  instance u[2] inverter_width4
    a <- data
  if take
    head = next[head]
    next[head] = head
  else
    if redor(data)
      head = 2'0
    else
      taken = add(taken, 4'1)
  result = 8'0
  switch mode
  case 0,2
    result = data
  default
    for i 2
      result{i * 4} = lane4(u.q, i)
  word = word_q
  result_out = result
  unused_mode = mode[1:1]
  assert bounded ne(taken, 4'15)
end
`
	assert.Equal(t, cmp.Diff(want, ir.Text(elaborate(t, pool(4)))), "")
}

func TestTextIsTheSameEveryTime(t *testing.T) {
	want := ir.Text(elaborate(t, pool(5)))
	for range 10 {
		assert.Equal(t, ir.Text(elaborate(t, pool(5))), want)
	}
}

// TestNameStability: an edit changes the lines that it is about and no others.
func TestNameStability(t *testing.T) {
	build := func(edited bool) *rtlgen.Module {
		m := rtlgen.NewModule("edited")
		a := m.Input("a", 8)
		if edited {
			count := m.Reg("count", 8, 0)
			m.If(a.Any(), func() { count.Set(count.Add(1)) })
			m.Output("seen", count.Value)
		}
		old := m.Next("old", a, 0)
		low := m.Let("low", old.Xor(a))
		m.Output("q", rtlgen.Mux(low.Any(), low.Add(1), low.Sub(1)))
		return m
	}
	before := strings.Split(ir.Text(elaborate(t, build(false))), "\n")
	after := strings.Split(ir.Text(elaborate(t, build(true))), "\n")
	added := map[string]bool{
		"  output seen 8": true, "  reg count 8 reset 0": true, "  if redor(a)": true,
		"    count = add(count, 8'1)": true, "  seen = count": true,
	}
	var rest []string
	for _, line := range after {
		if !added[line] {
			rest = append(rest, line)
		}
	}
	assert.Equal(t, len(after)-len(rest), len(added))
	assert.DeepEqual(t, rest, before)
}

// TestModulesAreShared: one module per parameter set, however often and wherever
// its function is called; children before parents.
func TestModulesAreShared(t *testing.T) {
	middle := func(name string, width int) *rtlgen.Module {
		m := rtlgen.NewModule(name)
		m.Param("width", width, 1)
		a := m.Input("a", width)
		for _, copy := range []string{"first", "second"} {
			u := m.Instance(copy, inverter(width))
			u.In("a", a)
			m.Output(copy+"_out", u.Out("q"))
		}
		return m
	}
	top := rtlgen.NewModule("top")
	a := top.Input("a", 2)
	for _, c := range []struct {
		name  string
		width int
		child *rtlgen.Module
	}{{"x", 1, middle("middle", 1)}, {"y", 1, middle("middle", 1)}, {"z", 2, middle("middle", 2)}} {
		u := top.Instance(c.name, c.child)
		u.In("a", a.Low(c.width))
		top.Output(c.name+"_any", u.Out("first_out").Any().And(u.Out("second_out").Any()))
	}
	var names []string
	for _, m := range elaborate(t, top).Modules {
		names = append(names, m.Name)
	}
	assert.DeepEqual(t, names, []string{"inverter", "middle", "inverter_width2", "middle_width2", "top"})
}

// TestWiringIsResolved: taking a part of something that was put together gives
// that part, so that the Verilog does not show the detour.
func TestWiringIsResolved(t *testing.T) {
	m := rtlgen.NewModule("wiring")
	a, b := m.Input("a", 4), m.Input("b", 4)
	both := rtlgen.Cat(a, b)
	named := m.Let("named", both)
	for _, c := range []struct {
		name string
		v    rtlgen.Value
	}{
		{"whole", both.Slice(7, 4)}, {"part", both.Slice(6, 5)}, {"across", named.Slice(5, 2)},
		{"extended", b.Zext(9).Low(2)}, {"nested", a.Slice(3, 1).Slice(1, 0)}, {"constant", m.Const(8, 0xa5).Slice(5, 2)},
		{"lane", rtlgen.Lanes(a, b).Lane(1, 4)}, {"one_copy", a.Replicate(1)}, {"same_width", a.Zext(4)},
		{"one_row", a.Transpose(1)},
	} {
		m.Output(c.name, c.v)
	}
	m.Output("named_out", named)
	text := ir.Text(elaborate(t, m))
	for _, want := range []string{
		"whole = a", "part = a[2:1]", "across = named[5:2]", "extended = b[1:0]", "nested = a[2:1]", "constant = 4'9",
		"lane = b", "one_copy = a", "same_width = a", "one_row = a",
	} {
		assert.Assert(t, strings.Contains(text, "  "+want+"\n"), "no %q in:\n%s", want, text)
	}
}

func TestFeedThrough(t *testing.T) {
	inner := rtlgen.NewModule("inner")
	a, b := inner.Input("a", 1), inner.Input("b", 1)
	inner.Output("direct", a)
	inner.Output("registered", inner.Next("r", b, 0).Value)
	outer := rtlgen.NewModule("outer")
	u := outer.Instance("u", inner)
	u.In("a", outer.Input("x", 1))
	u.In("b", outer.Input("y", 1))
	outer.Output("p", u.Out("direct").And(u.Out("registered")))

	top := elaborate(t, outer).Top
	through := analysis.FeedThrough(top)[top.Port("p")]
	assert.Assert(t, through[top.Port("x")] && !through[top.Port("y")])
}

// TestLoopsThroughDifferentOutputs is no loop: the instance's outputs depend on
// different inputs.
func TestLoopsThroughDifferentOutputs(t *testing.T) {
	pair := rtlgen.NewModule("pair")
	pair.Output("p", pair.Input("a", 1).Not())
	pair.Output("q", pair.Input("b", 1).Not())
	m := rtlgen.NewModule("top")
	u := m.Instance("u", pair)
	u.In("a", m.Input("x", 1))
	u.In("b", u.Out("p"))
	m.Output("q", u.Out("q"))
	elaborate(t, m)
}

func TestPositions(t *testing.T) {
	d := elaborate(t, pool(4))
	for _, s := range append(d.Top.Ports, d.Top.Signals...) {
		assert.Equal(t, s.Pos.File, "rtlgen/elaborate_test.go", s.Name)
	}
	d.Top.RootNodes(func(n *ir.Node) {
		assert.Equal(t, n.Pos.File, "rtlgen/elaborate_test.go", "%s", n.Op)
	})
}

// TestLongModuleNames: tools refuse names of any length, and different parameters must
// have different names all the same.
func TestLongModuleNames(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, last := range []int{1, 2} {
		m := rtlgen.NewModule("m")
		for i := range 20 {
			m.Param(fmt.Sprintf("parameter_%d_", i), 1000, 0)
		}
		m.Param("last", last, 0)
		m.Output("q", m.Input("a", 1))
		d, err := rtlgen.Elaborate(m)
		assert.NilError(t, err)
		assert.Assert(t, len(d.Top.Name) <= 120, d.Top.Name)
		assert.Equal(t, d.Top.BaseName(), "m")
		names[d.Top.Name] = true
	}
	assert.Equal(t, len(names), 2)
}
