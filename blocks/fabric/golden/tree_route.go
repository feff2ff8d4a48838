package golden

// TreeRouteIn are the inputs of the router.
type TreeRouteIn struct {
	Node int
	Dst  int
}

// TreeRouteOut are its outputs.
type TreeRouteOut struct {
	Turns uint32
}

// TreeRoute finds routes in a tree. It has no state.
type TreeRoute struct {
	network *Network
}

// NewTreeRoute makes the router of a tree.
func NewTreeRoute(ports, levels int) *TreeRoute {
	return &TreeRoute{network: NewNetwork(ports, levels)}
}

// Step is one clock cycle. Bits of a number beyond the tree's nodes are ignored.
func (m *TreeRoute) Step(in TreeRouteIn) TreeRouteOut {
	nodes := len(m.network.Nodes)
	return TreeRouteOut{Turns: m.network.pack(m.network.Route(in.Node%nodes, in.Dst%nodes))}
}

// Route is the turns from node to dst: up while a higher digit of the switch's
// number is not dst's, then down by dst's digits. To the node itself it is the
// U-turn at the first switch.
func (n *Network) Route(node, dst int) []int {
	to := n.digits(dst, n.Levels)
	at := n.Nodes[node]
	var turns []int
	pass := func(out int) {
		turns = append(turns, (out-at.Port+n.Ports-1)%n.Ports)
		at = at.Switch.Ports[out]
	}
	for n.mustClimb(at.Switch, to) {
		pass(n.Down + to[at.Switch.Level])
	}
	for at.Switch != nil {
		pass(to[at.Switch.Level])
	}
	return turns
}

// mustClimb reports whether the destination is not below the switch.
func (n *Network) mustClimb(s *Switch, to []int) bool {
	digits := n.digits(s.Number, n.Levels-1)
	for i := s.Level; i < n.Levels-1; i++ {
		if digits[i] != to[i+1] {
			return true
		}
	}
	return false
}

// pack puts turns into a turnpool of 31 bits, the first one on top, ones below the
// last. A turn among 8 ports has 3 bits.
func (n *Network) pack(turns []int) uint32 {
	bits := 0
	for 1<<bits < n.Ports {
		bits++
	}
	pool := uint32(1)<<31 - 1
	for k, t := range turns {
		shift := 31 - bits*(k+1)
		pool &^= (1<<bits - 1) << shift
		pool |= uint32(t) << shift
	}
	return pool
}
