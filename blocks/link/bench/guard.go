package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var guardCoverPoints = append([]string{
	"cut by a gap", "cut by a head", "cut by its own eop", "one beat and no more", "head after a refused one",
	"whole packets back to back", "no credit left", "credit owed while a slot is freed", "turn back", "pointer between turns",
	"route at its end", "packet without its head",
}, golden.CauseNames[:golden.Causes]...)

func guardBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Guard), MinCycles: 20000, Small: map[string]int{"slots": 4}, CoverPoints: guardCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			node, told := v["ports"] == 0, v["slots"] == 0
			return kit.Without(guardCoverPoints, kit.Cannot{
				"no_route": node && !told, "turn back": node, "pointer between turns": node || v["ports"] == 2, "route at its end": node || v["ports"] == 2,
				"no credit left": told || v["slots"] > 64, "no_room": v["slots"] > 64,
				"credit owed while a slot is freed": told || node || v["slots"] == 1,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewGuard(v["ports"], v["slots"])
			s := &guardStimulus{rng: rng, ports: v["ports"], slots: v["slots"], model: model,
				hostile: env.NewHostileLink(rng, v["ports"], v["data"])}
			return testbench.NewCase(golden.GuardIn{}, model.Registered(), s.step, s.drive, s.observe)
		},
		AnyReset: map[string]string{
			"link_guard.beat":   "set with every packet",
			"link_guard.closed": "counts in a packet only, whose head sets it",
			"link_guard.lost":   "the first beat sets it: one without a head is the first stray beat anyway",
		},
	}
}

// guardStimulus sends packets that keep to the rules and others that break each of them.
type guardStimulus struct {
	rng          *rand.Rand
	ports, slots int
	model        *golden.Guard
	hostile      *env.HostileLink
	held         int // slots with packets
	filling      bool
	before       golden.GuardOut
	was          packet.Beat // at the pins in the cycle before
	refusedHead  bool
	stray        bool // a beat without a packet was at the pins in the cycle before
}

func (s *guardStimulus) drive(int) golden.GuardIn {
	in := golden.GuardIn{Rx: s.hostile.Next(), Room: kit.Chance(s.rng, 80), NoWay: kit.Chance(s.rng, 10)}
	if s.rng.Intn(200) == 0 {
		s.filling = !s.filling
	}
	percent := 15
	if s.filling {
		percent = 1
	}
	in.Freed = s.slots > 0 && s.held > 0 && kit.Chance(s.rng, percent)
	if in.Freed {
		s.held--
	}
	return in
}

func (s *guardStimulus) step(in golden.GuardIn) golden.GuardOut {
	out := s.model.Step(in)
	if s.model.Registered().OutStart {
		s.held++
	}
	return out
}

func (s *guardStimulus) observe(in golden.GuardIn, out golden.GuardOut, hit func(string)) {
	for c, told := range out.Error {
		if told {
			hit(golden.CauseNames[c])
		}
	}
	cut := out.Error[golden.Cut]
	refused := out.Error[golden.NoRoute] || out.Error[golden.NoRoom]
	header := packet.HeaderOf(in.Rx.Data)
	turns := packet.TurnBits(max(2, s.ports))
	head := in.Rx.Valid && in.Rx.Sop
	kit.Reached{
		"cut by a gap":                      cut && !s.was.Valid,
		"cut by a head":                     cut && s.was.Valid && s.was.Sop,
		"cut by its own eop":                cut && s.was.Valid && !s.was.Sop,
		"one beat and no more":              out.OutEnd && out.OutLast == 0,
		"head after a refused one":          out.OutStart && s.refusedHead,
		"whole packets back to back":        out.OutStart && s.before.OutEnd && !s.before.OutBad,
		"no credit left":                    out.Error[golden.NoRoom],
		"credit owed while a slot is freed": out.Error[golden.NoRoute] && in.Freed,
		"turn back":                         head && header.Tptr() == 30 && packet.FirstTurn(header.Aligned(), turns) == s.ports-1,
		"pointer between turns":             head && (30-header.Tptr())%turns != 0,
		"route at its end":                  head && header.Tptr() < turns-1,
	}.Report(hit)
	if s.stray && in.Rx.Valid && !in.Rx.Sop && in.Rx.Eop {
		hit("packet without its head")
	}
	s.stray = out.Error[golden.NoHead]
	s.refusedHead, s.before, s.was = refused, out, in.Rx
}
