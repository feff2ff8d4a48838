package verilog_test

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// certain has comparisons whose result parameters have made certain: with the least and
// the largest number, on either side, of one bit and of many, in every place where one can
// stand. Some operands are read nowhere else.
func certain(w int) *rtlgen.Module {
	m := rtlgen.NewModule("certain")
	m.Param("width", w, 4)
	m.Param("threshold", 0, 0)
	most := m.Ones(w)
	least := m.Constant("least", w, 0)
	named := m.Let("lower_limit", m.Const(w, 1).Shr(w))
	all := map[string]func(a rtlgen.Value) rtlgen.Value{
		"ge_0":      func(a rtlgen.Value) rtlgen.Value { return a.Ge(0) },
		"lt_0":      func(a rtlgen.Value) rtlgen.Value { return a.Lt(m.Zero(w)) },
		"le_max":    func(a rtlgen.Value) rtlgen.Value { return a.Le(most) },
		"gt_max":    func(a rtlgen.Value) rtlgen.Value { return a.Gt(most) },
		"left_le":   func(a rtlgen.Value) rtlgen.Value { return least.Le(a) },
		"left_gt":   func(a rtlgen.Value) rtlgen.Value { return least.Gt(a) },
		"left_lt":   func(a rtlgen.Value) rtlgen.Value { return most.Lt(a) },
		"left_ge":   func(a rtlgen.Value) rtlgen.Value { return most.Ge(a) },
		"wider_lt":  func(a rtlgen.Value) rtlgen.Value { return a.Zext(w + 3).Lt(m.Ones(w + 3)) },
		"wider_eq":  func(a rtlgen.Value) rtlgen.Value { return a.Zext(w + 3).Eq(m.Ones(w + 3)) },
		"carry_ne":  func(a rtlgen.Value) rtlgen.Value { return a.AddCarry(a).Ne(m.Ones(w + 1)) },
		"signed_ge": func(a rtlgen.Value) rtlgen.Value { return a.SGe(m.Let("min_of_signed", m.Const(w, 1).Shl(w-1))) },
		"signed_gt": func(a rtlgen.Value) rtlgen.Value { return a.SGt(m.Const(w, 1).Shl(w - 1).Not()) },
		"named":     func(a rtlgen.Value) rtlgen.Value { return a.Lt(named) },
		"constants": func(a rtlgen.Value) rtlgen.Value { return most.Gt(least).And(a.Ge(least)) },
	}
	for i, name := range sortedNames(all) {
		a := m.Input("a_"+name, w) // read by the comparison alone
		m.Output("y_"+name, all[name](a))
		r := m.Next(fmt.Sprintf("held_%d", i), a.Xor(i%2), 0)
		if name != "signed_ge" {
			m.Assert("held_"+name, all[name](r.Value).Or(m.Const(1, 1)))
		}
		m.Output("z_"+name, r.Value)
	}
	m.Output("either", m.Input("one_bit", 1).Ge(0).And(m.Input("other_bit", 1).Gt(1).Not()))

	// Places: conditions, cases, lanes, ports of memories and instances.
	x := m.Input("x", w)
	only := m.Next("only_compared", x, 0)
	table := m.RegArray("table_of_words", 2, w, 0)
	table.At(x.Bit(0)).Set(x)
	rom := m.ROM("rom", w, []uint64{0, 1, 0, 1})
	word := rom.Read("word", x.Ge(0).Zext(2))
	never := m.OutputVar("never", w).Default(x)
	m.If(only.Lt(0), func() { never.Set(x.Not()) }).ElseIf(table.At(0).Gt(most), func() { never.Set(0) })
	fixed := m.OutputVar("fixed", 2)
	m.If(x.Ge(0), func() { fixed.Set(1) }).Else(func() { fixed.Set(2) })
	lanes := m.OutputVar("lanes", 3)
	for i := range m.Each("i", 3) {
		lanes.SetBit(i, i.Lt(3).And(x.Bit(0)).Xor(i.Le(2)))
	}
	m.Output("compared_word", word.Ge(0))
	part := m.Instance("part", leaf(w))
	part.In("a", x)
	part.In("b", rtlgen.Mux(x.Gt(most), x, x.Add(1)))
	part.In("step", x.Bit(0))
	m.Output("of_part_total", part.Out("total").Ge(0))
	m.Output("of_part_now", part.Out("now").Le(most))
	m.Output("of_part_carry", part.Out("carry").Ge(0))
	return m
}

func sortedNames[T any](m map[string]T) []string {
	set := map[string]bool{}
	for k := range m {
		set[k] = true
	}
	return sortedKeys(set)
}
