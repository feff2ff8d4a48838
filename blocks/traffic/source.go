package traffic

import "culprit/rtlgen"

const (
	chanceBits = 16 // random bits that are compared with a rate
	choiceBits = 24 // random bits that choose a destination
)

// Source makes packets: one Bernoulli trial per packet time, a destination by
// pattern, and a hot spot for some time.
//
// A trial takes all its random bits from one state of the generator, which are
// independent of each other.
func Source(p Params) *rtlgen.Typed[SourcePorts] {
	m, io := rtlgen.New[SourcePorts](p)
	s := &source{SourcePorts: io, m: m.Module, p: p}
	s.random = NewRandom(m.Module, io.Seed, io.Node, io.Enable)
	s.choose()
	s.trial()
	return m
}

type source struct {
	*SourcePorts
	m *rtlgen.Module
	p Params

	random    Random
	byPattern value // destination, ib bits
	isHot     value // the packet goes to the hot node instead
}

// choose finds the destination by the pattern, and whether the packet goes to the
// hot node instead.
func (s *source) choose() {
	m, b := s.m, s.p.ib()
	node := s.Node.Low(b)
	chosen := s.random.Bits.Slice(2*chanceBits+choiceBits-1, 2*chanceBits)
	// The number of another node, counted from the next one: chosen * (nodes-1) >> 24.
	product := m.Let("product", rtlgen.Cat(chosen, m.Zero(b)).Sub(chosen.Zext(b+choiceBits)))
	m.Unused("product_rest", product.Low(choiceBits))
	reversed := make([]value, b)
	for i := range reversed {
		reversed[i] = s.Node.Bit(i)
	}
	dst := m.Wire("pattern_dst", b)
	m.Switch(s.Pattern, func(c rtlgen.Cases) {
		c.Case(func() { dst.Set(node.Not()) }, 1)
		c.Case(func() { dst.Set(rtlgen.CatOf(reversed)) }, 2)
		c.Case(func() { dst.Set(node.Add(s.p.Nodes / 2)) }, 3)
		c.Default(func() { dst.Set(node.Add(product.High(b)).Add(1)) })
	})
	s.byPattern = dst.Value

	hotTime := m.Let("hot_time", s.HotStart.Le(s.Now).And(s.Now.Lt(s.HotEnd)))
	drawn := s.random.Bits.Slice(2*chanceBits-1, chanceBits).Zext(rateBits).Lt(s.HotRate)
	s.isHot = m.Let("is_hot", hotTime.And(drawn).And(s.HotNode.Ne(s.Node)))
}

// trial makes a packet or not, in the packet time's cycle that is the node's own:
// the nodes of a network do not all start their packets in the same cycle.
func (s *source) trial() {
	m := s.m
	turn := s.Now.Low(phaseBits).Eq(s.Node.Low(phaseBits))
	offered := s.random.Bits.Low(chanceBits).Zext(rateBits).Lt(s.Load)
	dst := m.Let("dst", rtlgen.Mux(s.isHot, s.HotNode, s.byPattern.Zext(nodeBits)))
	makes := m.Let("makes", s.Enable.And(s.random.Usable).And(turn).And(offered).And(dst.Ne(s.Node)))
	dstQ := m.Reg("make_dst_q", nodeBits, 0)
	m.If(makes, func() { dstQ.Set(dst) })
	s.Make.Valid.Drive(m.Next("make_valid_q", makes, 0))
	s.Make.Dst.Drive(dstQ)

	if s.p.Nodes < 1<<nodeBits {
		m.Assume("node_of_the_network", s.Node.Lt(s.p.Nodes))
		m.Assume("hot_node_of_the_network", s.HotNode.Lt(s.p.Nodes))
	}
}
