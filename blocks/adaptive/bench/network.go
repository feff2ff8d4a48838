package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var networkCoverPoints = []string{"ready", "frames arrive", "hot queue", "uniform traffic", "without contention",
	"with contention", "host read", "switch read", "blocked"}

const (
	anyAddress = "of an address during reset; all counters are 0"
	anyPhase   = "when the first tick comes shows only in entries that expire, which are rare"
)

var networkAnyReset = map[string]string{
	"adaptive_network.now_q: bit 31 flipped in reset":         "only differences count",
	"adaptive_network.switch_data_q":                          "the first cycle shows a host",
	"adaptive_network.is_switch":                              "all counters are 0",
	"adaptive_network.read_address_q: bit 0 flipped in reset": anyAddress,
	"adaptive_network.read_address_q: bit 6 flipped in reset": anyAddress,
	"adaptive_network.unit_1: bit 0 flipped in reset":         anyAddress,
	"adaptive_network.unit_1: bit 7 flipped in reset":         anyAddress,
	"adaptive_network.unit_2: bit 0 flipped in reset":         anyAddress,
	"adaptive_network.unit_2: bit 7 flipped in reset":         anyAddress,
	"adaptive_network.unit_3: bit 0 flipped in reset":         anyAddress,
	"adaptive_network.unit_3: bit 7 flipped in reset":         anyAddress,
	"adaptive_network.sample_q":                               "a sample after reset finds empty queues",
	"adaptive_network.tick_q":                                 "a tick after reset finds empty tables",
	"adaptive_network.ms_q: bit 0 flipped in reset":           anyPhase,
	"adaptive_network.ms_q: all bits flipped in reset":        anyPhase,
}

func networkBench() testbench.Bench {
	return benchOf(rtl.NetworkBlock(), graph.Named(),
		func(v blocks.Values) *graph.Network { return graph.Named()[v["network"]] })
}

func networkBenchOn(set *graph.Set) testbench.Bench {
	return benchOf(rtl.NetworkBlockOn(set), set.Networks,
		func(v blocks.Values) *graph.Network { return set.Complete(v["network"], v["list"]) })
}

// benchOf is the bench of a block that is one of these networks.
func benchOf(block *blocks.Block, list []*graph.Network, of func(blocks.Values) *graph.Network) testbench.Bench {
	return testbench.Bench{
		Block: block, Small: map[string]int{"timer": 1, "tick": 64, "slots": 30, "queue": 8},
		MinCycles: networkCycles(list), Resets: 2, CoverPoints: networkCoverPoints,
		AnyReset: networkAnyReset,
		CoverPointsFor: func(v blocks.Values) []string {
			// A hot queue that no route passes stays empty.
			return kit.Without(networkCoverPoints, kit.Cannot{"hot queue": !watched(of(v)), "blocked": v["blockable"] == 0})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &networkStimulus{rng: rng, wiring: wiringOf(of(v))}
			s.model = golden.NewNetwork(kit.ParamsOf[golden.NetworkParams](v), s.wiring)
			s.in = golden.NetworkIn{Seed: rng.Uint32(), Managed: kit.Chance(rng, 80), Adaptive: kit.Chance(rng, 80),
				Block: make([]bool, s.wiring.Hosts)}
			return testbench.NewCase(s.in, golden.NetworkOut{Hot: make([]uint32, 2)}, s.model.Step, s.drive, s.observe)
		},
	}
}

// networkCycles are enough for all patterns of traffic on the largest network, after
// each of the resets.
func networkCycles(list []*graph.Network) int {
	const sweep, traffic = 3 * 256, 4392 // per host; of all patterns
	hosts := 0
	for _, n := range list {
		hosts = max(hosts, len(n.Hosts))
	}
	return sweep*hosts + traffic
}

// watched reports whether frames may pass the first hot queue.
func watched(n *graph.Network) bool {
	return len(n.Hot) > 0 && slices.ContainsFunc(n.Routes,
		func(lists [][]int) bool { return slices.Contains(lists[n.Hot[0].Switch], n.Hot[0].Port) })
}

// wiringOf puts a network into the numbers of the model.
func wiringOf(g *graph.Network) golden.Wiring {
	w := golden.Wiring{Hosts: len(g.Hosts), Switches: len(g.Switches), Ports: max(2, g.MostPorts()), Lists: g.Routes}
	for s, sw := range g.Switches {
		for i, e := range sw.Ports {
			if e.Host < 0 && e.Switch > s {
				w.Links = append(w.Links, golden.Link{A: golden.Place{Switch: s, Port: i},
					B: golden.Place{Switch: e.Switch, Port: e.Port - 1}})
			}
		}
	}
	for _, h := range g.Hosts {
		w.HostAt = append(w.HostAt, golden.Place{Switch: h.At.Switch, Port: h.At.Port - 1})
	}
	for k, flows := range [][]graph.Flow{g.NonContending, g.Contending} {
		w.Flows[k] = map[int]int{}
		for _, f := range flows {
			w.Flows[k][f.Src] = f.Dst
		}
	}
	for _, p := range g.Hot {
		w.Hot = append(w.Hot, golden.Place{Switch: p.Switch, Port: p.Port - 1})
	}
	return w
}

type networkStimulus struct {
	rng     *rand.Rand
	wiring  golden.Wiring
	model   *golden.Network
	in      golden.NetworkIn
	started int
}

func (s *networkStimulus) drive(int) golden.NetworkIn {
	rng, in := s.rng, &s.in
	if s.started%1500 == 0 {
		in.Pattern, in.Rate = 1+s.started/1500%3, kit.Pick(rng, []int{20000, 62259, 1 << 16})
	}
	in.Measure = s.started%700 > 50
	if s.started%400 == 0 { // a slice of its own: those before are still compared
		in.Block = make([]bool, s.wiring.Hosts)
		in.Block[rng.Intn(s.wiring.Hosts)] = kit.Chance(rng, 50)
	}
	if s.started%8 == 0 {
		in.ReadUnit = rng.Intn(s.wiring.Hosts)
		in.ReadAddress = kit.Pick(rng, []int{rng.Intn(s.wiring.Hosts), 64 + rng.Intn(13)})
		if kit.Chance(rng, 50) {
			in.ReadUnit = 128 + rng.Intn(s.wiring.Switches)
			in.ReadAddress = kit.Pick(rng, []int{rng.Intn(s.wiring.Hosts), 8 + rng.Intn(s.wiring.Ports)})
		}
	}
	s.started++
	return *in
}

func (s *networkStimulus) observe(in golden.NetworkIn, out golden.NetworkOut, hit func(string)) {
	kit.Reached{
		"ready": out.Ready, "frames arrive": s.model.Arrives(), "hot queue": out.Hot[0] > 0,
		"uniform traffic": out.Ready && in.Pattern == 1, "without contention": out.Ready && in.Pattern == 2,
		"with contention": out.Ready && in.Pattern == 3, "host read": out.ReadData > 0 && in.ReadUnit < 128,
		"switch read": out.ReadData > 0 && in.ReadUnit >= 128, "blocked": s.model.Blocked(),
	}.Report(hit)
}
