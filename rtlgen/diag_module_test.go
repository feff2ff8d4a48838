package rtlgen_test

import (
	"strings"

	"culprit.example/culprit/rtlgen"
)

var moduleMistakes = []mistake{
	{"property_width", rtlgen.CodeWidth, "the condition of assert fine has 2 bits", func(m *rtlgen.Module) {
		r := m.Reg("r", 2, 0) // end: property_width
		r.Set(r.Add(1))
		m.Output("q", r.Value)
		m.Assert("fine", r.Value) // here: property_width
	}},
	{"address_width", rtlgen.CodeWidth, "an address of 3 bits for mem, which has 4 words: it must have 2",
		func(m *rtlgen.Module) {
			mem := m.Memory("mem", 4, 8, rtlgen.ReadOld) // end: address_width
			mem.Write(m.Input("en", 1), m.Input("wa", 2), m.Input("wd", 8))
			addr := m.Input("addr", 3)            // end: address_width
			m.Output("q", mem.Read("word", addr)) // here: address_width
		}},
	{"write_data_width", rtlgen.CodeWidth, "7 bits are assigned to a word of mem, which has 8", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 8, rtlgen.ReadOld) // end: write_data_width
		addr := m.Input("addr", 2)
		data := m.Input("data", 7)              // end: write_data_width
		mem.Write(m.Input("en", 1), addr, data) // here: write_data_width
		m.Output("q", mem.Read("word", addr))
	}},
	{"read_enable_width", rtlgen.CodeWidth, "the read enable of mem has 2 bits", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 8, rtlgen.ReadOld)
		addr := m.Input("addr", 2) // end: read_enable_width
		mem.Write(m.Input("en", 1), addr, m.Input("wd", 8))
		m.Output("q", mem.ReadSync("word", addr, addr)) // here: read_enable_width
	}},
	{"upper_case_name", rtlgen.CodeName, `input name "dataIn" is not lower_snake`, func(m *rtlgen.Module) {
		m.Output("q", m.Input("dataIn", 1)) // here: upper_case_name
	}},
	{"long_name", rtlgen.CodeName, "is not lower_snake", func(m *rtlgen.Module) {
		m.Output(strings.Repeat("q", 65), m.Input("a", 1)) // here: long_name
	}},
	{"clock_name", rtlgen.CodeName, `input name "clk" is reserved`, func(m *rtlgen.Module) {
		m.Output("q", m.Input("clk", 1)) // here: clock_name
	}},
	{"unused_name", rtlgen.CodeName, `reg name "unused_r" is reserved`, func(m *rtlgen.Module) {
		r := m.Reg("unused_r", 1, 0) // here: unused_name
		r.Set(m.Input("a", 1))
		m.Output("q", r.Value)
	}},
	{"verilog_keyword", rtlgen.CodeKeyword, `reg name "reg" is a keyword`, func(m *rtlgen.Module) {
		r := m.Reg("reg", 1, 0) // here: verilog_keyword
		r.Set(m.Input("a", 1))
		m.Output("q", r.Value)
	}},
	{"systemverilog_keyword", rtlgen.CodeKeyword, `output name "priority" is a keyword`, func(m *rtlgen.Module) {
		m.Output("priority", m.Input("a", 1)) // here: systemverilog_keyword
	}},
	{"parameter_in_the_name", rtlgen.CodeName, `parameter offset is -3, which cannot be part of the module's name`,
		func(m *rtlgen.Module) {
			m.Param("offset", -3, 0) // here: parameter_in_the_name
			m.Output("q", m.Input("a", 1))
		}},
	{"cpp_word", rtlgen.CodeToolWord, `output name "set" is a C++ word`, func(m *rtlgen.Module) {
		m.Output("set", m.Input("a", 1)) // here: cpp_word
	}},
	{"duplicate_name", rtlgen.CodeDuplicate, "reg a has the name of input a", func(m *rtlgen.Module) {
		a := m.Input("a", 1)  // end: duplicate_name
		r := m.Reg("a", 1, 0) // here: duplicate_name
		r.Set(a)
		m.Output("q", r.Value)
	}},
	{"index_has_a_signals_name", rtlgen.CodeDuplicate, "loop index a has the name of input a", func(m *rtlgen.Module) {
		a := m.Input("a", 2) // end: index_has_a_signals_name
		w := m.Wire("w", 2)
		m.For("a", 2, func(i rtlgen.Value) { w.SetBit(i, a.Bit(i)) }) // here: index_has_a_signals_name
		m.Output("q", w.Value)
	}},
	{"port_size", rtlgen.CodeSize, "input a has a width of 0", func(m *rtlgen.Module) {
		a := m.Input("a", 0) // here: port_size
		m.Output("q", a.Add(m.Input("b", 8)).Low(7))
		m.Output("r", a.Lane(3, 5).Eq(9))
	}},
	{"register_size", rtlgen.CodeSize, "reg r has a width of -1", func(m *rtlgen.Module) {
		r := m.Reg("r", -1, 5) // here: register_size
		r.Set(r.Add(1))
		r.SetBit(7, 1)
		r.SetSlice(9, 8, m.Input("a", 2))
		m.Output("q", r.Value)
	}},
	{"absurd_size", rtlgen.CodeSize, "input a has a width of 2097152", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 1<<21)) // here: absurd_size
	}},
	{"array_size", rtlgen.CodeSize, "array r has 0 elements of 2 bits", func(m *rtlgen.Module) {
		r := m.RegArray("r", 0, 2, 9) // here: array_size
		r.At(5).Set(r.At(m.Input("a", 7)).Add(100))
		m.Output("q", r.Flat())
	}},
	{"memory_size", rtlgen.CodeSize, "memory mem has 4 words of 0 bits", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 0, rtlgen.ReadOld) // here: memory_size
		addr := m.Input("addr", 2)
		mem.Write(m.Input("en", 1), addr, m.Input("data", 1))
		m.Output("q", mem.Read("word", addr))
	}},
	{"register_never_set", rtlgen.CodeNeverSet, "register r is never assigned", func(m *rtlgen.Module) {
		r := m.Reg("r", 1, 0) // here: register_never_set
		m.Output("q", r.Value)
	}},
	{"array_never_set", rtlgen.CodeNeverSet, "array r is never assigned", func(m *rtlgen.Module) {
		r := m.RegArray("r", 4, 1, 0) // here: array_never_set
		m.Output("q", r.Flat())
	}},
	{"unread_input", rtlgen.CodeUnread, "input a is never read", func(m *rtlgen.Module) {
		m.Input("a", 1) // here: unread_input
		m.Output("q", m.Input("b", 1))
	}},
	{"input_read_by_property", rtlgen.CodeUnread, "input a is never read", func(m *rtlgen.Module) {
		a := m.Input("a", 1) // here: input_read_by_property
		r := m.Reg("r", 1, 0)
		r.Set(r.Not())
		m.Output("q", r.Value)
		m.Assert("related", a.Eq(r))
	}},
	{"register_read_by_itself", rtlgen.CodeUnread, "reg r is never read", func(m *rtlgen.Module) {
		r := m.Reg("r", 2, 0) // here: register_read_by_itself
		r.Set(r.Add(1))
		m.Output("q", m.Input("a", 1))
	}},
	{"unread_array", rtlgen.CodeUnread, "array r is never read", func(m *rtlgen.Module) {
		r := m.RegArray("r", 4, 1, 0) // here: unread_array
		a := m.Input("a", 1)
		r.At(0).Set(a)
		m.Output("q", a)
	}},
	{"unread_read_port", rtlgen.CodeUnread, "read port word of memory mem is never read", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 2, rtlgen.ReadOld)
		addr := m.Input("addr", 2)
		mem.Write(m.Input("en", 1), addr, addr)
		m.Output("q", mem.Read("used", addr))
		mem.Read("word", addr) // here: unread_read_port
	}},
	{"unread_memory", rtlgen.CodeUnread, "memory mem is never read", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 2, rtlgen.ReadOld) // here: unread_memory
		addr := m.Input("addr", 2)
		mem.Write(m.Input("en", 1), addr, addr)
		m.Output("q", addr)
	}},
	{"memory_never_written", rtlgen.CodeNeverSet, "memory mem is never written", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 2, rtlgen.ReadOld) // here: memory_never_written
		m.Output("q", mem.Read("word", m.Input("addr", 2)))
	}},
	{"unread_bits", rtlgen.CodeUnreadBits, "bits of input a[7:4] are never read", func(m *rtlgen.Module) {
		a := m.Input("a", 8) // here: unread_bits
		m.Output("q", a.Low(4))
	}},
	{"unread_bits_at_both_ends", rtlgen.CodeUnreadBits, "bits of reg r[7:6], [3], [0] are never read",
		func(m *rtlgen.Module) {
			r := m.Next("r", m.Input("a", 8), 0) // here: unread_bits_at_both_ends
			m.Output("q", r.Slice(5, 4))
			m.Output("p", r.Slice(2, 1))
		}},
	{"property_without_clock", rtlgen.CodeNoClock, "assert never is in a module without registers",
		func(m *rtlgen.Module) {
			a := m.Input("a", 1)
			m.Output("q", a)
			m.Assert("never", a.Not()) // here: property_without_clock
		}},
}
