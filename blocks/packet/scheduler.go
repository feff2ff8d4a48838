package packet

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Scheduling is a scheduler of a switch: a separable allocator, round robin in both
// phases, with registers behind each of them. In cycle t every input asks for the
// output of one of its queues, in t+1 every output chooses one of the inputs that ask
// for it, t+2 is the cycle of the grant. A new decision begins in every cycle.
//
// Inputs and outputs take part again two cycles before their packet has left, so that
// packets go back to back. Sources: N. McKeown, The iSLIP scheduling algorithm for
// input-queued switches, IEEE/ACM Trans. Networking 7(2), 1999, section II (when
// pointers move); D. Becker, W. Dally, Allocator implementations for network-on-chip
// routers, SC 2009 (separable, input first).
type Scheduling struct {
	Ports  Ports
	Queues int // per input
	Cycles int // a packet takes, 4 at least: from a grant to the next one of its input and output
}

// Grants are the decisions of a scheduler, registers.
type Grants struct {
	Asked  rtlgen.Value // a lane per input: the queue of a grant that may come in the next cycle, one-hot
	Valid  rtlgen.Value // per input: it sends
	Chosen rtlgen.Value // a lane per input: from this queue, one-hot; unknown without its bit in Valid
	Port   rtlgen.Value // a lane per input: to this output; unknown without its bit in Valid
	Start  rtlgen.Value // per output: it gets a packet
	Source rtlgen.Value // a lane per output: from this input; unknown without its bit in Start

	u *scheduling
}

// Queue is the number of the queue of each grant, a lane per input, a register; unknown
// without its bit in Valid.
func (g Grants) Queue() rtlgen.Value {
	u := g.u
	number := u.m.RegNoReset("granted_queue_number", u.n*rtlgen.IndexBits(u.Queues))
	for i := range u.m.Each("i", u.n) {
		number.SetLane(i, prim.Encode(u.m, u.askQueue.Lane(i, u.Queues)))
	}
	return number.Value
}

// Join makes the scheduler. eligible has a bit per queue of each input (bit
// i*Queues+q), wanted its output, a lane per bit; an output takes part only with its
// bit in credit in the cycle before the ask. Nothing but a grant may clear that bit.
func (s Scheduling) Join(m *rtlgen.Module, eligible, wanted, credit rtlgen.Signal) Grants {
	n, q := int(s.Ports), s.Queues
	asking, port := m.Reg("asking", n, 0), m.RegNoReset("ask_port", n*s.Ports.Bits())
	u := &scheduling{
		choosing: newChoosing(m, s, asking, port), eligible: rtlgen.ValueOf(eligible), wanted: rtlgen.ValueOf(wanted),
		asking: asking, askPort: port, askQueue: m.RegNoReset("ask_queue", n*q),
	}
	u.granted = m.NextNoReset("granted_queue", u.askQueue)
	if q > 1 {
		u.queuesAbove = m.Reg("queues_above", n*(q-1), 0)
	}

	grants := u.grants()
	free, open := u.take(grants, credit)
	u.turns(grants)
	u.asks(free, open)
	u.properties(grants)
	return grants
}

// scheduling is a scheduler while it is built: the second phase and what is around it.
type scheduling struct {
	*choosing
	eligible, wanted rtlgen.Value

	asking      rtlgen.Reg // bit i: input i asks for an output
	askPort     rtlgen.Reg // lane i: for this one
	askQueue    rtlgen.Reg // lane i: for this queue, one-hot
	granted     rtlgen.Reg // lane i: the queue of a grant, one-hot
	queuesAbove rtlgen.Reg // lane i: the queues above the one that sent last
}

// grants are those that were decided, with their queues and ports.
func (u *scheduling) grants() Grants {
	g := u.choices()
	g.u, g.Asked, g.Chosen = u, u.askQueue.Value, u.granted.Value
	g.Port = u.m.NextNoReset("granted_port", u.ports).Value
	return g
}

// turns moves the pointers of the inputs past their grants. Until the cycle after it
// they are not read: an input with a decision does not ask.
func (u *scheduling) turns(g Grants) {
	q := u.Queues
	if q == 1 {
		return
	}
	for i := range u.m.Each("i", u.n) {
		u.m.If(g.Valid.Bit(i), func() { u.queuesAbove.SetLane(i, prim.AboveWinner(u.granted.Lane(i, q))) })
	}
}

// asks is the first phase: each input picks a queue whose output is open. It leaves
// out the queue that it asked for in the cycle before: that one is granted next, or its
// output is not free any more.
func (u *scheduling) asks(free, open rtlgen.Value) {
	m, n, q := u.m, u.n, u.Queues
	asked := m.Wire("asked_before", n*q)
	for i := range m.Each("i", n) {
		asked.SetLane(i, u.askQueue.Lane(i, q).And(u.asking.Bit(i).Replicate(q)))
	}
	wantsOpen := m.Wire("wants_open", n*q)
	for k := range m.Each("k", n*q) {
		wantsOpen.SetBit(k, open.Bit(u.wanted.Lane(k, u.pw)))
	}
	ready := m.Let("ready", u.eligible.AndNot(asked).And(wantsOpen))
	pick := prim.RoundRobinLanes(m, "queue", ready, u.queuesAbove, n)
	u.askQueue.Set(pick.OneHot)
	for i := range m.Each("i", n) {
		u.asking.SetBit(i, pick.Lane(i).Any.And(free.Bit(i)))
		u.askPort.SetLane(i, rtlgen.OneHotMux(pick.OneHot.Lane(i, q), u.wanted.Lane(i, q*u.pw)))
	}
}

// properties states what holds of the queues of grants.
func (u *scheduling) properties(g Grants) {
	m := u.m
	holds := m.Wire("port_is_wanted", u.n)
	for i := range m.Each("i", u.n) {
		wanted := rtlgen.OneHotMux(u.granted.Lane(i, u.Queues), u.wanted.Lane(i, u.Queues*u.pw))
		holds.SetBit(i, g.Valid.Bit(i).Implies(wanted.Eq(g.Port.Lane(i, u.pw))))
	}
	m.Assume("port_holds", holds.All(), "a queue wants the same output until it is granted")
}
