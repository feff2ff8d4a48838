package bench

import (
	"maps"
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches whose links break every rule: segments that are cut, too long, without a head, a turn or
// a credit; credits that are lost or were never taken. In between they keep to the rules for a
// while.

// broken are the assumptions about segments that they break.
var broken = []string{
	"a_cell_is_a_segment", "a_segment_begins_with_its_head", "beats_without_gap", "at_least_two_beats",
	"at_most_33_beats", "turn_exists", "slot_for_every_segment",
}

// brokenCredits are those about credits.
var brokenCredits = []string{"credit_of_a_sent_segment"}

// moods alternates between times in which the rules are kept and those in which they are not.
type moods struct {
	rng    *rand.Rand
	left   int // cycles
	number int
	fill   int // cycles in which all slots fill
}

// step is a cycle.
func (m *moods) step() {
	if m.left--; m.left < 0 {
		m.number++
		m.left = 1 + m.rng.Intn(500)
		if m.stuck() {
			m.left = m.fill
		}
	}
}

// breaks reports whether rules are broken in this cycle.
func (m *moods) breaks() bool { return m.number%2 == 1 }

// stuck reports whether nothing moves on behind the block, in every other time in which
// rules are broken, so that all slots fill.
func (m *moods) stuck() bool { return m.number%4 == 3 }

// fillCycles do for segments that fill a number of slots.
func fillCycles(p golden.Params, slots int) int {
	if p.Cells() {
		return 100 + 8*min(slots, 100)
	}
	return 200 + 20*min(slots, 32)
}

// hostileLink is the sending end of a link.
type hostileLink struct {
	rng     *rand.Rand
	p       golden.Params
	mood    *moods
	credits int
	beats   []golden.Beat // to be sent
	goal    func() int    // output of a segment
}

func newHostileLink(rng *rand.Rand, p golden.Params, mood *moods, goal func() int) *hostileLink {
	return &hostileLink{rng: rng, p: p, mood: mood, credits: p.SlotsIn, goal: goal}
}

// credit takes a credit back.
func (l *hostileLink) credit(back bool) {
	if back && l.credits < l.p.SlotsIn {
		l.credits++
	}
}

// next is the beat of this cycle.
func (l *hostileLink) next() golden.Beat {
	if len(l.beats) == 0 {
		l.begin()
	}
	if len(l.beats) == 0 {
		return l.noise()
	}
	b := l.beats[0]
	l.beats = l.beats[1:]
	return b
}

// noise is a cycle without a beat.
func (l *hostileLink) noise() golden.Beat { return l.any(false) }

func (l *hostileLink) any(valid bool) golden.Beat {
	return golden.Beat{Valid: valid, Head: kit.Chance(l.rng, 30), Tail: kit.Chance(l.rng, 30), Bad: kit.Chance(l.rng, 30),
		Data: word(l.rng, l.p.Data)}
}

// begin makes the beats of the next segment.
func (l *hostileLink) begin() {
	breaks := l.mood.breaks()
	if kit.Chance(l.rng, 10) || l.credits == 0 && !(breaks && kit.Chance(l.rng, 10)) {
		return
	}
	l.credits = max(0, l.credits-1)
	ph := phase{short: 50, long: 10}
	l.beats = segmentOf(l.rng, l.p, l.goal(), ph.length(l.rng, l.p))
	if breaks && kit.Chance(l.rng, 60) {
		if l.p.Cells() {
			l.damageCell()
		} else {
			l.damage()
		}
	}
	for range l.rng.Intn(3) * l.rng.Intn(10) {
		l.beats = append(l.beats, l.noise())
	}
}

// segmentOf is the beats of a segment.
func segmentOf(rng *rand.Rand, p golden.Params, goal, length int) []golden.Beat {
	list := make([]golden.Beat, length)
	for i := range list {
		list[i] = golden.Beat{Valid: true, Head: i == 0, Tail: i == length-1, Data: word(rng, p.Data)}
	}
	list[0].Data = withTurn(rng, p, goal)
	return list
}

// damageCell breaks one of the rules of a cell.
func (l *hostileLink) damageCell() {
	switch b := &l.beats[0]; l.rng.Intn(4) {
	case 0:
		b.Head = false
	case 1:
		b.Tail = false
	case 2: // any turn
		b.Data = word(l.rng, l.p.Data)
	default:
		l.beats = []golden.Beat{l.any(true), l.any(true)}
	}
}

// damage breaks one of the rules of a segment.
func (l *hostileLink) damage() {
	beats := l.beats
	at, last := 1+l.rng.Intn(len(beats)-1), len(beats)-1
	insert := func(at int, more ...golden.Beat) { l.beats = slices.Insert(slices.Clone(beats), at, more...) }
	switch l.rng.Intn(11) {
	case 0: // a gap
		insert(at, make([]golden.Beat, 1+l.rng.Intn(5))...)
	case 1: // the rest is lost
		l.beats = beats[:at]
	case 2: // it ends early, and goes on
		beats[at-1].Tail = true
	case 3: // it is only a head, perhaps with its tail
		beats[0].Tail = l.rng.Intn(2) == 0
		l.beats = beats[:1]
	case 4: // it does not end
		beats[last].Tail = false
		l.beats = beats
		for range 33 - len(beats) + l.rng.Intn(5) {
			l.beats = append(l.beats, golden.Beat{Valid: true, Data: word(l.rng, l.p.Data)})
		}
	case 5: // damaged before
		beats[last].Bad = true
	case 6: // any turn
		beats[0].Data = word(l.rng, l.p.Data)
	case 7: // the head is lost
		l.beats = beats[1:]
	case 8: // a beat is doubled
		insert(at, beats[at-1])
	case 9: // heads without segments
		for i := range beats {
			if l.rng.Intn(2) == 0 {
				beats[i].Head, beats[i].Data = true, beats[0].Data
			}
		}
	default: // anything
		for i := range beats {
			beats[i] = l.any(l.rng.Intn(4) > 0)
		}
	}
}

// causesOf are the cover points of the causes that a link can have; cannot are others that it has not.
func causesOf(v blocks.Values, cannot kit.Cannot) []string {
	room := 12 // slots that are all taken, by luck
	if v["data"] == 96 {
		room = 64
	}
	maps.Copy(cannot, kit.Cannot{
		"cut": v["data"] == 96, "marked": v["data"] == 96, "no_route": v["ports"]&(v["ports"]-1) == 0,
		"no_room": cannot["no_room"] || v["slots_in"] > room,
	})
	return kit.Without(golden.CauseNames, cannot)
}

var hostileInputCoverPoints = []string{"cut by a gap", "cut by a head", "only a head", "damaged segment leaves",
	"whole segment leaves", "several credits due"}

// hostileInputBench is an input queue at such a link.
func hostileInputBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Input), Name: "hostile", MinCycles: 20000, Breaks: broken,
		CoverPoints: append(slices.Clone(hostileInputCoverPoints), golden.CauseNames[:golden.NoCredit]...),
		Small:       map[string]int{"slots_in": 3, "ports": 3},
		CoverPointsFor: func(v blocks.Values) []string {
			cells := v["data"] == 96
			return append(kit.Without(hostileInputCoverPoints, kit.Cannot{
				"cut by a gap": cells, "cut by a head": cells, "only a head": cells, "damaged segment leaves": cells,
				"several credits due": v["slots_in"] == 2,
			}), causesOf(v, kit.Cannot{"no_credit": true})...)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			mood := &moods{rng: rng, fill: fillCycles(p, p.SlotsIn)}
			r := &hostileInput{mood: mood, link: newHostileLink(rng, p, mood, func() int { return rng.Intn(p.Ports) })}
			r.inputRun = inputRun{p: p, rng: rng, model: golden.NewInput(p)}
			return testbench.NewCase(golden.NewInputIn(), golden.NewInputOut(), r.step, r.drive, r.observe)
		},
	}
}

type hostileInput struct {
	inputRun
	mood *moods
	link *hostileLink
	was  golden.Beat // at the pins in the cycle before
}

func (r *hostileInput) drive(int) golden.InputIn {
	r.mood.step()
	in := golden.NewInputIn()
	b := r.link.next()
	in.RxValid, in.RxHead, in.RxTail, in.RxBad, in.RxData = b.Valid, b.Head, b.Tail, b.Bad, b.Data
	percent := 60
	if r.mood.stuck() {
		percent = 0
	}
	r.start(&in, percent)
	return in
}

func (r *hostileInput) step(in golden.InputIn) golden.InputOut {
	out := r.model.Step(in)
	r.link.credit(out.RxCredit)
	return out
}

func (r *hostileInput) observe(in golden.InputIn, out golden.InputOut, hit func(string)) {
	for c, told := range out.Error {
		if told {
			hit(golden.CauseNames[c])
		}
	}
	cut := out.Error[golden.Cut]
	for l, valid := range out.LaneValid {
		last := valid && (r.p.Cells() || out.Free[l])
		kit.Reached{
			"damaged segment leaves": last && out.LaneBad[l],
			"whole segment leaves":   last && !out.LaneBad[l],
		}.Report(hit)
	}
	kit.Reached{
		"cut by a gap":        cut && !r.was.Valid,
		"cut by a head":       cut && r.was.Valid && r.was.Head,
		"only a head":         r.model.OnlyHead(),
		"several credits due": r.model.Owed() > 1,
	}.Report(hit)
	r.was = golden.Beat{Valid: in.RxValid, Head: in.RxHead}
}

var hostileElementCoverPoints = []string{"damaged segment leaves", "whole segment leaves", "errors cleared",
	"counter at its end"}

// hostileElementBench is an element all of whose links are such.
func hostileElementBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Element), Name: "hostile", MinCycles: 16000, Breaks: slices.Concat(broken, brokenCredits),
		CoverPoints: append(slices.Clone(hostileElementCoverPoints), golden.CauseNames...),
		Small:       map[string]int{"ports": 3, "slots_in": 3, "slots_out": 5, "credits": 3, "error_bits": 3},
		CoverPointsFor: func(v blocks.Values) []string {
			return append(kit.Without(hostileElementCoverPoints, kit.Cannot{
				"damaged segment leaves": v["data"] == 96, "counter at its end": v["error_bits"] > 4,
				// The output queue has to be full before the input queue is.
			}), causesOf(v, kit.Cannot{
				"no_credit": v["credits"] == 0 || v["credits"] > 40, "no_room": v["slots_in"]+v["slots_out"] > 20,
			})...)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := &hostileElement{p: p, rng: rng, model: golden.NewElement(p), owed: make([]int, p.Ports),
				mood: &moods{rng: rng, fill: fillCycles(p, 2*p.SlotsIn+p.SlotsOut+p.Credits)}}
			for range p.Ports {
				r.links = append(r.links, newHostileLink(rng, p, r.mood, r.goal))
			}
			return testbench.NewCase(golden.NewElementIn(p.Ports), golden.NewElementOut(p.Ports), r.step, r.drive, r.observe)
		},
	}
}

// hostileElement is a golden element among such links.
type hostileElement struct {
	p     golden.Params
	rng   *rand.Rand
	model *golden.Element
	mood  *moods
	links []*hostileLink
	owed  []int // by output: segments without a credit
}

// goal is an output, mostly one that all send to while nothing moves on behind it.
func (r *hostileElement) goal() int {
	if r.mood.stuck() && r.rng.Intn(4) > 0 {
		return r.mood.number / 4 % r.p.Ports
	}
	return r.rng.Intn(r.p.Ports)
}

func (r *hostileElement) drive(int) golden.ElementIn {
	r.mood.step()
	in := golden.NewElementIn(r.p.Ports)
	for i, l := range r.links {
		b := l.next()
		in.RxValid[i], in.RxHead[i], in.RxTail[i], in.RxBad[i], in.RxData[i] = b.Valid, b.Head, b.Tail, b.Bad, b.Data
		in.Hold[i] = r.mood.stuck() || kit.Chance(r.rng, 10)
		in.ErrClear[i] = r.rng.Intn(3000) == 0
		switch {
		case r.mood.stuck():
		case r.owed[i] > 0 && kit.Chance(r.rng, 40):
			in.TxCredit[i] = !r.mood.breaks() || !kit.Chance(r.rng, 2) // or it is lost
			r.owed[i]--
		case r.mood.breaks() && kit.Chance(r.rng, 4):
			in.TxCredit[i] = true
		}
	}
	return in
}

func (r *hostileElement) step(in golden.ElementIn) golden.ElementOut {
	out := r.model.Step(in)
	for i, l := range r.links {
		l.credit(out.RxCredit[i])
		if out.TxValid[i] && out.TxHead[i] {
			r.owed[i]++
		}
	}
	return out
}

func (r *hostileElement) observe(in golden.ElementIn, out golden.ElementOut, hit func(string)) {
	for i := range r.links {
		for c, name := range golden.CauseNames {
			if out.ErrSeen[i]>>c&1 == 1 {
				hit(name)
			}
		}
		last := out.TxValid[i] && out.TxTail[i]
		counts := out.ErrCounts[i*golden.Causes : (i+1)*golden.Causes]
		kit.Reached{
			"errors cleared":         in.ErrClear[i] && out.ErrSeen[i] != 0,
			"counter at its end":     slices.Contains(counts, uint32(1<<r.p.ErrorBits-1)),
			"damaged segment leaves": last && out.TxBad[i],
			"whole segment leaves":   last && !out.TxBad[i],
		}.Report(hit)
	}
}

// hostileOutputBench is an output queue to which credits come that were never taken.
func hostileOutputBench() testbench.Bench {
	b := outputBench()
	b.Name, b.Breaks, b.CoverPoints = "hostile", brokenCredits, []string{"credit ignored", "waits for a credit"}
	b.Small = map[string]int{"slots_out": 6, "credits": 3}
	b.CoverPointsFor = func(v blocks.Values) []string {
		return kit.Without(b.CoverPoints, kit.Cannot{
			"credit ignored": v["credits"] == 0 || v["credits"] > 100, "waits for a credit": v["credits"] > 8,
		})
	}
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		p := kit.ParamsOf[golden.Params](v)
		r := newOutputRun(p, rng)
		drive := func(cycle int) golden.OutputIn {
			in := r.drive(cycle)
			in.TxCredit = in.TxCredit || kit.Chance(rng, 20*(cycle/300%2))
			return in
		}
		observe := func(in golden.OutputIn, out golden.OutputOut, hit func(string)) {
			kit.Reached{"credit ignored": out.Excess, "waits for a credit": out.StatStalled}.Report(hit)
		}
		return testbench.NewCase(golden.NewOutputIn(), golden.NewOutputOut(), r.step, drive, observe)
	}
	return b
}
