package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func egressBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Egress),
		MinCycles: 12000,
		CoverPoints: []string{
			"segment out of order", "all buffers taken", "unsolicited segment leaves", "line held", "line back to back",
			"packets of two sources in turn", "chain", "first one lost", "middle one lost", "last one lost", "two lost of a packet",
			"all lost of a packet", "several lost in a row", "segment dropped", "bad packet is waited for", "credits of lost ones return",
			"lost ones are settled", "settling waits for the line",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			some, many := v["max_p"] > 1, v["max_p"] > 2
			return kit.Without(egressBench().CoverPoints, kit.Cannot{
				"middle one lost": !many, "two lost of a packet": !many, "last one lost": !some, "segment dropped": !some,
				"lost ones are settled": v["repair"] == 0, "settling waits for the line": v["repair"] == 0 || !some,
				"bad packet is waited for": !some, "several lost in a row": v["b_reasm"] < 3,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &egressStimulus{rng: rng, p: p, me: rng.Intn(p.Nodes), credits: p.BReasm, flows: make([]fabricFlow, p.Nodes)}
			for i := range s.flows {
				s.flows[i].paths, s.flows[i].gaps = make([][]golden.EgressIn, p.Paths), make([]int, p.Paths)
			}
			s.model = golden.NewEgress(p)
			return testbench.NewCase(golden.EgressIn{}, golden.EgressOut{}, s.model.Step, s.drive, s.observe)
		},
		AnyReset: egressResets("reqgrant_egress"),
	}
}

// fabricFlow is a flow on its way: a queue per path.
type fabricFlow struct {
	seq   int
	unsol bool // an unsolicited segment has not left
	paths [][]golden.EgressIn
	gaps  []int // segments that got lost on each path since the last one came
}

type egressStimulus struct {
	rng     *rand.Rand
	p       golden.Params
	model   *golden.Egress
	me      int
	cycle   int
	credits int
	flows   []fabricFlow
	inside  int // segments on their way

	deliver, line, few, depth, loss int
	wasOut                          bool
	lastSrc                         int
}

func (s *egressStimulus) drive(int) golden.EgressIn {
	rng, p := s.rng, s.p
	if s.cycle%100 == 0 {
		s.deliver, s.line = kit.Pick(rng, []int{20, 80, 100, 100}), kit.Pick(rng, []int{0, 20, 83, 100, 100})
		s.few, s.depth = kit.Pick(rng, []int{1, 2, p.Nodes, p.Nodes}), kit.Pick(rng, []int{1, p.Paths, 4 * p.Paths})
		if s.loss = kit.Pick(rng, []int{0, 0, 30, 90}); s.loss > 50 {
			s.few, s.depth = 1, 4*p.Paths
		}
	}
	s.cycle++
	in := golden.EgressIn{Node: s.me, LineEn: kit.Chance(rng, s.line)}
	if s.cycle <= p.Nodes*p.Paths {
		return in
	}
	for range 3 {
		s.enter(rng.Intn(s.few))
	}
	s.settle(&in)
	if !kit.Chance(rng, s.deliver) {
		return in
	}
	src, path := rng.Intn(p.Nodes), rng.Intn(p.Paths)
	for range p.Nodes * p.Paths {
		f := &s.flows[src]
		if q := &f.paths[path]; len(*q) > 0 {
			s.lose(f, path)
			seg := (*q)[0]
			*q = (*q)[1:]
			s.inside--
			in.SegValid, in.SegSrc, in.SegPath, in.SegUnsol, in.SegTag = true, src, path, seg.SegUnsol, seg.SegTag
			in.SegGap, f.gaps[path] = f.gaps[path], 0
			return in
		}
		path = (path + 1) % p.Paths
		if path == 0 {
			src = (src + 1) % p.Nodes
		}
	}
	return in
}

// lose loses segments that have others behind them on their path, which tell it.
func (s *egressStimulus) lose(f *fabricFlow, path int) {
	for q := &f.paths[path]; len(*q) > 1 && !(*q)[0].SegUnsol && kit.Chance(s.rng, s.loss); *q = (*q)[1:] {
		f.gaps[path]++
		s.inside--
	}
}

// settle loses all segments of a flow that are on their way, and tells so.
func (s *egressStimulus) settle(in *golden.EgressIn) {
	if s.p.Repair == 0 || s.model.Settling() || !kit.Chance(s.rng, 2) {
		return
	}
	src := s.rng.Intn(s.few)
	f := &s.flows[src]
	in.SettleValid, in.SettleNode, in.SettleSeq = true, src, f.seq
	for path, q := range f.paths {
		for _, seg := range q { // credits and the acknowledgement are made again
			s.credits += btoi(!seg.SegUnsol)
			f.unsol = f.unsol && !seg.SegUnsol
		}
		s.inside -= len(q)
		s.credits += f.gaps[path]
		f.paths[path], f.gaps[path] = nil, 0
	}
}

// enter lets a flow send its next packet, if there are credits.
func (s *egressStimulus) enter(src int) {
	p, f := s.p, &s.flows[src]
	start := !f.unsol && kit.Chance(s.rng, 30)
	if s.inside >= s.depth || s.credits < p.MaxP {
		return
	}
	s.credits -= p.MaxP - btoi(start)
	f.unsol = f.unsol || start
	for k := range p.MaxP {
		path := (f.seq + src + s.me) % p.Paths
		f.paths[path] = append(f.paths[path], golden.EgressIn{
			SegValid: true, SegSrc: src, SegPath: path, SegUnsol: start && k == 0,
			SegTag: s.rng.Uint32(),
		})
		f.seq = (f.seq + 1) % (1 << 14)
		s.inside++
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *egressStimulus) observe(in golden.EgressIn, out golden.EgressOut, hit func(string)) {
	s.credits += out.Released
	if out.LeftValid {
		s.flows[out.LeftNode].unsol = false
		hit("unsolicited segment leaves")
	}
	if s.credits < s.p.MaxP {
		hit("all buffers taken")
	}
	last := s.p.MaxP - 1
	kit.Reached{
		"first one lost": out.Hole && out.Place == 0, "middle one lost": out.Hole && out.Place > 0 && out.Place < last,
		"last one lost": out.Hole && out.Place == last, "two lost of a packet": out.Missing > 1 && out.Missing <= last,
		"all lost of a packet": out.Missing == s.p.MaxP, "several lost in a row": in.SegValid && in.SegGap > 1,
		"segment dropped": out.Dropped, "bad packet is waited for": out.Stalled,
		"credits of lost ones return": out.Owed > 0 && out.Released > 0,
		"lost ones are settled":       out.Filled, "settling waits for the line": out.Settling && out.Stalled,
	}.Report(hit)
	if !in.LineEn && s.credits < s.p.BReasm {
		hit("line held")
	}
	if in.SegValid && !out.Moved {
		hit("segment out of order")
	}
	if !in.SegValid && out.Moved {
		hit("chain")
	}
	if out.LineValid {
		if s.wasOut {
			hit("line back to back")
			if s.lastSrc != out.LineSrc {
				hit("packets of two sources in turn")
			}
		}
		s.lastSrc = out.LineSrc
	}
	s.wasOut = out.LineValid
}

// egressResets are the registers of an output adapter whose start does not matter.
func egressResets(block string) map[string]string {
	const first = "the first choice is among one: a flow at a time gets a segment"
	return map[string]string{
		block + ".line_above_last":                         first,
		block + ".move_above_last":                         first,
		block + ".line_hints_q: all bits flipped in reset": "a stale hint is cleared",
		block + ".line_hints_q: bit 0 flipped in reset":    "a stale hint is cleared",
		block + ".fresh_q: bit 0 flipped in reset":         "there are spare slots",
	}
}
