package golden

import (
	"fmt"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// EventKind says what happened.
type EventKind string

// The events of the life of a congestion tree. Those of a SAQ occur on both sides.
const (
	Detected    EventKind = "detected"    // congestion of an output: a SAQ is born unblocked
	Requested   EventKind = "requested"   // ... because the output side asked for it
	NoFree      EventKind = "no free SAQ" // ... or there is none
	Born        EventKind = "born"        // an Xoff made a SAQ, which starts blocked
	Blocked     EventKind = "blocked"     // an Xoff found its SAQ
	Unblocked   EventKind = "unblocked"   // an Xon found its SAQ
	Refused     EventKind = "refused"     // a note or message found no free SAQ, or has a name too long
	Ready       EventKind = "ready"       // the marker of a SAQ has reached the head
	SetAside    EventKind = "set aside"   // a packet was mapped to a SAQ
	XoffSent    EventKind = "Xoff sent"   // a SAQ is too long
	XonSent     EventKind = "Xon sent"    // ... or short enough again
	Asked       EventKind = "asked"       // an output side asks an input side for a SAQ
	Deallocated EventKind = "deallocated" // a SAQ is free again
	Granted     EventKind = "granted"     // a packet starts to leave its side
)

// Event is something that happened in a cycle.
type Event struct {
	Kind   EventKind
	Output bool // on the output side of the port
	Port   int
	Queue  int         // SAQ; -1 if there is none
	Name   packet.Name // of the congestion point, if there is one
}

// String is the event as one line of a log.
func (e Event) String() string {
	side := "in"
	if e.Output {
		side = "out"
	}
	s := fmt.Sprintf("P%d %s: %s", e.Port, side, e.Kind)
	if e.Queue >= 0 {
		s += fmt.Sprintf(" [%d]", e.Queue)
	}
	if e.Name.Mask != 0 {
		s += fmt.Sprintf(" %08x/%08x", e.Name.Tp, e.Name.Mask)
	}
	return s
}

// journal collects the events of one side in a cycle.
type journal struct {
	output bool
	port   int
	events []Event
}

func (j *journal) note(kind EventKind, queue int, name packet.Name) {
	j.events = append(j.events, Event{Kind: kind, Output: j.output, Port: j.port, Queue: queue, Name: name})
}

// lines notes how the lines of a CAM have changed; unblocked is what the birth of
// an unblocked line means.
func (j *journal) lines(before, after []line, unblocked EventKind) {
	for k, was := range before {
		is := after[k]
		switch {
		case !was.valid && is.valid && is.blocked:
			j.note(Born, k, is.name)
		case !was.valid && is.valid:
			j.note(unblocked, k, is.name)
		case was.valid && !is.valid:
			j.note(Deallocated, k, was.name)
		case was.valid && !was.blocked && is.blocked:
			j.note(Blocked, k, is.name)
		case was.valid && was.blocked && !is.blocked:
			j.note(Unblocked, k, is.name)
		}
	}
}
