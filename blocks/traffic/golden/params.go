package golden

// Params are the parameters of the end nodes. A block uses those that its contract
// names.
type Params struct {
	Nodes       int // of the network: a power of two
	Queue       int // packets that wait in a NIC
	Lines       int // of a NIC's CAM; 0 with a link of credits only
	Slots       int // credits at the start
	LinkLatency int // cycles
	Link        int // kind of the link
}

// VOQnetLink is the value of Params.Link with which packets have their destination
// as tag, which a sink checks.
const VOQnetLink = 2
