package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func beatAdapterBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.BeatAdapter),
		MinCycles: 12000,
		CoverPoints: []string{
			"own packet", "grants held", "unsolicited segment", "message without payload", "line held", "rate regulation",
			"reservation", "packets back to back",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(beatAdapterBench().CoverPoints,
				kit.Cannot{"unsolicited segment": v["unsol"] == 0 || v["oob"] == 1, "message without payload": v["oob"] == 1,
					"own packet": v["nodes"] > 16})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &beatAdapterStimulus{adapterLoad: adapterLoad{rng: rng, p: p}, net: newBeatNetwork(rng, p, rng.Intn(p.Nodes))}
			out := golden.BeatAdapterOut{AdapterStatus: golden.NewAdapterStatus(), TxData: make([]bool, 65),
				TxKnown: make([]bool, 65)}
			return testbench.NewCase(golden.BeatAdapterIn{RxData: make([]bool, 65)}, out, s.net.nodes[s.net.me].Step, s.drive,
				s.observe)
		},
	}
}

// beatAdapterStimulus runs a whole network of golden models, one of which stands for
// the adapter under test.
type beatAdapterStimulus struct {
	adapterLoad
	lengths []int
	net     *beatNetwork
	in      golden.BeatAdapterIn
	ended   bool
}

func (s *beatAdapterStimulus) drive(int) golden.BeatAdapterIn {
	rng, p := s.rng, s.p
	if s.cycle%400 == 0 {
		s.packets, s.deliver = kit.Pick(rng, []int{1, 5, 20}), kit.Pick(rng, []int{10, 50, 100, 100})
		s.line = kit.Pick(rng, []int{30, 90, 100, 100})
		s.hot, s.local = rng.Intn(p.Nodes), kit.Pick(rng, []int{0, 50, 100})
		s.lengths = kit.Pick(rng, [][]int{{5}, {5, 5, 5, 32 * p.MaxP}, {1 + rng.Intn(32*p.MaxP), 7}})
		if kit.Chance(rng, 60) {
			s.hot = s.net.me
		}
		s.reserve, s.rate = kit.Chance(rng, 50), kit.Pick(rng, []int{12, 16, 160})
	}
	s.cycle++
	for node := range p.Nodes {
		in := s.net.inputs(node, s.deliver)
		in.LineEn = kit.Chance(rng, s.line)
		in.Tick = s.cycle%32 == 0
		in.Reserve = s.reserve
		in.GrantRate = s.rate
		in.PktDst, in.PktLen, in.PktTag = rng.Intn(p.Nodes), kit.Pick(rng, s.lengths), rng.Uint32()
		if kit.Chance(rng, s.local) {
			in.PktDst = s.hot
		}
		in.PktValid = s.cycle > p.Nodes*p.Paths && kit.Chance(rng, s.packets)
		if node == s.net.me {
			s.in = in
		} else {
			s.net.accept(node, s.net.nodes[node].Step(in))
		}
	}
	return s.in
}

func (s *beatAdapterStimulus) observe(in golden.BeatAdapterIn, out golden.BeatAdapterOut, hit func(string)) {
	s.net.accept(s.net.me, out)
	if out.LineValid && out.LineSrc == s.net.me {
		hit("own packet")
	}
	if s.ended && out.LineValid {
		hit("packets back to back")
	}
	s.ended = out.LineValid && out.LineLast
	header := out.TxValid && out.TxHead
	s.reached(in.AdapterControl, in.LineEn, out.AdapterStatus).Report(hit)
	kit.Reached{
		"grants held": out.StatHeld > 0, "unsolicited segment": header && out.Tx.Header.Unsol,
		"message without payload": header && out.Tx.Header.Message,
	}.Report(hit)
}
