package golden

import (
	"math/bits"
	"slices"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// NetworkParams are those of the fabric and of each server.
type NetworkParams struct {
	FabricParams
	Server ServerParams
}

// NewNetworkParams completes the parameters of a server with what all servers of the
// network have: the gap of Ethernet, extra fast recovery, target rate reduction.
func NewNetworkParams(fabric FabricParams, server ServerParams) NetworkParams {
	server.Servers = fabric.addresses()
	server.Gap = 20
	server.EFR = 1
	server.TRR = 1
	return NetworkParams{fabric, server}
}

// NetworkIn are the inputs of the network.
type NetworkIn struct {
	Management
	Window      uint32
	RunsUntil   uint32
	BlockServer int    `port:",optional"`
	BlockStart  uint32 `port:",optional"`
	BlockStop   uint32 `port:",optional"`
	SetServer   int
	SetValid    bool
	SetFlow     int
	SetDst      int
	SetPrio     int
	SetLength   int
	SetRate     int
	SetStart    uint32
	SetStop     uint32
	ReadUnit    int
	ReadAddress int
}

// NetworkOut are its outputs.
type NetworkOut struct {
	ReadData      uint64 `valid:"ReadDataKnown"`
	ReadDataKnown bool   `port:"-"`
	Now           uint32
	Error         []bool
}

// Counters of the fabric, in the order of their addresses.
const (
	FabricDropped = iota
	FabricTriggers
	FabricLost
	FabricOccupancy
	FabricRun
	ofFabric
)

// Network is the fabric with its servers.
type Network struct {
	p       NetworkParams
	Fabric  *Fabric
	Servers []*Server
	ready   bool
	now     uint32
	totals  [ofFabric]uint32
	recent  []uint32 // the largest occupancy of each of the last cycles, the oldest first
	run     CNMRun
	blocked int            // server that is blocked, -1: none
	asked   [3]readRequest // of the cycles before, the youngest first
	shown   networkRead

	LastFabric FabricOut // of the last step, for cover points
}

// readRequest is the unit and the address of a readback.
type readRequest struct {
	unit, address int
	known         bool
}

type networkRead struct {
	data  uint64
	known bool
}

// NewNetwork makes a network after reset.
func NewNetwork(p NetworkParams) *Network {
	m := &Network{p: p, Fabric: NewFabric(p.FabricParams), blocked: -1}
	for range p.Leaves * p.Ports {
		m.Servers = append(m.Servers, NewServer(p.Server))
	}
	return m
}

// Blocked is the server that takes nothing, -1 if there is none.
func (m *Network) Blocked() int { return m.blocked }

// Step is one clock cycle. The beats on the links between servers and fabric come out
// of registers on both sides.
func (m *Network) Step(in NetworkIn) NetworkOut {
	links := m.p.FabricIn()
	links.Management = in.Management
	for i, s := range m.Servers {
		tx := s.Adapter.Tx()
		links.RxValid[i], links.RxHead[i], links.RxTail[i], links.RxData[i] = tx.Valid, tx.Head, tx.Tail, tx.Data
	}
	fabric := m.Fabric.Step(links)
	m.LastFabric = fabric

	out := NetworkOut{ReadData: m.shown.data, ReadDataKnown: m.shown.known, Now: m.now}
	asked := m.asked[2]
	m.shown = networkRead{known: asked.known}
	if asked.unit == len(m.Servers) {
		if counter := asked.address % 8; counter < ofFabric {
			m.shown.data = uint64(m.totals[counter])
		}
	}
	reacts := make([]bool, len(m.Servers))
	for i, s := range m.Servers {
		o := s.Step(ServerIn{
			Seed: in.Seed ^ uint32(i+1)*0x9e3779b9, Node: m.p.Address(i/m.p.Ports, i%m.p.Ports), Now: m.now, Window: in.Window,
			Block:    i == m.blocked,
			SetValid: in.SetValid && in.SetServer == i, SetFlow: in.SetFlow, SetDst: in.SetDst, SetPrio: in.SetPrio,
			SetLength: in.SetLength, SetRate: in.SetRate,
			SetStart: in.SetStart, SetStop: in.SetStop,
			Rx: qcn.Beat{Valid: fabric.TxValid[i], Head: fabric.TxHead[i], Tail: fabric.TxTail[i],
				Data: fabric.TxData[i]},
			ReadAddress: in.ReadAddress,
		})
		out.Error = append(out.Error, o.Error)
		reacts[i] = o.Reacts
		if asked.unit == i {
			m.shown.data, m.shown.known = o.ReadData, asked.known && o.ReadDataKnown
		}
	}
	m.asked[2], m.asked[1], m.asked[0] = m.asked[1], m.asked[0], readRequest{in.ReadUnit, in.ReadAddress, true}
	m.totals[FabricRun] = m.run.Step(CNMRunIn{reacts, m.now < in.RunsUntil}).Longest
	m.blocked = -1
	if m.p.Server.Blockable == 1 && m.now >= in.BlockStart && m.now < in.BlockStop {
		m.blocked = in.BlockServer
	}
	m.count(fabric)
	return out
}

// count is the clock edge of the time and of the counters of the fabric.
func (m *Network) count(fabric FabricOut) {
	if m.ready {
		m.now++
	}
	all := true
	for i, ready := range fabric.Ready {
		all = all && ready
		for counter, pulse := range map[int]bool{FabricDropped: fabric.Drop[i], FabricTriggers: fabric.Triggers[i],
			FabricLost: fabric.Lost[i]} {
			if pulse {
				m.totals[counter]++
			}
		}
	}
	m.ready = m.ready || all
	m.recent = append(m.recent, uint32(slices.Max(fabric.Occupancy)))
	// Two are compared in a cycle, their winners in the next, and so on.
	if late := bits.Len(uint(len(fabric.Occupancy) - 1)); len(m.recent) > late {
		m.totals[FabricOccupancy] = max(m.totals[FabricOccupancy], m.recent[0])
		m.recent = m.recent[1:]
	}
}
