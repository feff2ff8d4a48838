package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func inCamBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.InCAM),
		MinCycles: 4000,
		AnyReset: map[string]string{
			"recn_in_cam.inspected_once": "of an invalid line",
			"recn_in_cam.ready_q":        "of an invalid line",
			"recn_in_cam.sent_q":         "of an invalid line",
			"recn_in_cam.xoff_q":         "of an invalid line",
		},
		CoverPoints: []string{
			"Xoff finds its line", "Xoff makes a line", "Xoff dropped", "Xoff without a line and without leave to allocate",
			"Xon finds its line", "Xon finds none",
			"allocated", "allocation yields to a notification", "deallocated", "deallocation yields to a notification",
			"deallocation yields to an allocation", "all lines valid", "ready by a packet", "ready by inspection",
			"inspected in the cycle of the allocation", "sent set while its line is notified",
			"a longer name after a shorter one", "a shorter name after a longer one",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(inCamBench().CoverPoints, kit.Cannot{
				"deallocation yields to an allocation": v["saqs"] == 1,
				"a longer name after a shorter one":    v["saqs"] == 1,
				"a shorter name after a longer one":    v["saqs"] == 1,
				"ready by a packet":                    v["ready_bit"] == 0,
				"ready by inspection":                  v["ready_bit"] == 0,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newInCamStimulus(v["ports"], v["saqs"], v["ready_bit"], rng)
			return testbench.NewCase(s.in, s.model.Lines(), s.model.Step, s.drive, s.observe)
		},
	}
}

// inCamStimulus draws names from a pool slightly larger than the CAM, which
// changes now and then.
type inCamStimulus struct {
	rng      *rand.Rand
	ports    int
	model    *golden.InCam
	in       golden.InCamIn
	pool     []packet.Name
	wasReady []bool // in the cycle before
	wasValid []bool
	linked   []bool
}

func newInCamStimulus(ports, saqs, readyBit int, rng *rand.Rand) *inCamStimulus {
	return &inCamStimulus{
		rng: rng, ports: ports, model: golden.NewInCam(saqs, readyBit),
		in: golden.InCamIn{
			Dealloc: make([]bool, saqs), SentSet: make([]bool, saqs), SentClear: make([]bool, saqs), Linked: make([]bool, saqs),
		},
		wasReady: make([]bool, saqs), wasValid: make([]bool, saqs), linked: make([]bool, saqs),
	}
}

func (s *inCamStimulus) drive(cycle int) golden.InCamIn {
	rng, in := s.rng, &s.in
	saqs := len(in.Dealloc)
	if cycle%100 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.ports, saqs+2)
	}
	lines := s.model.Lines()
	// How busy each source is changes with the cycle: the losers need their turns, too.
	busy := []int{10, 40, 80}[cycle/300%3]

	note := kit.Pick(rng, s.pool)
	in.NoteValid, in.NoteXoff, in.NoteTp, in.NoteMask = kit.Chance(rng, busy), kit.Chance(rng, 60), note.Tp, note.Mask
	in.NoteAllocate = !in.NoteXoff || kit.Chance(rng, 80)
	alloc := kit.Pick(rng, s.pool)
	in.AllocValid = kit.Chance(rng, busy) && kit.Count(lines.LineValid) < saqs && lineOf(lines, alloc) < 0
	in.AllocTp, in.AllocMask = alloc.Tp, alloc.Mask
	in.CqInspected = kit.Chance(rng, 30)

	linked := rng.Intn(2*saqs + 6)
	for k, valid := range lines.LineValid {
		in.SentSet[k] = valid && kit.Chance(rng, 20)
		in.SentClear[k] = valid && !in.SentSet[k] && kit.Chance(rng, 20)
		in.Linked[k] = valid && k == linked
		in.Dealloc[k] = false
	}
	if k := rng.Intn(saqs); lines.LineValid[k] && !in.Linked[k] && kit.Chance(rng, 100-busy) {
		in.Dealloc[k] = true
	}
	return *in
}

// lineOf is the valid line of a name, or -1.
func lineOf(lines golden.InCamOut, name packet.Name) int {
	for k, valid := range lines.LineValid {
		if valid && name.Equal(packet.Named(lines.LineTp, lines.LineMask, k)) {
			return k
		}
	}
	return -1
}

func (s *inCamStimulus) observe(in golden.InCamIn, out golden.InCamOut, hit func(string)) {
	// The lines of out are those before the edge.
	allocated := out.Allocated
	before := kit.Count(out.LineValid)
	note := packet.Name{Tp: in.NoteTp, Mask: in.NoteMask}
	line := lineOf(out, note)
	dealloc := kit.Count(in.Dealloc) > 0
	switch {
	case in.NoteValid && in.NoteXoff && line >= 0:
		hit("Xoff finds its line")
	case in.NoteValid && in.NoteXoff && out.NoteDropped:
		hit("Xoff dropped")
	case in.NoteValid && in.NoteXoff && !in.NoteAllocate:
		hit("Xoff without a line and without leave to allocate")
	case in.NoteValid && in.NoteXoff:
		hit("Xoff makes a line")
	case in.NoteValid && line >= 0:
		hit("Xon finds its line")
	case in.NoteValid:
		hit("Xon finds none")
	}
	if in.NoteValid && line >= 0 && in.SentSet[line] {
		hit("sent set while its line is notified")
	}
	if allocated {
		hit("allocated")
		if in.CqInspected {
			hit("inspected in the cycle of the allocation")
		}
		if dealloc {
			hit("deallocation yields to an allocation")
		}
	}
	if in.NoteValid && in.AllocValid {
		hit("allocation yields to a notification")
	}
	if dealloc && in.NoteValid {
		hit("deallocation yields to a notification")
	} else if dealloc && !allocated {
		hit("deallocated")
	}
	if before == len(out.LineValid) {
		hit("all lines valid")
	}
	s.observeOrder(out, hit)
	s.observeReady(out, hit)
	copy(s.linked, in.Linked)
}

// observeOrder looks at a line in its first cycle.
func (s *inCamStimulus) observeOrder(out golden.InCamOut, hit func(string)) {
	for k, valid := range out.LineValid {
		if !valid || s.wasValid[k] {
			continue
		}
		for j, other := range out.LineValid {
			switch {
			case j == k || !other:
			case out.LineMask[k] > out.LineMask[j]:
				hit("a longer name after a shorter one")
			case out.LineMask[k] < out.LineMask[j]:
				hit("a shorter name after a longer one")
			}
		}
	}
}

func (s *inCamStimulus) observeReady(out golden.InCamOut, hit func(string)) {
	for k, ready := range out.LineReady {
		if out.LineValid[k] && s.wasValid[k] && ready && !s.wasReady[k] {
			if s.linked[k] {
				hit("ready by a packet")
			} else {
				hit("ready by inspection")
			}
		}
		s.wasReady[k], s.wasValid[k] = ready, out.LineValid[k]
	}
}
