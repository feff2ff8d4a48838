package bench

import (
	"math/rand"

	"culprit/blocks"
	rtl "culprit/blocks/adapter"
	"culprit/blocks/adapter/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
	"culprit/testbench/mutant"
)

func adapterBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Adapter),
		MinCycles: 8000,
		CoverPoints: []string{
			"packet of every source", "own packet", "grants held", "unsolicited segment", "message without payload", "VOQ full", "line held", "rate regulation", "reservation",
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
			s := &adapterStimulus{rng: rng, p: p, net: newNetwork(rng, p, rng.Intn(p.Nodes)), from: make([]bool, p.Nodes)}
			in := golden.AdapterIn{RxData: make([]uint32, 3)}
			out := golden.AdapterOut{TxData: make([]uint32, 3), TxKnown: make([]bool, 3)}
			return testbench.NewCase(in, out, s.net.nodes[s.net.me].Step, s.drive, s.observe)
		},
		Mutants: []testbench.Mutant{
			{Name: "fabric_credit_not_returned", Mutate: mutant.Disconnect("arbiter.arrived")},
			{Name: "output_credit_not_returned", Mutate: mutant.Disconnect("arbiter.released")},
			{Name: "rate_timer_without_ticks", Mutate: mutant.Disconnect("arbiter.tick")},
			{Name: "never_reserves", Mutate: mutant.Disconnect("arbiter.reserve")},
			{Name: "acks_lost", Mutate: mutant.Disconnect("ingress.ack_valid")},
			{Name: "grants_not_carried", Mutate: mutant.Disconnect("ingress.give_valid")},
			{Name: "departures_not_told", Mutate: mutant.Disconnect("ingress.left_valid")},
			{Name: "requests_lost", Mutate: mutant.Disconnect("arbiter.req_valid")},
		},
	}
}

// adapterStimulus runs a whole network of golden models, one of which stands for the
// adapter under test.
type adapterStimulus struct {
	rng   *rand.Rand
	p     golden.Params
	net   *network
	cycle int
	from  []bool // sources of packets that have left
	in    golden.AdapterIn

	packets, deliver, line, local int
	hot                           int
	reserve                       bool
	rate                          int
}

func (s *adapterStimulus) drive(int) golden.AdapterIn {
	rng, p := s.rng, s.p
	if s.cycle%200 == 0 {
		s.packets, s.deliver, s.line = kit.Pick(rng, []int{10, 60, 100}), kit.Pick(rng, []int{50, 100, 100}), kit.Pick(rng, []int{30, 83, 100, 100})
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
	for name, reached := range map[string]bool{
		"grants held": out.StatHeld > 1, "VOQ full": in.PktValid && out.PktDrop, "line held": !in.LineEn && out.StatOc < s.p.BReasm,
		"unsolicited segment": out.TxValid && out.Tx.Header.Unsol, "message without payload": out.TxValid && out.Tx.Header.Message,
		"rate regulation": !in.Reserve && out.StatOc < s.p.BReasm, "reservation": in.Reserve && out.StatFc < s.p.FcInit,
	} {
		if reached {
			hit(name)
		}
	}
}
