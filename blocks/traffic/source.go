package traffic

import "culprit.example/culprit/rtlgen"

const (
	chanceBits = 16 // random bits that are compared with a rate
	choiceBits = 24 // random bits that choose a destination
	maxHotBits = 3  // random bits that choose one of the hot nodes
	maxHot     = 1 << maxHotBits
)

// Source makes packets: one Bernoulli trial per packet time, a destination by
// pattern, and one or several hot spots for some time.
//
// A trial takes all its random bits from one state of the generator, which are
// independent of each other.
func Source(p Params) *rtlgen.Typed[SourcePorts] {
	m, io := rtlgen.New[SourcePorts](p)
	if m.Refused() {
		return m
	}
	s := &source{SourcePorts: io, m: m.Module, p: p}
	ahead := NewRandomAhead(m.Module, io.Seed, io.Node, io.Enable)
	s.usable = m.Next("usable", ahead.Usable, 0, "the random numbers are mixed")
	s.rates = m.NextNoReset("random_rates", ahead.Bits.Low(2*chanceBits), "random bits for load and hot rate")
	s.choice = m.Let("choice", ahead.Bits.Slice(2*chanceBits+choiceBits-1, 2*chanceBits))
	s.which = m.NextNoReset("random_hot", ahead.Bits.Slice(2*chanceBits+choiceBits+maxHotBits-1,
		2*chanceBits+choiceBits+maxHotBits-min(p.ib(), maxHotBits)), "random bits that choose the hot node")
	s.choose()
	s.trial()
	return m
}

type source struct {
	*SourcePorts
	m *rtlgen.Module
	p Params

	// Random numbers, in registers but for the choice, which is that of the next cycle.
	usable, rates, which rtlgen.Reg
	choice               value

	distance  value // from one hot node to the next, less 1, ib bits
	ahead     value // from this node to the hot node that is named, ib bits
	firstHot  value // from this node to the first hot one, ib bits; 0: it is hot itself
	besideHot value // nodes are hot, and this is none of them
	restDst   value // destination among the nodes that are not hot, ib bits
	byPattern value // destination by the pattern, with all nodes, ib bits
	toItself  value // which is this node
	drawn     value // the packet goes to a hot node if it may
	isHot     value // it does
	hotDst    value // to this one, ib bits
}

// choose finds the destination by the pattern, and whether the packet goes to a
// hot node instead.
func (s *source) choose() {
	m, b := s.m, s.p.ib()
	node := s.Node.Low(b)
	s.findHot()
	uniform := s.otherNode()
	dst := m.Wire("pattern_dst", b)
	m.Switch(s.Pattern, func(c rtlgen.Cases) {
		c.Case(func() { dst.Set(node.Not()) }, 1)
		c.Case(func() { dst.Set(reversed(node)) }, 2)
		c.Case(func() { dst.Set(node.Add(s.p.Nodes / 2)) }, 3)
		c.Default(func() { dst.Set(uniform) })
	})
	s.byPattern = dst.Value
	// The other patterns lead to another node always.
	s.toItself = m.Let("to_itself", s.isHot.Not().And(s.Pattern.Eq(2)).And(reversed(node).Eq(node)))
}

// findHot reports whether the packet goes to a hot node, and to which. The hot nodes
// are equally far apart, so that a node sees the first of them at first_hot nodes
// further on, the others at multiples of hot_distance + 1 after that.
func (s *source) findHot() {
	m, b := s.m, s.p.ib()
	s.distance = m.Let("hot_distance", m.Ones(b).Shr(s.HotCount))
	s.ahead = m.Let("hot_ahead", s.HotNode.Low(b).Sub(s.Node.Low(b)))
	s.firstHot = m.Let("first_hot", s.ahead.And(s.distance))
	hotTime := m.Let("hot_time", s.HotStart.Le(s.Now).And(s.Now.Lt(s.HotEnd)))
	s.besideHot = m.Let("beside_hot", hotTime.And(s.firstHot.Ne(0)))

	s.drawn = m.Let("hot_drawn", s.rates.High(chanceBits).Zext(rateBits).Lt(s.HotRate))
	s.isHot = m.Let("is_hot", s.besideHot.And(s.drawn))
	which := s.which.Value
	if b > maxHotBits {
		which = rtlgen.Cat(which, m.Zero(b-maxHotBits))
	}
	s.hotDst = m.Let("hot_dst", s.HotNode.Low(b).Add(which.AndNot(s.distance)))
}

// otherNode draws another node: of n possible ones the one choice * n >> 24 further on
// than the next. It also draws one that is not hot, among fewer. The products are in
// registers when the choice is used.
func (s *source) otherNode() value {
	m, b := s.m, s.p.ib()
	wide := b + choiceBits
	all := m.Let("product", rtlgen.Cat(s.choice, m.Zero(b)).Sub(s.choice.Zext(wide)))
	rest := m.Let("product_rest", all.Sub(s.choice.Zext(wide).Shl(s.HotCount)))
	m.Unused("product_fractions", rtlgen.Cat(all.Low(choiceBits), rest.Low(choiceBits)))
	further := m.NextNoReset("further_q", all.High(b).Add(1), "drawn place among all other nodes, from 1")
	furtherRest := m.NextNoReset("further_rest_q", rest.High(b).Add(1), "drawn place among other nodes not hot, from 1")

	// The last places belong to no number: one of them stands for each hot node among
	// the places that do. The place that would be hot itself leaves its turn to the
	// one that is over.
	hit := m.Let("hot_hit", furtherRest.Xor(s.ahead).And(s.distance).Eq(0))
	which := m.Let("which_hit", furtherRest.AndNot(s.distance).RotL(s.HotCount))
	over := m.Let("place_over", rtlgen.Mux(which.Eq(s.firstHot.Xor(s.distance)), m.Ones(b).Shl(s.HotCount), which.Not()))
	place := m.Let("place", rtlgen.Mux(hit, over, furtherRest))
	s.restDst = m.Let("rest_dst", s.Node.Low(b).Add(place))
	return m.Let("uniform_dst", s.Node.Low(b).Add(further))
}

// trial makes a packet or not, in the packet time's cycle that is the node's own:
// the nodes of a network do not all start their packets in the same cycle.
func (s *source) trial() {
	m := s.m
	turn := s.Now.Low(phaseBits).Eq(s.Node.Low(phaseBits))
	offered := s.rates.Low(chanceBits).Zext(rateBits).Lt(s.Load)
	// Which node is not hot is known last.
	toRest := m.Let("to_rest", s.besideHot.AndNot(s.drawn).And(s.Pattern.Eq(0)))
	dst := m.Let("dst", rtlgen.Mux(toRest, s.restDst, rtlgen.Mux(s.isHot, s.hotDst, s.byPattern)).Zext(nodeBits))
	makes := m.Let("makes", s.Enable.And(s.usable).And(turn).And(offered).And(s.toItself.Not()))
	dstQ := m.Reg("make_dst_q", nodeBits, 0)
	m.If(makes, func() { dstQ.Set(dst) })
	s.Make.Valid.Drive(m.Next("make_valid_q", makes, 0))
	s.Make.Dst.Drive(dstQ)

	m.Assume("hot_nodes_far_apart", m.Const(2*maxHotBits+1, 1).Shl(rtlgen.Cat(s.HotCount, m.Zero(1))).Zext(nodeBits+1).
		Le(s.p.Nodes),
		"as many nodes from one to the next as there are hot ones, or more")
	counted := m.NextData("hot_count_q", s.HotCount, 0)
	m.Assume("hot_count_held", s.Enable.And(s.usable).Implies(s.HotCount.Eq(counted)), "it counts a cycle early")
	if s.p.Nodes < 1<<nodeBits {
		m.Assume("node_of_the_network", s.Node.Lt(s.p.Nodes))
		m.Assume("hot_node_of_the_network", s.HotNode.Lt(s.p.Nodes))
		m.Unused("hot_node_rest", s.HotNode.High(nodeBits-s.p.ib()))
	}
}
