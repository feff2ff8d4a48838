package recn

import (
	"culprit/blocks/packet"
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
// A head that was ready is inspected again in its turn, so that a SAQ allocated
// meanwhile still gets it. An inspection of the queue that the scheduler pops in
// the same cycle is void: the grant wins. (Skipping such a queue instead would put
// the scheduler in front of the PPU in one cycle's path; a grant costs at most one
// inspection in the 8 cycles of a packet.)
func PPU(p Params) *rtlgen.Typed[PPUPorts] {
	m, io := rtlgen.New[PPUPorts](p)
	s := p.SAQs
	u := &ppu{
		PPUPorts: io, m: m.Module, p: p,
		head: m.RegArrayNoReset("head_q", s, p.sw()), tail: m.RegArrayNoReset("tail_q", s, p.sw()),
		empty: m.Reg("empty_q", s, (1<<s)-1), count: m.RegArray("count_q", s, p.cw(), 0),
		scan: m.Reg("scan", p.qw(), 0),
	}
	u.scanNext()
	u.inspect()
	u.updateQueues()
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
	scan              rtlgen.Reg

	active, queue, slot value // the queue that is scanned and its head
	carried             value // the inspection is not void
	target              value // one-hot: the SAQ that the head moves to
	move                value
}

// scanNext finds the first non-empty queue from the scan pointer upward.
func (u *ppu) scanNext() {
	m, p := u.m, u.p
	q := p.queues()
	waiting := m.Let("waiting", rtlgen.Cat(u.empty.Not(), u.CqEmpty.Not()))
	fromScan := m.Let("from_scan", waiting.And(m.Ones(q).Shl(u.scan)))
	u.active = m.Let("scan_active", waiting.Any())
	u.queue = m.Let("scan_queue", rtlgen.Mux(fromScan.Any(), fromScan.Priority(), waiting.Priority()))
	heads := m.Let("heads", rtlgen.Cat(u.head.Flat(), u.CqHead))
	u.slot = m.Let("scan_slot", heads.Lane(u.queue, p.sw()))
	u.carried = m.Let("carried_out", u.active.And(u.PopValid.And(u.PopQueue.Eq(u.queue)).Not()))
	m.If(u.active, func() {
		u.scan.Set(rtlgen.Mux(u.queue.Eq(q-1), 0, u.queue.Add(1)))
	})
}

// inspect finds the shortest matching name that is longer than the queue's own.
func (u *ppu) inspect() {
	m, p := u.m, u.p
	turns := packet.Aligned(m, "head", u.RimHeader)
	lines := packet.LinesOf(u.Line)
	own := m.Wire("own_mask", packet.TurnBits)
	own.Default(0)
	for k := range m.Each("k", p.SAQs) {
		m.If(u.queue.Eq(u.queueOf(k)), func() { own.Set(lines.Of(k).Mask) })
	}
	candidate := m.Wire("candidate", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		candidate.SetBit(k, u.Line.Valid.Bit(k).And(lines.Of(k).Matches(turns)).And(lines.Of(k).Mask.Gt(own)))
	}
	outranked := lines.Outranked(m, "longer", candidate, true)
	u.target = m.Let("target", candidate.AndNot(outranked).And(u.carried.Replicate(p.SAQs)))
	u.move = m.Let("move", u.target.Any())
}

// queueOf is the queue number of SAQ k.
func (u *ppu) queueOf(k value) value { return k.Zext(u.p.qw()).Add(1) }

// updateQueues pops and appends. A queue may lose its only packet and get
// another in the same cycle.
func (u *ppu) updateQueues() {
	m, p := u.m, u.p
	granted := m.Wire("granted", p.SAQs) // the scheduler pops SAQ k
	moved := m.Wire("moved_out", p.SAQs) // the head of SAQ k moves on
	starts := m.Wire("starts_queue", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		granted.SetBit(k, u.PopValid.And(u.PopQueue.Eq(u.queueOf(k))))
		moved.SetBit(k, u.move.And(u.queue.Eq(u.queueOf(k))))
		starts.SetBit(k, u.empty.Bit(k).Or(granted.Bit(k).And(u.count.At(k).Eq(1))))
	}
	for k := range m.Each("k", p.SAQs) {
		leaves := granted.Bit(k).Or(moved.Bit(k))
		m.If(u.target.Bit(k).And(starts.Bit(k)), func() {
			u.head.At(k).Set(u.slot)
		}).ElseIf(granted.Bit(k), func() {
			u.head.At(k).Set(u.DeqNext)
		}).ElseIf(moved.Bit(k), func() {
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
	u.Set.Valid.Drive(u.carried)
	u.Set.Slot.Drive(u.slot)
	u.Set.Port.Drive(u.HeadPort.At(u.queue))
	u.Set.Ready.Drive(u.move.Not())
	fromCQ := u.m.Let("scans_cq", u.queue.Eq(0))
	u.CqPop.Drive(u.move.And(fromCQ))
	u.Linked.Drive(u.target)
	u.CqInspected.Drive(u.carried.And(fromCQ))
}
