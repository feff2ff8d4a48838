package rtlgen_test

import "culprit.example/culprit/rtlgen"

var statementMistakes = []mistake{
	{"condition_width", rtlgen.CodeWidth, "the condition has 2 bits", func(m *rtlgen.Module) {
		a := m.Input("a", 2) // end: condition_width
		r := m.Reg("r", 1, 0)
		m.If(a, func() { r.Set(1) }) // here: condition_width
		m.Output("q", r.Value)
	}},
	{"undriven_wire", rtlgen.CodeUndriven, "wire w has no driver", func(m *rtlgen.Module) {
		w := m.Wire("w", 1) // here: undriven_wire
		m.Output("q", w.Value)
	}},
	{"undriven_output", rtlgen.CodeUndriven, "output q has no driver", func(m *rtlgen.Module) {
		m.OutputVar("q", 1) // here: undriven_output
	}},
	{"two_drivers", rtlgen.CodeTwoDrivers, "w is driven twice", func(m *rtlgen.Module) {
		w := m.Wire("w", 1)
		w.Set(m.Input("a", 1)) // end: two_drivers
		w.Set(m.Input("b", 1)) // here: two_drivers
		m.Output("q", w.Value)
	}},
	{"driver_over_conditional", rtlgen.CodeTwoDrivers, "r is driven twice", func(m *rtlgen.Module) {
		r := m.Reg("r", 1, 0)
		m.If(m.Input("a", 1), func() {
			r.Set(1) // end: driver_over_conditional
		})
		r.Set(m.Input("b", 1)) // here: driver_over_conditional
		m.Output("q", r.Value)
	}},
	{"latch", rtlgen.CodeLatch, "wire w is not assigned in every case", func(m *rtlgen.Module) {
		w := m.Wire("w", 1) // here: latch
		b := m.Input("b", 1)
		m.If(m.Input("a", 1), func() { w.Set(b) })
		m.Output("q", w.Value)
	}},
	{"latch_bits", rtlgen.CodeLatch,
		"output q[3:2] is not assigned in every case (it would be a latch): give it a Default, or the Switch, which has no case for 3",
		func(m *rtlgen.Module) {
			a := m.Input("a", 2)
			q := m.OutputVar("q", 4) // here: latch_bits
			q.SetSlice(1, 0, a)
			m.Switch(a, func(c rtlgen.Cases) { // end: latch_bits
				c.Case(func() { q.SetSlice(3, 2, 1) }, 0, 1)
				c.Case(func() { q.SetSlice(3, 2, 2) }, 2)
			})
		}},
	{"latch_last_lane", rtlgen.CodeLatch, "wire w[9:6] is not assigned in every case", func(m *rtlgen.Module) {
		a := m.Input("a", 6)
		w := m.Wire("w", 10) // here: latch_last_lane
		m.For("i", 3, func(i rtlgen.Value) { w.SetLane(i, a.Lane(i, 2)) })
		m.Output("q", w.Value)
	}},
	{"latch_of_enumeration", rtlgen.CodeLatch,
		"or the Switch: enumeration state has no value of code 3, but 2 bits can have it", func(m *rtlgen.Module) {
			e := m.Enum("state", "idle", "run", "stop")
			s := e.Reg("s", e.Value("idle"))
			m.If(m.Input("a", 1), func() { s.Set(e.Value("run")) })
			w := m.OutputVar("w", 2)           // here: latch_of_enumeration
			m.Switch(s, func(c rtlgen.Cases) { // end: latch_of_enumeration
				for i, v := range []string{"idle", "run", "stop"} {
					c.Case(func() { w.Set(i) }, e.Value(v))
				}
			})
		}},
	{"false_loop_of_copies", rtlgen.CodeLoop,
		"combinational loop: u.co <- u.co: bit by bit there is none, but tools see whole signals: describe the copies of u as instances of their own",
		func(m *rtlgen.Module) {
			l := rtlgen.NewModule("fa")
			a, ci := l.Input("a", 1), l.Input("ci", 1)
			l.Output("co", a.And(ci))
			u := m.InstanceArray("u", 8, l) // here: false_loop_of_copies, end: false_loop_of_copies
			u.In("a", m.Input("x", 8))
			u.In("ci", rtlgen.Cat(u.Out("co").Low(7), m.Const(1, 0)))
			m.Output("q", u.Out("co"))
		}},
	{"loop_of_copies", rtlgen.CodeLoop, "combinational loop: u.co <- u.co: put a register on one of the hops",
		func(m *rtlgen.Module) {
			l := rtlgen.NewModule("fa")
			a, ci := l.Input("a", 1), l.Input("ci", 1)
			l.Output("co", a.And(ci))
			u := m.InstanceArray("u", 8, l) // here: loop_of_copies, end: loop_of_copies
			u.In("a", m.Input("x", 8))
			u.In("ci", rtlgen.Cat(u.Out("co").Low(7), u.Out("co").High(1)))
			m.Output("q", u.Out("co"))
		}},
	{"false_loop_of_bits", rtlgen.CodeLoop,
		"combinational loop: x <- x: bit by bit there is none, but tools see whole signals: split x into signals of their own",
		func(m *rtlgen.Module) {
			a := m.Input("a", 4)
			x := m.Wire("x", 4) // here: false_loop_of_bits, end: false_loop_of_bits
			x.SetBit(0, a.Bit(0))
			for i := 1; i < 4; i++ {
				x.SetBit(i, x.Bit(i-1).And(a.Bit(i)))
			}
			m.Output("q", x.Value)
		}},
	{"loop_of_two", rtlgen.CodeLoop, "combinational loop: x <- y <- x", func(m *rtlgen.Module) {
		x := m.Wire("x", 1) // here: loop_of_two, end: loop_of_two
		y := m.Wire("y", 1) // end: loop_of_two
		x.Set(y.Not())
		y.Set(x.And(m.Input("a", 1)))
		m.Output("q", x.Value)
	}},
	{"loop_through_condition", rtlgen.CodeLoop, "combinational loop: x <- x", func(m *rtlgen.Module) {
		x := m.Wire("x", 1).Default(0) // here: loop_through_condition, end: loop_through_condition
		a := m.Input("a", 1)
		m.If(x.Value, func() { x.Set(a) })
		m.Output("q", x.Value)
	}},
	{"loop_through_memory", rtlgen.CodeLoop, "combinational loop: addr <- word <- addr", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 4, 2, rtlgen.ReadOld)
		mem.Write(m.Input("en", 1), m.Input("wa", 2), m.Input("wd", 2))
		addr := m.Wire("addr", 2)              // here: loop_through_memory, end: loop_through_memory
		addr.Set(mem.Read("word", addr.Value)) // end: loop_through_memory
		m.Output("q", addr.Value)
	}},
	{"loop_through_instance", rtlgen.CodeLoop, "combinational loop: x <- u.q <- x", func(m *rtlgen.Module) {
		child := rtlgen.NewModule("child")
		child.Output("q", child.Input("a", 1).Not())
		u := m.Instance("u", child) // end: loop_through_instance
		x := m.Wire("x", 1)         // here: loop_through_instance, end: loop_through_instance
		x.Set(u.Out("q"))
		u.In("a", x.Value)
		m.Output("q", x.Value)
	}},
	{"case_twice", rtlgen.CodeCase, "case 1 stands twice", func(m *rtlgen.Module) {
		r := m.Reg("r", 1, 0)
		m.Switch(m.Input("a", 2), func(c rtlgen.Cases) {
			c.Case(func() { r.Set(1) }, 0, 1) // end: case_twice
			c.Case(func() { r.Set(0) }, 1)    // here: case_twice
		})
		m.Output("q", r.Value)
	}},
	{"case_too_wide", rtlgen.CodeCase, "case 4 does not fit the 2 bits", func(m *rtlgen.Module) {
		r := m.Reg("r", 1, 0)
		m.Switch(m.Input("a", 2), func(c rtlgen.Cases) {
			c.Case(func() { r.Set(1) }, 4) // here: case_too_wide
		})
		m.Output("q", r.Value)
	}},
	{"empty_loop", rtlgen.CodeSize, "loop i runs 0 times", func(m *rtlgen.Module) {
		r := m.Reg("r", 1, 0)
		m.For("i", 0, func(rtlgen.Value) { r.Set(1) }) // here: empty_loop
		m.Output("q", r.Value)
	}},
	{"same_index", rtlgen.CodeDuplicate, "nested loops have the same index name i", func(m *rtlgen.Module) {
		r := m.Reg("r", 4, 0)
		m.For("i", 2, func(i rtlgen.Value) { // end: same_index
			m.For("i", 2, func(j rtlgen.Value) { // here: same_index
				r.SetBit(rtlgen.Cat(i, j), 1)
			})
		})
		m.Output("q", r.Value)
	}},
	{"index_escapes", rtlgen.CodePlace, "the index i is used outside its loop", func(m *rtlgen.Module) {
		r := m.Reg("r", 4, 0)
		var last rtlgen.Value
		m.For("i", 4, func(i rtlgen.Value) { // end: index_escapes
			r.SetBit(i, 1)
			last = i
		})
		m.Output("q", last.Eq(1)) // here: index_escapes
		m.Output("all", r.Value)
	}},
	{"port_in_conditional", rtlgen.CodePlace, "input b is declared inside a conditional", func(m *rtlgen.Module) {
		r := m.Reg("r", 1, 0)
		m.If(m.Input("a", 1), func() {
			r.Set(m.Input("b", 1)) // here: port_in_conditional
		})
		m.Output("q", r.Value)
	}},
	{"memory_port_in_conditional", rtlgen.CodePlace, "a write port of memory mem stands inside a conditional",
		func(m *rtlgen.Module) {
			mem := m.Memory("mem", 4, 2, rtlgen.ReadOld)
			addr := m.Input("addr", 2)
			a := m.Input("a", 1)
			m.If(a, func() {
				mem.Write(a, addr, addr) // here: memory_port_in_conditional
			})
			m.Output("q", mem.Read("word", addr))
		}},
	{"instance_in_loop", rtlgen.CodePlace, "instance u stands inside a conditional or loop", func(m *rtlgen.Module) {
		child := rtlgen.NewModule("child")
		child.Output("q", child.Ones(1))
		m.For("i", 2, func(rtlgen.Value) {
			m.Instance("u", child) // here: instance_in_loop
		})
		m.Output("q", m.Input("a", 1))
	}},
	{"foreign_value", rtlgen.CodeForeign, "a of module other is used here", func(m *rtlgen.Module) {
		other := rtlgen.NewModule("other")
		a := other.Input("a", 1)              // end: foreign_value
		m.Output("q", m.Input("b", 1).And(a)) // here: foreign_value
	}},
}
