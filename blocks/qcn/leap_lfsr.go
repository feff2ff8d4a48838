package qcn

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// Random numbers come from a linear feedback shift register of 32 bits (x^32 + x^31 +
// x^30 + x^10 + 1) that takes as many steps at once as a draw has bits.
// It starts from seed and instance in the first cycle after reset, so that no two
// units draw alike, and is stirred for 64 cycles.
const (
	stateBits   = 32
	stirs       = 64
	randomStart = 0x243f6a89
	freshTap    = 10 // of the newest bit that a new bit depends on
)

// random is such a register. draw makes it go on by n bits; the result is its lowest n
// bits.
func random(m *rtlgen.Module, name string, seed, instance, draw rtlgen.Signal, n int) value {
	state := m.Reg(name, stateBits, 0, "state of the generator of random bits")
	started := m.Reg(name+"_started", 1, 0, "the generator has its seed")
	left := m.Reg(name+"_stirs_left", rtlgen.CountBits(stirs), stirs, "cycles for which the generator is still stirred")
	started.Set(1)
	bits := make([]value, stateBits, stateBits+n) // bit 0 of the state last
	for i := range bits {
		bits[i] = state.Bit(stateBits - 1 - i)
	}
	for done := 0; done < n; done += freshTap { // taps 32, 31, 30 and 10; the oldest bit first
		some := make([]value, min(n-done, freshTap))
		for i := range some {
			k := done + i
			some[i] = bits[k].Xor(bits[k+1]).Xor(bits[k+2]).Xor(bits[k+stateBits-freshTap])
		}
		fresh := m.Let(fmt.Sprintf("%s_fresh_%d", name, done), rtlgen.CatOf(some))
		for i := range some {
			bits = append(bits, fresh.Bit(len(some)-1-i))
		}
	}
	leapt := m.Let(name+"_leapt", rtlgen.CatOf(bits[n:]))
	stirring := m.Let(name+"_stirring", started.And(left.Ne(0)))
	m.If(started.Not(), func() {
		start := rtlgen.ValueOf(seed).Xor(rtlgen.Cat(instance, m.Zero(stateBits-AddressBits))).Xor(randomStart)
		state.Set(start.Or(1)) // 0 is the one state without a way out
	}).ElseIf(stirring.Or(draw), func() { state.Set(leapt) })
	m.If(stirring, func() { left.Set(left.Sub(1)) })
	return state.Low(n)
}
