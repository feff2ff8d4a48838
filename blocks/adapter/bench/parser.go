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
		Block:     blocks.Of(rtl.Parser),
		MinCycles: 4000,
		CoverPoints: append([]string{"segment", "message without payload", "wrong CRC", "wrong adapter", "all at once"},
			numberPoints...),
		CoverPointsFor: func(v blocks.Values) []string { return kit.Without(parserBench().CoverPoints, cannotParse(v)) },
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &parserStimulus{rng: rng, p: kit.ParamsOf[golden.Params](v)}
			parser := golden.NewParser(s.p)
			s.me, s.model = rng.Intn(s.p.Nodes), parser
			in := golden.ParserIn{RxData: make([]uint32, 3)}
			return testbench.NewCase(in, golden.ParserOut{Error: golden.NewErrors()}, parser.Step, s.drive, s.observe)
		},
	}
}

// numberPoints are those of segments in cell mode.
var numberPoints = []string{"segments lost", "number behind", "number too far ahead", "wrong path", "number wraps",
	"number behind the wrap", "path is settled", "settling waits for words"}

// cannotParse are the cover points that a parser of cell mode cannot reach.
func cannotParse(v blocks.Values) kit.Cannot {
	few := v["b_reasm"] < 64 || v["nodes"] > 16 // too few segments, or too many flows
	return kit.Cannot{"all at once": v["oob"] == 1,
		"segments lost": v["b_reasm"] < 4, "number wraps": few,
		"path is settled": v["repair"] == 0, "settling waits for words": v["repair"] == 0,
		"number behind the wrap": few}
}

type parserStimulus struct {
	rng *rand.Rand
	p   golden.Params
	me  int
	src int // of the word before

	cycle int
	model interface {
		Granted(src int) int
		Here(src int) bool
		Due(src, me, path int) int
	}
}

// told is what the parser is told of the flows: of each a few segments may come.
func (s *parserStimulus) told() (in golden.AdmissionIn) {
	rng, p := s.rng, s.p
	if s.cycle++; s.cycle <= p.Nodes*p.Paths {
		return in
	}
	in.GivenNode, in.GoneNode, in.LostNode = rng.Intn(p.Nodes), rng.Intn(p.Nodes), rng.Intn(p.Nodes)
	most := kit.Chance(rng, 40) // one flow gets all that it may
	if most {
		in.GivenNode = 0
	}
	if room := min(p.G, p.BReasm-s.model.Granted(in.GivenNode)); room > 0 && (most || kit.Chance(rng, 30)) {
		in.GivenValid, in.GivenCount = true, 1+rng.Intn(room)
		if most {
			in.GivenCount = room
		}
	}
	in.GoneValid = s.model.Here(in.GoneNode) && kit.Chance(rng, 60)
	in.LostValid = p.Repair == 1 && s.model.Granted(in.LostNode) > 2 && kit.Chance(rng, 10) // one may come now
	return in
}

func (s *parserStimulus) drive(int) golden.ParserIn {
	told, before := s.told(), s.src
	in := s.word()
	told.LostValid = told.LostValid && told.LostNode != before // it may tell that all others got lost
	in.AdmissionIn = told
	if p := s.p; p.Repair == 1 && s.cycle > p.Nodes*p.Paths && !s.model.(*golden.Parser).Settling() &&
		kit.Chance(s.rng, 3) {
		const all = 1 << 14
		in.SettleValid, in.SettleNode = true, s.rng.Intn(p.Nodes)
		in.SettleSeq = (s.model.Due(in.SettleNode, s.me, 0) + s.rng.Intn(6*p.Paths) - 2*p.Paths + all) % all
	}
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
	h.Seq = s.number(&h)
	s.src = h.Src
	if kit.Chance(rng, 10) {
		h.Dst = rng.Intn(p.Nodes)
	}
	v := h.Pack(p)
	if kit.Chance(rng, 10) {
		v ^= 1 << rng.Intn(64)
	}
	return golden.ParserIn{
		Node: s.me, RxValid: s.cycle > p.Nodes*p.Paths && kit.Chance(rng, 70), RxHead: true, RxTail: true,
		RxData: []uint32{rng.Uint32(), uint32(v), uint32(v >> 32)},
	}
}

// number is the number of a segment: mostly the next one of its flow on its path, else one ahead
// of it or behind. One flow loses many, so that its numbers wrap.
func (s *parserStimulus) number(h *golden.Header) int {
	rng, p := s.rng, s.p
	const all = 1 << 14
	if kit.Chance(rng, 30) {
		h.Src, h.Mid, h.Message = 0, 0, false
	}
	due, most := s.model.Due(h.Src, s.me, h.Mid), s.model.Granted(h.Src)
	ahead := 0
	switch {
	case h.Src == 0 && h.Mid == 0 && kit.Chance(rng, 60):
		ahead = max(0, most-1)
	case kit.Chance(rng, 20):
		ahead = rng.Intn(most + 3)
	case kit.Chance(rng, 15):
		ahead = -1 - rng.Intn(4)
	case kit.Chance(rng, 5):
		ahead = all/2/p.Paths - 1 + rng.Intn(3)
	}
	if kit.Chance(rng, 5) {
		h.Mid = rng.Intn(p.Paths)
	}
	return (due + ahead*p.Paths + all) % all
}

func (s *parserStimulus) observe(in golden.ParserIn, out golden.ParserOut, hit func(string)) {
	kit.Reached{
		"segment": out.SegValid, "message without payload": !out.SegValid && (out.GntValid || s.p.OOB == 1),
		"wrong CRC": out.ErrCrc, "wrong adapter": out.ErrRoute,
		"all at once":     out.SegValid && out.ReqValid && out.GntValid && out.AckValid,
		"segments lost":   out.SegValid && out.SegGap > 0,
		"path is settled": out.Skips, "settling waits for words": out.Settling && in.RxValid,
		"number behind": out.Judged.Behind, "number too far ahead": out.Judged.Far, "wrong path": out.Judged.Strays,
		"number wraps": out.Judged.Wraps, "number behind the wrap": out.Judged.BehindWrap,
	}.Report(hit)
}
