package traffic

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// wordBits is a packet in the queue: {turnpool, dst, seq, made}. The route is kept
// with the packet, so that it is there as soon as the packet is read.
const wordBits = turnBits + nodeBits + seqBits + timeBits

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
func NIC(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("traffic_nic")
	m.Doc("queue of a node: oldest packet first among those that are not stopped")
	p.declare(m, nodesSpec, queueSpec, linesSpec, slotsSpec, latSpec)
	n := newNIC(m, p)
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
	m *rtlgen.Module
	p Params

	node, now value
	count     rtlgen.Reg

	// Pool: what a packet is, and the packet behind it on its list. A place that
	// was never used is taken by number, others from a list of free places.
	words, next               *rtlgen.Instance
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
	framer      *rtlgen.Instance

	cam           *rtlgen.Instance // only with lines
	message, xoff value
}

func newNIC(m *rtlgen.Module, p Params) *nic {
	sw, l := p.sw(), p.lists()
	n := &nic{
		m: m, p: p, node: m.Input("node", nodeBits), now: m.Input("now", timeBits),
		count: m.Reg("count_q", p.cw(), 0),
		words: m.Instance("words", prim.RAM1R1W(prim.RAM1R1WParams{Width: wordBits, Depth: p.Queue, RDW: 2})),
		next:  m.Instance("next", prim.RAM1R1W(prim.RAM1R1WParams{Width: sw, Depth: p.Queue, RDW: 0})),
		head:  newPerList(m, "head", l, sw), tail: newPerList(m, "tail", l, sw), nonempty: m.Reg("nonempty", l, 0),
		freeHead: m.Reg("free_head", sw, 0), freed: m.Reg("freed", p.cw(), 0), fresh: m.Reg("fresh", sw, 0),
		fetchHead: m.Reg("fetch_head", 1, 0), fetchFree: m.Reg("fetch_free", 1, 0), fetchList: m.Reg("fetch_list", p.lw(), 0),
		seen: m.Reg("seen", l, 0), reading: m.Reg("reading", 1, 0), readingList: m.Reg("reading_list", p.lw(), 0), readSlot: m.Reg("reading_slot", sw, 0),
		bestValid: m.Reg("best_valid", 1, 0), bestList: m.Reg("best_list", p.lw(), 0), bestSlot: m.Reg("best_slot", sw, 0), best: m.Reg("best", wordBits, 0),
		framer: m.Instance("framer", Framer(p)),
	}
	n.fetched = n.next.Out("rd_data")
	n.freeNow = m.Let("free_head_now", rtlgen.Mux(n.fetchFree.Value, n.fetched, n.freeHead))
	if p.Lines > 0 {
		n.receive()
	}
	return n
}

// receive hands the link's messages to the CAM.
func (n *nic) receive() {
	m := n.m
	n.cam = m.Instance("cam", NICCAM(n.p))
	msgValid := m.Next("tx_msg_valid_q", m.Input("tx_msg_valid", 1), 0)
	msgXoff := m.Next("tx_msg_xoff_q", m.Input("tx_msg_xoff", 1), 0)
	n.cam.In("msg_valid", msgValid)
	n.cam.In("msg_xoff", msgXoff)
	n.cam.In("msg_tp", m.Next("tx_msg_tp_q", m.Input("tx_msg_tp", turnBits), 0))
	n.cam.In("msg_mask", m.Next("tx_msg_mask_q", m.Input("tx_msg_mask", turnBits), 0))
	n.cam.In("in_use", n.nonempty.High(n.p.Lines))
	n.message = msgValid.Value
	n.xoff = m.Let("xoff_arrives", msgValid.And(msgXoff))
	m.Output("stat_xoff", n.xoff)
	m.Output("stat_xoff_refused", n.cam.Out("refused"))
}

// enter takes a packet that is made, unless the queue is full, and gives it the
// next number of its destination.
func (n *nic) enter() {
	m, p := n.m, n.p
	made := m.Input("make_valid", 1)
	dst := m.Input("make_dst", nodeBits)
	full := m.Let("full", n.count.Eq(p.Queue))
	n.enters = m.Let("enters", made.And(full.Not()))
	m.Output("stat_refused", made.And(full))
	m.Output("queue_count", n.count.Value)

	// After reset all numbers start at 0, one destination per cycle.
	walk := m.Reg("walk", p.ib(), 0)
	walking := m.Reg("walking", 1, 1)
	m.If(walking.Value, func() {
		walk.Set(walk.Add(1))
		m.If(walk.Eq(p.Nodes-1), func() { walking.Set(0) })
	})
	numbers := m.Memory("numbers", p.Nodes, seqBits, rtlgen.ReadOld)
	seq := numbers.Read("seq", dst.Low(p.ib()))
	numbers.Write(n.enters.Or(walking), m.Let("number_of", rtlgen.Mux(walking.Value, walk, dst.Low(p.ib()))), rtlgen.Mux(walking.Value, 0, seq.Add(1)))

	reuse := m.Let("reuses_place", n.freed.Ne(0))
	n.newSlot = m.Let("new_place", rtlgen.Mux(reuse, n.freeNow, n.fresh))
	m.If(n.enters.And(reuse.Not()), func() { n.fresh.Set(n.fresh.Add(1)) })
	n.words.In("wr_en", n.enters)
	n.words.In("wr_addr", n.newSlot)
	n.words.In("wr_data", rtlgen.Cat(n.routeTo(dst), dst, seq, n.now))
	m.Assume("numbers_are_ready", made.And(walking).Not(), "no packet in the first cycles after reset, one per node")
	m.Assume("destination_of_the_network", made.Implies(dst.Zext(nodeBits+1).Lt(p.Nodes)))
}

// routeTo looks a destination up in the route table.
func (n *nic) routeTo(dst value) value {
	m, b := n.m, n.p.ib()
	routes := m.Memory("routes", n.p.Nodes, turnBits, rtlgen.ReadOld)
	written := m.Input("route_dst", nodeBits)
	routes.Write(m.Input("route_valid", 1), written.Low(b), m.Input("route_turns", turnBits))
	if b < nodeBits {
		m.Unused("route_dst_rest", written.High(nodeBits-b))
	}
	return routes.Read("route", dst.Low(b))
}

// readHeads reads the heads of the lists that may move and have not been seen, one
// per cycle. The main list's comes into question only if there is no other.
func (n *nic) readHeads() {
	m, p := n.m, n.p
	main := m.Let("main_open", n.nonempty.Bit(0).AndNot(n.seen.Bit(0)))
	n.doRead, n.readFrom = main, m.Zero(p.lw())
	if p.Lines > 0 {
		free := m.Let("lists_free", n.nonempty.High(p.Lines).AndNot(n.cam.Out("stopped")))
		side := m.Let("lists_open", free.AndNot(n.seen.High(p.Lines)))
		n.doRead = m.Let("read_head", side.Any().Or(main.AndNot(free.Any())))
		n.readFrom = m.Let("read_list", rtlgen.Mux(side.Any(), side.Priority().Zext(p.lw()).Add(1), 0))
	}
	isNew := n.fetchHead.And(n.fetchList.Eq(n.readFrom))
	n.readAt = m.Let("read_place", rtlgen.Mux(isNew, n.fetched, n.head.at(n.readFrom)))
	n.words.In("rd_en", n.doRead)
	n.words.In("rd_addr", n.readAt)
}

// compareAges keeps the older one of the best packet and the one that is read. A
// packet that is read alone is the candidate at once: then it need not be kept.
func (n *nic) compareAges() {
	m := n.m
	word := n.words.Out("rd_data")
	age := m.Let("made_after_best", word.Low(timeBits).Sub(n.best.Low(timeBits)))
	better := m.Let("better", n.reading.And(n.bestValid.Not().Or(age.High(1))))
	m.Unused("how_much_after", age.Low(timeBits-1))
	m.If(better, func() {
		n.bestValid.Set(1)
		n.bestList.Set(n.readingList)
		n.bestSlot.Set(n.readSlot)
		n.best.Set(word)
	})
	n.candidate = m.Let("candidate", rtlgen.Mux(n.bestValid.Value, n.best, word))
	n.candidateList = m.Let("candidate_list", rtlgen.Mux(n.bestValid.Value, n.bestList, n.readingList))
	n.candidateSlot = m.Let("candidate_place", rtlgen.Mux(n.bestValid.Value, n.bestSlot, n.readSlot))
}

// decide sets the candidate aside or sends it, when the search is over.
func (n *nic) decide() {
	m, p := n.m, n.p
	credits := m.Instance("credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	credits.In("give", m.Next("tx_credit_q", m.Input("tx_credit", 1), 0))
	m.Unused("credit_count", credits.Out("count"))
	over := n.bestValid.Xor(n.reading).AndNot(n.doRead).AndNot(n.enters)
	free := m.Let("link_free", n.framer.Out("ready").And(credits.Out("available")))
	if p.Lines > 0 {
		n.cam.In("turns", n.candidate.High(turnBits))
		act := m.Let("acts", over.AndNot(n.message))
		n.sets = m.Let("sets_aside", act.And(n.cam.Out("hit")))
		n.sends = m.Let("sends", act.AndNot(n.cam.Out("hit")).And(free))
	} else {
		n.sets = m.Zero(1)
		n.sends = m.Let("sends", over.And(free))
	}
	credits.In("take", n.sends)
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
