package rtlgen_test

import (
	"math/big"

	"culprit.example/culprit/rtlgen"
)

var valueMistakes = []mistake{
	{"operand_widths", rtlgen.CodeWidth, "and of 3 bits and 4 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 3)     // end: operand_widths
		b := m.Input("b", 4)     // end: operand_widths
		m.Output("q", a.And(b))  // here: operand_widths
		m.Output("r", a.Zext(4)) // no mistake
	}},
	{"mux_widths", rtlgen.CodeWidth, "mux of 3 bits and 4 bits", func(m *rtlgen.Module) {
		s := m.Input("s", 1)
		a := m.Input("a", 3)               // end: mux_widths
		b := m.Input("b", 4)               // end: mux_widths
		m.Output("q", rtlgen.Mux(s, a, b)) // here: mux_widths
	}},
	{"mux_selector", rtlgen.CodeWidth, "selector of a mux has 2 bits", func(m *rtlgen.Module) {
		s := m.Input("s", 2)               // end: mux_selector
		m.Output("q", rtlgen.Mux(s, s, 0)) // here: mux_selector
	}},
	{"lanes_widths", rtlgen.CodeWidth, "lanes of 3 bits and 4 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 3)              // end: lanes_widths
		b := m.Input("b", 4)              // end: lanes_widths
		m.Output("q", rtlgen.Lanes(a, b)) // here: lanes_widths
	}},
	{"one_hot_lanes", rtlgen.CodeWidth, "7 bits cannot be divided into 2 lanes", func(m *rtlgen.Module) {
		s := m.Input("s", 2)                  // end: one_hot_lanes
		v := m.Input("v", 7)                  // end: one_hot_lanes
		m.Output("q", rtlgen.OneHotMux(s, v)) // here: one_hot_lanes
	}},
	{"assigned_width", rtlgen.CodeWidth, "4 bits are assigned to r, which has 3", func(m *rtlgen.Module) {
		a := m.Input("a", 4)  // end: assigned_width
		r := m.Reg("r", 3, 0) // end: assigned_width
		r.Set(a)              // here: assigned_width
		m.Output("q", r.Value)
	}},
	{"element_width", rtlgen.CodeWidth, "4 bits are assigned to an element of r, which has 3", func(m *rtlgen.Module) {
		a := m.Input("a", 4)          // end: element_width
		r := m.RegArray("r", 2, 3, 0) // end: element_width
		r.At(0).Set(a)                // here: element_width
		m.Output("q", r.Flat())
	}},
	{"slice_width", rtlgen.CodeWidth, "4 bits are assigned to a slice of r, which has 2", func(m *rtlgen.Module) {
		a := m.Input("a", 4)  // end: slice_width
		r := m.Reg("r", 3, 0) // end: slice_width
		r.SetSlice(1, 0, a)   // here: slice_width
		m.Output("q", r.Value)
	}},
	{"operand_constant", rtlgen.CodeConst, "8 does not fit 3 bits", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 3).Eq(8)) // here: operand_constant
	}},
	{"negative_constant", rtlgen.CodeConst, "-1 does not fit 3 bits", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 3).Add(-1)) // here: negative_constant
	}},
	{"wide_constant", rtlgen.CodeConst, "18446744073709551616 does not fit 64 bits", func(m *rtlgen.Module) {
		m.Output("q", m.Const(64, new(big.Int).Lsh(big.NewInt(1), 64))) // here: wide_constant
	}},
	{"reset_value", rtlgen.CodeConst, "the reset value 4 does not fit 2 bits", func(m *rtlgen.Module) {
		r := m.Reg("r", 2, 4) // here: reset_value
		r.Set(r.Add(1))
		m.Output("q", r.Value)
	}},
	{"array_reset_value", rtlgen.CodeConst, "the reset value -1 does not fit 2 bits", func(m *rtlgen.Module) {
		r := m.RegArray("r", 2, 2, -1) // here: array_reset_value
		r.At(0).Set(r.At(1))
		m.Output("q", r.Flat())
	}},
	{"slice_range", rtlgen.CodeRange, "slice [3:1] of a, which has 3 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 3)         // end: slice_range
		m.Output("q", a.Slice(3, 1)) // here: slice_range
	}},
	{"bit_range", rtlgen.CodeRange, "bit 3 of a, which has 3 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 3)    // end: bit_range
		m.Output("q", a.Bit(3)) // here: bit_range
	}},
	{"lane_shape", rtlgen.CodeRange, "lanes of 2 bits do not divide the 3 bits of a", func(m *rtlgen.Module) {
		a := m.Input("a", 3)        // end: lane_shape
		m.Output("q", a.Lane(0, 2)) // here: lane_shape
	}},
	{"extend_narrows", rtlgen.CodeRange, "zext to 2 bits would cut a, which has 3", func(m *rtlgen.Module) {
		a := m.Input("a", 3)     // end: extend_narrows
		m.Output("q", a.Zext(2)) // here: extend_narrows
	}},
	{"matrix_shape", rtlgen.CodeRange, "6 bits cannot be a matrix of 4 rows", func(m *rtlgen.Module) {
		a := m.Input("a", 6)          // end: matrix_shape
		m.Output("q", a.Transpose(4)) // here: matrix_shape
	}},
	{"element_range", rtlgen.CodeRange, "element 4 of r, which has 4", func(m *rtlgen.Module) {
		r := m.RegArray("r", 4, 2, 0) // end: element_range
		r.At(0).Set(r.At(1))
		m.Output("q", r.At(4).Value) // here: element_range
	}},
	{"assigned_lane_shape", rtlgen.CodeRange, "lanes of 2 bits do not divide the 3 bits of r", func(m *rtlgen.Module) {
		a := m.Input("a", 2)  // end: assigned_lane_shape
		r := m.Reg("r", 3, 0) // end: assigned_lane_shape
		r.SetLane(0, a)       // here: assigned_lane_shape
		r.Set(r.Add(1))
		m.Output("q", r.Value)
	}},
	{"assigned_lane_range", rtlgen.CodeRange, "bit 3 of r, which has 3 bits", func(m *rtlgen.Module) {
		r := m.Reg("r", 3, 0) // end: assigned_lane_range
		r.Set(r.Add(1))
		r.SetBit(3, 1) // here: assigned_lane_range
		m.Output("q", r.Value)
	}},
	{"assigned_slice_range", rtlgen.CodeRange, "slice [3:2] of r, which has 3 bits", func(m *rtlgen.Module) {
		r := m.Reg("r", 3, 0) // end: assigned_slice_range
		r.Set(r.Add(1))
		r.SetSlice(3, 2, 1) // here: assigned_slice_range
		m.Output("q", r.Value)
	}},
	{"no_copies", rtlgen.CodeSize, "0 copies of a", func(m *rtlgen.Module) {
		a := m.Input("a", 3)          // end: no_copies
		m.Output("q", a.Replicate(0)) // here: no_copies
	}},
	{"constant_size", rtlgen.CodeSize, "a constant of 0 bits", func(m *rtlgen.Module) {
		m.Output("q", m.Const(0, 0)) // here: constant_size
	}},
	{"operand_type", rtlgen.CodeOperand, "operand of Go type string", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 3).Eq("3")) // here: operand_type
	}},
	{"operand_width", rtlgen.CodeOperand, "width of the integer 1 cannot be known", func(m *rtlgen.Module) {
		m.Output("q", rtlgen.Mux(m.Input("s", 1), 1, 0)) // here: operand_width
	}},
	{"constant_type", rtlgen.CodeOperand, "a constant must be an integer, not a float64", func(m *rtlgen.Module) {
		m.Output("q", m.Const(3, 0.5)) // here: constant_type
	}},
	{"reset_type", rtlgen.CodeOperand, "a reset value must be an integer, not a string", func(m *rtlgen.Module) {
		r := m.Reg("r", 3, "0") // here: reset_type
		r.Set(r.Add(1))
		m.Output("q", r.Value)
	}},
	{"array_reset_type", rtlgen.CodeOperand, "a reset value must be an integer, not a string", func(m *rtlgen.Module) {
		r := m.RegArray("r", 4, 2, "0") // here: array_reset_type
		r.At(0).Set(r.At(1))
		m.Output("q", r.Flat())
	}},
	{"cat_of_nothing", rtlgen.CodeNilValue, "Cat of no values is used, which has no bits", func(m *rtlgen.Module) {
		none := rtlgen.Cat()            // end: cat_of_nothing
		m.Output("q", none.Not().Any()) // here: cat_of_nothing
	}},
	{"lanes_of_nothing", rtlgen.CodeNilValue, "LanesOf of no values is used", func(m *rtlgen.Module) {
		none := rtlgen.LanesOf([]rtlgen.Reg{})   // end: lanes_of_nothing
		m.Output("q", m.Input("a", 3).Add(none)) // here: lanes_of_nothing
	}},
	{"no_low_bits", rtlgen.CodeRange, "the lowest 0 bits of a: at least 1 is needed", func(m *rtlgen.Module) {
		a := m.Input("a", 3)    // end: no_low_bits
		m.Output("q", a.Low(0)) // here: no_low_bits
	}},
	{"too_many_high_bits", rtlgen.CodeRange, "the highest 4 bits of a, which has 3 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 3)     // end: too_many_high_bits
		m.Output("q", a.High(4)) // here: too_many_high_bits
	}},
	{"negative_sum", rtlgen.CodeConst, "-3 does not fit 8 bits: values have no sign, its two's complement is 253",
		func(m *rtlgen.Module) {
			m.Output("q", m.Input("a", 8).Add(-3)) // here: negative_sum
		}},
	{"signed_bound", rtlgen.CodeConst, "-129 does not fit 8 bits", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 8).SLt(-129)) // here: signed_bound
	}},
	{"constant_bit", rtlgen.CodeRange, "the index is bit 7 of a, which has 5 bits: use one below 5",
		func(m *rtlgen.Module) {
			a := m.Input("a", 5)                // end: constant_bit
			m.Output("q", a.Bit(m.Const(3, 7))) // here: constant_bit
			m.Output("r", a)
		}},
	{"constant_lane", rtlgen.CodeRange, "the index is lane 3 of a, which has 3 lanes of 2 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 6)                               // end: constant_lane
		m.Output("q", a.Lane(m.Constant("last", 2, 3), 2)) // here: constant_lane
		m.Output("r", a)
	}},
	{"constant_element", rtlgen.CodeRange, "the index is element 6 of r, which has 5 elements", func(m *rtlgen.Module) {
		r := m.RegArray("r", 5, 4, 0) // end: constant_element
		r.At(m.Input("i", 3)).Set(2)
		m.Output("q", r.At(m.Const(2, 3).Zext(3).Shl(1))) // here: constant_element
	}},
	{"written_element", rtlgen.CodeRange, "the index is element 7 of r, which has 5 elements", func(m *rtlgen.Module) {
		r := m.RegArray("r", 5, 4, 0) // end: written_element
		r.At(m.Const(3, 7)).Set(2)    // here: written_element
		m.Output("q", r.At(m.Input("i", 3)))
	}},
	{"upper_elements", rtlgen.CodeRange, "the index is at least element 6 of r, which has 5 elements",
		func(m *rtlgen.Module) {
			r := m.RegArray("r", 5, 4, 0) // end: upper_elements
			i := m.Input("i", 1)
			r.At(0).Set(2)
			m.Output("q", r.At(rtlgen.Cat(m.Const(2, 3), i))) // here: upper_elements
		}},
	{"word_of_memory", rtlgen.CodeRange, "the index is word 5 of rom, which has 5 words", func(m *rtlgen.Module) {
		rom := m.ROM("rom", 2, []uint64{0, 1, 2, 3, 0})                     // end: word_of_memory
		m.Output("q", rom.Read("word", m.Const(3, 5)).Xor(m.Input("a", 2))) // here: word_of_memory
	}},
	{"loop_beyond", rtlgen.CodeRange,
		"the index is bit 5 of q, which has 5 bits: let the loop have fewer rounds, or put it under an If with a condition on i",
		func(m *rtlgen.Module) {
			a := m.Input("a", 1)
			q := m.OutputVar("q", 5).Default(0) // end: loop_beyond
			for i := range m.Each("i", 8) {     // end: loop_beyond
				q.SetBit(i, a) // here: loop_beyond
			}
		}},
	{"guard_too_late", rtlgen.CodeRange, "the index is element 5 of r", func(m *rtlgen.Module) {
		a := m.Input("a", 1)
		r := m.RegArray("r", 5, 1, 0)   // end: guard_too_late
		for i := range m.Each("i", 8) { // end: guard_too_late
			m.If(i.Le(5).And(a), func() {
				r.At(i).Set(a) // here: guard_too_late
			})
		}
		m.Output("q", r.Flat())
	}},
	{"slice_of_expression", rtlgen.CodeUnnamed, "name the add with Let", func(m *rtlgen.Module) {
		a := m.Input("a", 3)
		sum := a.Add(1)           // end: slice_of_expression
		m.Output("q", sum.Low(2)) // here: slice_of_expression
	}},
	{"lane_of_expression", rtlgen.CodeUnnamed, "name the not with Let", func(m *rtlgen.Module) {
		a := m.Input("a", 4)
		flipped := a.Not()                              // end: lane_of_expression
		m.Output("q", flipped.Lane(m.Input("i", 1), 2)) // here: lane_of_expression
	}},
	{"large_and_shared", rtlgen.CodeUnnamed, "is used 2 times: name it with Let", func(m *rtlgen.Module) {
		a := m.Input("a", 8)
		x := a.Add(1).Xor(a).Mul(a).Or(a).And(a).Sub(a) // here: large_and_shared
		m.Output("q", x)
		m.Output("r", x.Not())
	}},
	{"zero_value", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		var none rtlgen.Value
		m.Output("q", m.Input("a", 3).Add(none)) // here: zero_value
	}},
	{"zero_operations", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		var none rtlgen.Value
		x := none.AndNot(none).Shl(1).Not().Zext(9).Transpose(2).Replicate(3)
		m.If(rtlgen.Mux(none, x, x).Any(), func() {}) // here: zero_operations
	}},
	{"zero_lane", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		var none rtlgen.Value
		m.Output("q", rtlgen.Lanes(none, m.Input("a", 3))) // here: zero_lane
	}},
	{"zero_output", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		m.Output("q", rtlgen.Value{}) // here: zero_output
	}},
	{"zero_mux_arm", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		var none rtlgen.Value
		m.Output("q", rtlgen.Mux(m.Input("s", 1), 1, none)) // here: zero_mux_arm
	}},
	{"zero_unused", rtlgen.CodeNilValue, "Unused nothing has no value", func(m *rtlgen.Module) {
		m.Unused("nothing") // here: zero_unused
	}},
}
