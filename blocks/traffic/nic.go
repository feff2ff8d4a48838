package traffic

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// waiting is a packet in the queue. The route is kept with the packet, so that it is
// there as soon as the packet is read.
type waiting struct {
	Turns value `width:"turns"`
	Dst   value `width:"node_number"`
	Seq   value `width:"sequence"`
	Made  value `width:"time"`
}

// head is the first packet of a list.
type head struct {
	Place  value `width:"place" doc:"in the pool"`
	Next   value `width:"place" doc:"that of the packet behind it on a line's list"`
	Packet waiting
}

// dims are the names that the tags of the structs above use.
func (p Params) dims() rtlgen.Dims {
	d := p.Dims()
	d["place"] = p.sw()
	return d
}

func (p Params) head(word rtlgen.Signal) head { return rtlgen.Unpack[head](word, p.dims()) }

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
//
// The head of each list is kept outside of the pool, with the place of the packet
// behind it: so that packet is read from the pool while its predecessor is looked
// at, and a block RAM's data goes to registers before anything is decided by it.
func NIC(p Params) *rtlgen.Typed[NICPorts] { return rtlgen.As[NICPorts](NICUnit(p), p.withLink()) }

// NICUnit is NIC as a block of the library.
func NICUnit(p Params) *rtlgen.Typed[NICUnitPorts] {
	p = p.withLink()
	m, io := rtlgen.New[NICUnitPorts](p)
	if m.Refused() {
		return m
	}
	n := newNIC(m.Module, &io.NICPorts, p)
	n.enter()
	n.chooseHead()
	n.compareAges()
	n.decide()
	n.search()
	n.refill()
	n.lists()
	n.send()
	return m
}

// nic is the netlist of the NIC while it is built.
type nic struct {
	*NICPorts
	m *rtlgen.Module
	p Params

	count, full rtlgen.Reg

	// Pool: what a packet is, and the packet behind it on its list. A place that
	// was never used is taken by number, others from a list of free places.
	words, next                        *prim.RAM1R1WPorts
	freeHead, freed, fresh             rtlgen.Reg
	fetchFree                          rtlgen.Reg // next shows the new head of the free list
	freeNow, newPlace, newWord, reuses value

	// Lists: the main list is number 0, that of line k number k+1.
	nonempty, few                 rtlgen.Reg // a bit per list; few: it has one packet, if any
	mainHead                      rtlgen.Reg // packet
	mainPlace, mainNext, mainTail rtlgen.Reg
	heads, nexts, tails           rtlgen.Memory // of the lines' lists; only with lines
	left, leftBefore              rtlgen.Reg    // the candidate left its list one cycle ago, two cycles ago
	leftList, leftPlace           rtlgen.Reg    // which list, and where its new head is
	leftLine, leftBelow           rtlgen.Reg    // its line, and a bit per line: it is a lower one
	nextBefore                    rtlgen.Reg    // what it was one cycle ago
	nextPlace                     value         // what was read from next
	setAside                      rtlgen.Reg    // the best packet was set aside one cycle ago
	links                         rtlgen.Reg    // next is written: a packet behind another one
	linkPlace, linkTo             rtlgen.Reg
	linked                        rtlgen.Reg // and its word was read in the same cycle
	behind, candidateTail         value      // place of the packet behind the candidate; that of its list's last one

	// Search for the oldest head.
	seen               rtlgen.Reg // a bit per list: its head has been read
	reading            rtlgen.Reg // read is the head of readList
	read, readList     rtlgen.Reg // the list one-hot
	readLine, bestLine rtlgen.Reg // its line
	bestValid          rtlgen.Reg
	best, bestList     rtlgen.Reg
	chosen, doRead     value // one-hot
	chosenHead         value
	better             value
	candidate          head  // the oldest packet that may move, when the search is over
	candidateList      value // one-hot
	candidateLine      value

	enters              value // a packet enters the main list
	sets, sends, leaves value // what happens to the candidate
	framer              *FramerPorts

	cam *NICCAMPorts // only with lines
}

func newNIC(m *rtlgen.Module, io *NICPorts, p Params) *nic {
	sw, l := p.sw(), p.lists()
	word, entry := rtlgen.PackedWidth[waiting](p.Dims()), rtlgen.PackedWidth[head](p.dims())
	n := &nic{
		NICPorts: io, m: m, p: p,
		count: m.Reg("count_q", p.cw(), 0), full: m.Reg("full", 1, 0, "the queue is full"),
		words: rtlgen.Use(m, "words", prim.RAM1R1W(prim.RAM1R1WParams{Width: word, Depth: p.Queue,
			RDW: prim.RAMReadUndefined})),
		next: rtlgen.Use(m, "next", prim.RAM1R1W(prim.RAM1R1WParams{Width: sw, Depth: p.Queue,
			RDW: prim.RAMReadUndefined})),
		freeHead:  m.Reg("free_head", sw, 0, "first place on the list of free places"),
		freed:     m.Reg("freed", p.cw(), 0, "places on the list of free places"),
		fresh:     m.Reg("fresh", sw, 0, "first place that was never used"),
		fetchFree: m.Reg("fetch_free", 1, 0, "the pointer read is the new first free place"),
		nonempty:  m.Reg("nonempty", l, 0, "the list has packets, a bit per list"),
		few:       m.RegNoReset("few", l, "one packet or none, a bit per list"),
		mainHead:  m.RegNoReset("main_head", word, "first packet of the main list"),
		mainPlace: m.RegNoReset("main_place", sw, "place of the main list's first packet"),
		mainNext:  m.RegNoReset("main_next", sw, "place of the main list's second packet"),
		mainTail:  m.RegNoReset("main_tail", sw, "place of the main list's last packet"),
		left:      m.RegNoReset("left", 1, "a packet left its list one cycle ago"),
		leftList:  m.RegNoReset("left_list", l, "list that the packet left, one-hot"),
		leftPlace: m.RegNoReset("left_place", sw, "place of the new head of that list"),
		seen:      m.Reg("seen", l, 0, "heads read in this search, a bit per list"),
		reading:   m.Reg("reading", 1, 0, "the head of a list has been read"),
		bestValid: m.Reg("best_valid", 1, 0, "the search has found a packet"),
		best:      m.RegNoReset("best", entry, "oldest head that the search has found"),
		bestList:  m.RegNoReset("best_list", l, "list of the oldest head, one-hot"),
		framer:    rtlgen.Use(m, "framer", Framer(p)),
	}
	n.links = m.RegNoReset("links", 1, "a place is linked to another one")
	n.linkPlace = m.RegNoReset("link_place", sw, "place that gets a pointer")
	n.linkTo = m.RegNoReset("link_to", sw, "place that the pointer leads to")
	n.linked = m.RegNoReset("linked", 1, "the pointer read was written in the same cycle")
	n.nextPlace = m.Let("next_place", rtlgen.Mux(n.linked, m.NextNoReset("linked_to", n.linkTo), n.next.Rd.Data))
	n.freeNow = m.Let("free_head_now", rtlgen.Mux(n.fetchFree, n.nextPlace, n.freeHead))
	n.nextBefore = m.NextNoReset("next_before", n.nextPlace)
	if p.Lines > 0 {
		n.bestLine = m.RegNoReset("best_line", rtlgen.IndexBits(p.Lines), "line on whose list the oldest head is")
		n.leftLine = m.RegNoReset("left_line", rtlgen.IndexBits(p.Lines), "line whose list the packet left")
		n.leftBelow = m.RegNoReset("left_below", p.Lines, "lines below that line, a bit per line")
		n.cam = rtlgen.Use(m, "cam", NICCAM(p))
		rtlgen.Connect(n.cam.Msg, n.Tx.Msg)
		n.cam.InUse.Drive(n.nonempty.High(p.Lines))
		n.Stat.Xoff.Drive(n.cam.XoffArrives)
		n.Stat.XoffRefused.Drive(n.cam.Refused)
	}
	return n
}

// enter takes a packet that is made, unless the queue is full, and gives it the
// next number of its destination.
func (n *nic) enter() {
	m, p := n.m, n.p
	n.enters = m.Let("enters", n.Make.Valid.AndNot(n.full))
	n.Stat.Refused.Drive(n.Make.Valid.And(n.full))
	n.QueueCount.Drive(n.count)

	// After reset all numbers start at 0, one destination per cycle.
	walk := m.Reg("walk", p.ib(), 0, "destination whose number is zeroed")
	walking := m.Reg("walking", 1, 1, "the numbers are zeroed after reset")
	m.If(walking, func() {
		walk.Set(walk.Add(1))
		m.If(walk.Eq(p.Nodes-1), func() { walking.Set(0) })
	})
	numbers := m.Memory("numbers", p.Nodes, seqBits, rtlgen.ReadOld, "next sequence number, by destination")
	seq := numbers.Read("seq", n.Make.Dst.Low(p.ib()))
	numbers.Write(n.enters.Or(walking), m.Let("number_of", rtlgen.Mux(walking, walk, n.Make.Dst.Low(p.ib()))),
		rtlgen.Mux(walking, 0, seq.Add(1)))

	reuse := m.Let("reuses_place", n.freed.Ne(0))
	n.reuses = m.Let("takes_freed_place", n.enters.And(reuse))
	n.newPlace = m.Let("new_place", rtlgen.Mux(reuse, n.freeNow, n.fresh))
	n.newWord = m.Let("new_packet", rtlgen.Pack(waiting{Turns: n.routeTo(n.Make.Dst), Dst: n.Make.Dst.Value, Seq: seq,
		Made: n.Now.Value}))
	m.If(n.enters.AndNot(reuse), func() { n.fresh.Set(n.fresh.Add(1)) })
	n.words.Wr.En.Drive(n.enters)
	n.words.Wr.Addr.Drive(n.newPlace)
	n.words.Wr.Data.Drive(n.newWord)
	m.Assume("numbers_are_ready", n.Make.Valid.And(walking).Not(),
		"no packet in the first cycles after reset, one per node")
	m.Assume("destination_of_the_network", n.Make.Valid.Implies(n.Make.Dst.Zext(nodeBits+1).Lt(p.Nodes)))
}

// routeTo looks a destination up in the route table.
func (n *nic) routeTo(dst rtlgen.Signal) value {
	m, b := n.m, n.p.ib()
	routes := m.Memory("routes", n.p.Nodes, packet.TurnBits, rtlgen.ReadOld, "turns of the route, by destination")
	routes.Write(n.Route.Valid, n.Route.Dst.Low(b), n.Route.Turns)
	if b < nodeBits {
		m.Unused("route_dst_rest", n.Route.Dst.High(nodeBits-b))
	}
	return routes.Read("route", rtlgen.ValueOf(dst).Low(b))
}

// decide sets the candidate aside or sends it, when the search is over.
func (n *nic) decide() {
	m, p := n.m, n.p
	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	credits.Give.Drive(m.Next("tx_credit_q", n.Tx.Credit, 0))
	m.Unused("credit_count", credits.Count)
	m.Unused("credit_excess", credits.Excess)
	over := n.bestValid.Xor(n.reading).AndNot(n.doRead).AndNot(n.enters)
	free := m.Let("link_free", n.framer.Ready.And(credits.Available))
	if p.Lines > 0 {
		act := m.Let("acts", over.AndNot(n.cam.MsgArrives))
		n.sets = m.Let("sets_aside", act.And(n.cam.Hit))
		n.sends = m.Let("sends", act.And(free).AndNot(n.cam.Hit))
		n.leaves = m.Let("leaves", act.And(free.Or(n.cam.Hit)))
	} else {
		n.sets = m.Zero(1)
		n.sends = m.Let("sends", over.And(free))
		n.leaves = n.sends
	}
	credits.Take.Drive(n.sends)
}

// send gives the candidate to the framer.
func (n *nic) send() {
	w := n.candidate.Packet
	n.framer.Start.Drive(n.sends)
	n.framer.Now.Drive(n.Now)
	n.framer.Turnpool.Drive(w.Turns)
	n.framer.Src.Drive(n.Node)
	n.framer.Dst.Drive(w.Dst)
	n.framer.Seq.Drive(w.Seq)
	n.framer.Tag.Drive(0)
	n.framer.Made.Drive(w.Made)
	rtlgen.Connect(n.Tx.Beat, n.framer.Tx)
	n.Stat.Sent.Drive(n.sends)
}
