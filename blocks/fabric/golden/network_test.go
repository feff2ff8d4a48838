package golden

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

// sizes are trees of every kind of switch.
var sizes = []struct{ ports, levels int }{{4, 1}, {4, 2}, {4, 4}, {8, 1}, {8, 2}, {8, 3}, {8, 4}, {16, 1}, {16, 2}}

// TestLinksHaveTwoEnds: every link leads back, and no port is left but the up
// ports of the top.
func TestLinksHaveTwoEnds(t *testing.T) {
	for _, c := range sizes {
		n := NewNetwork(c.ports, c.levels)
		perLevel := power(n.Down, c.levels-1)
		seen := map[int]bool{}
		for l, row := range n.Switches {
			assert.Equal(t, len(row), perLevel)
			for _, s := range row {
				for i, far := range s.Ports {
					switch {
					case far.Node >= 0:
						seen[far.Node] = true
						assert.Equal(t, n.Nodes[far.Node], Far{Node: -1, Switch: s, Port: i})
					case far.Switch != nil:
						assert.Equal(t, far.Switch.Ports[far.Port], Far{Node: -1, Switch: s, Port: i})
					default:
						assert.Assert(t, l == c.levels-1 && i >= n.Down, "open port %d at level %d", i, l)
					}
				}
			}
		}
		assert.Equal(t, len(seen), n.Down*perLevel)
	}
}

// TestRoutes follows the route of every pair: it arrives, over no more switches
// than needed.
func TestRoutes(t *testing.T) {
	for _, c := range sizes {
		n := NewNetwork(c.ports, c.levels)
		for p := range n.Nodes {
			for q := range n.Nodes {
				if p == q {
					continue
				}
				turns := n.Route(p, q)
				far, hops := n.Follow(p, turns)
				assert.Equal(t, far, q, "from %d to %d of %+v", p, q, c)
				assert.Equal(t, hops, 2*meet(p, q, n.Down)+1)
			}
		}
	}
}

// meet is the lowest level at which two nodes are below one switch.
func meet(p, q, down int) int {
	l := 0
	for p/down != q/down {
		p, q, l = p/down, q/down, l+1
	}
	return l
}

// TestRoutesAreBalanced: with a packet from every node to every other, links of a
// level in one direction carry the same number of packets.
func TestRoutesAreBalanced(t *testing.T) {
	for _, c := range sizes {
		n := NewNetwork(c.ports, c.levels)
		loads := map[string]int{}
		links := map[string]map[Far]int{}
		for p := range n.Nodes {
			for q := range n.Nodes {
				at := n.Nodes[p]
				for _, turn := range n.Route(p, q) {
					if p == q {
						break
					}
					out := (at.Port + turn + 1) % c.ports
					kind := fmt.Sprintf("level %d up %t", at.Switch.Level, out >= n.Down)
					if links[kind] == nil {
						links[kind] = map[Far]int{}
					}
					links[kind][Far{Switch: at.Switch, Port: out}]++
					loads[kind]++
					at = at.Switch.Ports[out]
				}
			}
		}
		for kind, list := range links {
			assert.Equal(t, len(list), power(n.Down, c.levels), kind)
			for link, load := range list {
				assert.Equal(t, load*len(list), loads[kind], "%s: switch %d port %d", kind, link.Switch.Number, link.Port)
			}
		}
	}
}

// TestTurnpool: the example of the contract.
func TestTurnpool(t *testing.T) {
	// From node 1 to node 14 of 16: in at port 1, out at 6 (4 + digit 0 of 14), in
	// at port 0 of the second level, out at 3, down from port 6 to port 2.
	assert.DeepEqual(t, NewNetwork(8, 2).Route(1, 14), []int{4, 2, 3})
	assert.Equal(t, NewTreeRoute(8, 2).Step(TreeRouteIn{Node: 1, Dst: 14}).Turns,
		uint32(0b100_010_011_1111111111111111111111))
	assert.DeepEqual(t, NewNetwork(8, 2).Route(1, 2), []int{0})
	// One switch of 4 ports, from node 3 to node 1: in at port 3, out at port 1.
	assert.DeepEqual(t, NewNetwork(4, 1).Route(3, 1), []int{1})
	// Of 16 ports, from node 1 to node 62 of 64: in at port 1, out at 14 (8 + digit 0
	// of 62), in at port 0 of the second level, out at 7, down from port 14 to port 6.
	assert.DeepEqual(t, NewNetwork(16, 2).Route(1, 62), []int{12, 6, 7})
	assert.Equal(t, NewTreeRoute(16, 2).Step(TreeRouteIn{Node: 1, Dst: 62}).Turns,
		uint32(0b1100_0110_0111_1111111111111111111))
}
