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
func NewTreeRoute(levels int) *TreeRoute {
	return &TreeRoute{network: NewNetwork(levels)}
}

// Step is one clock cycle. Bits of a number beyond the tree's nodes are ignored.
func (m *TreeRoute) Step(in TreeRouteIn) TreeRouteOut {
	nodes := len(m.network.Nodes)
	return TreeRouteOut{Turns: pack(m.network.Route(in.Node%nodes, in.Dst%nodes))}
}

// Route is the turns from node to dst: up while a higher digit of the switch's
// number is not dst's, then down by dst's digits. To the node itself it is the
// U-turn at the first switch.
func (n *Network) Route(node, dst int) []int {
	to := base4(dst, n.Levels)
	at := n.Nodes[node]
	var turns []int
	pass := func(out int) {
		turns = append(turns, (out-at.Port+7)%8)
		at = at.Switch.Ports[out]
	}
	for mustClimb(at.Switch, to, n.Levels) {
		pass(4 + to[at.Switch.Level])
	}
	for at.Switch != nil {
		pass(to[at.Switch.Level])
	}
	return turns
}

// mustClimb tells whether the destination is not below the switch.
func mustClimb(s *Switch, to []int, levels int) bool {
	digits := base4(s.Number, levels-1)
	for i := s.Level; i < levels-1; i++ {
		if digits[i] != to[i+1] {
			return true
		}
	}
	return false
}

// pack puts turns of 3 bits into a turnpool of 31, the first one on top, ones
// below the last.
func pack(turns []int) uint32 {
	pool := uint32(1)<<31 - 1
	for k, t := range turns {
		shift := 28 - 3*k
		pool &^= 7 << shift
		pool |= uint32(t) << shift
	}
	return pool
}
