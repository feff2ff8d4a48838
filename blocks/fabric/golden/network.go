package golden

// Switch is one switch of a 4-ary tree.
type Switch struct {
	Level  int
	Number int // within its level; its base-4 digits are what the wiring goes by
	Ports  [8]Far
}

// Far is what a link leads to: a node, a port of a switch, or nothing.
type Far struct {
	Node   int // -1: none
	Switch *Switch
	Port   int // of that switch
}

// Network is a 4-ary tree with the given number of levels.
type Network struct {
	Levels   int
	Nodes    []Far       // where the link of each node leads
	Switches [][]*Switch // by level
}

// NewNetwork lays every link once, from its lower end.
func NewNetwork(levels int) *Network {
	n := &Network{Levels: levels}
	perLevel := power4(levels - 1)
	for l := range levels {
		var row []*Switch
		for w := range perLevel {
			s := &Switch{Level: l, Number: w}
			for i := range s.Ports {
				s.Ports[i] = Far{Node: -1}
			}
			row = append(row, s)
		}
		n.Switches = append(n.Switches, row)
	}
	for p := range 4 * perLevel {
		s := n.Switches[0][p/4]
		s.Ports[p%4] = Far{Node: p}
		n.Nodes = append(n.Nodes, Far{Node: -1, Switch: s, Port: p % 4})
	}
	for l := range levels - 1 {
		for _, s := range n.Switches[l] {
			for u := range 4 {
				digits := base4(s.Number, levels-1)
				down := digits[l]
				digits[l] = u
				upper := n.Switches[l+1][fromBase4(digits)]
				s.Ports[4+u] = Far{Node: -1, Switch: upper, Port: down}
				upper.Ports[down] = Far{Node: -1, Switch: s, Port: 4 + u}
			}
		}
	}
	return n
}

// base4 lists n digits, the least significant first.
func base4(x, n int) []int {
	digits := make([]int, n)
	for i := range digits {
		digits[i] = x % 4
		x /= 4
	}
	return digits
}

func fromBase4(digits []int) int {
	x := 0
	for i := len(digits) - 1; i >= 0; i-- {
		x = 4*x + digits[i]
	}
	return x
}

func power4(n int) int {
	x := 1
	for range n {
		x *= 4
	}
	return x
}

// Follow sends a packet from a node along turns: the node at which it ends, -1 if
// it ends elsewhere, and the switches that it has passed.
func (n *Network) Follow(node int, turns []int) (far, hops int) {
	at := n.Nodes[node]
	for _, turn := range turns {
		if at.Switch == nil {
			break
		}
		at = at.Switch.Ports[(at.Port+turn+1)%8]
		hops++
	}
	return at.Node, hops
}
