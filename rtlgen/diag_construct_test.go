package rtlgen_test

import (
	"math"

	"culprit.example/culprit/rtlgen"
)

var constructMistakes = []mistake{
	{"constant_value", rtlgen.CodeConst, "9 does not fit 3 bits", func(m *rtlgen.Module) {
		k := m.Constant("k", 3, 9) // here: constant_value
		m.Output("q", k)
	}},
	{"constant_twice", rtlgen.CodeDuplicate, "constant PLACE_FREE has the name of constant PLACE_FREE",
		func(m *rtlgen.Module) {
			place := m.Enum("place", "free", "kept")     // end: constant_twice
			k := m.Constant("place_free", 1, 1)          // here: constant_twice
			m.Output("q", place.Value("free").And(k))    // both are used
			m.Output("r", place.Value("kept").And(k))    // both are used
			m.Output("s", m.Input("a", 1).And(k).And(k)) // both are used
		}},
	{"enum_without_values", rtlgen.CodeSize, "enumeration place has no values", func(m *rtlgen.Module) {
		m.Enum("place") // here: enum_without_values
		m.Output("q", m.Input("a", 1))
	}},
	{"enum_value_name", rtlgen.CodeName, `value name "Free" of enumeration place is not lower_snake`,
		func(m *rtlgen.Module) {
			place := m.Enum("place", "Free", "kept") // here: enum_value_name
			m.Output("q", place.Value("kept"))
		}},
	{"enum_unknown_value", rtlgen.CodeEnum, `enumeration place has no value "fred"`, func(m *rtlgen.Module) {
		place := m.Enum("place", "free", "kept") // end: enum_unknown_value
		m.Output("q", place.Value("fred"))       // here: enum_unknown_value
	}},
	{"enum_reset", rtlgen.CodeEnum, "the reset value of register r must be a value of enumeration place",
		func(m *rtlgen.Module) {
			place := m.Enum("place", "free", "kept")
			r := place.Reg("r", m.Const(1, 1)) // here: enum_reset
			r.Set(place.Input("a"))
			m.Output("q", r.Value)
		}},
	{"enum_compared_with_another", rtlgen.CodeEnum, "a value of enumeration place meets one of enumeration turn",
		func(m *rtlgen.Module) {
			place := m.Enum("place", "free", "kept")                     // end: enum_compared_with_another
			turn := m.Enum("turn", "up", "down")                         // end: enum_compared_with_another
			m.Output("q", place.Input("was").Eq(turn.Value("up")).Any()) // here: enum_compared_with_another
		}},
	{"enum_assigned_to_another", rtlgen.CodeEnum, "a value of enumeration place meets one of enumeration turn",
		func(m *rtlgen.Module) {
			place := m.Enum("place", "free", "kept") // end: enum_assigned_to_another
			turn := m.Enum("turn", "up", "down")     // end: enum_assigned_to_another
			w := place.Wire("w")
			w.Set(turn.Value("up")) // here: enum_assigned_to_another
			m.Output("q", w.Value)
		}},
	{"enum_case_of_another", rtlgen.CodeEnum, "a value of enumeration place meets one of enumeration turn",
		func(m *rtlgen.Module) {
			place := m.Enum("place", "free", "kept") // end: enum_case_of_another
			turn := m.Enum("turn", "up", "down")     // end: enum_case_of_another
			w := m.OutputVar("w", 1).Default(0)
			c := m.Cases(place.Input("was"))
			for range c.When(turn.Value("down")) { // here: enum_case_of_another
				w.Set(1)
			}
		}},
	{"case_not_constant", rtlgen.CodeOperand, "a case must be an integer or a constant, not a rtlgen.Value",
		func(m *rtlgen.Module) {
			a := m.Input("a", 2)
			w := m.OutputVar("w", 1).Default(0)
			c := m.Cases(a)
			for range c.When(a.Not()) { // here: case_not_constant
				w.Set(1)
			}
		}},
	{"case_twice_in_one_branch", rtlgen.CodeCase, "case 1 stands twice", func(m *rtlgen.Module) {
		w := m.OutputVar("w", 1).Default(0)
		c := m.Cases(m.Input("a", 2))
		for range c.When(1, 1) { // here: case_twice_in_one_branch, end: case_twice_in_one_branch
			w.Set(1)
		}
	}},
	{"lane_enables", rtlgen.CodeRange, "3 lane enables do not divide the 8 bits of a word of mem", func(m *rtlgen.Module) {
		a, en := m.Input("a", 2), m.Input("en", 3)   // end: lane_enables
		mem := m.Memory("mem", 4, 8, rtlgen.ReadOld) // end: lane_enables
		mem.WriteLanes(en, a, m.Input("d", 8))       // here: lane_enables
		m.Output("q", mem.Read("word", a))
	}},
	{"lane_data_without_name", rtlgen.CodeUnnamed, "lanes of an expression without a name: name the add with Let",
		func(m *rtlgen.Module) {
			a, d := m.Input("a", 2), m.Input("d", 8)
			mem := m.Memory("mem", 4, 8, rtlgen.ReadOld)
			sum := d.Add(1)           // end: lane_data_without_name
			mem.WriteLanes(a, a, sum) // here: lane_data_without_name
			m.Output("q", mem.Read("word", a))
		}},
	{"block_ram_read_at_once", rtlgen.CodeStyle, "read port word of mem is asynchronous, which no block RAM has",
		func(m *rtlgen.Module) {
			mem := m.Memory("mem", 4, 8, rtlgen.ReadOld).Style(rtlgen.Block) // end: block_ram_read_at_once
			mem.Write(m.Input("we", 1), m.Input("wa", 2), m.Input("d", 8))
			m.Output("q", mem.Read("word", m.Input("ra", 2))) // here: block_ram_read_at_once
		}},
	{"style_after_read", rtlgen.CodeStyle, "read port word of mem is asynchronous, which no block RAM has",
		func(m *rtlgen.Module) {
			mem := m.Memory("mem", 4, 8, rtlgen.ReadOld) // end: style_after_read
			mem.Write(m.Input("we", 1), m.Input("wa", 2), m.Input("d", 8))
			m.Output("q", mem.Read("word", m.Input("ra", 2)))
			mem.Style(rtlgen.Block) // here: style_after_read
		}},
	{"data_reset_too_wide", rtlgen.CodeConst, "the reset value 4 does not fit 2 bits", func(m *rtlgen.Module) {
		m.Output("q", m.NextData("r", m.Input("a", 2), 4)) // here: data_reset_too_wide
	}},
	{"lane_write_in_branch", rtlgen.CodePlace, "a write port of memory mem stands inside a conditional",
		func(m *rtlgen.Module) {
			a, d := m.Input("a", 2), m.Input("d", 8)
			mem := m.Memory("mem", 4, 8, rtlgen.ReadOld)
			m.If(a.Any(), func() { mem.WriteLanes(a, a, d) }) // here: lane_write_in_branch
			m.Output("q", mem.Read("word", a))
		}},
	{"rom_word", rtlgen.CodeConst, "word 1 of ROM rom, 9, does not fit 3 bits", func(m *rtlgen.Module) {
		rom := m.ROM("rom", 3, []uint64{1, 9, 10}) // here: rom_word
		m.Output("q", rom.Read("word", m.Input("a", 2)))
	}},
	{"rom_type", rtlgen.CodeOperand, "word 0 of ROM rom is a string, not an integer", func(m *rtlgen.Module) {
		rom := m.ROMInit("rom", 4, 3, func(int) rtlgen.Operand { return "1" }) // here: rom_type
		m.Output("q", rom.Read("word", m.Input("a", 2)))
	}},
	{"memory_word", rtlgen.CodeConst, "word 0 of memory mem, 8, does not fit 3 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 2)
		mem := m.Memory("mem", 4, 3, rtlgen.ReadOld).Contents(func(int) rtlgen.Operand { return 8 }) // here: memory_word
		mem.Write(m.Input("we", 1), a, m.Input("d", 3))
		m.Output("q", mem.Read("word", a))
	}},
	{"rom_of_one_word", rtlgen.CodeSize, "ROM rom has 1 word of 3 bits", func(m *rtlgen.Module) {
		rom := m.ROM("rom", 3, []uint64{1}) // here: rom_of_one_word
		m.Output("q", rom.Read("word", m.Input("a", 2)))
	}},
	{"rom_address", rtlgen.CodeWidth, "an address of 3 bits for rom, which has 4 words", func(m *rtlgen.Module) {
		a := m.Input("a", 3)                         // end: rom_address
		rom := m.ROM("rom", 3, []uint64{1, 2, 3, 4}) // end: rom_address
		m.Output("q", rom.Read("word", a))           // here: rom_address
	}},
	{"rom_not_read", rtlgen.CodeUnread, "memory rom is never read", func(m *rtlgen.Module) {
		m.ROM("rom", 3, []uint64{1, 2, 3, 4}) // here: rom_not_read
		m.Output("q", m.Input("a", 3))
	}},
	{"part_name", rtlgen.CodeName, `part name "9KD" is not a Verilog name`, func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 1))
		m.BlackBox("9KD") // here: part_name
	}},
	{"part_port_keyword", rtlgen.CodeKeyword, `port name "wire" is a keyword`, func(m *rtlgen.Module) {
		a := m.Input("a", 1)
		m.Output("q", a)
		m.BlackBox("PART").Connect("wire", a) // here: part_port_keyword
	}},
	{"part_twice", rtlgen.CodeDuplicate, "the module stands for part ONE already", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 1))
		m.BlackBox("ONE") // end: part_twice
		m.BlackBox("TWO") // here: part_twice
	}},
	{"part_parameter_twice", rtlgen.CodeDuplicate, "parameter MODE of part PART is set twice", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 1))
		part := m.BlackBox("PART")
		part.Set("MODE", "A")
		part.Set("MODE", 2) // here: part_parameter_twice
	}},
	{"part_parameter_type", rtlgen.CodeOperand,
		"parameter MODE of part PART is a []int: give an integer, a bool, a float64, a string, or a Const",
		func(m *rtlgen.Module) {
			m.Output("q", m.Input("a", 1))
			m.BlackBox("PART").Set("MODE", []int{1}) // here: part_parameter_type
		}},
	{"part_parameter_not_finite", rtlgen.CodeOperand, "parameter MODE of part PART is NaN, which Verilog cannot write",
		func(m *rtlgen.Module) {
			m.Output("q", m.Input("a", 1))
			m.BlackBox("PART").Set("MODE", math.NaN()) // here: part_parameter_not_finite
		}},
	{"part_parameter_zero_byte", rtlgen.CodeOperand, "parameter MODE of part PART has a byte 0", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 1))
		m.BlackBox("PART").Set("MODE", "a\x00b") // here: part_parameter_zero_byte
	}},
	{"part_parameter_variable", rtlgen.CodeOperand, "parameter MODE of part PART is a value of the circuit",
		func(m *rtlgen.Module) {
			a := m.Input("a", 1)
			m.Output("q", a)
			m.BlackBox("PART").Set("MODE", a) // here: part_parameter_variable
		}},
	{"part_joined_to_a_sum", rtlgen.CodePort, "port B of part PART is joined to what is no port of the module",
		func(m *rtlgen.Module) {
			a := m.Input("a", 2)
			sum := a.Add(1) // end: part_joined_to_a_sum
			m.Output("q", sum)
			m.BlackBox("PART").Connect("B", sum) // here: part_joined_to_a_sum
		}},
	{"part_joined_to_a_number", rtlgen.CodeOperand, "port B of part PART gets a int: give a port of the module, or Const",
		func(m *rtlgen.Module) {
			m.Output("q", m.Input("a", 1))
			m.BlackBox("PART").Connect("B", 1) // here: part_joined_to_a_number
		}},
	{"part_port_twice", rtlgen.CodeTwoDrivers, "port B of part PART is connected twice", func(m *rtlgen.Module) {
		a := m.Input("a", 1)
		m.Output("q", a)
		part := m.BlackBox("PART") // here: part_port_twice
		part.Connect("B", a)
		part.Connect("B", m.Const(1, 0))
	}},
	{"part_port_hidden", rtlgen.CodePort, "input a is joined to no port of part PART", func(m *rtlgen.Module) {
		a := m.Input("a", 1) // here: part_port_hidden
		m.Output("q", a)
		m.BlackBox("PART").Connect("a", m.Const(1, 0)) // end: part_port_hidden
	}},
	{"carry_widths", rtlgen.CodeWidth, "add of 3 bits and 4 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 3)          // end: carry_widths
		b := m.Input("b", 4)          // end: carry_widths
		m.Output("q", a.AddCarry(b))  // here: carry_widths
		m.Output("r", a.SubBorrow(7)) // no mistake
	}},
	{"borrow_constant", rtlgen.CodeConst, "8 does not fit 3 bits", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 3).SubBorrow(8)) // here: borrow_constant
	}},
	{"each_nested_names", rtlgen.CodeDuplicate, "nested loops have the same index name k", func(m *rtlgen.Module) {
		w := m.OutputVar("w", 2).Default(0)
		for k := range m.Each("k", 2) { // end: each_nested_names
			for range m.Each("k", 2) { // here: each_nested_names
				w.SetBit(k, 1)
			}
		}
	}},
	{"each_count", rtlgen.CodeSize, "loop k runs 0 times", func(m *rtlgen.Module) {
		w := m.OutputVar("w", 2).Default(0)
		for k := range m.Each("k", 0) { // here: each_count
			w.SetBit(k, 1)
		}
	}},
	{"each_index_outside", rtlgen.CodePlace, "the index k is used outside its loop", func(m *rtlgen.Module) {
		w := m.OutputVar("w", 2).Default(0)
		var last rtlgen.Value
		for k := range m.Each("k", 2) { // end: each_index_outside
			w.SetBit(k, 1)
			last = k
		}
		m.Output("q", last.Not()) // here: each_index_outside
	}},
}
