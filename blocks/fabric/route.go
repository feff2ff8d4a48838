package fabric

import (
	"fmt"

	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// Ports is the number of ports of a switch in a tree: 0 to 3 lead down, 4 to 7 up.
const Ports = 2 * arity

const (
	nodeBits = 8                 // a node's number
	arity    = 4                 // down ports, and up ports, of a switch
	digit    = 2                 // bits of a base-4 digit
	turn     = 3                 // bits of a turn among 8 ports
	downTurn = Ports - arity - 1 // from up port 4+d to down port d
)

// TreeRoute is the route of a packet in the 4-ary tree of so many levels: up to
// the lowest level at which node and dst are below one switch, by the up port
// that dst's digit of the level names, then down. It is combinational.
func TreeRoute(p Params) *rtlgen.Typed[TreeRoutePorts] {
	m, io := rtlgen.New[TreeRoutePorts](p)
	levels := p.Levels
	node, from := digits(m.Module, "node", io.Node, levels)
	dst, to := digits(m.Module, "dst", io.Dst, levels)

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
	turns := routeOver(m.Module, up, across, 0)
	for top := 1; top < levels; top++ {
		differs := node.High(node.Width() - top*digit).Ne(dst.High(dst.Width() - top*digit))
		turns = m.Let(fmt.Sprintf("turns_to_%d", top), rtlgen.Mux(differs, routeOver(m.Module, up, across, top), turns))
	}
	io.Turns.Drive(turns)
	return m
}

// digits are the bits of a node's number that a tree of so many levels needs, and
// its digits, the least significant first.
func digits(m *rtlgen.Module, name string, in rtlgen.In, levels int) (number value, list []value) {
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
	return rtlgen.CatOf(append(list, m.Ones(packet.TurnBits-len(list)*turn)))
}
