package recn

import (
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
	JoinLinks(m, LinkFields(p), p.Ports, s.in, s.out)
	s.schedule()
	from := JoinCrossbar(m, p.Ports, s.start, s.source, s.in, s.out)
	if p.SAQs > 0 {
		s.out.In("beat_source", from)
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
