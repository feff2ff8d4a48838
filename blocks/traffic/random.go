package traffic

import "culprit/rtlgen"

const (
	// mixRounds is how often the generator's start is mixed before it is used.
	mixRounds = 32
	// mixConstant is 2^64 divided by the golden ratio. Adding it breaks the
	// linearity of the generator's step: without it, the streams of nodes whose
	// numbers differ in single bits would stay related for ever.
	mixConstant uint64 = 0x9e3779b97f4a7c15
	// startConstant fills the bits of the start that neither seed nor node fill.
	startConstant = 0x243f6a
	startBits     = 24
)

// Random is a generator of random numbers in a module: Bits are its state, 64 bits, of
// which all that is decided in a cycle may take its own. They are good while Usable.
type Random struct {
	Bits, Usable rtlgen.Value
	Next         rtlgen.Value // the state of the next cycle
}

// NewRandom makes a 64-bit xorshift generator (shifts 13, 7, 17; G. Marsaglia, Xorshift
// RNGs), one step per cycle. It starts from seed (32 bits) and node (8 bits) when enable
// is 1 for the first time, and is mixed for 32 cycles before its first use.
func NewRandom(m *rtlgen.Module, seed, node, enable rtlgen.Signal) Random {
	state := m.Reg("state", 64, 0)
	started := m.Reg("started", 1, 0)
	left := m.Reg("mixes_left", rtlgen.CountBits(mixRounds), mixRounds)
	a := m.Let("shift_13", state.Xor(state.Shl(13)))
	b := m.Let("shift_7", a.Xor(a.Shr(7)))
	stepped := m.Let("stepped", b.Xor(b.Shl(17)))
	usable := m.Let("usable", started.And(left.Eq(0)))
	next := m.Wire("next_state", 64)
	m.If(started.Not(), func() {
		next.Set(rtlgen.Cat(seed, m.Const(startBits, startConstant), node))
		started.Set(enable)
	}).ElseIf(left.Ne(0), func() {
		next.Set(stepped.Add(m.Const(64, mixConstant)))
		left.Set(left.Sub(1))
	}).Else(func() {
		next.Set(stepped)
	})
	state.Set(next)
	m.Assert("generator_runs", usable.Implies(state.Ne(0)), "0 is the one state without a way out")
	return Random{state.Value, usable, next.Value}
}
