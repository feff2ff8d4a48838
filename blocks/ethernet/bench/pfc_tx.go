package bench

import (
	"math/rand"
	"slices"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var pfcTxCoverPoints = []string{
	"XOFF", "XON", "XOFF and XON in a frame", "all priorities", "repeated", "repeated beside a change",
	"waits for a frame under way", "before a frame that waits", "XOFF that has to wait is not told any more",
	"frame after frame",
	"stalled in its frame", "link stands",
	"bubble inside a frame", "frames back to back",
}

func pfcTxBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(ethernet.PFCTx), MinCycles: 20000, CoverPoints: pfcTxCoverPoints,
		Small: map[string]int{"quanta": 21, "refresh": 5},
		CoverPointsFor: func(v blocks.Values) []string {
			never := v["refresh"]*512/v["width"] > 300
			return kit.Without(pfcTxCoverPoints, kit.Cannot{"repeated": never, "repeated beside a change": never})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &pfcTxStimulus{model: golden.NewPFCTx(v["width"], v["quanta"], v["refresh"]), mac: rng.Uint64() >> 16}
			s.stream = stream{rng: rng, octets: v["width"] / 8, next: s.draw}
			in := golden.PFCTxIn{Xoff: make([]bool, 8)}
			return testbench.NewCase(in, golden.PFCTxOut{Told: make([]bool, 8)}, s.step, s.drive, s.observe)
		},
	}
}

// pfcTxStimulus stops priorities for short and long times.
type pfcTxStimulus struct {
	stream
	model *golden.PFCTx
	mac   uint64
	xoff  [8]bool

	waited    [8]bool // XOFFs that had to wait in the cycle before
	due       bool    // before the cycle
	sending   bool
	inside    bool
	lastEnded bool // a PFC frame ended in the cycle before
}

func (s *pfcTxStimulus) draw() frame { return anyFrame(s.rng, s.octets) }

// chances of a change of a priority, in 1/1000 of the cycles.
var chances = []int{300, 0, 30, 0, 3, 0, 1}

func (s *pfcTxStimulus) drive(cycle int) golden.PFCTxIn {
	rng := s.rng
	if kit.Chance(rng, 1) { // all at once
		all := kit.Chance(rng, 50)
		for k := range s.xoff {
			s.xoff[k] = all
		}
	}
	if cycle%400 == 0 { // also where nothing changes for a while
		kit.Bools(rng, s.xoff[:], 50)
	}
	for k := range s.xoff {
		if rng.Intn(1000) < chances[cycle/400%len(chances)] {
			s.xoff[k] = !s.xoff[k]
		}
	}
	return golden.PFCTxIn{MAC: s.mac, Xoff: slices.Clone(s.xoff[:]), Tick: kit.Chance(rng, []int{100, 50}[cycle/1500%2]),
		StreamIn: s.stream.drive(cycle, s.model.Ready())}
}

// step notes what a cycle meets.
func (s *pfcTxStimulus) step(in golden.PFCTxIn) golden.PFCTxOut {
	s.due, s.sending, s.inside = s.model.Due(), s.model.Sending(), s.model.Inside()
	return s.model.Step(in)
}

func (s *pfcTxStimulus) observe(in golden.PFCTxIn, out golden.PFCTxOut, hit func(string)) {
	begins := s.model.Sending() && !s.sending
	before, after := [8]bool(out.Told), s.model.Told()
	changes := begins && before != after
	waits, gone := false, false
	for k, told := range before {
		gone = gone || s.waited[k] && !in.Xoff[k] && !after[k]
		s.waited[k] = in.Xoff[k] && !told && s.inside
		waits = waits || in.Xoff[k] && !told
	}
	stops, goes := begins && hasMore(after, before), begins && hasMore(before, after)
	kit.Reached{
		"XOFF": stops, "XON": goes, "XOFF and XON in a frame": stops && goes,
		"all priorities":                             begins && kit.Count(after[:]) == len(after),
		"repeated":                                   begins && s.due && !changes,
		"repeated beside a change":                   s.due && changes,
		"waits for a frame under way":                waits && s.inside,
		"before a frame that waits":                  begins && s.model.Waits(),
		"XOFF that has to wait is not told any more": gone,
		"frame after frame":                          begins && s.lastEnded,
		"stalled in its frame":                       s.sending && out.MAxisTvalid && !in.MAxisTready,
		"link stands":                                !in.Tick && slices.Contains(out.Told, true),
		"bubble inside a frame":                      s.bubble,
		"frames back to back":                        s.joins,
	}.Report(hit)
	s.lastEnded = s.sending && !s.model.Sending()
}

// hasMore reports whether a has a priority that b has not.
func hasMore(a, b [8]bool) bool {
	for k := range a {
		if a[k] && !b[k] {
			return true
		}
	}
	return false
}
