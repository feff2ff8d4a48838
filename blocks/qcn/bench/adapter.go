package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var adapterCoverPoints = []string{
	"frame of one beat", "frame of several beats", "frame behind frame", "from the FIFO", "from a queue set aside",
	"entry of a limited flow dropped", "stale entry dropped", "stale entry of a flow with a frame dropped",
	"source blocked", "FIFO full",
	"frame refused", "in and out of one queue", "paused", "choice taken back", "queue full", "CNM",
	"CNM for an unknown flow", "CNM that goes on behind its beat", "limiter starts", "limiter becomes free", "flow limited and another one not",
	"no free limiter",
	"PAUSE frame", "PAUSE frame before data", "PAUSE frame waits", "PAUSE frame behind PAUSE frame",
	"data behind a PAUSE frame",
}

func adapterBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Adapter),
		MinCycles: 100000,
		AnyReset: map[string]string{
			"qcn_adapter.flows_above":                           "the first frames go through the FIFO of their priority, which writes the turn",
			"qcn_adapter.prios_above":                           "the first frame is alone, and writes the turn",
			"qcn_adapter.candidates: bit 0 flipped in reset":    "no flow may send in the first cycles",
			"qcn_adapter.candidates: all bits flipped in reset": "no flow may send in the first cycles, and flow 0 is chosen before the FIFO",
		},
		CoverPoints: adapterCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			all, one := v["per_dest"] == 1, v["flows"] == 1
			slow := v["timer"] > 2000 || v["byte_counter"] > 6000 || v["flows"] > 16
			silent := v["says_pause"] == 0
			big := v["queue"] > 64 || v["flows"] > 16
			return kit.Without(adapterCoverPoints, kit.Cannot{
				"from the FIFO": all, "entry of a limited flow dropped": all, "stale entry dropped": all || slow || v["flows"] < 8,
				"stale entry of a flow with a frame dropped": all || slow || v["timer"] > quickTimer || v["flows"] <= v["prios"],
				"source blocked": all || big, "queue full": big, "frame refused": big,
				"PAUSE frame": silent, "PAUSE frame before data": silent, "PAUSE frame waits": silent,
				"PAUSE frame behind PAUSE frame": silent, "data behind a PAUSE frame": silent,
				"FIFO full":                        true, // stale entries would have to fill it
				"flow limited and another one not": one, "limiter becomes free": slow,
				"no free limiter": v["limiters"] >= v["flows"] || v["flows"] > 16,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.ReactionParams](v)
			s := newAdapterStimulus(rng, p)
			out := golden.AdapterOut{OfferReady: make([]bool, p.Flows), Stat: golden.AdapterStat{Limited: make([]bool, p.Flows)}}
			return testbench.NewCase(s.in, out, s.model.Step, s.drive, s.observe)
		},
	}
}

type adapterStimulus struct {
	rng    *rand.Rand
	p      golden.ReactionParams
	model  *golden.Adapter
	in     golden.AdapterIn
	mode   int
	script *replaced // until it has run
	taken  bool      // the offer of the cycle before
	said   bool      // the PAUSE frame of the cycle before is taken
	tail   bool
	ends   golden.SentBeat // the last beat that ended a frame
}

const adapterModes = 6

func newAdapterStimulus(rng *rand.Rand, p golden.ReactionParams) *adapterStimulus {
	s := &adapterStimulus{rng: rng, p: p, model: golden.NewAdapter(p), mode: rng.Intn(adapterModes)}
	n := p.Flows
	s.in = golden.AdapterIn{
		Seed: rng.Uint32(), Node: rng.Intn(4096), Now: rng.Uint32(), FlowDst: make([]int, n), FlowPrio: make([]int, n),
		FlowLength: make([]int, n), Paused: make([]bool, p.Prios),
	}
	for f, dst := range rng.Perm(4096)[:n] {
		s.in.FlowDst[f], s.in.FlowPrio[f] = dst, rng.Intn(p.Prios)
		s.in.FlowLength[f] = []int{64, 65, 128, 200, 64 + rng.Intn(1500), 1522}[rng.Intn(6)]
	}
	if n > 1 { // a flow to the same destination in another priority
		s.in.FlowDst[1], s.in.FlowPrio[1], s.in.FlowPrio[0] = s.in.FlowDst[0], p.Prios-1, 0
		if p.Prios == 1 {
			s.in.FlowDst[1] ^= 1
		}
	}
	if kit.Chance(rng, 30) {
		s.script = newReplaced(p, s.in.FlowPrio)
	}
	return s
}

// drive makes inputs at random, and runs the script now and then.
func (s *adapterStimulus) drive(cycle int) golden.AdapterIn {
	s.in.Now++
	if s.p.SaysPause == 1 && (s.said || !s.in.PauseValid) {
		s.in.PauseValid = s.rng.Intn(1000) < []int{3, 300}[cycle/700%2]
		f := golden.Frame{Kind: golden.KindPause, Length: 64, Enable: s.rng.Intn(256), Stop: s.rng.Intn(256),
			Quanta: s.rng.Intn(1 << 16)}
		s.in.PauseData = f.Word().Big()
	}
	if s.script == nil && cycle%2000 == 0 && kit.Chance(s.rng, 15) {
		s.script = newReplaced(s.p, s.in.FlowPrio)
	}
	if s.script == nil {
		return s.random(cycle)
	}
	flow := s.script.flow
	running, cnm := s.script.drive(s)
	if !running {
		s.script = nil
	}
	in := s.in
	if cnm {
		in.Rx = s.cnm(golden.Frame{Feedback: 1, QOffset: -1, FlowDst: in.FlowDst[flow], FlowPrio: in.FlowPrio[flow]})
	}
	return in
}

// cnm is a notification on the link.
func (s *adapterStimulus) cnm(f golden.Frame) golden.Beat {
	f.Kind, f.Length = golden.KindCNM, 64
	return golden.Beat{Valid: true, Head: true, Tail: true, Data: f.Word().Big()}
}

func (s *adapterStimulus) random(cycle int) golden.AdapterIn {
	rng := s.rng
	if cycle%2000 == 0 {
		s.mode = (s.mode + 1 + rng.Intn(2)) % adapterModes
	}
	if s.taken || !s.in.OfferValid {
		s.in.OfferValid = rng.Intn(1000) < []int{1000, 40, 100, 1000, 30, 80}[s.mode]
		s.in.OfferFlow = rng.Intn(s.p.Flows)
		if s.mode == 5 {
			s.in.OfferFlow = rng.Intn(min(2, s.p.Flows))
		}
	}
	if rng.Intn(200) == 0 {
		paused := make([]bool, s.p.Prios)
		kit.Bools(rng, paused, []int{0, 30, 0, 50, 0, 0}[s.mode])
		s.in.Paused = paused
	}
	in := s.in
	in.Rx = golden.Beat{Valid: kit.Chance(rng, 50), Head: kit.Chance(rng, 50), Tail: kit.Chance(rng, 50),
		Data: golden.Word{rng.Uint64(), rng.Uint64()}.Big()}
	if w := golden.WordOf(in.Rx.Data); in.Rx.Head && golden.FrameOf(w).Kind == golden.KindCNM && kit.Chance(rng, 90) {
		in.Rx.Valid = false
	}
	if rng.Intn(1000) < []int{2, 3, 20, 20, 1, 0}[s.mode] {
		f := rng.Intn(s.p.Flows)
		cnm := golden.Frame{Feedback: logarithmic(rng, 5), QOffset: rng.Intn(200) - 100, FlowDst: s.in.FlowDst[f],
			FlowPrio: s.in.FlowPrio[f]}
		if kit.Chance(rng, 10) {
			cnm.FlowDst, cnm.FlowPrio = rng.Intn(4096), rng.Intn(8)
		}
		in.Rx = s.cnm(cnm)
		in.Rx.Tail = !kit.Chance(rng, 5)
	}
	return in
}

func (s *adapterStimulus) observe(in golden.AdapterIn, out golden.AdapterOut, hit func(string)) {
	e := s.model.Last
	pause := out.Tx.Head && golden.FrameOf(golden.WordOf(out.Tx.Data)).Kind == golden.KindPause
	after := s.ends.Valid && golden.FrameOf(golden.WordOf(s.ends.Data)).Kind == golden.KindPause && s.ends.Head
	limited := kit.Count(out.Stat.Limited)
	kit.Reached{
		"frame of one beat":      out.Tx.Head && out.Tx.Tail,
		"frame of several beats": out.Tx.Valid && !out.Tx.Head && !out.Tx.Tail, "frame behind frame": s.tail && out.Tx.Head,
		"from the FIFO": e.FromLine, "from a queue set aside": e.Aside, "entry of a limited flow dropped": e.OfLimited,
		"stale entry dropped": e.Stale, "stale entry of a flow with a frame dropped": e.Replaced, "source blocked": e.Blocked,
		"FIFO full":     e.FullLine,
		"frame refused": out.Stat.Refused, "in and out of one queue": e.InAndOut, "paused": e.Paused,
		"choice taken back": e.TakenBack, "queue full": e.Backlog, "CNM": out.Stat.Reacts,
		"CNM for an unknown flow": out.Stat.Unknown,
		"CNM that goes on behind its beat": in.Rx.Valid && in.Rx.Head && !in.Rx.Tail &&
			golden.FrameOf(golden.WordOf(in.Rx.Data)).Kind == golden.KindCNM,
		"limiter starts": out.Stat.Starts, "limiter becomes free": out.Stat.Frees,
		"flow limited and another one not": limited > 0 && limited < s.p.Flows, "no free limiter": out.Stat.NoFree,
		"PAUSE frame": pause, "PAUSE frame before data": e.SaysFirst,
		"PAUSE frame waits":              in.PauseValid && !out.PauseReady && out.Tx.Valid,
		"PAUSE frame behind PAUSE frame": pause && after, "data behind a PAUSE frame": out.Tx.Head && !pause && after,
	}.Report(hit)
	s.said = out.PauseReady
	if out.Tx.Tail {
		s.ends = out.Tx
	}
	s.tail, s.taken = out.Tx.Tail, in.OfferValid && out.OfferReady[in.OfferFlow]
}
