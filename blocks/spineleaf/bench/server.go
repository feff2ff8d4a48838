package bench

import (
	"math/rand"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var serverCoverPoints = []string{
	"frame sent", "frame received", "wrong frame received", "CNM", "paused", "limiter starts", "read sent frames",
	"read CNMs", "read the first CNM", "read limiters", "read the adapter",
	"read of the sink", "read refused frames", "flow written", "STOP said", "GO said", "STOP repeated",
}

func serverBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Server),
		MinCycles: 30000,
		Resets:    4,
		Scripted:  true, // it counts the cycles since reset
		AnyReset: map[string]string{
			"qcn_server.flow_dst":                          "a flow sends nothing before its row is written",
			"qcn_server.flow_prio: bit 0 flipped in reset": "a flow sends nothing before its row is written",
		},
		CoverPoints: serverCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(serverCoverPoints,
				kit.Cannot{"read refused frames": v["flows"] > 16 || v["queue"] > 16, "paused": v["flows"] > 16,
					"STOP said": v["blockable"] == 0, "GO said": v["blockable"] == 0,
					"STOP repeated": v["blockable"] == 0 ||
						qcn.PausePeriod(v["pause_quanta"], v["pause_reaction"], v["pause_refresh"]) > 1000})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newServerStimulus(rng, kit.ParamsOf[golden.ServerParams](v))
			return testbench.NewCase(golden.ServerIn{}, golden.ServerOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type serverStimulus struct {
	rng   *rand.Rand
	p     golden.ServerParams
	model *golden.Server
	feed  *feed
	in    golden.ServerIn // what is held
	table []golden.ServerIn
	pages [3]int // addresses of the cycles before
	stops bool   // the last PAUSE frame said STOP
}

func newServerStimulus(rng *rand.Rand, p golden.ServerParams) *serverStimulus {
	s := &serverStimulus{rng: rng, p: p, model: golden.NewServer(p), feed: newFeed(rng, p, rng.Intn(p.Servers))}
	s.in = golden.ServerIn{Seed: rng.Uint32(), Node: s.feed.node, Now: uint32(rng.Intn(1000)),
		Window: uint32(s.model.Sink.Rows() + 1 + rng.Intn(2000))}
	for f, dst := range rng.Perm(4095)[:p.Flows] {
		s.table = append(s.table, golden.ServerIn{
			SetFlow: f, SetDst: dst, SetPrio: rng.Intn(p.Prios), SetLength: 64 + rng.Intn(1459),
			SetRate:  rng.Intn(2000/p.Flows+1) % 1001,
			SetStart: s.in.Now + uint32(100+rng.Intn(2000)), SetStop: s.in.Now + uint32(3000+rng.Intn(20000)),
		})
	}
	s.table[0].SetRate, s.table[0].SetStop = min(1000, 300+s.table[0].SetRate), 1<<32-1
	return s
}

func (s *serverStimulus) drive(cycle int) golden.ServerIn {
	rng := s.rng
	s.in.Now++
	if s.p.Blockable == 1 && rng.Intn(1000) == 0 {
		s.in.Block = !s.in.Block
	}
	in := s.in
	set := s.table[rng.Intn(len(s.table))]
	if cycle < len(s.table) {
		set = s.table[cycle]
		in.SetValid = true
	}
	in.SetFlow, in.SetDst, in.SetPrio, in.SetLength = set.SetFlow, set.SetDst, set.SetPrio, set.SetLength
	in.SetRate, in.SetStart, in.SetStop = set.SetRate, set.SetStart, set.SetStop
	s.feed.mistakes = cycle/3000%3 == 2
	if cycle > s.model.Sink.Rows()+1 {
		if len(s.feed.beats) == 0 && rng.Intn(150) == 0 {
			s.control()
		}
		in.Rx = s.feed.next(in.Now, []int{100, 3}[cycle/900%2])
	}
	in.ReadAddress = rng.Intn(1 << 16)
	if kit.Chance(rng, 70) {
		in.ReadAddress = golden.PageFlows<<14 | rng.Intn(s.p.Flows)<<3 | rng.Intn(8)
	}
	return in
}

// control queues a CNM, mostly for one of two flows, so that these become slow, or a
// PAUSE frame.
func (s *serverStimulus) control() {
	rng := s.rng
	flows := len(s.table)
	if kit.Chance(rng, 75) {
		flows = min(2, flows)
	}
	f := s.table[rng.Intn(flows)]
	head := qcn.Frame{Kind: qcn.KindCNM, Dst: s.in.Node, Length: 64, Feedback: 20 + rng.Intn(44),
		QOffset: -rng.Intn(500), FlowDst: f.SetDst, FlowPrio: f.SetPrio}
	if kit.Chance(rng, 20) {
		head = qcn.Frame{Kind: qcn.KindPause, Length: 64, Enable: 255, Stop: rng.Intn(256), Quanta: rng.Intn(300)}
	}
	s.feed.beats = append(s.feed.beats, qcn.Beat{Valid: true, Head: true, Tail: true, Data: head.Word().Big()})
}

func (s *serverStimulus) observe(in golden.ServerIn, out golden.ServerOut, hit func(string)) {
	asked := s.pages[0]
	said := qcn.Frame{}
	if out.Tx.Head {
		said = qcn.FrameOf(qcn.WordOf(out.Tx.Data))
	}
	says := said.Kind == qcn.KindPause
	own := asked>>14 == golden.PageFlows && out.ReadDataKnown
	kind := asked & 7
	kit.Reached{
		"frame sent": out.Tx.Head, "frame received": s.model.Sink.Last.Entered, "wrong frame received": out.Error,
		"CNM": out.Reacts, "paused": s.model.Adapter.Last.Paused,
		"limiter starts": out.Reacts, "read sent frames": own && kind == golden.FlowSent && out.ReadData > 0,
		"read CNMs":           own && kind == golden.FlowCNMs && out.ReadData > 0,
		"read the first CNM":  own && kind == golden.FlowFirstCNM && out.ReadData != 1<<32-1,
		"read limiters":       own && kind == golden.FlowLimited && out.ReadData == 1,
		"read the adapter":    own && kind == golden.OfAdapter && out.ReadData > 0,
		"read of the sink":    !own && out.ReadDataKnown && out.ReadData > 0,
		"read refused frames": own && kind == golden.FlowRefused && out.ReadData > 0, "flow written": in.SetValid,
		"STOP said": says && said.Stop != 0, "GO said": says && said.Stop == 0,
		"STOP repeated": says && said.Stop != 0 && s.stops,
	}.Report(hit)
	if says {
		s.stops = said.Stop != 0
	}
	s.pages = [3]int{s.pages[1], s.pages[2], in.ReadAddress}
}
