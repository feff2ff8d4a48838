package verilog_test

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// The circuits that the tests of this package write as Verilog: between them
// every construct and every operation.

// operations has every operation on operands of w bits.
func operations(w int) *rtlgen.Module {
	m := rtlgen.NewModule("operations")
	m.Doc("every operation on one width")
	m.Param("width", w, 8)
	a, b := m.Input("a", w), m.Input("b", w)
	k, s := m.Input("k", rtlgen.IndexBits(w)), m.Input("s", 1)
	big := m.Input("big", 40)
	out := func(name string, v rtlgen.Value) { m.Output("y_"+name, v) }
	out("not", a.Not())
	out("and", a.And(b))
	out("or", a.Or(b).And(a.Xor(b).Not()))
	out("xor", a.Xor(b))
	out("add", a.Add(b).Sub(a.Add(1)))
	out("sub", a.Sub(b.Sub(a)))
	out("mul", a.Mul(b))
	for i, c := range []rtlgen.Value{a.Eq(b), a.Ne(b), a.Lt(b), a.Le(b), a.Gt(b), a.Ge(b), a.SLt(b), a.SLe(b), a.SGt(b),
		a.SGe(b)} {
		out([]string{"eq", "ne", "lt", "le", "gt", "ge", "slt", "sle", "sgt", "sge"}[i], c)
	}
	out("mixed", a.Lt(b).And(s).Or(a.Eq(b).Xor(s)).And(k.Any().Not()))
	out("signed_const", a.SLt(1).Xor(a.SGt(m.Ones(w))).Xor(a.SLe(m.Const(w, 1).Shl(w-1))))
	for _, n := range []struct {
		name   string
		amount rtlgen.Operand
	}{{"k", k}, {"s", s}, {"big", big}, {"3", 3}, {"1", 1}} {
		out("shl_"+n.name, a.Shl(n.amount))
		out("shr_"+n.name, a.Shr(n.amount))
		out("sar_"+n.name, a.Sar(n.amount))
		out("rotl_"+n.name, a.RotL(n.amount))
		out("rotr_"+n.name, a.RotR(n.amount))
	}
	out("sar_among_bits", a.Sar(k).And(b.Sar(k).Not()))
	out("rotl_sum", a.Add(b).RotL(1))
	out("concat", rtlgen.Cat(a, b, s.Zext(3), rtlgen.Cat(s, k)))
	out("slice", rtlgen.Cat(a.Bit(0), a.High(1), a.Low((w+1)/2)))
	inRange := k
	if w&(w-1) != 0 {
		inRange = m.Let("k_in_range", rtlgen.Mux(k.Le(w-1), k, 0))
	}
	out("lane", a.Bit(inRange))
	out("lanes", rtlgen.Cat(a.Lane(inRange, 1), m.Let("ab", rtlgen.Cat(a, b)).Lane(s, w)))
	out("three_lanes", m.Let("aba", rtlgen.Cat(a, b, a)).
		Lane(m.Let("two_bits", rtlgen.Cat(s, s.And(k.Any().Not())).And(2)), w))
	out("replicate", a.Replicate(3))
	out("zext", a.Zext(w+5).Add(b.Zext(w+5)))
	out("sext", a.Sext(w+5))
	out("sext_add", m.Let("sum", a.Add(b)).Sext(w+70))
	out("redand", a.All())
	out("redor", a.Any())
	out("redxor", a.Parity().And(b.Any().Not()))
	out("mux", rtlgen.Mux(s, a, rtlgen.Mux(k.Any(), b, a.Not())))
	out("one_hot", rtlgen.OneHotMux(a, m.Let("lanes", b.Replicate(3))))
	out("one_hot_bits", rtlgen.OneHotMux(a, b))
	out("one_hot_cat", rtlgen.OneHotMux(m.Let("three", rtlgen.Cat(s, a.Any(), b.Any())), rtlgen.Lanes(a, b, b.Not())))
	out("priority", a.Priority())
	out("first", a.First())
	out("lowest", a.LowestOne().Or(a.Add(1).LowestOne()))
	out("decode", k.Decode(w))
	out("decode_big", big.Decode(w))
	out("popcount", a.PopCount())
	if w%5 == 0 {
		out("transpose", a.Transpose(5))
	}
	if w%8 == 0 {
		out("transpose", a.Transpose(8))
	}
	out("table", m.Let("table_of_bytes", m.Const(64, 0x123456789abcdef0>>1)).Lane(big.Low(3), 8))
	return m
}

// statements has conditional wires, case, loops, lanes and arrays.
func statements() *rtlgen.Module {
	m := rtlgen.NewModule("statements")
	m.Doc("conditional assignment in all its forms\nAnd a second line of documentation.")
	sel := m.Input("sel", 3)
	idx := m.Input("idx", 5)
	d := m.Input("d", 24)
	en := m.Input("en", 1)

	table := m.RegArrayInit("table_q", 5, 8, func(i int) uint64 { return uint64(i * i) })
	deep := m.RegArray("deep", 100, 6, 63)
	single := m.RegArray("single", 1, 4, 3)
	bits := m.RegArrayInit("bits_q", 8, 1, func(i int) uint64 { return uint64(i) % 2 })
	lanes := m.Reg("lanes", 30, 0x2aaaaaaa)
	bytes := m.Reg("bytes", 24, 1)
	count := m.Reg("count", 7, 0)
	flag := m.Reg("flag", 1, 1)

	m.For("j", 100, func(j rtlgen.Value) {
		m.If(j.Eq(count).And(en), func() {
			deep.At(j).Set(deep.At(j).Add(rtlgen.Mux(flag.Value, m.Const(6, 33), m.Const(6, 2))))
		})
	})
	m.If(en, func() {
		table.At(sel).Set(d.Low(8))
		single.At(sel).Set(d.Low(4))
		bits.At(idx).Set(d.Bit(0))
		lanes.SetLane(sel, d.Slice(9, 5))
		bytes.SetLane(idx, d.Slice(23, 16))
		m.Switch(sel, func(c rtlgen.Cases) {
			c.Case(func() { count.Set(count.Add(1)) }, 0, 1, 2)
			c.Case(func() {}, 3)
			c.Case(func() { count.Set(0); flag.Set(flag.Not()) }, 4)
			c.Default(func() { count.Set(count.Add(m.Const(7, 25))) })
		})
	}).Else(func() {
		m.For("k", 3, func(k rtlgen.Value) {
			bytes.SetLane(k, bytes.Lane(k, 8).Add(rtlgen.Cat(m.Zero(6), k)))
		})
	})
	m.If(count.Ge(100), func() { count.Set(0) })

	inRange := m.Let("count_in_range", rtlgen.Mux(count.Lt(100), count.Value, m.Const(7, 0)))
	y := m.OutputVar("y", 8).Default(0)
	m.If(en, func() { y.Set(table.At(0)) }).ElseIf(sel.Eq(2), func() { y.Set(table.At(sel)) })
	z := m.OutputVar("z", 12)
	m.For("k", 4, func(k rtlgen.Value) {
		m.If(d.Bit(k), func() { z.SetLane(k, rtlgen.Cat(m.Const(1, 1), k)) }).
			Else(func() { z.SetLane(k, rtlgen.Cat(bits.At(k).Value, deep.At(inRange).Low(2))) })
	})
	parts := m.Wire("parts", 16)
	parts.SetSlice(7, 0, d.Low(8))
	parts.SetSlice(15, 8, d.High(8).Xor(d.Low(8)))
	m.Output("parts_out", parts.Value)
	full := m.OutputVar("full", 4)
	m.Switch(sel.Low(2), func(c rtlgen.Cases) {
		for i := range 4 {
			c.Case(func() { full.Set(m.Const(4, (i*7+3)%16)) }, i)
		}
	})
	m.Output("state", rtlgen.Cat(table.Flat(), deep.At(inRange).Value, single.At(0).Value, bits.Flat(), lanes.Value,
		bytes.Value, count.Value, flag.Value))
	before := m.Reg("count_before", 7, 0)
	before.Set(count)
	moved := m.Let("moved", before.Ne(count))
	m.Assert("moves_when_enabled", moved.Implies(flag.Or(en)),
		"A check that breaks now and then, and reads a verification-only.")
	m.Cover("moved_far", moved.And(m.Let("went_back", before.Gt(count))))
	stuck := m.Wire("stuck", 8)
	m.For("k", 8, func(k rtlgen.Value) {
		stuck.SetBit(k, bits.At(k).And(table.At(1).Bit(0)).And(table.At(3).Any().Not()).And(single.At(0).Bit(3)))
	})
	m.Assert("never_stuck", stuck.Any().Not())
	spare := m.Input("spare", 5)
	m.Output("spare_low", spare.Low(2))
	m.Unused("spare", spare.High(3), m.Let("spare_sum", spare.Add(1)))
	m.Assert("spare_is_small", spare.High(2).Any().Not().Or(en))
	m.Cover("spare_middle", spare.Bit(2))
	return m
}

// memories has every kind of port.
func memories() *rtlgen.Module {
	m := rtlgen.NewModule("memories")
	m.Doc("RAMs of every kind")
	we, re := m.Input("we", 2), m.Input("re", 1)
	wa, wb, ra := m.Input("wa", 4), m.Input("wb", 4), m.Input("ra", 4)
	d := m.Input("d", 70)
	old := m.Memory("keeps_old", 16, 70, rtlgen.ReadOld)
	old.Write(we.Bit(0), wa, d)
	old.Write(we.Bit(1), wb, d.Not())
	m.Output("old_out", old.ReadSync("old_data", re, ra))
	fresh := m.Memory("gives_new", 11, 70, rtlgen.ReadNew)
	fresh.Write(we.Bit(0), wa, d)
	fresh.Write(we.Bit(1), wb, d.Not())
	fresh.Write(we.All(), ra, d.Add(1))
	m.Output("new_out", fresh.ReadSync("new_data", re, rtlgen.Mux(ra.Lt(11), ra, m.Const(4, 0))))
	either := m.Memory("either", 16, 70, rtlgen.ReadUndefined)
	either.Write(we.Bit(0), wa, d)
	m.Output("either_out", either.Read("either_data", ra))
	one := m.Memory("one_bit", 16, 1, rtlgen.ReadOld)
	one.Write(m.Const(1, 1), wa, d.Parity())
	m.Output("one_bit_out", one.ReadSync("one_bit_data", m.Const(1, 1), ra).And(one.Read("one_bit_now", wb)))
	return m
}

// leaf and tree are a hierarchy with instance arrays.
func leaf(w int) *rtlgen.Module {
	m := rtlgen.NewModule("leaf")
	m.Param("width", w, 4)
	a, b, c := m.Input("a", w), m.Input("b", w), m.Input("step", 1)
	sum := m.Reg("sum", w, 1)
	m.If(c, func() { sum.Set(sum.Add(a)) })
	m.Output("total", sum.Value)
	m.Output("now", sum.Xor(b))
	m.Output("carry", sum.Add(b).Lt(b))
	return m
}

func gates() *rtlgen.Module {
	m := rtlgen.NewModule("gates")
	x, y := m.Input("x", 1), m.Input("y", 1)
	m.Output("q", x.And(y.Not()))
	return m
}

func tree() *rtlgen.Module {
	m := rtlgen.NewModule("tree")
	m.Doc("instances: single, in arrays, with every kind of connection")
	a, b, step := m.Input("a", 12), m.Input("b", 4), m.Input("step", 3)
	child := leaf(4)

	one := m.Instance("first", child)
	one.In("a", a.Low(4))
	one.In("b", b.Add(1))
	one.In("step", step.Any())
	m.Output("total_of_first", one.Out("total"))

	row := m.InstanceArray("row", 3, child)
	row.In("a", a)
	row.Broadcast("b", b)
	row.In("step", step)
	m.Output("now_of_row", row.Out("now"))
	carries := m.Wire("carries", 3)
	carries.Set(row.Out("carry"))
	m.Output("any_carry", carries.Any())

	mixed := m.InstanceArray("mixed", 2, child)
	mixed.In("a", a.Low(8).Add(a.High(8)))
	mixed.In("b", rtlgen.Cat(b.Not(), b))
	mixed.InLane("step", 0, step.Bit(0))
	mixed.InLane("step", 1, step.Bit(1).And(step.Bit(2).Not()))
	m.Output("mixed_sum", mixed.OutLane("total", 0).Add(mixed.OutLane("total", 1)))

	g := m.InstanceArray("gate", 1, gates())
	g.In("x", step.Bit(0))
	g.In("y", step.Bit(1))
	m.Output("gated", g.Out("q"))
	return m
}

// watched has a verification-only, and so has its child.
func watched() *rtlgen.Module {
	child := rtlgen.NewModule("watched_child")
	in := child.Input("d", 8)
	q := child.Next("q", in, 0)
	old := child.Next("q_before", q.Value, 0)
	child.Output("q_out", q.Value)
	child.Assert("never_twice_255", q.All().And(old.All()).Not())

	m := rtlgen.NewModule("watched")
	d := m.Input("d", 16)
	pair := m.InstanceArray("child", 2, child)
	pair.In("d", d)
	m.Output("q", pair.Out("q_out"))
	before := m.Next("d_before", d, 0)
	m.Assume("changes_or_small", before.Ne(d).Or(d.Lt(16)))
	m.Cover("wrapped", before.All().And(m.Let("came_back", d.Eq(0))))
	return m
}

// arrays has instance arrays with connections of every regularity. The name that
// copies have in their loop is taken in the parent and in the child.
func arrays() *rtlgen.Module {
	child := rtlgen.NewModule("lane")
	inputs := []string{"own", "field", "high", "reversed", "same", "constant", "number", "shared", "constants", "moved",
		"computed"}
	sum := child.Input("u", 4)
	for _, name := range inputs {
		sum = sum.Add(child.Input(name, 4))
	}
	q := child.Next("q", sum, 0)
	child.Output("total", q.Value)
	child.Assert("not_9", q.Ne(9))

	m := rtlgen.NewModule("arrays")
	m.Doc("instance arrays: lanes, fields of records, constants, permutations, expressions")
	a, u := m.Input("a", 16), m.Input("u_", 4)
	records := m.Input("records", 44)
	row := m.InstanceArray("row", 4, child)
	row.In("own", a)
	row.In("same", u.Replicate(4))
	row.In("constant", m.Const(16, 0x7777))
	row.In("number", m.Const(16, 0x3210))
	row.Broadcast("shared", u.Add(1))
	row.In("constants", m.Const(16, 0x40c9))
	row.In("moved", rtlgen.Cat(a.Slice(7, 0), a.Slice(15, 12), m.Zero(2), a.Slice(9, 8)))
	row.In("computed", a.Add(records.Low(16)))
	row.In("u", rtlgen.Cat(records.High(8), u, m.Zero(4)))
	for i := range 4 {
		row.InLane("field", i, records.Slice(11*i+3, 11*i))
		row.InLane("high", i, records.Slice(11*i+10, 11*i+7))
		row.InLane("reversed", i, a.Slice(15-4*i, 12-4*i))
	}
	m.Output("totals", row.Out("total"))

	one := m.InstanceArray("one", 1, child)
	for _, name := range append(inputs, "u") {
		one.In(name, u)
	}
	m.Output("total_of_one", rtlgen.Cat(one.Out("total"), records.Bit(6), records.Slice(5, 4), records.Slice(17, 15),
		records.Slice(28, 26)))

	bits := m.InstanceArray("bit_gate", 3, gates())
	bits.In("x", rtlgen.Cat(a.Bit(9), a.Bit(5), a.Bit(1)))
	bits.In("y", m.Const(3, 5))
	m.Output("gated", bits.Out("q"))
	return m
}

// constantWires has wires that are assigned in loops and conditions and yet read
// nothing, as parameters make them.
func constantWires() *rtlgen.Module {
	m := rtlgen.NewModule("constant_wires")
	a := m.Input("a", 4)
	lanes := m.Wire("lanes", 8)
	m.For("k", 4, func(k rtlgen.Value) { lanes.SetLane(k, k) })
	chosen := m.Wire("chosen", 4).Default(3)
	m.If(m.Const(1, 1), func() { chosen.Set(9) })
	m.Output("sum", lanes.Low(4).Add(chosen).Add(a))
	m.Output("rest", lanes.High(4))
	return m
}

// zoo is all circuits by name.
func zoo() map[string]*rtlgen.Module {
	z := map[string]*rtlgen.Module{
		"free_list":      FreeList(FreeListParams{Slots: 64}).Module,
		"statements":     statements(),
		"memories":       memories(),
		"tree":           tree(),
		"watched":        watched(),
		"constant_wires": constantWires(),
		"arrays":         arrays(),
		"split":          splitLanes(),
	}
	for name, m := range constructs() {
		z[name] = m
	}
	for _, w := range []int{1, 7, 64, 65, 130} {
		z[fmt.Sprintf("operations_%d", w)] = operations(w)
	}
	return z
}
