package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func beatIngressBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.BeatIngress),
		MinCycles: 60000,
		CoverPoints: []string{
			"granted segment", "unsolicited segment", "message without payload", "last credit", "VOQ full", "stale hint",
			"G requested", "back to back", "longest segment", "shortest segment",
			"packets of one segment", "packet across segments", "longest packet", "audit",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(beatIngressBench().CoverPoints, kit.Cannot{
				"audit":               v["repair"] == 0,
				"unsolicited segment": v["unsol"] == 0 || v["oob"] == 1, "message without payload": v["oob"] == 1,
				"stale hint": v["oob"] == 1, "last credit": v["b_in"] > 50,
				"packet across segments": v["max_p"] == 1 && v["voq"] < 3,
				"G requested":            v["voq"]*v["max_p"] < v["g"]+4 || v["g"] > 16,
				"packets of one segment": v["voq"] < 3 || v["g"] == 1,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &beatIngressStimulus{ingressStimulus: newIngressStimulus(rng, p)}
			out := golden.BeatIngressOut{IngressStatus: golden.NewIngressStatus(), TxData: make([]bool, 65),
				TxKnown: make([]bool, 65)}
			return testbench.NewCase(golden.BeatIngressIn{}, out, golden.NewBeatIngress(p).Step, s.drive, s.observe)
		},
	}
}

// beatIngressStimulus is that of cell mode, with packets of any length.
type beatIngressStimulus struct {
	ingressStimulus
	lengths []int
	beats   int // of this segment
	eops    int
	header  golden.Header
	between bool
}

func (s *beatIngressStimulus) drive(cycle int) golden.BeatIngressIn {
	rng, p := s.rng, s.p
	if s.cycle%400 == 0 {
		top := 32 * p.MaxP
		s.lengths = kit.Pick(rng, [][]int{{1}, {5}, {5, 5, 5, top}, {top}, {32, 33, 31, 64},
			{1 + rng.Intn(top), 1 + rng.Intn(top), 5}})
	}
	if at := s.cycle % 5000; at >= 2000 && at < 3200 { // a lone flow that has few grants asks for all that it may have
		s.few = 1
		s.packets = 100
		s.grants = 0
		s.credits = 100
		s.lengths = []int{32 * p.MaxP}
		if s.held[0] < 8 && at%250 < 20 {
			s.grants = 100
		}
	}
	s.slow, s.starves = 40, true
	if s.cycle == p.Nodes { // events of several flows at once, among which the reset decides
		few, packets := s.few, s.packets
		s.few, s.packets = p.Nodes, 100
		defer func() { s.few, s.packets = few, packets }()
	}
	c := s.ingressStimulus.drive(cycle)
	return golden.BeatIngressIn{
		Node: c.Node, PktValid: c.PktValid, PktDst: c.PktDst, PktLen: min(kit.Pick(rng, s.lengths), 32*p.MaxP),
		PktTag: c.PktTag, IngressControl: c.IngressControl,
	}
}

// observe shows the cell of the same meaning to the stimulus of cell mode, and looks
// at the beats.
func (s *beatIngressStimulus) observe(in golden.BeatIngressIn, out golden.BeatIngressOut, hit func(string)) {
	cell := golden.IngressOut{TxValid: out.TxValid && out.TxHead, Stale: out.Stale, IngressStatus: out.IngressStatus}
	cell.Tx.Header, cell.PktDrop = out.Tx.Header, out.PktDrop
	seen := func(point string) {
		if point != "back to back" && point != "packet in parts" && point != "request" &&
			point != "grant while its flow sends" && (point != "stale hint" || s.p.OOB == 0) && point != "G granted" &&
			point != "grant and acknowledgement carried together" {
			hit(point)
		}
	}
	s.ingressStimulus.observe(golden.IngressIn{PktValid: in.PktValid, IngressControl: in.IngressControl}, cell, seen)
	if in.PktValid && in.PktLen == 32*s.p.MaxP {
		hit("longest packet")
	}
	if !out.TxValid {
		s.between = false
		return
	}
	switch {
	case out.TxHead:
		if s.between {
			hit("back to back")
		}
		s.header, s.beats, s.eops = out.Tx.Header, 0, 0
	case !s.header.Message:
		s.beats++
		if out.Tx.EOP {
			s.eops++
		}
	}
	s.between = out.TxTail
	if !out.TxTail || s.header.Message {
		return
	}
	kit.Reached{
		"longest segment": s.beats == 32, "shortest segment": s.beats == 1, "packets of one segment": s.eops > 1,
		"packet across segments": !out.Tx.EOP,
	}.Report(hit)
}
