package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var rpCoverPoints = []string{
	"limiter starts", "no free limiter", "CNM lost", "CNM lost while its limiter is launched",
	"CNM for a limiter in the pipeline", "CNM without feedback", "CNM does not start a limiter",
	"byte stage", "timer stage", "both stages", "all three events", "limiter becomes free", "bucket full",
	"bucket below 0", "frame waits for an update", "frame waits for a visit", "visit waits for a frame",
	"frame meets an event",
	"line rate again", "smallest rate", "unlimited flow sends", "longest frame",
}

func rpBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.RP),
		MinCycles: 80000,
		AnyReset: map[string]string{
			"qcn_rp.cnm_waits":                                 "written when a limiter starts",
			"qcn_rp.fresh":                                     "written when a limiter starts",
			"qcn_rp.timer_stage_waits":                         "written when a limiter starts",
			"qcn_rp.busy: bit 15 flipped in reset":             "shows only when all limiters are in use",
			"qcn_rp.byte_stage_waits: bit 15 flipped in reset": "shows only when all limiters are in use",
			"qcn_rp.fetched":                                   "the first cycle after reset is one of visits, and no frame has been sent",
			"qcn_rp.flight_at: bit 0 flipped in reset":         "the circle may begin with any of its words",
			"qcn_rp.flight_at: bit 5 flipped in reset":         "the circle may begin with any of its words",
			"qcn_rp.now":                                       "only differences count",
			"qcn_rp.random":                                    "the seed is loaded in the first cycle",
		},
		SeldomReset: map[string]string{
			"qcn_rp.sent: no reset": "a frame of before reset settles before a limiter starts, in most runs",
		},
		CoverPoints: rpCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			slow := v["timer"] > 2000 || v["byte_counter"] > 6000 // no limiter sees many stages
			roomy := v["limiters"] >= v["flows"]
			return kit.Without(rpCoverPoints, kit.Cannot{
				"byte stage": slow, "timer stage": slow, "both stages": slow, "all three events": slow || v["byte_counter"] > 200,
				"limiter becomes free": slow || v["flows"] > 16, "line rate again": slow || v["flows"] > 16,
				"no free limiter": roomy, "CNM does not start a limiter": v["start_qoff"] == 0,
				"smallest rate": v["min_rate"] < 1000,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.ReactionParams](v)
			s := &rpStimulus{rng: rng, p: p, model: golden.NewRP(p), seed: rng.Uint32(), mode: rng.Intn(rpModes)}
			prototype := golden.RPIn{Idle: make([]bool, p.Flows)}
			return testbench.NewCase(prototype, golden.RPOut{Limited: make([]bool, p.Flows), MaySend: make([]bool, p.Flows)},
				s.model.Step, s.drive, s.observe)
		},
	}
}

const rpModes = 6

type rpStimulus struct {
	rng   *rand.Rand
	p     golden.ReactionParams
	model *golden.RP
	seed  uint32
	mode  int
	idle  []bool
	sent  bool // a frame of a flow with a limiter, in the cycle before
}

// drive has spells with many CNMs and spells without, in which the limiters recover.
func (s *rpStimulus) drive(cycle int) golden.RPIn {
	rng := s.rng
	if cycle%5000 == 0 {
		s.mode = (s.mode + 1 + rng.Intn(2)) % rpModes
	}
	if s.idle == nil || kit.Chance(rng, 10) {
		s.idle = make([]bool, s.p.Flows)
		kit.Bools(rng, s.idle, []int{10, 80, 50, 90, 50, 0}[s.mode])
	}
	in := golden.RPIn{Seed: s.seed, Idle: s.idle, CNMFlow: rng.Intn(s.p.Flows), CNMFeedback: logarithmic(rng, 6),
		CNMCongested: kit.Chance(rng, 50)}
	in.CNMValid = rng.Intn(1000) < []int{3, 0, 20, 1, 400, 0}[s.mode]
	if s.mode == 3 || s.mode == 0 { // when a timer runs out
		left := s.model.TimerLeft(in.CNMFlow) - s.p.ReactionTime
		in.CNMValid = in.CNMValid || left > -8 && left < 16 && kit.Chance(rng, 30)
	}
	if (s.mode == 2 || s.mode == 4) && kit.Chance(rng, 50) {
		in.CNMFeedback = 63
	}
	in.SentFlow, in.SentLength = rng.Intn(s.p.Flows), 64+rng.Intn(1500) // the length is that of the frame before
	if s.mode == 5 {
		in.SentLength = 600 + rng.Intn(900)
	}
	if kit.Chance(rng, []int{20, 70, 20, 5, 0, 0}[s.mode]) {
		in.SentLength = 1<<14 - 1
	}
	if s.mode == 4 {
		in.SentLength = 64
	}
	in.SentCost = in.SentLength + 20
	for range 3 { // a flow that may send
		if s.model.Limited(in.SentFlow) && s.model.MaySend(in.SentFlow) {
			break
		}
		in.SentFlow = rng.Intn(s.p.Flows)
	}
	in.SentValid = kit.Chance(rng, []int{30, 60, 30, 80, 50, 30}[s.mode]) &&
		(!s.model.Limited(in.SentFlow) || s.model.MaySend(in.SentFlow))
	for f := range s.p.Flows { // an event has come, but may_send does not tell of it yet
		if s.model.MaySend(f) && !s.model.Open(f) && kit.Chance(rng, 70) {
			in.SentFlow, in.SentValid = f, true
		}
	}
	if in.SentValid {
		in.Idle = slices.Clone(in.Idle)
		in.Idle[in.SentFlow] = false
	}
	return in
}

func (s *rpStimulus) observe(in golden.RPIn, out golden.RPOut, hit func(string)) {
	e := s.model.Events
	kit.Reached{
		"limiter starts": out.Stat.Starts, "no free limiter": out.Stat.NoFree, "CNM lost": out.Stat.Lost && !e.LostAtLaunch,
		"CNM lost while its limiter is launched": e.LostAtLaunch,
		"CNM for a limiter in the pipeline":      e.Second, "CNM without feedback": in.CNMValid && in.CNMFeedback == 0,
		"CNM does not start a limiter": out.Stat.Reacts && !out.Stat.Starts && !out.Stat.NoFree &&
			!s.model.Limited(out.Stat.CNMFlow),
		"byte stage": e.Launched && e.Bytes && !e.CNM && !e.Timer, "timer stage": e.Launched && e.Timer && !e.Bytes && !e.CNM,
		"both stages":      e.Launched && e.Bytes && e.Timer && !e.CNM,
		"all three events": e.Launched && e.Bytes && e.Timer && e.CNM, "limiter becomes free": out.Stat.Frees,
		"bucket full": e.Full, "bucket below 0": e.Debt,
		"frame waits for an update": e.FrameWaitsForUpdate, "frame waits for a visit": e.FrameWaitsForVisit,
		"visit waits for a frame": e.VisitWaitsForFrame, "frame meets an event": e.FrameMeetsEvent,
		"line rate again":      out.UpdateValid && out.UpdateCrate == 1<<20,
		"smallest rate":        out.UpdateValid && out.UpdateCrate == s.p.MinRate,
		"unlimited flow sends": in.SentValid && !out.Limited[in.SentFlow],
		"longest frame":        s.sent && in.SentLength == 1<<14-1,
	}.Report(hit)
	s.sent = in.SentValid && out.Limited[in.SentFlow]
}
