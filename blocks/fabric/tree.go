package fabric

import (
	"fmt"

	"culprit/rtlgen"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

const (
	timeBits    = 32
	addressBits = 7  // of a read-out
	readBits    = 64 // of a read-out
)

// Tree is a network of end nodes and switches: the 4-ary tree in which nodes p
// and q meet at the lowest level whose subtree holds both. Stimulus is inside,
// its configuration comes in on ports that are held, so that one netlist serves
// all loads and seeds.
func Tree(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("fabric_tree")
	m.Doc("4-ary tree of switches with traffic, " + schemes[p.Scheme].name)
	p.declare(m)
	s := schemes[p.Scheme]
	u := &tree{m: m, p: p, topology: newTopology(p.Levels), link: s.link(p).LinkFields()}
	u.nodes = m.InstanceArray("node", p.Copies*Nodes(p.Levels), s.node(p))
	u.switches = m.InstanceArray("sw", p.Copies*Switches(p.Levels), s.sw(p))

	u.start()
	u.configure()
	u.wire()
	u.open()
	u.readOut(s.monitored(p))
	for _, d := range treePorts {
		m.Describe(d.name, d.text)
	}
	return m
}

var treePorts = []struct{ name, text string }{
	{"seed", "of the traffic; copy c of the tree has seed + c"},
	{"load", "packets per packet time and node, in 1/65536"},
	{"pattern", "0 uniform, 1 bit complement, 2 bit reversal, 3 half of the nodes on"},
	{"hot_rate", "share of the packets of every other node that go to the hot node, in 1/65536"},
	{"hot_node", "the hot node"},
	{"hot_start", "first cycle in which it is hot"},
	{"hot_end", "first cycle in which it no longer is"},
	{"enable", "the nodes make packets"},
	{"measure", "the counters count"},
	{"clear", "pulse: all counters to 0"},
	{"read_unit", "bit 8: 0 node, 1 switch; its number"},
	{"read_address", "which of its counters"},
	{"ready", "the route tables are loaded"},
	{"now", "cycles since ready"},
	{"delivered", "packets that all nodes have received since reset"},
	{"error", "a node has received what it should not have"},
	{"digest", "of all that the nodes have received and when"},
	{"read_data", "the counter, 3 cycles after its address"},
}

type tree struct {
	m        *rtlgen.Module
	p        Params
	topology topology
	link     rtlgen.Bundle

	nodes, switches *rtlgen.Instance
	ready           value
	measure, clear  value
}

// start loads the nodes' route tables: a walk over all destinations, which every
// node's router turns into the node's own route. Then the fabric's time begins.
func (u *tree) start() {
	m, n := u.m, Nodes(u.p.Levels)
	dst := m.Reg("walk_dst", nodeBits, 0)
	walking := m.Reg("walking", 1, 1)
	now := m.Reg("now_q", timeBits, 0)
	m.If(walking.Value, func() {
		dst.Set(dst.Add(1))
		m.If(dst.Eq(n-1), func() { walking.Set(0) })
	}).Else(func() {
		now.Set(now.Add(1))
	})
	u.ready = walking.Not()
	m.Output("ready", u.ready)
	m.Output("now", now.Value)

	numbers := make([]value, u.p.Copies*n)
	for i := range numbers {
		numbers[i] = m.Const(nodeBits, i%n)
	}
	route := m.InstanceArray("route", u.p.Copies*n, TreeRoute(u.p.Levels))
	route.In("node", rtlgen.LanesOf(numbers))
	route.Broadcast("dst", dst.Value)
	u.nodes.In("node", rtlgen.LanesOf(numbers))
	u.nodes.Broadcast("now", now.Value)
	u.nodes.Broadcast("route_valid", walking.Value)
	u.nodes.Broadcast("route_dst", dst.Value)
	u.nodes.In("route_turns", route.Out("turns"))
}

// configure brings the held inputs to the nodes. Every copy has a seed of its
// own, since equal trees would cancel out in the digest.
func (u *tree) configure() {
	m, n := u.m, Nodes(u.p.Levels)
	seed := m.Input("seed", 32)
	seeds := []value{seed.Replicate(n)}
	for c := 1; c < u.p.Copies; c++ {
		seeds = append(seeds, m.Let(fmt.Sprintf("seed_%d", c), seed.Add(c)).Replicate(n))
	}
	u.nodes.In("seed", rtlgen.LanesOf(seeds))
	for _, in := range []struct {
		name  string
		width int
	}{{"load", 17}, {"pattern", 2}, {"hot_rate", 17}, {"hot_node", nodeBits}, {"hot_start", timeBits}, {"hot_end", timeBits}} {
		u.nodes.Broadcast(in.name, m.Input(in.name, in.width))
	}
	u.nodes.Broadcast("enable", m.Input("enable", 1).And(u.ready))
	u.measure, u.clear = m.Input("measure", 1), m.Input("clear", 1)
	u.nodes.Broadcast("measure", u.measure)
	u.nodes.Broadcast("clear", u.clear)
}

// wire joins nodes and switches, tx of one end to rx of the other. The links add
// nothing: the registers of a link are in front of the pins of its sender.
func (u *tree) wire() {
	for c := range u.p.Copies {
		node0, switch0 := c*Nodes(u.p.Levels), c*Switches(u.p.Levels)
		for n := range Nodes(u.p.Levels) {
			to := u.topology.ofNode(n)
			to.unit += switch0
			u.eachInput(func(port, other string, width int) {
				u.nodes.InLane(port, node0+n, u.from(to, other, width))
			})
		}
		for s := range Switches(u.p.Levels) {
			u.eachInput(func(port, other string, width int) {
				lanes := make([]value, ports)
				for i := range lanes {
					to := u.topology.ofPort(s, i)
					if to.kind == aNode {
						to.unit += node0
					} else {
						to.unit += switch0
					}
					lanes[i] = u.from(to, other, width)
				}
				u.switches.InLane(port, switch0+s, rtlgen.LanesOf(lanes))
			})
		}
	}
}

// open passes what the top level sends up to nobody.
func (u *tree) open() {
	for _, field := range u.link.Fields() {
		name := "tx_" + field.Name
		if field.Backward {
			name = "rx_" + field.Name
		}
		var lost []value
		for s := range u.p.Copies * Switches(u.p.Levels) {
			if u.topology.ofPort(s%Switches(u.p.Levels), arity).kind == nothing {
				lost = append(lost, u.switches.OutLane(name, s).High(arity*field.Width))
			}
		}
		u.m.Unused("top_"+name, rtlgen.CatOf(lost))
		if field.Name == "valid" {
			u.m.Assert("no_packet_leaves_the_top", rtlgen.CatOf(lost).Eq(0), "a route turns before it")
		}
	}
}

// eachInput calls f for every field that a link's end takes in, and the port of
// the other end that drives it.
func (u *tree) eachInput(f func(port, other string, width int)) {
	for _, field := range u.link.Fields() {
		if field.Backward {
			f("tx_"+field.Name, "rx_"+field.Name, field.Width)
		} else {
			f("rx_"+field.Name, "tx_"+field.Name, field.Width)
		}
	}
}

// from is what an end of a link sends in a field; nothing comes from an open port.
func (u *tree) from(e end, port string, width int) value {
	switch e.kind {
	case aNode:
		return u.nodes.OutLane(port, e.unit)
	case aSwitch:
		return u.switches.OutLane(port, e.unit).Lane(e.port, width)
	}
	return u.m.Zero(width)
}
