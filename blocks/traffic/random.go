package traffic

import "culprit.example/culprit/rtlgen"

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
}

// NewRandom makes a 64-bit xorshift generator (shifts 13, 7, 17; G. Marsaglia, Xorshift
// RNGs), one step per cycle. It starts from seed (32 bits) and node (8 bits) when enable
// is 1 for the first time, and is mixed for 32 cycles before its first use.
func NewRandom(m *rtlgen.Module, seed, node, enable rtlgen.Signal) Random {
	state := m.Reg("state", 64, 0, "state of the random number generator")
	started := m.Reg("started", 1, 0, "the state was started from seed and node")
	left := m.Reg("mixes_left", rtlgen.CountBits(mixRounds), mixRounds, "steps that still mix the start")
	stepped := stepOf(m, state)
	usable := m.Let("usable", started.And(left.Eq(0)))
	next := m.Wire("next_state", 64)
	m.If(started.Not(), func() {
		next.Set(startOf(m, seed, node))
		started.Set(enable)
	}).ElseIf(left.Ne(0), func() {
		next.Set(stepped.Add(m.Const(64, mixConstant)))
		left.Set(left.Sub(1))
	}).Else(func() {
		next.Set(stepped)
	})
	state.Set(next)
	m.Assert("generator_runs", usable.Implies(state.Ne(0)), "0 is the one state without a way out")
	return Random{state.Value, usable}
}

// NewRandomAhead makes the generator of NewRandom, but a cycle ahead: what is Bits here is
// Bits there in the next cycle. So there is a cycle for arithmetic with a number before it
// is used. The start is mixed for the first time on its way into the state.
func NewRandomAhead(m *rtlgen.Module, seed, node, enable rtlgen.Signal) Random {
	state := m.Reg("state", 64, 0, "state of the random number generator")
	started := m.Reg("started", 1, 0, "the state was started from seed and node")
	left := m.Reg("mixes_left", rtlgen.CountBits(mixRounds-1), mixRounds-1, "steps that still mix the start")
	mixing := m.Reg("mixing", 1, 1, "the start is not mixed yet")
	from := m.Let("state_or_start", rtlgen.Mux(started, state, startOf(m, seed, node)))
	stepped := stepOf(m, from)
	state.Set(stepped.Add(rtlgen.Mux(mixing, m.Const(64, mixConstant), 0)))
	m.If(started.Not(), func() {
		started.Set(enable)
	}).ElseIf(mixing, func() {
		left.Set(left.Sub(1))
		m.If(left.Eq(1), func() { mixing.Set(0) })
	})
	m.Assert("generator_runs", mixing.Or(state.Ne(0)), "0 is the one state without a way out")
	return Random{state.Value, mixing.Not()}
}

// startOf is the state that the generator starts from.
func startOf(m *rtlgen.Module, seed, node rtlgen.Signal) rtlgen.Value {
	return rtlgen.Cat(seed, m.Const(startBits, startConstant), node)
}

// stepOf is the state after state.
func stepOf(m *rtlgen.Module, state rtlgen.Signal) rtlgen.Value {
	v := rtlgen.ValueOf(state)
	a := m.Let("shift_13", v.Xor(v.Shl(13)))
	b := m.Let("shift_7", a.Xor(a.Shr(7)))
	return m.Let("stepped", b.Xor(b.Shl(17)))
}
