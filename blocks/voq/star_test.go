package voq_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/recn"
	"culprit/blocks/traffic"
	"culprit/blocks/voq"
	"culprit/cyclesim"
	"culprit/rtlgen"
)

// nodes of a star: one switch of as many ports, a node at each.
const nodes = 16

// starKind is a switch with what belongs to it.
type starKind struct {
	name string
	sw   func(voq.Params) *rtlgen.Module
	link traffic.Link
	nic  func(voq.Params) func(traffic.Params) *rtlgen.Module
}

var (
	plain  = starKind{"plain", func(p voq.Params) *rtlgen.Module { return recn.Switch(recnParams(p)).Module }, traffic.Credit, nil}
	voqsw  = starKind{"voqsw", func(p voq.Params) *rtlgen.Module { return voq.SwSwitch(p).Module }, traffic.Credit, nil}
	voqnet = starKind{"voqnet", func(p voq.Params) *rtlgen.Module { return voq.NetSwitch(p).Module }, traffic.VOQnet, func(p voq.Params) func(traffic.Params) *rtlgen.Module {
		return func(traffic.Params) *rtlgen.Module { return voq.NIC(p).Module }
	}}
)

func recnParams(p voq.Params) recn.Params {
	return recn.Params{Ports: p.Ports, Slots: p.Slots, LinkLatency: p.LinkLatency}
}

// star joins the nodes with the switch. Its inputs are those of the nodes that a
// test wants to set.
func star(kind starKind, p voq.Params) *rtlgen.Module {
	m := rtlgen.NewModule("star")
	node := traffic.Params{Nodes: nodes, Queue: p.Queue, Slots: p.Slots, LinkLatency: p.LinkLatency, Link: kind.link}
	if kind.nic != nil {
		node.NIC = kind.nic(p)
	}
	ends := m.InstanceArray("node", nodes, traffic.Node(node))
	sw := m.Instance("sw", kind.sw(p))
	now := m.Reg("now_q", 32, 0)
	now.Set(now.Add(1))
	ends.Broadcast("now", now.Value)
	ends.Broadcast("enable", now.Ge(100).And(now.Lt(m.Input("stop", 32))))
	ends.Broadcast("measure", m.Ones(1))
	ends.Broadcast("clear", m.Zero(1))
	for _, in := range []struct {
		name  string
		width int
	}{{"seed", 32}, {"load", 17}, {"pattern", 2}, {"hot_rate", 17}, {"hot_node", 8}, {"hot_start", 32}, {"hot_end", 32}, {"read_address", 7}} {
		ends.Broadcast(in.name, m.Input(in.name, in.width))
	}

	// The way to node d is one turn. All routes are there before packets are made.
	dst := now.Low(4)
	ends.Broadcast("route_valid", now.Lt(nodes))
	ends.Broadcast("route_dst", dst.Zext(8))
	var numbers, routes []rtlgen.Value
	for i := range nodes {
		numbers = append(numbers, m.Const(8, i))
		routes = append(routes, rtlgen.Cat(dst.Sub(i).Sub(1), m.Ones(27)))
	}
	ends.In("node", rtlgen.LanesOf(numbers))
	ends.In("route_turns", rtlgen.LanesOf(routes))
	for _, f := range kind.link.LinkFields().Fields() {
		if f.Backward {
			ends.In("tx_"+f.Name, sw.Out("rx_"+f.Name))
			sw.In("tx_"+f.Name, ends.Out("rx_"+f.Name))
		} else {
			ends.In("rx_"+f.Name, sw.Out("tx_"+f.Name))
			sw.In("rx_"+f.Name, ends.Out("tx_"+f.Name))
		}
	}
	m.Output("free", sw.Out("stat_free"))
	m.Output("read_data", ends.Out("read_data"))
	m.Output("error", ends.Out("error"))
	return m
}

// run simulates a star for some packet times, and is the packets per packet time
// that each node received. It fails the test if anything is wrong with a packet, a
// credit or a slot.
func run(t *testing.T, kind starKind, p voq.Params, packetTimes int, set map[string]uint64) (received [nodes]float64) {
	t.Helper()
	d, err := rtlgen.Elaborate(star(kind, p))
	assert.NilError(t, err)
	e, err := cyclesim.New(d, cyclesim.Options{Engine: "compiled", Seed: 1})
	assert.NilError(t, err)
	in, out := map[string]int{}, map[string]int{}
	for i, port := range d.Top.Inputs() {
		in[port.Name] = i
		e.SetInput(i, []uint64{set[port.Name]})
	}
	for i, port := range d.Top.Outputs() {
		out[port.Name] = i
	}
	e.SetInput(in["seed"], []uint64{7})
	e.SetInput(in["stop"], []uint64{1 << 31})
	const received67 = 67 // address of the counter
	e.SetInput(in["read_address"], []uint64{received67})
	assert.NilError(t, e.Run(context.Background(), 8*packetTimes))
	e.Eval()
	assert.Equal(t, len(e.Failures()), 0, "%v", e.Failures())
	wrong := make([]uint64, 1)
	e.Output(out["error"], wrong)
	assert.Equal(t, wrong[0], uint64(0))
	data := make([]uint64, nodes)
	e.Output(out["read_data"], data)
	for i := range received {
		received[i] = float64(data[i]) / float64(packetTimes)
	}
	return received
}

// params are those of a star.
func params(change func(*voq.Params)) voq.Params {
	p := voq.Defaults
	p.Ports, p.Nodes, p.Queue = nodes, nodes, 512
	if change != nil {
		change(&p)
	}
	return p
}

func mean(rates [nodes]float64, except int) float64 {
	sum, n := 0.0, 0
	for i, r := range rates {
		if i != except {
			sum, n = sum+r, n+1
		}
	}
	return sum / float64(n)
}

// TestSaturation: at full uniform load a queue per output gets most of what the
// links carry, one queue per input does not.
func TestSaturation(t *testing.T) {
	for _, c := range []struct {
		kind     starKind
		min, max float64
	}{{plain, 0.55, 0.65}, {voqsw, 0.9, 1}, {voqnet, 0.9, 1}} {
		t.Run(c.kind.name, func(t *testing.T) {
			rate := mean(run(t, c.kind, params(nil), 1000, map[string]uint64{"load": 65536}), -1)
			t.Logf("%.3f packets per packet time and node", rate)
			assert.Assert(t, rate >= c.min && rate <= c.max, "%.3f is not in %.2f..%.2f", rate, c.min, c.max)
		})
	}
}

// TestHotSpot: half of all packets go to one node, which gets what its link
// carries. Shared slots are then full of packets for it; queues with slots of
// their own let all others pass.
func TestHotSpot(t *testing.T) {
	const hot = 3
	for _, c := range []struct {
		kind     starKind
		min, max float64
	}{{voqsw, 0, 0.2}, {voqnet, 0.45, 0.55}} {
		t.Run(c.kind.name, func(t *testing.T) {
			p := params(func(p *voq.Params) { p.Queue = 4096 })
			received := run(t, c.kind, p, 2000, map[string]uint64{
				"load": 65536, "hot_rate": 32768, "hot_node": hot, "hot_end": 1 << 31,
			})
			others := mean(received, hot)
			t.Logf("%.3f at the hot node, %.3f at the others", received[hot], others)
			assert.Assert(t, received[hot] > 0.95)
			assert.Assert(t, others >= c.min && others <= c.max, "%.3f is not in %.2f..%.2f", others, c.min, c.max)
		})
	}
}

// TestDepth: a single flow uses its links fully if the queues are as deep as the
// contract says, and loses what it predicts if they are not.
func TestDepth(t *testing.T) {
	for _, c := range []struct {
		depth, latency int
		rate           float64
	}{{4, 2, 1}, {4, 8, 1}, {4, 9, 32. / 34}, {2, 1, 16. / 18}, {8, 16, 1}} {
		p := params(func(p *voq.Params) { p.Depth, p.LinkLatency = c.depth, c.latency })
		const half = 3 // pattern: to the node that is half of the nodes away
		received := run(t, voqnet, p, 1000, map[string]uint64{"load": 65536, "pattern": half})
		for _, rate := range received {
			assert.Assert(t, rate > 0.97*c.rate && rate <= c.rate, "depth %d, latency %d: %.3f instead of %.3f", c.depth, c.latency, rate, c.rate)
		}
	}
}
