package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Uplinks spray the cells of a leaf over its links to the spines, one decision in a
// slot of four cycles. In each slot a server port may use the uplinks of one residue
// class modulo the number of server ports, another class in each slot: no two of them
// ask for the same uplink. Messages of a server port always go the same way and so
// stay in order; an uplink sends a message that waits for it before data.
func Uplinks(p FabricParams) *rtlgen.Typed[UplinksPorts] {
	m, io := rtlgen.New[UplinksPorts](p)
	if m.Refused() {
		return m
	}
	n, s := p.Ports, p.Spines
	decide := m.Let("decide", io.Phase.Eq(0))
	links := p.meter(m.Module, s, io.Phase.Value, io.Credit.Value)

	// Messages: lanes of uplinks, a bit for each port.
	paths := m.Wire("message_paths", n*s) // lanes of ports
	for port := range m.Each("port", n) {
		paths.SetLane(port, rtlgen.Mux(io.Message.Valid.Bit(port), io.Message.Path.At(port).Decode(s), 0))
	}
	wants := m.Let("message_wants", paths.Transpose(n))
	message := newLaneTurns(m.Module, "message", wants, s)
	waits := m.Wire("message_waits", s)
	for k := range m.Each("k", s) {
		waits.SetBit(k, wants.Lane(k, n).Any())
	}

	// Data: lanes of ports, a bit for each uplink.
	class := m.Wire("class_of_port", n*s)
	if n == 1 {
		class.Set(m.Ones(s))
	} else {
		turn := m.Reg("turn_q", rtlgen.IndexBits(n), 0, "number of the slot modulo the server ports")
		m.If(decide, func() { turn.Set(prim.Successor(turn, n)) })
		class.Default(0)
		for port := range n {
			for k := range n {
				m.If(turn.Eq((k+n-port)%n), func() { class.SetLane(port, m.Const(s, classMask(s, n, k))) })
			}
		}
	}
	wanted := m.Wire("data_wants", n*s)
	for port := range m.Each("port", n) {
		free := links.ready.AndNot(waits).And(class.Lane(port, s))
		wanted.SetLane(port, rtlgen.Mux(io.Want.Bit(port), free, 0))
	}
	data := newLaneTurns(m.Module, "data", wanted.Value, n)
	for port := range m.Each("port", n) {
		io.Go.SetBit(port, decide.And(wanted.Lane(port, s).Any()))
	}

	// Who sends what in this slot: lanes of uplinks, a bit for each port.
	messageFrom := m.Reg("message_from_q", s*n, 0, "port whose message each uplink sends, one-hot")
	dataFrom := m.Reg("data_from_q", s*n, 0, "port whose cell each uplink has taken, one-hot")
	m.If(decide, func() {
		for k := range m.Each("k", s) {
			messageFrom.SetLane(k, rtlgen.Mux(links.ready.Bit(k), message.choice.Lane(k, n), 0))
		}
		dataFrom.Set(data.choice.Transpose(n))
	})
	data.use(func(port value) value { return decide })
	message.use(func(k value) value { return decide.And(links.ready.Bit(k)) })

	// A message is taken in phase 1. It is sent in phase 0 of the next slot, when the
	// cells that were chosen begin.
	taken := m.Let("taken", io.Phase.Eq(1))
	header := m.RegNoReset("message_header_q", n*HeaderBits, "message of each server port")
	m.If(taken, func() { header.Set(io.Message.Header) })
	cells := m.RegNoReset("cell_from_q", s*n, "port whose cell is on each uplink, one-hot")
	m.If(io.Phase.Eq(3), func() { cells.Set(dataFrom) })
	for k := range m.Each("k", s) {
		from, of := messageFrom.Lane(k, n), cells.Lane(k, n)
		sends := decide.And(from.Any())
		io.Up.Valid.SetBit(k, sends.Or(io.Cell.Valid.And(of).Any()))
		io.Up.Head.SetBit(k, sends.Or(io.Cell.Head.And(of).Any()))
		io.Up.Header.SetLane(k, rtlgen.OneHotMux(from, header).Or(rtlgen.OneHotMux(of, io.Cell.Header)))
		if n == 1 {
			io.Up.Data.SetLane(k, io.Cell.Data)
		} else {
			io.Up.Data.SetLane(k, rtlgen.OneHotMux(of, io.Cell.Data))
		}
	}
	byPort := m.Let("messages_by_port", messageFrom.Transpose(s))
	for port := range m.Each("port", n) {
		io.Message.Taken.SetBit(port, taken.And(byPort.Lane(port, s).Any()))
	}
	begun, sizes := m.Wire("begun", s), m.Wire("begun_beats", s*BeatsBits)
	for k := range m.Each("k", s) {
		of := dataFrom.Lane(k, n)
		begun.SetBit(k, io.Phase.Eq(2).And(of.Or(messageFrom.Lane(k, n)).Any()))
		sizes.SetLane(k, rtlgen.OneHotMux(of, io.Beats))
	}
	links.charge(begun.Value, sizes.Value)
	io.NoCredit.Drive(links.excess)
	return m
}

// classMask has a 1 for the uplinks of class k of n.
func classMask(uplinks, n, k int) uint64 {
	mask := uint64(0)
	for u := k; u < uplinks; u += n {
		mask |= 1 << u
	}
	return mask
}
