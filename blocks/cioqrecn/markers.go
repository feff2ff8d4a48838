package cioqrecn

import "culprit/rtlgen"

// Markers keeps packets in order when a SAQ is allocated: older packets of its tree
// may still wait in a shorter queue, the host. A marker at the tail of the host
// names the SAQ, whose ready bit R is 0 until the marker is at the head (DD: "no
// link pointers to this SAQ on any other queue").
//
// The marker is kept as its place, the number of packets ahead of it: it takes no
// slot and no link (papers silent on the form). If the host is a SAQ that is not
// ready itself, its first packet is no proof that all older ones have left: the
// marker waits at its head.
//
// A SAQ that hosts a marker must not be deallocated, or its number would mean
// another queue.
func Markers(slots, saqs, standard int) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_markers")
	m.Doc("markers: where each waits, and the ready bits of the set-aside queues")
	m.Param("slots", slots, slotsSpec.Default)
	m.Param("saqs", saqs, saqsSpec.Default)
	m.Param("standard", standard, standardSpec.Default)
	queues, cw := standard+saqs, rtlgen.CountBits(slots)
	qw := rtlgen.IndexBits(queues)

	born := m.Input("born", saqs)
	bornHost := m.Input("born_host", qw)
	count := m.Input("count", queues*cw)
	enqValid := m.Input("enq_valid", 1)
	enqQueue := m.Input("enq_queue", qw)
	deqValid := m.Input("deq_valid", 1)
	deqQueue := m.Input("deq_queue", qw)

	ready := m.Reg("ready_q", saqs, 1<<saqs-1)
	host := m.RegArray("host", saqs, qw, 0)
	ahead := m.RegArray("ahead", saqs, cw, 0)

	comes := m.Let("host_gets_packet", enqValid.And(enqQueue.Eq(bornHost)))
	leaves := m.Let("host_loses_packet", deqValid.And(deqQueue.Eq(bornHost)))
	place := m.Let("place", count.Lane(bornHost, cw).Add(comes.Zext(cw)).Sub(leaves.Zext(cw)))
	inOrder := m.Let("in_order", rtlgen.Cat(ready.Value, m.Ones(standard))) // queues whose head is the oldest packet
	m.For("k", saqs, func(k value) {
		m.If(born.Bit(k), func() {
			ready.SetBit(k, 0)
			host.At(k).Set(bornHost)
			ahead.At(k).Set(place)
		}).ElseIf(ahead.At(k).Eq(0), func() {
			m.If(inOrder.Bit(host.At(k)), func() { ready.SetBit(k, 1) })
		}).ElseIf(deqValid.And(deqQueue.Eq(host.At(k))), func() {
			ahead.At(k).Set(ahead.At(k).Sub(1))
		})
	})

	hosting := m.OutputVar("line_hosting", saqs)
	hosting.Default(0)
	m.For("h", saqs, func(h value) {
		m.For("k", saqs, func(k value) {
			m.If(ready.Bit(k).Not().And(host.At(k).Eq(h.Zext(qw).Add(standard))), func() { hosting.SetBit(h, 1) })
		})
	})
	m.Output("line_ready", ready.Value)

	m.Assume("one_birth", born.AndNot(born.LowestOne()).Eq(0))
	m.Assume("only_ready_queues_send", deqValid.Implies(inOrder.Bit(deqQueue)))
	m.Cover("marker_waits_for_its_host", waitsForHost(m, saqs, qw, standard, ready.Value, host, ahead))
	return m
}

// waitsForHost is 1 if a marker is at the head of a SAQ that is not ready.
func waitsForHost(m *rtlgen.Module, saqs, qw, standard int, ready value, host, ahead rtlgen.RegArray) value {
	waits := m.Wire("waits_for_host", saqs)
	waits.Default(0)
	m.For("k", saqs, func(k value) {
		m.For("h", saqs, func(h value) {
			at := host.At(k).Eq(h.Zext(qw).Add(standard)).And(ahead.At(k).Eq(0))
			m.If(at.AndNot(ready.Bit(k)).AndNot(ready.Bit(h)), func() { waits.SetBit(k, 1) })
		})
	})
	return waits.Any()
}
