package voq

import (
	"culprit/blocks/prim"
	"culprit/blocks/traffic"
	"culprit/rtlgen"
)

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
func NIC(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("traffic_nic_voq")
	m.Doc("queues of a node: one per destination, round robin among those with a credit")
	p.declare(m, nodesSpec, queueSpec, depthSpec, latSpec)
	n := newNIC(m, p)
	n.choose()
	n.enter()
	n.link()
	n.send()
	n.check()
	for _, d := range nicDocs {
		m.Describe(d.name, d.text)
	}
	return m
}

// nicDocs says what the ports are.
var nicDocs = []struct{ name, text string }{
	{"node", "number of this node"},
	{"now", "time, cycles"},
	{"make_valid", "a packet is made"},
	{"make_dst", "its destination"},
	{"route_valid", "a line of the route table is written"},
	{"route_dst", "the destination"},
	{"route_turns", "its turnpool"},
	{"tx_credit", "from the switch: a slot is free again"},
	{"tx_credit_dst", "the queue whose slot it is"},
	{"stat_refused", "pulse: the packet is refused, the queues are full"},
	{"stat_sent", "pulse: a packet leaves its queue"},
	{"queue_count", "packets in the queues"},
}

// nic is the netlist while it is built.
type nic struct {
	m *rtlgen.Module
	p Params

	now, makeDst                  value
	waiting, count                rtlgen.Reg
	fresh, firstGiven, endGiven   rtlgen.Reg
	head, tail                    rtlgen.Memory
	words, next                   *rtlgen.Instance
	credits                       *rtlgen.Instance
	dst                           value // chosen destination; its packet is looked up, then sent
	fetch, start                  value // these two steps
	place                         value // of the packet that is sent
	last                          value // no packet is behind it
	enters, enterDst, enterPlace  value
	comes                         value // one-hot: the destination gets a packet
	enterSeq, sentSeq, neverTaken value
}

func newNIC(m *rtlgen.Module, p Params) *nic {
	n := &nic{
		m: m, p: p, now: m.Input("now", timeBits), makeDst: m.Input("make_dst", dstBits),
		waiting: m.Reg("waiting", p.Nodes, 0), count: m.Reg("count_q", rtlgen.CountBits(p.Queue), 0),
		head: m.Memory("head", p.Nodes, p.ew(), rtlgen.ReadOld), tail: m.Memory("tail", p.Nodes, p.ew(), rtlgen.ReadOld),
		words: m.Instance("words", prim.RAM1R1W(prim.RAM1R1WParams{Width: seqBits + timeBits, Depth: p.Queue, RDW: readUndefined})),
		// A packet may be appended behind the one that is looked up.
		next:    m.Instance("next", prim.RAM1R1W(prim.RAM1R1WParams{Width: p.ew(), Depth: p.Queue, RDW: readNew})),
		credits: p.linkCredits(m),
	}
	n.enterDst = n.makeDst.Low(p.nw())
	return n
}

// choose picks a destination in every packet time.
func (n *nic) choose() {
	m, p := n.m, n.p
	eligible := m.Let("eligible", n.waiting.And(n.credits.Out("available")))
	pause := m.Reg("pause", wordBits, 0)
	chosen := m.Let("chosen", eligible.Any().And(pause.Eq(0)))
	queue := roundRobin(m, eligible, chosen)
	dst := m.Reg("chosen_dst", p.nw(), 0)
	m.If(chosen, func() {
		dst.Set(queue)
		pause.Set(beats - 1)
	}).ElseIf(pause.Ne(0), func() { pause.Set(pause.Sub(1)) })

	n.dst = dst.Value
	n.fetch = m.Next("fetch", chosen, 0).Value
	n.start = m.Next("start", n.fetch, 0).Value
	place := n.head.Read("head_place", n.dst)
	n.place = m.Next("sent_place", place, 0).Value
	for _, ram := range []*rtlgen.Instance{n.words, n.next} {
		ram.In("rd_en", n.fetch)
		ram.In("rd_addr", place)
	}
	n.credits.In("take", n.fetch)
	n.credits.In("take_dst", n.dst)
	m.Unused("credit_count", n.credits.Out("count"))
}

// enter takes a packet that is made, unless all places are taken, and gives it
// the next number of its destination.
func (n *nic) enter() {
	m, p := n.m, n.p
	made := m.Input("make_valid", 1)
	full := m.Let("full", n.count.Eq(p.Queue))
	n.enters = m.Let("enters", made.AndNot(full))
	m.Output("stat_refused", made.And(full))
	m.Output("queue_count", n.count.Value)
	m.If(n.enters.AndNot(n.start), func() {
		n.count.Set(n.count.Add(1))
	}).ElseIf(n.start.AndNot(n.enters), func() {
		n.count.Set(n.count.Sub(1))
	})

	// A number of a destination that had no packet yet is arbitrary.
	numbers := m.Memory("numbers", p.Nodes, seqBits, rtlgen.ReadOld)
	numbered := m.Reg("numbered", p.Nodes, 0)
	n.enterSeq = m.Let("seq", rtlgen.Mux(numbered.Bit(n.enterDst), numbers.Read("number", n.enterDst), 0))
	numbers.Write(n.enters, n.enterDst, n.enterSeq.Add(1))
	n.comes = m.Let("comes", rtlgen.Mux(n.enters, n.enterDst.Decode(p.Nodes), 0))
	numbered.Set(numbered.Or(n.comes))

	n.enterPlace = n.freePlace()
	n.words.In("wr_en", n.enters)
	n.words.In("wr_addr", n.enterPlace)
	n.words.In("wr_data", rtlgen.Cat(n.enterSeq, n.now))
	if p.nw() < dstBits {
		m.Unused("make_dst_rest", n.makeDst.High(dstBits-p.nw())) // zero
		m.Assume("destination_of_the_network", made.Implies(n.makeDst.Lt(p.Nodes)))
	}
}

// freePlace is the place for a packet that enters. Given back places are in a
// ring, whose first one is always shown.
func (n *nic) freePlace() value {
	m, p := n.m, n.p
	fresh := m.Reg("fresh", rtlgen.CountBits(p.Queue), 0)
	first := m.Reg("first_given", p.ew(), 0)
	end := m.Reg("end_given", p.ew(), 0)
	n.fresh, n.firstGiven, n.endGiven = fresh, first, end
	n.neverTaken = m.Let("never_taken", fresh.Ne(p.Queue))
	next := m.Let("next_given", rtlgen.Mux(n.enters.AndNot(n.neverTaken), prim.Successor(first.Value, p.Queue), first))
	first.Set(next)
	m.If(n.enters.And(n.neverTaken), func() { fresh.Set(fresh.Add(1)) })
	m.If(n.start, func() { end.Set(prim.Successor(end.Value, p.Queue)) })

	ring := m.Instance("given_back", prim.RAM1R1W(prim.RAM1R1WParams{Width: p.ew(), Depth: p.Queue, RDW: readNew}))
	ring.In("wr_en", n.start)
	ring.In("wr_addr", end)
	ring.In("wr_data", n.place)
	ring.In("rd_en", m.Ones(1))
	ring.In("rd_addr", next)
	return m.Let("enter_place", rtlgen.Mux(n.neverTaken, fresh.Low(p.ew()), ring.Out("rd_data")))
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

	n.head.Write(n.start.AndNot(n.last), n.dst, n.next.Out("rd_data"))
	n.head.Write(n.enters.And(starts), n.enterDst, n.enterPlace)
	n.next.In("wr_en", n.enters.AndNot(starts))
	n.next.In("wr_addr", n.tail.Read("tail_of_entered", n.enterDst))
	n.next.In("wr_data", n.enterPlace)
	n.tail.Write(n.enters, n.enterDst, n.enterPlace)
}

// send hands the packet to the framer.
func (n *nic) send() {
	m, p := n.m, n.p
	routes := m.Memory("routes", p.Nodes, turnBits, rtlgen.ReadOld)
	routeDst := m.Input("route_dst", dstBits)
	routes.Write(m.Input("route_valid", 1), routeDst.Low(p.nw()), m.Input("route_turns", turnBits))
	if p.nw() < dstBits {
		m.Unused("route_dst_rest", routeDst.High(dstBits-p.nw()))
	}

	word := n.words.Out("rd_data")
	n.sentSeq = word.High(seqBits)
	dst := n.dst.Zext(dstBits)
	framer := m.Instance("framer", traffic.Framer(traffic.Params{LinkLatency: p.LinkLatency}))
	framer.In("start", n.start)
	framer.In("now", n.now)
	framer.In("turnpool", routes.Read("route", n.dst))
	framer.In("src", m.Input("node", dstBits))
	framer.In("dst", dst)
	framer.In("seq", n.sentSeq)
	framer.In("tag", dst)
	framer.In("made", word.Low(timeBits))
	for _, name := range []string{"tx_valid", "tx_sop", "tx_eop", "tx_data"} {
		m.Output(name, framer.Out(name))
	}
	m.Output("stat_sent", n.start)
	m.Assert("framer_is_ready", n.start.Implies(framer.Out("ready")))
}

// check states that no place is lost, and that the packets of a destination leave
// in the order of their numbers, which they would not if a place were in two
// queues. The registers that it needs exist in simulation and formal proofs only.
func (n *nic) check() {
	m, p := n.m, n.p
	w := rtlgen.CountBits(2 * p.Queue)
	given := n.fresh.Sub(n.count.Value) // taken once, and not in use
	end := m.Let("end_of_given", n.firstGiven.Zext(w).Add(given.Zext(w)))
	wrapped := rtlgen.Mux(end.Ge(p.Queue), end.Sub(p.Queue), end)
	m.Assert("no_place_is_lost", wrapped.Eq(n.endGiven.Zext(w)), "every place is fresh, in the ring, or in use")
	m.Assert("no_more_packets_than_places", n.count.Le(n.fresh.Value))

	expected := m.RegArray("expected_seq", p.Nodes, seqBits, 0)
	m.If(n.start, func() { expected.At(n.dst).Set(n.sentSeq.Add(1)) })
	m.Assert("numbers_in_order", n.start.Implies(n.sentSeq.Eq(expected.At(n.dst).Value)))
	m.Assert("waiting_means_packets", n.waiting.Any().Eq(n.count.Ne(0)))
	m.Cover("wraps_to_places_given_back", n.enters.AndNot(n.neverTaken))
}
