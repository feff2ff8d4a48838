package traffic

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// waiting is a packet in the queue. The route is kept with the packet, so that it is
// there as soon as the packet is read.
type waiting struct {
	Turns value `width:"turns"`
	Dst   value `width:"node_number"`
	Seq   value `width:"sequence"`
	Made  value `width:"time"`
}

func (p Params) waiting(word rtlgen.Signal) waiting { return rtlgen.Unpack[waiting](word, p.Dims()) }

// NIC is the network interface of a node: the admittance queue, with one queue per
// destination in effect, served oldest packet first among the destinations that no
// Xoff stops. The papers say nothing about it (README.md gives the reasons).
//
// There is no queue per destination. Packets are in one pool, threaded on a main
// list in order of arrival and on one list per CAM line. The oldest packet that
// may move is looked at; if an Xoff stops its destination it is set aside on the
// list of the line, the one with the shortest name of those that match, else it
// is sent. A list is stopped while its line's name, or a prefix of it, has an Xoff.
//
// Every list is in order of arrival, since the shortest name catches a packet
// first: so the oldest head is the oldest packet, and no flow is reordered. Any
// packet on a line's list is older than all of the main list.
func NIC(p Params) *rtlgen.Typed[NICPorts] { return rtlgen.As[NICPorts](NICUnit(p), p.withLink()) }

// NICUnit is NIC as a block of the library.
func NICUnit(p Params) *rtlgen.Typed[NICUnitPorts] {
	p = p.withLink()
	m, io := rtlgen.New[NICUnitPorts](p)
	n := newNIC(m.Module, &io.NICPorts, p)
	n.enter()
	n.readHeads()
	n.compareAges()
	n.decide()
	n.lists()
	n.search()
	n.send()
	return m
}

// nic is the netlist of the NIC while it is built.
type nic struct {
	*NICPorts
	m *rtlgen.Module
	p Params

	count rtlgen.Reg

	// Pool: what a packet is, and the packet behind it on its list. A place that
	// was never used is taken by number, others from a list of free places.
	words, next               *prim.RAM1R1WPorts
	head, tail                perList
	nonempty                  rtlgen.Reg // a bit per list
	freeHead, freed, fresh    rtlgen.Reg
	fetchHead, fetchFree      rtlgen.Reg // next shows the new head of a list; of the free list
	fetchList                 rtlgen.Reg
	fetched, freeNow, newSlot value

	// Search for the oldest head.
	seen                  rtlgen.Reg // a bit per list: its head has been read
	reading               rtlgen.Reg // words shows the head of readingList
	readingList, readSlot rtlgen.Reg
	bestValid             rtlgen.Reg
	bestList, bestSlot    rtlgen.Reg
	best                  rtlgen.Reg // word
	doRead, readFrom      value
	readAt                value
	// The oldest packet that may move, when the search is over.
	candidate, candidateList, candidateSlot value

	enters      value // a packet enters the main list
	sets, sends value // what happens to the best packet
	framer      *FramerPorts

	cam           *NICCAMPorts // only with lines
	message, xoff value
}

func newNIC(m *rtlgen.Module, io *NICPorts, p Params) *nic {
	sw, l := p.sw(), p.lists()
	word := rtlgen.PackedWidth[waiting](p.Dims())
	n := &nic{
		NICPorts: io, m: m, p: p,
		count: m.Reg("count_q", p.cw(), 0),
		words: rtlgen.Use(m, "words", prim.RAM1R1W(prim.RAM1R1WParams{Width: word, Depth: p.Queue, RDW: 2})),
		next:  rtlgen.Use(m, "next", prim.RAM1R1W(prim.RAM1R1WParams{Width: sw, Depth: p.Queue, RDW: 0})),
		head:  newPerList(m, "head", l, sw), tail: newPerList(m, "tail", l, sw), nonempty: m.Reg("nonempty", l, 0),
		freeHead: m.Reg("free_head", sw, 0), freed: m.Reg("freed", p.cw(), 0), fresh: m.Reg("fresh", sw, 0),
		fetchHead: m.Reg("fetch_head", 1, 0), fetchFree: m.Reg("fetch_free", 1, 0), fetchList: m.Reg("fetch_list", p.lw(), 0),
		seen: m.Reg("seen", l, 0), reading: m.Reg("reading", 1, 0), readingList: m.RegNoReset("reading_list", p.lw()), readSlot: m.RegNoReset("reading_slot", sw),
		bestValid: m.Reg("best_valid", 1, 0), bestList: m.RegNoReset("best_list", p.lw()), bestSlot: m.RegNoReset("best_slot", sw), best: m.RegNoReset("best", word),
		framer: rtlgen.Use(m, "framer", Framer(p)),
	}
	n.fetched = n.next.Rd.Data.Value
	n.freeNow = m.Let("free_head_now", rtlgen.Mux(n.fetchFree, n.fetched, n.freeHead))
	if p.Lines > 0 {
		n.receive()
	}
	return n
}

// receive hands the link's messages to the CAM.
func (n *nic) receive() {
	m := n.m
	n.cam = rtlgen.Use(m, "cam", NICCAM(n.p))
	msgValid := m.Next("tx_msg_valid_q", n.Tx.Msg.Valid, 0)
	msgXoff := m.NextData("tx_msg_xoff_q", n.Tx.Msg.Xoff, 0)
	n.cam.Msg.Valid.Drive(msgValid)
	n.cam.Msg.Xoff.Drive(msgXoff)
	n.cam.Msg.Tp.Drive(m.NextNoReset("tx_msg_tp_q", n.Tx.Msg.Tp))
	n.cam.Msg.Mask.Drive(m.NextNoReset("tx_msg_mask_q", n.Tx.Msg.Mask))
	n.cam.InUse.Drive(n.nonempty.High(n.p.Lines))
	n.message = msgValid.Value
	n.xoff = m.Let("xoff_arrives", msgValid.And(msgXoff))
	n.Stat.Xoff.Drive(n.xoff)
	n.Stat.XoffRefused.Drive(n.cam.Refused)
}

// enter takes a packet that is made, unless the queue is full, and gives it the
// next number of its destination.
func (n *nic) enter() {
	m, p := n.m, n.p
	full := m.Let("full", n.count.Eq(p.Queue))
	n.enters = m.Let("enters", n.Make.Valid.And(full.Not()))
	n.Stat.Refused.Drive(n.Make.Valid.And(full))
	n.QueueCount.Drive(n.count)

	// After reset all numbers start at 0, one destination per cycle.
	walk := m.Reg("walk", p.ib(), 0)
	walking := m.Reg("walking", 1, 1)
	m.If(walking, func() {
		walk.Set(walk.Add(1))
		m.If(walk.Eq(p.Nodes-1), func() { walking.Set(0) })
	})
	numbers := m.Memory("numbers", p.Nodes, seqBits, rtlgen.ReadOld)
	seq := numbers.Read("seq", n.Make.Dst.Low(p.ib()))
	numbers.Write(n.enters.Or(walking), m.Let("number_of", rtlgen.Mux(walking, walk, n.Make.Dst.Low(p.ib()))), rtlgen.Mux(walking, 0, seq.Add(1)))

	reuse := m.Let("reuses_place", n.freed.Ne(0))
	n.newSlot = m.Let("new_place", rtlgen.Mux(reuse, n.freeNow, n.fresh))
	m.If(n.enters.And(reuse.Not()), func() { n.fresh.Set(n.fresh.Add(1)) })
	n.words.Wr.En.Drive(n.enters)
	n.words.Wr.Addr.Drive(n.newSlot)
	n.words.Wr.Data.Drive(rtlgen.Pack(waiting{Turns: n.routeTo(n.Make.Dst), Dst: n.Make.Dst.Value, Seq: seq, Made: n.Now.Value}))
	m.Assume("numbers_are_ready", n.Make.Valid.And(walking).Not(), "no packet in the first cycles after reset, one per node")
	m.Assume("destination_of_the_network", n.Make.Valid.Implies(n.Make.Dst.Zext(nodeBits+1).Lt(p.Nodes)))
}

// routeTo looks a destination up in the route table.
func (n *nic) routeTo(dst rtlgen.Signal) value {
	m, b := n.m, n.p.ib()
	routes := m.Memory("routes", n.p.Nodes, packet.TurnBits, rtlgen.ReadOld)
	routes.Write(n.Route.Valid, n.Route.Dst.Low(b), n.Route.Turns)
	if b < nodeBits {
		m.Unused("route_dst_rest", n.Route.Dst.High(nodeBits-b))
	}
	return routes.Read("route", rtlgen.ValueOf(dst).Low(b))
}

// readHeads reads the heads of the lists that may move and have not been seen, one
// per cycle. The main list's comes into question only if there is no other.
func (n *nic) readHeads() {
	m, p := n.m, n.p
	main := m.Let("main_open", n.nonempty.Bit(0).AndNot(n.seen.Bit(0)))
	n.doRead, n.readFrom = main, m.Zero(p.lw())
	if p.Lines > 0 {
		free := m.Let("lists_free", n.nonempty.High(p.Lines).AndNot(n.cam.Stopped))
		side := m.Let("lists_open", free.AndNot(n.seen.High(p.Lines)))
		n.doRead = m.Let("read_head", side.Any().Or(main.AndNot(free.Any())))
		n.readFrom = m.Let("read_list", rtlgen.Mux(side.Any(), side.Priority().Zext(p.lw()).Add(1), 0))
	}
	isNew := n.fetchHead.And(n.fetchList.Eq(n.readFrom))
	n.readAt = m.Let("read_place", rtlgen.Mux(isNew, n.fetched, n.head.at(n.readFrom)))
	n.words.Rd.En.Drive(n.doRead)
	n.words.Rd.Addr.Drive(n.readAt)
}

// compareAges keeps the older one of the best packet and the one that is read. A
// packet that is read alone is the candidate at once: then it need not be kept.
func (n *nic) compareAges() {
	m := n.m
	word := n.words.Rd.Data
	age := m.Let("made_after_best", n.p.waiting(word).Made.Sub(n.p.waiting(n.best).Made))
	better := m.Let("better", n.reading.And(n.bestValid.Not().Or(age.High(1))))
	m.Unused("how_much_after", age.Low(timeBits-1))
	m.If(better, func() {
		n.bestValid.Set(1)
		n.bestList.Set(n.readingList)
		n.bestSlot.Set(n.readSlot)
		n.best.Set(word)
	})
	n.candidate = m.Let("candidate", rtlgen.Mux(n.bestValid, n.best, word))
	n.candidateList = m.Let("candidate_list", rtlgen.Mux(n.bestValid, n.bestList, n.readingList))
	n.candidateSlot = m.Let("candidate_place", rtlgen.Mux(n.bestValid, n.bestSlot, n.readSlot))
}

// decide sets the candidate aside or sends it, when the search is over.
func (n *nic) decide() {
	m, p := n.m, n.p
	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	credits.Give.Drive(m.Next("tx_credit_q", n.Tx.Credit, 0))
	m.Unused("credit_count", credits.Count)
	over := n.bestValid.Xor(n.reading).AndNot(n.doRead).AndNot(n.enters)
	free := m.Let("link_free", n.framer.Ready.And(credits.Available))
	if p.Lines > 0 {
		n.cam.Turns.Drive(p.waiting(n.candidate).Turns)
		act := m.Let("acts", over.AndNot(n.message))
		n.sets = m.Let("sets_aside", act.And(n.cam.Hit))
		n.sends = m.Let("sends", act.AndNot(n.cam.Hit).And(free))
	} else {
		n.sets = m.Zero(1)
		n.sends = m.Let("sends", over.And(free))
	}
	credits.Take.Drive(n.sends)
}

// search starts again when the candidate has gone, and when an Xoff may have
// stopped it.
func (n *nic) search() {
	m, p := n.m, n.p
	again := n.sends
	if p.Lines > 0 {
		again = m.Let("search_again", n.sends.Or(n.sets).Or(n.xoff))
	}
	n.reading.Set(n.doRead.AndNot(again))
	m.If(n.doRead, func() {
		n.readingList.Set(n.readFrom)
		n.readSlot.Set(n.readAt)
	})
	m.If(again, func() {
		n.seen.Set(0)
		n.bestValid.Set(0)
	}).ElseIf(n.doRead, func() { n.seen.SetBit(n.readFrom, 1) })
}
