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
	Missing             // a frame to the server of which cells are missing: dropped
	ServerCauses        // how many there are
)

// ServerErrors are the errors of a port to a server, as pins.
type ServerErrors struct {
	Clear  rtlgen.In  `doc:"clears the errors of the port"`
	Seen   rtlgen.Out `width:"server_causes" doc:"causes since the last clear: no_head, cut, long, no_route, no_prio, bad_length, no_kind, no_room, missing from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"server_causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// countServerErrors joins the errors of n ports to servers with the pins: those of the input and
// of the output sides.
func (p FabricParams) countServerErrors(m *rtlgen.Module, pins ServerErrors, n int, in, missing value) {
	events := make([]value, n)
	for i := range events {
		events[i] = rtlgen.Cat(missing.Bit(i), in.Lane(i, Missing))
	}
	link.Tally(m, "server_errors", link.Shown(pins), p.ErrorBits, events)
}

// Causes of errors at a port to the fabric: bits of an event. The first three are those of
// ports to servers, of cells.
const (
	BadRoute     = iota + NoRoute // a cell that leads nowhere: dropped, its credit goes back
	BadHeader                     // a header that cannot be: dropped, its credit goes back
	CellRoom                      // a cell without a credit: dropped
	GuardCauses                   // those of the guard
	NoCredit     = GuardCauses    // a credit came back that was not taken: ignored
	FabricCauses = GuardCauses + 1
)

// FabricErrors are the errors of a port to the fabric, as pins.
type FabricErrors struct {
	Clear  rtlgen.In  `doc:"clears the errors of the port"`
	Seen   rtlgen.Out `width:"fabric_causes" doc:"causes since the last clear: no_head, cut, long, no_route, bad_header, no_room, no_credit from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"fabric_causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// countFabricErrors joins the errors of n ports to the fabric with the pins.
func (p FabricParams) countFabricErrors(m *rtlgen.Module, pins FabricErrors, n int, guard, noCredit value) {
	events := make([]value, n)
	for i := range events {
		events[i] = rtlgen.Cat(noCredit.Bit(i), guard.Lane(i, GuardCauses))
	}
	link.Tally(m, "fabric_errors", link.Shown(pins), p.ErrorBits, events)
}

// StormPins are the pins of the watchdog of a port.
type StormPins struct {
	Clear rtlgen.In            `doc:"clears the counters of the watchdog; an event of the same cycle counts"`
	Storm rtlgen.Out           `lanes:"prios" doc:"there is a storm; registers"`
	Count qcn.WatchdogCounters `name:"" doc:"counters of the watchdog, which stay at the largest number, registers"`
}
