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
// A head that matches none is final: another inspection would say the same until
// a CAM line is born, so the scan leaves it out until then. Without that, heads
// that wait (ready, or stopped by an Xoff) take most of the 8 inspections of a
// packet time from the queues that need them. A birth makes all heads due again,
// so that a new SAQ gets a head that was ready before. They are due in the cycle of
// the birth already: without the ready bit the SAQ dies in it if no packet comes.
//
// An inspection of the queue that the scheduler pops in the same cycle is void:
// the grant wins. (Skipping such a queue instead would put the scheduler in front
// of the PPU in one cycle's path; a grant costs at most one inspection in the 8
// cycles of a packet.) So is an inspection in the cycle in which a packet enters
// the cold queue, since the pointer file takes one link per cycle; that, too, is
// at most one in 8.
func PPU(p Params) *rtlgen.Typed[PPUPorts] {
	m, io := rtlgen.New[PPUPorts](p)
	s := p.SAQs
	u := &ppu{
		PPUPorts: io, m: m.Module, p: p,
		head: m.RegArrayNoReset("head_q", s, p.sw()), tail: m.RegArrayNoReset("tail_q", s, p.sw()),
		empty: m.Reg("empty_q", s, (1<<s)-1), count: m.RegArray("count_q", s, p.cw(), 0),
		above: m.Reg("above_last", p.SAQs, 0), final: m.Reg("final_q", p.queues(), 0),
	}
	u.scanNext()
	u.inspect()
	u.updateQueues()
	u.updateFinal()
	u.outputs()
	return m
}

// ppu is the netlist of the unit while it is built.
type ppu struct {
	*PPUPorts
	m *rtlgen.Module
	p Params

	head, tail, count rtlgen.RegArray
	empty             rtlgen.Reg
	above             rtlgen.Reg // queues above the one that was scanned last
	final             rtlgen.Reg // per queue: its head was inspected and stays

	// A bit per queue.
	born    value // a CAM line has got valid
	due     value // it has a head that is not final
	scanned value // one-hot: its head is looked at
	popped  value // one-hot: the scheduler takes its head
	carried value // one-hot: the inspection is not void
	moved   value // one-hot: its head goes to a SAQ

	inspects value // an inspection is carried out
	slot     value // of the scanned head
	target   value // one-hot: the SAQ that the head moves to
}

// scanNext finds the next queue, round robin, whose head is due. All that follows
// from the choice follows from its one-hot form.
func (u *ppu) scanNext() {
	m, p := u.m, u.p
	before := m.Next("line_valid_q", u.Line.Valid, 0)
	u.born = m.Let("line_born", u.Line.Valid.AndNot(before).Any())
	known := m.Let("known_final", u.final.AndNot(u.born.Replicate(p.queues())))
	u.due = m.Let("due", rtlgen.Cat(u.empty.Not(), u.CqEmpty.Not()).AndNot(known))
	scan := prim.RoundRobin(m, "scan", u.due, u.above)
	u.scanned = m.Let("scanned", scan.OneHot)
	m.If(scan.Any, func() { u.above.Set(scan.Above) })
	u.slot = m.Let("scan_slot", rtlgen.OneHotMux(u.scanned, m.Let("heads", rtlgen.Cat(u.head.Flat(), u.CqHead))))

	popped := m.Wire("popped", p.queues())
	for q := range m.Each("q", p.queues()) {
		popped.SetBit(q, u.PopValid.And(u.PopQueue.Eq(q.Zext(p.qw()))))
	}
	u.popped = popped.Value
	u.carried = m.Let("carried_out", u.scanned.AndNot(u.popped).AndNot(u.LinkBusy.Replicate(p.queues())))
}

// inspect finds the shortest matching name that is longer than the queue's own.
func (u *ppu) inspect() {
	m, p := u.m, u.p
	turns := packet.Aligned(m, "head", u.RimHeader)
	lines := packet.LinesOf(u.Line)
	own := m.Let("own_mask", rtlgen.OneHotMux(m.Let("scanned_saq", u.scanned.High(p.SAQs)), u.Line.Mask))
	candidate := m.Wire("candidate", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		candidate.SetBit(k, u.Line.Valid.Bit(k).And(lines.Of(k).Matches(turns)).And(lines.Of(k).Mask.Gt(own)))
	}
	outranked := lines.Outranked(m, "longer", candidate, true)
	u.inspects = m.Let("inspects", u.carried.Any())
	u.target = m.Let("target", candidate.AndNot(outranked).And(u.inspects.Replicate(p.SAQs)))
	u.moved = m.Let("moved", u.carried.And(u.target.Any().Replicate(p.queues())))
}

// updateQueues pops and appends. A queue may lose its only packet and get
// another in the same cycle.
func (u *ppu) updateQueues() {
	m, p := u.m, u.p
	granted := m.Let("granted", u.popped.High(p.SAQs)) // the scheduler pops SAQ k
	movedOn := m.Let("moved_on", u.moved.High(p.SAQs)) // the head of SAQ k goes to another
	starts := m.Wire("starts_queue", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		starts.SetBit(k, u.empty.Bit(k).Or(granted.Bit(k).And(u.count.At(k).Eq(1))))
	}
	for k := range m.Each("k", p.SAQs) {
		leaves := granted.Bit(k).Or(movedOn.Bit(k))
		m.If(u.target.Bit(k).And(starts.Bit(k)), func() {
			u.head.At(k).Set(u.slot)
		}).ElseIf(granted.Bit(k), func() {
			u.head.At(k).Set(u.DeqNext)
		}).ElseIf(movedOn.Bit(k), func() {
			u.head.At(k).Set(u.PpuNext)
		})
		m.If(u.target.Bit(k), func() { u.tail.At(k).Set(u.slot) })
		m.If(u.target.Bit(k).And(leaves.Not()), func() {
			u.count.At(k).Set(u.count.At(k).Add(1))
			u.empty.SetBit(k, 0)
		}).ElseIf(leaves.And(u.target.Bit(k).Not()), func() {
			u.count.At(k).Set(u.count.At(k).Sub(1))
			u.empty.SetBit(k, u.count.At(k).Eq(1))
		})
	}
	u.Link.Valid.Drive(u.target.AndNot(starts).Any())
	u.Link.Slot.Drive(rtlgen.OneHotMux(u.target, u.tail.Flat()))
	u.Link.Next.Drive(u.slot)
	u.DeqHead.Drive(rtlgen.OneHotMux(granted, u.head.Flat()))

	m.Assume("no_pop_of_an_empty_queue", granted.And(u.empty).Eq(0).
		And(u.PopValid.And(u.PopQueue.Eq(0)).And(u.CqEmpty).Not()))
	m.Assert("one_target", u.target.AndNot(u.target.LowestOne()).Eq(0))
	u.queueAsserts()
}

// updateFinal notes the heads that need no other inspection. A head is new when
// the one before it has left, and a line is born in the first cycle of its valid
// bit: it makes all heads due in that cycle, and an inspection in it sees the line.
func (u *ppu) updateFinal() {
	m, p := u.m, u.p
	gone := m.Let("head_gone", u.popped.Or(u.moved))
	stays := m.Let("head_stays", u.carried.AndNot(u.moved))
	u.final.Set(u.final.AndNot(gone).AndNot(u.born.Replicate(p.queues())).Or(stays))

	m.Assert("final_heads_exist", u.final.And(rtlgen.Cat(u.empty, u.CqEmpty)).Eq(0), "an empty queue has no head")
}

func (u *ppu) queueAsserts() {
	m, p := u.m, u.p
	bad := m.Wire("broken_queue", p.SAQs)
	idle := m.Wire("packets_without_line", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		bad.SetBit(k, u.empty.Bit(k).Ne(u.count.At(k).Eq(0)).
			Or(u.count.At(k).Eq(1).And(u.head.At(k).Ne(u.tail.At(k)))))
		idle.SetBit(k, u.Line.Valid.Bit(k).Not().And(u.count.At(k).Ne(0)))
	}
	m.Assert("queues_consistent", bad.Eq(0), "empty means count 0; the one packet of a queue is its head and its tail")
	m.Assert("packets_only_with_line", idle.Eq(0), "a SAQ without a valid line is empty")
}

func (u *ppu) outputs() {
	u.Head.Drive(u.head.Flat())
	u.Tail.Drive(u.tail.Flat())
	u.Empty.Drive(u.empty)
	u.Count.Drive(u.count.Flat())
	u.ScanHead.Drive(u.slot)
	u.Set.Valid.Drive(u.inspects)
	u.Set.Slot.Drive(u.slot)
	u.Set.Port.Drive(rtlgen.OneHotMux(u.scanned, u.HeadPort))
	u.Set.Ready.Drive(u.target.Any().Not())
	u.CqPop.Drive(u.moved.Bit(0))
	u.Linked.Drive(u.target)
	u.CqInspected.Drive(u.carried.Bit(0).Or(u.due.Bit(0).Not()))
}
