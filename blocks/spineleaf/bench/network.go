package bench

import (
	"math/rand"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var networkCoverPoints = []string{"frame delivered", "read of a server", "read of a window", "read of the occupancy",
	"read of no unit", "server blocked", "server no longer blocked"}

// networkBench checks how fabric, servers and counters are joined; the queues of a run
// as short as this one are not long enough for congestion management, which the bench of
// the fabric checks.
func networkBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Network), Small: smallFabric, MinCycles: 4000,
		Scripted:    true, // it counts the cycles since reset
		AnyReset:    map[string]string{"qcn_leaf.sends_grant_q": "written in phase 0, before the first message"},
		CoverPoints: networkCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			servers := v["leaves"] * v["ports"]
			return kit.Without(networkCoverPoints, kit.Cannot{
				"read of no unit": servers&(servers+1) == 0,
				"server blocked":  v["blockable"] == 0, "server no longer blocked": v["blockable"] == 0,
				"read of a window": v["windows"] < 4, // those end before many frames have come
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := golden.NewNetworkParams(kit.ParamsOf[golden.FabricParams](v), kit.ParamsOf[golden.ServerParams](v))
			s := newNetworkStimulus(rng, p)
			return testbench.NewCase(golden.NetworkIn{}, golden.NetworkOut{Error: make([]bool, len(s.m.Servers))}, s.m.Step,
				s.drive, s.observe)
		},
	}
}

// networkStimulus is servers that send to one of them, and a bit to others.
type networkStimulus struct {
	rng   *rand.Rand
	p     golden.NetworkParams
	m     *golden.Network
	held  golden.NetworkIn
	hot   int                // server that all send to
	table []golden.NetworkIn // writes of the flow tables
	asked [4]golden.NetworkIn

	blocked bool // a server was blocked in the cycle before
}

func newNetworkStimulus(rng *rand.Rand, p golden.NetworkParams) *networkStimulus {
	s := &networkStimulus{rng: rng, p: p, m: golden.NewNetwork(p)}
	n := len(s.m.Servers)
	s.held.Management = golden.Management{
		CPIn: true, CPOut: kit.Chance(rng, 50), Policy: rng.Intn(3), Strict: kit.Chance(rng, 50), Cap: kit.Chance(rng, 10),
		Pause: true, Seed: rng.Uint32(),
	}
	s.held.Window = uint32(250 + rng.Intn(150))
	s.held.RunsUntil = uint32(rng.Intn(4000))
	s.held.BlockServer, s.held.BlockStart = rng.Intn(n), uint32(50+rng.Intn(300))
	s.held.BlockStop = s.held.BlockStart + uint32(200+rng.Intn(800))
	s.hot = rng.Intn(n)
	longest := min(256*p.FrameUnits, 1522)
	for i := range n {
		for flow := range min(2, p.Server.Flows) {
			w := golden.NetworkIn{
				SetServer: i, SetValid: true, SetFlow: flow, SetDst: p.Address(s.hot/p.Ports, s.hot%p.Ports), SetLength: longest,
				SetRate:  1000 - rng.Intn(100),
				SetStart: uint32(50 + rng.Intn(100)), SetStop: uint32(400 + rng.Intn(3000)),
			}
			if flow == 1 {
				w.SetDst, w.SetPrio = randomAddress(rng, p.FabricParams), rng.Intn(p.Prios)
				w.SetLength, w.SetRate = 64+rng.Intn(longest-63), rng.Intn(60)
			}
			s.table = append(s.table, w)
		}
	}
	return s
}

func (s *networkStimulus) drive(cycle int) golden.NetworkIn {
	rng := s.rng
	in := s.held
	if cycle < len(s.table) {
		in = s.table[cycle]
		in.Management, in.Window, in.RunsUntil = s.held.Management, s.held.Window, s.held.RunsUntil
		in.BlockServer, in.BlockStart, in.BlockStop = s.held.BlockServer, s.held.BlockStart, s.held.BlockStop
	}
	in.ReadUnit = rng.Intn(len(s.m.Servers) + 1)
	if kit.Chance(rng, 50) {
		in.ReadUnit = s.hot
	}
	if kit.Chance(rng, 10) {
		n := len(s.m.Servers)
		if in.ReadUnit = n + 1; n&(n+1) == 0 {
			in.ReadUnit = 0 // all numbers of the port are in use
		}
	}
	in.ReadAddress = rng.Intn(1 << 16)
	if kit.Chance(rng, 50) {
		in.ReadAddress = golden.PageWindows<<14 | rng.Intn(1<<(4+rng.Intn(7)))
	}
	return in
}

func (s *networkStimulus) observe(in golden.NetworkIn, out golden.NetworkOut, hit func(string)) {
	asked, n := s.asked[3], len(s.m.Servers)
	read := out.ReadDataKnown && out.ReadData > 0
	kit.Reached{
		"read of a server":      read && asked.ReadUnit < n,
		"read of a window":      read && asked.ReadUnit < n && asked.ReadAddress>>14 == golden.PageWindows,
		"read of the occupancy": read && asked.ReadUnit == n && asked.ReadAddress%8 == golden.FabricOccupancy,
		"read of no unit":       out.ReadDataKnown && asked.ReadUnit > n,
		"server blocked":        s.m.Blocked() >= 0, "server no longer blocked": s.blocked && s.m.Blocked() < 0,
	}.Report(hit)
	s.blocked = s.m.Blocked() >= 0
	s.asked = [4]golden.NetworkIn{in, s.asked[0], s.asked[1], s.asked[2]}
	fabric := s.m.LastFabric
	for i := range fabric.TxValid {
		if !fabric.TxHead[i] {
			continue
		}
		kit.Reached{"frame delivered": qcn.FrameOf(qcn.WordOf(fabric.TxData[i])).Kind == qcn.KindData}.Report(hit)
	}
}
