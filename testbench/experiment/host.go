package experiment

// Host is software beside the end nodes of a network: it gives them packets and sees those that
// arrive, while the run goes on. A point with a host runs the phases of its stimulus first, then
// the host until that is done.
type Host struct {
	// Text says all that decides what the host does: equal texts, equal runs.
	Text string `json:"text"`
	// Start begins a run in a network of that kind.
	Start func(Hosted) Client `json:"-"`
}

// Hosted is what a client has to know of a network.
type Hosted struct {
	Nodes    int
	Interval int // cycles from one call of Step to the next: the time of a packet on a link
	Queue    int // packets that wait in an end node at most
	// Room, if not nil, reports whether a node takes another packet for a destination.
	Room func(node, dst int) bool
}

// Client is the software in one run.
type Client interface {
	// Phase is the cycle of each interval, from 0, in which a node makes the packet that Step
	// has given it.
	Phase(node int) int
	// Step is called every Hosted.Interval cycles. now is the number of cycles since the first
	// call. seen are the packets that have arrived since the call before, at most one per node, waiting is
	// how many wait in each node. It writes to give the destination of the packet that each node makes in
	// the interval that begins, -1 for none. It reports whether the run is over.
	Step(now uint64, seen []Arrival, waiting, give []int) (done bool)
	// Part is the part of the run, 0 to 1, that is done, about.
	Part() float64
	// Counters is what the client has measured: counters, and lists of numbers. A counter of the block that has the
	// name of one of these is "block_" and the name in the result.
	Counters() (counters map[string]uint64, lists map[string][]uint64)
}

// Arrival is a packet whose last beat has reached its end node.
type Arrival struct {
	Node    int // where it is
	Source  int
	At      uint64 // cycle in which its last beat is at the pins, as Client.Step counts
	Transit uint64 // cycles from the sender's registers to that
}
