package golden

import (
	"math/big"

	adapter "culprit.example/culprit/blocks/adapter/golden"
	cioq "culprit.example/culprit/blocks/cioq/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
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
	RxBad                   bool     `port:",optional"`
	RxData                  []uint32 // lanes of 32 bits, in beat mode of 1, the lowest first
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
	TxBad          bool     `port:",optional" valid:"TxValid"`
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

// lanes are the number of lanes that the data of a link has, and their width.
func (p Params) lanes() (n, width int) {
	if p.Beat == 1 {
		return 65, 1
	}
	return 3, 32
}

// NewNodeIn makes inputs with slices of the right lengths.
func NewNodeIn(p Params) NodeIn {
	n, _ := p.lanes()
	return NodeIn{RxData: make([]uint32, n)}
}

// NewNodeOut makes outputs with slices of the right lengths.
func NewNodeOut(p Params) NodeOut {
	n, _ := p.lanes()
	return NodeOut{TxData: make([]uint32, n), TxKnown: make([]bool, n)}
}

// word is a word on the link of a node.
type word struct {
	valid, head, tail bool
	data              []uint32
	known             []bool
}

// Node is the model of clos_node.
type Node struct {
	p       Params
	source  *Source
	sink    *Sink
	nic     *NIC             // scheme 0
	adapter *adapter.Adapter // the others
	beats   *adapter.BeatAdapter
	line    int // ticks, modulo a segment
	number  int // of the next beat of the packet on the line
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
	switch {
	case p.Beat == 1:
		m.beats = adapter.NewBeatAdapter(p.adapter())
	case p.Scheme == 0:
		m.nic = NewNIC(p)
	default:
		m.adapter = adapter.NewAdapter(p.adapter())
	}
	return m
}

// Step is one clock cycle.
func (m *Node) Step(in NodeIn) NodeOut {
	out := NewNodeOut(m.p)
	if w := m.tx.End(word{}); w.valid {
		out.TxValid, out.TxHead, out.TxTail, out.TxData, out.TxKnown = true, w.head, w.tail, w.data, w.known
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
		arrival = m.p.cellOf(cioq.Beat{Valid: in.RxValid && in.RxHead && in.RxTail, Data: m.p.Number(in.RxData)})
		defer func() { m.failed = m.failed || in.RxValid && !(in.RxHead && in.RxTail) }()
		now := m.nic.Step(NICIn{in.Node, made.MakeValid, made.MakeDst, made.MakeTag, in.TxCredit})
		refused = now.MakeRefused
		if now.TxValid {
			sent = word{true, true, true, m.p.Lanes(now.TxData), []bool{true, true, true}}
		}
	} else {
		control := adapter.AdapterControl{
			TxCredit: in.TxCredit, ReqRxValid: in.ReqRxValid, ReqRxNode: in.ReqRxNode, ReqRxCount: in.ReqRxCount,
			GntRxValid: in.GntRxValid, GntRxNode: in.GntRxNode, GntRxCount: in.GntRxCount, Reserve: in.Reserve,
			GrantRate: in.GrantRate,
		}
		var now exchanged
		if m.beats != nil {
			now = m.beat(in, made, control)
		} else {
			now = m.cell(in, made, control)
		}
		sent = now.sent
		arrival = now.arrival
		refused = now.drop && made.MakeValid
		traffic.Enable = in.Enable && now.ready
		out.ReqTxValid, out.ReqTxNode, out.ReqTxCount = now.ReqTxValid, now.ReqTxNode, now.ReqTxCount
		out.GntTxValid, out.GntTxNode, out.GntTxCount = now.GntTxValid, now.GntTxNode, now.GntTxCount
		m.counts.most(in.Measurement, 16, uint64(now.StatHeld))
		for address, event := range map[int]bool{17: now.ErrSequence, 18: now.StuckValid} {
			if event {
				m.counts.add(in.Measurement, address, 1)
			}
		}
		defer func() {
			m.failed = m.failed || now.wrong || now.ErrCrc || now.ErrRoute || now.ErrSequence || now.ErrSeen != 0
		}()
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

// exchanged is what an adapter gives in a cycle.
type exchanged struct {
	adapter.AdapterStatus
	sent        word
	arrival     Cell
	drop, ready bool
	wrong       bool // a beat is not what it should be
}

// cell is a cycle of the adapter in cell mode.
func (m *Node) cell(in NodeIn, made SourceOut, control adapter.AdapterControl) exchanged {
	now := m.adapter.Step(adapter.AdapterIn{
		Node: in.Node, PktValid: made.MakeValid, PktDst: made.MakeDst, PktTag: made.MakeTag, RxValid: in.RxValid,
		RxHead: in.RxHead, RxTail: in.RxTail, RxData: in.RxData, LineEn: in.Tick,
		AdapterControl: control,
	})
	return exchanged{
		AdapterStatus: now.AdapterStatus, drop: now.PktDrop, ready: now.Ready,
		sent:    word{now.TxValid, true, true, append([]uint32{}, now.TxData...), append([]bool{}, now.TxKnown...)},
		arrival: Cell{now.LineValid, in.Node, now.LineSrc, now.LineTag, now.LineFirst},
	}
}

// beat is a cycle of the adapter in beat mode.
func (m *Node) beat(in NodeIn, made SourceOut, control adapter.AdapterControl) exchanged {
	x := adapter.BeatAdapterIn{
		Node: in.Node, PktValid: made.MakeValid, PktDst: made.MakeDst, PktLen: made.MakeLength, PktTag: made.MakeTag,
		RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail, RxBad: in.RxBad, RxData: make([]bool, 65),
		LineEn: in.Tick, Tick: in.Tick && m.line == 31, AdapterControl: control,
	}
	for i := range x.RxData {
		x.RxData[i] = in.RxData[i] == 1
	}
	if in.Tick {
		m.line = (m.line + 1) % 32
	}
	now := m.beats.Step(x)
	result := exchanged{AdapterStatus: now.AdapterStatus, drop: now.PktDrop, ready: now.Ready}
	if now.TxValid {
		w := word{true, now.TxHead, now.TxTail, make([]uint32, 65), append([]bool{}, now.TxKnown...)}
		for i, b := range now.TxData {
			if b {
				w.data[i] = 1
			}
		}
		result.sent = w
	}
	if !now.LineValid {
		return result
	}
	d := now.LineData
	result.arrival = Cell{true, int(d >> 48 & 0xff), now.LineSrc, uint32(d), now.LineFirst}
	result.wrong = int(d>>56) != now.LineSrc || int(d>>32&0xffff) != m.number || now.LineFirst != (m.number == 0) ||
		now.LineLast && now.LineBad
	m.number++
	if now.LineLast {
		m.number = 0
	}
	return result
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

// Lanes are the lanes of a word of a link.
func (p Params) Lanes(x *big.Int) []uint32 {
	n, width := p.lanes()
	w := make([]uint32, n)
	for i := range w {
		w[i] = uint32(new(big.Int).Rsh(x, uint(width*i)).Uint64() & (1<<width - 1))
	}
	return w
}

// Number is the word that has these lanes.
func (p Params) Number(w []uint32) *big.Int {
	_, width := p.lanes()
	x := new(big.Int)
	for i := len(w) - 1; i >= 0; i-- {
		x.Lsh(x, uint(width)).Or(x, big.NewInt(int64(w[i])))
	}
	return x
}
