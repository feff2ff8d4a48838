package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func adapterBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Adapter),
		MinCycles: 8000,
		CoverPoints: []string{
			"packet of every source", "own packet", "grants held", "unsolicited segment", "message without payload", "VOQ full",
			"line held", "rate regulation", "reservation",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(adapterBench().CoverPoints, kit.Cannot{
				"unsolicited segment": v["unsol"] == 0 || v["oob"] == 1, "message without payload": v["oob"] == 1,
				"VOQ full":               v["voq"]*v["max_p"] > 20,
				"packet of every source": v["nodes"] > 16,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &adapterStimulus{adapterLoad: adapterLoad{rng: rng, p: p}, net: newNetwork(rng, p, rng.Intn(p.Nodes)),
				from: make([]bool, p.Nodes)}
			in := golden.AdapterIn{RxData: make([]uint32, 3)}
			out := golden.AdapterOut{AdapterStatus: golden.NewAdapterStatus(), TxData: make([]uint32, 3),
				TxKnown: make([]bool, 3)}
			return testbench.NewCase(in, out, s.net.nodes[s.net.me].Step, s.drive, s.observe)
		},
	}
}

// adapterStimulus runs a whole network of golden models, one of which stands for the
// adapter under test.
type adapterStimulus struct {
	adapterLoad
	net  *network
	from []bool // sources of packets that have left
	in   golden.AdapterIn
}

// adapterLoad is what the stimulus of an adapter changes from time to time.
type adapterLoad struct {
	rng   *rand.Rand
	p     golden.Params
	cycle int

	packets, deliver, line, local int // percent
	hot                           int // a destination
	reserve                       bool
	rate                          int
}

// reached are the cover points of both modes that the settings and counters tell.
func (s *adapterLoad) reached(in golden.AdapterControl, lineEn bool, out golden.AdapterStatus) kit.Reached {
	taken := out.StatOc < s.p.BReasm
	return kit.Reached{"line held": !lineEn && taken, "rate regulation": !in.Reserve && taken,
		"reservation": in.Reserve && out.StatFc < s.p.FcInit}
}

func (s *adapterStimulus) drive(int) golden.AdapterIn {
	rng, p := s.rng, s.p
	if s.cycle%200 == 0 {
		s.packets, s.deliver = kit.Pick(rng, []int{10, 60, 100}), kit.Pick(rng, []int{50, 100, 100})
		s.line = kit.Pick(rng, []int{30, 83, 100, 100})
		s.hot, s.local = rng.Intn(p.Nodes), kit.Pick(rng, []int{0, 50, 100})
		if kit.Chance(rng, 50) {
			s.hot = s.net.me
		}
		s.reserve, s.rate = kit.Chance(rng, 50), kit.Pick(rng, []int{12, 16, 160})
	}
	s.cycle++
	for node := range p.Nodes {
		in := s.net.inputs(node, s.deliver)
		in.LineEn, in.Reserve, in.GrantRate = kit.Chance(rng, s.line), s.reserve, s.rate
		in.PktDst, in.PktTag = rng.Intn(p.Nodes), rng.Uint32()
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

func (s *adapterStimulus) observe(in golden.AdapterIn, out golden.AdapterOut, hit func(string)) {
	s.net.accept(s.net.me, out)
	if out.LineValid {
		s.from[out.LineSrc] = true
		if out.LineSrc == s.net.me {
			hit("own packet")
		}
		if kit.Count(s.from) == s.p.Nodes {
			hit("packet of every source")
		}
	}
	s.reached(in.AdapterControl, in.LineEn, out.AdapterStatus).Report(hit)
	kit.Reached{
		"grants held": out.StatHeld > 1, "VOQ full": in.PktValid && out.PktDrop,
		"unsolicited segment":     out.TxValid && out.Tx.Header.Unsol,
		"message without payload": out.TxValid && out.Tx.Header.Message,
	}.Report(hit)
}
