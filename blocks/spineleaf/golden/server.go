package golden

import (
	"math/big"
	"math/bits"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// ServerIn are the inputs of a server.
type ServerIn struct {
	Seed        uint32
	Node        int
	Now, Window uint32
	Block       bool `port:",optional"`
	SetValid    bool
	SetFlow     int
	SetDst      int
	SetPrio     int
	SetLength   int
	SetRate     int
	SetStart    uint32
	SetStop     uint32
	Rx          qcn.Beat `port:"rx_,prefix"`
	ReadAddress int
}

// ServerOut are its outputs.
type ServerOut struct {
	Tx            qcn.SentBeat `port:"tx_,prefix"`
	ReadData      uint64       `valid:"ReadDataKnown"`
	ReadDataKnown bool         `port:"-"`
	Error         bool
	Reacts        bool
}

// Counters of a flow, in the order of their addresses.
const (
	FlowSent = iota
	FlowRefused
	FlowCNMs
	FlowFirstCNM
	FlowLimited
	OfAdapter
)

// Server is a server port: source, adapter, sink and counters.
type Server struct {
	p       ServerParams
	Source  *Source
	Adapter *qcn.Adapter
	Sink    *Sink
	pause   *qcn.PauseRx
	says    *qcn.Pause

	in      SourceIn // flow table
	dst     []int
	prio    []int
	flows   [][]uint32 // counters of each flow
	totals  [4]uint32
	sent    int     // flow that sent a frame in the cycle before and is not yet counted, -1: none
	refused int     // the same of a frame refused
	address int     // of the cycle before
	flow    reading // counter of the cycle before that
	read    reading
}

// reading is what is answered to an address; own is false for those of the sink.
type reading struct {
	value      uint64
	known, own bool
}

// NewServer makes a server without flows.
func NewServer(p ServerParams) *Server {
	n := p.Flows
	p.SaysPause = p.Blockable
	says := qcn.PauseParams{Prios: p.Prios, Units: 2, QHigh: 1, Quanta: p.PauseQuanta, Reaction: p.PauseReaction,
		Refresh: p.PauseRefresh}
	m := &Server{
		p: p, Source: NewSource(p), Adapter: qcn.NewAdapter(p.ReactionParams), Sink: NewSink(p),
		pause: qcn.NewPauseRx(p.Prios),
		says:  qcn.NewPause(says), dst: make([]int, n), prio: make([]int, n),
		in: SourceIn{Rate: make([]int, n), Start: make([]uint32, n), Stop: make([]uint32, n), Length: make([]int, n)},
	}
	for range n {
		m.flows = append(m.flows, []uint32{FlowFirstCNM: 1<<32 - 1})
	}
	m.address, m.sent, m.refused = -1, -1, -1
	return m
}

// Step is one clock cycle.
func (m *Server) Step(in ServerIn) ServerOut {
	rx := in.Rx
	paused := m.pause.Step(qcn.PauseRxIn{RxValid: rx.Valid, RxHead: rx.Head, RxTail: rx.Tail, RxData: rx.Data}).Paused
	sink := m.Sink.Step(SinkIn{in.Node, in.Now, in.Window, in.Rx, in.ReadAddress})
	offer := m.Source.Offer()
	flow := m.answer() // before this cycle's pulses
	said := qcn.PauseIn{Enable: true, Port: in.Node, Occupancy: make([]int, m.p.Prios)}
	if in.Block && m.p.Blockable == 1 {
		for k := range said.Occupancy {
			said.Occupancy[k] = 1
		}
	}
	var word *big.Int
	if f := m.says.Sends(); f != nil {
		word = f.Word().Big()
	}
	adapter := m.Adapter.Step(qcn.AdapterIn{
		PauseValid: word != nil, PauseData: word,
		Seed: in.Seed, Node: in.Node, Now: in.Now, FlowDst: m.dst, FlowPrio: m.prio, FlowLength: m.in.Length,
		OfferValid: offer.OfferValid, OfferFlow: offer.OfferFlow,
		Paused: paused, Rx: in.Rx,
	})
	said.TxReady = adapter.PauseReady
	m.says.Step(said)
	source := m.in
	source.Now, source.OfferReady = in.Now, adapter.OfferReady
	m.Source.Step(source)

	out := ServerOut{Tx: adapter.Tx, Error: sink.Error, Reacts: adapter.Stat.Reacts, ReadData: m.read.value,
		ReadDataKnown: m.read.known}
	m.read = m.flow
	if !m.flow.own {
		m.read = reading{sink.ReadData, sink.ReadDataKnown, false}
	}
	m.flow = flow
	m.address = in.ReadAddress
	m.count(in, offer, adapter.Stat)
	if in.SetValid {
		f := in.SetFlow
		m.dst[f] = in.SetDst
		m.prio[f] = in.SetPrio
		m.in.Length[f] = in.SetLength
		m.in.Rate[f] = in.SetRate
		m.in.Start[f] = in.SetStart
		m.in.Stop[f] = in.SetStop
	}
	return out
}

// answer is the counter at the address of the cycle before.
func (m *Server) answer() reading {
	if m.address < 0 {
		return reading{own: true}
	}
	at := m.address & (1<<pageShift - 1)
	if m.address>>pageShift != PageFlows {
		return reading{}
	}
	kind, flow := at&7, at>>3&(1<<bits.Len(uint(m.p.Flows-1))-1)
	switch {
	case kind == OfAdapter:
		return reading{uint64(m.totals[at>>3&3]), true, true}
	case kind > OfAdapter:
		return reading{0, true, true}
	case flow >= m.p.Flows:
		return reading{own: true}
	case kind == FlowLimited:
		var limited uint64
		if m.Adapter.RP.Limited(flow) {
			limited = 1
		}
		return reading{limited, true, true}
	}
	return reading{uint64(m.flows[flow][kind]), true, true}
}

// count is the clock edge of the counters.
func (m *Server) count(in ServerIn, offer SourceOut, stat qcn.AdapterStat) {
	if m.sent >= 0 {
		m.flows[m.sent][FlowSent]++
	}
	if m.refused >= 0 {
		m.flows[m.refused][FlowRefused]++
	}
	m.sent, m.refused = -1, -1
	if stat.Sent {
		m.sent = stat.SentFlow
	}
	if stat.Refused {
		m.refused = offer.OfferFlow
	}
	if stat.Reacts {
		f := m.flows[stat.CNMFlow]
		f[FlowCNMs]++
		if f[FlowCNMs] == 1 {
			f[FlowFirstCNM] = in.Now
		}
	}
	for i, pulse := range []bool{stat.Starts, stat.NoFree, stat.Lost, stat.Unknown} {
		if pulse {
			m.totals[i]++
		}
	}
}
