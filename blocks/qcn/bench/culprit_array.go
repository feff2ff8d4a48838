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

func culpritArrayBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.CulpritArray),
		MinCycles: 10000,
		CoverPoints: []string{
			"full", "empty again", "allocation and release", "in one row", "straight out again",
			"read refused for an allocation", "read refused for a release",
			"read after its allocation", "read after its release", "reads in a row", "row of units held", "row of free units",
			"last row", "wrong parity", "wrong parity of a free unit",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			many, sound := v["units"] > 1536, v["inject"] == 0
			return kit.Without(culpritArrayBench().CoverPoints,
				kit.Cannot{"full": many, "empty again": many, "row of units held": many, "wrong parity": sound,
					"wrong parity of a free unit": sound})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewCulpritArray(v["units"])
			s := &culpritArrayStimulus{
				rng: rng, model: model, rows: v["units"] / golden.CulpritColumns, buffer: newBufferUnits(rng, model, v["units"]),
				inject:   v["inject"] == 1,
				allocRow: -1, releaseRow: -1,
			}
			return testbench.NewCase(golden.CulpritArrayIn{}, golden.NewCulpritArrayOut(), model.Step, s.drive, s.observe)
		},
	}
}

type culpritArrayStimulus struct {
	rng    *rand.Rand
	model  *golden.CulpritArray
	buffer *bufferUnits
	rows   int
	inject bool

	ready, wasFull, read bool
	allocRow, releaseRow int // of the cycle before
}

func (s *culpritArrayStimulus) drive(int) golden.CulpritArrayIn {
	rng := s.rng
	in := golden.CulpritArrayIn{
		AllocUnit: s.unit(), AllocPhase: kit.Chance(rng, 50), AllocPointer: s.unit(), AllocPrio: rng.Intn(8),
		ReleaseUnit: s.unit(), ReleasePhase: kit.Chance(rng, 50), RdRow: rng.Intn(s.rows),
	}
	if !s.ready {
		return in
	}
	t := s.buffer.step([]int{0, 1, 2, 3, 4, 5, 6, 7}, s.inject)
	in.AllocPointer, in.AllocPrio, in.Inject = t.pointer, t.prio, t.bad
	if t.alloc != nil {
		in.AllocValid, in.AllocUnit, in.AllocPhase = true, t.alloc.number, t.alloc.phase
	}
	if t.release != nil {
		in.ReleaseValid, in.ReleaseUnit, in.ReleasePhase = true, t.release.number, t.release.phase
	}
	in.RdValid = kit.Chance(rng, 80)
	switch rng.Intn(7) {
	case 0:
		in.RdRow = s.model.Row(in.AllocUnit)
	case 1:
		in.RdRow = s.model.Row(in.ReleaseUnit)
	case 2:
		in.RdRow = max(0, s.allocRow)
	case 3:
		in.RdRow = max(0, s.releaseRow)
	case 4:
		in.RdRow = s.rows - 1
	}
	return in
}

func (s *culpritArrayStimulus) unit() int {
	return s.model.Unit(s.rng.Intn(golden.CulpritColumns), s.rng.Intn(s.rows))
}

func (s *culpritArrayStimulus) observe(in golden.CulpritArrayIn, out golden.CulpritArrayOut, hit func(string)) {
	s.ready = out.Ready
	held := len(s.buffer.held)
	s.wasFull = s.wasFull || held == s.buffer.units
	reads := in.RdValid && out.RdReady
	both := in.AllocValid && in.ReleaseValid
	kit.Reached{
		"full":                   held == s.buffer.units,
		"empty again":            s.wasFull && held == 0,
		"allocation and release": both,
		"in one row": both && s.model.Row(in.AllocUnit) == s.model.Row(in.ReleaseUnit) &&
			in.AllocUnit != in.ReleaseUnit,
		"straight out again": both && in.AllocUnit == in.ReleaseUnit,
		"read refused for an allocation": in.RdValid && in.AllocValid && !out.RdReady &&
			s.model.Row(in.AllocUnit) == in.RdRow,
		"read refused for a release": in.RdValid && in.ReleaseValid && !out.RdReady &&
			s.model.Row(in.ReleaseUnit) == in.RdRow,
		"read after its allocation":   reads && in.RdRow == s.allocRow,
		"read after its release":      reads && in.RdRow == s.releaseRow,
		"reads in a row":              reads && s.read,
		"row of units held":           out.RowKnown && !slices.Contains(out.WordValid, false),
		"row of free units":           out.RowKnown && !slices.Contains(out.WordValid, true),
		"last row":                    reads && in.RdRow == s.rows-1,
		"wrong parity":                out.RowKnown && s.wrong(out, true),
		"wrong parity of a free unit": out.RowKnown && s.wrong(out, false),
	}.Report(hit)
	s.read, s.allocRow, s.releaseRow = reads, -1, -1
	if in.AllocValid {
		s.allocRow = s.model.Row(in.AllocUnit)
	}
	if in.ReleaseValid {
		s.releaseRow = s.model.Row(in.ReleaseUnit)
	}
}

// wrong reports whether a unit that is held, or free, has wrong parity.
func (s *culpritArrayStimulus) wrong(out golden.CulpritArrayOut, held bool) bool {
	for i, wrong := range out.WordWrong {
		if wrong && out.WordValid[i] == held {
			return true
		}
	}
	return false
}
