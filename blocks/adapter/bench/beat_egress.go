package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func beatParserBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.BeatParser),
		MinCycles: 12000,
		CoverPoints: []string{"segment", "wrong CRC", "wrong adapter", "payload of a discarded message",
			"message without payload", "no_head", "cut", "long", "marked", "not_granted", "unsolicited"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &beatParserStimulus{parserStimulus: parserStimulus{rng: rng, p: kit.ParamsOf[golden.Params](v)}}
			parser := golden.NewBeatParser(s.p)
			s.me, s.left, s.model = rng.Intn(s.p.Nodes), rng.Intn(4), parser // the run may begin within a message
			return testbench.NewCase(golden.BeatParserIn{RxData: make([]bool, 65)},
				golden.BeatParserOut{Error: golden.NewErrors()},
				parser.Step, s.drive, s.observe)
		},
		AnyReset: map[string]string{
			"reqgrant_beat_parser.beats_come": "set with every message",
			"reqgrant_beat_parser.closed":     "counts in a message only, whose head sets it",
			"reqgrant_beat_parser.lost":       "the first beat sets it: one without a head is the first stray beat anyway",
			"reqgrant_beat_parser.rx_valid_q": "counts with within_q or a head only, which are 0 then",
			"reqgrant_beat_parser.within_q":   "a head sets it before any beat",
		},
	}
}

// beatParserStimulus sends the headers of the stimulus of cell mode with payload.
type beatParserStimulus struct {
	parserStimulus
	left   int
	steady int // cycles without a gap, and in which no rule is broken
	in     golden.BeatParserIn
}

func (s *beatParserStimulus) drive(int) golden.BeatParserIn {
	rng := s.rng
	in := golden.BeatParserIn{Node: s.me, RxBad: kit.Chance(rng, 10), RxData: make([]bool, 65), AdmissionIn: s.told()}
	in.RxValid = s.cycle > s.p.Nodes && (s.steady > 0 || kit.Chance(rng, 80))
	kit.Bools(rng, in.RxData, 50)
	if in.RxValid && s.left == 0 {
		cell := s.word()
		for i := range 64 {
			in.RxData[i+1] = cell.RxData[1+i/32]>>(i%32)&1 == 1
		}
		in.RxHead = true
		s.left = 1 + rng.Intn(5)
		if kit.Chance(rng, 5) {
			s.left = 30 + rng.Intn(6)
			s.steady = s.left + 1
		}
	} else if in.RxValid {
		s.left--
		in.RxTail = s.left == 0
	}
	if s.steady--; s.steady < 0 && s.cycle > s.p.Nodes && kit.Chance(rng, 4) { // a rule is broken
		in.RxHead, in.RxTail = kit.Chance(rng, 50), kit.Chance(rng, 50)
	}
	s.in = in
	return in
}

func (s *beatParserStimulus) observe(in golden.BeatParserIn, out golden.BeatParserOut, hit func(string)) {
	kit.Reached{
		"segment": out.SegValid, "wrong CRC": out.ErrCrc, "wrong adapter": out.ErrRoute,
		"payload of a discarded message": in.RxValid && !in.RxHead && !out.BeatValid,
		"message without payload":        in.RxTail && !out.BeatValid && !out.ErrCrc,
	}.Report(hit)
	for c, told := range out.Error {
		if told && c != golden.CRC && c != golden.Route {
			hit(golden.CauseNames[c])
		}
	}
}

func beatEgressBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.BeatEgress),
		MinCycles: 20000,
		CoverPoints: []string{
			"unsolicited segment", "line held", "packets back to back", "packet of a beat", "packets of two sources in turn",
			"packet across slots", "wrong number", "no credits",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &beatEgressStimulus{rng: rng, p: p, me: rng.Intn(p.Nodes), credits: p.BReasm,
				flows: make([]beatFabricFlow, p.Nodes)}
			for i := range s.flows {
				s.flows[i].paths = make([][][]golden.BeatEgressIn, p.Paths)
			}
			return testbench.NewCase(golden.BeatEgressIn{}, golden.BeatEgressOut{}, golden.NewBeatEgress(p).Step, s.drive,
				s.observe)
		},
		AnyReset: egressResets("reqgrant_beat_egress"),
	}
}

// beatFabricFlow is a flow on its way: segments per path.
type beatFabricFlow struct {
	seq   int
	unsol bool
	paths [][][]golden.BeatEgressIn
}

type beatEgressStimulus struct {
	rng     *rand.Rand
	p       golden.Params
	me      int
	cycle   int
	credits int
	flows   []beatFabricFlow
	inside  int
	now     []golden.BeatEgressIn // rest of the segment that arrives

	deliver, line, few, depth int
	lengths                   []int
	last                      golden.BeatEgressOut
}

func (s *beatEgressStimulus) drive(int) golden.BeatEgressIn {
	rng, p := s.rng, s.p
	if s.cycle%300 == 0 {
		s.deliver, s.line = kit.Pick(rng, []int{50, 100, 100}), kit.Pick(rng, []int{0, 20, 90, 100, 100})
		s.few, s.depth = kit.Pick(rng, []int{1, 2, p.Nodes}), kit.Pick(rng, []int{1, p.Paths, 4 * p.Paths})
		s.lengths = kit.Pick(rng, [][]int{{1}, {5}, {5, 40}, {32}, {31, 33, 7}})
	}
	s.cycle++
	in := golden.BeatEgressIn{Node: s.me, LineEn: kit.Chance(rng, s.line)}
	if s.cycle <= p.Nodes*p.Paths {
		return in
	}
	s.enter(rng.Intn(s.few))
	if !kit.Chance(rng, s.deliver) {
		return in
	}
	if len(s.now) == 0 {
		s.pick()
	}
	if len(s.now) == 0 {
		return in
	}
	b := s.now[0]
	s.now = s.now[1:]
	b.Node, b.LineEn = s.me, in.LineEn
	return b
}

// pick chooses the segment that arrives next.
func (s *beatEgressStimulus) pick() {
	p := s.p
	from := s.rng.Intn(p.Nodes * p.Paths)
	for k := range p.Nodes * p.Paths {
		i := (from + k) % (p.Nodes * p.Paths)
		if q := &s.flows[i/p.Paths].paths[i%p.Paths]; len(*q) > 0 {
			s.now, *q = (*q)[0], (*q)[1:]
			s.inside--
			return
		}
	}
}

// enter lets a flow send a group of packets in as many segments as it takes.
func (s *beatEgressStimulus) enter(src int) {
	p, f, rng := s.p, &s.flows[src], s.rng
	var beats []golden.BeatEgressIn
	for range 1 + rng.Intn(3) {
		n := min(kit.Pick(rng, s.lengths), 32*p.MaxP)
		for k := range n {
			beats = append(beats, golden.BeatEgressIn{BeatValid: true, BeatData: rng.Uint64(), BeatEop: k == n-1})
		}
	}
	start := !f.unsol && kit.Chance(rng, 30)
	segments := (len(beats) + 31) / 32
	if s.inside >= s.depth || s.credits < segments {
		return
	}
	s.credits -= segments - btoi(start)
	f.unsol = f.unsol || start
	for k := range segments {
		part := beats[32*k : min(32*k+32, len(beats))]
		part[len(part)-1].BeatTail = true
		path := (f.seq + src + s.me) % p.Paths
		head := golden.BeatEgressIn{SegValid: true, SegSrc: src, SegPath: path, SegSeq: f.seq, SegUnsol: start && k == 0}
		if kit.Chance(rng, 3) {
			head.SegSeq = rng.Intn(1 << 14)
		}
		f.paths[path] = append(f.paths[path], append([]golden.BeatEgressIn{head}, part...))
		f.seq = (f.seq + 1) % (1 << 14)
		s.inside++
	}
}

func (s *beatEgressStimulus) observe(in golden.BeatEgressIn, out golden.BeatEgressOut, hit func(string)) {
	s.credits += btoi(out.Released)
	if out.LeftValid {
		s.flows[out.LeftNode].unsol = false
		hit("unsolicited segment")
	}
	if out.ErrSequence {
		hit("wrong number")
	}
	if s.credits == 0 {
		hit("no credits")
	}
	if !in.LineEn && s.credits < s.p.BReasm {
		hit("line held")
	}
	if out.LineValid {
		if out.LineFirst {
			if out.LineLast {
				hit("packet of a beat")
			}
			if s.last.LineValid {
				hit("packets back to back")
				if s.last.LineSrc != out.LineSrc {
					hit("packets of two sources in turn")
				}
			}
		}
		if !out.LineLast && (out.Released || out.LeftValid) {
			hit("packet across slots")
		}
	}
	s.last = out
}
