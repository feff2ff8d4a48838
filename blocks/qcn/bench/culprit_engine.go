package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// culpritSearchPoints are the cover points of searches.
var culpritSearchPoints = []string{
	"hit by a draw, strict", "hit by a draw, fast", "hit in sequence, strict", "hit in sequence, fast", "gave up, strict",
	"gave up, fast",
	"searches back to back", "stale hit", "stale hit in sequence", "given back just in time", "given back with the answer",
}

// cannotSearch are those that take too long: some searches of a run go through all
// draws and all rows.
func cannotSearch(v blocks.Values) kit.Cannot {
	rows := v["units"] / golden.CulpritColumns
	long := v["probes_strict"]+v["probes_fast"]+2*rows > 1500
	return kit.Cannot{
		"hit in sequence, strict": long, "gave up, strict": long, "hit in sequence, fast": long, "gave up, fast": long,
		"stale hit in sequence": long,
	}
}

func culpritEngineBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.CulpritEngine),
		MinCycles: 60000,
		CoverPoints: append([]string{"read held back", "wrong parity skipped", "stale hit after the last draw",
			"gave up after a stale hit in sequence"},
			culpritSearchPoints...),
		CoverPointsFor: func(v blocks.Values) []string {
			cannot := cannotSearch(v)
			long := cannot["stale hit in sequence"]
			cannot["stale hit after the last draw"], cannot["gave up after a stale hit in sequence"] = long, long
			return kit.Without(culpritEngineBench().CoverPoints, cannot)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewCulpritEngine(v["units"], v["probes_fast"], v["probes_strict"])
			s := &culpritEngineStimulus{
				rng: rng, model: model, array: golden.NewCulpritArray(v["units"]), units: v["units"],
				rows: v["units"] / golden.CulpritColumns, search: rng.Intn(100),
				draws: map[bool]int{false: v["probes_fast"], true: v["probes_strict"]},
				in: golden.CulpritEngineIn{
					CulpritHeld: golden.CulpritHeld{Seed: rng.Uint32(), Owner: rng.Intn(4096)},
					WordValid:   make([]bool, golden.CulpritColumns), WordWrong: make([]bool, golden.CulpritColumns),
					WordPrio: make([]int, golden.CulpritColumns), WordPointer: make([]int, golden.CulpritColumns),
				},
			}
			if kit.Chance(rng, 20) { // the one start that would be 0
				s.in.Seed = uint32(s.in.Owner) << 20
			}
			return testbench.NewCase(s.in, golden.CulpritEngineOut{}, model.Step, s.drive, s.observe)
		},
	}
}

// culpritContents are what a row is filled with for a search: the chance that a word
// is valid, has the priority, and has wrong parity, in percent.
type culpritContents struct{ valid, match, wrong int }

type culpritEngineStimulus struct {
	rng         *rand.Rand
	model       *golden.CulpritEngine
	array       *golden.CulpritArray // for the numbers of units
	units, rows int
	in          golden.CulpritEngineIn

	cycle, search int
	busy          bool
	prio          int
	contents      culpritContents
	only          int          // the one unit that matches, once no draw has; -1: none
	draws         map[bool]int // of a search, by strict
	lastDraw      bool         // only the row of the last draw matches
	salt          int64        // of the contents of this search
	given         bool         // the unit of the hit is given back
	way           [2]rowRead   // in the cycle before, and in the one before that
	reads         int          // of the search
	outcome       watchedHit   // of the search
}

func (s *culpritEngineStimulus) drive(cycle int) golden.CulpritEngineIn {
	rng, in := s.rng, &s.in
	s.cycle++
	in.Cleared = in.Cleared || s.cycle > 20
	in.RdReady = kit.Chance(rng, 90)
	if !s.busy {
		s.prepare()
	}
	in.RequestValid, in.RequestPrio = kit.Chance(rng, 50), s.prio
	if !in.RequestValid {
		in.RequestPrio = rng.Intn(8)
	}
	s.given = false
	in.ReleaseValid, in.ReleaseUnit = kit.Chance(rng, 30), s.array.Unit(rng.Intn(golden.CulpritColumns), rng.Intn(s.rows))
	if unit, ok := s.model.Hit(); ok && kit.Chance(rng, 50) {
		in.ReleaseUnit = unit
		s.given = in.ReleaseValid
	}
	s.words(s.way[1].row, s.lastDraw && s.way[1].number == s.draws[in.Strict])
	return *in
}

// prepare chooses mode and contents for the next search, by turns.
func (s *culpritEngineStimulus) prepare() {
	kinds := []culpritContents{{50, 50, 5}, {100, 3, 0}, {100, 50, 50}, {100, 0, 0}, {100, 100, 98}, {0, 0, 0},
		{30, 10, 1}, {100, 100, 0}, {0, 0, 0}}
	s.contents = kinds[s.search%len(kinds)]
	s.in.Strict = s.search/len(kinds)%2 == 1
	s.prio = s.rng.Intn(8)
	s.salt = s.rng.Int63()
	s.only = -1
	s.lastDraw = s.search%len(kinds) == 8
	if s.search%len(kinds) == 5 {
		s.only = s.array.Unit(s.rng.Intn(golden.CulpritColumns), kit.Pick(s.rng, []int{0, s.rows - 1, s.rng.Intn(s.rows)}))
	}
}

// rowRead is a row that was read, -1 for none, and which one of the search it was, from 1.
type rowRead struct{ row, number int }

// words are the contents of a row, the same throughout a search but for a few that
// change; random if none was read.
func (s *culpritEngineStimulus) words(row int, allMatch bool) {
	rng, in := rand.New(rand.NewSource(s.salt+int64(row))), &s.in
	for c := range golden.CulpritColumns {
		in.WordValid[c] = kit.Chance(rng, s.contents.valid)
		in.WordWrong[c] = kit.Chance(rng, s.contents.wrong)
		in.WordPrio[c] = s.prio ^ 1<<rng.Intn(3)
		if kit.Chance(rng, s.contents.match) {
			in.WordPrio[c] = s.prio
		}
		in.WordPointer[c] = s.array.Unit(rng.Intn(golden.CulpritColumns), rng.Intn(s.rows))
		if allMatch || row >= 0 && s.array.Unit(c, row) == s.only && s.outcome.inSequence {
			in.WordValid[c], in.WordWrong[c], in.WordPrio[c] = true, false, s.prio
		}
	}
	if !allMatch && kit.Chance(s.rng, 10) {
		c := s.rng.Intn(golden.CulpritColumns)
		in.WordValid[c] = false
	}
}

func (s *culpritEngineStimulus) observe(in golden.CulpritEngineIn, out golden.CulpritEngineOut, hit func(string)) {
	s.way[1], s.way[0] = s.way[0], rowRead{row: -1}
	if out.RdValid && in.RdReady {
		s.reads++
		s.way[0] = rowRead{out.RdRow, s.reads}
	}
	accepted := in.RequestValid && out.RequestReady
	kit.Reached{
		"read held back":       out.RdValid && !in.RdReady,
		"wrong parity skipped": out.CountWrong != s.outcome.before.CountWrong,
	}.Report(hit)
	s.outcome.observe(in.Strict, accepted, out.CulpritAnswer, out.CulpritCounts, s.given, hit)
	kit.Reached{
		"stale hit after the last draw":         s.outcome.staleThenSequence,
		"gave up after a stale hit in sequence": out.AnswerValid && !out.AnswerHit && s.outcome.staleInSequence,
	}.Report(hit)
	if s.outcome.staleNow && kit.Chance(s.rng, 50) {
		s.only = -1 // nothing is left to find
	}
	if out.AnswerValid {
		s.busy = false
	}
	switch {
	case accepted: // straight after an answer: in the same contents
		s.busy, s.reads = true, 0
	case out.AnswerValid:
		s.search++
	}
}

// watchedHit follows searches by their counters.
type watchedHit struct {
	before, atRequest golden.CulpritCounts
	released          [2]bool // the unit of the hit was given back: in the cycle before, and in the one before that
	staleThenSequence bool
	staleInSequence   bool // in this search
	staleNow          bool // in this cycle, in sequence
	inSequence        bool // the search goes through all rows
}

func (w *watchedHit) observe(strict, accepted bool, answer golden.CulpritAnswer, now golden.CulpritCounts, release bool,
	hit func(string)) {
	mode := ", fast"
	if strict {
		mode = ", strict"
	}
	sequence := now.CountFallbacks != w.atRequest.CountFallbacks
	w.inSequence = sequence && !accepted
	stale := now.CountStale != w.before.CountStale
	w.staleNow = stale && sequence
	w.staleInSequence = (w.staleInSequence || w.staleNow) && !accepted
	w.staleThenSequence = stale && now.CountFallbacks != w.before.CountFallbacks
	kit.Reached{
		"hit by a draw" + mode:       answer.AnswerValid && answer.AnswerHit && !sequence,
		"hit in sequence" + mode:     answer.AnswerValid && answer.AnswerHit && sequence,
		"gave up" + mode:             answer.AnswerValid && !answer.AnswerHit,
		"searches back to back":      accepted && answer.AnswerValid,
		"stale hit":                  stale,
		"stale hit in sequence":      stale && sequence,
		"given back just in time":    stale && w.released[1],
		"given back with the answer": answer.AnswerValid && answer.AnswerHit && w.released[0],
	}.Report(hit)
	w.before, w.released = now, [2]bool{release, w.released[0]}
	if accepted {
		w.atRequest = now
	}
}
