package cioqrecn

import "culprit.example/culprit/rtlgen"

// Markers keeps packets in order when a SAQ is allocated: older packets of its tree
// may still wait in a shorter queue, the host. A marker at the tail of the host
// names the SAQ, whose ready bit R is 0 until the marker is at the head (DD: "no
// link pointers to this SAQ on any other queue").
//
// The marker is kept as its place, the number of packets ahead of it: it takes no
// slot and no link (papers silent on the form). That is what its host counts in the
// cycle after the one in which the line shows: packets that were looked up before have
// entered the host then, later ones find the line. If the host is a SAQ that is not
// ready itself, its first packet is no proof that all older ones have left: the
// marker waits at its head.
//
// A SAQ that hosts a marker must not be deallocated, or its number would mean
// another queue.
func Markers(p SideParams) *rtlgen.Typed[MarkersPorts] {
	m, io := rtlgen.New[MarkersPorts](p)
	if m.Refused() {
		return m
	}
	saqs, standard := p.SAQs, p.Standard
	cw, qw := rtlgen.CountBits(p.Slots), p.queueBits()

	ready := m.Reg("ready_q", saqs, 1<<saqs-1)
	host := m.RegArrayNoReset("host", saqs, qw, "queue that hosts the marker, by SAQ")
	ahead := m.RegArrayNoReset("ahead", saqs, cw, "packets ahead of the marker, by SAQ")

	placed := m.NextNoReset("placed_q", io.Born) // the marker gets its place
	placeHost := m.NextNoReset("place_host", io.BornHost)
	leaves := m.Let("host_loses_packet", io.Deq.Valid.And(io.Deq.Queue.Eq(placeHost)))
	place := m.Let("place", io.Count.At(placeHost).Sub(leaves.Zext(cw)))
	inOrder := m.Let("in_order", rtlgen.Cat(ready, m.Ones(standard))) // queues whose head is the oldest packet
	for k := range m.Each("k", saqs) {
		m.If(io.Born.Bit(k), func() { host.At(k).Set(io.BornHost) })
		m.If(placed.Bit(k), func() {
			ahead.At(k).Set(place)
		}).ElseIf(io.Deq.Valid.And(io.Deq.Queue.Eq(host.At(k))), func() {
			ahead.At(k).Set(ahead.At(k).Sub(1))
		})
		m.If(io.Born.Bit(k), func() {
			ready.SetBit(k, 0)
		}).ElseIf(ahead.At(k).Eq(0).And(inOrder.Bit(host.At(k))).AndNot(placed.Bit(k)), func() {
			ready.SetBit(k, 1)
		})
	}

	hosting := io.Line.Hosting
	hosting.Default(0)
	for h := range m.Each("h", saqs) {
		for k := range m.Each("k", saqs) {
			m.If(ready.Bit(k).Not().And(host.At(k).Eq(h.Zext(qw).Add(standard))), func() { hosting.SetBit(h, 1) })
		}
	}
	io.Line.Ready.Drive(ready)

	m.Assume("one_birth", io.Born.AndNot(io.Born.LowestOne()).Eq(0))
	m.Assume("no_dequeue_of_an_empty_queue", io.Deq.Valid.Implies(io.Count.At(io.Deq.Queue).Ne(0)))
	m.Assume("only_ready_queues_send", io.Deq.Valid.Implies(inOrder.Bit(io.Deq.Queue)))
	m.Cover("marker_waits_for_its_host", waitsForHost(m.Module, p, ready, host, ahead))
	return m
}

// waitsForHost is 1 if a marker is at the head of a SAQ that is not ready.
func waitsForHost(m *rtlgen.Module, p SideParams, ready rtlgen.Reg, host, ahead rtlgen.RegArray) value {
	saqs := p.SAQs
	waits := m.Wire("waits_for_host", saqs)
	waits.Default(0)
	for k := range m.Each("k", saqs) {
		for h := range m.Each("h", saqs) {
			at := host.At(k).Eq(h.Zext(p.queueBits()).Add(p.Standard)).And(ahead.At(k).Eq(0))
			m.If(at.AndNot(ready.Bit(k)).AndNot(ready.Bit(h)), func() { waits.SetBit(k, 1) })
		}
	}
	return waits.Any()
}
