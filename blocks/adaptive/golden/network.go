package golden

import qcn "culprit.example/culprit/blocks/qcn/golden"

// NetworkParams are the parameters of a network.
type NetworkParams struct {
	List, Queue, Slots, QEq, Timer, Tick, Blockable int
}

// Wiring is what a network is made of, in numbers: the model does not know how it was
// described.
type Wiring struct {
	Hosts, Switches, Ports int
	Links                  []Link
	HostAt                 []Place        // of each host
	Lists                  [][][]int      // [host][switch]: ports, from 1
	Flows                  [2]map[int]int // without and with contention: destination of each source
	Hot                    []Place
}

// Place is a port of a switch, from 0.
type Place struct{ Switch, Port int }

// Link joins two places.
type Link struct{ A, B Place }

// NetworkIn are the inputs of a network.
type NetworkIn struct {
	Seed              uint32
	Managed, Adaptive bool
	Pattern, Rate     int
	Measure           bool
	Block             []bool `port:",optional"` // of each host
	ReadUnit          int
	ReadAddress       int
}

// NetworkOut are its outputs.
type NetworkOut struct {
	Ready    bool
	Hot      []uint32
	ReadData uint64
	Error    bool
}

// Network is switches and hosts with what they share.
type Network struct {
	p        NetworkParams
	w        Wiring
	switches []*Switch
	hosts    []*Host

	cycle   uint64
	config  int
	ready   bool
	tick    bool
	sample  bool
	sums    []uint32
	fails   bool
	address int
	units   [3]int
	data    [2]uint64 // of the unit, and at the pins
}

// NewNetwork makes a network.
func NewNetwork(p NetworkParams, w Wiring) *Network {
	n := &Network{p: p, w: w, sums: make([]uint32, 2)}
	high := min(p.Slots*81/100, p.Slots-16)
	sp := SwitchParams{
		Params: Params{Hosts: w.Hosts, Ports: w.Ports, List: p.List, CountBits: 16, SumBits: 32, Timer: p.Timer,
			Slots: p.Slots, CNs: 16},
		QEq: p.QEq, QHigh: high, QLow: high * 59 / 81, ErrorBits: 8,
	}
	for range w.Switches {
		n.switches = append(n.switches, NewSwitch(sp))
	}
	for range w.Hosts {
		n.hosts = append(n.hosts, NewHost(HostParams{w.Hosts, p.Queue, 150000, 300000, p.Blockable, 8}))
	}
	return n
}

// seed is that of a part.
func seed(of uint32, part int) uint32 { return (of ^ uint32(part+1)*0x9e3779b1) | 1 }

// Step is one clock cycle. All links are registers, so every part can be given what
// the others show before any of them steps.
func (n *Network) Step(in NetworkIn) NetworkOut {
	out := NetworkOut{Ready: n.ready, Hot: append([]uint32{}, n.sums...), ReadData: n.data[1], Error: n.fails}
	toSwitch, toHost := n.links()
	ready, fails := n.config == n.w.Hosts, false
	hosts := make([]HostOut, n.w.Hosts)
	for h := range hosts {
		rx := toHost[h]
		x := HostIn{
			Node: h, Seed: seed(in.Seed, 128+h), Load: n.cycle == 0, Now: uint32(n.cycle),
			Turn: n.ready && int(n.cycle%24) == 4*h%24, Measure: in.Measure, Sample: n.sample,
			RxValid: rx.Valid, RxHead: rx.Head, RxTail: rx.Tail, RxData: rx.Word.Big(), ReadAddress: n.address,
		}
		x.Block = in.Block[h]
		n.traffic(in, h, &x)
		hosts[h] = n.hosts[h].Step(x)
		ready, fails = ready && hosts[h].Ready, fails || hosts[h].Error
	}
	switches := make([]SwitchOut, n.w.Switches)
	for s := range switches {
		switches[s] = n.switches[s].Step(n.switchIn(in, s, toSwitch[s]))
		fails = fails || switches[s].Error
	}
	n.readBack(in, hosts, switches)
	n.watch(switches)
	n.ready, n.fails = ready, fails
	n.config = min(n.w.Hosts, n.config+1)
	n.cycle++
	n.tick = n.cycle%uint64(n.p.Tick) == 0
	n.sample = n.cycle%32 == 0
	return out
}

// links are the beats that come in at every port of a switch and at every host.
func (n *Network) links() (toSwitch [][]Beat, toHost []Beat) {
	toHost = make([]Beat, n.w.Hosts)
	for range n.w.Switches {
		toSwitch = append(toSwitch, make([]Beat, n.w.Ports))
	}
	from := func(p Place) Beat { return n.switches[p.Switch].Tx(p.Port) }
	for _, l := range n.w.Links {
		toSwitch[l.A.Switch][l.A.Port], toSwitch[l.B.Switch][l.B.Port] = from(l.B), from(l.A)
	}
	for h, at := range n.w.HostAt {
		toHost[h] = from(at)
		toSwitch[at.Switch][at.Port] = n.hosts[h].Tx()
	}
	return toSwitch, toHost
}

// traffic says what a host sends.
func (n *Network) traffic(in NetworkIn, h int, x *HostIn) {
	if in.Pattern == 1 {
		x.Rate = in.Rate
		return
	}
	x.FixedOn = true
	dst, some := n.w.Flows[in.Pattern&1][h]
	if in.Pattern != 0 && some {
		x.Rate = in.Rate
	}
	x.FixedDst = dst
}

func (n *Network) switchIn(in NetworkIn, s int, rx []Beat) SwitchIn {
	list := n.p.List
	x := SwitchIn{
		Number: s, Seed: seed(in.Seed, s), Load: n.cycle == 0, Managed: in.Managed, Adaptive: in.Adaptive,
		WriteValid: n.config < n.w.Hosts, WriteHost: min(n.config, n.w.Hosts-1),
		WriteListValid: make([]bool, list), WriteListPort: make([]int, list), Tick: n.tick, Measure: in.Measure,
		Sample: n.sample, ReadAddress: n.address % 64, ErrClear: make([]bool, n.w.Ports),
	}
	if x.WriteValid {
		for k, port := range n.w.Lists[n.config][s] {
			x.WriteListValid[k], x.WriteListPort[k] = true, port-1
		}
	}
	for _, b := range rx {
		x.RxValid, x.RxHead, x.RxTail, x.RxData = append(x.RxValid, b.Valid), append(x.RxHead, b.Head),
			append(x.RxTail, b.Tail), append(x.RxData, b.Word.Big())
	}
	return x
}

// watch adds up the lengths of the watched queues.
func (n *Network) watch(switches []SwitchOut) {
	if !n.sample {
		return
	}
	for i, at := range n.w.Hot {
		if i < 2 {
			n.sums[i] += uint32(switches[at.Switch].Qlen[at.Port])
		}
	}
}

// readBack is the pipeline of the counters: the address a cycle, the unit's two, the
// choice of the unit and the pins one each.
func (n *Network) readBack(in NetworkIn, hosts []HostOut, switches []SwitchOut) {
	n.data[1] = n.data[0]
	n.data[0] = 0
	if unit := n.units[2]; unit >= 128 {
		if s := unit - 128; s < len(switches) {
			n.data[0] = switches[s].ReadData
		}
	} else if unit < len(hosts) {
		n.data[0] = hosts[unit].ReadData
	}
	n.units[2], n.units[1], n.units[0] = n.units[1], n.units[0], in.ReadUnit
	n.address = in.ReadAddress
}

// Tx is the beat that a host's registers to the link hold.
func (h *Host) Tx() Beat {
	b := h.adapter.Tx()
	if f := h.pause.Sends(); f != nil && !b.Valid {
		return Beat{true, true, true, f.Word()}
	}
	return Beat{b.Valid, b.Head, b.Tail, qcn.WordOf(b.Data)}
}

// Tx is the beat that the registers of a port to its link hold.
func (s *Switch) Tx(port int) Beat { return s.tx[port].Tx() }

// Blocked reports whether a host says STOP, for stimulus.
func (n *Network) Blocked() bool {
	for _, h := range n.hosts {
		if h.pause.Stopped()[0] {
			return true
		}
	}
	return false
}

// Arrives reports whether a frame has come to a host in the last cycle, for stimulus.
func (n *Network) Arrives() bool {
	for _, h := range n.hosts {
		if h.Events().Received {
			return true
		}
	}
	return false
}
