package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var engineCoverPoints = []string{
	"frame", "frames one after the other", "detour", "not adaptive", "notification passes", "notification of this switch",
	"local before an input", "offer waits behind a notification", "off the list", "on the list",
	"missing list for a frame", "missing list for a notification", "list of one", "seed", "tick", "entry expires",
}

func engineBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Engine), MinCycles: 40000, CoverPoints: engineCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(engineCoverPoints, kit.Cannot{"detour": v["list"] == 1,
				"entry expires": !expiresInEngine(v)})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["ports"]
			s := &engineStimulus{rng: rng, v: v, model: golden.NewEngine(kit.ParamsOf[golden.Params](v)),
				wait: make([]*golden.Stored, n), lists: map[int][]int{}}
			s.in = golden.EngineIn{
				WriteListValid: make([]bool, v["list"]), WriteListPort: make([]int, v["list"]), OfferValid: make([]bool, n),
				OfferCn: make([]bool, n), OfferWord: make([]*big.Int, n), OfferBeats: make([]int, n),
				LocalWord: new(big.Int), Low: make([]bool, n),
			}
			return testbench.NewCase(s.in, golden.EngineOut{Taken: make([]bool, n), CnValid: make([]bool, n),
				FrameWord: new(big.Int), CnWord: new(big.Int)}, s.model.Step, s.drive, s.observe)
		},
	}
}

// A run has quiet times, without notifications, in which entries of the congestion table
// expire, if that takes no longer than engineQuiet cycles.
const (
	engineQuiet = 13000
	engineNoisy = 3000
)

// engineTick is the longest time between ticks.
func engineTick(v blocks.Values) int { return tickCycles(v) + 9 }

func expiresInEngine(v blocks.Values) bool { return (v["timer"]+2)*engineTick(v) <= engineQuiet }

type engineStimulus struct {
	rng   *rand.Rand
	v     blocks.Values
	model *golden.Engine
	in    golden.EngineIn

	wait   []*golden.Stored
	lists  map[int][]int
	tick   int
	frames int // percent
	cns    int
	local  int
	near   bool // feedbacks differ by one at most
	last   golden.EngineOut
}

func (s *engineStimulus) drive(cycle int) golden.EngineIn {
	rng, in, v := s.rng, &s.in, s.v
	if cycle%300 == 0 || s.frames == 0 {
		s.frames, s.cns = kit.Pick(rng, []int{5, 40, 100}), kit.Pick(rng, []int{0, 5, 60})
		s.local = kit.Pick(rng, []int{0, 2, 10})
		in.Adaptive, s.near = kit.Chance(rng, 80), kit.Chance(rng, 50)
	}
	if expiresInEngine(v) && cycle%(engineNoisy+engineQuiet) >= engineNoisy {
		s.cns, s.local = 0, 0
	}
	s.write()
	for i := range s.wait {
		if s.wait[i] == nil && kit.Chance(rng, s.frames) {
			in.OfferCn[i] = kit.Chance(rng, s.cns)
			if in.OfferCn[i] {
				s.wait[i] = &golden.Stored{Word: s.cnm().Word()}
			} else {
				s.wait[i] = &golden.Stored{Word: randomFrame(rng, v["hosts"]).Word(), Beats: rng.Intn(24)}
			}
		}
		in.OfferValid[i], in.OfferWord[i], in.OfferBeats[i] = s.wait[i] != nil, new(big.Int), 0
		if w := s.wait[i]; w != nil {
			in.OfferWord[i], in.OfferBeats[i] = w.Word.Big(), w.Beats
		}
	}
	if !in.LocalValid && kit.Chance(rng, s.local) {
		in.LocalValid, in.LocalPort, in.LocalWord = true, rng.Intn(v["ports"]), s.cnm().Word().Big()
	}
	in.Load, in.Seed = kit.Chance(rng, 1), 1+uint32(rng.Int31())
	kit.Bools(rng, in.Low, 3)
	s.tick = max(0, s.tick-1)
	if in.Tick = s.tick == 0; in.Tick {
		s.tick = engineTick(v) - rng.Intn(10)
	}
	return *in
}

// cnm is a notification, at times of one of two feedbacks that differ by one, which then
// decides between ports.
func (s *engineStimulus) cnm() qcn.Frame {
	f := randomCNM(s.rng, s.v["hosts"])
	if s.near {
		f.Feedback = 32 + s.rng.Intn(2)
	}
	return f
}

// write fills the routing table, slowly: some lists are missing for a while. A list is
// written only where nothing can read it in the same cycle.
func (s *engineStimulus) write() {
	in, h := &s.in, s.rng.Intn(s.v["hosts"])
	in.WriteValid = len(s.lists[h]) == 0 && kit.Chance(s.rng, 4) && !s.model.Reads(h)
	in.WriteHost = h
	list := randomList(s.rng, s.v["ports"], s.v["list"])
	setList(list, in.WriteListValid, in.WriteListPort)
	if in.WriteValid {
		s.lists[h] = list
	}
}

func (s *engineStimulus) observe(in golden.EngineIn, out golden.EngineOut, hit func(string)) {
	waits := kit.Count(in.OfferValid) > 0
	kit.Reached{
		"frame": out.FrameValid, "frames one after the other": out.FrameValid && s.last.FrameValid,
		"detour": out.FrameValid && out.Detour, "not adaptive": out.FrameValid && !in.Adaptive,
		"notification passes": out.CnLeaves, "notification of this switch": out.LocalTaken,
		"local before an input":             out.LocalTaken && waits,
		"offer waits behind a notification": waits && !out.LocalTaken && kit.Count(out.Taken) == 0,
		"off the list":                      out.OffList, "on the list": out.CnLeaves && !out.OffList,
		"missing list for a frame":        out.Missing && !s.model.ToldCN(),
		"missing list for a notification": out.Missing && s.model.ToldCN(), "seed": in.Load, "tick": in.Tick,
		"entry expires": s.model.Expires(),
		"list of one":   in.WriteValid && kit.Count(in.WriteListValid) == 1,
	}.Report(hit)
	for i, taken := range out.Taken {
		if taken {
			s.wait[i] = nil
		}
	}
	if out.LocalTaken {
		s.in.LocalValid = false
	}
	s.last = out
}
