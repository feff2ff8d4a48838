package mutant_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutant"
)

// box has one of everything that a mutant can be made in.
func box(t *testing.T) *ir.Design {
	t.Helper()
	child := rtlgen.NewModule("child")
	child.Output("y", child.Input("x", 4).Not())

	m := rtlgen.NewModule("box")
	a, b, on := m.Input("a", 4), m.Input("b", 4), m.Input("on", 1)
	shared := m.Let("shared", a.Add(b))
	m.Output("either", rtlgen.Mux(on, a, b))
	m.Output("less", a.Lt(b).And(on))

	r := m.Reg("r", 4, 3)
	m.If(on, func() {
		r.Set(a.Sub(b))
	}).ElseIf(a.Eq(7), func() {
		r.Set(shared)
	})
	arr := m.RegArray("arr", 4, 4, 0)
	m.If(on.And(a.Ne(b)), func() { arr.At(a.Low(2)).Set(r.Value) })
	mem := m.Memory("mem", 4, 4, rtlgen.ReadOld)
	mem.Write(on, b.Low(2), a)
	q := mem.ReadSync("q", on.Not(), a.Low(2))
	in := rtlgen.Use(m, "u", rtlgen.As[struct {
		X rtlgen.In
		Y rtlgen.Out
	}](child, nil))
	in.X.Drive(a.Or(b))
	m.Output("all", arr.Flat().Parity().Xor(q.Parity()).Xor(in.Y.Parity()).Xor(r.Parity()))
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	return d
}

// TestMutants shows the lines of the netlist that each mutant changes.
func TestMutants(t *testing.T) {
	for _, c := range []struct {
		name   string
		mutate mutant.Mutation
		want   string // changed lines
	}{
		{"operator", mutant.FlipOp("shared", ir.OpAdd, ir.OpSub, 0), "-shared = add(a, b) +shared = sub(a, b)"},
		{"second condition", mutant.FlipOp("r", ir.OpEq, ir.OpNe, 0), "-if eq(a, 4'7) +if ne(a, 4'7)"},
		{"constant", mutant.AddConst("r", 0, -1), "-if eq(a, 4'7) +if eq(a, 4'6)"},
		{"constant wraps", mutant.AddConst("r", 0, 9), "-if eq(a, 4'7) +if eq(a, 4'0)"},
		{"mux", mutant.SwapMux("either", 0), "-either = mux(on, a, b) +either = mux(on, b, a)"},
		{"operands", mutant.SwapArgs("r", ir.OpSub, 0), "-r = sub(a, b) +r = sub(b, a)"},
		{"second term", mutant.DropTerm("less", 0), "-less = and(lt(a, b), on) +less = lt(a, b)"},
		{"first term", mutant.DropFirstTerm("less", 0), "-less = and(lt(a, b), on) +less = on"},
		{"condition", mutant.DropCondition("r", 1), "-if eq(a, 4'7) +if 1'1"},
		{"never", mutant.NeverCondition("r", 1), "-if eq(a, 4'7) +if 1'0"},
		{"inverted", mutant.InvertCondition("r", 1), "-if eq(a, 4'7) +if not(eq(a, 4'7))"},
		{"write enable", mutant.DropCondition("mem", 0), "-write on at b[1:0] data a +write 1'1 at b[1:0] data a"},
		{"read enable", mutant.DropCondition("q", 0), "-read q sync not(on) at a[1:0] +read q sync 1'1 at a[1:0]"},
		{"term of array", mutant.DropTerm("arr", 0), "-if and(on, ne(a, b)) +if on"},
		{"assignment", mutant.DropAssign("r", 1), "-r = shared"},
		{"array assignment", mutant.DropAssign("arr", 0), "-arr[a[1:0]] = r"},
		{"stuck register", mutant.StuckBit("r", 1, 0), "-reg r 4 reset 3 +reg r 4 reset 1 +r[1:1] = 1'0"},
		{"stuck output", mutant.StuckBit("less", 0, 1), "+less = 1'1"},
		{"stuck array", mutant.StuckBit("arr", 2, 1),
			"-array arr 4 x 4 reset 0*4 +array arr 4 x 4 reset 4*4 -arr[a[1:0]] = r +arr[a[1:0]] = or(r, 4'4)"},
		{"stuck memory", mutant.StuckBit("mem", 3, 0), "-write on at b[1:0] data a +write on at b[1:0] data and(a, 4'7)"},
		{"stuck register, all bits", mutant.Stuck("r", 0),
			"-reg r 4 reset 3 +reg r 4 reset 0 +r[0:0] = 1'0 +r[1:1] = 1'0 +r[2:2] = 1'0 +r[3:3] = 1'0"},
		{"stuck connection", mutant.StuckBit("u.x", 0, 0), "-x <- or(a, b) +x <- and(or(a, b), 4'14)"},
		{"connection", mutant.FlipOp("u.x", ir.OpOr, ir.OpXor, 0), "-x <- or(a, b) +x <- xor(a, b)"},
		{"disconnected", mutant.Disconnect("u.x"), "-x <- or(a, b) +x <- 4'0"},
		{"reset", mutant.ResetValue("r", 9), "-reg r 4 reset 3 +reg r 4 reset 9"},
		{"reset bit", mutant.FlipReset("r", 3), "-reg r 4 reset 3 +reg r 4 reset 11"},
		{"all reset bits", mutant.FlipReset("arr", mutant.AllBits), "-array arr 4 x 4 reset 0*4 +array arr 4 x 4 reset 15*4"},
		{"no reset", mutant.DropReset("r"), "-reg r 4 reset 3 +reg r 4 noreset"},
		{"no reset of an array", mutant.DropReset("arr"), "-array arr 4 x 4 reset 0*4 +array arr 4 x 4 noreset"},
		{"slice", mutant.MoveSlice("arr", 0, 1), "-arr[a[1:0]] = r +arr[a[2:1]] = r"},
		{"one more", mutant.OneMore("shared"), "-shared = add(a, b) +shared = add(add(a, b), 4'1)"},
		{"rewritten", mutant.Rewrite("r", "sub(a, b)", exclusive("shared")), "-r = sub(a, b) +r = xor(sub(a, b), shared)"},
		{"rewritten with an input", mutant.Rewrite("arr", "r", exclusive("b")), "-arr[a[1:0]] = r +arr[a[1:0]] = xor(r, b)"},
		{"array reset", mutant.ResetValue("arr", 9), "-array arr 4 x 4 reset 0*4 +array arr 4 x 4 reset 9*4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := box(t)
			before := ir.Text(d)
			assert.NilError(t, c.mutate(d.Top))
			assert.NilError(t, ir.Verify(d))
			assert.Equal(t, changes(before, ir.Text(d)), c.want)
		})
	}
}

// exclusive makes an exclusive or of a node and something with a name.
func exclusive(name string) func(*ir.Node, func(string) *ir.Node) *ir.Node {
	return func(old *ir.Node, read func(string) *ir.Node) *ir.Node {
		return &ir.Node{Op: ir.OpXor, Width: old.Width, Args: []*ir.Node{old, read(name)}}
	}
}

// changes are the lines that differ, without indentation, in one line.
func changes(before, after string) string {
	var list []string
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	for len(old) > 0 && len(now) > 0 {
		switch more, fewer := slices.Index(now, old[0]), slices.Index(old, now[0]); {
		case more == 0:
			old, now = old[1:], now[1:]
		case more > 0:
			list = append(list, "+"+strings.TrimSpace(now[0]))
			now = now[1:]
		case fewer > 0:
			list = append(list, "-"+strings.TrimSpace(old[0]))
			old = old[1:]
		default:
			list = append(list, "-"+strings.TrimSpace(old[0]), "+"+strings.TrimSpace(now[0]))
			old, now = old[1:], now[1:]
		}
	}
	return strings.Join(list, " ")
}

// TestSharedNodesStay shows that a mutant in one expression does not change
// another one that shares a node with it.
func TestSharedNodesStay(t *testing.T) {
	m := rtlgen.NewModule("shares")
	a, b := m.Input("a", 4), m.Input("b", 4)
	sum := a.Add(b)
	m.Output("x", sum.Not())
	m.Output("y", sum.Xor(sum))
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	assert.NilError(t, mutant.FlipOp("y", ir.OpAdd, ir.OpSub, 0)(d.Top))
	text := ir.Text(d)
	assert.Assert(t, strings.Contains(text, "x = not(add(a, b))"), text)
	assert.Assert(t, strings.Contains(text, "y = xor(sub(a, b), sub(a, b))"), text)
}

func TestMutantsThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		mutate mutant.Mutation
		want   string
	}{
		{mutant.FlipOp("nothing", ir.OpAdd, ir.OpSub, 0),
			"nothing drives nothing; driven are: shared, either, less, r, arr, all, mem, q, u.x"},
		{mutant.FlipOp("a", ir.OpAdd, ir.OpSub, 0), "nothing drives a"},
		{mutant.FlipOp("shared", ir.OpSub, ir.OpAdd, 0), "no such node: sub 0 of shared; it has 0 of them in:"},
		{mutant.FlipOp("shared", ir.OpAdd, ir.OpSub, 1), "no such node: add 1 of shared; it has 1 of them"},
		{mutant.FlipOp("shared", ir.OpAdd, ir.OpSub, -1), "no such node"},
		{mutant.FlipOp("u.z", ir.OpAdd, ir.OpSub, 0), "nothing drives u.z"},
		{mutant.SwapMux("less", 0), "no such node: mux 0 of less"},
		{mutant.SwapArgs("either", ir.OpMux, 0), "mux has 3 operands, not 2"},
		{mutant.AddConst("r", 0, 16), "adding 16 to a constant of 4 bits changes nothing"},
		{mutant.AddConst("r", 1, 1), "no such node: constant 1 of r"},
		{mutant.DropTerm("r", 0), "no such node: and/or 0 of r"},
		{mutant.DropCondition("r", 2), "no such node: condition 2 of r; it has 2 of them"},
		{mutant.InvertCondition("either", 0), "no such node: condition 0 of either; it has 0 of them"},
		{mutant.DropAssign("r", 2), "no such node: assignment 2 of r; it has 2 of them"},
		{mutant.DropAssign("either", 0), "either is no register: without an assignment it would have no value"},
		{mutant.StuckBit("r", 4, 0), "no such node: bit 4 of r, which has 4 bits"},
		{mutant.StuckBit("r", 0, 2), "a bit is stuck at 0 or 1, not at 2"},
		{mutant.Stuck("a", 0), "no such node: nothing named a is driven"},
		{mutant.StuckBit("a", 0, 0), "no such node: nothing named a is driven"},
		{mutant.StuckBit("mem", 9, 0), "no such node: bit 9 of mem"},
		{mutant.ResetValue("either", 0), "no such node: no register or register array either"},
		{mutant.ResetValue("r", 3), "the reset value of r is 3 already"},
		{mutant.ResetValue("r", 16), "reset value 16 does not fit the 4 bits of r"},
		{mutant.Disconnect("u"), "no such node: no connection u"},
		{mutant.FlipReset("r", 1),
			"no such mistake: bit 1 flipped in reset of r; there are: r: no reset, r: bit 0 flipped in reset, r: bit 3 flipped in reset, r: all bits"},
		{mutant.DropReset("either"), "no such mistake: no reset of either; there are: r: no reset"},
		{mutant.MoveSlice("arr", 0, 3), "a slice of 2 bits from bit 0 of 4 cannot move by 3"},
		{mutant.MoveSlice("shared", 0, 1), "no such node: slice 0 of shared"},
		{mutant.Rewrite("r", "sub(b, a)", exclusive("shared")), "no such node: sub(b, a) 0 of r"},
		{mutant.Rewrite("r", "sub(a, b)", exclusive("nothing")),
			"no such node: nothing is called nothing, for sub(a, b) of r"},
		{mutant.Rewrite("r", "sub(a, b)", func(_ *ir.Node, read func(string) *ir.Node) *ir.Node { return read("on") }),
			"sub(a, b) of r has 4 bits, not 1"},
		{mutant.OneMore("a"), "no such node: nothing assigns a; driven are:"},
	} {
		d := box(t)
		before := ir.Text(d)
		err := c.mutate(d.Top)
		assert.ErrorContains(t, err, c.want)
		assert.Equal(t, cmp.Diff(before, ir.Text(d)), "", "it failed and changed the netlist")
	}
}

// TestNoResetValue: what has no reset has no reset value to be changed.
func TestNoResetValue(t *testing.T) {
	m := rtlgen.NewModule("free")
	a := m.Input("a", 4)
	arr := m.RegArrayNoReset("arr", 2, 4)
	arr.At(a.Bit(0)).Set(a)
	m.Output("q", m.NextNoReset("r", a).Xor(arr.At(0)))
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	assert.Error(t, mutant.ResetValue("r", 1)(d.Top), "register r has no reset value")
	assert.Error(t, mutant.ResetValue("arr", 1)(d.Top), "register array arr has no reset values")
	assert.NilError(t, mutant.StuckBit("r", 0, 1)(d.Top))
	assert.NilError(t, mutant.StuckBit("arr", 0, 1)(d.Top))
	assert.NilError(t, ir.Verify(d))
}
