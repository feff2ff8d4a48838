package link

import "culprit.example/culprit/rtlgen"

// Causes of errors at a port: those of its guard, and behind them two of the sending side.
const (
	NoCredit   = Causes + iota // a credit came back that was not taken: ignored
	NoName                     // a message whose name cannot be: ignored
	PortCauses                 // how many there are
)

// Pins are the errors of a port, as pins of the switch.
type Pins struct {
	Clear  rtlgen.In  `doc:"clears the errors of the port"`
	Seen   rtlgen.Out `width:"port_causes" doc:"causes since the last clear: no_head, cut, long, no_route, no_room, marked, no_credit, no_name from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"port_causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// PinDims adds the widths of Pins, whose counters have that many bits, to others.
func PinDims(bits int, others rtlgen.Dims) rtlgen.Dims {
	others["causes"], others["port_causes"], others["error_bits"] = Causes, PortCauses, bits
	return others
}

// Count joins the errors of n ports, a lane per port, with the pins. received are those of
// the guards, sent the bits no_credit and no_name of each port.
func Count(m *rtlgen.Module, pins Pins, n, bits int, received, sent rtlgen.Signal) {
	events := make([]value, n)
	for i := range events {
		events[i] = rtlgen.Cat(rtlgen.ValueOf(sent).Lane(m.Const(rtlgen.IndexBits(n), i), PortCauses-Causes),
			rtlgen.ValueOf(received).Lane(m.Const(rtlgen.IndexBits(n), i), Causes))
	}
	Tally(m, "errors", Shown(pins), bits, events)
}

// Shown are the pins of a family with causes of its own: a lane per port.
type Shown struct {
	Clear        rtlgen.In
	Seen, Counts rtlgen.Out
}

// Tally counts the errors of ports: events are those of each port in a cycle, a bit per cause,
// and bits is the width of a counter. name is that of the instances of link_errors.
func Tally(m *rtlgen.Module, name string, pins Shown, bits int, events []value) {
	ports := rtlgen.UseArray(m, name, len(events), Errors(ErrorsParams{Causes: events[0].Width(), Bits: bits}))
	ports.Errors.Drive(rtlgen.LanesOf(events))
	ports.Clear.Drive(pins.Clear)
	pins.Seen.Drive(ports.Seen)
	pins.Counts.Drive(ports.Counts)
}
