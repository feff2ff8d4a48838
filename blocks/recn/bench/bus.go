package bench

import (
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/blocks/recn/golden"
)

// Point puts a name of the input port on its notification bus as its output knows it:
// without the first turn.
func Point(in *golden.InputPortPins, ports int, name packet.Name) {
	bits := packet.TurnBits(ports)
	rest := name.Rest(bits)
	in.BusSource = packet.OutPort(ports, in.MyPort, packet.FirstTurn(name.Tp, bits))
	in.BusTp, in.BusMask = rest.Tp, rest.Mask
}

// Release puts the Xon of a blocked line on the bus, so that everything gets out;
// nothing, if none is blocked.
func Release(in *golden.InputPortPins, ports int, valid, blocked []bool, tp, mask []uint32) {
	in.BusValid = false
	for k := range valid {
		if valid[k] && blocked[k] {
			in.BusValid, in.BusXoff = true, false
			Point(in, ports, packet.Named(tp, mask, k))
		}
	}
}
