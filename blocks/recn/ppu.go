package recn

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// PPU is the post-processing unit (IQ sections 2.3, 3.5). It keeps the SAQs (head,
// tail, empty, count) and inspects the head of one non-empty queue per cycle. A
// head that matches the name of a SAQ longer than its own queue's moves to the
// tail of the shortest such SAQ; a head that matches none becomes ready for the
// scheduler. Shortest first keeps packets of a flow in order: all names that
// match a packet are prefixes of one another, and a packet only ever moves from
// one to the next longer, in at the tail, out at the head.
//
// An inspection has three stages: a queue is chosen (scan), its head is looked up
// in the routing unit and compared with the lines of the CAM (look), and it moves
// or becomes ready (decide). A new one begins in every cycle, of another queue than
// those on the way. What counts are the lines in the last stage: a line that has
// died since is no target, and if one was born the inspection is void.
//
// A head that matches none is final: another inspection would say the same until
// a CAM line is born, so the scan leaves it out until then. Without that, heads
// that wait (ready, or stopped by an Xoff) take most of the 8 inspections of a
// packet time from the queues that need them. A birth makes all heads due again,
// so that a new SAQ gets a head that was ready before.
//
// An inspection of the queue that the scheduler pops is void: the grant wins. So
// is a move if its link would be written in the cycle in which a packet enters the
// cold queue, since the pointer file takes one link per cycle. Both happen at most
// once in the 8 cycles of a packet.
//
// When a head leaves, its successor is read from the pointer file in the next cycle
// with registered addresses, and the queue has no valid head for that cycle.
func PPU(p Params) *rtlgen.Typed[PPUPorts] {
	m, io := rtlgen.New[PPUPorts](p)
	s, q := p.SAQs, p.queues()
	u := &ppu{
		PPUPorts: io, m: m.Module, p: p,
		head: m.RegArrayNoReset("head_q", s, p.sw()), tail: m.RegArrayNoReset("tail_q", s, p.sw()),
		empty: m.Reg("empty_q", s, (1<<s)-1), count: m.RegArray("count_q", s, p.cw(), 0),
		deqRefill: m.RegNoReset("deq_refill", s), ppuRefill: m.RegNoReset("ppu_refill", s), refill: m.RegNoReset("refill_q", s),
		above: m.Reg("above_last", s, 0), final: m.Reg("final_q", q, 0),
		ready: m.Reg("ready_q", q, 0), port: m.RegArrayNoReset("port_q", q, p.pw()),
		look: m.Reg("look_q", q, 0), lookSlot: m.RegNoReset("look_slot", p.sw()),
		decide: m.Reg("decide_q", q, 0), underWay: m.Reg("under_way", q, 0), slot: m.RegNoReset("decide_slot", p.sw()),
	}
	u.movedSlot = m.NextNoReset("moved_slot_q", u.slot)
	u.pops()
	u.scan()
	u.compare()
	u.decision()
	u.updateQueues()
	u.updateHeads()
	u.outputs()
	return m
}

// ppu is the netlist of the unit while it is built.
type ppu struct {
	*PPUPorts
	m *rtlgen.Module
	p Params

	head, tail, count    rtlgen.RegArray
	empty                rtlgen.Reg
	refill               rtlgen.Reg // per SAQ: one of the two
	deqRefill, ppuRefill rtlgen.Reg // per SAQ, if it is not empty: its head has left by a grant, or by a move; the next one is read

	above        rtlgen.Reg // queues above the one that was scanned last
	look, decide rtlgen.Reg // one-hot: the queue in this stage
	underWay     rtlgen.Reg // both
	lookSlot     rtlgen.Reg
	slot         rtlgen.Reg // of the head that is decided about
	movedSlot    rtlgen.Reg // the same a cycle later

	final rtlgen.Reg // per queue: its head was inspected and stays
	ready rtlgen.Reg // per queue: its head may be sent
	port  rtlgen.RegArray

	// A bit per queue.
	popped  value // one-hot: the scheduler takes its head
	stays   value // one-hot: the inspection leaves its head
	moved   value // one-hot: its head goes to a SAQ
	matches value // a bit per line, of the look stage
	target  value // one-hot: the SAQ that the head moves to
}

// pops decodes the grant.
func (u *ppu) pops() {
	popped := u.m.Wire("popped", u.p.queues())
	for q := range u.m.Each("q", u.p.queues()) {
		popped.SetBit(q, u.PopValid.And(u.PopQueue.Eq(q.Zext(u.p.qw()))))
	}
	u.popped = popped.Value
}

// scan chooses the next queue, round robin, whose head is due. All that follows from
// the choice follows from its one-hot form.
func (u *ppu) scan() {
	m := u.m
	heads := m.Let("valid_heads", rtlgen.Cat(u.empty.Or(u.refill).Not(), u.CqHeadValid))
	due := m.Let("due", heads.AndNot(u.final).AndNot(u.underWay))
	scan := prim.RoundRobin(m, "scan", due, u.above)
	scanned := m.Let("scanned", scan.OneHot)
	m.If(scan.Any, func() { u.above.Set(scan.Above) })
	look := m.Let("look_next", scanned.AndNot(u.popped))
	decide := m.Let("decide_next", u.look.AndNot(u.popped))
	u.look.Set(look)
	u.decide.Set(decide)
	u.underWay.Set(look.Or(decide))
	u.lookSlot.Set(rtlgen.OneHotMux(scanned, m.Let("heads", rtlgen.Cat(u.head.Flat(), u.CqHead))))
}

// compare finds the lines that match and are longer than the queue's own.
func (u *ppu) compare() {
	m, p := u.m, u.p
	lines := packet.LinesOf(u.Line.LineNames)
	saq := m.Let("look_saq", u.look.High(p.SAQs))
	matches := m.Wire("matching", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		longer := u.look.Bit(0).Or(u.Line.Longer.Lane(k, p.SAQs).And(saq).Any())
		name := packet.Name{Tp: lines.Of(k).Tp, Mask: p.ports().WholeTurns(lines.Of(k).Mask)}
		matches.SetBit(k, u.Line.Valid.Bit(k).And(name.Matches(u.HeadTurns)).And(longer))
	}
	m.Unused("inner_bits_of_turns", u.Line.Mask)
	u.matches = m.NextNoReset("match_q", matches).Value
	u.slot.Set(u.lookSlot)
}

// decision finds the shortest of the names that match and are still there.
func (u *ppu) decision() {
	m, p := u.m, u.p
	before := m.Next("line_valid_before", u.Line.Valid, 0)
	m.Assume("births_are_told", u.LineBorn.Eq(u.Line.Valid.AndNot(before).Any()))
	candidate := m.Let("candidate", u.matches.And(u.Line.Valid))
	longer := m.Let("longer", u.Line.Longer.Transpose(p.SAQs)) // lane k: the lines that are longer than line k
	shortest := m.Let("shortest", candidate.AndNot(rtlgen.OneHotMux(candidate, longer)))

	going := candidate.Any()
	void := m.Let("no_effect", u.LineBorn.Or(u.LinkBusy.And(going)))
	carried := m.Let("carried_out", u.decide.AndNot(u.popped).AndNot(void.Replicate(p.queues())))
	u.moved = m.Let("moved", carried.And(going.Replicate(p.queues())))
	u.stays = m.Let("stays", carried.AndNot(u.moved))
	u.target = m.Let("target", shortest.And(carried.Any().Replicate(p.SAQs)))
	m.Assert("one_target", u.target.AndNot(u.target.LowestOne()).Eq(0))
	m.Assert("a_queue_is_inspected_once_at_a_time", u.look.And(u.decide).Eq(0))
	m.Assert("under_way_in_either_stage", u.underWay.Eq(u.look.Or(u.decide)))
}

// updateQueues pops and appends. A queue may lose its only packet and get
// another in the same cycle.
func (u *ppu) updateQueues() {
	m, p := u.m, u.p
	granted := m.Let("granted", u.popped.High(p.SAQs)) // the scheduler pops SAQ k
	movedOn := m.Let("moved_on", u.moved.High(p.SAQs)) // the head of SAQ k goes to another
	last := m.Wire("last_packet", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		last.SetBit(k, u.count.At(k).Eq(1))
	}
	starts := m.Let("starts_queue", u.empty.Or(granted.And(last)))
	u.deqRefill.Set(granted.AndNot(last))
	u.ppuRefill.Set(movedOn.AndNot(last))
	u.refill.Set(granted.Or(movedOn).AndNot(last))
	for k := range m.Each("k", p.SAQs) {
		leaves := granted.Bit(k).Or(movedOn.Bit(k))
		m.If(u.target.Bit(k).And(starts.Bit(k)), func() {
			u.head.At(k).Set(u.slot)
		}).ElseIf(u.deqRefill.Bit(k), func() {
			u.head.At(k).Set(u.DeqNext)
		}).ElseIf(u.ppuRefill.Bit(k), func() {
			u.head.At(k).Set(u.PpuNext)
		})
		m.If(u.target.Bit(k), func() { u.tail.At(k).Set(u.slot) })
		m.If(u.target.Bit(k).And(leaves.Not()), func() {
			u.count.At(k).Set(u.count.At(k).Add(1))
			u.empty.SetBit(k, 0)
		}).ElseIf(leaves.And(u.target.Bit(k).Not()), func() {
			u.count.At(k).Set(u.count.At(k).Sub(1))
			u.empty.SetBit(k, last.Bit(k))
		})
	}
	// The link is written a cycle later, in time for the first read: that of a head that
	// leaves in that cycle. It is also written behind an only packet that is popped, and
	// then never read.
	u.Link.Valid.Drive(m.Next("link_valid_q", u.target.AndNot(u.empty).Any(), 0))
	u.Link.Slot.Drive(m.NextNoReset("link_slot_q", rtlgen.OneHotMux(u.target, u.tail.Flat())))
	u.Link.Next.Drive(u.movedSlot)
	u.DeqHead.Drive(rtlgen.OneHotMux(granted, u.head.Flat()))
	u.queueAsserts()
}

// updateHeads notes what an inspection has found. A head is new when the one before
// it has left.
func (u *ppu) updateHeads() {
	m := u.m
	gone := m.Let("head_gone", u.popped.Or(u.moved))
	port := m.NextNoReset("decide_port", u.HeadPort)
	u.final.Set(u.final.AndNot(gone).AndNot(u.LineBorn.Replicate(u.p.queues())).Or(u.stays))
	u.ready.Set(u.ready.AndNot(gone).Or(u.stays))
	for q := range m.Each("q", u.p.queues()) {
		m.If(u.decide.Bit(q), func() { u.port.At(q).Set(port) })
	}
	none := rtlgen.Cat(u.empty, u.CqEmpty)
	m.Assume("pop_of_a_ready_head", u.popped.AndNot(u.ready).Eq(0), "the scheduler takes what it was offered")
	m.Assert("final_heads_are_ready", u.final.AndNot(u.ready).Eq(0))
	m.Assert("ready_heads_exist", u.ready.And(none).Eq(0), "an empty queue has no head")
}

func (u *ppu) queueAsserts() {
	m, p := u.m, u.p
	bad := m.Wire("broken_queue", p.SAQs)
	idle := m.Wire("packets_without_line", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		bad.SetBit(k, u.empty.Bit(k).Ne(u.count.At(k).Eq(0)).
			Or(u.count.At(k).Eq(1).And(u.refill.Bit(k).Not()).And(u.head.At(k).Ne(u.tail.At(k)))))
		idle.SetBit(k, u.Line.Valid.Bit(k).Not().And(u.count.At(k).Ne(0)))
	}
	m.Assert("queues_consistent", bad.Eq(0), "empty means count 0; the one packet of a queue is its head and its tail")
	m.Assert("packets_only_with_line", idle.Eq(0), "a SAQ without a valid line is empty")
	m.Assert("a_head_leaves_in_one_way", u.deqRefill.And(u.ppuRefill).AndNot(u.empty).Eq(0))
}

func (u *ppu) outputs() {
	u.Head.Drive(u.head.Flat())
	u.Tail.Drive(u.tail.Flat())
	u.Empty.Drive(u.empty)
	u.Count.Drive(u.count.Flat())
	u.Ready.Drive(u.ready)
	u.Port.Drive(u.port.Flat())
	u.ScanHead.Drive(u.lookSlot)
	u.MovedSlot.Drive(u.movedSlot)
	u.CqPop.Drive(u.moved.Bit(0))
	u.Linked.Drive(u.target)
	u.Wanted.Drive(u.matches.And(u.decide.Any().Replicate(u.p.SAQs)))
	u.DecidedSlot.Drive(u.slot)
	u.CqInspected.Drive(u.stays.Bit(0).Or(u.moved.Bit(0)).Or(u.final.Bit(0).AndNot(u.LineBorn)).Or(u.CqEmpty))
}
