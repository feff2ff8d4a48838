package bench

import (
	"math/big"
	"math/rand"
	"slices"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func creditArbBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.CreditArb), MinCycles: 16000,
		AnyReset: map[string]string{
			"qcn_credit_arb.prio_above_q": "a grant is made in the slot of the first request, before there is another one",
			"qcn_credit_arb.prio_q":       "counts only together with grant_valid_q",
		},
		CoverPoints: []string{"no place left", "sources take turns", "a source comes back", "request and grant in one slot",
			"priorities take turns", "grant waits", "all requests served"},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(creditArbBench().CoverPoints, kit.Cannot{
				"no place left": v["places"] > 100, "sources take turns": v["leaves"]*v["ports"] == 1,
				"priorities take turns": v["prios"] == 1, "all requests served": v["places"] < 8,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.FabricParams](v)
			s := &creditArbStimulus{rng: rng, p: p, m: golden.NewCreditArb(p), taken: make([]int, p.Prios)}
			return testbench.NewCase(golden.CreditArbIn{}, golden.CreditArbOut{Taken: make([]bool, p.Prios)}, s.m.Step,
				s.drive, s.observe)
		},
	}
}

type creditArbStimulus struct {
	rng             *rand.Rand
	p               golden.FabricParams
	m               *golden.CreditArb
	now             int
	taken           []int // places of each priority that were granted
	asked           int
	granted         bool
	fresh           bool // there was a new grant in the cycle before
	lastDst, lastPr int
}

func (s *creditArbStimulus) drive(cycle int) golden.CreditArbIn {
	rng := s.rng
	in := golden.CreditArbIn{Phase: cycle % 4}
	busy := cycle/2000%3 != 0
	if in.Phase == 3 && s.now > 4096 || in.Phase == 3 && s.now > s.p.Prios*1<<12>>5 {
		if in.ReqValid = kit.Chance(rng, map[bool]int{true: 80, false: 5}[busy]) && s.asked < 4000; in.ReqValid {
			in.ReqSrc, in.ReqPrio = randomAddress(rng, s.p), rng.Intn(s.p.Prios)
			s.asked++
		}
	}
	if k := rng.Intn(s.p.Prios); s.taken[k] > 0 && kit.Chance(rng, map[bool]int{true: 1, false: 40}[busy]) {
		in.FreeValid, in.FreePrio = true, k
		s.taken[k]--
	}
	now := s.m.Out()
	if in.GrantTaken = now.GrantValid && kit.Chance(rng, 60); in.GrantTaken {
		s.taken[now.GrantPrio]++
		s.asked--
	}
	s.now++
	return in
}

func (s *creditArbStimulus) observe(in golden.CreditArbIn, out golden.CreditArbOut, hit func(string)) {
	none := false
	for _, n := range s.taken {
		none = none || n == s.p.Places
	}
	fresh := out.GrantValid && !s.granted
	kit.Reached{
		"no place left":                 none,
		"sources take turns":            fresh && out.GrantDst != s.lastDst,
		"a source comes back":           fresh && out.GrantDst == s.lastDst,
		"request and grant in one slot": in.ReqValid && s.fresh,
		"priorities take turns":         fresh && out.GrantPrio != s.lastPr,
		"grant waits":                   out.GrantValid && !in.GrantTaken,
		"all requests served":           in.GrantTaken && s.asked == 0,
	}.Report(hit)
	if out.GrantValid {
		s.lastDst, s.lastPr = out.GrantDst, out.GrantPrio
	}
	s.granted, s.fresh = out.GrantValid && !in.GrantTaken, fresh
}

func leafOutBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.LeafOut), MinCycles: 30000,
		AnyReset: map[string]string{
			"qcn_leaf_out.missing_for_q": "the first cycle, in which no place is taken, sets it to 0",
			"qcn_leaf_out.control_q":     "counts only together with valid_q",
			"qcn_leaf_out.prio_above_q":  "the first frame goes before one of the other priority is complete",
		},
		CoverPoints: []string{
			"cells out of order", "a later place is complete first", "PAUSE before CNM", "CNM before data", "CNM of the fabric",
			"CNM lost", "priority stopped", "priorities take turns",
			"frame of one beat", "frame after frame", "request", "grant", "all places taken",
			"complete before its predecessor starts", "complete as its predecessor starts", "complete as it is looked up",
			"frame not sent", "frame behind one that is not sent", "frames not sent in a row",
			"frame damaged", "frame behind a damaged one", "CNM of the fabric damaged", "frame given up", "given up with some of its cells",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			long := v["frame_units"] > 8 && v["ports"] > 1 // frames are few, and others hold up the downlinks
			never, rare := v["storm_detect"] == 0, v["ports"] > 2 || v["frame_units"] > 8
			return kit.Without(leafOutBench().CoverPoints, kit.Cannot{
				"frame not sent": never, "frame behind one that is not sent": never || v["prios"] == 1, "frames not sent in a row": never,
				"CNM of the fabric damaged": rare, "frame given up": v["frame_timeout"] > 10_000,
				"given up with some of its cells":    v["frame_timeout"] > 10_000 || v["frame_units"] == 1,
				"complete as its predecessor starts": long, "complete as it is looked up": long,
				"priorities take turns": v["prios"] == 1, "cells out of order": v["frame_units"] == 1 || v["spines"] == 1,
				"a later place is complete first": v["spines"] == 1,
				// others hold up the downlinks
				"all places taken": v["places"]*v["prios"] > 60, "CNM lost": v["ports"] > 1,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.FabricParams](v)
			s := newLeafOutStimulus(rng, p)
			return testbench.NewCase(p.LeafOutIn(), p.LeafOutOut(), s.m.Step, s.drive, s.observe)
		},
	}
}

// downlink plays the buffer of cells at the end of a link: what waits, what is read.
type downlink struct {
	cells   []golden.CellHeader
	data    [][]*big.Int
	reading []*big.Int // beats of the cell on the link, or that begins a cycle later
	header  golden.CellHeader
	head    bool
	begins  []*big.Int // of the cell that was started in the cycle before
	of      golden.CellHeader
	left    *golden.CellHeader // the cell that was read or dropped in the cycle before
}

func (d *downlink) push(h golden.CellHeader, data []*big.Int) {
	d.cells, d.data = append(d.cells, h), append(d.data, data)
}

func (d *downlink) start() {
	d.of, d.begins = d.cells[0], d.data[0]
	d.skip()
}

func (d *downlink) skip() { d.left, d.cells, d.data = &d.cells[0], d.cells[1:], d.data[1:] }

// beat is what is on the link: a cell comes two cycles after its start.
func (d *downlink) beat() (header golden.CellHeader, head bool, data *big.Int) {
	header, head = d.header, d.head
	if len(d.reading) > 0 {
		data, d.reading, d.head = d.reading[0], d.reading[1:], false
	}
	if d.begins != nil {
		d.header = d.of
		d.reading = d.begins
		d.head = true
		d.begins = nil
	}
	return header, head, data
}

// shown is the cell at the head.
func (d *downlink) shown() (h golden.CellHeader, ok bool) {
	switch left := d.left; {
	case left != nil:
		d.left = nil
		return *left, true
	case len(d.cells) > 0:
		return d.cells[0], true
	}
	return h, false
}

type leafOutStimulus struct {
	rng   *rand.Rand
	p     golden.FabricParams
	m     *golden.LeafOut
	own   int
	links []*downlink
	free  []int // places of each priority
	next  []int
	in    golden.LeafOutIn
	begun bool

	pause, cnm *big.Int
	index      map[[2]int]int // last cell that came of each place
	order      [][]int        // places of each priority that are not complete, in order of their grants
	lastPrio   int
	tail       bool
	damaged    bool    // the last frame was
	gone       [4]bool // a frame was done and not sent, in the cycles before
}

func newLeafOutStimulus(rng *rand.Rand, p golden.FabricParams) *leafOutStimulus {
	s := &leafOutStimulus{rng: rng, p: p, m: golden.NewLeafOut(p), own: randomAddress(rng, p), next: make([]int, p.Prios),
		index: map[[2]int]int{}, order: make([][]int, p.Prios)}
	for range p.Spines {
		s.links = append(s.links, &downlink{})
	}
	for range p.Prios {
		s.free = append(s.free, p.Places)
	}
	return s
}

// foreign is the address of another port of the leaf, its own if there is none.
func (s *leafOutStimulus) foreign() int {
	leaf := s.own / s.p.Address(1, 0)
	return s.p.Address(leaf, s.rng.Intn(s.p.Ports))
}

// feed puts the cells of a frame, or a message, into the downlinks.
func (s *leafOutStimulus) feed(storm bool) {
	rng := s.rng
	length := 0
	for _, d := range s.links {
		length = max(length, len(d.cells))
	}
	if length > 12 {
		return
	}
	what := rng.Intn(5)
	if storm && kit.Chance(rng, 60) {
		what = 1
	}
	switch what {
	case 0:
		h := golden.CellHeader{Dst: s.foreign(), Kind: golden.CellRequest + rng.Intn(2), Src: randomAddress(rng, s.p),
			Prio: rng.Intn(s.p.Prios), Place: rng.Intn(1 << 10)}
		kit.Pick(rng, s.links).push(h, []*big.Int{randomWord(rng)})
	case 1:
		h := golden.CellHeader{Beats: 1, Dst: s.foreign(), Kind: golden.CellCNM, Src: randomAddress(rng, s.p), Prio: 6}
		kit.Pick(rng, s.links).push(h, []*big.Int{qcn.Frame{Kind: qcn.KindCNM, Dst: s.own, Length: 64}.Word().Big()})
	default:
		prio := rng.Intn(s.p.Prios)
		if s.free[prio] == 0 {
			return
		}
		s.free[prio]--
		f := qcn.Frame{Prio: prio, Dst: s.own, Src: randomAddress(rng, s.p), Length: randomLength(rng, s.p.FrameUnits)}
		beats := beatsOf(rng, f)
		h := golden.CellHeader{Dst: s.own, Src: f.Src, Prio: prio, Length: f.Length, Place: s.next[prio]}
		s.order[prio] = append(s.order[prio], s.next[prio])
		s.next[prio] = (s.next[prio] + 1) % s.p.Places
		lost := -1
		if s.p.FrameTimeout < 10_000 && kit.Chance(rng, 5) {
			lost = rng.Intn((len(beats) + 3) / 4)
		}
		for ; len(beats) > 0; h.Index++ {
			h.Beats = min(4, len(beats))
			if h.Index != lost {
				kit.Pick(rng, s.links).push(h, beats[:h.Beats])
			}
			beats = beats[h.Beats:]
		}
	}
}

func (s *leafOutStimulus) drive(cycle int) golden.LeafOutIn {
	rng, p := s.rng, s.p
	quiet := cycle/1000%4 == 3
	storm := cycle/500%8 == 5 // PAUSE all the time: CNMs of the fabric pile up
	in := p.LeafOutIn()
	in.Phase, in.Own = cycle%4, s.own
	ready := s.m.Out(in).Ready
	if ready && !s.begun { // who goes first is seen if all have something
		s.begun = true
		for _, d := range s.links {
			d.push(golden.CellHeader{Dst: s.own, Kind: golden.CellRequest, Src: randomAddress(rng, p)},
				[]*big.Int{randomWord(rng)})
		}
	}
	if ready && kit.Chance(rng, map[bool]int{true: 2, false: 12}[quiet]) {
		s.feed(storm)
	}
	if s.pause == nil && (storm || kit.Chance(rng, 2)) {
		s.pause = qcn.Frame{Kind: qcn.KindPause, Length: 64}.Word().Big()
	}
	if s.cnm == nil && kit.Chance(rng, 3) {
		s.cnm = qcn.Frame{Kind: qcn.KindCNM, Length: 64, Dst: s.own, Src: s.own}.Word().Big()
	}
	in.PauseValid, in.PauseData, in.CNMValid, in.CNMData = s.pause != nil, s.pause, s.cnm != nil, s.cnm
	for k := range in.Stop {
		switch cycle / 300 % 5 {
		case 0, 1: // a frame starts as the next one is complete, or in the cycle before
			in.Stop[k] = !s.m.Finishes(k, cycle/32%2) && !kit.Chance(rng, 1)
		case 2 + k%2:
			in.Stop[k] = true
		}
	}
	for k := range in.Taken {
		in.Taken[k] = s.free[k] < p.Places
	}
	for k := range in.Discard {
		in.Discard[k] = (cycle/400+k)%3 == 1 && !kit.Chance(rng, 5)
	}
	for i, d := range s.links {
		// means nothing without a cell
		in.CellHeader[i] = golden.CellHeader{Kind: golden.CellRequest, Src: randomAddress(rng, p)}.Bits()
		if h, ok := d.shown(); ok {
			in.CellValid[i], in.CellHeader[i] = true, h.Bits()
		}
		if header, head, data := d.beat(); data != nil {
			in.DownValid[i], in.DownHead[i], in.DownHeader[i], in.DownData[i] = true, head, header.Bits(), data
			in.DownBad[i] = kit.Chance(rng, map[bool]int{true: 10, false: 1}[header.Kind == golden.CellCNM])
		}
	}
	s.in = in
	return in
}

func (s *leafOutStimulus) observe(in golden.LeafOutIn, out golden.LeafOutOut, hit func(string)) {
	s.observeFrame(in, out, hit)
	if out.PauseReady {
		s.pause = nil
	}
	if out.CNMReady {
		s.cnm = nil
	}
	if out.FreeValid {
		s.free[out.FreePrio]++
	}
	s.note(in, out, hit)
	s.advance(in, out)
}

// observeFrame looks at what is sent, and why.
func (s *leafOutStimulus) observeFrame(in golden.LeafOutIn, out golden.LeafOutOut, hit func(string)) {
	full := false
	for k := range s.free {
		full = full || s.free[k] == 0
	}
	frame := out.TxHead && qcn.FrameOf(qcn.WordOf(out.TxData)).Kind == qcn.KindData
	prio := 0
	if frame {
		prio = qcn.FrameOf(qcn.WordOf(out.TxData)).Prio
	}
	kit.Reached{
		"PAUSE before CNM": out.PauseReady && in.CNMValid,
		"CNM before data":  out.CNMReady && s.waits(),
		"CNM of the fabric": out.TxHead && qcn.FrameOf(qcn.WordOf(out.TxData)).Src != s.own &&
			qcn.FrameOf(qcn.WordOf(out.TxData)).Kind == qcn.KindCNM,
		"CNM lost":              out.Lost,
		"priority stopped":      in.Stop[0] && s.waits(),
		"priorities take turns": frame && prio != s.lastPrio,
		"frame of one beat":     frame && out.TxTail,
		"frame after frame":     frame && s.tail,
		"request":               out.ReqValid,
		"grant":                 out.GrantValid,
		"all places taken":      full,
	}.Report(hit)
	for k := range s.free {
		lag, ok := s.m.Lag(k)
		kit.Reached{
			"complete before its predecessor starts": ok && lag < 0,
			"complete as its predecessor starts":     ok && lag == 0,
			"complete as it is looked up":            ok && lag == 1,
		}.Report(hit)
	}
	kit.Reached{
		"frame damaged":              out.TxBad,
		"frame behind a damaged one": s.damaged && out.TxTail && !out.TxBad,
		"CNM of the fabric damaged":  s.lostCNM(in),
	}.Report(hit)
	kit.Reached{"frame given up": out.Missing, "given up with some of its cells": s.m.GivesUpPart()}.Report(hit)
	s.damaged = out.TxBad || s.damaged && !out.TxTail
	gone := slices.Contains(out.Dropped, true)
	kit.Reached{
		"frame not sent":                    gone,
		"frame behind one that is not sent": frame && s.gone[3],
		"frames not sent in a row":          gone && s.gone[3],
	}.Report(hit)
	s.gone = [4]bool{gone, s.gone[0], s.gone[1], s.gone[2]}
	if frame {
		s.lastPrio = prio
	}
	s.tail = out.TxTail
}

// advance moves the cells at the ends of the links on.
func (s *leafOutStimulus) advance(in golden.LeafOutIn, out golden.LeafOutOut) {
	mask := s.p.Address(1, 0) - 1
	for i, d := range s.links {
		mine := len(d.cells) > 0 && d.cells[0].Dst&mask == s.own&mask
		switch {
		case out.Start[i]:
			d.start()
		case out.Skip[i]:
			d.skip()
			// another port takes it
		case len(d.cells) > 0 && !mine && in.Phase == 0 && d.cells[0].Beats > 0 && kit.Chance(s.rng, 50):
			d.start()
		case len(d.cells) > 0 && !mine && in.Phase == 2 && d.cells[0].Beats == 0 && kit.Chance(s.rng, 50):
			d.skip()
		}
	}
}

// waits reports whether a complete frame waits.
func (s *leafOutStimulus) waits() bool {
	for k := range s.order {
		if (len(s.order[k]) == 0 || s.order[k][0] != (s.next[k]-s.p.Places+s.free[k]+s.p.Places)%s.p.Places) &&
			s.free[k] < s.p.Places {
			return true
		}
	}
	return false
}

// note follows the cells of frames.
func (s *leafOutStimulus) note(in golden.LeafOutIn, out golden.LeafOutOut, hit func(string)) {
	for i, started := range out.Start {
		h := golden.HeaderOf(in.CellHeader[i])
		if !started || h.Kind != golden.CellData {
			continue
		}
		at := [2]int{h.Prio, h.Place}
		last, ok := s.index[at]
		kit.Reached{"cells out of order": ok && h.Index < last}.Report(hit)
		s.index[at] = h.Index
	}
	if !out.ArrValid {
		return
	}
	for i, place := range s.order[out.ArrPrio] {
		at := [2]int{out.ArrPrio, place}
		if _, ok := s.index[at]; ok && s.m.Complete(out.ArrPrio, place) {
			kit.Reached{"a later place is complete first": i > 0}.Report(hit)
			s.order[out.ArrPrio] = append(s.order[out.ArrPrio][:i:i], s.order[out.ArrPrio][i+1:]...)
			delete(s.index, at)
			return
		}
	}
}

// lostCNM reports whether a CNM of the fabric comes as lost.
func (s *leafOutStimulus) lostCNM(in golden.LeafOutIn) bool {
	for d, valid := range in.DownValid {
		if valid && in.DownBad[d] && golden.HeaderOf(in.DownHeader[d]).Kind == golden.CellCNM {
			return true
		}
	}
	return false
}
