package blocks

import "fmt"

// Network says what a block with traffic inside consists of, as far as an audit
// needs it: which links there are, what passes over them, what is known of the
// state when no packet is left, and how that moment is brought about. Names are
// those of the netlist.
type Network struct {
	Channels []Channel
	Links    []Link
	AtRest   []AtRest
	Laws     []Law
	Told     []Told
	// Stop are inputs of the block that stop the making of packets, with their
	// values.
	Stop map[string]uint64
	// Hold are wires whose 0 keeps packets that wait in the end nodes from
	// entering the network: "node.nic.link_free" is the wire link_free in nic in
	// each copy of node.
	Hold []string
	// Node is the unit of the end nodes, in which packets start and end.
	Node string
	// Packets is the kind of the events that are the packets of a link: all of them,
	// or with a Mark those that have it.
	Packets Kind
	// Hosted, if not nil, is where software outside gives the end nodes packets, and sees those
	// that arrive.
	Hosted *Hosted
}

// Hosted says how software gets at the end nodes. Names are of what is in a copy of
// Network.Node.
type Hosted struct {
	Nodes    int
	Interval int // beats of a packet: what the link to the outside of a node carries in that many beat times
	// BeatTime is that of the links to the outside, in hundredths of a cycle; 0: 100. Interval of them are a number
	// of cycles.
	BeatTime int
	Queue    int    // packets that wait in an end node at most
	Maker    string // the unit that makes packets: "source"
	// Of the maker: the registers that make a packet in the next cycle, a pulse, the destination, and if not "" the
	// destination one-hot.
	Valid, Dst, DstBit string
	// A pulse, and where the packet comes from, which is known in its cycle, Late cycles after the packet's last
	// beat was at the pins.
	Arrived Bits
	Source  string
	Late    int
	// What waits in a node and how long packets take: either how many wait ("nic.queue_count"), and with Arrived the
	// cycles since the packet was sent; or Left.
	Waiting, Transit string
	Left             *Left
}

// Left says which packets leave an end node: a pulse, Late cycles after the packet's first beat enters the registers of
// the link, and its destination. Queue are the packets that wait for a destination at most.
type Left struct {
	Valid, Dst string
	Late       int
	Queue      int
}

// Cycles are those of that many beat times, rounded up.
func (h Hosted) Cycles(beatTimes int) int { return (beatTimes*h.beatTime() + 99) / 100 }

// BeatTimes are those of that many cycles, rounded down.
func (h Hosted) BeatTimes(cycles uint64) uint64 { return cycles * 100 / uint64(h.beatTime()) }

func (h Hosted) beatTime() int {
	if h.BeatTime == 0 {
		return 100
	}
	return h.BeatTime
}

// Kind is what passes over a channel.
type Kind string

// The kinds of channels.
const (
	Beats    Kind = "beat"    // words of packets, from the sender of a link to its receiver
	Credits  Kind = "credit"  // what comes back for them
	Messages Kind = "message" // about congestion
)

// Channel is a part of a link: in each cycle in which Valid is 1, one event
// passes, with the payload. The name of a port is that of the side of its unit
// (End.Side) and that of the field: "rx_valid".
type Channel struct {
	Class   string // of links that have it; "": those without one
	Kind    Kind
	Back    bool     // it leads from the receiver to the sender
	Valid   string   // field of 1 bit
	Payload []string // other fields, without Mark, lowest first; none: events are all alike
	// Mark, if not "", is a field of 1 bit that is 1 in the events that begin
	// something: the first beat of a packet, an Xoff, a pause.
	Mark string
	// Only, if there are any: an event belongs to the channel only if all of these hold.
	// So the frames of a link and what controls the link can be different channels.
	Only []Condition
	// Pairs: what an event with the mark begins, another with the same payload
	// and without the mark ends, before the network is at rest.
	Pairs bool
}

// Condition is on an event: some bits of a field have a value, or with Not have not.
type Condition struct {
	Field     string
	Lo, Width int
	Value     uint64
	Not       bool
}

// End is one end of a link: a port of a copy of a unit.
type End struct {
	Unit  string // instance, or array of instances, in the top module: "sw"
	Copy  int
	Side  string // what the names of its ports begin with: "rx"
	Port  int    // which lane of these ports
	Ports int    // lanes of these ports
	Name  string // for people: "switch 3 port 2"
}

// Link leads from the sending side of a unit to the receiving side of another.
// The wires between them have no delay.
type Link struct {
	Class    string // "", or what tells links from others that have other channels
	From, To End
}

// Of are the channels of a link.
func (n Network) Of(l Link) (list []Channel) {
	for _, c := range n.Channels {
		if c.Class == l.Class {
			list = append(list, c)
		}
	}
	return list
}

// String names the link: "switch 3 port 2 -> node 14".
func (l Link) String() string { return fmt.Sprintf("%s -> %s", l.From.Name, l.To.Name) }

// PortState is state of a unit, at one of its ports, that is known when no packet
// is in the network and nothing else on its way.
type PortState struct {
	Path  string // below the unit, PORT for the number of the port: "out_port_PORT.credits.count_q"
	What  string // for people: "credits"
	Value uint64
	Most  bool // at no time it is above Value
	Sends bool // it belongs to the sending side of the port, not to the receiving side
	Ones  bool // it has a bit for each of what it counts
	// Slack, if not 0, says that the state counts credits or free slots: with the
	// packets that have passed the link and no credit has come back for, it is Value
	// at any time, but for at most this number of packets and credits that are on their way
	// between the counter and the pins.
	Slack int
}

// AtRest is the state of a port in the netlist.
type AtRest struct {
	PortState
	Path  string // "sw_3.out_port_2.credits.count_q"
	Where string // for people: "link switch 3 port 2 -> node 14"
	Link  int    // its number among Network.Links; -1: no link leads to the port
}

// Told is a state that one end of a link says to the other, such as that no more frames
// may come. What the other end obeys is at any time what was said some cycles before.
type Told struct {
	Where string // for people: "link leaf 0 port 0 -> server 0", over which it is said
	What  string // for people: "STOP of priority 1"
	// Said is what was said last, Obeyed what the other end makes of it: equal values,
	// or with Count equal numbers of ones.
	Said, Obeyed Bits
	Count        bool
	// Refused, if it has a path, is 1 bit: a pulse tells that the other end cannot obey what
	// is said. Then it need not until the two are equal again.
	Refused Bits
	// Late is how long what is said may be on its way, cycles, 1 or more: what was said so
	// long ago, and has not changed since, is obeyed.
	Late int
}

// Bits are some bits of a signal in the netlist.
type Bits struct {
	Path  string // "server_3.pause.paused_q"
	And   string // another signal of the same width, if not "": only what is 1 there counts
	Lo    int    // the lowest
	Width int    // 0: all of the signal
}

// Law is what the state of several units has to agree on at any time, such as what a
// counter says with what the others know of the packets that it counts.
type Law struct {
	Where string // for people: "node 3"
	// Ready is a signal of 1 bit: the law does not hold before that is 1.
	Ready string
	Reads []string // signals and words of memories, of up to 64 bits
	// Broken says what is wrong with their values, "" if nothing is. rest: no packet is on
	// a link.
	Broken func(values []uint64, rest bool) string
}
