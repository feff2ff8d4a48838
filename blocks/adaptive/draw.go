package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

const (
	seedBits = 32 // of the shift register
	drawBits = 16 // fresh bits of a draw
)

// Draw chooses among the ports of a list, each with the same probability to
// 2^-14 (AR IV.A: "randomly selects").
//
// The choice is the upper part of the number of ports times 16 random bits. The
// shift register moves on by 16 steps with a draw and rests otherwise, so that a
// switch without traffic rests, too. A list of one port needs no draw.
func Draw(p TableParams) *rtlgen.Typed[DrawPorts] {
	m, io := rtlgen.New[DrawPorts](p)
	if m.Refused() {
		return m
	}
	state := m.Reg("state_q", seedBits, 1, "state of the shift register of random bits")
	count := m.Let("count", io.Valid.PopCount())
	load := m.If(io.Load, func() { state.Set(io.Seed) })
	if p.List > 1 {
		load.ElseIf(io.Draw.And(count.Gt(1)), func() {
			state.Set(prim.LFSRLeap(state, drawBits))
		})
	} else {
		m.Unused("draw_of_one", io.Draw, state.High(seedBits-drawBits))
	}

	scaled := m.Let("scaled", productOf(state.Low(drawBits), count))
	io.Place.Drive(scaled.Slice(drawBits+rtlgen.IndexBits(p.List)-1, drawBits))
	if count.Width() > rtlgen.IndexBits(p.List) {
		m.Unused("never_reached", scaled.High(count.Width()-rtlgen.IndexBits(p.List)))
	}
	m.Unused("fraction", scaled.Low(drawBits))

	m.Assume("seed_is_not_0", io.Load.Implies(io.Seed.Ne(0)), "0 is the one state without a way out")
	m.Assert("never_zero", state.Ne(0))
	m.Cover("largest_list", io.Draw.And(count.Eq(p.List)))
	return m
}
