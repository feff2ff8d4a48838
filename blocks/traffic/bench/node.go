package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func nodeBench() testbench.Bench {
	coverPoints := []string{
		"packet made", "packet refused", "packet sent", "packet received", "set aside", "sent from a line", "error",
		"measured part of the time",
		"cleared in the cycle of a packet made", "read made", "read refused", "read sent", "read the queue", "read Xoffs",
		"read refused Xoffs", "read received", "read a bin",
	}
	return testbench.Bench{
		Block:     blocks.Of(traffic.Node),
		MinCycles: 20000,
		AnyReset: map[string]string{
			"traffic_node.read_address_q": "of an address during reset, which nobody reads",
			"traffic_node.read_data_q":    "answers an address during reset, which nobody reads",
		},
		Scripted:    true, // it counts the cycles since reset
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			plain := v["lines"] == 0
			return kit.Without(coverPoints, kit.Cannot{
				"set aside": plain, "sent from a line": plain, "packet refused": v["queue"] > 500, "read refused": v["queue"] > 500,
				"read Xoffs": plain, "read refused Xoffs": plain,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newNodeStimulus(kit.ParamsOf[golden.Params](v), rng)
			return testbench.NewCase(golden.NodeIn{}, golden.NodeOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type nodeStimulus struct {
	rng      *rand.Rand
	p        golden.Params
	nic      *golden.NIC
	model    *golden.Node // around nic
	net      *network
	arrivals *arrivals
	in       golden.NodeIn // what is held
	routes   []int
	held     int
	skipped  int    // cycles of the phases at the start
	address  [2]int // of the two cycles before
}

func newNodeStimulus(p golden.Params, rng *rand.Rand) *nodeStimulus {
	nic := golden.NewNIC(p)
	s := &nodeStimulus{rng: rng, p: p, nic: nic, model: golden.NewNode(p, nic), net: newNetwork(rng, p.Nodes, p.Lines+3),
		routes: rng.Perm(p.Nodes), skipped: rng.Intn(2) * rng.Intn(3600)}
	s.in = golden.NodeIn{Traffic: golden.Traffic{Seed: rng.Uint32(), HotEnd: 1<<32 - 1}, Node: selfReversed(rng, p.Nodes),
		Now: startTime(rng)}
	s.arrivals = newArrivals(rng, p, s.in.Node)
	return s
}

// selfReversed is a node above 0 that bit reversal leads to itself.
func selfReversed(rng *rand.Rand, nodes int) int {
	for {
		if node := 1 + rng.Intn(nodes-1); reversed(node, nodes) == node {
			return node
		}
	}
}

// drive lets the node make more packets than it can send for one phase, and fewer
// in the next.
func (s *nodeStimulus) drive(cycle int) golden.NodeIn {
	rng := s.rng
	s.in.Now++
	in := s.in
	in.Route.Dst, in.Route.Turns = rng.Intn(s.p.Nodes), rng.Uint32()>>1
	in.ReadAddress = golden.AddressMade + rng.Intn(16)
	if kit.Chance(rng, 40) {
		in.ReadAddress = rng.Intn(80)
	}
	if cycle < max(s.p.Nodes, 70) {
		if len(s.routes) > 0 {
			in.Route.Valid, in.Route.Dst = true, s.routes[0]
			in.Route.Turns = s.net.routes[in.Route.Dst]
			s.routes = s.routes[1:]
		}
		return in
	}
	cycle += s.skipped
	if cycle%900 == 0 || !s.in.Enable {
		s.in.Load = []int{20000, 65536, 65536, 0}[cycle/900%4]
		if !s.in.Enable {
			s.in.HotCount = rng.Intn(hotCounts(s.p.Nodes))
		}
		s.in.Pattern, s.in.HotNode, s.in.HotRate = []int{2, 0, rng.Intn(4), 0}[cycle/900%4], rng.Intn(s.p.Nodes),
			[]int{0, 30000}[rng.Intn(2)]
	}
	s.in.Enable = true
	in.Measure = cycle/700%4 != 3
	in.Clear = rng.Intn(900) == 0 || s.model.Source.Makes() && kit.Chance(rng, 1)
	in.Tx.Credit = s.held > 0 && kit.Chance(rng, []int{100, 1, 1, 100}[cycle/900%4])
	if in.Tx.Credit {
		s.held--
	}
	xoff, name := s.net.message([]int{80, 10}[cycle/600%2])
	in.Tx.Msg = golden.Message{Valid: kit.Chance(rng, 10) && s.p.Lines > 0, Xoff: xoff, Tp: name.Tp, Mask: name.Mask}
	in.Rx = s.arrivals.next(in.Now, 50, []int{0, 0, 0, 10}[cycle/1000%4], 400)
	return in
}

func (s *nodeStimulus) observe(in golden.NodeIn, out golden.NodeOut, hit func(string)) {
	e, r := s.nic.LastStep(), s.model.Sink.LastStep()
	if out.Tx.Eop {
		s.held++
	}
	kit.Reached{
		"packet made": e.Entered, "packet refused": e.Refused, "packet sent": e.Sent, "packet received": r.Received,
		"set aside": e.SetAside >= 0, "sent from a line": e.Sent && e.FromAside >= 0, "error": s.model.Sink.Error(),
		"measured part of the time":             r.NotCounted,
		"cleared in the cycle of a packet made": in.Clear && (e.Entered || e.Refused),
	}.Report(hit)
	if name, ok := readCoverPoint[min(s.address[0], golden.AddressInNetwork)]; ok && out.ReadData != 0 {
		hit(name)
	}
	if s.address[0] < golden.Bins && s.address[0] > 0 && out.ReadData != 0 {
		hit("read a bin")
	}
	s.address = [2]int{s.address[1], in.ReadAddress}
}

var readCoverPoint = map[int]string{
	golden.AddressMade: "read made", golden.AddressRefused: "read refused", golden.AddressSent: "read sent",
	golden.AddressQueued: "read the queue",
	golden.AddressXoffs:  "read Xoffs", golden.AddressNoLine: "read refused Xoffs",
	golden.AddressReceived: "read received",
}
