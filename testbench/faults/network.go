package faults

import "culprit.example/culprit/rtlgen/blocks"

// Network is a network of which faults are made: a block that says what it is as a network
// (Block.Network), with traffic that repeats at the same seed, whatever the network does with it.
type Network struct {
	Name   string // "recn"
	Doc    string // what it is, in a few words
	Block  string
	Params map[string]int
	// Inputs are held. Seed is the name of one that gets the seed of a run. Start are those that start the traffic, with
	// their values; the network's Stop stops it.
	Inputs, Start map[string]uint64
	Seed          string
	Times         Times
	Parts         []Part
	Errors        []Errors
	Packets       Packets
	// Known are breaches that are there for a reason.
	Known []Known
}

// Times are those of a run, cycles. Traffic goes on for Warm and Window; the fault falls due in Window. Then the
// network drains, has traffic again for Again, and drains once more.
type Times struct{ Warm, Window, Drain, Again int }

// cycles is how long a run takes.
func (t Times) cycles() int { return t.Warm + t.Window + 2*t.Drain + t.Again }

// Part is a part of what passes over a channel, such as the first beats of packets.
type Part struct {
	Name  string // "head"
	Kind  blocks.Kind
	Class string // of the links
	Only  []blocks.Condition
	// Fields are what damage hits, one bit of one of them.
	Fields []Field
}

// Field is bits of a field of an event.
type Field struct {
	Name      string // for people: "route"
	Field     string // of the channel: a payload, or the mark
	Lo, Width int
}

// Errors are sticky bits of the copies of a unit that say which errors its ports have seen, port 0 lowest.
type Errors struct {
	Unit   string   // array of instances in the top module
	Sides  []string // names of its ports begin with one of these; nil: any
	Signal string   // below each copy: "err_seen"
	Ports  int
	Names  []string // bits of a port, lowest first
}

// Packets says how the packets look that nodes receive.
type Packets struct {
	// Inside, if not "", begins the names of signals of a node with which packets leave it, "nic.line" for the ports
	// line_valid, line_data and so on of nic. Else packets are what arrives at the pins of a node.
	Inside string
	// Fields are those of an event, without valid.
	Fields []string
	// Begins and Ends report whether an event is the first, or the last, of a packet.
	Begins, Ends func(Event) bool
	// Gapless says that a packet ends with a cycle without an event.
	Gapless bool
	// Read reads a packet.
	Read func([]Event) Packet
}

// Event is what passes in a cycle, by field: words, lowest first.
type Event [][]uint64

// Packet is a packet that a node has received.
type Packet struct {
	Flow string // packets of a flow arrive in the order in which they were sent
	// Content is what arrives as it was sent, whatever way and time the packet took. No two packets have the same.
	Content []uint64
	Whole   bool // it has all of its parts, and is not marked as bad
}

// Known is a breach that is there for a reason: of all faults for which the fields that are not "" hold.
type Known struct {
	Kind   blocks.Kind
	Does   Does
	Part   string
	Field  string
	Link   string // "sw -> node"
	Breach Breach
	Reason string
}

func (k Known) covers(f *Fault, b Breach) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	return is(string(k.Kind), string(f.Kind)) && is(string(k.Does), string(f.Does)) && is(k.Part, f.Part) &&
		is(k.Field, f.Field) && is(k.Link, f.Link) && is(string(k.Breach), string(b))
}
