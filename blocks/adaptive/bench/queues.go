package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var queuesCoverPoints = []string{
	"enqueue", "fetch", "fetch of the last one", "last one leaves as another comes", "comes as another leaves",
	"several want", "several are done", "partition full", "no slot free", "used again", "long queue",
	"wants of an empty queue",
}

func queuesBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Queues), MinCycles: 12000, CoverPoints: queuesCoverPoints,
		AnyReset: map[string]string{"adaptive_queues.moves_on": "all queues are empty: the first frame of each is its head"},
		CoverPointsFor: func(v blocks.Values) []string {
			many := v["slots"] > 200 || v["ports"] > 8
			return kit.Without(queuesCoverPoints,
				kit.Cannot{"partition full": many, "no slot free": many, "used again": many, "several are done": false})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["ports"]
			s := &queuesStimulus{rng: rng, v: v, model: golden.NewQueues(n, v["slots"]), out: make([][]golden.Leaving, n),
				wants: make([]bool, n), offers: make([]bool, n)}
			s.idle = rng.Intn(2) * rng.Intn(60)
			s.keep = 2 * s.idle
			s.in = golden.QueuesIn{EnqWord: new(big.Int), Want: make([]bool, n), DoneValid: make([]bool, n),
				DoneSlot: make([]int, n), DoneLength: make([]int, n)}
			out := golden.QueuesOut{Fetched: make([]bool, n), FrameWord: new(big.Int), Taken: make([]bool, n),
				LeftValid: make([]bool, n), Used: make([]int, n), Entering: make([]bool, n), NoRoom: make([]bool, n)}
			return testbench.NewCase(s.in, out, s.model.Step, s.drive, s.observe)
		},
	}
}

type queuesStimulus struct {
	rng   *rand.Rand
	v     blocks.Values
	model *golden.Queues
	in    golden.QueuesIn

	enq, want, done int // percent
	hot             int
	wants, offers   []bool // of each output: wants a frame, offers one back
	// cycles after the reset without a want, and without an offer: then several begin at once
	idle, keep int
	out        [][]golden.Leaving // fetched, not given back
}

func (s *queuesStimulus) drive(cycle int) golden.QueuesIn {
	rng, in, n := s.rng, &s.in, s.v["ports"]
	if cycle%400 == 0 || s.enq == 0 {
		s.enq, s.want = kit.Pick(rng, []int{10, 50, 100}), kit.Pick(rng, []int{1, 20, 80})
		s.done = kit.Pick(rng, []int{1, 30, 100})
		s.hot = rng.Intn(n)
	}
	in.EnqValid, in.EnqIn, in.EnqOut = kit.Chance(rng, s.enq), rng.Intn(n), rng.Intn(n)
	if kit.Chance(rng, 50) {
		in.EnqOut = s.hot
	}
	if kit.Chance(rng, 30) {
		in.EnqIn = s.hot
	}
	s.idle, s.keep = max(s.idle-1, 0), max(s.keep-1, 0)
	f := randomFrame(rng, 6)
	in.EnqWord, in.EnqBeats = f.Word().Big(), rng.Intn(24)
	for o := range n {
		s.wants[o] = s.wants[o] || s.idle == 0 && kit.Chance(rng, s.want)
		in.Want[o] = s.wants[o] && len(s.out[o]) < 2
		s.offers[o] = len(s.out[o]) > 0 && (s.offers[o] || s.keep == 0 && kit.Chance(rng, s.done))
		in.DoneValid[o] = s.offers[o]
		in.DoneSlot[o], in.DoneLength[o] = 0, 0
		if in.DoneValid[o] {
			in.DoneSlot[o], in.DoneLength[o] = s.out[o][0].Slot, s.out[o][0].Length
		}
	}
	return *in
}

func (s *queuesStimulus) observe(in golden.QueuesIn, out golden.QueuesOut, hit func(string)) {
	longest := 0
	for o, fetched := range out.Fetched {
		longest = max(longest, s.model.Length(o))
		if fetched {
			s.wants[o] = false
		}
		if out.Taken[o] {
			s.out[o] = s.out[o][1:]
			s.offers[o] = false
		}
	}
	if o, leaving, ok := s.model.Fetched(); ok {
		s.out[o] = append(s.out[o], leaving)
	}
	o, _, fetches := s.model.Fetched()
	empty := fetches && s.model.Length(o) == 0
	kit.Reached{
		"enqueue": in.EnqValid, "fetch": fetches, "fetch of the last one": empty,
		"last one leaves as another comes": fetches && s.model.Length(o) == 1 && in.EnqValid && in.EnqOut == o,
		"comes as another leaves":          in.EnqValid && kit.Count(out.Taken) > 0, "several want": kit.Count(in.Want) > 1,
		"several are done": kit.Count(in.DoneValid) > 1,
		"partition full":   s.model.Free(in.EnqIn) == 0, "no slot free": out.Lost,
		"used again": in.EnqValid && s.model.Reused(in.EnqIn), "long queue": longest > 10,
		"wants of an empty queue": in.Want[s.hot] && s.model.Length(s.hot) == 0,
	}.Report(hit)
}
