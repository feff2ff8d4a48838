package traffic

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Addresses of the counter readback. Below addressMade: bins of the histogram. The sink has
// the others but those of the NIC, which the node adds.
const (
	bins           = 64
	addressMade    = 64
	addressRefused = 65
	addressSent    = 66
	addressQueued  = 73
	addressXoffs   = 74
	addressNoLine  = 75

	addressReceived     = 67
	addressLatencySum   = 68
	addressLatencyMax   = 69
	addressOrderErrors  = 70
	addressDataErrors   = 71
	addressMisroutes    = 72
	addressNetworkSum   = 76
	sumBits             = 48
	binBits             = 32
	latencyClamped      = 17 // bits of a latency in packet times that tell bins apart
	latencyClampedBelow = timeBits - phaseBits
)

// Sink receives the packets of a node: it checks every field and beat, checks each
// source's sequence, and measures. It takes a packet per packet time and never
// holds one back.
func Sink(p Params) *rtlgen.Typed[SinkPorts] {
	m, io := rtlgen.New[SinkPorts](p)
	if m.Refused() {
		return m
	}
	s := &sink{SinkPorts: io, m: m.Module, p: p}
	s.valid = m.Next("rx_valid_q", io.Rx.Valid, 0)
	s.sop = m.Next("rx_sop_q", io.Rx.Sop, 0)
	s.eop = m.Next("rx_eop_q", io.Rx.Eop, 0)
	s.marked = m.Next("rx_bad_q", io.Rx.Bad, 0)
	s.data = m.NextNoReset("rx_data_q", io.Rx.Data)
	s.frame()
	s.checkBeats()
	s.checkSequence()
	s.finish()
	s.count()
	s.backward()
	return m
}

type sink struct {
	*SinkPorts
	m *rtlgen.Module
	p Params

	valid, sop, eop, data rtlgen.Reg // link pins, one register later
	marked                rtlgen.Reg // bad at the pins, one register later

	position       rtlgen.Reg // of the next beat in its packet
	beat           value      // number of the beat of this cycle
	first, second  value      // beat 0, 1, 7 in this cycle
	last, lastBeat value
	broken         value // beat or gap where none should be
	src, seq, made rtlgen.Reg
	sent           rtlgen.Reg
	lost           rtlgen.Reg // the packet is for another node
	bad            rtlgen.Reg // a beat was wrong
	wrong          value      // the beat of this cycle is

	misroute, disorder value // pulses
	received           rtlgen.Reg
	damaged            rtlgen.Reg
	latency, transit   rtlgen.Reg
}

// frame follows the beats: sop with the first, eop with the last, no gap. A packet
// that is cut short is given up; beats are ignored until the next sop.
func (s *sink) frame() {
	m := s.m
	s.position = m.Reg("position", phaseBits, 0, "number of the next beat, 0 between packets")
	s.beat = m.Let("beat", rtlgen.Mux(s.sop, 0, s.position))
	inside := m.Let("in_packet", s.position.Ne(0))
	s.first = m.Let("first", s.valid.And(s.sop))
	s.lastBeat = m.Constant("last_beat", phaseBits, packet.Beats-1)
	s.last = m.Let("last", s.valid.And(s.beat.Eq(s.lastBeat)))
	s.broken = m.Let("broken", rtlgen.Mux(s.valid, s.sop.Eq(inside), inside))
	m.If(s.first, func() {
		s.position.Set(1)
	}).ElseIf(s.broken, func() {
		s.position.Set(0)
	}).ElseIf(s.valid, func() {
		s.position.Set(s.position.Add(1))
	})
}

// checkBeats keeps the fields of the packet and compares what is known.
func (s *sink) checkBeats() {
	m, p := s.m, s.p
	head := packet.FirstOf(s.data)
	s.src = m.RegNoReset("src", nodeBits, "source of the packet")
	s.seq = m.RegNoReset("seq", seqBits, "sequence number of the packet")
	s.made = m.RegNoReset("made", timeBits, "cycle in which the packet was made")
	s.sent = m.RegNoReset("sent", timeBits, "cycle in which its beat 0 entered the link")
	s.bad = m.Reg("bad", 1, 0, "a beat of the packet was wrong")
	m.If(s.first, func() {
		s.src.Set(head.Source)
		s.seq.Set(head.Seq)
	})
	s.second = m.Let("second", s.valid.And(s.beat.Eq(1)))
	m.If(s.second, func() { s.made.Set(s.data.Low(timeBits)) })
	m.If(s.beat.Eq(2), func() { s.sent.Set(s.data.Low(timeBits)) })

	wrongTag := head.Tag.Any()
	if p.Link == VOQnet {
		wrongTag = head.Tag.Ne(s.Node)
	}
	unknown := m.Zero(1)
	if p.ib() < nodeBits {
		unknown = head.Source.High(nodeBits - p.ib()).Any()
	}
	check := m.Let("check", checkWord(s.position.Value, s.src, s.Node, s.seq, s.made)) // beats with sop have none
	half := packet.BeatBits / 2
	wrong := m.Wire("wrong", 1)
	m.Switch(s.beat, func(c rtlgen.Cases) {
		c.Case(func() { wrong.Set(wrongTag.Or(unknown)) }, 0)
		c.Case(func() { wrong.Set(s.data.Slice(packet.BeatBits-nodeBits-1, timeBits).Any()) }, 1)
		c.Case(func() { wrong.Set(s.data.High(packet.BeatBits - timeBits).Any()) }, 2)
		c.Default(func() { wrong.Set(s.data.High(half).Xor(check).Or(s.data.Low(half).Xor(check.Not())).Any()) })
	})
	s.wrong = m.Let("wrong_beat", wrong.Or(s.eop.Ne(s.beat.Eq(s.lastBeat))))
	m.If(s.valid, func() { s.bad.Set(s.wrong.Or(s.bad.AndNot(s.first))) })
	m.Unused("route", s.data.High(packet.HeaderBits)) // of beat 0: it led here
}

// checkSequence compares the number of a packet that is for this node with what
// its source should send next. After an error it goes on from the packet's number.
func (s *sink) checkSequence() {
	m, p := s.m, s.p
	b := p.ib()
	// After reset all numbers start at 0, one source per cycle.
	walk := m.Reg("walk", b, 0, "source whose number is zeroed")
	walking := m.Reg("walking", 1, 1, "the numbers are zeroed after reset")
	m.If(walking, func() {
		walk.Set(walk.Add(1))
		m.If(walk.Eq(p.Nodes-1), func() { walking.Set(0) })
	})
	stray := m.Let("stray", s.data.High(nodeBits).Ne(s.Node))
	s.lost = m.Reg("lost", 1, 0, "the packet is for another node")
	m.If(s.second, func() { s.lost.Set(stray) })
	s.misroute = m.Let("misroute", s.second.And(stray))
	arrives := m.Let("arrives", s.second.AndNot(stray))

	numbers := m.Memory("numbers", p.Nodes, seqBits, rtlgen.ReadOld, "next sequence number expected, by source")
	numbers.Write(arrives.Or(walking), rtlgen.Mux(walking, walk, s.src.Low(b)), rtlgen.Mux(walking, 0, s.seq.Add(1)))
	expected := numbers.Read("expected", s.src.Low(b))
	s.disorder = m.Let("disorder", arrives.And(expected.Ne(s.seq)))
	m.Assume("numbers_are_ready", s.valid.And(walking).Not(), "no packet in the first cycles after reset, one per node")
}

// finish measures a packet with its last beat.
func (s *sink) finish() {
	m := s.m
	s.latency = m.RegNoReset("latency", timeBits, "age of the packet at its last beat, cycles")
	s.transit = m.RegNoReset("transit", timeBits, "time from beat 0 to its last beat, cycles")
	m.If(s.last, func() {
		s.latency.Set(s.Now.Sub(s.made))
		s.transit.Set(s.Now.Sub(s.sent))
	})
	s.received = m.Next("received_q", s.last.AndNot(s.lost).AndNot(s.marked), 0)
	s.damaged = m.Next("damaged", s.broken.Or(s.last.And(s.wrong.Or(s.bad).Or(s.marked))), 0,
		"a beat was out of place, or a packet wrong")
	s.Received.Drive(s.received)

	wrong := m.Let("wrong_packet", s.misroute.Or(s.disorder).Or(s.damaged))
	sticky := m.Reg("error_q", 1, 0)
	m.If(wrong, func() { sticky.Set(1) })
	s.Error.Drive(sticky)

	digest := m.Reg("digest_q", 32, 0)
	m.If(s.received, func() {
		stamp := rtlgen.Cat(s.src, s.seq, m.Zero(32-nodeBits-seqBits))
		digest.Set(rtlgen.Cat(digest.Low(31), digest.High(1)).Xor(s.Now).Xor(stamp))
	})
	s.Digest.Drive(digest)
}

// backward drives what goes back over the link.
func (s *sink) backward() {
	m, p := s.m, s.p
	s.Rx.Credit.Drive(packet.Delay(m, "credit_link", m.Next("taken", s.last, 0), p.LinkLatency-1))
	switch p.Link {
	case RECN:
		s.Rx.Msg.Valid.Drive(0)
		s.Rx.Msg.Xoff.Drive(0)
		s.Rx.Msg.Tp.Drive(0)
		s.Rx.Msg.Mask.Drive(0)
	case VOQnet:
		s.Rx.CreditDst.Drive(s.Node)
	}
}
