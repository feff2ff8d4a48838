package qcn

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Adapter holds the frames of a server until they may go: a queue per flow, and per
// priority a FIFO of flow numbers in the order of arrival, which serves the flows
// without a limiter. The entries of a flow that has got a limiter are skipped; its
// frames stay in its queue, in order, and compete with the FIFO by round robin.
func Adapter(p ReactionParams) *rtlgen.Typed[AdapterPorts] {
	m, io := rtlgen.New[AdapterPorts](p)
	if m.Refused() {
		return m
	}
	a := &adapter{AdapterPorts: io, m: m.Module, p: p, rp: rtlgen.Use(m, "rp", RP(p)),
		pacer: rtlgen.Use(m, "pacer", Pacer(p))}
	a.declare()
	a.receive()
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
	left       rtlgen.Reg // beats of the frame that is sent, from the second one on
	prios      value      // per flow: its priority
	waiting    rtlgen.Reg // per flow: it has a frame
	fromLine   value      // per priority: the oldest entry's frame may be sent
	lineFlows  rtlgen.Reg // per priority: the flow of the oldest entry, a cycle ago
	lineBits   rtlgen.Reg // the same, one bit of each flow
	stale      value      // per priority: the oldest entry's frame may not be sent in its turn
	dropped    rtlgen.Reg // per priority: the oldest entry is dropped
	ready      rtlgen.Reg // the framer takes a frame: none is sent, or its last beat
	accepts    value      // the frame offered goes to the tail of its queue
	enters     value      // per flow: it is one of its
	chosen     choice
	goes       value        // the frame chosen starts
	says       value        // a PAUSE frame starts; none if the adapter does not send any
	first      rtlgen.Reg   // it started in the cycle before
	flow       rtlgen.Value // its flow
}

// choice is a frame that starts as soon as the link is free, registers.
type choice struct {
	valid      rtlgen.Reg
	prio, who  rtlgen.Reg // priority, and contender in it
	line, from rtlgen.Reg // it is the FIFO, and the flow of its entry
	bit        rtlgen.Reg // per flow: the frame is its
	prioAbove  rtlgen.Reg // the round robin behind it
}

func (a *adapter) fb() int { return rtlgen.IndexBits(a.p.Flows) }
func (a *adapter) qb() int { return rtlgen.IndexBits(a.p.Queue) }
func (a *adapter) pb() int { return rtlgen.IndexBits(a.p.Prios) }

func (a *adapter) declare() {
	m, p := a.m, a.p
	a.head = m.RegArray("head", p.Flows, a.qb(), 0, "place of the oldest frame in each flow's queue")
	a.tail = m.RegArray("tail", p.Flows, a.qb(), 0, "place for the next frame in each flow's queue")
	a.count = m.RegArray("count", p.Flows, rtlgen.CountBits(p.Queue), 0, "frames in each flow's queue")
	a.left = m.Reg("beats_left", BeatNumberBits, 0, "beats of the frame still to be sent")
	if p.SaysPause == 0 {
		a.ready = m.RegNoReset("framer_ready", 1,
			"the framer takes a frame") // data cannot start in the first cycles after reset
	} else {
		a.ready = m.Reg("framer_ready", 1, 1, "the framer takes a frame")
	}
	a.waiting = m.Reg("waiting", p.Flows, 0, "flows that have a frame")
	any := m.Wire("count_not_0", p.Flows)
	for f := range m.Each("f", p.Flows) {
		any.SetBit(f, a.count.At(f).Any())
	}
	m.Assert("waiting_by_count", a.waiting.Eq(any), "a flow has a frame if its count says so")
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

// receive finds the flow that a CNM is for. It is compared with all flows at the pins,
// in three parts that are joined behind a register: the pins come late.
func (a *adapter) receive() {
	m, p := a.m, a.p
	c := CNMOf(a.Rx.Data)
	m.Unused("rx", c.Prio, c.Dst, c.Src, c.Length, c.QOffset.Low(OffsetBits-1), c.QDelta, c.CPID, c.Rest)
	const half = AddressBits / 2
	match := m.Wire("cnm_match", p.Flows*3)
	for f := range m.Each("f", p.Flows) {
		dst := a.Flow.Dst.At(f)
		match.SetLane(f, rtlgen.Cat(dst.High(AddressBits-half).Eq(c.FlowDst.High(AddressBits-half)),
			dst.Low(half).Eq(c.FlowDst.Low(half)), a.Flow.Prio.At(f).Eq(c.FlowPrio)))
	}
	parts := m.NextNoReset("cnm_match_q", match.Value)
	hit := m.Wire("cnm_hit", p.Flows)
	for f := range m.Each("f", p.Flows) {
		hit.SetBit(f, parts.Lane(f, 3).All())
	}
	cnm := m.Next("cnm_comes", a.Rx.Valid.And(a.Rx.Head).And(a.Rx.Tail).And(c.Kind.Eq(KindCNM)), 0, "a CNM has come")
	in := a.rp.CNM
	in.Valid.Drive(cnm.And(hit.Any()))
	in.Flow.Drive(hit.Priority())
	in.Feedback.Drive(m.NextNoReset("cnm_feedback", c.Feedback, "feedback of the CNM"))
	in.Congested.Drive(m.NextNoReset("cnm_congested", c.QOffset.High(1), "cnmQOffset of the CNM is negative"))
	a.rp.Seed.Drive(a.Seed.Xor(rtlgen.Cat(a.Node, m.Zero(stateBits-AddressBits))))

	rtlgen.Connect(a.Stat.RPStat, a.rp.Stat)
	a.Stat.Unknown.Drive(cnm.And(hit.Any().Not()))
	a.Stat.Limited.Drive(a.rp.Limited)
}

// line are the FIFOs of flow numbers. An entry names the place of its frame in the
// flow's queue. It is stale if the frame is no longer there, since the flow had a
// limiter in the meantime. Stale entries, and those of flows with a limiter, are
// dropped, as is that of a frame that starts. An entry is looked at in one cycle and dropped in
// the next.
func (a *adapter) line() {
	m, p := a.m, a.p
	a.lines = rtlgen.UseArray(m, "line", p.Prios,
		prim.FIFO(prim.FIFOParams{Width: a.fb() + a.qb(), Depth: p.Flows * p.Queue}))
	serves := m.Let("line_serves", a.waiting.AndNot(a.rp.Limited)) // per flow
	live := make([]value, p.Prios)                                 // one of each priority
	flows, bits := make([]value, p.Prios), make([]value, p.Prios)
	for i := range live {
		entry := a.lines.Rdata.Lane(i, a.fb()+a.qb())
		flow, place := entry.High(a.fb()), entry.Low(a.qb())
		live[p.Prios-1-i] = serves.Bit(flow).And(a.head.At(flow).Eq(place))
		flows[p.Prios-1-i], bits[p.Prios-1-i] = flow, flow.Decode(p.Flows)
	}
	lives := m.Let("line_live", rtlgen.CatOf(live))
	// The FIFOs are empty after reset.
	a.dropped = m.RegNoReset("line_dropped", p.Prios, "FIFOs whose oldest entry is dropped")
	there := m.Let("line_there", a.lines.Empty.Or(a.dropped).Not())
	a.stale = m.Let("line_stale", there.AndNot(lives))
	a.fromLine = m.Let("from_line", there.And(lives))
	a.lineFlows = m.NextNoReset("line_flow", rtlgen.CatOf(flows), "flow of the oldest entry of each FIFO")
	a.lineBits = m.NextNoReset("line_flow_bit", rtlgen.CatOf(bits), "flow of the oldest entry of each FIFO, one-hot")
	m.Unused("line_count", a.lines.Count)
}

// choose works in three cycles: it notes the candidates of each priority, which are the
// FIFO and the flows that it does not serve; it chooses a priority and a candidate of
// it, both by round robin; it starts the frame if that may still go and the link is
// free. Every cycle makes a new choice. What was on the way when a frame starts is void,
// since it does not know of that frame.
func (a *adapter) choose() {
	m, p := a.m, a.p
	n := a.contenders()
	candidates := a.candidates()
	above := a.above("flows_above", "flows above the last winner, of each priority", p.Prios*(n-1))
	prioAbove := a.above("prios_above", "priorities above the last winner, which go first", p.Prios-1)
	var any, who, bits []value // of each priority
	for i := range p.Prios {
		mask := value{}
		if n > 1 {
			mask = above.Lane(i, n-1)
		}
		turn := prim.RoundRobinByCarry(m, fmt.Sprintf("flow_%d", i), candidates.Lane(i, n), mask)
		any, who = append(any, turn.Any), append(who, m.Let(fmt.Sprintf("winner_%d", i), turn.Index))
		one := m.Let(fmt.Sprintf("turn_%d", i), turn.OneHot)
		bit := one.Low(p.Flows)
		if p.PerDest == 0 {
			bit = bit.Or(rtlgen.Mux(one.High(1), a.lineBits.Lane(i, p.Flows), 0))
		}
		bits = append(bits, bit)
	}
	turn := prim.RoundRobin(m, "prio", m.Let("prio_requests", rtlgen.LanesOf(any)), prioAbove)
	winner := m.Let("winner", rtlgen.OneHotMux(turn.OneHot, rtlgen.LanesOf(who)))

	c := &a.chosen
	a.first = m.Reg("first", 1, 0, "a frame started in the cycle before")
	c.valid = m.Reg("chosen_valid", 1, 0, "a frame is chosen")
	c.prio = m.NextNoReset("chosen_prio", turn.Index, "priority of the frame chosen")
	c.who = m.NextNoReset("chosen", winner)
	c.bit = m.NextNoReset("chosen_bit", rtlgen.OneHotMux(turn.OneHot, m.Let("turns", rtlgen.LanesOf(bits))),
		"flow of the frame chosen, one-hot")
	a.flow = c.who.Value
	if p.PerDest == 0 {
		c.line = m.NextNoReset("line_chosen", winner.Eq(p.Flows), "the frame chosen is that of the FIFO")
		c.from = m.NextNoReset("line_chosen_flow", rtlgen.OneHotMux(turn.OneHot, a.lineFlows),
			"flow of the oldest entry of the FIFO chosen")
		a.flow = m.Let("chosen_flow", rtlgen.Mux(c.line, c.from, c.who.Low(a.fb())))
	}
	a.start()
	c.valid.Set(turn.Any.AndNot(a.goes).AndNot(a.first))
	a.first.Set(a.goes)
	if n > 1 {
		m.If(a.goes, func() { above.SetLane(c.prio, m.Ones(n-1).Shl(c.who)) })
	}
	if p.Prios > 1 {
		c.prioAbove = m.NextNoReset("chosen_prio_above", turn.Above, "priorities above the one chosen, which go first")
		m.If(a.goes, func() { prioAbove.Set(c.prioAbove) })
	}
}

// candidates are the flows and the FIFO of each priority that have a frame which may
// go, registers.
func (a *adapter) candidates() rtlgen.Reg {
	m, p := a.m, a.p
	side := a.rp.MaySend.Value
	if p.PerDest == 1 {
		side = side.Or(a.rp.Limited.Not())
	}
	side = m.Let("side", side.And(a.waiting))
	byFlow := m.Wire("side_by_flow", p.Flows*p.Prios)
	for f := range m.Each("f", p.Flows) {
		byFlow.SetLane(f, rtlgen.Mux(side.Bit(f), a.prios.Lane(f, a.pb()).Decode(p.Prios), 0))
	}
	byPrio := m.Let("side_by_prio", byFlow.Transpose(p.Flows))
	n := a.contenders()
	candidates := m.Reg("candidates", p.Prios*n, 0, "flows and FIFO that may send, of each priority")
	for i := range m.Each("i", p.Prios) {
		all := byPrio.Lane(i, p.Flows)
		if p.PerDest == 0 {
			all = rtlgen.Cat(a.fromLine.Bit(i), all)
		}
		candidates.SetLane(i, rtlgen.Mux(a.Paused.Bit(i), 0, all))
	}
	return candidates
}

// start lets the frame chosen go, if neither a PAUSE nor a limiter came in between: the
// frame of the FIFO if its flow still has no limiter, another one if its limiter allows.
func (a *adapter) start() {
	m, p, c := a.m, a.p, a.chosen
	free := a.rp.Limited.Not()
	may := a.rp.MaySend.Or(free)
	if p.PerDest == 0 {
		may = rtlgen.Mux(c.line, free, a.rp.MaySend)
	}
	permitted := m.Let("permitted", may.And(c.bit).Any())
	open := c.valid.And(a.ready).And(a.pacer.Ready).AndNot(a.Paused.Bit(c.prio))
	if p.SaysPause == 1 {
		a.says = m.Let("says_pause", a.Pause.Valid.And(a.ready).And(a.pacer.Ready))
		a.Pause.Ready.Drive(a.says)
		open = open.AndNot(a.Pause.Valid)
	}
	open = m.Let("link_open", open)
	a.goes = m.Let("goes", open.And(permitted))
	if p.PerDest == 0 {
		a.dropped.Set(a.stale.Or(rtlgen.Mux(a.goes.And(c.line), c.prio.Decode(p.Prios), 0)))
		a.lines.Pop.Drive(a.dropped)
	}
}

// contenders are those that compete within a priority: the flows and the FIFO.
func (a *adapter) contenders() int { return a.p.Flows + 1 - a.p.PerDest }

// above is the state of a round robin, which a single contender does not have.
func (a *adapter) above(name, doc string, width int) rtlgen.Reg {
	if width == 0 {
		return rtlgen.Reg{}
	}
	return a.m.Reg(name, width, 0, doc)
}

// enqueue takes the frame that is offered, refuses it, or lets it wait: a source waits
// for the FIFO, but not for a flow that has a limiter. Which flows need not wait is
// known from registers, whatever is offered.
func (a *adapter) enqueue() {
	m, p := a.m, a.p
	flow := a.Offer.Flow
	offered := m.Let("offer_bit", rtlgen.Mux(a.Offer.Valid, flow.Decode(p.Flows), 0))
	full, ready := m.Wire("queue_full", p.Flows), m.Wire("ready", p.Flows)
	for f := range m.Each("f", p.Flows) {
		full.SetBit(f, a.count.At(f).High(1))
	}
	if p.PerDest == 1 {
		ready.Set(m.Ones(p.Flows))
		a.Stat.Refused.Drive(offered.And(full).Any())
	} else {
		limited := a.rp.Limited
		for f := range m.Each("f", p.Flows) {
			waits := full.Bit(f).Or(a.lines.Full.Bit(a.prios.Lane(f, a.pb())))
			ready.SetBit(f, limited.Bit(f).Or(waits.Not()))
		}
		a.Stat.Refused.Drive(offered.And(full).And(limited).Any())
		pushes := m.Let("line_takes", offered.And(ready).AndNot(limited)) // such a flow is ready only if its queue has room
		byFlow := m.Wire("line_takes_by_flow", p.Flows*p.Prios)
		for f := range m.Each("f", p.Flows) {
			byFlow.SetLane(f, rtlgen.Mux(pushes.Bit(f), a.prios.Lane(f, a.pb()).Decode(p.Prios), 0))
		}
		push := m.Wire("line_push", p.Prios)
		byPrio := m.Let("line_takes_by_prio", byFlow.Transpose(p.Flows))
		for i := range m.Each("i", p.Prios) {
			push.SetBit(i, byPrio.Lane(i, p.Flows).Any())
		}
		a.lines.Push.Drive(push)
		a.lines.Wdata.Broadcast(rtlgen.Cat(flow, a.tail.At(flow)))
	}
	a.Offer.Ready.Drive(ready)
	a.enters = m.Let("enters", offered.And(ready).AndNot(full))
	a.accepts = m.Let("accepts", a.enters.Any())
	a.rp.Idle.Drive(m.Let("idle", a.waiting.Or(offered).Not()))
}

// dequeue moves the ends of the queues.
func (a *adapter) dequeue() {
	m, out := a.m, a.flow
	for f := range m.Each("f", a.p.Flows) {
		enters, leaves := a.enters.Bit(f), a.goes.And(a.chosen.bit.Bit(f))
		head, tail, count := a.head.At(f), a.tail.At(f), a.count.At(f)
		m.If(enters, func() { tail.Set(tail.Add(1)) })
		m.If(leaves, func() { head.Set(head.Add(1)) })
		m.If(enters.Ne(leaves), func() {
			count.Set(rtlgen.Mux(enters, count.Add(1), count.Sub(1)))
			a.waiting.SetBit(f, enters.Or(count.Ne(1)))
		})
	}
	a.pacer.Start.Drive(a.begins())
	a.rp.Sent.Valid.Drive(a.goes)
	a.rp.Sent.Flow.Drive(out)
	a.Stat.Sent.Drive(a.goes)
	a.Stat.SentFlow.Drive(out)
}

// begins is 1 if a frame starts, of data or not.
func (a *adapter) begins() value {
	if a.p.SaysPause == 1 {
		return a.goes.Or(a.says)
	}
	return a.goes
}

// Logarithms and widths that follow from the size of a beat.
const (
	BeatLog        = 6                    // of BeatBytes
	BeatNumberBits = LengthBits - BeatLog // of a beat in its frame
)

// Beats is the number of beats of a frame.
func Beats(m *rtlgen.Module, length rtlgen.Value) rtlgen.Value {
	padded := m.Let("padded", length.AddCarry(BeatBytes-1))
	m.Unused("padded", padded.Low(BeatLog))
	return padded.High(BeatNumberBits + 1)
}

// send is the framer: the first beat is read from the queue in the cycle after the
// choice, the others follow, and each is on the pins a cycle later.
func (a *adapter) send() {
	m, p := a.m, a.p
	stamps := m.Memory("stamps", p.Queue<<a.fb(), StampBits, rtlgen.ReadUndefined,
		"time at which a frame came, by {flow, place}")
	stamps.Write(a.accepts, rtlgen.Cat(a.Offer.Flow, a.tail.At(a.Offer.Flow)), a.Now)
	stamp := stamps.ReadSync("stamp", a.goes, rtlgen.Cat(a.flow, a.head.At(a.flow)))

	numbers := m.RegArray("frames_sent", p.Flows, SeqBits, 0, "number of the next frame of each flow")
	seq := m.RegNoReset("seq", SeqBits, "number of the frame that is sent")
	length := m.RegNoReset("length", LengthBits, "bytes of the frame that is sent")
	prio := m.RegNoReset("prio", PrioBits, "priority of the frame that is sent")
	dst := m.RegNoReset("dst", AddressBits, "destination of the frame that is sent")
	left, beat, first := a.left, m.RegNoReset("beat", BeatNumberBits, "number of the beat that is sent"), a.first
	sending := m.Let("sending", first.Or(left.Any()))
	sentFlow := m.NextNoReset("sent_flow", a.flow)
	m.If(first, func() { numbers.At(sentFlow).Set(seq.Add(1)) }) // no frame starts in this cycle
	m.If(a.goes, func() {
		seq.Set(numbers.At(a.flow))
		length.Set(a.Flow.Length.At(a.flow))
		prio.Set(a.Flow.Prio.At(a.flow))
		dst.Set(a.Flow.Dst.At(a.flow))
		beat.Set(0)
	}).ElseIf(sending, func() { beat.Set(beat.Add(1)) })
	// The beats behind the first one are counted in its cycle, when the length is there.
	others := m.Let("other_beats", length.Sub(1))
	m.Unused("last_byte", others.Low(BeatLog))
	left.Set(rtlgen.Mux(first, others.High(BeatNumberBits), rtlgen.Mux(sending, left.Sub(1), 0)))
	last := m.Let("last_beat", rtlgen.Mux(first, length.Le(BeatBytes), left.Eq(1)))
	few := m.Let("two_beats_at_most", rtlgen.Mux(first, length.Le(2*BeatBytes), left.Le(2)))
	cost := m.Let("cost", p.Wire(length.Value))
	a.rp.Sent.Length.Drive(length)
	a.rp.Sent.Cost.Drive(cost)
	a.ready.Set(few.AndNot(a.goes))
	head := DataHead{
		Head: Head{Kind: m.Zero(KindBits), Prio: prio.Value, Dst: dst.Value, Src: a.Node.Value, Length: length.Value},
		Seq:  seq.Value, Stamp: stamp, Tag: m.Zero(TagBits),
	}
	check := CheckWord(m, beat, prio, a.Node, dst, seq)
	word := rtlgen.Mux(first, rtlgen.Pack(head), rtlgen.Cat(check, check.Not()))
	beatOut := sentBeat{sending, first.Value, last, rtlgen.Mux(sending, word, 0)}
	if p.SaysPause == 1 {
		beatOut, cost = a.sayPause(beatOut, cost)
	}
	a.pacer.Cost.Drive(cost)
	a.Tx.Valid.Drive(m.Next("tx_valid_q", beatOut.valid, 0))
	a.Tx.Head.Drive(m.Next("tx_head_q", beatOut.head, 0))
	a.Tx.Tail.Drive(m.Next("tx_tail_q", beatOut.tail, 0))
	a.Tx.Data.Drive(m.Next("tx_data_q", beatOut.data, 0))
}

// sentBeat is what goes to the pins.
type sentBeat struct{ valid, head, tail, data value }

// sayPause puts a PAUSE frame that started in the cycle before, when no data frame did,
// in the place of a beat of data, of which there is none now.
func (a *adapter) sayPause(beat sentBeat, cost value) (sentBeat, value) {
	m := a.m
	now := m.Next("pause_first", a.says, 0)
	word := m.NextNoReset("pause_word", a.Pause.Data)
	beat = sentBeat{beat.valid.Or(now), beat.head.Or(now), beat.tail.Or(now), rtlgen.Mux(now, word, beat.data)}
	return beat, rtlgen.Mux(now, a.p.Wire(m.Const(LengthBits, ControlBytes)), cost)
}

// CheckWord is the upper half of a beat behind the first; the lower half is its
// inverse.
func CheckWord(m *rtlgen.Module, beat, prio, src, dst, seq rtlgen.Signal) rtlgen.Value {
	return m.Let("check", rtlgen.Cat(beat, prio, src, dst, seq,
		m.Const(WordBits/2-BeatNumberBits-PrioBits-2*AddressBits-SeqBits, checkConstant)))
}

const checkConstant = 0x1234
