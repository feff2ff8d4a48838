package adapter

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// slots hands out the slots for granted segments: those never used first, then those
// that have come back.
type slots struct {
	m      *rtlgen.Module
	p      Params
	unused value
	fresh  rtlgen.Reg
	free   *prim.FIFOPorts
	take   value // a granted segment gets a slot
}

func newSlots(m *rtlgen.Module, p Params) *slots {
	s := &slots{m: m, p: p, fresh: m.Reg("fresh_q", rtlgen.CountBits(p.granted()), 0,
		"slots for granted segments that were ever used")}
	s.unused = m.Let("slot_unused", s.fresh.Ne(p.granted()))
	s.free = rtlgen.Use(m, "free", prim.FIFO(prim.FIFOParams{Width: p.sw(), Depth: p.granted()}))
	m.Unused("free_state", s.free.Full, s.free.Count)
	return s
}

// of is the slot of a segment: an unsolicited one has that of its source.
func (s *slots) of(valid, unsol, src value) value {
	m, p := s.m, s.p
	take := m.Let("take", valid.AndNot(unsol))
	s.take = take
	m.If(take.And(s.unused), func() { s.fresh.Set(s.fresh.Add(1)) })
	s.free.Pop.Drive(take.AndNot(s.unused))
	m.Assert("slot_for_granted", take.AndNot(s.unused).Implies(s.free.Empty.Not()), "a granted segment finds a slot")
	granted := rtlgen.Mux(s.unused, s.fresh.Value.Zext(p.sw()), s.free.Rdata)
	return m.Let("slot", rtlgen.Mux(unsol, m.Const(p.sw(), p.granted()).Add(src.Zext(p.sw())), granted))
}

// assume is what an egress takes for granted of its segments: there is room for each, and for
// those that are noticed to be lost. released are the granted segments whose credits return, left is 1 where the
// unsolicited one of node leaves.
func (s *slots) assume(unsol, src, lost, released, left, node value) {
	m, w := s.m, s.p.bw()
	held := m.Reg("granted_held", w, 0, "granted segments whose credits have not returned")
	room := s.take.Implies(held.Ne(s.p.Reasm))
	if s.p.Beat == 1 {
		held.Set(held.Add(s.take.Zext(w)).Sub(released.Zext(w)))
	} else {
		more := m.Let("granted_more", held.Zext(w+1).Add(s.take.Zext(w+1)).Add(lost))
		room = s.take.Or(lost.Any()).Implies(more.Le(s.p.Reasm))
		held.Set(more.Low(w).Sub(released.Zext(w)))
	}
	m.Assume("granted_segment_has_room", room, "at most b_reasm segments are granted")
	here := m.Reg("unsolicited_held", s.p.Nodes, 0, "adapters whose unsolicited segment is here")
	m.If(left, func() { here.SetBit(node, 0) })
	m.If(unsol, func() { here.SetBit(src, 1) })
	m.Assume("one_unsolicited_segment", unsol.Implies(here.Bit(src).Not()),
		"a flow has one unsolicited segment until it is acknowledged")
}

// unsolicited reports whether a slot is that of an unsolicited segment.
func (s *slots) unsolicited(slot value) value { return slot.Ge(s.p.granted()) }

// Egress is the output side of the adapter behind the parser.
//
// A segment gets a slot when it arrives: a granted one from the list of free slots,
// an unsolicited one that of its source. The resequencer puts the slots of a flow
// into order. The line takes the flows with complete packets round robin.
func Egress(p Params) *rtlgen.Typed[EgressPorts] {
	m, io := rtlgen.New[EgressPorts](p)
	if m.Refused() {
		return m
	}
	e := &egress{m: m.Module, io: io, p: p}
	w := newWalk(m.Module, p.Nodes*p.Paths)
	io.Ready.Set(w.done())
	total := p.granted() + p.Nodes
	e.order = newResequencer(m.Module, p, io.Me.Value, w, total)
	if p.Repair == 1 {
		e.order.holes.settled = newSettlement(m.Module, p, w, io)
	}
	e.info = m.Memory("info", total, TagBits, rtlgen.ReadUndefined, "tags of segments, by slot")
	e.slots = newSlots(m.Module, p)
	gaps := m.Memory("gaps", total, 1+p.kw(), rtlgen.ReadUndefined,
		"segments lost right before it {some, how many}, by slot").Style(rtlgen.Block) // its address is late

	slot := e.slots.of(io.Seg.Valid.Value, io.Seg.Unsol.Value, io.Seg.Src.Value)
	e.info.Write(io.Seg.Valid, slot, io.Seg.Tag)
	gaps.Write(io.Seg.Valid, slot, rtlgen.Cat(io.Seg.Gap.Any(), io.Seg.Gap))
	e.order.arrive(io.Seg.Valid.Value, io.Seg.Src.Value, io.Seg.Path.Value, slot)
	e.order.move(io.Seg.Valid.Value, io.Seg.Src.Value, io.Seg.Path.Value, gaps)
	e.depart()
	m.Assume("ready_before_segment", io.Seg.Valid.Implies(io.Ready), "no segment before the tables are initialised")
	lost := rtlgen.Mux(io.Seg.Valid, io.Seg.Gap.Zext(p.bw()+1), 0)
	e.slots.assume(io.Seg.Valid.And(io.Seg.Unsol), io.Seg.Src.Value, lost, io.Released.Value, io.Left.Valid.Value,
		io.Left.Node.Value)
	return m
}

type egress struct {
	m     *rtlgen.Module
	io    *EgressPorts
	p     Params
	order *resequencer
	slots *slots
	info  rtlgen.Memory // tag of each slot
}

// depart sends the packets. One that has lost segments is taken from its slots like the
// others, and does not appear on the line.
func (e *egress) depart() {
	m, io, p := e.m, e.io, e.p
	left := m.Reg("segments_left_q", rtlgen.CountBits(p.MaxP), 0, "segments of the packet still to leave")
	current := m.RegNoReset("line_flow_q", p.nw(), "source of the packet that leaves")
	within := m.Reg("in_packet_q", 1, 0, "a packet has begun to leave and not ended")
	start, next := e.order.serve(m.Let("line_free", io.LineEn.AndNot(within)))
	size := e.order.holes.size
	flow := m.Let("line_flow", rtlgen.Mux(within, current, next))
	read := m.Let("line_read", start.Or(within.And(io.LineEn)))
	m.If(start, func() {
		left.Set(size.Sub(1))
		within.Set(size.Ne(1))
		current.Set(next)
	}).ElseIf(read, func() {
		left.Set(left.Sub(1))
		within.Set(left.Ne(1))
	})
	m.Assert("in_packet_is_count", within.Eq(left.Ne(0)))

	e.order.flows.Pop.Valid.Drive(read)
	e.order.flows.Pop.List.Drive(flow)
	slot := m.NextNoReset("line_slot_q", e.order.flows.Pop.Slot)
	m.Assert("segment_for_line", read.Implies(e.order.flows.Pop.Empty.Not()), "a flow with a packet has its segments")
	drops := m.RegNoReset("dropping_q", 1, "the packet that leaves misses segments, and is dropped")
	m.If(start, func() { drops.Set(e.order.holes.bad) })
	dropped := m.Let("dropped", rtlgen.Mux(start, e.order.holes.bad, drops))
	io.Line.Valid.Drive(m.Next("line_valid_q", read.AndNot(dropped), 0))
	io.Line.Src.Drive(m.NextNoReset("line_src_q", flow))
	io.Line.Tag.Drive(e.info.ReadSync("line_info", read, e.order.flows.Pop.Slot))
	io.Line.First.Drive(m.NextNoReset("line_first_q", start))
	io.Line.Last.Drive(m.NextNoReset("line_last_q", rtlgen.Mux(start, size, left).Eq(1)))
	e.release(m.Next("slot_read_q", read, 0).Value, slot.Value,
		m.NextNoReset("packet_size_q", size, "with its first segment: segments of the packet").Value)
}

// release gives back what the segment in a slot held, and one by one the credits of segments
// that got lost, in cycles in which no granted segment arrives and no packet starts to leave.
// size is that of the packet, if the segment is the first one.
func (e *egress) release(valid, slot, size value) {
	m, io, p := e.m, e.io, e.p
	unsol := m.Let("line_unsol", e.slots.unsolicited(slot)) // from a register: the credits need it at once
	io.Left.Valid.Drive(valid.And(unsol))
	io.Left.Node.Drive(io.Line.Src)
	e.slots.free.Push.Drive(valid.AndNot(unsol))
	e.slots.free.Wdata.Drive(slot)

	granted, first := m.Let("granted_arrives", io.Seg.Valid.AndNot(io.Seg.Unsol)), m.Let("packet_starts", valid.And(io.Line.First))
	w := rtlgen.CountBits(p.MaxP)
	owed := m.Reg("owed_q", p.bw(), 0, "credits of lost segments still to be returned")
	returns := m.Let("returns", owed.Any().AndNot(granted.Or(first)))
	owed.Set(owed.Add(rtlgen.Mux(io.Seg.Valid, io.Seg.Gap.Zext(p.bw()), 0)).Sub(returns.Zext(p.bw())))
	io.Arrived.Set(granted.Or(returns))
	io.Released.Drive(rtlgen.Mux(first, size.Sub(unsol.Zext(w)), returns.Zext(w)))
}
