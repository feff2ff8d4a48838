// Package golden holds the golden models of the ring.
package golden

// SwitchIn are the inputs of a switch; lane 0 is the ring, lane 1 the node.
type SwitchIn struct {
	Node    int
	RxValid []bool
	RxDst   []int
	RxData  []uint32
	TxTaken []bool
}

// SwitchOut are its outputs.
type SwitchOut struct {
	RxTaken []bool
	TxValid []bool
	TxDst   []int
	TxData  []uint32
}

// NewSwitchIn is inputs with their lanes.
func NewSwitchIn() SwitchIn {
	return SwitchIn{RxValid: make([]bool, 2), RxDst: make([]int, 2), RxData: make([]uint32, 2), TxTaken: make([]bool, 2)}
}

// NewSwitchOut is outputs with their lanes.
func NewSwitchOut() SwitchOut {
	return SwitchOut{RxTaken: make([]bool, 2), TxValid: make([]bool, 2), TxDst: make([]int, 2), TxData: make([]uint32, 2)}
}

// packet is what a link carries.
type packet struct {
	valid bool
	dst   int
	data  uint32
}

// Switch is the model of a switch.
type Switch struct {
	onward, local packet // registers
}

// step is one clock cycle. It reports whether the node's packet was taken.
func (s *Switch) step(number int, ring, node packet) (taken bool) {
	s.local = ring
	if ring.valid && ring.dst != number {
		s.local.valid, s.onward = false, ring
		return false
	}
	s.onward = node
	return node.valid
}

// Step is one clock cycle.
func (s *Switch) Step(in SwitchIn) SwitchOut {
	out := SwitchOut{
		TxValid: []bool{s.onward.valid, s.local.valid}, TxDst: []int{s.onward.dst, s.local.dst},
		TxData: []uint32{s.onward.data, s.local.data},
	}
	taken := s.step(in.Node, packet{in.RxValid[0], in.RxDst[0], in.RxData[0]},
		packet{in.RxValid[1], in.RxDst[1], in.RxData[1]})
	out.RxTaken = []bool{in.RxValid[0], taken}
	return out
}

// NetworkIn are the inputs of the ring.
type NetworkIn struct {
	Seed, Load            int
	Enable, Measure       bool
	ReadUnit, ReadAddress int
}

// NetworkOut are its outputs.
type NetworkOut struct {
	ReadData, Digest uint32
}

// Network is the ring of 4 nodes.
type Network struct {
	width    int
	switches [4]Switch
	nodes    [4]node
	shown    uint32
}

type node struct {
	random   uint16
	waiting  packet
	digest   uint32
	counters [4]uint32
}

// NewNetwork makes the ring after reset.
func NewNetwork(width int) *Network {
	n := &Network{width: width}
	for i := range n.nodes {
		n.nodes[i].random = 1
	}
	return n
}

// Step is one clock cycle.
func (n *Network) Step(in NetworkIn) NetworkOut {
	out := NetworkOut{ReadData: n.shown}
	for _, e := range n.nodes {
		out.Digest ^= e.digest
	}
	n.shown = n.nodes[in.ReadUnit].counters[in.ReadAddress]
	before := n.switches
	for i := range n.nodes {
		e, got := &n.nodes[i], before[i].local
		taken := n.switches[i].step(i, before[(i+3)%4].onward, e.waiting)
		if got.valid {
			e.digest += got.data
		}
		if in.Measure {
			e.count(i, taken, got)
		}
		if taken || !e.waiting.valid {
			away := max(int(e.random>>8)%4, 1)
			made := in.Enable && int(e.random&255) < in.Load
			e.waiting = packet{made, (i + away) % 4, uint32(e.random) % (1 << n.width)}
		}
		e.draw(i, in)
	}
	return out
}

func (e *node) count(number int, taken bool, got packet) {
	if taken {
		e.counters[0]++
	}
	if got.valid && got.dst == number {
		e.counters[1]++
	} else if got.valid {
		e.counters[2]++
	}
}

// draw makes the random number of the next cycle.
func (e *node) draw(number int, in NetworkIn) {
	if !in.Enable {
		e.random = uint16(in.Seed<<8 | 1<<2 | number)
		return
	}
	low := e.random & 1
	e.random >>= 1
	if low == 1 {
		e.random ^= 0xb400
	}
}
