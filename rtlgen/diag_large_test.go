package rtlgen_test

import "culprit.example/culprit/rtlgen"

// largeMistakes are descriptions that tools for Verilog do not read.
var largeMistakes = []mistake{
	{"many_operations", rtlgen.CodeTooLarge, "more than 10000 operations", func(m *rtlgen.Module) {
		a := m.Input("a", 16)
		hits := make([]rtlgen.Value, 10000)
		for i := range hits {
			hits[i] = a.Eq(i)
		}
		m.Output("q", rtlgen.CatOf(hits)) // here: many_operations
	}},
	{"chain_of_choices", rtlgen.CodeTooLarge, "1001 operations inside each other", func(m *rtlgen.Module) {
		a := m.Input("a", 16)
		x := m.Zero(16)
		for i := range 1000 {
			x = rtlgen.Mux(a.Eq(i), m.Const(16, i), x) // here: chain_of_choices
		}
		m.Output("q", x)
	}},
	{"two_operators_in_turns", rtlgen.CodeTooLarge, "600 operations inside each other", func(m *rtlgen.Module) {
		x := m.Input("a", 16)
		for range 300 {
			x = x.Add(1).Xor(3) // here: two_operators_in_turns
		}
		m.Output("q", x)
	}},
	{"nest_of_ifs", rtlgen.CodeTooLarge, "more than 500 conditions and loops inside each other", func(m *rtlgen.Module) {
		a := m.Input("a", 16)
		r := m.Reg("r", 16, 0)
		var nest func(i int)
		nest = func(i int) {
			if i < 501 {
				m.If(a.Ne(i), func() { nest(i + 1) }) // here: nest_of_ifs
			} else {
				r.Set(a)
			}
		}
		nest(0)
		m.Output("q", r.Value)
	}},
}
