package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Leaf is a leaf switch: an input and an output side for each server port, links to
// the spines. A slot of four cycles sets the pace of everything inside.
func Leaf(p FabricParams) *rtlgen.Typed[LeafPorts] {
	m, io := rtlgen.New[LeafPorts](p)
	if m.Refused() {
		return m
	}
	n, s := p.Ports, p.Spines
	phase := m.Reg("phase_q", 2, 0, "cycle of the slot, 0 to 3")
	phase.Set(phase.Add(1))
	in := rtlgen.UseArray(m, "port_in", n, LeafIn(p))
	out := rtlgen.UseArray(m, "port_out", n, LeafOut(p))
	arb := rtlgen.UseArray(m, "arbiter", n, CreditArb(p))
	up := rtlgen.Use(m, "uplinks", Uplinks(p))
	down := rtlgen.UseArray(m, "downlink", s, CellBuffer(p))

	own := m.Wire("own", n*qcn.AddressBits)
	for port := range m.Each("port", n) {
		address := io.Number.Value
		if p.Ports > 1 {
			address = rtlgen.Cat(io.Number, port)
		}
		own.SetLane(port, address.Zext(qcn.AddressBits))
	}
	in.Phase.Broadcast(phase)
	out.Phase.Broadcast(phase)
	arb.Phase.Broadcast(phase)
	up.Phase.Drive(phase)
	in.Own.Drive(own)
	out.Own.Drive(own)

	rtlgen.Connect(in.Rx, io.Rx)
	rtlgen.Connect(io.Tx, out.Tx)
	io.TxBad.Drive(out.TxBad)
	in.Grant.Valid.Drive(out.Grant.Valid)
	in.Grant.Dst.Drive(out.Grant.Dst)
	in.Grant.Prio.Drive(out.Grant.Prio)
	in.Grant.Place.Drive(out.Grant.Place)
	rtlgen.Connect(arb.Req, out.Req)
	rtlgen.Connect(arb.Free, out.Free)

	u := &leaf{m: m, LeafPorts: io, p: p, in: in, out: out, arb: arb, up: up}
	u.messages(phase.Value, own.Value)
	u.control(own.Value)

	// Cells.
	up.Want.Drive(in.Want)
	in.Go.Drive(up.Go)
	up.Beats.Drive(in.Beats)
	rtlgen.Connect(up.Cell, in.Tx)
	rtlgen.Connect(io.Up.Cell, up.Up)
	io.Up.Bad.Drive(0)
	up.Credit.Drive(io.UpCredit)
	guard := p.guard(m.Module, s, 1, io.Down, down)
	guard.Own.Broadcast(io.Number)
	io.DownCredit.Drive(guard.Credit)
	p.countFabricErrors(m.Module, io.LinkErr, s, guard.Error.Value, up.NoCredit.Value)
	start, skip := m.Wire("start_down", s), m.Wire("skip_down", s)
	start.Set(anyLane(out.Start.Value, n))
	skip.Set(anyLane(out.Skip.Value, n))
	down.Start.Drive(start)
	down.Skip.Drive(skip)
	rtlgen.Broadcast(out.Cell, down.Cell)
	rtlgen.Broadcast(out.Down, down.Tx)
	m.Unused("downlinks", down.Full)
	return m
}

// anyLane is the OR of n lanes.
func anyLane(v value, n int) value {
	w := v.Width() / n
	or := v.Lane(0, w)
	for i := 1; i < n; i++ {
		or = or.Or(v.Lane(i, w))
	}
	return or
}

type leaf struct {
	m *rtlgen.Typed[LeafPorts]
	*LeafPorts
	p   FabricParams
	in  *LeafInPorts
	out *LeafOutPorts
	arb *CreditArbPorts
	up  *UplinksPorts
}

// messages offers the uplinks a message of each server port: a grant, else a request.
// Which one is decided in phase 0, as the uplinks decide, and stands until the message
// is sent in phase 1.
func (u *leaf) messages(phase, own value) {
	m, n := u.m, u.p.Ports
	grants := m.Reg("sends_grant_q", n, 0, "the message of the port is a grant")
	m.If(phase.Eq(0), func() { grants.Set(u.arb.Grant.Valid) })
	header := m.Wire("message", n*HeaderBits)
	for port := range m.Each("port", n) {
		me := own.Lane(port, qcn.AddressBits)
		grant := rtlgen.Cat(m.Zero(BeatsBits), u.arb.Grant.Dst.Lane(port, qcn.AddressBits), m.Const(CellKinds, CellGrant), me,
			u.arb.Grant.Prio.Lane(port, qcn.PrioBits), m.Zero(qcn.LengthBits), u.arb.Grant.Place.Lane(port, PlaceBits),
			m.Zero(IndexBits))
		request := rtlgen.Cat(m.Zero(BeatsBits), u.in.Request.Dst.Lane(port, qcn.AddressBits),
			m.Const(CellKinds, CellRequest),
			me,
			u.in.Request.Prio.Lane(port, qcn.PrioBits), u.in.Request.Length.Lane(port, qcn.LengthBits),
			m.Zero(PlaceBits+IndexBits))
		header.SetLane(port, rtlgen.Mux(grants.Bit(port), grant, request))
	}
	u.up.Message.Valid.Drive(u.arb.Grant.Valid.Or(u.in.Request.Valid))
	u.up.Message.Header.Drive(header)
	u.up.Message.Path.Drive(u.Path)
	u.arb.Grant.Taken.Drive(u.up.Message.Taken.And(grants))
	u.in.Request.Taken.Drive(u.up.Message.Taken.AndNot(grants))
}
