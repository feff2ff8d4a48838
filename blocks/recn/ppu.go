package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
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
// or becomes ready (decide). A new one begins in every cycle. A SAQ has one at a time.
// Of the cold queue, in which all packets arrive, the next packet may follow in the
// next cycle: a run of packets for SAQs leaves it at one per cycle. If one of them
// stays, those behind it go back. What counts are the lines in the last stage: a line
// that has died since is no target, and if one was born the inspection is void.
//
// A head that matches none is final: another inspection would say the same until
// a CAM line is born whose name is longer than that of its queue. Such a birth recalls
// the ready heads that it concerns: they are not offered to the scheduler any more, and
// are inspected again. Before that comes to its last stage, the decisions that the
// scheduler was about to make are out; the inspection of a head that is popped ends. So
// what is ready never moves, and a decision of the scheduler stands. The head of the cold
// queue, which may have caused the birth, comes first.
//
// A packet that comes to the head of an empty SAQ and matches no longer name is ready
// at once: its own inspection would say that again. So is a packet that enters the empty
// cold queue while no line is in use: without congestion the unit costs no time.
//
// The pointer file takes one link per cycle. When the cold queue may need it for a
// packet that arrives, in one of the 8 cycles of a packet, all stages wait.
//
// When the head of a SAQ leaves, its successor is read from the pointer file in the next
// cycle with registered addresses, and the queue has no valid head for that cycle.
func PPU(p Params) *rtlgen.Typed[PPUPorts] {
	m, io := rtlgen.New[PPUPorts](p)
	if m.Refused() {
		return m
	}
	s, q := p.SAQs, p.queues()
	u := &ppu{
		PPUPorts: io, m: m.Module, p: p,
		head:      m.RegArrayNoReset("head_q", s, p.sw(), "slot at the head of the queue, by SAQ"),
		tail:      m.RegArrayNoReset("tail_q", s, p.sw(), "slot at the tail of the queue, by SAQ"),
		empty:     m.Reg("empty_q", s, (1<<s)-1),
		count:     m.RegArray("count_q", s, p.cw(), 0, "packets in the queue, by SAQ"),
		deqRefill: m.RegNoReset("deq_refill", s, "the head left by a grant, by SAQ"),
		ppuRefill: m.RegNoReset("ppu_refill", s, "the head left by a move, by SAQ"),
		refill:    m.RegNoReset("refill_q", s, "the next head is read, by SAQ"),
		above:     m.Reg("above_last", s, 0, "queues above the one that was scanned last"),
		final:     m.Reg("final_q", q, 0, "the head is ready or recalled, by queue"),
		ready:     m.Reg("ready_q", q, 0), port: m.RegArrayNoReset("port_q", q, p.pw(), "output of the head, by queue"),
		cqReady:    m.RegNoReset("cq_ready_q", p.sw()),
		recalled:   m.Reg("recalled_q", q, 0, "the head was ready until a line's birth, by queue"),
		look:       m.Reg("look_q", q, 0, "queue whose head is looked up, one-hot"),
		lookSlot:   m.RegNoReset("look_slot", p.sw()),
		underWay:   m.Reg("under_way", s, 0, "a head is looked up or decided about, by SAQ"),
		decide:     m.Reg("decide_q", q, 0, "queue whose head is decided about, one-hot"),
		slot:       m.RegNoReset("decide_slot", p.sw()),
		decidePort: m.RegNoReset("decide_port", p.pw(), "output of the head that is decided about"),
		matches:    m.RegNoReset("match_q", s, "lines that match the head decided about"), wait: io.LinkBusy.Value,
	}
	u.born = m.Let("born", u.LineBorn.Any())
	u.movedSlot = m.NextNoReset("moved_slot_q", u.slot)
	u.pops()
	u.compare()
	u.decision()
	u.scan()
	u.updateQueues()
	u.updateHeads()
	u.outputs()
	u.assumeQueues()
	return m
}

// ppu is the netlist of the unit while it is built.
type ppu struct {
	*PPUPorts
	m *rtlgen.Module
	p Params

	head, tail, count rtlgen.RegArray
	empty             rtlgen.Reg
	refill            rtlgen.Reg // per SAQ: one of the two
	// per SAQ, if it is not empty: its head has left by a grant, or by a move; the next one is read
	deqRefill, ppuRefill rtlgen.Reg

	above        rtlgen.Reg // queues above the one that was scanned last
	look, decide rtlgen.Reg // one-hot: the queue in this stage
	underWay     rtlgen.Reg // per SAQ: both
	lookSlot     rtlgen.Reg
	slot         rtlgen.Reg // of the head that is decided about
	decidePort   rtlgen.Reg // its output
	matches      rtlgen.Reg // a bit per line: its name matches, and is longer than that of the queue
	movedSlot    rtlgen.Reg // the slot a cycle later

	ready    rtlgen.Reg // per queue: its head may be sent
	recalled rtlgen.Reg // per queue: it was ready until a line was born
	final    rtlgen.Reg // per queue: one of the two
	port     rtlgen.RegArray
	cqReady  rtlgen.Reg // slot of the cold queue's packet that was decided about last: its head, if that is final

	wait, born value // the pointer file has no link to spare; a line is born

	// A bit per queue.
	popped value // one-hot: the scheduler takes its head
	stays  value // one-hot: the inspection leaves its head
	moved  value // one-hot: its head goes to a SAQ

	// A bit per SAQ.
	target  value // one-hot: the head moves to it
	arrives value // one-hot: the head becomes its head, and ready
	granted value // one-hot: the scheduler takes its head
	last    value // it has one packet
	starts  value // a packet that moves to it becomes its head
}

// pops looks where a grant leaves no packet.
func (u *ppu) pops() {
	u.popped = u.Pop.Value
	u.m.Assume("one_pop", u.popped.AndNot(u.popped.LowestOne()).Eq(0))

	last := u.m.Wire("last_packet", u.p.SAQs)
	for k := range u.m.Each("k", u.p.SAQs) {
		last.SetBit(k, u.count.At(k).Eq(1))
	}
	u.granted, u.last = u.m.Let("granted", u.popped.High(u.p.SAQs)), last.Value
	u.starts = u.m.Let("starts_queue", u.empty.Or(u.granted.And(last)))
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
	m.If(u.wait.Not(), func() {
		u.matches.Set(matches)
		u.slot.Set(u.lookSlot)
		u.decidePort.Set(u.HeadPort)
	})
}

// decision finds the shortest of the names that match and are still there.
func (u *ppu) decision() {
	m, p := u.m, u.p
	before := m.Next("line_valid_before", u.Line.Valid, 0)
	m.Assume("births_are_told", u.LineBorn.Eq(u.Line.Valid.AndNot(before)))
	u.assumeLines(before)
	candidate := m.Let("candidate", u.matches.And(u.Line.Valid))
	longer := m.Let("longer", u.Line.Longer.Transpose(p.SAQs)) // lane k: the lines that are longer than line k
	shortest := m.Let("shortest", candidate.AndNot(rtlgen.OneHotMux(candidate, longer)))

	going := candidate.Any()
	void := m.Let("no_effect", u.born.Or(u.wait))
	carried := m.Let("carried_out", u.decide.AndNot(void.Replicate(p.queues())))
	u.moved = m.Let("moved", carried.And(going.Replicate(p.queues())))
	u.stays = m.Let("stays", carried.AndNot(u.moved))
	u.target = m.Let("target", shortest.And(carried.Any().Replicate(p.SAQs)))
	m.Assert("one_target", u.target.AndNot(u.target.LowestOne()).Eq(0))

	others := m.Let("longer_candidates", candidate.AndNot(shortest).Any())
	u.arrives = m.Let("arrives_ready", u.target.And(u.starts).AndNot(others.Replicate(p.SAQs)))
}

// scan chooses the next queue, round robin, whose head is due. All that follows from
// the choice follows from its one-hot form.
func (u *ppu) scan() {
	m, p := u.m, u.p
	saqs := u.empty.Or(u.refill).Or(u.underWay).Not()
	scan := prim.RoundRobin(m, "scan", m.Let("due", rtlgen.Cat(saqs, u.CqHeadValid).AndNot(u.final)), u.above)
	recall := u.recalled.Bit(0) // of the cold queue: nothing is scanned
	scanned := m.Let("scanned", scan.OneHot.AndNot(recall.Replicate(p.queues())))

	// Behind a packet that stays, or about which nothing was decided, the cold queue
	// begins again.
	again := m.Let("cq_again", u.decide.Bit(0).And(u.born.Or(u.stays.Bit(0))))
	u.CqTake.Drive(scanned.Bit(0).AndNot(u.wait).AndNot(again).AndNot(u.popped.Bit(0)))
	u.CqBackValid.Drive(again.And(u.born.Or(u.look.Bit(0))))
	u.CqBackSlot.Drive(rtlgen.Mux(u.born, u.slot, u.lookSlot))

	// What is popped was ready up to two cycles ago: it is in the last stage in no case.
	keep := m.Let("goes_on", rtlgen.Cat(m.Ones(p.SAQs), again.Not()).AndNot(u.popped))
	begins := m.Let("begins", scanned.Or(recall.Zext(p.queues())))
	look := m.Let("look_next", rtlgen.Mux(u.wait, u.look, begins).And(keep))
	held := m.Let("decide_held", u.decide.AndNot(u.born.Replicate(p.queues())))
	decide := m.Let("decide_next", rtlgen.Mux(u.wait, held, u.look).And(keep))
	u.look.Set(look)
	u.decide.Set(decide)
	u.underWay.Set(look.High(p.SAQs).Or(decide.High(p.SAQs)))
	m.If(u.wait.Not(), func() {
		m.If(scan.Any.AndNot(recall), func() { u.above.Set(scan.Above) })
		heads := m.Let("heads", rtlgen.Cat(u.head.Flat(), rtlgen.Mux(recall, u.cqReady, u.CqHead)))
		u.lookSlot.Set(rtlgen.OneHotMux(begins, heads))
	})
	m.Assert("a_saq_is_inspected_once_at_a_time", u.look.High(p.SAQs).And(u.decide.High(p.SAQs)).Eq(0))
	m.Assert("under_way_in_either_stage", u.underWay.Eq(u.look.High(p.SAQs).Or(u.decide.High(p.SAQs))))
	m.Assert("a_final_head_is_not_under_way", u.look.Or(u.decide).And(u.final).Eq(0))
	m.Assert("no_pop_in_the_last_stage", u.decide.And(u.popped).Eq(0))
}

// updateQueues pops and appends. A queue may lose its only packet and get
// another in the same cycle.
func (u *ppu) updateQueues() {
	m, p := u.m, u.p
	movedOn := m.Let("moved_on", u.moved.High(p.SAQs)) // the head of SAQ k goes to another
	u.deqRefill.Set(u.granted.AndNot(u.last))
	u.ppuRefill.Set(movedOn.AndNot(u.last))
	u.refill.Set(u.granted.Or(movedOn).AndNot(u.last))
	for k := range m.Each("k", p.SAQs) {
		m.If(u.target.Bit(k).And(u.starts.Bit(k)), func() {
			u.head.At(k).Set(u.slot)
		}).ElseIf(u.deqRefill.Bit(k), func() {
			u.head.At(k).Set(u.DeqNext)
		}).ElseIf(u.ppuRefill.Bit(k), func() {
			u.head.At(k).Set(u.PpuNext)
		})
		m.If(u.target.Bit(k), func() { u.tail.At(k).Set(u.slot) })
		leaves := u.granted.Bit(k).Or(movedOn.Bit(k))
		m.If(u.target.Bit(k).And(leaves.Not()), func() {
			u.count.At(k).Set(u.count.At(k).Add(1))
			u.empty.SetBit(k, 0)
		}).ElseIf(leaves.And(u.target.Bit(k).Not()), func() {
			u.count.At(k).Set(u.count.At(k).Sub(1))
			u.empty.SetBit(k, u.last.Bit(k))
		})
	}
	// The link is written a cycle later, in time for the first read: that of a head that
	// leaves in that cycle. It is also written behind an only packet that is popped, and
	// then never read.
	u.Link.Valid.Drive(m.Next("link_valid_q", u.target.AndNot(u.empty).Any(), 0))
	u.Link.Slot.Drive(m.NextNoReset("link_slot_q", rtlgen.OneHotMux(u.target, u.tail.Flat())))
	u.Link.Next.Drive(u.movedSlot)
	u.DeqHead.Drive(rtlgen.OneHotMux(u.granted, u.head.Flat()))
	u.queueAsserts()
}

// updateHeads notes what an inspection has found, and recalls heads. A head is new when
// the one before it has left.
func (u *ppu) updateHeads() {
	m, p := u.m, u.p
	longer := rtlgen.OneHotMux(u.LineBorn, u.Line.Longer) // a line is born that is longer than that of the SAQ
	recall := m.Let("recall", u.ready.And(rtlgen.Cat(longer, u.born)))
	waits := m.Let("recall_waits", u.recalled.And(u.wait.Zext(p.queues()))) // that of the cold queue
	u.recalled.Set(recall.Or(waits).AndNot(u.popped))

	direct := m.Let("enters_ready", u.EnqValid.And(u.CqEmpty).AndNot(u.Line.Valid.Any()))
	u.EnqTaken.Drive(direct)
	arrives := rtlgen.Cat(u.arrives, direct)
	u.ready.Set(u.ready.AndNot(u.popped).AndNot(recall).Or(u.stays).Or(arrives))
	u.final.Set(u.ready.Or(waits).AndNot(u.popped).Or(u.stays).Or(arrives))
	ports := m.Let("port_is_known", u.decide.Or(rtlgen.Cat(u.target.And(u.starts), m.Zero(1))))
	for q := range m.Each("q", p.queues()) {
		m.If(ports.Bit(q), func() { u.port.At(q).Set(u.decidePort) })
	}
	m.If(direct, func() { u.port.At(0).Set(u.EnqPort) })
	m.If(direct, func() {
		u.cqReady.Set(u.EnqSlot)
	}).ElseIf(u.decide.Bit(0), func() {
		u.cqReady.Set(u.slot)
	})

	none := rtlgen.Cat(u.empty, u.CqEmpty)
	before := m.Next("ready_before", u.ready.AndNot(u.popped), 0, "heads ready one cycle ago, by queue")
	earlier := m.Next("ready_earlier", before.AndNot(u.popped), 0, "heads ready two cycles ago, by queue")
	m.Assume("pop_of_a_ready_head", u.popped.AndNot(u.ready.Or(before).Or(earlier)).Eq(0),
		"the scheduler takes what it was offered, two cycles later at most")
	m.Assert("final_heads_are_ready_or_recalled", u.final.Eq(u.ready.Or(u.recalled)))
	m.Assert("final_heads_exist", u.final.And(none).Eq(0), "an empty queue has no head")
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
	m.Assume("packets_only_with_line", idle.Eq(0), "a SAQ without a valid line is empty")
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
	u.CqReadySlot.Drive(u.cqReady)
	u.Linked.Drive(u.target)
	u.Wanted.Drive(u.matches.And(u.decide.Any().Replicate(u.p.SAQs)))
	u.DecidedSlot.Drive(u.slot)
	u.CqInspected.Drive(u.stays.Bit(0).Or(u.moved.Bit(0)).Or(u.ready.Bit(0).AndNot(u.born)).Or(u.CqEmpty))
}
