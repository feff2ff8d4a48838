package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// InputPort is the receiving side of a link: the packet memory with its units (IQ
// figure 2). README.md gives the timing from the pins to the crossbar.
func InputPort(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_input_port")
	m.Doc("input port: packet memory, queues, congestion management")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec, readySpec)
	u := newInputPort(m, p)
	u.coldQueue()
	u.transmit()
	if p.SAQs > 0 {
		u.setAside()
		u.notifications()
	}
	u.requests()
	u.checkSlots()
	return m
}

// inputPort is the netlist of the port while it is built.
type inputPort struct {
	m *rtlgen.Module
	p Params

	sop, header, myPort    value
	grantValid, grantQueue value
	grantCQ                value // the grant takes the head of the cold queue

	mmu, ru, mu, ppu, cam *rtlgen.Instance

	cqHead, cqCount        value
	txActive, txSlot, last value // the packet that is being read
	grantedSlot            value
}

func newInputPort(m *rtlgen.Module, p Params) *inputPort {
	u := &inputPort{m: m, p: p}
	valid := m.Next("rx_valid_q", m.Input("rx_valid", 1), 0)
	sop := m.Next("rx_sop_q", m.Input("rx_sop", 1), 0)
	eop := m.Next("rx_eop_q", m.Input("rx_eop", 1), 0)
	data := m.Next("rx_data_q", m.Input("rx_data", beatBits), 0)
	u.myPort = m.Input("my_port", p.pw())
	u.sop, u.header = m.Let("start", valid.And(sop)), data.High(headerBits)

	u.mmu = m.Instance("mmu", MMU(p))
	u.mmu.In("rx_valid", valid)
	u.mmu.In("rx_sop", sop)
	u.mmu.In("rx_eop", eop)
	u.mmu.In("rx_data", data)

	u.ru = m.Instance("ru", RU(p))
	u.ru.In("sop", u.sop)
	u.ru.In("header", u.header)
	u.ru.In("slot", u.mmu.Out("wr_slot"))
	u.ru.In("my_port", u.myPort)

	u.grantValid = m.Input("grant_valid", 1)
	u.grantCQ = u.grantValid
	if p.SAQs > 0 {
		u.grantQueue = m.Input("grant_queue", p.qw())
		u.grantCQ = m.Let("grant_cq", u.grantValid.And(u.grantQueue.Eq(0)))
		u.ppu = m.Instance("ppu", PPU(p))
		u.cam = m.Instance("cam", InCAM(p))
	}
	m.Output("rx_credit", u.link("credit", u.mmu.Out("credit")))
	m.Output("stat_free", u.mmu.Out("free_count"))
	return u
}

// link delays what leaves on the reverse lane: its unit's register is the first
// of the link's registers.
func (u *inputPort) link(name string, v value) value {
	if u.p.LinkLatency == 1 {
		return v
	}
	d := u.m.Instance(name+"_link", prim.LinkDelay(prim.LinkDelayParams{Width: v.Width(), Latency: u.p.LinkLatency - 1}))
	d.In("d", v)
	return d.Out("q")
}

// coldQueue joins the mapping unit with the pointer file.
func (u *inputPort) coldQueue() {
	m := u.m
	u.mu = m.Instance("mu", MU(u.p))
	u.mu.In("enq_valid", u.ru.Out("enq_valid"))
	u.mu.In("enq_slot", u.ru.Out("enq_slot"))
	u.mu.In("head_next", u.mmu.Out("cq_next"))
	u.cqHead, u.cqCount = u.mu.Out("head"), u.mu.Out("count")
	pop := u.grantCQ
	if u.p.SAQs > 0 {
		pop = pop.Or(u.ppu.Out("cq_pop"))
	}
	u.mu.In("pop", pop)
	u.mmu.In("cq_head", u.cqHead)
	u.mmu.In("cq_link_valid", u.mu.Out("link_valid"))
	u.mmu.In("cq_link_slot", u.mu.Out("link_slot"))
	u.mmu.In("cq_link_next", u.mu.Out("link_next"))
}

// transmit reads the granted packet, one beat per cycle, and gives its slot back
// with the last.
func (u *inputPort) transmit() {
	m, p := u.m, u.p
	u.grantedSlot = u.cqHead
	if p.SAQs > 0 {
		u.grantedSlot = m.Let("granted_slot", rtlgen.Mux(u.grantCQ, u.cqHead, u.ppu.Out("deq_head")))
	}
	active := m.Reg("tx_active", 1, 0)
	slot := m.Reg("tx_slot", p.sw(), 0)
	word := m.Reg("tx_word", wordBits, 0)
	u.txActive, u.txSlot = active.Value, slot.Value
	u.last = m.Let("tx_last", active.And(word.Eq(beats-1)))
	m.If(u.grantValid, func() {
		active.Set(1)
		slot.Set(u.grantedSlot)
		word.Set(0)
	}).ElseIf(active.Value, func() {
		active.Set(u.last.Not())
		word.Set(word.Add(1))
	})
	u.mmu.In("rd_en", active)
	u.mmu.In("rd_slot", slot)
	u.mmu.In("rd_word", word)
	u.mmu.In("free_valid", u.last)
	u.mmu.In("free_slot", slot)

	m.Output("beat_valid", m.Next("beat_valid_q", active.Value, 0).Value)
	m.Output("beat_sop", m.Next("beat_sop_q", active.And(word.Eq(0)), 0).Value)
	m.Output("beat_eop", m.Next("beat_eop_q", u.last, 0).Value)
	m.Output("beat_data", u.mmu.Out("rd_data"))
	m.Assume("grant_when_idle", u.grantValid.And(active.Value).Implies(u.last), "a grant comes when the packet before is read")
}

// setAside joins the post-processing, detection and flow control units with the
// CAM.
func (u *inputPort) setAside() {
	m, p := u.m, u.p
	ppu, cam := u.ppu, u.cam
	ppu.In("cq_head", u.cqHead)
	ppu.In("cq_empty", u.mu.Out("empty"))
	ppu.In("pop_valid", u.grantValid)
	ppu.In("pop_queue", u.grantQueue)
	ppu.In("deq_next", u.mmu.Out("deq_next"))
	ppu.In("ppu_next", u.mmu.Out("ppu_next"))
	ppu.In("rim_header", u.ru.Out("rim_header"))
	ppu.In("head_port", u.ru.Out("head_port"))
	u.mmu.In("saq_link_valid", ppu.Out("link_valid"))
	u.mmu.In("saq_link_slot", ppu.Out("link_slot"))
	u.mmu.In("saq_link_next", ppu.Out("link_next"))
	u.mmu.In("deq_head", ppu.Out("deq_head"))
	u.mmu.In("ppu_head", ppu.Out("scan_head"))
	u.ru.In("rim_slot", ppu.Out("scan_head"))
	for _, name := range []string{"set_valid", "set_slot", "set_port", "set_ready"} {
		u.ru.In(name, ppu.Out(name))
	}

	cdu := m.Instance("cdu", CDU(p))
	cdu.In("cq_count", u.cqCount)
	cdu.In("cq_port", u.ru.Out("head_port").Low(p.pw()))
	cdu.In("cq_granted", u.grantCQ)
	cdu.In("my_port", u.myPort)

	rfcu := m.Instance("rfcu", RFCU(p))
	rfcu.In("count", ppu.Out("count"))
	rfcu.In("linked", ppu.Out("linked"))
	for _, user := range []*rtlgen.Instance{ppu, cdu, rfcu} {
		for _, name := range []string{"line_valid", "line_tp", "line_mask"} {
			user.In(name, cam.Out(name))
		}
	}
	for _, name := range []string{"line_xoff", "line_sent", "line_ready"} {
		rfcu.In(name, cam.Out(name))
	}
	for _, name := range []string{"dealloc", "sent_set", "sent_clear"} {
		cam.In(name, rfcu.Out(name))
	}
	for _, name := range []string{"alloc_valid", "alloc_tp", "alloc_mask"} {
		cam.In(name, cdu.Out(name))
	}
	cam.In("linked", ppu.Out("linked"))
	cam.In("cq_inspected", ppu.Out("cq_inspected"))

	message := u.link("message", rtlgen.Cat(rfcu.Out("msg_valid"), rfcu.Out("msg_xoff"), rfcu.Out("msg_tp"), rfcu.Out("msg_mask")))
	if p.LinkLatency == 1 {
		message = m.Let("message", message)
	}
	m.Output("rx_msg_valid", message.Slice(2*turnBits+1, 2*turnBits+1))
	m.Output("rx_msg_xoff", message.Slice(2*turnBits, 2*turnBits))
	m.Output("rx_msg_tp", message.Slice(2*turnBits-1, turnBits))
	m.Output("rx_msg_mask", message.Low(turnBits))
	m.Output("stat_saqs", cam.Out("line_valid"))
	m.Output("stat_sent", cam.Out("line_valid").And(cam.Out("line_sent")))
	m.Output("stat_detect", cam.Out("allocated"))
	m.Output("stat_no_free", cdu.Out("no_free"))
}

// notifications brings the notification bus to the CAM.
func (u *inputPort) notifications() {
	m, p := u.m, u.p
	receiver := m.Instance("name_extend", NameExtend(p))
	receiver.In("my_port", u.myPort)
	receiver.In("bus_valid", m.Input("bus_valid", 1))
	receiver.In("bus_xoff", m.Input("bus_xoff", 1))
	receiver.In("bus_tp", m.Input("bus_tp", turnBits))
	receiver.In("bus_mask", m.Input("bus_mask", turnBits))
	receiver.In("bus_target", m.Input("bus_target", p.pw()))
	receiver.In("bus_source", m.Input("bus_source", p.pw()))
	for _, name := range []string{"note_valid", "note_xoff", "note_tp", "note_mask"} {
		u.cam.In(name, receiver.Out(name))
	}
	m.Output("stat_dropped", u.cam.Out("note_dropped").Or(receiver.Out("overflow")))
}

// requests shows the heads of all queues to the scheduler.
func (u *inputPort) requests() {
	m, p := u.m, u.p
	heads, empty := u.cqHead, u.mu.Out("empty")
	if p.SAQs > 0 {
		heads = rtlgen.Cat(u.ppu.Out("head"), heads)
		empty = rtlgen.Cat(u.ppu.Out("empty"), empty)
		m.Output("saq_xoff", u.cam.Out("line_xoff"))
	}
	u.ru.In("rrf_slot", heads)
	m.Output("queue_empty", empty)
	m.Output("queue_ready", u.ru.Out("head_ready"))
	m.Output("queue_port", u.ru.Out("head_port"))
}
