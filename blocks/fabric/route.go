package fabric

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// nodeBits is the width of a node's number.
const nodeBits = 8

// TreeRoute is the route of a packet in the tree of the given number of levels: up to the lowest level
// at which node and dst are below one switch, by the up port that dst's digit of the level names, then
// down. It is combinational.
func TreeRoute(p Params) *rtlgen.Typed[TreeRoutePorts] {
	m, io := rtlgen.New[TreeRoutePorts](p)
	if m.Refused() {
		return m
	}
	levels, digit, turn := p.Levels, p.digit(), rtlgen.IndexBits(p.Ports)
	node, from := p.digits(m.Module, "node", io.Node)
	dst, to := p.digits(m.Module, "dst", io.Dst)

	// By level: the turn from a down port to an up port, and from a down port to
	// another. A packet that has climbed comes in at the down port of its
	// source's digit, since the levels below have not changed the digits above.
	up, across := make([]value, levels), make([]value, levels)
	for l := range levels {
		distance := to[l].Zext(turn).Sub(from[l].Zext(turn))
		across[l] = m.Let(fmt.Sprintf("across_%d", l), distance.Sub(1))
		if l < levels-1 {
			up[l] = m.Let(fmt.Sprintf("up_%d", l), distance.Add(p.arity()-1))
		}
	}
	turns := p.routeOver(m.Module, up, across, 0)
	for top := 1; top < levels; top++ {
		differs := node.High(node.Width() - top*digit).Ne(dst.High(dst.Width() - top*digit))
		turns = m.Let(fmt.Sprintf("turns_to_%d", top), rtlgen.Mux(differs, p.routeOver(m.Module, up, across, top), turns))
	}
	io.Turns.Drive(turns)
	return m
}

// digits are the bits of a node's number that the tree needs, and its digits, the
// least significant first.
func (p Params) digits(m *rtlgen.Module, name string, in rtlgen.In) (number value, list []value) {
	levels, digit := p.Levels, p.digit()
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
func (p Params) routeOver(m *rtlgen.Module, up, across []value, top int) value {
	turn := rtlgen.IndexBits(p.Ports)
	list := append(append([]value{}, up[:top]...), across[top])
	for range top {
		list = append(list, m.Const(turn, p.arity()-1)) // from up port k+d to down port d
	}
	return rtlgen.CatOf(append(list, m.Ones(packet.TurnBits-len(list)*turn)))
}
