package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Source makes the frames of a server. Each flow earns its share of the line per cycle
// and spends a frame's bytes when it offers one, so that the flows interleave exactly
// as their rates say. While an offer is not taken, no flow earns: the source stands
// still, and goes on with the same interleave. The flow of an offer is kept as a one-hot
// word, too, since the adapter's answer comes late in a cycle and moves all accounts.
//
// Units are thousandths of a byte: a flow of rate r earns 64 r per cycle, a frame of n
// bytes on the wire costs 1000 n.
func Source(p ServerParams) *rtlgen.Typed[SourcePorts] {
	m, io := rtlgen.New[SourcePorts](p)
	if m.Refused() {
		return m
	}
	fb := rtlgen.IndexBits(p.Flows)
	valid, flow := m.Reg("offer_valid_q", 1, 0), m.RegData("offer_flow_q", fb, 0)
	offered := m.RegNoReset("offered", p.Flows, "flow that is offered, one-hot; unknown while not valid")
	moves := m.Let("moves", valid.Not().Or(offered.And(io.Offer.Ready).Any()))

	account := m.RegArray("account", p.Flows, accountBits, 0, "account of each flow, thousandths of a byte")
	active, due := m.Reg("active_q", p.Flows, 0, "flows that are active"), m.Wire("due", p.Flows)
	for f := range m.Each("f", p.Flows) {
		in := io.Start.At(f).Le(io.Now).And(io.Now.Lt(io.Stop.At(f)))
		active.SetBit(f, in.And(io.Rate.At(f).Any()))
		due.SetBit(f, active.Bit(f).AndNot(account.At(f).Bit(accountBits-1)))
	}
	next := m.Let("next", due.First())
	takes := m.Let("offers", due.LowestOne())

	wires := m.RegArrayNoReset("wire_bytes", p.Flows, qcn.CostBits, "bytes of a frame on the wire, of each flow")
	costs := m.RegArrayNoReset("cost", p.Flows, accountBits, "cost of a frame, of each flow, thousandths of a byte")
	for f := range m.Each("g", p.Flows) {
		wires.At(f).Set(p.Wire(io.Length.At(f)))
		wire := wires.At(f).Zext(accountBits)
		costs.At(f).Set(wire.Shl(10).Sub(wire.Shl(4)).Sub(wire.Shl(3))) // times 1000
		m.If(active.Bit(f).Not(), func() {
			account.At(f).Set(0)
		}).ElseIf(moves, func() {
			earned := account.At(f).Add(rtlgen.Cat(io.Rate.At(f), m.Zero(qcn.BeatLog)).Zext(accountBits))
			account.At(f).Set(rtlgen.Mux(takes.Bit(f), earned.Sub(costs.At(f)), earned))
		})
	}
	m.If(moves, func() {
		valid.Set(next.High(1))
		flow.Set(next.Low(fb))
		offered.Set(takes)
	})
	io.Offer.Valid.Drive(valid)
	io.Offer.Flow.Drive(flow)
	return m
}

// accountBits holds the cost of the longest frame, with a sign.
const accountBits = 26
