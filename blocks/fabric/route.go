package fabric

import (
	"fmt"

	"culprit/rtlgen"
)

const (
	nodeBits = 8                 // a node's number
	turnBits = 31                // turnpool (RECN-IQ, section 2)
	arity    = 4                 // down ports, and up ports, of a switch
	ports    = 2 * arity         // of a switch; 0..3 down, 4..7 up
	digit    = 2                 // bits of a base-4 digit
	turn     = 3                 // bits of a turn among 8 ports
	downTurn = ports - arity - 1 // from up port 4+d to down port d
)

// TreeRoute is the route of a packet in the 4-ary tree of so many levels: up to
// the lowest level at which node and dst are below one switch, by the up port
// that dst's digit of the level names, then down. It is combinational.
func TreeRoute(levels int) *rtlgen.Module {
	m := rtlgen.NewModule("tree_route")
	m.Doc("turns from one node of a 4-ary tree to another")
	m.Param("levels", levels, levelsParam.Default)

	node, from := digits(m, "node", levels)
	dst, to := digits(m, "dst", levels)
	m.Describe("node", "where the packet starts")
	m.Describe("dst", "where it goes")

	// By level: the turn from a down port to an up port, and from a down port to
	// another. A packet that has climbed comes in at the down port of its
	// source's digit, since the levels below have not changed the digits above.
	up, across := make([]value, levels), make([]value, levels)
	for l := range levels {
		distance := to[l].Zext(turn).Sub(from[l].Zext(turn))
		across[l] = m.Let(fmt.Sprintf("across_%d", l), distance.Sub(1))
		if l < levels-1 {
			up[l] = m.Let(fmt.Sprintf("up_%d", l), distance.Add(arity-1))
		}
	}
	turns := routeOver(m, up, across, 0)
	for top := 1; top < levels; top++ {
		differs := node.High(node.Width() - top*digit).Ne(dst.High(dst.Width() - top*digit))
		turns = m.Let(fmt.Sprintf("turns_to_%d", top), rtlgen.Mux(differs, routeOver(m, up, across, top), turns))
	}
	m.Output("turns", turns)
	m.Describe("turns", "first turn on top, ones below the last")
	return m
}

// digits declares an input for a node's number, and returns the bits that a tree
// of so many levels needs and its digits, the least significant first.
func digits(m *rtlgen.Module, name string, levels int) (number value, list []value) {
	in := m.Input(name, nodeBits)
	if rest := nodeBits - levels*digit; rest > 0 {
		m.Unused(name, in.High(rest))
	}
	number = in.Low(levels * digit)
	for l := range levels {
		list = append(list, number.Lane(l, digit))
	}
	return number, list
}

// routeOver is the turnpool of a route whose highest switch is at level top.
func routeOver(m *rtlgen.Module, up, across []value, top int) value {
	list := append(append([]value{}, up[:top]...), across[top])
	for range top {
		list = append(list, m.Const(turn, downTurn))
	}
	return rtlgen.CatOf(append(list, m.Ones(turnBits-len(list)*turn)))
}
