package golden

import (
	"fmt"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// EventKind says what happened.
type EventKind string

// The events of the life of a congestion tree, as in Figure 1 of IQ.
const (
	Detected    EventKind = "detected"     // a cold queue is too long; its culprit gets a SAQ
	NoFree      EventKind = "no free SAQ"  // ... or finds none
	Notified    EventKind = "notified"     // an Xoff notification made a SAQ, which starts blocked
	Blocked     EventKind = "blocked"      // an Xoff notification found its SAQ
	Unblocked   EventKind = "unblocked"    // an Xon notification found its SAQ
	Dropped     EventKind = "dropped"      // an Xoff notification found no SAQ, or a name too long
	SetAside    EventKind = "set aside"    // a packet moved from the cold queue to a SAQ
	MovedOn     EventKind = "moved on"     // a packet moved from a SAQ to one with a longer name
	XoffSent    EventKind = "Xoff sent"    // a SAQ is too long
	XonSent     EventKind = "Xon sent"     // ... or short enough again
	Deallocated EventKind = "deallocated"  // a SAQ is free again
	Granted     EventKind = "granted"      // a packet starts to leave
	LineMade    EventKind = "line made"    // an Xoff from downstream made a line of an output port
	LineFreed   EventKind = "line freed"   // a line has told its Xon to all inputs
	LineBlocked EventKind = "line blocked" // an Xoff found its line
	CamFull     EventKind = "CAM full"     // an Xoff found no line
)

// Event is something that happened in a cycle.
type Event struct {
	Kind  EventKind
	Port  int         // input port, or output port for the events of lines
	Queue int         // SAQ or line; -1 if there is none
	Name  packet.Name // of the congestion point, if there is one
}

// String is the event as one line of a log.
func (e Event) String() string {
	s := fmt.Sprintf("P%d: %s", e.Port, e.Kind)
	if e.Queue >= 0 {
		s += fmt.Sprintf(" [%d]", e.Queue)
	}
	if e.Name.Mask != 0 {
		s += fmt.Sprintf(" %08x/%08x", e.Name.Tp, e.Name.Mask)
	}
	return s
}
