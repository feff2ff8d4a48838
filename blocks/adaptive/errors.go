package adaptive

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Causes of errors at a port: bits of an event.
const (
	NoHead    = iota // beats that belong to no frame: dropped
	Cut              // a frame ends before its length: dropped
	Long             // a frame goes on behind its length: dropped
	NoRoute          // no such destination, or none that the switch has a list for: dropped
	NoSource         // a data frame from a host that does not exist: dropped
	BadLength        // a length of 0, or of more than the longest frame: dropped
	NoKind           // a kind that does not exist, or more than a beat where there is one: ignored
	NoRoom           // no room, or not ready: dropped
	Causes           // how many there are
)

// Errors are the errors of a port, as pins.
type Errors struct {
	Clear  rtlgen.In  `doc:"clears the errors of the port"`
	Seen   rtlgen.Out `width:"causes" doc:"causes since the last clear: no_head, cut, long, no_route, no_source, bad_length, no_kind, no_room from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// countErrors joins the errors of ports with the pins: events are those of each port.
func countErrors(m *rtlgen.Module, pins Errors, bits int, events []value) {
	link.Tally(m, "errors", link.Shown(pins), bits, events)
}

// GuardParams are the parameters of Guard.
type GuardParams struct {
	Hosts  int `param:"hosts" default:"6" min:"2" max:"64" doc:"hosts of the network"`
	AtHost int `param:"at_host" default:"0" min:"0" max:"1" doc:"1: the link leads to a host, whose frames are all for itself"`
}

// GuardPorts are the ports of Guard.
type GuardPorts struct {
	_     rtlgen.Unit         `name:"adaptive_guard" doc:"receiving end of a link: which beats make a whole frame, and what breaks a rule" params:"hosts at_host"`
	Rx    qcn.Beat[rtlgen.In] `doc:"the pins of the link"`
	Node  rtlgen.In           `if:"at_host" width:"address" doc:"number of the host, held"`
	Ready rtlgen.In           `if:"at_host" doc:"frames are taken"`
	Whole rtlgen.Out          `doc:"a data frame is whole: the beat is its last, combinational; at a host the beat in the cycle before was, a function of registers"`
	CN    rtlgen.Out          `doc:"the beat is a notification; combinational"`
	Error rtlgen.Out          `lanes:"causes" doc:"pulses, a cycle after the pins, functions of registers: no_head, cut, long, no_route, no_source, bad_length, no_kind, no_room from bit 0 on"`
}

// Dims are the names that the tags of ports use.
func (p GuardParams) Dims() rtlgen.Dims {
	return qcn.Dims(rtlgen.Dims{"at_host": p.AtHost, "causes": Causes})
}
