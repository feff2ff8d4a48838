package golden

// NodeIn are the inputs of a node.
type NodeIn struct {
	Traffic
	Node  int
	Now   uint32
	Route Route `port:"route_,prefix"`
	Counters
	Tx Back `port:"tx_,prefix"`
	Rx Beat `port:"rx_,prefix"`
}

// NodeOut are its outputs: those of the sink, and the packets of the NIC.
type NodeOut struct {
	Tx Sent `port:"tx_,prefix"`
	SinkOut
}

// Interface is the network interface of a node: NIC, or that of another kind of
// link. It ignores the inputs that its link does not have.
type Interface interface{ Step(NICIn) NICOut }

// Node is the end node of a network.
type Node struct {
	Source *Source
	NIC    Interface
	Sink   *Sink

	counts  map[int]uint64 // of the NIC, by address
	address int            // of the cycle before
	shown   Reading
}

// NewNode makes the node after reset around its network interface.
func NewNode(p Params, nic Interface) *Node {
	return &Node{Source: NewSource(p.Nodes), NIC: nic, Sink: NewSink(p), counts: map[int]uint64{}}
}

// Step is one clock cycle.
func (n *Node) Step(in NodeIn) NodeOut {
	made := n.Source.Step(SourceIn{Traffic: in.Traffic, Node: in.Node, Now: in.Now})
	nic := n.NIC.Step(NICIn{Node: in.Node, Now: in.Now, Make: made.Make, Route: in.Route, Tx: in.Tx})
	sink := n.Sink.Step(SinkIn{Rx: in.Rx, Node: in.Node, Now: in.Now, Counters: in.Counters})
	out := NodeOut{Tx: nic.Tx, SinkOut: sink}
	out.Reading = n.shown
	n.show(nic, sink)
	n.count(in, made.Make.Valid, nic)
	n.address = in.ReadAddress
	return out
}

// show is the counter readback of the address of the cycle before.
func (n *Node) show(nic NICOut, sink SinkOut) {
	n.shown = sink.Reading
	switch n.address {
	case AddressQueued:
		n.shown.ReadData = uint64(nic.QueueCount)
	case AddressMade, AddressRefused, AddressSent, AddressXoffs, AddressNoLine:
		n.shown.ReadData = n.counts[n.address]
	}
}

// count is the clock edge of the NIC's counters.
func (n *Node) count(in NodeIn, made bool, nic NICOut) {
	for address, event := range map[int]bool{
		AddressMade: made, AddressRefused: nic.StatRefused, AddressSent: nic.StatSent,
		AddressXoffs: nic.StatXoff, AddressNoLine: nic.StatXoffRefused,
	} {
		if event && in.Measure {
			n.counts[address] = (n.counts[address] + 1) & mask40
		}
	}
	if in.Clear {
		clear(n.counts)
	}
}
