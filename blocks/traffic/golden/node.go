package golden

// NodeIn are the inputs of a node with a link of kind recn.
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
	TxMsgValid     bool
	TxMsgXoff      bool
	TxMsgTp        uint32
	TxMsgMask      uint32
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
	RxMsgValid    bool
	RxMsgXoff     bool
	RxMsgTp       uint32
	RxMsgMask     uint32
	ReadData      uint64 `valid:"ReadDataKnown"`
	ReadDataKnown bool   `port:"-"`
	Received      bool
	Error         bool
	Digest        uint32
}

// NodePlainIn are the inputs of a node with a link of credits only.
type NodePlainIn struct {
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
	RxValid        bool
	RxSop          bool
	RxEop          bool
	RxData         uint64
}

// NodePlainOut are its outputs.
type NodePlainOut struct {
	TxValid       bool
	TxSop         bool
	TxEop         bool
	TxData        uint64
	RxCredit      bool
	ReadData      uint64 `valid:"ReadDataKnown"`
	ReadDataKnown bool   `port:"-"`
	Received      bool
	Error         bool
	Digest        uint32
}

// Node is the end node of a network.
type Node struct {
	Source *Source
	NIC    *NIC
	Sink   *Sink

	counts  map[int]uint64 // of the NIC, by address
	address int            // of the cycle before
	shown   struct {
		data  uint64
		known bool
	}
}

// NewNode makes the node after reset; without lines its link has credits only.
func NewNode(p NICParams) *Node {
	link := RecnLink
	if p.Lines == 0 {
		link = CreditLink
	}
	return &Node{Source: NewSource(p.Nodes), NIC: NewNIC(p), Sink: NewSink(p.Nodes, p.LinkLatency, link), counts: map[int]uint64{}}
}

// Step is one clock cycle.
func (n *Node) Step(in NodeIn) NodeOut {
	made := n.Source.Step(SourceIn{
		Seed: in.Seed, Node: in.Node, Now: in.Now, Enable: in.Enable, Load: in.Load, Pattern: in.Pattern,
		HotRate: in.HotRate, HotNode: in.HotNode, HotStart: in.HotStart, HotEnd: in.HotEnd,
	})
	waiting := n.NIC.Waiting()
	nic := n.NIC.Step(NICIn{
		Node: in.Node, Now: in.Now, MakeValid: made.MakeValid, MakeDst: made.MakeDst,
		RouteValid: in.RouteValid, RouteDst: in.RouteDst, RouteTurns: in.RouteTurns,
		TxCredit: in.TxCredit, TxMsgValid: in.TxMsgValid, TxMsgXoff: in.TxMsgXoff, TxMsgTp: in.TxMsgTp, TxMsgMask: in.TxMsgMask,
	})
	sink := n.Sink.Step(SinkIn{
		RxValid: in.RxValid, RxSop: in.RxSop, RxEop: in.RxEop, RxData: in.RxData,
		Node: in.Node, Now: in.Now, Measure: in.Measure, Clear: in.Clear, ReadAddress: in.ReadAddress,
	})
	out := NodeOut{
		TxValid: nic.TxValid, TxSop: nic.TxSop, TxEop: nic.TxEop, TxData: nic.TxData,
		RxCredit: sink.RxCredit, ReadData: n.shown.data, ReadDataKnown: n.shown.known,
		Received: sink.Received, Error: sink.Error, Digest: sink.Digest,
	}
	n.show(waiting, sink)
	n.count(in, made.MakeValid, nic)
	n.address = in.ReadAddress
	return out
}

// show is the read-out of the address of the cycle before.
func (n *Node) show(waiting int, sink SinkOut) {
	n.shown.data, n.shown.known = sink.ReadData, sink.ReadDataKnown
	switch n.address {
	case AddressQueued:
		n.shown.data = uint64(waiting)
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

// StepPlain is one clock cycle of a node with a link of credits only.
func (n *Node) StepPlain(in NodePlainIn) NodePlainOut {
	out := n.Step(NodeIn{
		Seed: in.Seed, Load: in.Load, Pattern: in.Pattern, HotRate: in.HotRate, HotNode: in.HotNode, HotStart: in.HotStart, HotEnd: in.HotEnd,
		Enable: in.Enable, Node: in.Node, Now: in.Now, RouteValid: in.RouteValid, RouteDst: in.RouteDst, RouteTurns: in.RouteTurns,
		Measure: in.Measure, Clear: in.Clear, ReadAddress: in.ReadAddress, TxCredit: in.TxCredit,
		RxValid: in.RxValid, RxSop: in.RxSop, RxEop: in.RxEop, RxData: in.RxData,
	})
	return NodePlainOut{
		TxValid: out.TxValid, TxSop: out.TxSop, TxEop: out.TxEop, TxData: out.TxData, RxCredit: out.RxCredit,
		ReadData: out.ReadData, ReadDataKnown: out.ReadDataKnown, Received: out.Received, Error: out.Error, Digest: out.Digest,
	}
}
