package fabric

import "culprit.example/culprit/rtlgen"

// Topology says what is joined to what in a network: end nodes with one link
// each way, and switches with several. Both are numbered from 0.
type Topology struct {
	Nodes, Switches int
	Links           []Link
	Open            []End // ports that no link leads to
}

// End is one end of a link: a port of a switch, or a node.
type End struct {
	Node bool
	Unit int // number of the node or switch
	Port int // of the switch
}

// Link leads from the sending side of one end to the receiving side of another;
// credits and messages about what is sent come back over it.
type Link struct{ From, To End }

// both are the links between two ends, in both directions.
func both(a, b End) []Link { return []Link{{a, b}, {b, a}} }

// Wire joins the two sides of every link. An open port receives nothing. sides
// gives the receiving and the sending side of an end, seen from without: structs of
// ports as rtlgen.Connect takes them.
func (t Topology) Wire(sides func(End) (rx, tx any)) {
	for _, l := range t.Links {
		_, tx := sides(l.From)
		rx, _ := sides(l.To)
		rtlgen.Connect(rx, tx)
	}
	t.tieOff(sides)
}

// tieOff has the open ports receive nothing.
func (t Topology) tieOff(sides func(End) (rx, tx any)) {
	for _, e := range t.Open {
		rx, tx := sides(e)
		rtlgen.TieOff(rx)
		rtlgen.TieOff(tx)
	}
}

// Copies is n networks of that topology side by side. Those of copy c follow the
// nodes and switches of copy c-1.
func (t Topology) Copies(n int) Topology {
	all := Topology{Nodes: n * t.Nodes, Switches: n * t.Switches}
	for c := range n {
		shift := func(e End) End {
			if e.Node {
				e.Unit += c * t.Nodes
			} else {
				e.Unit += c * t.Switches
			}
			return e
		}
		for _, l := range t.Links {
			all.Links = append(all.Links, Link{shift(l.From), shift(l.To)})
		}
		for _, e := range t.Open {
			all.Open = append(all.Open, shift(e))
		}
	}
	return all
}

// TreeTopology is the k-ary tree with the given number of levels of switches, each with the given
// number of ports, 2k. Switch w of level l is number l*perLevel + w; level 0 is next to the
// nodes. Up port k+u of switch w leads to that switch of the next level whose digit
// l, to the base of k, is u, and which has w's digit l as its down port; the other
// digits are the same. (The papers call for a perfect shuffle: this is the same
// network under other names.) The up ports of the top level are open. One level is
// one switch with a node at every port.
func TreeTopology(ports, levels int) Topology {
	p := Params{Ports: ports, Levels: levels}
	t := Topology{Nodes: p.Nodes(), Switches: p.Switches()}
	arity, perLevel := p.arity(), p.perLevel()
	for n := range t.Nodes {
		t.Links = append(t.Links, both(End{Node: true, Unit: n}, End{Unit: n / arity, Port: n % arity})...)
	}
	for s := range t.Switches {
		level, w := s/perLevel, s%perLevel
		for u := range ports - arity {
			up := End{Unit: s, Port: arity + u}
			if level == levels-1 {
				t.Open = append(t.Open, up)
				continue
			}
			t.Links = append(t.Links, both(up, End{Unit: (level+1)*perLevel + p.replace(w, level, u),
				Port: p.digitOf(w, level)})...)
		}
	}
	return t
}

// digitOf is digit i of x to the base of the arity.
func (p Params) digitOf(x, i int) int { return x >> (p.digit() * i) % p.arity() }

// replace is x with another digit i.
func (p Params) replace(x, i, d int) int { return x + (d-p.digitOf(x, i))<<(p.digit()*i) }
