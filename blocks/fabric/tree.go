package fabric

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

const (
	timeBits = 32
	readBits = 64 // of a counter readback
)

// Tree is a network of end nodes and switches: the k-ary tree, with k up ports and
// k down ports per switch, in which nodes p and q meet at the lowest level whose subtree holds both.
// Stimulus is inside, its configuration comes in on ports that are held, so that one netlist serves
// all loads and seeds.
func Tree(p Params) *rtlgen.Typed[TreePorts] {
	m, io := rtlgen.New[TreePorts](p)
	if m.Refused() {
		return m
	}
	s, ok := p.scheme()
	if !ok {
		m.Refuse(fmt.Errorf("scheme=%d is none of the %d in Params.Schemes", p.Scheme, len(p.Schemes)))
		return m
	}
	m.Doc("tree of switches with traffic, " + s.Name)
	sw := s.Switch(p)
	u := &tree{
		TreePorts: io, m: m.Module, p: p, topology: TreeTopology(p.Ports, p.Levels).Copies(p.Copies),
		nodes:    rtlgen.UseArray(m, "node", p.Copies*p.Nodes(), s.node(p)),
		switches: rtlgen.UseArray(m, "sw", p.Copies*p.Switches(), sw),
	}
	if sw.Refused() {
		return m
	}
	if one := u.switches.Tx.Data.Width() / (p.Copies * p.Switches() * p.Ports); one != packet.BeatBits {
		m.Refuse(fmt.Errorf("the switches of %s have beats of %d bits, and the end nodes of a network have beats of %d: give the switch data=%d",
			s.Name, one, packet.BeatBits, packet.BeatBits))
		return m
	}
	u.start()
	u.configure()
	u.wire()
	u.open()
	u.readBack()
	return m
}

type tree struct {
	*TreePorts
	m        *rtlgen.Module
	p        Params
	topology Topology

	nodes    *traffic.NodePorts
	switches *SwitchPorts
	ready    value
	linesUp  rtlgen.Reg // all links have been up at once; with lines
}

// start loads the nodes' route tables: a walk over all destinations, which every
// node's router turns into the node's own route. Then the fabric's time begins.
func (u *tree) start() {
	m, n := u.m, u.p.Nodes()
	dst := m.Reg("walk_dst", nodeBits, 0, "destination whose routes are loaded")
	walking := m.Reg("walking", 1, 1, "the route tables are being loaded")
	now := m.Reg("now_q", timeBits, 0)
	walk := m.If(walking, func() {
		dst.Set(dst.Add(1))
		m.If(dst.Eq(n-1), func() { walking.Set(0) })
	})
	count := func() { now.Set(now.Add(1)) }
	if u.p.Lines > 0 {
		u.linesUp = m.Reg("lines_were_up", 1, 0, "all links have been up at once")
		walk.ElseIf(u.linesUp, count)
		u.ready = m.Let("is_ready", walking.Not().And(u.linesUp))
	} else {
		walk.Else(count)
		u.ready = walking.Not()
	}
	u.Ready.Drive(u.ready)
	u.Now.Drive(now)

	numbers := make([]value, u.p.Copies*n)
	for i := range numbers {
		numbers[i] = m.Const(nodeBits, i%n)
	}
	route := rtlgen.UseArray(m, "route", u.p.Copies*n, TreeRoute(u.p))
	route.Node.Drive(rtlgen.LanesOf(numbers))
	route.Dst.Broadcast(dst)
	u.nodes.Node.Drive(rtlgen.LanesOf(numbers))
	u.nodes.Now.Broadcast(now)
	u.nodes.Route.Valid.Broadcast(walking)
	u.nodes.Route.Dst.Broadcast(dst)
	u.nodes.Route.Turns.Drive(route.Turns)
}

// configure brings the held inputs to the nodes. Every copy has a seed of its
// own, since equal trees would cancel out in the digest.
func (u *tree) configure() {
	m, n, c := u.m, u.p.Nodes(), u.SourceControl
	seeds := []value{c.Seed.Replicate(n)}
	for k := 1; k < u.p.Copies; k++ {
		seeds = append(seeds, m.Let(fmt.Sprintf("seed_%d", k), c.Seed.Add(k)).Replicate(n))
	}
	u.nodes.Seed.Drive(rtlgen.LanesOf(seeds))
	u.nodes.Load.Broadcast(c.Load)
	u.nodes.Pattern.Broadcast(c.Pattern)
	u.nodes.HotRate.Broadcast(c.HotRate)
	u.nodes.HotNode.Broadcast(c.HotNode)
	u.nodes.HotCount.Broadcast(c.HotCount)
	u.nodes.HotStart.Broadcast(c.HotStart)
	u.nodes.HotEnd.Broadcast(c.HotEnd)
	u.nodes.Enable.Broadcast(c.Enable.And(u.ready))
	rtlgen.Broadcast(u.nodes.Measurement, u.Measurement)
}

// wire joins nodes and switches. The links add nothing: the registers of a link
// are in front of the pins of its sender. Lines have an end at either side.
func (u *tree) wire() {
	join := u.topology.Wire
	if u.p.Lines > 0 {
		join = u.overLines
	}
	join(func(e End) (rx, tx any) {
		if e.Node {
			return rtlgen.Copy(u.nodes.Rx, e.Unit), rtlgen.Copy(u.nodes.Tx, e.Unit)
		}
		return rtlgen.Lane(rtlgen.Copy(u.switches.Rx, e.Unit), e.Port),
			rtlgen.Lane(rtlgen.Copy(u.switches.Tx, e.Unit), e.Port)
	})
}

// open passes what the top level sends up to nobody.
func (u *tree) open() {
	if len(u.topology.Open) == 0 {
		return
	}
	for _, side := range []any{u.switches.Tx, u.switches.Rx} {
		for _, out := range rtlgen.Readable(side) {
			width := out.Width() / u.topology.Switches
			var lost []value
			for _, e := range u.topology.Open {
				if e.Port == u.p.arity() { // the first of the switch: all its up ports are open
					lost = append(lost, out.Lane(e.Unit, width).High(width/2))
				}
			}
			u.m.Unused("top_"+out.Name, rtlgen.CatOf(lost))
			if out.Name == "tx_valid" {
				u.m.Assert("no_packet_leaves_the_top", rtlgen.CatOf(lost).Eq(0), "a route turns before it")
			}
		}
	}
}
