package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func parserBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.Parser),
		MinCycles:   1500,
		CoverPoints: []string{"segment", "message without payload", "wrong CRC", "wrong adapter", "all at once"},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(parserBench().CoverPoints, kit.Cannot{"all at once": v["oob"] == 1})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &parserStimulus{rng: rng, p: kit.ParamsOf[golden.Params](v)}
			parser := golden.NewParser(s.p)
			s.me, s.model = rng.Intn(s.p.Nodes), parser
			in := golden.ParserIn{RxData: make([]uint32, 3)}
			return testbench.NewCase(in, golden.ParserOut{Error: golden.NewErrors()}, parser.Step, s.drive, s.observe)
		},
	}
}

type parserStimulus struct {
	rng *rand.Rand
	p   golden.Params
	me  int

	cycle int
	model interface {
		Granted(src int) int
		Here(src int) bool
	}
}

// told is what the parser is told of the flows: of each a few segments may come.
func (s *parserStimulus) told() (in golden.AdmissionIn) {
	rng, p := s.rng, s.p
	if s.cycle++; s.cycle <= p.Nodes {
		return in
	}
	in.GivenNode, in.GoneNode, in.LostNode = rng.Intn(p.Nodes), rng.Intn(p.Nodes), rng.Intn(p.Nodes)
	if room := min(p.G, p.BReasm-s.model.Granted(in.GivenNode)); room > 0 && kit.Chance(rng, 30) {
		in.GivenValid, in.GivenCount = true, 1+rng.Intn(room)
	}
	in.GoneValid = s.model.Here(in.GoneNode) && kit.Chance(rng, 60)
	in.LostValid = p.Repair == 1 && s.model.Granted(in.LostNode) > 2 && kit.Chance(rng, 10) // one may come now
	return in
}

func (s *parserStimulus) drive(int) golden.ParserIn {
	told := s.told()
	in := s.word()
	in.AdmissionIn = told
	return in
}

// word is a word of the link.
func (s *parserStimulus) word() golden.ParserIn {
	rng, p := s.rng, s.p
	h := golden.Header{
		Message: kit.Chance(rng, 30), Mid: rng.Intn(p.Paths), Dst: s.me, Src: rng.Intn(p.Nodes), First: kit.Chance(rng, 50),
		Last: kit.Chance(rng, 50),
		Aud:  kit.Chance(rng, 20), Unsol: kit.Chance(rng, 30), Ack: kit.Chance(rng, 50), Seq: rng.Intn(1 << 14),
		Req: rng.Intn(p.G+1) * rng.Intn(2), Gnt: rng.Intn(p.G+1) * rng.Intn(2),
	}
	if kit.Chance(rng, 10) {
		h.Dst = rng.Intn(p.Nodes)
	}
	v := h.Pack(p)
	if kit.Chance(rng, 10) {
		v ^= 1 << rng.Intn(64)
	}
	return golden.ParserIn{
		Node: s.me, RxValid: s.cycle > p.Nodes && kit.Chance(rng, 70), RxHead: true, RxTail: true,
		RxData: []uint32{rng.Uint32(), uint32(v), uint32(v >> 32)},
	}
}

func (s *parserStimulus) observe(_ golden.ParserIn, out golden.ParserOut, hit func(string)) {
	kit.Reached{
		"segment": out.SegValid, "message without payload": !out.SegValid && (out.GntValid || s.p.OOB == 1),
		"wrong CRC": out.ErrCrc, "wrong adapter": out.ErrRoute,
		"all at once": out.SegValid && out.ReqValid && out.GntValid && out.AckValid,
	}.Report(hit)
}
