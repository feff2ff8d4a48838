package golden

// NodeIn are the inputs of a node.
type NodeIn struct {
	Seed           uint32
	Load           int
	Pattern        int
	HotRate        int
	HotNode        int
	HotStart       uint32
	HotEnd         uint32
	Enable         bool
	Node           int
	Now            uint32
	RouteValid     bool
	RouteDst       int
	RouteTurns     uint32
	Measure, Clear bool
	ReadAddress    int
	TxCredit       bool
	TxCreditDst    int    `port:",optional"`
	TxMsgValid     bool   `port:",optional"`
	TxMsgXoff      bool   `port:",optional"`
	TxMsgTp        uint32 `port:",optional"`
	TxMsgMask      uint32 `port:",optional"`
	RxValid        bool
	RxSop          bool
	RxEop          bool
	RxData         uint64
}

// NodeOut are its outputs.
type NodeOut struct {
	TxValid       bool
	TxSop         bool
	TxEop         bool
	TxData        uint64
	RxCredit      bool
	RxCreditDst   int    `port:",optional"`
	RxMsgValid    bool   `port:",optional"`
	RxMsgXoff     bool   `port:",optional"`
	RxMsgTp       uint32 `port:",optional"`
	RxMsgMask     uint32 `port:",optional"`
	ReadData      uint64 `valid:"ReadDataKnown"`
	ReadDataKnown bool   `port:"-"`
	Received      bool
	Error         bool
	Digest        uint32
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
	shown   struct {
		data  uint64
		known bool
	}
}

// NewNode makes the node after reset around its network interface.
func NewNode(p Params, nic Interface) *Node {
	return &Node{Source: NewSource(p.Nodes), NIC: nic, Sink: NewSink(p), counts: map[int]uint64{}}
}

// Step is one clock cycle.
func (n *Node) Step(in NodeIn) NodeOut {
	made := n.Source.Step(SourceIn{
		Seed: in.Seed, Node: in.Node, Now: in.Now, Enable: in.Enable, Load: in.Load, Pattern: in.Pattern,
		HotRate: in.HotRate, HotNode: in.HotNode, HotStart: in.HotStart, HotEnd: in.HotEnd,
	})
	nic := n.NIC.Step(NICIn{
		Node: in.Node, Now: in.Now, MakeValid: made.MakeValid, MakeDst: made.MakeDst,
		RouteValid: in.RouteValid, RouteDst: in.RouteDst, RouteTurns: in.RouteTurns,
		TxCredit: in.TxCredit, TxCreditDst: in.TxCreditDst,
		TxMsgValid: in.TxMsgValid, TxMsgXoff: in.TxMsgXoff, TxMsgTp: in.TxMsgTp, TxMsgMask: in.TxMsgMask,
	})
	sink := n.Sink.Step(SinkIn{
		RxValid: in.RxValid, RxSop: in.RxSop, RxEop: in.RxEop, RxData: in.RxData,
		Node: in.Node, Now: in.Now, Measure: in.Measure, Clear: in.Clear, ReadAddress: in.ReadAddress,
	})
	out := NodeOut{
		TxValid: nic.TxValid, TxSop: nic.TxSop, TxEop: nic.TxEop, TxData: nic.TxData,
		RxCredit: sink.RxCredit, RxCreditDst: sink.RxCreditDst, ReadData: n.shown.data, ReadDataKnown: n.shown.known,
		Received: sink.Received, Error: sink.Error, Digest: sink.Digest,
	}
	n.show(nic, sink)
	n.count(in, made.MakeValid, nic)
	n.address = in.ReadAddress
	return out
}

// show is the read-out of the address of the cycle before.
func (n *Node) show(nic NICOut, sink SinkOut) {
	n.shown.data, n.shown.known = sink.ReadData, sink.ReadDataKnown
	switch n.address {
	case AddressQueued:
		n.shown.data = uint64(nic.QueueCount)
	case AddressMade, AddressRefused, AddressSent, AddressXoffs, AddressNoLine:
		n.shown.data = n.counts[n.address]
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
