package golden

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

// TestLinksHaveTwoEnds: every link leads back, and no port is left but the up
// ports of the top.
func TestLinksHaveTwoEnds(t *testing.T) {
	for levels := 1; levels <= 4; levels++ {
		n := NewNetwork(levels)
		seen := map[int]bool{}
		for l, row := range n.Switches {
			assert.Equal(t, len(row), power4(levels-1))
			for _, s := range row {
				for i, far := range s.Ports {
					switch {
					case far.Node >= 0:
						seen[far.Node] = true
						assert.Equal(t, n.Nodes[far.Node], Far{Node: -1, Switch: s, Port: i})
					case far.Switch != nil:
						assert.Equal(t, far.Switch.Ports[far.Port], Far{Node: -1, Switch: s, Port: i})
					default:
						assert.Assert(t, l == levels-1 && i >= 4, "open port %d at level %d", i, l)
					}
				}
			}
		}
		assert.Equal(t, len(seen), power4(levels))
	}
}

// TestRoutes follows the route of every pair: it arrives, over no more switches
// than needed.
func TestRoutes(t *testing.T) {
	for levels := 2; levels <= 4; levels++ {
		n := NewNetwork(levels)
		for p := range n.Nodes {
			for q := range n.Nodes {
				if p == q {
					continue
				}
				turns := n.Route(p, q)
				far, hops := n.Follow(p, turns)
				assert.Equal(t, far, q, "from %d to %d of %d levels", p, q, levels)
				assert.Equal(t, hops, 2*meet(p, q)+1)
			}
		}
	}
}

// meet is the lowest level at which two nodes are below one switch.
func meet(p, q int) int {
	l := 0
	for p/4 != q/4 {
		p, q, l = p/4, q/4, l+1
	}
	return l
}

// TestRoutesAreBalanced: with a packet from every node to every other, links of a
// level in one direction carry the same number of packets.
func TestRoutesAreBalanced(t *testing.T) {
	for levels := 2; levels <= 4; levels++ {
		n := NewNetwork(levels)
		loads := map[string]int{}
		links := map[string]map[Far]int{}
		for p := range n.Nodes {
			for q := range n.Nodes {
				at := n.Nodes[p]
				for _, turn := range n.Route(p, q) {
					if p == q {
						break
					}
					out := (at.Port + turn + 1) % 8
					kind := fmt.Sprintf("level %d up %t", at.Switch.Level, out >= 4)
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
			assert.Equal(t, len(list), 4*power4(levels-1), kind)
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
	assert.DeepEqual(t, NewNetwork(2).Route(1, 14), []int{4, 2, 3})
	assert.Equal(t, NewTreeRoute(2).Step(TreeRouteIn{Node: 1, Dst: 14}).Turns, uint32(0b100_010_011_1111111111111111111111))
	assert.DeepEqual(t, NewNetwork(2).Route(1, 2), []int{0})
}
