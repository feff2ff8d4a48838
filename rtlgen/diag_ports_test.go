package rtlgen_test

import (
	"culprit.example/culprit/rtlgen"
)

// Mistakes that typed ports make possible.

type pairParams struct {
	N     int `param:"n" default:"4" min:"1" max:"8" doc:"lanes"`
	Extra int `param:"extra" default:"0" min:"0" max:"1" doc:"1: there is more"`
}

// half is one end of a link.
type half[F, B rtlgen.Direction] struct {
	Data F `width:"n" doc:"word"`
	Back B `doc:"answer"`
	More F `if:"extra" doc:"only sometimes"`
}

type repeaterPorts struct {
	_    rtlgen.Unit                 `name:"repeater" doc:"a register" params:"n extra"`
	Rx   half[rtlgen.In, rtlgen.Out] `doc:"upstream"`
	Tx   half[rtlgen.Out, rtlgen.In] `doc:"downstream"`
	Flag rtlgen.In                   `lanes:"n" doc:"a bit per lane"`
}

func repeater(p pairParams) *rtlgen.Typed[repeaterPorts] {
	// end: driven_output end: set_output_of_instance end: missing_input end: missing_lanes end: wide_port_value end: two_outputs end: both_driven end: field_missing end: one_end end: no_lane end: lane_of_many end: no_copy
	m, io := rtlgen.New[repeaterPorts](p)
	io.Tx.Data.Drive(m.Next("q", io.Rx.Data.Xor(io.Flag), 0))
	io.Rx.Back.Drive(io.Tx.Back)
	if p.Extra > 0 {
		io.Tx.More.Drive(io.Rx.More)
	}
	return m
}

type shortHalf struct {
	Data rtlgen.Out `width:"n" doc:"word"`
}

type shortPorts struct {
	_  rtlgen.Unit `name:"stub" doc:"an end without an answer" params:"n"`
	Tx shortHalf   `doc:"downstream"`
}

func short(p pairParams) *rtlgen.Typed[shortPorts] {
	m, io := rtlgen.New[shortPorts](p)
	io.Tx.Data.Drive(0)
	return m
}

// joined uses a repeater completely, but for what a case leaves to be done.
func joined(m *rtlgen.Module, name string, p pairParams, but ...string) *repeaterPorts {
	r := rtlgen.Use(m, name, repeater(p)) // end: one_end
	done := map[string]bool{}
	for _, b := range but {
		done[b] = true
	}
	if !done["rx"] {
		r.Rx.Data.Drive(0)
	}
	if !done["back"] {
		r.Tx.Back.Drive(0)
	}
	if !done["bit"] {
		r.Flag.Drive(0)
	}
	m.Unused("rest_of_"+name, r.Tx.Data, r.Rx.Back)
	return r
}

var four = pairParams{N: 4}

var portMistakes = []mistake{
	{"driven_output", rtlgen.CodePort, "output tx_data of instance u is driven here: it can only be read",
		func(m *rtlgen.Module) {
			joined(m, "u", four).Tx.Data.Drive(0) // here: driven_output
		}},
	{"set_output_of_instance", rtlgen.CodePort, "output tx_data of instance u is driven here", func(m *rtlgen.Module) {
		joined(m, "u", four).Tx.Data.Set(0) // here: set_output_of_instance
	}},
	{"twice_back_first", rtlgen.CodeTwoDrivers, "input tx_back of instance u is driven twice", func(m *rtlgen.Module) {
		u := rtlgen.Use(m, "u", repeater(four))
		u.Rx.Data.Drive(0)
		u.Flag.Drive(0)
		u.Tx.Back.Drive(0) // end: twice_back_first
		u.Tx.Back.Drive(1) // here: twice_back_first
		m.Unused("rest", u.Tx.Data, u.Rx.Back)
	}},
	{"absent_port", rtlgen.CodePort, "input rx_more of instance u does not exist with these parameters: it needs extra",
		func(m *rtlgen.Module) {
			joined(m, "u", four).Rx.More.Drive(0) // here: absent_port
		}},
	{"missing_input", rtlgen.CodeUndriven, "input flag of instance u is not connected", func(m *rtlgen.Module) {
		joinedWithoutBit(m)
	}},
	{"missing_lanes", rtlgen.CodeUndriven, "input flag of instance u is not connected for bits [3:1]",
		func(m *rtlgen.Module) {
			u := joined(m, "u", four, "bit")
			rtlgen.Lane(u.Flag, 0).Drive(0) // here: missing_lanes
		}},
	{"wide_port_value", rtlgen.CodeWidth, "3 bits are assigned to u.rx_data, which has 4", func(m *rtlgen.Module) {
		a := m.Input("a", 3)                        // end: wide_port_value
		joined(m, "u", four, "rx").Rx.Data.Drive(a) // here: wide_port_value
	}},
	{"two_outputs", rtlgen.CodeBundle, "field tx_data of the link is to be read at both ends", func(m *rtlgen.Module) {
		u := joined(m, "u", four, "back")
		v := joined(m, "v", four, "back")
		u.Tx.Back.Drive(0)
		v.Tx.Back.Drive(0)
		rtlgen.Connect(u.Tx.Data, v.Tx.Data) // here: two_outputs
	}},
	{"both_driven", rtlgen.CodeBundle, "is to be driven at both ends", func(m *rtlgen.Module) {
		u, v := joined(m, "u", four), joined(m, "v", four)
		rtlgen.Connect(u.Rx.Data, v.Rx.Data) // here: both_driven
	}},
	{"field_missing", rtlgen.CodeBundle, "the other end of the link has no field Back", func(m *rtlgen.Module) {
		s := rtlgen.Use(m, "s", short(four))
		u := joined(m, "u", four, "rx")
		rtlgen.Connect(struct { // here: field_missing
			Data rtlgen.In
			Back rtlgen.Out
		}{u.Rx.Data, u.Rx.Back}, s.Tx)
	}},
	{"one_end", rtlgen.CodeBundle, "field More exists at one end of the link only", func(m *rtlgen.Module) {
		u := joined(m, "u", four, "back")
		v := rtlgen.Use(m, "v", repeater(pairParams{N: 4, Extra: 1}))
		v.Tx.Back.Drive(0)
		v.Flag.Drive(0)
		v.Rx.More.Drive(0)
		m.Unused("more", v.Tx.More, v.Tx.Data)
		rtlgen.Connect(v.Rx, u.Tx) // here: one_end
	}},
	{"no_lane", rtlgen.CodeRange, "lane 4 of input flag of instance u, which has 4 lanes", func(m *rtlgen.Module) {
		u := joined(m, "u", four)
		rtlgen.Lane(u.Flag, 4) // here: no_lane
	}},
	{"lane_of_many", rtlgen.CodePort, "which has 2 copies: take one with Copy first", func(m *rtlgen.Module) {
		us := copies(m)
		rtlgen.Lane(us.Flag, 0) // here: lane_of_many
	}},
	{"no_copy", rtlgen.CodeRange, "copy 2 of input flag of instance us, which has 2", func(m *rtlgen.Module) {
		us := copies(m)
		rtlgen.Copy(us.Flag, 2) // here: no_copy
	}},
	{"nil_condition", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		r := m.Reg("r", 1, 0)
		m.If(nil, func() { r.Set(1) }) // here: nil_condition
		m.Output("q", r)
	}},
	{"nil_output", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		m.Output("q", nil) // here: nil_output
	}},
	{"nil_write", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		mem := m.Memory("mem", 2, 1, rtlgen.ReadOld)
		mem.Write(nil, m.Input("at", 1), m.Input("d", 1)) // here: nil_write
		m.Output("q", mem.Read("word", m.Input("from", 1)))
	}},
	{"input_of_an_instance_read", rtlgen.CodeNilValue, "a zero Value is used", func(m *rtlgen.Module) {
		m.Output("q", joined(m, "u", four).Flag) // here: input_of_an_instance_read
	}},
	{"sealed", rtlgen.CodeSealed, "reg late comes after Elaborate, which has finished the module", func(m *rtlgen.Module) {
		m.Output("q", m.Input("a", 1))
		if _, err := rtlgen.Elaborate(m); err != nil {
			panic(err)
		}
		m.Next("late", m.Zero(1), 0) // here: sealed
	}},
}

// joinedWithoutBit has the position of the instance, which is where a missing
// connection is reported.
func joinedWithoutBit(m *rtlgen.Module) {
	u := rtlgen.Use(m, "u", repeater(four)) // here: missing_input
	u.Rx.Data.Drive(0)
	u.Tx.Back.Drive(0)
	m.Unused("rest", u.Tx.Data, u.Rx.Back)
}

func copies(m *rtlgen.Module) *repeaterPorts {
	us := rtlgen.UseArray(m, "us", 2, repeater(four))
	us.Rx.Data.Drive(0)
	us.Tx.Back.Broadcast(0)
	us.Flag.Drive(0)
	m.Unused("rest", us.Tx.Data, us.Rx.Back)
	return us
}
