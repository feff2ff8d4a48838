package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Switch is the RECN-IQ switch (IQ section 3, figure 2; DD figure 6): input ports
// with the packet memories, the scheduler, the crossbar, output ports, and the
// notification bus. README.md gives the link protocol and the cycle of each step.
func Switch(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_switch")
	m.Doc("RECN-IQ switch: input-queued, with set-aside queues for congested packets")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec, readySpec)
	s := &switchParts{m: m, p: p}
	s.in = m.InstanceArray("in_port", p.Ports, InputPort(p))
	s.out = m.InstanceArray("out_port", p.Ports, OutputPort(p))
	s.links()
	s.schedule()
	s.crossbar()
	if p.SAQs > 0 {
		s.notify()
	}
	for _, name := range []string{"stat_free", "stat_detect", "stat_no_free", "stat_dropped", "stat_saqs", "stat_sent"} {
		if p.SAQs > 0 || name == "stat_free" {
			m.Output(name, s.in.Out(name))
		}
	}
	p.describePorts(m, "")
	return m
}

type switchParts struct {
	m       *rtlgen.Module
	p       Params
	in, out *rtlgen.Instance

	start, source value // grants per output
}

// LinkFields are the fields of a link between two RECN ports: the beats go
// forward, credits and Xoff/Xon messages come back.
func LinkFields(p Params) rtlgen.Bundle {
	b := rtlgen.Bundle{}.Forward("valid", 1).Forward("sop", 1).Forward("eop", 1).Forward("data", beatBits).Backward("credit", 1)
	if p.SAQs > 0 {
		b = b.Backward("msg_valid", 1).Backward("msg_xoff", 1).Backward("msg_tp", turnBits).Backward("msg_mask", turnBits)
	}
	return b
}

// links brings the link pins to the ports, lane i to port i.
func (s *switchParts) links() {
	m, n := s.m, s.p.Ports
	rx := m.Receiver("rx", LinkFields(s.p).Lanes(n))
	tx := m.Sender("tx", LinkFields(s.p).Lanes(n))
	for _, f := range LinkFields(s.p).Fields() {
		if f.Backward {
			rx.Set(f.Name, s.in.Out("rx_"+f.Name))
			s.out.In("tx_"+f.Name, tx.Get(f.Name))
		} else {
			s.in.In("rx_"+f.Name, rx.Get(f.Name))
			tx.Set(f.Name, s.out.Out("tx_"+f.Name))
		}
	}
	numbers := make([]value, n)
	for i := range numbers {
		numbers[i] = m.Const(s.p.pw(), i)
	}
	s.in.In("my_port", rtlgen.Lanes(numbers...))
}

// schedule joins the scheduler with the queues' heads and the credits.
func (s *switchParts) schedule() {
	m := s.m
	scheduler := m.Instance("scheduler", Scheduler(s.p))
	for _, name := range []string{"queue_empty", "queue_ready", "queue_port"} {
		scheduler.In(name, s.in.Out(name))
	}
	scheduler.In("credit_available", s.out.Out("credit_available"))
	s.in.In("grant_valid", scheduler.Out("grant_valid"))
	if s.p.SAQs > 0 {
		scheduler.In("saq_xoff", s.in.Out("saq_xoff"))
		s.in.In("grant_queue", scheduler.Out("grant_queue"))
	}
	s.start, s.source = scheduler.Out("start"), scheduler.Out("source")
	s.out.In("start", s.start)
	m.Output("stat_credit", s.out.Out("stat_credit"))
}

// crossbar connects an output to its input for the 8 beats of a packet. The beats
// come two cycles after the grant: one for the memory's address, one for its data.
func (s *switchParts) crossbar() {
	m, p := s.m, s.p
	n, pw := p.Ports, p.pw()
	left := m.RegArray("beats_left", n, rtlgen.CountBits(beats), 0)
	reading := m.Reg("reading_from", n*pw, 0)
	connected := m.Reg("connected", n, 0)
	m.For("o", n, func(o value) {
		m.If(s.start.Bit(o), func() {
			left.At(o).Set(beats)
			reading.SetLane(o, s.source.Lane(o, pw))
		}).ElseIf(left.At(o).Ne(0), func() {
			left.At(o).Set(left.At(o).Sub(1))
		})
		connected.SetBit(o, left.At(o).Ne(0))
	})
	from := m.Next("connected_to", reading.Value, 0)

	width := 3 + beatBits
	inputs := make([]value, n)
	for i := range inputs {
		inputs[i] = rtlgen.Cat(s.in.OutLane("beat_valid", i), s.in.OutLane("beat_sop", i), s.in.OutLane("beat_eop", i), s.in.OutLane("beat_data", i))
	}
	x := m.Instance("crossbar", prim.Crossbar(n, n, width))
	x.In("data", rtlgen.Lanes(inputs...))
	x.In("select", from)
	x.In("enable", connected)
	for o := range n {
		beat := x.Out("q").Lane(o, width)
		s.out.InLane("beat_valid", o, beat.Slice(width-1, width-1))
		s.out.InLane("beat_sop", o, beat.Slice(width-2, width-2))
		s.out.InLane("beat_eop", o, beat.Slice(width-3, width-3))
		s.out.InLane("beat_data", o, beat.Low(beatBits))
	}
	if p.SAQs > 0 {
		s.out.In("beat_source", from)
	}
}

// notify joins the output ports with the input ports by the notification bus.
func (s *switchParts) notify() {
	m := s.m
	bus := m.Instance("note_bus", NoteBus(s.p))
	for _, name := range []string{"note_valid", "note_xoff", "note_tp", "note_mask", "note_target"} {
		bus.In(name, s.out.Out(name))
	}
	s.out.In("note_take", bus.Out("note_take"))
	for _, name := range []string{"bus_valid", "bus_xoff", "bus_tp", "bus_mask", "bus_target", "bus_source"} {
		s.in.Broadcast(name, bus.Out(name))
	}
	m.Output("stat_lines", s.out.Out("stat_lines"))
	m.Output("stat_cam_full", s.out.Out("stat_cam_full"))
}
