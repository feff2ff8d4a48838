package qcn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Adapter holds the frames of a server until they may go: a queue per flow, and per
// priority a FIFO of flow numbers in the order of arrival, which serves the flows
// without a limiter. The entries of a flow that has got a limiter are skipped; its
// frames stay in its queue, in order, and compete with the FIFO by round robin.
func Adapter(p ReactionParams) *rtlgen.Typed[AdapterPorts] {
	m, io := rtlgen.New[AdapterPorts](p)
	a := &adapter{AdapterPorts: io, m: m.Module, p: p, rp: rtlgen.Use(m, "rp", RP(p)), pacer: rtlgen.Use(m, "pacer", Pacer(p))}
	a.declare()
	a.receive()
	a.ready = m.Let("framer_ready", a.left.High(beatNoBits).Any().Not())
	if p.PerDest == 0 {
		a.line()
	}
	a.choose()
	a.enqueue()
	a.dequeue()
	a.send()
	return m
}

type adapter struct {
	*AdapterPorts
	m     *rtlgen.Module
	p     ReactionParams
	rp    *RPPorts
	pacer *PacerPorts
	lines *prim.FIFOPorts // of flow numbers, one per priority

	head, tail rtlgen.RegArray // of each flow's queue
	count      rtlgen.RegArray
	left       rtlgen.Reg // beats of the frame that is sent
	prios      value      // per flow: its priority
	waiting    value      // per flow: it has a frame
	fromLine   value      // per priority: the oldest entry's frame may be sent
	lineFlows  value      // per priority: the flow of the oldest entry
	stale      value      // per priority: the oldest entry is dropped
	ready      value      // the framer takes a frame
	accepts    value      // the frame offered goes to the tail of its queue
	goes       value      // a frame is chosen
	flow       value      // its flow
	length     value      // its bytes
	beats      value      // its beats
}

func (a *adapter) fb() int { return rtlgen.IndexBits(a.p.Flows) }
func (a *adapter) qb() int { return rtlgen.IndexBits(a.p.Queue) }
func (a *adapter) pb() int { return rtlgen.IndexBits(a.p.Prios) }

func (a *adapter) declare() {
	m, p := a.m, a.p
	a.head, a.tail = m.RegArray("head", p.Flows, a.qb(), 0), m.RegArray("tail", p.Flows, a.qb(), 0)
	a.count = m.RegArray("count", p.Flows, rtlgen.CountBits(p.Queue), 0)
	a.left = m.Reg("beats_left", beatNoBits+1, 0)
	waiting := m.Wire("waiting", p.Flows)
	for f := range m.Each("f", p.Flows) {
		waiting.SetBit(f, a.count.At(f).Any())
	}
	a.waiting = waiting.Value
	prios := make([]value, p.Flows)
	for f := range prios {
		prios[p.Flows-1-f] = a.Flow.Prio.Lane(f, PrioBits).Low(a.pb())
	}
	a.prios = m.Let("flow_prios", rtlgen.CatOf(prios))
	if p.Prios < Priorities {
		below := m.Wire("prio_in_use", p.Flows)
		for f := range m.Each("f", p.Flows) {
			below.SetBit(f, a.Flow.Prio.At(f).Lt(p.Prios))
		}
		m.Assume("priorities_in_use", below.All(), "the priorities of the flows are below prios")
	}
}

// receive finds the flow that a CNM is for.
func (a *adapter) receive() {
	m, p := a.m, a.p
	valid := m.Next("rx_head_q", a.Rx.Valid.And(a.Rx.Head), 0)
	c := CNMOf(m.NextNoReset("rx_data_q", a.Rx.Data))
	m.Unused("rx", a.Rx.Tail, c.Prio, c.Dst, c.Src, c.Length, c.QOffset.Low(OffsetBits-1), c.QDelta, c.CPID, c.Rest)
	hit := m.Wire("cnm_hit", p.Flows)
	for f := range m.Each("f", p.Flows) {
		hit.SetBit(f, a.Flow.Dst.At(f).Eq(c.FlowDst).And(a.Flow.Prio.At(f).Eq(c.FlowPrio)))
	}
	cnm := m.Let("cnm_comes", valid.And(c.Kind.Eq(KindCNM)))
	in := a.rp.CNM
	in.Valid.Drive(cnm.And(hit.Any()))
	in.Flow.Drive(hit.Priority())
	in.Feedback.Drive(c.Feedback)
	in.Congested.Drive(c.QOffset.High(1))
	a.rp.Seed.Drive(a.Seed.Xor(rtlgen.Cat(a.Node, m.Zero(stateBits-AddressBits))))

	rtlgen.Connect(a.Stat.RPStat, a.rp.Stat)
	a.Stat.Unknown.Drive(cnm.And(hit.Any().Not()))
	a.Stat.Limited.Drive(a.rp.Limited)
}

// line are the FIFOs of flow numbers. An entry names the place of its frame in the
// flow's queue. It is stale if the frame is no longer there, since the flow had a
// limiter in the meantime. Stale entries, and those of flows with a limiter, are
// dropped, one per cycle and priority.
func (a *adapter) line() {
	m, p := a.m, a.p
	a.lines = rtlgen.UseArray(m, "line", p.Prios, prim.FIFO(prim.FIFOParams{Width: a.fb() + a.qb(), Depth: p.Flows * p.Queue}))
	live := make([]value, p.Prios) // one of each priority
	flows := make([]value, p.Prios)
	for i := range live {
		entry := a.lines.Rdata.Lane(i, a.fb()+a.qb())
		flow, place := entry.High(a.fb()), entry.Low(a.qb())
		live[p.Prios-1-i] = a.waiting.Bit(flow).And(a.head.At(flow).Eq(place)).AndNot(a.rp.Limited.Bit(flow))
		flows[p.Prios-1-i] = flow
	}
	lives := m.Let("line_live", rtlgen.CatOf(live))
	a.lineFlows = m.Let("line_flow", rtlgen.CatOf(flows))
	a.fromLine = m.Let("from_line", lives.AndNot(a.lines.Empty).AndNot(a.Paused))
	a.stale = m.Let("line_stale", lives.Or(a.lines.Empty).Not())
	m.Unused("line_count", a.lines.Count)
}

// choose takes a frame when the link is free: one of a priority, by round robin, and
// there the one from the FIFO or that of a flow that is not served by it, by round
// robin.
func (a *adapter) choose() {
	m, p := a.m, a.p
	limited, may := a.rp.Limited, a.rp.MaySend
	side := may.Value
	if p.PerDest == 1 {
		side = may.Or(limited.Not())
	}
	side = m.Let("side", side.And(a.waiting))
	byFlow := m.Wire("side_by_flow", p.Flows*p.Prios)
	for f := range m.Each("f", p.Flows) {
		byFlow.SetLane(f, rtlgen.Mux(side.Bit(f), a.prios.Lane(f, a.pb()).Decode(p.Prios), 0))
	}
	byPrio := m.Let("side_by_prio", byFlow.Transpose(p.Flows))
	n := a.contenders()
	requests := m.Wire("requests", p.Prios*n)
	any := m.Wire("prio_requests", p.Prios)
	for i := range m.Each("i", p.Prios) {
		sides := rtlgen.Mux(a.Paused.Bit(i), 0, byPrio.Lane(i, p.Flows))
		if p.PerDest == 0 {
			sides = rtlgen.Cat(a.fromLine.Bit(i), sides)
		}
		requests.SetLane(i, sides)
		any.SetBit(i, sides.Any())
	}
	above, prioAbove := a.above("flows_above", p.Prios*(n-1)), a.above("prios_above", p.Prios-1)
	turn := prim.RoundRobin(m, "prio", any, prioAbove)
	ofWinner := m.Let("requests_of_prio", rtlgen.OneHotMux(turn.OneHot, requests))
	aboveOfWinner := rtlgen.Value{}
	if n > 1 {
		aboveOfWinner = m.Let("above_of_prio", rtlgen.OneHotMux(turn.OneHot, above))
	}
	winner := prim.RoundRobin(m, "flow", ofWinner, aboveOfWinner)
	a.goes = m.Let("goes", turn.Any.And(a.ready).And(a.pacer.Ready))
	if p.PerDest == 1 {
		a.flow = m.Let("chosen_flow", winner.Index)
	} else {
		side := m.Let("side_chosen", winner.Index)
		line := m.Let("line_chosen", side.Eq(p.Flows))
		a.flow = m.Let("chosen_flow", rtlgen.Mux(line, a.lineFlows.Lane(turn.Index, a.fb()), side.Low(a.fb())))
		sent := rtlgen.Mux(a.goes.And(line), turn.OneHot, 0)
		a.lines.Pop.Drive(a.stale.Or(sent))
	}
	m.If(a.goes, func() {
		if n > 1 {
			above.SetLane(turn.Index, winner.Above)
		}
		if p.Prios > 1 {
			prioAbove.Set(turn.Above)
		}
	})
}

// contenders are those that compete within a priority: the flows and the FIFO.
func (a *adapter) contenders() int { return a.p.Flows + 1 - a.p.PerDest }

// above is the state of a round robin, which a single contender does not have.
func (a *adapter) above(name string, width int) rtlgen.Reg {
	if width == 0 {
		return rtlgen.Reg{}
	}
	return a.m.Reg(name, width, 0)
}

// enqueue takes the frame that is offered, refuses it, or lets it wait: a source waits
// for the FIFO, but not for a flow that has a limiter.
func (a *adapter) enqueue() {
	m, p := a.m, a.p
	flow := a.Offer.Flow
	full := m.Let("queue_full", a.count.At(flow).Eq(p.Queue))
	if p.PerDest == 1 {
		a.accepts = m.Let("accepts", a.Offer.Valid.AndNot(full))
		refuses := a.Offer.Valid.And(full)
		a.Offer.Taken.Drive(a.Offer.Valid)
		a.Stat.Refused.Drive(refuses)
	} else {
		limited := m.Let("offer_limited", a.rp.Limited.Bit(flow))
		prio := m.Let("offer_prio", a.prios.Lane(flow, a.pb()))
		a.accepts = m.Let("accepts", a.Offer.Valid.AndNot(full).And(limited.Or(a.lines.Full.Bit(prio).Not())))
		refuses := m.Let("refuses", a.Offer.Valid.And(full).And(limited))
		a.Offer.Taken.Drive(a.accepts.Or(refuses))
		a.Stat.Refused.Drive(refuses)
		a.lines.Push.Drive(rtlgen.Mux(a.accepts.AndNot(limited), prio.Decode(p.Prios), 0))
		a.lines.Wdata.Broadcast(rtlgen.Cat(flow, a.tail.At(flow)))
	}
	idle := m.Wire("idle", p.Flows)
	for f := range m.Each("f", p.Flows) {
		idle.SetBit(f, a.waiting.Bit(f).Or(a.Offer.Valid.And(flow.Eq(f))).Not())
	}
	a.rp.Idle.Drive(idle)
}

// dequeue moves the ends of the queues.
func (a *adapter) dequeue() {
	m, in, out := a.m, a.Offer.Flow, a.flow
	same := m.Let("in_and_out", a.accepts.And(a.goes).And(in.Eq(out)))
	m.If(a.accepts, func() {
		a.tail.At(in).Set(a.tail.At(in).Add(1))
		m.If(same.Not(), func() { a.count.At(in).Set(a.count.At(in).Add(1)) })
	})
	m.If(a.goes, func() {
		a.head.At(out).Set(a.head.At(out).Add(1))
		m.If(same.Not(), func() { a.count.At(out).Set(a.count.At(out).Sub(1)) })
	})
	length := m.Let("chosen_length", a.Flow.Length.At(out))
	a.length = length
	a.beats = beats(m, length)
	cost := m.Let("cost", wireOf(a.p, length))
	a.pacer.Start.Drive(a.goes)
	a.pacer.Cost.Drive(cost)
	a.rp.Sent.Valid.Drive(a.goes)
	a.rp.Sent.Flow.Drive(out)
	a.rp.Sent.Length.Drive(length)
	a.rp.Sent.Cost.Drive(cost)
	a.Stat.Sent.Drive(a.goes)
	a.Stat.SentFlow.Drive(out)
}

const (
	beatLog    = 6 // of BeatBytes
	beatNoBits = LengthBits - beatLog
)

// beats is the number of beats of a frame.
func beats(m *rtlgen.Module, length value) value {
	padded := m.Let("padded", length.AddCarry(BeatBytes-1))
	m.Unused("padded", padded.Low(beatLog))
	return padded.High(beatNoBits + 1)
}

// send is the framer: the first beat is read from the queue in the cycle after the
// choice, the others follow, and each is on the pins a cycle later.
func (a *adapter) send() {
	m, p := a.m, a.p
	stamps := m.Memory("stamps", p.Queue<<a.fb(), StampBits, rtlgen.ReadUndefined)
	stamps.Write(a.accepts, rtlgen.Cat(a.Offer.Flow, a.tail.At(a.Offer.Flow)), a.Now)
	stamp := stamps.ReadSync("stamp", a.goes, rtlgen.Cat(a.flow, a.head.At(a.flow)))

	numbers := m.RegArray("frames_sent", p.Flows, SeqBits, 0)
	seq, length := m.RegNoReset("seq", SeqBits), m.RegNoReset("length", LengthBits)
	prio, dst := m.RegNoReset("prio", PrioBits), m.RegNoReset("dst", AddressBits)
	left, beat := a.left, m.RegNoReset("beat", beatNoBits)
	first := m.Next("first", a.goes, 0)
	m.If(a.goes, func() {
		numbers.At(a.flow).Set(numbers.At(a.flow).Add(1))
		seq.Set(numbers.At(a.flow))
		length.Set(a.length)
		prio.Set(a.Flow.Prio.At(a.flow))
		dst.Set(a.Flow.Dst.At(a.flow))
		left.Set(a.beats)
		beat.Set(0)
	}).ElseIf(left.Ne(0), func() {
		left.Set(left.Sub(1))
		beat.Set(beat.Add(1))
	})
	sending := m.Let("sending", left.Ne(0))
	head := DataHead{
		Head: Head{Kind: m.Zero(KindBits), Prio: prio.Value, Dst: dst.Value, Src: a.Node.Value, Length: length.Value},
		Seq:  seq.Value, Stamp: stamp, Tag: m.Zero(TagBits),
	}
	check := checkWord(m, beat, prio, a.Node, dst, seq)
	word := rtlgen.Mux(first, rtlgen.Pack(head), rtlgen.Cat(check, check.Not()))
	a.Tx.Valid.Drive(m.Next("tx_valid_q", sending, 0))
	a.Tx.Head.Drive(m.Next("tx_head_q", first, 0))
	a.Tx.Tail.Drive(m.Next("tx_tail_q", left.Eq(1), 0))
	a.Tx.Data.Drive(m.Next("tx_data_q", rtlgen.Mux(sending, word, 0), 0))
}

// checkWord is the upper half of a beat behind the first; the lower half is its
// inverse.
func checkWord(m *rtlgen.Module, beat, prio, src, dst, seq rtlgen.Signal) value {
	return m.Let("check", rtlgen.Cat(beat, prio, src, dst, seq, m.Const(WordBits/2-beatNoBits-PrioBits-2*AddressBits-SeqBits, checkConstant)))
}

const checkConstant = 0x1234
