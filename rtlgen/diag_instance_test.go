package rtlgen_test

import "culprit.example/culprit/rtlgen"

// inverter has an input a and an output q of that width.
func inverter(width int) *rtlgen.Module {
	m := rtlgen.NewModule("inverter")
	m.Param("width", width, 1)
	m.Output("q", m.Input("a", width).Not())
	return m
}

var instanceMistakes = []mistake{
	{"connection_width", rtlgen.CodeWidth, "3 bits are assigned to u.a, which has 2", func(m *rtlgen.Module) {
		child := rtlgen.NewModule("child")
		child.Output("q", child.Input("a", 2)) // end: connection_width
		u := m.Instance("u", child)
		u.In("a", m.Input("a", 3)) // here: connection_width, end: connection_width
		m.Output("q", u.Out("q"))
	}},
	{"no_such_port", rtlgen.CodePort, "u of module child has no input port b; it has: a", func(m *rtlgen.Module) {
		child := rtlgen.NewModule("child") // end: no_such_port
		child.Output("q", child.Input("a", 2))
		u := m.Instance("u", child)
		u.In("a", m.Input("a", 2))
		u.In("b", 0) // here: no_such_port
		m.Output("q", u.Out("q"))
	}},
	{"output_as_input", rtlgen.CodePort, "u of module child has no output port a; it has: q", func(m *rtlgen.Module) {
		child := rtlgen.NewModule("child") // end: output_as_input
		child.Output("q", child.Input("a", 2))
		u := m.Instance("u", child)
		u.In("a", m.Input("a", 2))
		m.Output("q", u.Out("a")) // here: output_as_input
	}},
	{"unconnected_input", rtlgen.CodeUndriven, "input a of instance u is not connected", func(m *rtlgen.Module) {
		child := rtlgen.NewModule("child")
		child.Output("q", child.Input("a", 2)) // end: unconnected_input
		u := m.Instance("u", child)            // here: unconnected_input
		m.Output("q", u.Out("q"))
	}},
	{"unconnected_copies", rtlgen.CodeUndriven, "input a of instance u is not connected for copies 1, 3",
		func(m *rtlgen.Module) {
			child := rtlgen.NewModule("child")
			child.Output("q", child.Input("a", 2)) // end: unconnected_copies
			u := m.InstanceArray("u", 4, child)
			u.InLane("a", 0, 0) // here: unconnected_copies
			u.InLane("a", 2, 0)
			m.Output("q", u.Out("q"))
		}},
	{"connected_twice", rtlgen.CodeTwoDrivers, "input a of instance u is driven twice", func(m *rtlgen.Module) {
		u := m.Instance("u", inverter(2))
		u.In("a", m.Input("a", 2)) // end: connected_twice
		u.In("a", 0)               // here: connected_twice
		m.Output("q", u.Out("q"))
	}},
	{"copy_connected_twice", rtlgen.CodeTwoDrivers, "input a of copy 1 of instance u is driven twice",
		func(m *rtlgen.Module) {
			u := m.InstanceArray("u", 2, inverter(2))
			u.Broadcast("a", 0) // end: copy_connected_twice
			u.InLane("a", 1, 0) // here: copy_connected_twice
			m.Output("q", u.Out("q"))
		}},
	{"no_such_copy", rtlgen.CodeRange, "copy 2 of u, which has 2", func(m *rtlgen.Module) {
		u := m.InstanceArray("u", 2, inverter(1)) // end: no_such_copy
		u.In("a", m.Input("a", 2))
		u.InLane("a", 2, 0) // here: no_such_copy
		m.Output("q", u.Out("q"))
	}},
	{"no_copies_of_module", rtlgen.CodeSize, "instance array u has 0 copies", func(m *rtlgen.Module) {
		u := m.InstanceArray("u", 0, inverter(1)) // here: no_copies_of_module
		u.InLane("a", 3, m.Input("a", 1))
		m.Output("q", u.Out("q").Low(5))
	}},
	{"nil_module", rtlgen.CodeNilValue, "instance u has no module", func(m *rtlgen.Module) {
		m.Instance("u", nil) // here: nil_module
		m.Output("q", m.Input("a", 1))
	}},
	{"contains_itself", rtlgen.CodePlace, "instance u is a copy of the module that contains it", func(m *rtlgen.Module) {
		m.Instance("u", m) // here: contains_itself
		m.Output("q", m.Input("a", 1))
	}},
	{"contains_itself_below", rtlgen.CodePlace, "instance u is a copy of the module that contains it",
		func(m *rtlgen.Module) {
			middle := rtlgen.NewModule("middle")
			below := middle.Instance("u", m) // here: contains_itself_below
			below.In("a", middle.Input("a", 1))
			middle.Output("q", below.Out("q"))
			u := m.Instance("v", middle)
			u.In("a", m.Input("a", 1))
			m.Output("q", u.Out("q"))
		}},
	{"net_name_of_instance", rtlgen.CodeDuplicate, "the net of output q of instance u has the name of wire u_q",
		func(m *rtlgen.Module) {
			w := m.Let("u_q", m.Input("a", 1)) // end: net_name_of_instance
			u := m.Instance("u", inverter(1))  // here: net_name_of_instance
			u.In("a", w)
			m.Output("q", u.Out("q"))
		}},
	{"hidden_instance", rtlgen.CodeDuplicate,
		"instance done has the name of output done in its module child: choose another", func(m *rtlgen.Module) {
			child := rtlgen.NewModule("child")
			child.Output("done", child.Input("a", 1)) // end: hidden_instance
			u := m.Instance("done", child)            // here: hidden_instance
			u.In("a", m.Input("a", 1))
			m.Output("q", u.Out("done"))
		}},
	{"instance_hidden_by_index", rtlgen.CodeDuplicate,
		"instance i has the name of loop index i in its module child: choose another", func(m *rtlgen.Module) {
			child := rtlgen.NewModule("child")
			a, q := child.Input("a", 4), child.Wire("q", 4)
			for i := range child.Each("i", 4) { // end: instance_hidden_by_index
				q.SetBit(i, a.Bit(i).Not())
			}
			child.Output("b", q)
			u := m.Instance("i", child) // here: instance_hidden_by_index
			u.In("a", m.Input("a", 4))
			m.Output("q", u.Out("b"))
		}},
	{"copy_name", rtlgen.CodeDuplicate, "copy 1 of instance u has the name of wire u_1", func(m *rtlgen.Module) {
		w := m.Let("u_1", m.Input("a", 2))        // end: copy_name
		u := m.InstanceArray("u", 2, inverter(1)) // here: copy_name
		u.In("a", w)
		m.Output("q", u.Out("q"))
	}},
	{"same_module_name", rtlgen.CodeSameName, "two different circuits are named child", func(m *rtlgen.Module) {
		one := rtlgen.NewModule("child") // end: same_module_name
		one.Output("q", one.Input("a", 1))
		two := rtlgen.NewModule("child") // here: same_module_name
		two.Output("q", two.Input("a", 1).Not())
		u, v := m.Instance("u", one), m.Instance("v", two)
		a := m.Input("a", 1)
		u.In("a", a)
		v.In("a", a)
		m.Output("q", u.Out("q").And(v.Out("q")))
	}},
	{"unread_output_bits", rtlgen.CodeUnreadBits, "bits of instance output u.q[3] are never read", func(m *rtlgen.Module) {
		u := m.Instance("u", inverter(4)) // here: unread_output_bits
		u.In("a", m.Input("a", 4))
		m.Output("q", u.Out("q").Low(3))
	}},
	{"mistake_of_child", rtlgen.CodeConst, "4 does not fit 2 bits", func(m *rtlgen.Module) {
		child := rtlgen.NewModule("child")
		child.Output("q", child.Input("a", 2).Add(4)) // here: mistake_of_child
		u := m.InstanceArray("u", 2, child)
		u.In("a", m.Input("a", 4))
		m.Output("q", u.Out("q"))
	}},
}
