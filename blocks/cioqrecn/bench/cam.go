package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var camCoverPoints = []string{
	"line born blocked", "line born unblocked", "refused", "Xoff finds its line", "Xon finds its line", "Xon finds none",
	"Xoff without a line and without leave to allocate", "request finds its line blocked",
	"one match", "longest of several matches", "no match", "host is a standard queue", "host is a SAQ",
	"host is the longest of several",
	"deallocated", "deallocation beside an event", "deallocation as a marker is hosted",
	"line freed as its packet is looked up", "CAM full",
}

func camBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.CAM), MinCycles: 6000, AnyReset: map[string]string{
			"cioq_recn_cam.blocked_q": "of an invalid line",
			"cioq_recn_cam.sent_q":    "of an invalid line",
		}, CoverPoints: camCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(camCoverPoints, kit.Cannot{
				"longest of several matches": v["saqs"] < 2, "host is a SAQ": v["saqs"] < 2,
				"host is the longest of several":     v["saqs"] < 3,
				"deallocation as a marker is hosted": v["saqs"] < 2,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &camStimulus{rng: rng, ports: v["ports"], saqs: v["saqs"], standard: v["standard"],
				model: golden.NewCAM(v["saqs"], v["standard"])}
			none := make([]bool, s.saqs)
			in := golden.CAMIn{Dealloc: none, SentSet: none, SentClear: none}
			return testbench.NewCase(in, s.model.Lines(), s.model.Step, s.drive, s.observe)
		},
	}
}

type camStimulus struct {
	rng                   *rand.Rand
	ports, saqs, standard int
	model                 *golden.CAM
	pool                  []packet.Name
}

func (s *camStimulus) drive(cycle int) golden.CAMIn {
	rng := s.rng
	if cycle%250 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.ports, s.saqs+3)
	}
	lines := s.model.Lines()
	name := kit.Pick(rng, s.pool)
	header := env.RandomHeader(rng, s.ports, true)
	if kit.Chance(rng, 75) {
		header = env.HeaderTo(rng, s.ports, kit.Pick(rng, s.pool))
	}
	in := golden.CAMIn{
		LookupTurns: header.Aligned(), LookupStandard: rng.Intn(s.standard),
		EventValid: kit.Chance(rng, []int{60, 15, 30}[cycle/80%3]), EventBlock: kit.Chance(rng, 50),
		EventAllocate: kit.Chance(rng, 60),
		EventTp:       name.Tp, EventMask: name.Mask, EventStandard: rng.Intn(s.standard),
		Dealloc: make([]bool, s.saqs), SentSet: make([]bool, s.saqs), SentClear: make([]bool, s.saqs),
	}
	k := rng.Intn(s.saqs)
	in.Dealloc[k] = lines.LineValid[k] && kit.Chance(rng, []int{5, 60, 15}[cycle/130%3])
	for j, valid := range lines.LineValid {
		in.SentSet[j] = valid && kit.Chance(rng, 20)
		in.SentClear[j] = valid && kit.Chance(rng, 20)
	}
	return in
}

func (s *camStimulus) observe(in golden.CAMIn, out golden.CAMOut, hit func(string)) {
	event := packet.Name{Tp: in.EventTp, Mask: in.EventMask}
	found := false
	wasBlocked := false
	matches := 0
	prefixes := 0
	// The outputs are those before the clock edge.
	for k, valid := range out.LineValid {
		if !valid {
			continue
		}
		name := packet.Named(out.LineTp, out.LineMask, k)
		if name.Equal(event) {
			found, wasBlocked = true, out.LineBlocked[k]
		}
		if name.Matches(in.LookupTurns) {
			matches++
			if in.Dealloc[k] && !in.EventValid && !out.AnyBorn {
				hit("line freed as its packet is looked up")
			}
		}
		if name.Length() < event.Length() && name.Matches(event.Tp) {
			prefixes++
		}
	}
	hit([]string{"no match", "one match", "longest of several matches"}[min(2, matches)])
	if kit.Count(out.LineValid) == s.saqs {
		hit("CAM full")
	}
	if kit.Count(in.Dealloc) > 0 {
		switch {
		case in.EventValid:
			hit("deallocation beside an event")
		case out.AnyBorn:
			hit("deallocation as a marker is hosted")
		default:
			hit("deallocated")
		}
	}
	if !in.EventValid {
		return
	}
	switch {
	case out.Refused:
		hit("refused")
	case found && in.EventBlock:
		hit("Xoff finds its line")
	case found && in.EventAllocate && wasBlocked:
		hit("request finds its line blocked")
	case found && !in.EventAllocate:
		hit("Xon finds its line")
	case !found && in.EventAllocate:
		hit([]string{"host is a standard queue", "host is a SAQ", "host is the longest of several"}[min(2, prefixes)])
		hit(map[bool]string{false: "line born unblocked", true: "line born blocked"}[in.EventBlock])
	case !found && in.EventBlock:
		hit("Xoff without a line and without leave to allocate")
	case !found:
		hit("Xon finds none")
	}
}
