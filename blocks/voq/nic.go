package voq

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// timeBits is the width of the time, in cycles.
const timeBits = 32

// NIC is the network interface of a node at a VOQnet switch. It has the ports of
// traffic_nic, but for the link's: a credit names its destination, and there are
// no messages. A packet's tag is its destination, by which the switches queue it.
//
// Packets wait in a queue per destination, all threaded through one pool. A
// destination with a packet and a credit gets its turn round robin, and one
// packet is sent per packet time.
//
// A packet leaves its queue in two steps: in the cycle after its destination was
// chosen its place is looked up and read, in the one after that it is handed to
// the framer and unlinked. Places that were never used are taken by number, then
// those that were given back first: so no memory needs to be set up.
func NIC(p Params) *rtlgen.Typed[NICPorts] {
	m, io := rtlgen.New[NICPorts](nicParams{p})
	if m.Refused() {
		return m
	}
	n := newNIC(m.Module, p, io)
	n.choose()
	n.enter()
	n.link()
	n.send()
	n.check()
	return m
}

// nic is the netlist while it is built.
type nic struct {
	*NICPorts
	m *rtlgen.Module
	p Params

	waiting, count                rtlgen.Reg
	fresh, firstGiven, endGiven   rtlgen.Reg
	head, tail                    rtlgen.Memory
	words, next                   *prim.RAM1R1WPorts
	credits                       *netCreditsPorts
	dst                           value // chosen destination; its packet is looked up, then sent
	fetch, start                  value // these two steps
	place                         value // of the packet that is sent
	last                          value // no packet is behind it
	enters, enterDst, enterPlace  value
	comes                         value // one-hot: the destination gets a packet
	enterSeq, sentSeq, neverTaken value
}

func newNIC(m *rtlgen.Module, p Params, io *NICPorts) *nic {
	n := &nic{
		NICPorts: io, m: m, p: p,
		waiting: m.Reg("waiting", p.Nodes, 0, "the queue has packets, by destination"),
		count:   m.Reg("count_q", rtlgen.CountBits(p.Queue), 0),
		head:    m.Memory("head", p.Nodes, p.ew(), rtlgen.ReadOld, "place of the oldest packet, by destination"),
		tail:    m.Memory("tail", p.Nodes, p.ew(), rtlgen.ReadOld, "place of the youngest packet, by destination"),
		words: rtlgen.Use(m, "words", prim.RAM1R1W(prim.RAM1R1WParams{Width: packet.SeqBits + timeBits, Depth: p.Queue,
			RDW: prim.RAMReadUndefined})),
		// A packet may be appended behind the one that is looked up.
		next:    rtlgen.Use(m, "next", prim.RAM1R1W(prim.RAM1R1WParams{Width: p.ew(), Depth: p.Queue, RDW: prim.RAMReadNew})),
		credits: p.linkCredits(m, io.Tx),
	}
	n.enterDst = n.Make.Dst.Low(p.nw())
	return n
}

// choose picks a destination in every packet time.
func (n *nic) choose() {
	m, p := n.m, n.p
	eligible := m.Let("eligible", n.waiting.And(n.credits.Available))
	pause := m.Reg("pause", packet.BeatIndex, 0, "cycles until a destination is chosen again")
	chosen := m.Let("chosen", eligible.Any().And(pause.Eq(0)))
	queue := roundRobin(m, eligible, chosen)
	dst := m.RegNoReset("chosen_dst", p.nw(), "destination of the packet that is sent")
	m.If(chosen, func() { dst.Set(queue) })
	packet.Countdown(m, pause, chosen, packet.Beats-1)

	n.dst = dst.Value
	n.fetch = m.Next("fetch", chosen, 0).Value
	n.start = m.Next("start", n.fetch, 0).Value
	place := n.head.Read("head_place", n.dst)
	n.place = m.NextNoReset("sent_place", place).Value
	for _, ram := range []*prim.RAM1R1WPorts{n.words, n.next} {
		ram.Rd.En.Drive(n.fetch)
		ram.Rd.Addr.Drive(place)
	}
	n.credits.Take.Drive(n.fetch)
	n.credits.TakeDst.Drive(n.dst)
	p.assumeCredits(m, n.Tx, n.fetch, n.dst)
	m.Unused("credit_count", n.credits.Count)
	m.Unused("credit_excess", n.credits.Excess)
}

// enter takes a packet that is made, unless all places are taken, and gives it
// the next number of its destination.
func (n *nic) enter() {
	m, p := n.m, n.p
	full := m.Let("full", n.count.Eq(p.Queue))
	n.enters = m.Let("enters", n.Make.Valid.AndNot(full))
	n.Stat.Refused.Drive(n.Make.Valid.And(full))
	n.QueueCount.Drive(n.count)
	prim.UpDown(m, n.count, n.enters, n.start)

	// A number of a destination that had no packet yet is arbitrary.
	numbers := m.Memory("numbers", p.Nodes, packet.SeqBits, rtlgen.ReadOld, "next sequence number, by destination")
	numbered := m.Reg("numbered", p.Nodes, 0, "a packet has come, by destination")
	n.enterSeq = m.Let("seq", rtlgen.Mux(numbered.Bit(n.enterDst), numbers.Read("number", n.enterDst), 0))
	numbers.Write(n.enters, n.enterDst, n.enterSeq.Add(1))
	n.comes = m.Let("comes", rtlgen.Mux(n.enters, n.enterDst.Decode(p.Nodes), 0))
	numbered.Set(numbered.Or(n.comes))

	n.enterPlace = n.freePlace()
	n.words.Wr.En.Drive(n.enters)
	n.words.Wr.Addr.Drive(n.enterPlace)
	n.words.Wr.Data.Drive(rtlgen.Cat(n.enterSeq, n.Now))
	if p.nw() < packet.TagBits {
		m.Unused("make_dst_rest", n.Make.Dst.High(packet.TagBits-p.nw())) // zero
		m.Assume("destination_of_the_network", n.Make.Valid.Implies(n.Make.Dst.Lt(p.Nodes)))
	}
}

// freePlace is the place for a packet that enters. Given back places are in a
// ring, whose first one is always shown.
func (n *nic) freePlace() value {
	m, p := n.m, n.p
	fresh := m.Reg("fresh", rtlgen.CountBits(p.Queue), 0, "first place that was never taken")
	first := m.Reg("first_given", p.ew(), 0, "oldest entry in the ring of free places")
	end := m.Reg("end_given", p.ew(), 0, "next entry in the ring of free places")
	n.fresh, n.firstGiven, n.endGiven = fresh, first, end
	n.neverTaken = m.Let("never_taken", fresh.Ne(p.Queue))
	next := m.Let("next_given", rtlgen.Mux(n.enters.AndNot(n.neverTaken), prim.Successor(first, p.Queue), first))
	first.Set(next)
	m.If(n.enters.And(n.neverTaken), func() { fresh.Set(fresh.Add(1)) })
	m.If(n.start, func() { end.Set(prim.Successor(end, p.Queue)) })

	ring := rtlgen.Use(m, "given_back", prim.RAM1R1W(prim.RAM1R1WParams{Width: p.ew(), Depth: p.Queue,
		RDW: prim.RAMReadNew}))
	ring.Wr.En.Drive(n.start)
	ring.Wr.Addr.Drive(end)
	ring.Wr.Data.Drive(n.place)
	ring.Rd.En.Drive(m.Ones(1))
	ring.Rd.Addr.Drive(next)
	return m.Let("enter_place", rtlgen.Mux(n.neverTaken, fresh.Low(p.ew()), ring.Rd.Data))
}

// link appends the packet that enters and unlinks the one that is sent. A queue
// of one packet has it as head and as tail.
func (n *nic) link() {
	m, p := n.m, n.p
	n.last = m.Let("last_of_queue", n.place.Eq(n.tail.Read("tail_of_sent", n.dst)))
	empties := m.Let("empties", n.start.And(n.last))
	starts := m.Let("starts_queue", n.waiting.Bit(n.enterDst).Not().Or(empties.And(n.dst.Eq(n.enterDst))))
	leaves := m.Let("leaves", rtlgen.Mux(empties, n.dst.Decode(p.Nodes), 0))
	n.waiting.Set(n.waiting.AndNot(leaves).Or(n.comes))

	n.head.Write(n.start.AndNot(n.last), n.dst, n.next.Rd.Data)
	n.head.Write(n.enters.And(starts), n.enterDst, n.enterPlace)
	n.next.Wr.En.Drive(n.enters.AndNot(starts))
	n.next.Wr.Addr.Drive(n.tail.Read("tail_of_entered", n.enterDst))
	n.next.Wr.Data.Drive(n.enterPlace)
	n.tail.Write(n.enters, n.enterDst, n.enterPlace)
}

// send hands the packet to the framer.
func (n *nic) send() {
	m, p := n.m, n.p
	routes := m.Memory("routes", p.Nodes, packet.TurnBits, rtlgen.ReadOld, "turns of the route, by destination")
	routes.Write(n.Route.Valid, n.Route.Dst.Low(p.nw()), n.Route.Turns)
	if p.nw() < packet.TagBits {
		m.Unused("route_dst_rest", n.Route.Dst.High(packet.TagBits-p.nw()))
	}

	word := n.words.Rd.Data
	n.sentSeq = word.High(packet.SeqBits)
	dst := n.dst.Zext(packet.TagBits)
	framer := rtlgen.Use(m, "framer", traffic.Framer(traffic.Params{LinkLatency: p.LinkLatency}))
	framer.Start.Drive(n.start)
	framer.Now.Drive(n.Now)
	framer.Turnpool.Drive(routes.Read("route", n.dst))
	framer.Src.Drive(n.Node)
	framer.Dst.Drive(dst)
	framer.Seq.Drive(n.sentSeq)
	framer.Tag.Drive(dst)
	framer.Made.Drive(word.Low(timeBits))
	rtlgen.Connect(n.Tx.Beat, framer.Tx)
	n.Stat.Sent.Drive(n.start)
	m.Assert("framer_is_ready", n.start.Implies(framer.Ready))
}

// check states that no place is lost, and that the packets of a destination leave
// in the order of their numbers, which they would not if a place were in two
// queues. The registers that it needs exist in simulation and formal proofs only.
func (n *nic) check() {
	m, p := n.m, n.p
	w := rtlgen.CountBits(2 * p.Queue)
	given := n.fresh.Sub(n.count) // taken once, and not in use
	end := m.Let("end_of_given", n.firstGiven.Zext(w).Add(given.Zext(w)))
	wrapped := rtlgen.Mux(end.Ge(p.Queue), end.Sub(p.Queue), end)
	m.Assert("no_place_is_lost", wrapped.Eq(n.endGiven.Zext(w)), "every place is fresh, in the ring, or in use")
	m.Assert("no_more_packets_than_places", n.count.Le(n.fresh))

	expected := m.RegArray("expected_seq", p.Nodes, packet.SeqBits, 0, "next sequence number to leave, by destination")
	m.If(n.start, func() { expected.At(n.dst).Set(n.sentSeq.Add(1)) })
	m.Assert("numbers_in_order", n.start.Implies(n.sentSeq.Eq(expected.At(n.dst))))
	m.Assert("waiting_means_packets", n.waiting.Any().Eq(n.count.Ne(0)))
	m.Cover("wraps_to_places_given_back", n.enters.AndNot(n.neverTaken))
}
