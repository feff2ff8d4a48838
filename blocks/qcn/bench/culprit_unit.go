package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func culpritBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Culprit),
		MinCycles: 50000,
		CoverPoints: append([]string{
			"found in a full array", "gave up in an empty array", "found the only unit", "given back while it is read again",
			"unit of another priority", "wrong parity skipped",
		}, culpritSearchPoints...),
		CoverPointsFor: func(v blocks.Values) []string {
			cannot := cannotSearch(v)
			many := v["units"] > 1536
			for name, never := range map[string]bool{
				"found in a full array": many, "gave up in an empty array": many || cannot["gave up, fast"],
				"found the only unit": many, "wrong parity skipped": v["inject"] == 0,
			} {
				cannot[name] = never
			}
			return kit.Without(culpritBench().CoverPoints, cannot)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewCulprit(v["units"], v["probes_fast"], v["probes_strict"])
			s := &culpritStimulus{
				rng: rng, model: model, buffer: newBufferUnits(rng, model.Array, v["units"]), inject: v["inject"] == 1,
				sequences: map[bool]int{}, prios: []int{rng.Intn(8), rng.Intn(8)},
				in: golden.CulpritIn{CulpritHeld: golden.CulpritHeld{Seed: rng.Uint32(), Owner: rng.Intn(4096)}},
			}
			s.buffer.linger = 2*v["probes_strict"] + v["units"]/4
			return testbench.NewCase(golden.CulpritIn{}, golden.CulpritOut{}, model.Step, s.drive, s.observe)
		},
	}
}

type culpritStimulus struct {
	rng    *rand.Rand
	model  *golden.Culprit
	buffer *bufferUnits
	inject bool
	prios  []int // of the frames in the buffer
	prio   int   // that is looked for
	in     golden.CulpritIn

	ready, busy bool
	given       bool         // the unit of the hit is given back
	sequences   map[bool]int // searches through all rows of a buffer that is all but empty, strict and others
	quiet       int          // cycles without traffic
	outcome     watchedHit
}

func (s *culpritStimulus) drive(int) golden.CulpritIn {
	rng, in := s.rng, &s.in
	held := in.CulpritHeld
	if !s.busy {
		held.Strict = s.strict()
	}
	*in = golden.CulpritIn{
		CulpritHeld: held, RequestValid: kit.Chance(rng, 70), RequestPrio: kit.Pick(rng, s.prios),
		AllocUnit: s.unit(), AllocPhase: kit.Chance(rng, 50), AllocPointer: s.unit(), AllocPrio: rng.Intn(8),
		ReleaseUnit: s.unit(), ReleasePhase: kit.Chance(rng, 50),
	}
	switch level := len(s.buffer.held); {
	case level <= 1 && s.busy && in.Strict != s.strict(): // the mode changes between searches
		in.RequestValid = false
		// a strict one would last until the buffer is full, and beyond
	case kit.Chance(rng, 1) && (!in.Strict || level < s.buffer.units/2):
		in.RequestPrio = rng.Intn(8)
	}
	s.given = false
	if !s.ready {
		return *in
	}
	var t traffic
	unit, again := s.model.Engine.Hit()
	switch {
	case again && (kit.Chance(rng, 10) || s.outcome.inSequence && kit.Chance(rng, 20)):
		t = s.buffer.drop(unit)
	case s.late(): // something to find after all
		t = s.buffer.store(s.prio)
		s.quiet = s.buffer.units
	case s.quiet > 0:
		s.quiet--
	default:
		t = s.buffer.step(s.prios, s.inject)
		if kit.Chance(rng, 2) {
			s.quiet = rng.Intn(60)
		}
	}
	in.AllocPointer, in.AllocPrio, in.Inject = t.pointer, t.prio, t.bad
	if t.alloc != nil {
		in.AllocValid, in.AllocUnit, in.AllocPhase = true, t.alloc.number, t.alloc.phase
	}
	if t.release != nil {
		in.ReleaseValid, in.ReleaseUnit, in.ReleasePhase = true, t.release.number, t.release.phase
	}
	s.given = again && in.ReleaseValid && in.ReleaseUnit == unit
	return *in
}

// strict is the mode of the next search. Where the buffer is all but empty, searches go
// through all rows, as many in strict mode as in fast mode.
func (s *culpritStimulus) strict() bool {
	if len(s.buffer.held) <= 1 {
		return s.sequences[true] < s.sequences[false]
	}
	return kit.Chance(s.rng, 40)
}

// late reports whether an empty buffer takes a frame while a search goes through all rows:
// in the first of three searches soon, in the second one never, in the third one at any
// moment.
func (s *culpritStimulus) late() bool {
	if !s.outcome.inSequence || len(s.buffer.held) > 0 {
		return false
	}
	switch s.sequences[s.in.Strict] % 3 {
	case 0:
		return s.rng.Intn(s.buffer.units/256) == 0
	case 1:
		return false
	}
	return s.rng.Intn(s.buffer.units/16) == 0
}

func (s *culpritStimulus) unit() int { return s.rng.Intn(s.buffer.units) }

func (s *culpritStimulus) observe(in golden.CulpritIn, out golden.CulpritOut, hit func(string)) {
	s.ready = out.Ready
	level := len(s.buffer.held)
	kit.Reached{
		"found in a full array":             out.AnswerValid && out.AnswerHit && level == s.buffer.units,
		"gave up in an empty array":         out.AnswerValid && !out.AnswerHit && level == 0,
		"found the only unit":               out.AnswerValid && out.AnswerHit && level == 1,
		"given back while it is read again": s.given,
		"unit of another priority":          out.AnswerValid && out.AnswerHit && s.prios[0] != s.prios[1],
		"wrong parity skipped":              out.CountWrong != s.outcome.before.CountWrong,
	}.Report(hit)
	accepted, sequence := in.RequestValid && out.RequestReady, s.outcome.inSequence
	s.outcome.observe(in.Strict, accepted, out.CulpritAnswer, out.CulpritCounts, s.given, hit)
	if out.AnswerValid {
		if sequence && level <= 1 {
			s.sequences[in.Strict]++
		}
		s.busy = false
		s.quiet = min(s.quiet, 60)
	}
	if accepted {
		s.busy, s.prio = true, in.RequestPrio
	}
}
