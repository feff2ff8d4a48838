package traffic

import "culprit/rtlgen"

const (
	// mixRounds is how often the generator's start is mixed before it is used.
	mixRounds = 32
	// mixConstant is 2^64 divided by the golden rats. Adding it breaks the
	// linearity of the generator's step: without it, the streams of nodes whose
	// numbers differ in single bits would stay related for ever.
	mixConstant uint64 = 0x9e3779b97f4a7c15
	// startConstant fills the bits of the start that neither seed nor node fill.
	startConstant = 0x243f6a
	startBits     = 24
	chanceBits    = 16 // random bits that are compared with a rate
	choiceBits    = 24 // random bits that choose a destination
)

// Source makes packets: one Bernoulli trial per packet time, a destination by
// pattern, and a hot spot for some time.
//
// The random numbers are those of a 64-bit xorshift generator (shifts 13, 7, 17;
// G. Marsaglia, Xorshift RNGs), one step per cycle. It starts from seed and node
// and is mixed for 32 cycles before its first use. A trial takes all its random
// bits from one state of the generator, which are independent of each other.
func Source(p Params) *rtlgen.Typed[SourcePorts] {
	m, io := rtlgen.New[SourcePorts](p)
	s := &source{SourcePorts: io, m: m.Module, p: p}
	s.generate()
	s.choose()
	s.trial()
	return m
}

type source struct {
	*SourcePorts
	m *rtlgen.Module
	p Params

	random    value // state of the generator
	usable    value // it is mixed
	byPattern value // destination, ib bits
	isHot     value // the packet goes to the hot node instead
}

// xorshift is a step of the generator.
func (s *source) xorshift() value {
	m := s.m
	a := m.Let("shift_13", s.random.Xor(s.random.Shl(13)))
	b := m.Let("shift_7", a.Xor(a.Shr(7)))
	return m.Let("stepped", b.Xor(b.Shl(17)))
}

// generate starts, mixes and steps the generator.
func (s *source) generate() {
	m := s.m
	state := m.Reg("state", 64, 0)
	started := m.Reg("started", 1, 0)
	left := m.Reg("mixes_left", rtlgen.CountBits(mixRounds), mixRounds)
	s.random = state.Value
	stepped := s.xorshift()
	s.usable = m.Let("usable", started.And(left.Eq(0)))
	m.If(started.Not(), func() {
		state.Set(rtlgen.Cat(s.Seed, m.Const(startBits, startConstant), s.Node))
		started.Set(s.Enable)
	}).ElseIf(left.Ne(0), func() {
		state.Set(stepped.Add(m.Const(64, mixConstant)))
		left.Set(left.Sub(1))
	}).Else(func() {
		state.Set(stepped)
	})
	m.Assert("generator_runs", s.usable.Implies(state.Ne(0)), "0 is the one state without a way out")
}

// choose finds the destination by the pattern, and whether the packet goes to the
// hot node instead.
func (s *source) choose() {
	m, b := s.m, s.p.ib()
	node := s.Node.Low(b)
	chosen := s.random.Slice(2*chanceBits+choiceBits-1, 2*chanceBits)
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
	drawn := s.random.Slice(2*chanceBits-1, chanceBits).Zext(rateBits).Lt(s.HotRate)
	s.isHot = m.Let("is_hot", hotTime.And(drawn).And(s.HotNode.Ne(s.Node)))
}

// trial makes a packet or not, in the packet time's cycle that is the node's own:
// the nodes of a network do not all start their packets in the same cycle.
func (s *source) trial() {
	m := s.m
	turn := s.Now.Low(phaseBits).Eq(s.Node.Low(phaseBits))
	offered := s.random.Low(chanceBits).Zext(rateBits).Lt(s.Load)
	dst := m.Let("dst", rtlgen.Mux(s.isHot, s.HotNode, s.byPattern.Zext(nodeBits)))
	makes := m.Let("makes", s.Enable.And(s.usable).And(turn).And(offered).And(dst.Ne(s.Node)))
	dstQ := m.Reg("make_dst_q", nodeBits, 0)
	m.If(makes, func() { dstQ.Set(dst) })
	s.Make.Valid.Drive(m.Next("make_valid_q", makes, 0))
	s.Make.Dst.Drive(dstQ)

	if s.p.Nodes < 1<<nodeBits {
		m.Assume("node_of_the_network", s.Node.Lt(s.p.Nodes))
		m.Assume("hot_node_of_the_network", s.HotNode.Lt(s.p.Nodes))
	}
}
