package fabric

// topology says what is joined to what in one tree. Units are numbered through:
// switch w of level l is l*perLevel + w. Level 0 is next to the nodes.
type topology struct {
	levels, perLevel int
}

func newTopology(levels int) topology {
	return topology{levels: levels, perLevel: Nodes(levels) / arity}
}

// kind is what stands at the other end of a link.
type kind int

const (
	nothing kind = iota // the up ports of the top level
	aNode
	aSwitch
)

// end is one end of a link: a node, or a port of a switch.
type end struct {
	kind kind
	unit int // number of the node or switch
	port int // of the switch
}

// ofNode is the end that a node's link leads to.
func (t topology) ofNode(node int) end {
	return end{aSwitch, node / arity, node % arity}
}

// ofPort is the end that the link of a switch's port leads to. Up port 4+u of
// switch w leads to that switch of the next level whose digit l is u, and which
// has w's digit l as its down port; the other digits are the same. (The papers
// call for a perfect shuffle: this is the same network under other names.)
func (t topology) ofPort(unit, port int) end {
	level, w := unit/t.perLevel, unit%t.perLevel
	switch {
	case port < arity && level == 0:
		return end{aNode, w*arity + port, 0}
	case port < arity:
		below := level - 1
		return end{aSwitch, t.number(below, replace(w, below, port)), arity + digitOf(w, below)}
	case level < t.levels-1:
		return end{aSwitch, t.number(level+1, replace(w, level, port-arity)), digitOf(w, level)}
	}
	return end{kind: nothing}
}

func (t topology) number(level, w int) int { return level*t.perLevel + w }

// digitOf is the base-4 digit i of x.
func digitOf(x, i int) int { return x >> (digit * i) % arity }

// replace is x with another digit i.
func replace(x, i, d int) int { return x + (d-digitOf(x, i))<<(digit*i) }
