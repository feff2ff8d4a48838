package spineleaf

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Causes of errors at a port to a server: bits of an event.
const (
	NoHead       = iota // beats that belong to no frame: dropped
	Cut                 // a frame ends before its length, or has a gap: dropped
	Long                // a frame goes on behind its length: dropped
	NoRoute             // its destination does not exist: dropped
	NoPrio              // its priority does not exist: dropped
	BadLength           // its length is 0, or more than the longest frame: dropped
	NoKind              // a kind that no server sends, or a PAUSE frame of more than a beat: ignored
	NoRoom              // no room, or not ready: dropped
	ServerCauses        // how many there are
)

// ServerErrors are the errors of a port to a server, as pins.
type ServerErrors struct {
	Clear  rtlgen.In  `doc:"clears the errors of the port"`
	Seen   rtlgen.Out `width:"server_causes" doc:"causes since the last clear: no_head, cut, long, no_route, no_prio, bad_length, no_kind, no_room from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"server_causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// countServerErrors joins the errors of n ports to servers with the pins.
func (p FabricParams) countServerErrors(m *rtlgen.Module, pins ServerErrors, n int, events rtlgen.Signal) {
	link.Tally(m, "server_errors", link.Shown{Clear: pins.Clear, Seen: pins.Seen, Counts: pins.Counts}, n,
		link.ErrorsParams{Causes: ServerCauses, Bits: p.ErrorBits}, events)
}

// StormPins are the pins of the watchdog of a port.
type StormPins struct {
	Clear rtlgen.In            `doc:"clears the counters of the watchdog; an event of the same cycle counts"`
	Storm rtlgen.Out           `lanes:"prios" doc:"there is a storm; registers"`
	Count qcn.WatchdogCounters `name:"" doc:"counters of the watchdog, which stay at the largest number, registers"`
}
