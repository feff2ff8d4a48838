package packet

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
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
	u := &scheduling{
		choosing: newChoosing(m, s), eligible: rtlgen.ValueOf(eligible), wanted: rtlgen.ValueOf(wanted),
		askQueue: m.RegNoReset("ask_queue", n*q, "queue that each input asks for, one-hot"),
	}
	u.granted = m.NextNoReset("granted_queue", u.askQueue)
	if q > 1 {
		u.queuesAbove = m.Reg("queues_above", n*(q-1), 0, "queues above the last that sent, of each input")
	}

	grants := u.grants()
	open := u.take(grants, credit)
	u.turns(grants)
	u.asks(open)
	u.properties(grants)
	return grants
}

// scheduling is a scheduler while it is built: the second phase and what is around it.
type scheduling struct {
	*choosing
	eligible, wanted rtlgen.Value

	askQueue    rtlgen.Reg // lane i: the queue that input i asks for, one-hot
	granted     rtlgen.Reg // lane i: the queue of a grant, one-hot
	queuesAbove rtlgen.Reg // lane i: the queues above the one that sent last
}

// grants are those that were decided, with their queues and ports.
func (u *scheduling) grants() Grants {
	g := u.choices()
	g.u, g.Asked, g.Chosen = u, u.askQueue.Value, u.granted.Value
	port := u.m.RegNoReset("granted_port", u.n*u.pw, "output of the grant of each input")
	for i := range u.m.Each("i", u.n) {
		port.SetLane(i, u.ask.number(i))
	}
	g.Port = port.Value
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
// output is not free any more. An input with a grant in this cycle asks for nothing.
func (u *scheduling) asks(open rtlgen.Value) {
	m, n, q := u.m, u.n, u.Queues
	asked, wantsOpen := m.Wire("asked_before", n*q), m.Wire("wants_open", n*q)
	for i := range m.Each("i", n) {
		asked.SetLane(i, u.askQueue.Lane(i, q).And(u.ask.any(i).Replicate(q)))
		lane := make([]rtlgen.Value, q)
		for k := range lane {
			lane[k] = selected(open.Lane(i, n), u.wantedBy(i, k))
		}
		wantsOpen.SetLane(i, rtlgen.LanesOf(lane).AndNot(u.inputGranted.Bit(i).Replicate(q)))
	}
	ready := m.Let("ready", u.eligible.AndNot(asked).And(wantsOpen))
	w := u.ask.codeBits()
	codes := m.Wire("queue_codes", n*q*w)
	for i := range m.Each("i", n) {
		lane := make([]rtlgen.Value, q)
		for k := range lane {
			ask := m.Ones(1)
			if k == q-1 { // the pick if no queue is ready
				ask = ready.Lane(i, q).Bit(k)
			}
			lane[k] = u.ask.code(u.wantedBy(i, k), ask)
		}
		codes.SetLane(i, rtlgen.LanesOf(lane))
	}
	pick, code := prim.RoundRobinMux(m, "queue", ready, u.queuesAbove, codes, n)
	u.askQueue.Set(pick)
	for i := range m.Each("i", n) {
		u.ask.set(i, code.Lane(i, w))
	}
}

// wantedBy is the output that queue k of input i wants.
func (u *scheduling) wantedBy(i rtlgen.Value, k int) rtlgen.Value {
	return u.wanted.Lane(i, u.Queues*u.pw).Slice((k+1)*u.pw-1, k*u.pw)
}

// selected is the bit with that index, 0 if there is none: a tree of multiplexers.
func selected(bits, index rtlgen.Value) rtlgen.Value {
	level := make([]rtlgen.Value, bits.Width())
	for i := range level {
		level[i] = bits.Bit(i)
	}
	for b := 0; len(level) > 1; b++ {
		var next []rtlgen.Value
		for i := 0; i+1 < len(level); i += 2 {
			next = append(next, rtlgen.Mux(index.Bit(b), level[i+1], level[i]))
		}
		if len(level)%2 == 1 {
			next = append(next, level[len(level)-1].AndNot(index.Bit(b)))
		}
		level = next
	}
	return level[0]
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
