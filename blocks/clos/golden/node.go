package golden

import (
	"math/big"

	adapter "culprit/blocks/adapter/golden"
	cioq "culprit/blocks/cioq/golden"
	packet "culprit/blocks/packet/golden"
)

// Control is a word of a control channel.
type Control struct {
	Valid       bool
	Node, Count int
}

// NodeIn holds the inputs of clos_node.
type NodeIn struct {
	Traffic
	Measurement
	Node                    int
	Now                     uint32
	Reserve                 bool `port:",optional"`
	GrantRate               int  `port:",optional"`
	Tick                    bool
	ReadAddress             int
	RxValid, RxHead, RxTail bool
	RxData                  []uint32 // lowest first
	TxCredit                bool
	ReqRxValid              bool `port:",optional"`
	ReqRxNode, ReqRxCount   int  `port:",optional"`
	GntRxValid              bool `port:",optional"`
	GntRxNode, GntRxCount   int  `port:",optional"`
}

// NodeOut holds the outputs of clos_node.
type NodeOut struct {
	RxCredit       bool
	TxValid        bool
	TxHead, TxTail bool     `valid:"TxValid"`
	TxData         []uint32 `valid:"TxKnown"`
	TxKnown        []bool   `port:"-"`
	ReqTxValid     bool     `port:",optional"`
	ReqTxNode      int      `port:",optional" valid:"ReqTxValid"`
	ReqTxCount     int      `port:",optional" valid:"ReqTxValid"`
	GntTxValid     bool     `port:",optional"`
	GntTxNode      int      `port:",optional" valid:"GntTxValid"`
	GntTxCount     int      `port:",optional" valid:"GntTxValid"`
	ReadData       uint64   `valid:"Known"`
	Known          bool     `port:"-"`
	Error          bool
}

// NewNodeIn makes inputs with slices of the right lengths.
func NewNodeIn() NodeIn { return NodeIn{RxData: make([]uint32, 3)} }

// NewNodeOut makes outputs with slices of the right lengths.
func NewNodeOut() NodeOut { return NodeOut{TxData: make([]uint32, 3), TxKnown: make([]bool, 3)} }

// word is a word on the link of a node.
type word struct {
	valid bool
	data  []uint32
	known []bool
}

// Node is the model of clos_node.
type Node struct {
	p       Params
	source  *Source
	sink    *Sink
	nic     *NIC             // scheme 0
	adapter *adapter.Adapter // the others
	tx      packet.Delay[word]
	counts  counts
	shown   uint64 // own counter at the address of the cycle before
	ofSink  bool   // that of the sink counts, too
	data    uint64 // read_data
	failed  bool
}

// NewNode makes a node.
func NewNode(p Params) *Node {
	m := &Node{p: p, source: NewSource(p), sink: NewSink(p), counts: counts{}, tx: packet.NewDelay[word](p.LinkLatency)}
	if p.Scheme == 0 {
		m.nic = NewNIC(p)
	} else {
		m.adapter = adapter.NewAdapter(p.adapter())
	}
	return m
}

// Step is one clock cycle.
func (m *Node) Step(in NodeIn) NodeOut {
	out := NewNodeOut()
	if w := m.tx.End(word{}); w.valid {
		out.TxValid, out.TxHead, out.TxTail, out.TxData, out.TxKnown = true, true, true, w.data, w.known
	}
	out.ReadData, out.Known = m.data, true
	shown := uint64(0)
	if own[in.ReadAddress] {
		shown = m.counts[in.ReadAddress]
	}
	made := m.source.Out(in.Now)
	var refused bool
	var arrival Cell
	var sent word
	traffic := in.Traffic
	if m.nic != nil {
		arrival = m.p.cellOf(cioq.Beat{Valid: in.RxValid, Data: number(in.RxData)})
		now := m.nic.Step(NICIn{in.Node, made.MakeValid, made.MakeDst, made.MakeTag, in.TxCredit})
		refused = now.MakeRefused
		if now.TxValid {
			sent = word{true, words(now.TxData), []bool{true, true, true}}
		}
	} else {
		now := m.adapter.Step(adapter.AdapterIn{
			Node: in.Node, PktValid: made.MakeValid, PktDst: made.MakeDst, PktTag: made.MakeTag, RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail, RxData: in.RxData, LineEn: in.Tick,
			AdapterControl: adapter.AdapterControl{
				TxCredit: in.TxCredit, ReqRxValid: in.ReqRxValid, ReqRxNode: in.ReqRxNode, ReqRxCount: in.ReqRxCount,
				GntRxValid: in.GntRxValid, GntRxNode: in.GntRxNode, GntRxCount: in.GntRxCount, Reserve: in.Reserve, GrantRate: in.GrantRate,
			},
		})
		refused = now.PktDrop && made.MakeValid
		traffic.Enable = in.Enable && now.Ready
		sent = word{now.TxValid, append([]uint32{}, now.TxData...), append([]bool{}, now.TxKnown...)}
		arrival = Cell{now.LineValid, in.Node, now.LineSrc, now.LineTag, now.LineFirst}
		out.ReqTxValid, out.ReqTxNode, out.ReqTxCount = now.ReqTxValid, now.ReqTxNode, now.ReqTxCount
		out.GntTxValid, out.GntTxNode, out.GntTxCount = now.GntTxValid, now.GntTxNode, now.GntTxCount
		m.counts.most(in.Measurement, 16, uint64(now.StatHeld))
		for address, event := range map[int]bool{17: now.ErrSequence, 18: now.StuckValid} {
			if event {
				m.counts.add(in.Measurement, address, 1)
			}
		}
		defer func() { m.failed = m.failed || now.ErrCrc || now.ErrRoute || now.ErrSequence }()
	}
	m.tx.Shift(sent)
	m.source.Step(SourceIn{traffic, in.Node, in.Now, in.Tick, refused})
	received := m.sink.Step(SinkIn{in.Measurement, in.Node, in.Now, arrival, in.ReadAddress &^ 8})
	out.Error = received.Error || m.failed
	m.count(in, made, refused)

	// What the sink shows in this cycle is at the address of the cycle before.
	m.data = m.shown
	if m.ofSink {
		m.data |= received.ReadData
	}
	m.shown = shown
	m.ofSink = in.ReadAddress&8 > 0 == in.hot(in.Node) || in.ReadAddress == 3 || in.ReadAddress == 4
	return out
}

// own are the addresses of the counters that are not the sink's.
var own = map[int]bool{5: true, 6: true, 13: true, 14: true, 16: true, 17: true, 18: true}

// count counts what is made.
func (m *Node) count(in NodeIn, made SourceOut, refused bool) {
	if made.MakeValid {
		address := 5
		if refused {
			address = 6
		}
		if made.Hot {
			address += 8
		}
		m.counts.add(in.Measurement, address, 1)
	}
	if in.Clear {
		clear(m.counts)
	}
}

// words are the 32-bit words of a number of 96 bits, the lowest first.
func words(x *big.Int) []uint32 {
	w := make([]uint32, 3)
	for i := range w {
		w[i] = uint32(new(big.Int).Rsh(x, uint(32*i)).Uint64())
	}
	return w
}

// number is the number of these 32-bit words.
func number(w []uint32) *big.Int {
	x := new(big.Int)
	for i := len(w) - 1; i >= 0; i-- {
		x.Lsh(x, 32).Or(x, big.NewInt(int64(w[i])))
	}
	return x
}
