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

// treeLines plays a CAM: lines come and go, as they are asked to.
type treeLines struct {
	rng   *rand.Rand
	ports int
	valid []bool
	tp    []uint32
	mask  []uint32
	pool  []packet.Name
}

func newTreeLines(rng *rand.Rand, ports, saqs int) treeLines {
	return treeLines{rng: rng, ports: ports, valid: make([]bool, saqs), tp: make([]uint32, saqs),
		mask: make([]uint32, saqs)}
}

// renew draws other names to choose from.
func (l *treeLines) renew() { l.pool = env.NestedNames(l.rng, l.ports, len(l.valid)+3) }

// name is one of the pool that a line may have: with a bit of the mask to spare.
func (l *treeLines) name() packet.Name { return kit.Pick(l.rng, l.pool) }

// make has a free line get a name that no other has. It tells which.
func (l *treeLines) make() int {
	name := l.name()
	free := -1
	for k, valid := range l.valid {
		switch {
		case valid && name.Equal(packet.Named(l.tp, l.mask, k)):
			return -1
		case !valid && (free < 0 || kit.Chance(l.rng, 40)):
			free = k
		}
	}
	if free >= 0 {
		l.valid[free], l.tp[free], l.mask[free] = true, name.Tp, name.Mask
	}
	return free
}

func leafBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Leaf),
		MinCycles: 8000,
		CoverPoints: []string{
			"made", "gone", "gone before made", "root freed", "kept for the line upstream", "kept for the timer",
			"kept for the report before",
			"upstream gone", "blocked again", "report of an unknown line",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(leafBench().CoverPoints,
				kit.Cannot{"kept for the timer": v["timer"] == 0, "gone before made": v["saqs"] == 1,
					"kept for the report before": v["saqs"] < 4}) // two must rest at a time
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["saqs"]
			s := &leafStimulus{
				treeLines: newTreeLines(rng, v["ports"], n), timer: v["timer"], model: golden.NewLeaf(v["ports"], n, v["timer"]),
				myPort:  rng.Intn(v["ports"]),
				stopped: make([]bool, n), empty: make([]bool, n), rested: make([]int, n), upstream: make([]bool, n),
				freed: make([]bool, n),
			}
			return testbench.NewCase(golden.LeafIn{LineValid: s.valid, LineTp: s.tp, LineMask: s.mask, Stopped: s.stopped,
				Empty: s.empty, Freed: s.freed}, golden.LeafOut{MayFree: make([]bool, n)}, s.model.Step, s.drive, s.observe)
		},
	}
}

// leafStimulus plays the CAM, the queues, the bus and the switch upstream.
type leafStimulus struct {
	treeLines
	timer, myPort  int
	model          *golden.Leaf
	stopped, empty []bool
	rested         []int  // as the unit counts, to be seen
	upstream       []bool // reported and not gone
	freed          []bool
}

func (s *leafStimulus) drive(cycle int) golden.LeafIn {
	rng, first := s.rng, s.pool == nil
	if cycle%400 == 0 || first {
		s.renew()
	}
	for k := range s.valid {
		if s.freed[k] {
			s.valid[k] = false
		}
		s.freed[k] = false
	}
	busy := []int{30, 4}[cycle/600%2]
	if kit.Chance(rng, busy) && !first {
		if k := s.make(); k >= 0 {
			s.stopped[k], s.empty[k] = kit.Chance(rng, 70), true
		}
	}
	for k := range s.valid {
		if kit.Chance(rng, []int{4, 0, 1}[cycle/200%3]) {
			s.stopped[k] = !s.stopped[k]
		}
		if s.empty[k] && kit.Chance(rng, 1) || !s.empty[k] && kit.Chance(rng, 8) {
			s.empty[k] = !s.empty[k]
		}
	}
	report := s.model.Report(s.tp, s.mask)
	in := golden.LeafIn{
		LineValid: s.valid, LineTp: s.tp, LineMask: s.mask, Stopped: s.stopped, Empty: s.empty, Freed: s.freed,
		MyPort:   s.myPort,
		MsgValid: kit.Chance(rng, 20), MsgXoff: kit.Chance(rng, 40),
		NoteTake: report.Valid && kit.Chance(rng, []int{60, 1}[cycle/300%2]),
	}
	heard := s.name()
	if k := rng.Intn(len(s.valid)); kit.Chance(rng, 70) {
		heard = packet.Named(s.tp, s.mask, k)
	}
	in.MsgTp, in.MsgMask = heard.Tp, heard.Mask
	for k, may := range s.model.MayFree(s.valid) {
		if may && s.empty[k] && !s.stopped[k] && kit.Chance(rng, 30) {
			s.freed[k] = true
			break
		}
	}
	return in
}

func (s *leafStimulus) observe(in golden.LeafIn, out golden.LeafOut, hit func(string)) {
	w := packet.TurnBits(s.ports)
	switch {
	case in.NoteTake && out.NoteXoff:
		hit("made")
	case in.NoteTake:
		hit("gone")
	}
	waiting := out.NoteValid && !out.NoteXoff
	for k, valid := range in.LineValid {
		if in.Freed[k] && packet.Named(in.LineTp, in.LineMask, k).Length() == w {
			hit("root freed")
		}
		s.observeRest(k, valid && in.Empty[k] && !in.Stopped[k], waiting, hit)
		if valid && in.Stopped[k] && s.rested[k] > 0 {
			hit("blocked again")
			if waiting {
				hit("gone before made")
			}
		}
		s.observeUpstream(k, in, hit)
		if valid && in.Empty[k] && !in.Stopped[k] {
			s.rested[k] = min(s.rested[k]+1, max(s.timer, 1))
		} else {
			s.rested[k] = 0
		}
	}
}

// observeRest looks at why a line that is empty and not stopped is not freed.
func (s *leafStimulus) observeRest(k int, resting, waiting bool, hit func(string)) {
	switch {
	case !resting:
	case s.upstream[k]:
		hit("kept for the line upstream")
	case s.rested[k] < s.timer:
		hit("kept for the timer")
	case s.rested[k] == s.timer && waiting:
		hit("kept for the report before")
	}
}

// observeUpstream follows the reports of the switch upstream.
func (s *leafStimulus) observeUpstream(k int, in golden.LeafIn, hit func(string)) {
	valid := in.LineValid[k]
	if in.MsgValid && packet.Named(in.LineTp, in.LineMask, k).Equal(packet.Name{Tp: in.MsgTp, Mask: in.MsgMask}) {
		switch {
		case !valid:
			hit("report of an unknown line")
		case s.upstream[k] && !in.MsgXoff:
			hit("upstream gone")
		}
		s.upstream[k] = in.MsgXoff
	}
	s.upstream[k] = s.upstream[k] && valid
}

func branchesBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Branches),
		MinCycles: 8000,
		CoverPoints: []string{
			"made", "gone", "kept for a branch", "several branches", "branch gone", "kept for a message",
			"kept for the report before", "report of an unknown line",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(branchesBench().CoverPoints, kit.Cannot{"kept for the report before": v["saqs"] == 1})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["saqs"]
			s := &branchesStimulus{
				treeLines: newTreeLines(rng, v["ports"], n), model: golden.NewBranches(n), stopped: make([]bool, n),
				told: make([]bool, n),
				gone: make([]bool, n), branches: make([]map[int]bool, n),
			}
			return testbench.NewCase(golden.BranchesIn{LineValid: s.valid, LineTp: s.tp, LineMask: s.mask, Stopped: s.stopped,
				Told: s.told}, golden.BranchesOut{Free: make([]bool, n)}, s.step, s.drive, s.observe)
		},
	}
}

// branchesStimulus plays the CAM, the input ports and the link.
type branchesStimulus struct {
	treeLines
	model         *golden.Branches
	stopped, told []bool
	gone          []bool
	branches      []map[int]bool
}

func (s *branchesStimulus) step(in golden.BranchesIn) golden.BranchesOut {
	out := s.model.Step(in)
	copy(s.gone, out.Free)
	return out
}

func (s *branchesStimulus) drive(cycle int) golden.BranchesIn {
	rng := s.rng
	if cycle%400 == 0 || s.pool == nil {
		s.renew()
	}
	for k := range s.valid {
		if s.gone[k] {
			s.valid[k], s.gone[k] = false, false
		}
	}
	if kit.Chance(rng, []int{30, 5}[cycle/600%2]) {
		if k := s.make(); k >= 0 {
			s.stopped[k], s.told[k], s.branches[k] = kit.Chance(rng, 70), kit.Chance(rng, 30), map[int]bool{}
		}
	}
	for k := range s.valid {
		if kit.Chance(rng, 4) {
			s.stopped[k] = !s.stopped[k]
		}
		if kit.Chance(rng, 8) {
			s.told[k] = !s.told[k]
		}
	}
	in := golden.BranchesIn{
		LineValid: s.valid, LineTp: s.tp, LineMask: s.mask, Stopped: s.stopped, Told: s.told,
		MsgValid: kit.Chance(rng, 15), ReportValid: kit.Chance(rng, 30), ReportXoff: kit.Chance(rng, 40),
		ReportSource: rng.Intn(s.ports),
		UpTake:       s.model.Report(s.tp, s.mask).Valid && kit.Chance(rng, []int{60, 10}[cycle/200%2]),
	}
	about := s.name()
	if k := rng.Intn(len(s.valid)); kit.Chance(rng, 80) {
		about = packet.Named(s.tp, s.mask, k)
		for source := range s.ports { // bring what there is to an end, mostly
			if s.branches[k][source] && !in.ReportXoff && kit.Chance(rng, 60) {
				in.ReportSource = source
			}
		}
	}
	in.ReportTp, in.ReportMask = about.Tp, about.Mask
	return in
}

func (s *branchesStimulus) observe(in golden.BranchesIn, out golden.BranchesOut, hit func(string)) {
	switch {
	case in.UpTake && out.UpXoff:
		hit("made")
	case in.UpTake:
		hit("gone")
	}
	for k, valid := range in.LineValid {
		reported := in.ReportValid && packet.Named(in.LineTp, in.LineMask, k).
			Equal(packet.Name{Tp: in.ReportTp, Mask: in.ReportMask})
		done := valid && in.Told[k] && !in.Stopped[k]
		if done && len(s.branches[k]) > 0 {
			hit("kept for a branch")
		}
		if done && len(s.branches[k]) == 0 && in.MsgValid {
			hit("kept for a message")
		}
		if done && len(s.branches[k]) == 0 && out.UpValid && !out.UpXoff {
			hit("kept for the report before")
		}
		if len(s.branches[k]) > 1 {
			hit("several branches")
		}
		if !reported {
			continue
		}
		if !valid {
			hit("report of an unknown line")
			continue
		}
		if in.ReportXoff {
			s.branches[k][in.ReportSource] = true
		} else if s.branches[k][in.ReportSource] {
			delete(s.branches[k], in.ReportSource)
			hit("branch gone")
		}
	}
}
