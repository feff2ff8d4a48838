package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// cellBeat is a cycle of a fabric link.
type cellBeat struct {
	valid, head, bad bool
	header           uint64
	data             *big.Int
}

// cellBeats are the beats of a cell as they come on a link.
func cellBeats(rng *rand.Rand, h golden.CellHeader) (beats []cellBeat) {
	for i := range max(h.Beats, 1) {
		beats = append(beats, cellBeat{true, i == 0, false, h.Bits(), randomWord(rng)})
	}
	return beats
}

// hostileCells plays the sender of a fabric link that breaks its rules.
type hostileCells struct {
	rng    *rand.Rand
	p      golden.FabricParams
	own    int // leaf that all cells go to; -1: any
	beats  []cellBeat
	faults bool // rules are broken now
}

// next is the beat of this cycle; may reports whether there is a credit for another cell.
func (l *hostileCells) next(percent int, may bool) (b cellBeat, begins bool) {
	if len(l.beats) == 0 && kit.Chance(l.rng, percent) && (may || l.faults && kit.Chance(l.rng, 5)) {
		l.beats, begins = l.cell(), true
	}
	if len(l.beats) == 0 {
		return b, false
	}
	b, l.beats = l.beats[0], l.beats[1:]
	return b, begins
}

// cell are the beats of a cell, some of them with a fault.
func (l *hostileCells) cell() []cellBeat {
	rng := l.rng
	h := soundCell(rng, l.p)
	if l.own >= 0 {
		h.Dst = l.p.Address(l.own, rng.Intn(max(l.p.Ports, 1)))
	}
	if !l.faults || kit.Chance(rng, 60) {
		return cellBeats(rng, h)
	}
	if kit.Chance(rng, 40) {
		switch rng.Intn(8) {
		case 7: // at the ends of what can be
			h.Kind = golden.CellData
			h.Length = max(1, 256*rng.Intn(l.p.FrameUnits+2)+kit.Pick(rng, []int{-64, -1, 0, 1, 63, 64, 65, 192, 193}))
			h.Length = min(h.Length, 1<<14-1)
			h.Index = min(max(0, h.Length/256-1+rng.Intn(3)), 1<<6-1)
			h.Beats = kit.Pick(rng, []int{4, 4, rng.Intn(5), min(4, max(0, (h.Length+63)/64-4*h.Index))})
		case 0:
			h.Dst = strangeAddress(rng, l.p)
		case 1:
			h.Dst = randomAddress(rng, l.p)
		case 2:
			h.Beats = rng.Intn(8)
		case 3:
			h.Prio = rng.Intn(8)
		case 4:
			h.Place = rng.Intn(1 << 10)
		case 5:
			h.Index, h.Length = rng.Intn(1<<6), rng.Intn(1<<14)
		case 6:
			h.Src = strangeAddress(rng, l.p)
		}
		return cellBeats(rng, h)
	}
	b := cellBeats(rng, h)
	at := rng.Intn(len(b))
	switch rng.Intn(7) {
	case 0:
		b[at] = cellBeat{}
	case 1:
		b = b[:at]
	case 2:
		b = append(b[:at:at], b[min(at+1, len(b)):]...)
	case 3:
		b = append(append([]cellBeat{b[0]}, b[:at]...), b...)
	case 4:
		b[0].head = false
	case 5:
		b = append(b, cellBeat{valid: true, data: randomWord(rng)})
	case 6:
		b[at].bad = true
	}
	return b
}

// soundCell is a cell for any server port, whose fields go together.
func soundCell(rng *rand.Rand, p golden.FabricParams) golden.CellHeader {
	h := golden.CellHeader{Dst: randomAddress(rng, p), Src: randomAddress(rng, p), Prio: rng.Intn(max(p.Prios, 1)),
		Place: rng.Intn(max(p.Places, 1)), Kind: rng.Intn(4)}
	units := max(p.FrameUnits, 1)
	if h.Length = 1 + rng.Intn(units*256); h.Length >= 1<<14 {
		h.Length = 1<<14 - 1
	}
	switch beats := (h.Length + 63) / 64; h.Kind {
	case golden.CellData:
		h.Index = rng.Intn((h.Length + 255) / 256)
		h.Beats = min(4, beats-4*h.Index)
	case golden.CellCNM:
		h.Beats = 1
	}
	return h
}

var cellGuardCoverPoints = append([]string{"cut by a head", "cut by a gap", "head after a refused cell", "cell after cell",
	"message", "credit owed while a cell leaves", "no credit left", "beat marked as lost"},
	golden.FabricCauseNames[:golden.NoCredit]...)

func cellGuardBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.CellGuard), MinCycles: 12000, Small: map[string]int{"cells": 4}, CoverPoints: cellGuardCoverPoints,
		AnyReset: map[string]string{"qcn_cell_guard.ended_q": "a beat that comes first is counted, as of a cell without a head or too long"},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(cellGuardCoverPoints, kit.Cannot{"no credit left": v["cells"] > 40, "no_room": v["cells"] > 40})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.FabricParams](v)
			s := &cellGuardStimulus{rng: rng, p: p, m: golden.NewCellGuard(p)}
			s.link = hostileCells{rng: rng, p: p, own: -1}
			if p.AtLeaf == 1 {
				s.own = rng.Intn(p.Leaves)
				s.link.own = s.own
			}
			return testbench.NewCase(golden.CellGuardIn{}, golden.CellGuardOut{}, s.step, s.drive, s.observe)
		},
	}
}

type cellGuardStimulus struct {
	rng     *rand.Rand
	p       golden.FabricParams
	m       *golden.CellGuard
	link    hostileCells
	own     int
	held    int // cells in the buffer behind it
	was     golden.CellGuardIn
	refused bool
	last    bool // a cell has passed in the cycle before
}

func (s *cellGuardStimulus) step(in golden.CellGuardIn) golden.CellGuardOut {
	out := s.m.Step(in)
	if out.OutHead {
		s.held++
	}
	return out
}

func (s *cellGuardStimulus) drive(cycle int) golden.CellGuardIn {
	s.link.faults = cycle/300%3 != 0
	b, _ := s.link.next(80, s.m.Credits() > 0)
	in := golden.CellGuardIn{Own: s.own, RxValid: b.valid, RxHead: b.head, RxHeader: b.header, RxData: b.data,
		RxBad: b.bad}
	in.Freed = s.held > 0 && kit.Chance(s.rng, []int{40, 3}[cycle/500%2])
	if in.Freed {
		s.held--
	}
	return in
}

func (s *cellGuardStimulus) observe(in golden.CellGuardIn, out golden.CellGuardOut, hit func(string)) {
	for c, name := range golden.FabricCauseNames[:golden.NoCredit] {
		if out.Error>>c&1 == 1 {
			hit(name)
		}
	}
	cut := out.Error>>golden.Cut&1 == 1
	kit.Reached{
		"cut by a head":                   cut && s.was.RxValid && s.was.RxHead,
		"cut by a gap":                    cut && !s.was.RxValid,
		"head after a refused cell":       out.OutHead && s.refused,
		"cell after cell":                 out.OutHead && s.last,
		"message":                         out.OutHead && golden.HeaderOf(in.RxHeader).Beats == 0,
		"credit owed while a cell leaves": in.Freed && s.m.Owes(),
		"no credit left":                  s.m.Credits() == 0,
		"beat marked as lost":             out.OutValid && out.OutBad,
	}.Report(hit)
	if in.RxValid && in.RxHead {
		s.refused = !out.OutHead
	}
	s.last, s.was = out.OutValid, in
}
