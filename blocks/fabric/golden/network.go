package golden

// Switch is one switch of a tree.
type Switch struct {
	Level  int
	Number int   // within its level; its digits to the base of Network.Down are what the wiring goes by
	Ports  []Far // those that lead down, then those that lead up
}

// Far is what a link leads to: a node, a port of a switch, or nothing.
type Far struct {
	Node   int // -1: none
	Switch *Switch
	Port   int // of that switch
}

// Network is a tree with the given number of levels.
type Network struct {
	Levels   int
	Ports    int         // of a switch
	Down     int         // those that lead down; the others lead up
	Nodes    []Far       // where the link of each node leads
	Switches [][]*Switch // by level
}

// NewNetwork lays every link once, from its lower end.
func NewNetwork(ports, levels int) *Network {
	n := &Network{Levels: levels, Ports: ports, Down: down(ports, levels)}
	perLevel := power(n.Down, levels-1)
	for l := range levels {
		var row []*Switch
		for w := range perLevel {
			s := &Switch{Level: l, Number: w, Ports: make([]Far, ports)}
			for i := range s.Ports {
				s.Ports[i] = Far{Node: -1}
			}
			row = append(row, s)
		}
		n.Switches = append(n.Switches, row)
	}
	for p := range n.Down * perLevel {
		s := n.Switches[0][p/n.Down]
		s.Ports[p%n.Down] = Far{Node: p}
		n.Nodes = append(n.Nodes, Far{Node: -1, Switch: s, Port: p % n.Down})
	}
	for l := range levels - 1 {
		for _, s := range n.Switches[l] {
			for u := range n.Down {
				digits := n.digits(s.Number, levels-1)
				down := digits[l]
				digits[l] = u
				upper := n.Switches[l+1][n.number(digits)]
				s.Ports[n.Down+u] = Far{Node: -1, Switch: upper, Port: down}
				upper.Ports[down] = Far{Node: -1, Switch: s, Port: n.Down + u}
			}
		}
	}
	return n
}

// down is the number of down ports of a switch: half of them, or all if there is
// one switch.
func down(ports, levels int) int {
	if levels == 1 {
		return ports
	}
	return ports / 2
}

// digits lists count digits of x, the least significant first.
func (n *Network) digits(x, count int) []int {
	digits := make([]int, count)
	for i := range digits {
		digits[i] = x % n.Down
		x /= n.Down
	}
	return digits
}

func (n *Network) number(digits []int) int {
	x := 0
	for i := len(digits) - 1; i >= 0; i-- {
		x = n.Down*x + digits[i]
	}
	return x
}

func power(base, n int) int {
	x := 1
	for range n {
		x *= base
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
		at = at.Switch.Ports[(at.Port+turn+1)%n.Ports]
		hops++
	}
	return at.Node, hops
}
