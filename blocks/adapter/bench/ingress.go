package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func ingressBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Ingress),
		MinCycles: 12000,
		CoverPoints: []string{
			"granted segment", "unsolicited segment", "message without payload", "last credit", "VOQ full", "stale hint",
			"grant and acknowledgement carried together",
			"grant while its flow sends", "G requested", "G granted", "back to back", "request", "packet in parts", "audit",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(ingressBench().CoverPoints, kit.Cannot{
				"audit":               v["repair"] == 0,
				"unsolicited segment": v["unsol"] == 0 || v["oob"] == 1, "message without payload": v["oob"] == 1,
				"grant and acknowledgement carried together": v["unsol"] == 0 || v["oob"] == 1,
				"packet in parts": v["max_p"] == 1,
				"G requested":     v["voq"]*v["max_p"] < v["g"] || v["g"]%v["max_p"] != 0,
				"G granted":       v["voq"]*v["max_p"] < v["g"] || v["g"]%v["max_p"] != 0,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := newIngressStimulus(rng, p)
			return testbench.NewCase(golden.IngressIn{},
				golden.IngressOut{TxData: make([]uint32, 3), TxKnown: make([]bool, 3), IngressStatus: golden.NewIngressStatus()},
				golden.NewIngress(p).Step, s.drive, s.observe)
		},
	}
}

type ingressStimulus struct {
	rng      *rand.Rand
	p        golden.Params
	in       golden.IngressIn
	cycle    int
	packets  int // percent
	grants   int
	credits  int
	slow     int  // factor by which a credit takes longer, where they are scarce
	starves  bool // for a quarter of the time no credit comes
	few      int
	asked    []int // requested, not granted
	held     []int // granted, not sent
	given    []int // grants of the own arbiter, not carried
	unacked  []bool
	untold   []bool
	slots    int // in the switch
	sentTo   int
	wasValid bool
}

func newIngressStimulus(rng *rand.Rand, p golden.Params) ingressStimulus {
	return ingressStimulus{
		rng: rng, p: p, asked: make([]int, p.Nodes), held: make([]int, p.Nodes), given: make([]int, p.Nodes),
		unacked: make([]bool, p.Nodes), untold: make([]bool, p.Nodes),
		in: golden.IngressIn{Node: rng.Intn(p.Nodes)},
	}
}

func (s *ingressStimulus) drive(int) golden.IngressIn {
	rng, p, in := s.rng, s.p, &s.in
	if s.cycle%100 == 0 {
		s.packets, s.grants = kit.Pick(rng, []int{5, 40, 100}), kit.Pick(rng, []int{0, 20, 100, 100})
		s.credits = kit.Pick(rng, []int{5, 60, 100, 100})
		s.few = kit.Pick(rng, []int{1, 2, p.Nodes})
	}
	s.cycle++
	in.PktValid, in.GntValid, in.AckValid, in.GiveValid, in.LeftValid = false, false, false, false, false
	in.TxCredit = false
	if s.cycle <= p.Nodes {
		return *in
	}
	in.LookNode, in.OwedNode, in.StuckNode = rng.Intn(p.Nodes), rng.Intn(s.few), rng.Intn(s.few)
	in.StuckValid = p.Repair == 1 && kit.Chance(rng, 5)
	in.PktDst, in.GntNode, in.AckNode = rng.Intn(s.few), rng.Intn(s.few), rng.Intn(s.few)
	in.GiveNode, in.LeftNode = rng.Intn(s.few), rng.Intn(s.few)
	if kit.Chance(rng, 20) {
		in.GntNode, in.GiveNode, in.LeftNode = s.sentTo, s.sentTo, s.sentTo
	}
	in.PktValid, in.PktTag = kit.Chance(rng, s.packets), rng.Uint32()
	fits := s.held[in.GntNode]+s.asked[in.GntNode] <= p.BReasm
	if in.GntValid = s.asked[in.GntNode] > 0 && fits && kit.Chance(rng, s.grants); in.GntValid {
		in.GntCount = s.asked[in.GntNode]
		s.asked[in.GntNode] = 0
		s.held[in.GntNode] += in.GntCount
	}
	if in.AckValid = s.unacked[in.AckNode] && kit.Chance(rng, s.grants); in.AckValid {
		s.unacked[in.AckNode] = false
	}
	if room := p.G - s.given[in.GiveNode]; p.OOB == 0 && room > 0 && kit.Chance(rng, s.packets/2) {
		in.GiveValid, in.GiveCount = true, 1+rng.Intn(room)
		s.given[in.GiveNode] += in.GiveCount
	}
	if p.Unsol == 1 && p.OOB == 0 && !s.untold[in.LeftNode] && kit.Chance(rng, s.packets/2) {
		in.LeftValid = true
		s.untold[in.LeftNode] = true
	}
	starved := s.starves && s.cycle%4000 < 1000
	if in.TxCredit = s.slots > 0 && !starved && kit.Chance(rng, s.credits) &&
		(s.credits == 100 || rng.Intn(s.slow+1) == 0); in.TxCredit {
		s.slots--
	}
	return *in
}

func (s *ingressStimulus) observe(in golden.IngressIn, out golden.IngressOut, hit func(string)) {
	if in.PktValid && out.PktDrop {
		hit("VOQ full")
	}
	if out.Stale {
		hit("stale hint")
	}
	if out.ReqTxValid {
		s.requested(out.ReqTxNode, out.ReqTxCount, hit)
	}
	if in.GntValid && in.GntCount == s.p.G {
		hit("G granted")
	}
	if !out.TxValid {
		s.wasValid = false
		return
	}
	h := out.Tx.Header
	s.slots++
	if s.slots == s.p.BIn {
		hit("last credit")
	}
	if s.wasValid {
		hit("back to back")
	}
	s.wasValid, s.sentTo = true, h.Dst
	switch {
	case h.Message:
		hit("message without payload")
	case h.Unsol:
		hit("unsolicited segment")
		s.unacked[h.Dst] = true
	default:
		hit("granted segment")
		s.held[h.Dst]--
	}
	if !h.Last && !h.Message {
		hit("packet in parts")
	}
	if h.Gnt > 0 && h.Ack {
		hit("grant and acknowledgement carried together")
	}
	if in.GntValid && in.GntNode == h.Dst {
		hit("grant while its flow sends")
	}
	s.given[h.Dst] -= h.Gnt
	if h.Ack {
		s.untold[h.Dst] = false
	}
	if h.Aud {
		hit("audit")
	} else if h.Req > 0 {
		s.requested(h.Dst, h.Req, hit)
	}
}

func (s *ingressStimulus) requested(dst, n int, hit func(string)) {
	hit("request")
	s.asked[dst] += n
	if s.asked[dst] == s.p.G {
		hit("G requested")
	}
}
