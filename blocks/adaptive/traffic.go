package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Traffic makes a frame with a given probability in each turn, which is the time of a
// frame (AR V.B). The low 16 bits of a shift register decide whether, the upper ones
// where to; it makes 31 steps in a turn and rests otherwise.
func Traffic(p HostParams) *rtlgen.Typed[TrafficPorts] {
	m, io := rtlgen.New[TrafficPorts](p)
	if m.Refused() {
		return m
	}
	state := m.Reg("state_q", seedBits, 1, "state of the shift register of random bits")
	m.If(io.Load, func() { state.Set(io.Seed) }).ElseIf(io.Turn, func() { state.Set(prim.LFSRLeap(state, seedBits-1)) })

	hw := p.hw()
	others := m.Let("others", productOf(state.High(drawBits), m.Const(rtlgen.CountBits(p.Hosts-1), p.Hosts-1)))
	m.Unused("fraction", others.Low(drawBits))
	other := m.Let("other", others.High(others.Width()-drawBits).Zext(max(hw, others.Width()-drawBits)).Low(hw))
	random := m.Let("random_host", rtlgen.Mux(other.Lt(io.Node.Low(hw)), other, other.Add(1)))
	m.Unused("node_rest", io.Node.High(io.Node.Width()-hw))
	makes := m.Let("makes", io.Turn.And(state.Low(drawBits).Zext(loadBits).Lt(io.Rate)))

	valid, flow := m.Reg("offer_q", 1, 0), m.RegNoReset("flow_q", hw)
	m.If(makes, func() {
		valid.Set(1)
		flow.Set(rtlgen.Mux(io.Fixed.On, io.Fixed.Dst, random))
	}).ElseIf(io.Offer.Taken, func() { valid.Set(0) })
	io.Offer.Valid.Drive(valid)
	io.Offer.Flow.Drive(flow)
	m.Assume("taken_in_time", io.Turn.Implies(valid.Not().Or(io.Offer.Taken)),
		"a frame is taken or refused before the next turn")
	m.Assume("seed_is_not_0", io.Load.Implies(io.Seed.Ne(0)))
	return m
}
