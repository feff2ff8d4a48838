package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches in which adapters hear what nobody has said: grants of what was not requested,
// acknowledgements and credits of nothing, requests for too much, words that are damaged.

// brokenAnswers are the assumptions of an ingress that they break.
var brokenAnswers = []string{"grant_in_range", "grant_of_what_is_pending", "ack_of_an_unsolicited_segment", "credit_in_range"}

var hostileAnswers = []string{"grant ignored", "acknowledgement ignored", "credit ignored", "granted segment"}

// reachesAnswers are those that an ingress can reach.
func reachesAnswers(v blocks.Values) []string {
	return kit.Without(hostileAnswers, kit.Cannot{
		"acknowledgement ignored": v["oob"] == 1, "credit ignored": v["b_in"] > 64,
	})
}

// lies adds to the inputs of an ingress what does not answer anything.
func (s *ingressStimulus) lies(in *golden.IngressControl) {
	rng, p := s.rng, s.p
	if s.cycle <= p.Nodes+1 {
		return
	}
	most := 1<<ir.IndexBits(p.G+1) - 1
	in.GntCount = min(in.GntCount, most) // some of what the stimulus waits for was granted already
	if !in.GntValid && kit.Chance(rng, 5) {
		in.GntValid, in.GntNode, in.GntCount = true, rng.Intn(p.Nodes), rng.Intn(most+1)
	}
	if !in.AckValid && p.OOB == 0 && kit.Chance(rng, 5) {
		in.AckValid, in.AckNode = true, rng.Intn(p.Nodes)
	}
	in.TxCredit = in.TxCredit || kit.Chance(rng, 30*(s.cycle/500%2))
}

// heardLies reports the cover points of hostileAnswers.
func heardLies(out golden.IngressStatus, granted bool, hit func(string)) {
	kit.Reached{
		"grant ignored": out.Error[0], "acknowledgement ignored": out.Error[1], "credit ignored": out.Error[2],
		"granted segment": granted,
	}.Report(hit)
}

func hostileIngressBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Ingress), Name: "hostile", MinCycles: 16000, Breaks: brokenAnswers, CoverPoints: hostileAnswers,
		CoverPointsFor: reachesAnswers,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := newIngressStimulus(rng, p)
			drive := func(cycle int) golden.IngressIn {
				in := s.drive(cycle)
				s.lies(&in.IngressControl)
				return in
			}
			observe := func(in golden.IngressIn, out golden.IngressOut, hit func(string)) {
				s.observe(in, out, func(string) {})
				heardLies(out.IngressStatus, out.TxValid && !out.Tx.Header.Message && !out.Tx.Header.Unsol, hit)
			}
			out := golden.IngressOut{TxData: make([]uint32, 3),
				TxKnown: make([]bool, 3), IngressStatus: golden.NewIngressStatus()}
			return testbench.NewCase(golden.IngressIn{}, out, golden.NewIngress(p).Step, drive, observe)
		},
	}
}

func hostileBeatIngressBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.BeatIngress), Name: "hostile", MinCycles: 30000, Breaks: brokenAnswers, CoverPoints: hostileAnswers,
		CoverPointsFor: reachesAnswers,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &beatIngressStimulus{ingressStimulus: newIngressStimulus(rng, p)}
			drive := func(cycle int) golden.BeatIngressIn {
				in := s.drive(cycle)
				s.lies(&in.IngressControl)
				return in
			}
			observe := func(in golden.BeatIngressIn, out golden.BeatIngressOut, hit func(string)) {
				s.observe(in, out, func(string) {})
				head := out.TxValid && out.TxHead
				heardLies(out.IngressStatus, head && !out.Tx.Header.Message && !out.Tx.Header.Unsol, hit)
			}
			out := golden.BeatIngressOut{IngressStatus: golden.NewIngressStatus(), TxData: make([]bool, 65),
				TxKnown: make([]bool, 65)}
			return testbench.NewCase(golden.BeatIngressIn{}, out, golden.NewBeatIngress(p).Step, drive, observe)
		},
	}
}

// brokenRequests are the assumptions of an arbiter that they break.
var brokenRequests = []string{"req_within_g", "pending_within_g"}

var hostileRequests = []string{"request ignored", "grant", "largest grant"}

// hostileArbiterBench is an arbiter that is asked for nothing, or for too much.
func hostileArbiterBench(b testbench.Bench,
	step func(golden.Params) func(golden.ArbiterIn) golden.ArbiterOut) testbench.Bench {
	return testbench.Bench{
		Block: b.Block, Name: "hostile", MinCycles: b.MinCycles, Breaks: brokenRequests,
		CoverPoints: hostileRequests,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &arbiterStimulus{rng: rng, p: p, asked: make([]int, p.Nodes), rate: 160, distance: 1}
			drive := func(cycle int) golden.ArbiterIn {
				in := s.drive(cycle)
				if !in.ReqValid && s.cycle > p.Nodes && kit.Chance(rng, 20) {
					in.ReqValid, in.ReqNode, in.ReqCount = true, rng.Intn(p.Nodes), rng.Intn(1<<ir.IndexBits(p.G+1))
				}
				return in
			}
			observe := func(in golden.ArbiterIn, out golden.ArbiterOut, hit func(string)) {
				s.observe(in, out, func(string) {})
				for i, asked := range s.asked { // what nobody has noted was granted, too
					s.asked[i] = max(0, asked)
				}
				kit.Reached{"request ignored": out.Refused, "grant": out.GntValid,
					"largest grant": out.GntValid && out.GntCount == p.G}.Report(hit)
			}
			return testbench.NewCase(golden.ArbiterIn{}, golden.ArbiterOut{}, step(p), drive, observe)
		},
	}
}

func cellArbiter(p golden.Params) func(golden.ArbiterIn) golden.ArbiterOut {
	return golden.NewArbiter(p).Step
}

func beatArbiter(p golden.Params) func(golden.ArbiterIn) golden.ArbiterOut {
	return golden.NewBeatArbiter(p).Step
}

// brokenMessages are the assumptions of the adapter of beat mode about messages.
var brokenMessages = []string{"header_is_first", "header_is_not_last", "at_most_33_beats", "message_without_gap"}

// hostileParserBench is a parser whose words are not all cells.
func hostileParserBench() testbench.Bench {
	b := parserBench()
	b.Name, b.Breaks = "hostile", []string{"whole_segments"}
	b.MinCycles = 4000
	b.CoverPoints = append(slices.Clone(b.CoverPoints), "no_head", "long", "not_granted", "unsolicited")
	b.CoverPointsFor = func(v blocks.Values) []string { return kit.Without(b.CoverPoints, cannotParse(v)) }
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		s := &parserStimulus{rng: rng, p: kit.ParamsOf[golden.Params](v)}
		parser := golden.NewParser(s.p)
		s.me, s.model = rng.Intn(s.p.Nodes), parser
		drive := func(cycle int) golden.ParserIn {
			in := s.drive(cycle)
			in.RxHead, in.RxTail = !kit.Chance(rng, 5), !kit.Chance(rng, 5)
			return in
		}
		observe := func(in golden.ParserIn, out golden.ParserOut, hit func(string)) {
			s.observe(in, out, hit)
			for _, c := range []int{golden.NoHead, golden.Long, golden.NotGranted, golden.Unsolicited} {
				if out.Error[c] {
					hit(golden.CauseNames[c])
				}
			}
		}
		return testbench.NewCase(golden.ParserIn{RxData: make([]uint32, 3)}, golden.ParserOut{Error: golden.NewErrors()},
			parser.Step, drive, observe)
	}
	return b
}

// hostileBeatAdapterBench is an adapter of beat mode whose network damages messages and makes
// some up.
func hostileBeatAdapterBench() testbench.Bench {
	points := append([]string{"packet leaves", "damaged packet leaves", "errors cleared"}, golden.CauseNames...)
	return testbench.Bench{
		Block: blocks.Of(rtl.BeatAdapter), Name: "hostile", MinCycles: 40000, CoverPoints: points,
		Breaks: slices.Concat(brokenMessages, brokenAnswers, brokenRequests),
		Small:  map[string]int{"nodes": 4, "paths": 2, "b_in": 4},
		CoverPointsFor: func(v blocks.Values) []string {
			// Out of band the channels bring no acknowledgements, and only what adapters say.
			quiet := v["oob"] == 1
			return kit.Without(points, kit.Cannot{"ack": quiet, "request": quiet, "grant": quiet, "credit": v["b_in"] > 50})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &hostileBeatAdapter{beatAdapterStimulus: beatAdapterStimulus{adapterLoad: adapterLoad{rng: rng, p: p},
				net: newBeatNetwork(rng, p, rng.Intn(p.Nodes))}}
			out := golden.BeatAdapterOut{AdapterStatus: golden.NewAdapterStatus(), TxData: make([]bool, 65),
				TxKnown: make([]bool, 65)}
			return testbench.NewCase(golden.BeatAdapterIn{RxData: make([]bool, 65)}, out, s.net.nodes[s.net.me].Step, s.drive,
				s.observe)
		},
	}
}

type hostileBeatAdapter struct {
	beatAdapterStimulus
	made []golden.BeatAdapterIn // beats of a message that nobody has sent
	from int                    // who is said to have sent the last one
}

func (s *hostileBeatAdapter) drive(cycle int) golden.BeatAdapterIn {
	in, rng, p := s.beatAdapterStimulus.drive(cycle), s.rng, s.p
	if s.cycle <= p.Nodes*p.Paths+1 || s.cycle/1500%2 == 0 {
		s.made = nil
		return in
	}
	in.ErrClear = rng.Intn(2000) == 0
	in.TxCredit = in.TxCredit || kit.Chance(rng, 2)
	if len(s.made) == 0 && !in.RxValid && kit.Chance(rng, 8) {
		s.make()
	}
	switch {
	case len(s.made) > 0:
		b := s.made[0]
		s.made = s.made[1:]
		in.RxValid, in.RxHead, in.RxTail, in.RxBad, in.RxData = b.RxValid, b.RxHead, b.RxTail, b.RxBad, b.RxData
	case in.RxValid && kit.Chance(rng, 1):
		switch rng.Intn(5) {
		case 0:
			in.RxHead = !in.RxHead
		case 1:
			in.RxTail = !in.RxTail
		case 2:
			in.RxValid = false
		case 3:
			in.RxBad = in.RxTail
		default:
			i := rng.Intn(65)
			in.RxData[i] = !in.RxData[i]
		}
	}
	return in
}

// make makes a message.
func (s *hostileBeatAdapter) make() {
	rng, p := s.rng, s.p
	h := golden.Header{
		Message: kit.Chance(rng, 50), Mid: rng.Intn(p.Paths), Dst: s.net.me, Src: rng.Intn(min(p.Nodes, 8)),
		Aud: p.Repair == 1 && kit.Chance(rng, 10), Unsol: kit.Chance(rng, 40), Ack: kit.Chance(rng, 30),
		Seq: rng.Intn(1 << 14), Req: rng.Intn(p.G+1) * rng.Intn(2), Gnt: rng.Intn(p.G+1) * rng.Intn(2),
	}
	if kit.Chance(rng, 10) {
		h.Dst = rng.Intn(p.Nodes)
	}
	if kit.Chance(rng, 30) { // a second unsolicited one, while the first may be here
		h.Message, h.Unsol, h.Src = false, true, s.from
	}
	s.from = h.Src
	beats := 1 + rng.Intn(6)
	if kit.Chance(rng, 20) {
		beats = 31 + rng.Intn(4)
	}
	s.made = nil
	for i := range 1 + beats {
		in := golden.BeatAdapterIn{RxValid: true, RxHead: i == 0, RxTail: i == beats && beats < 33,
			RxBad: i == beats && kit.Chance(rng, 30), RxData: make([]bool, 65)}
		kit.Bools(rng, in.RxData, 50)
		if i == 0 {
			v := h.Pack(p)
			if kit.Chance(rng, 10) {
				v ^= 1 << rng.Intn(64)
			}
			for k := range 64 {
				in.RxData[k+1] = v>>k&1 == 1
			}
		}
		s.made = append(s.made, in)
	}
}

func (s *hostileBeatAdapter) observe(in golden.BeatAdapterIn, out golden.BeatAdapterOut, hit func(string)) {
	s.net.accept(s.net.me, out)
	for c, name := range golden.CauseNames {
		if out.ErrSeen>>c&1 == 1 {
			hit(name)
		}
	}
	last := out.LineValid && out.LineLast
	kit.Reached{
		"packet leaves": last && !out.LineBad, "damaged packet leaves": last && out.LineBad,
		"errors cleared": in.ErrClear && out.ErrSeen != 0,
	}.Report(hit)
}

// hostileAdapterBench is an adapter of cell mode whose network makes messages up, damages others,
// and brings segments twice.
func hostileAdapterBench() testbench.Bench {
	points := append([]string{"errors cleared", "packet leaves"}, kit.Without(golden.CauseNames, kit.Cannot{
		"cut": true, "marked": true, "unsolicited": true,
	})...)
	return testbench.Bench{
		Block: blocks.Of(rtl.Adapter), Name: "hostile", MinCycles: 30000, CoverPoints: points,
		Breaks: slices.Concat([]string{"whole_segments"}, brokenAnswers, brokenRequests),
		CoverPointsFor: func(v blocks.Values) []string {
			quiet := v["oob"] == 1
			return kit.Without(points, kit.Cannot{
				"ack": quiet, "request": quiet, "grant": quiet, "credit": v["b_in"] > 50,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &hostileAdapter{adapterStimulus: adapterStimulus{adapterLoad: adapterLoad{rng: rng, p: p},
				net: newNetwork(rng, p, rng.Intn(p.Nodes)), from: make([]bool, p.Nodes)}}
			out := golden.AdapterOut{AdapterStatus: golden.NewAdapterStatus(), TxData: make([]uint32, 3),
				TxKnown: make([]bool, 3)}
			return testbench.NewCase(golden.AdapterIn{RxData: make([]uint32, 3)}, out, s.net.nodes[s.net.me].Step, s.drive,
				s.observe)
		},
	}
}

type hostileAdapter struct {
	adapterStimulus
	again []uint32 // a segment that has come
}

func (s *hostileAdapter) drive(cycle int) golden.AdapterIn {
	in, rng, p := s.adapterStimulus.drive(cycle), s.rng, s.p
	in.ErrClear = rng.Intn(1500) == 0
	if s.cycle <= p.Nodes*p.Paths+1 || s.cycle/1500%2 == 0 {
		return in
	}
	in.TxCredit = in.TxCredit || kit.Chance(rng, 3)
	if !in.RxValid && kit.Chance(rng, 10) {
		h := golden.Header{
			Message: true, Mid: rng.Intn(p.Paths), Dst: s.net.me, Src: rng.Intn(p.Nodes), Ack: kit.Chance(rng, 20),
			Seq: rng.Intn(1 << 14), Req: rng.Intn(p.G+1) * rng.Intn(2), Gnt: rng.Intn(p.G+1) * rng.Intn(2),
		}
		if kit.Chance(rng, 10) {
			h.Dst = rng.Intn(p.Nodes)
		}
		v := h.Pack(p)
		in.RxValid, in.RxData = true, []uint32{rng.Uint32(), uint32(v), uint32(v >> 32)}
	}
	h, _ := golden.Unpack(uint64(in.RxData[2])<<32|uint64(in.RxData[1]), p)
	if in.RxValid && !h.Message {
		s.again = slices.Clone(in.RxData)
	} else if !in.RxValid && s.again != nil && kit.Chance(rng, 20) {
		in.RxValid, in.RxData = true, s.again
	}
	if in.RxValid && kit.Chance(rng, 5) {
		in.RxHead, in.RxTail = kit.Chance(rng, 50), kit.Chance(rng, 50)
		in.RxData = slices.Clone(in.RxData)
		in.RxData[2] ^= 1 << rng.Intn(31)
	}
	return in
}

func (s *hostileAdapter) observe(in golden.AdapterIn, out golden.AdapterOut, hit func(string)) {
	s.net.accept(s.net.me, out)
	for c, name := range golden.CauseNames {
		if out.ErrSeen>>c&1 == 1 && name != "cut" && name != "marked" && name != "unsolicited" {
			hit(name)
		}
	}
	kit.Reached{"errors cleared": in.ErrClear && out.ErrSeen != 0, "packet leaves": out.LineValid && out.LineLast}.Report(hit)
}
