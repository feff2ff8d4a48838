package clos

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Addresses of a node's counters. A counter of the packets that arrive is read at its
// address if the node is not hot, at hotClass above it if it is.
const (
	addressReceived = iota
	addressLatencySum
	addressLatencyMax
	addressOrderErrors
	addressMisroutes
	addressMade
	addressRefused
	addressPackets
	hotClass       = 8
	addressHeld    = 16
	addressMissing = 17
	addressStuck   = 18
)

// Sink receives the cells of a node, checks their order within each flow, and measures.
func Sink(p Params) *rtlgen.Typed[SinkPorts] {
	m, io := rtlgen.New[SinkPorts](p)
	if m.Refused() {
		return m
	}
	w := p.nw()
	valid := m.Next("valid_q", io.Arrival.Valid, 0)
	dst := m.NextNoReset("dst_q", io.Arrival.Dst)
	src := m.NextNoReset("src_q", io.Arrival.Src.Low(w), "source of the cell")
	first := m.NextNoReset("first_q", io.Arrival.First)
	tag := m.NextNoReset("tag_q", io.Arrival.Tag)
	if w < nodeBits {
		m.Unused("src_rest", io.Arrival.Src.High(nodeBits-w))
	}

	misroute := m.Let("misroute", valid.And(dst.Ne(io.Node)))
	good := m.Let("arrived", valid.And(dst.Eq(io.Node)))
	zeroed := zeroing(m.Module, p.Nodes)
	expected := m.Memory("expected", p.Nodes, seqBits, rtlgen.ReadOld,
		"next packet number expected, by source").Style(rtlgen.Distributed)
	number := tag.High(seqBits)
	begins := m.Let("packet_begins", good.And(first))
	disorder := m.Let("disorder", begins.And(expected.Read("number", src).Ne(number)))
	next := m.Let("next_number", number.Add(1))
	expected.Write(zeroed.done.Not().Or(begins), rtlgen.Mux(zeroed.done, src, zeroed.at), rtlgen.Mux(zeroed.done, next, 0))
	m.Assume("nothing_before_the_table_is_zeroed", valid.Implies(zeroed.done), "no cell in the first cycles after reset")

	latency := m.Let("latency", io.Now.Low(stampBits).Sub(tag.Low(stampBits)).Sub(1))
	m.Unused("now_rest", io.Now.High(timeBits-stampBits))
	counted := m.Let("counted", good.And(io.Measure))
	timed := m.Let("timed", begins.And(io.Measure))
	largest := prim.Maximum(m.Module, "latency_max", io.Clear, timed, latency, "largest latency of a packet, cycles")
	one := m.Ones(1)
	totals := []total{
		{addressReceived, prim.Accumulator(m.Module, "received", counterBits, io.Clear, counted, one,
			"cells received while measuring")},
		{addressLatencySum, prim.Accumulator(m.Module, "latency_sum", sumBits, io.Clear, timed, latency,
			"sum of the latencies, cycles")},
		{addressLatencyMax, largest},
		{addressOrderErrors, prim.Accumulator(m.Module, "order_errors", counterBits, io.Clear, disorder, one,
			"packets with another number than expected")},
		{addressPackets, prim.Accumulator(m.Module, "packets", counterBits, io.Clear, timed, one,
			"packets that began while measuring")},
		{addressMisroutes, prim.Accumulator(m.Module, "misroutes", counterBits, io.Clear, misroute, one,
			"cells for another node")},
	}
	io.Read.Data.Drive(show(m.Module, "shown", io.Read.Address, totals))
	failed := m.Reg("error_q", 1, 0)
	m.If(disorder.Or(misroute), func() { failed.Set(1) })
	io.Error.Drive(failed)
	return m
}

// total is a counter and its address.
type total struct {
	address int
	count   value
}

// show has the counter at the address in a register; 0 where there is none.
func show(m *rtlgen.Module, name string, address rtlgen.Signal, totals []total) rtlgen.Reg {
	shown := m.Reg(name, readBits, 0, "the counter that was addressed")
	m.Switch(address, func(c rtlgen.Cases) {
		for _, t := range totals {
			c.Case(func() { shown.Set(t.count.Zext(readBits)) }, t.address)
		}
		c.Default(func() { shown.Set(0) })
	})
	return shown
}
