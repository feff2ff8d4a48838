package cioqrecn

import (
	"culprit/blocks/prim"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// Switch is the RECN switch with queues on its input and output sides (DD, figures
// 3 and 4): input sides, scheduler, a crossbar of two beats per cycle, output sides,
// and the notification bus. It has the pins of the RECN-IQ switch, link for link.
func Switch(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_switch")
	m.Doc("RECN switch: combined input and output queues, set-aside queues on both sides")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, detectSpec, outSpec, xoffSpec, xonSpec, latSpec)
	s := &switchParts{m: m, p: p}
	s.in = m.InstanceArray("in_port", p.Ports, InputPort(p))
	s.out = m.InstanceArray("out_port", p.Ports, OutputPort(p))
	recn.JoinLinks(m, recn.LinkFields(p.recn()), p.Ports, s.in, s.out)
	s.schedule()
	s.crossbar()
	s.notify()
	for _, name := range []string{"stat_free", "stat_detect", "stat_no_free", "stat_dropped", "stat_saqs", "stat_sent"} {
		m.Output(name, s.in.Out(name))
	}
	for _, name := range []string{"stat_credit", "stat_lines", "stat_cam_full"} {
		m.Output(name, s.out.Out(name))
	}
	p.recn().DescribePorts(m)
	return m
}

type switchParts struct {
	m       *rtlgen.Module
	p       Params
	in, out *rtlgen.Instance

	start, source value // grants per output
}

// schedule joins the scheduler with the queues of the input sides and the slots of
// the output sides.
func (s *switchParts) schedule() {
	scheduler := s.m.Instance("scheduler", Scheduler(s.p))
	scheduler.In("queue_eligible", s.in.Out("queue_eligible"))
	scheduler.In("saq_port", s.in.Out("saq_port"))
	scheduler.In("room", s.out.Out("room"))
	s.in.In("grant_valid", scheduler.Out("grant_valid"))
	s.in.In("grant_queue", scheduler.Out("grant_queue"))
	s.start, s.source = scheduler.Out("start"), scheduler.Out("source")
	s.out.In("start", s.start)
}

// crossbar connects an output to its input for the 4 pairs of a packet. They come
// two cycles after the grant: one for the memory's address, one for its data.
func (s *switchParts) crossbar() {
	m, p := s.m, s.p
	n, pw := p.Ports, p.pw()
	left := m.RegArray("pairs_left", n, rtlgen.CountBits(pairs), 0)
	reading := m.Reg("reading_from", n*pw, 0)
	connected := m.Reg("connected", n, 0)
	m.For("o", n, func(o value) {
		m.If(s.start.Bit(o), func() {
			left.At(o).Set(pairs)
			reading.SetLane(o, s.source.Lane(o, pw))
		}).ElseIf(left.At(o).Ne(0), func() {
			left.At(o).Set(left.At(o).Sub(1))
		})
		connected.SetBit(o, left.At(o).Ne(0))
	})
	from := m.Next("connected_to", reading.Value, 0)

	const width = 2 + pairBits
	inputs := make([]value, n)
	for i := range inputs {
		inputs[i] = rtlgen.Cat(s.in.OutLane("pair_valid", i), s.in.OutLane("pair_sop", i), s.in.OutLane("pair_data", i))
	}
	x := m.Instance("crossbar", prim.Crossbar(prim.CrossbarParams{Inputs: n, Outputs: n, Width: width}))
	x.In("data", rtlgen.LanesOf(inputs))
	x.In("select", from)
	x.In("enable", connected)
	for o := range n {
		pair := x.Out("q").Lane(o, width)
		s.out.InLane("pair_valid", o, pair.Slice(width-1, width-1))
		s.out.InLane("pair_sop", o, pair.Slice(width-2, width-2))
		s.out.InLane("pair_data", o, pair.Low(pairBits))
	}
	s.out.In("pair_source", from)
}

// notify joins the output sides with the input sides by the notification bus.
func (s *switchParts) notify() {
	bus := s.m.Instance("note_bus", recn.NoteBus(s.p.recn()))
	for _, name := range []string{"note_valid", "note_xoff", "note_tp", "note_mask", "note_target"} {
		bus.In(name, s.out.Out(name))
	}
	s.out.In("note_take", bus.Out("note_take"))
	for _, name := range []string{"bus_valid", "bus_xoff", "bus_tp", "bus_mask", "bus_target", "bus_source"} {
		s.in.Broadcast(name, bus.Out(name))
	}
}
