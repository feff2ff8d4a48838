package link

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Received are the beats behind the guard of a port.
type Received struct {
	Stored[rtlgen.Out]
	Error  rtlgen.Out // the events of the guard
	Credit rtlgen.Out // to the other end, a register; only if the guard counts credits
}

// Header is the routing header of a packet that starts.
func (r Received) Header() value { return packet.HeaderIn(r.Data) }

// Receive puts the guard of a port with slots, in an instance called guard, behind the
// pins of the port. freed reports that a slot is given back.
func Receive(m *rtlgen.Module, p GuardParams, rx packet.Beat[rtlgen.In], freed rtlgen.Signal) Received {
	guard := rtlgen.Use(m, "guard", Guard(p))
	rtlgen.Connect(guard.Rx, rx)
	guard.Freed.Drive(freed)
	return Received{guard.Out, guard.Error, guard.Credit}
}

// ReceiveTold is Receive for a port of a switch that knows of the packet which starts at
// the pins in this cycle whether there is a slot, and whether there is no way for it. data is
// the bits of a beat.
func ReceiveTold(m *rtlgen.Module, ports, data int, rx packet.Beat[rtlgen.In], room, noWay rtlgen.Signal) Received {
	guard := rtlgen.Use(m, "guard", Guard(GuardParams{Ports: ports, Data: data}))
	rtlgen.Connect(guard.Rx, rx)
	guard.Room.Drive(room)
	guard.NoWay.Drive(noWay)
	return Received{Stored: guard.Out, Error: guard.Error}
}
