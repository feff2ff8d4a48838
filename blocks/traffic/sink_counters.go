package traffic

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// count keeps the counters and the histogram, and reads them out.
func (s *sink) count() {
	m := s.m
	counted := m.Let("counted", s.received.And(s.Measure))
	latest := s.latency

	largest := prim.Maximum(m, "latency_max", s.Clear, counted, latest, "largest latency of a packet, cycles")

	shown := m.Reg("shown", readBits, 0, "the counter that was addressed")
	totals := []struct {
		address int
		count   value
	}{
		{addressReceived, prim.Accumulator(m, "received_count", counterBits, s.Clear, counted, m.Const(1, 1),
			"packets received while measuring")},
		{addressLatencySum, prim.Accumulator(m, "latency_sum", sumBits, s.Clear, counted, latest,
			"sum of the latencies, cycles")},
		{addressLatencyMax, largest},
		{addressOrderErrors, prim.Accumulator(m, "order_errors", counterBits, s.Clear, s.disorder, m.Const(1, 1),
			"order errors of packets")},
		{addressDataErrors, prim.Accumulator(m, "payload_errors", counterBits, s.Clear, s.damaged, m.Const(1, 1),
			"damaged packets and frame errors")},
		{addressMisroutes, prim.Accumulator(m, "misroutes", counterBits, s.Clear, s.misroute, m.Const(1, 1),
			"packets for another node")},
		{addressNetworkSum, prim.Accumulator(m, "network_sum", sumBits, s.Clear, counted, s.transit,
			"sum of the times in the network, cycles")},
	}
	m.Switch(s.Read.Address, func(c rtlgen.Cases) {
		for _, t := range totals {
			c.Case(func() { shown.Set(t.count.Zext(readBits)) }, at(m, t.address))
		}
		c.Default(func() { shown.Set(0) })
	})
	bin := s.histogram(counted)
	showsBin := m.Next("shows_bin", s.Read.Address.Lt(bins), 0, "a bin of the histogram was addressed")
	s.Read.Data.Drive(rtlgen.Mux(showsBin, bin.Zext(readBits), shown))
}

// histogram counts latencies in bins. Its memory is zeroed by a walk over the bins
// after reset and after clear; packets of that time are not entered. The result is
// the bin that was addressed in the cycle before.
func (s *sink) histogram(counted value) value {
	m := s.m
	walk := m.Reg("bin_walk", 6, 0, "bin that is zeroed next")
	zeroing := m.Reg("zeroing", 1, 1, "the bins are zeroed, after reset or clear")
	m.If(s.Clear, func() {
		zeroing.Set(1)
		walk.Set(0)
	}).ElseIf(zeroing, func() {
		walk.Set(walk.Add(1))
		m.If(walk.Eq(bins-1), func() { zeroing.Set(0) })
	})
	enter := m.Next("enters_bin", counted.AndNot(zeroing).AndNot(s.Clear), 0, "the latency is counted in its bin")
	bin := m.Let("bin", s.bin())
	binQ := m.Next("bin_q", bin, 0)

	memory := m.Memory("histogram", bins, binBits, rtlgen.ReadOld, "number of packets, by bin of latency")
	now := memory.ReadSync("bin_count", counted, bin)
	memory.Write(zeroing.Or(enter), rtlgen.Mux(zeroing, walk, binQ), rtlgen.Mux(zeroing, 0, now.Add(1)))
	return memory.ReadSync("bin_shown", s.Read.Address.Lt(bins), s.Read.Address.Low(6))
}

// bin is the number of the latency's bin: four bins per power of two of the
// latency in packet times, one per packet time below 4.
func (s *sink) bin() value {
	m := s.m
	times := s.latency.High(latencyClampedBelow)
	low := s.latency.Slice(phaseBits+latencyClamped-1, phaseBits)
	tooLong := times.High(latencyClampedBelow - latencyClamped).Any()
	// The highest one as one-hot selects the two bits behind it while its place is encoded.
	fromTop := prim.LowestOne(m, "highest_from_top", m.Let("latency_from_top", reversed(low)))
	highest := m.Let("highest_one", reversed(fromTop))
	m.Unused("highest_one_rest", highest.Bit(0))
	beyond := highest.High(latencyClamped - 2)
	second := m.Let("second_bit", beyond.And(low.Slice(latencyClamped-2, 1)).Any())
	third := m.Let("third_bit", beyond.And(low.Low(latencyClamped-2)).Any())
	octave := m.Let("octave", prim.Encode(m, highest.High(latencyClamped-1))) // e - 1
	large := rtlgen.Cat(octave, second, third)
	small := low.Lt(4)
	return rtlgen.Mux(tooLong, m.Ones(6), rtlgen.Mux(small, low.Low(6), large))
}

// reversed has the bits in the other order.
func reversed(v value) value {
	bits := make([]value, v.Width())
	for i := range bits {
		bits[i] = v.Bit(i)
	}
	return rtlgen.CatOf(bits)
}
