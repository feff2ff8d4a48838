package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func nicCAMBench() testbench.Bench {
	coverPoints := []string{
		"Xoff makes a line", "Xoff finds its line", "Xoff finds a line that would end", "Xoff refused", "Xon finds its line",
		"Xon finds none",
		"line ends", "line kept by its packets", "stopped by itself", "stopped by a prefix",
		"prefix made after the longer name", "several lines match", "none matches", "kept packet is stopped",
		"a line ends while a packet is kept",
		"name of the message before", "Xoff and Xon of a name in a row", "name that begins with that of the message before",
	}
	return testbench.Bench{
		Block:     blocks.Of(traffic.NICCAM),
		MinCycles: 6000,
		AnyReset: map[string]string{
			"traffic_nic_cam.valid": "a line without XOFF and packets ends in the first cycle, in which no message has arrived yet",
		},
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(coverPoints, kit.Cannot{
				"stopped by a prefix": v["lines"] < 3, "prefix made after the longer name": v["lines"] < 3,
				"several lines match":                              v["lines"] < 3,
				"name that begins with that of the message before": v["lines"] < 2,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &nicCAMStimulus{rng: rng, lines: v["lines"], model: golden.NewNICCAM(v["lines"]), ending: -1}
			in := golden.NICCAMIn{InUse: make([]bool, s.lines)}
			out := golden.NICCAMOut{Stopped: make([]bool, s.lines), LineValid: make([]bool, s.lines),
				Target: make([]bool, s.lines), TargetKnown: make([]bool, s.lines)}
			return testbench.NewCase(in, out, s.model.Step, s.drive, s.observe)
		},
	}
}

type nicCAMStimulus struct {
	rng    *rand.Rand
	lines  int
	model  *golden.NICCAM
	net    *network
	before golden.Lines // at the beginning of the cycle
	turns  uint32       // of the packet that is looked up
	ending int          // line whose packets leave when its message arrives; -1

	// The message that arrives in this cycle, and the one before it.
	valid, xoff, validBefore, xoffBefore bool
	name, nameBefore                     golden.Name
}

func (s *nicCAMStimulus) drive(cycle int) golden.NICCAMIn {
	rng := s.rng
	first := s.net == nil
	if cycle%250 == 0 || first {
		s.net = newNetwork(rng, 12, s.lines+3)
	}
	s.validBefore, s.xoffBefore, s.nameBefore = s.valid, s.xoff, s.name
	s.valid, s.xoff, s.name = s.model.Message()
	xoff, name := s.net.message([]int{50, 80, 30}[cycle/200%3])
	in := golden.NICCAMIn{
		MsgValid: kit.Chance(rng, []int{30, 5, 90}[cycle/130%3]), MsgXoff: xoff, MsgTp: name.Tp, MsgMask: name.Mask,
		Turns: kit.Pick(rng, s.net.routes), InUse: make([]bool, s.lines),
	}
	if s.valid && kit.Chance(rng, 20) { // the same name again
		in.MsgTp, in.MsgMask = s.name.Tp, s.name.Mask
	}
	if line := kit.Pick(rng, s.model.Lines); line.Valid && kit.Chance(rng, 10) { // the beginning of its name
		in.MsgTp, in.MsgMask = line.Name.Tp, line.Name.Mask<<(1+rng.Intn(4))&(1<<31-1)
	}
	if first && kit.Chance(rng, 85) { // a line left by the reset is seen in this cycle, if at all
		in.MsgValid, in.MsgXoff = true, true
	}
	in.Kept = s.model.KeptKnown() && kit.Chance(rng, 30)
	in.Keep = s.model.PacketKnown() && !in.Kept && kit.Chance(rng, 30)
	s.driveLines(cycle, &in)
	s.before = append(s.before[:0], s.model.Lines...)
	return in
}

// driveLines says which lines are in use, and sends messages to some of them.
func (s *nicCAMStimulus) driveLines(cycle int, in *golden.NICCAMIn) {
	rng := s.rng
	last := cycle%250 >= 200 // all lines get their Xon before the names change
	ending := s.ending
	s.ending = -1
	for k, line := range s.model.Lines {
		if last && line.Valid && line.Xoff {
			in.MsgValid, in.MsgXoff, in.MsgTp, in.MsgMask = true, false, line.Name.Tp, line.Name.Mask
		}
		in.InUse[k] = line.Valid && k != ending && kit.Chance(rng, []int{30, 90}[cycle/90%2])
		if last || !in.InUse[k] || line.Xoff || !kit.Chance(rng, 50) {
			continue
		}
		// a line that ends when it arrives
		in.MsgValid, in.MsgXoff, in.MsgTp, in.MsgMask = true, true, line.Name.Tp, line.Name.Mask
		s.ending = k
	}
}

func (s *nicCAMStimulus) observe(in golden.NICCAMIn, out golden.NICCAMOut, hit func(string)) {
	found, matches := -1, 0
	for k, line := range s.before {
		if !line.Valid {
			continue
		}
		if line.Name.Equal(s.name) {
			found = k
		}
		if line.Xoff && line.Name.Matches(s.turns) {
			matches++
		}
		s.observeLine(k, line, in, out, hit)
	}
	s.turns = in.Turns
	if out.HitKnown && !in.Kept {
		switch {
		case matches > 1:
			hit("several lines match")
		case matches == 0:
			hit("none matches")
		}
	}
	if in.Kept && out.HitKnown && out.Hit && !s.valid {
		hit("kept packet is stopped")
	}
	if s.valid {
		s.observeMessage(in, out, found, s.name, hit)
	}
}

func (s *nicCAMStimulus) observeLine(k int, line golden.Line, in golden.NICCAMIn, out golden.NICCAMOut,
	hit func(string)) {
	switch {
	case line.Xoff:
		hit("stopped by itself")
	case out.Stopped[k]:
		hit("stopped by a prefix")
	}
	if !line.Xoff && in.InUse[k] {
		hit("line kept by its packets")
	}
	if !s.model.Lines[k].Valid {
		hit("line ends")
		if s.model.KeptKnown() {
			hit("a line ends while a packet is kept")
		}
	}
}

func (s *nicCAMStimulus) observeMessage(in golden.NICCAMIn, out golden.NICCAMOut, found int, name golden.Name,
	hit func(string)) {
	if s.validBefore && s.xoffBefore {
		kit.Reached{
			"name of the message before":                       s.nameBefore.Equal(name) && s.xoff,
			"Xoff and Xon of a name in a row":                  s.nameBefore.Equal(name) && !s.xoff,
			"name that begins with that of the message before": s.nameBefore.IsPrefixOf(name) && !s.nameBefore.Equal(name),
		}.Report(hit)
	}
	switch {
	case s.xoff && found >= 0 && !s.before[found].Xoff && !in.InUse[found]:
		hit("Xoff finds a line that would end")
	case s.xoff && found >= 0:
		hit("Xoff finds its line")
	case s.xoff && out.Refused:
		hit("Xoff refused")
	case s.xoff:
		hit("Xoff makes a line")
		for _, line := range s.before {
			if line.Valid && name.IsPrefixOf(line.Name) {
				hit("prefix made after the longer name")
			}
		}
	case found >= 0:
		hit("Xon finds its line")
	default:
		hit("Xon finds none")
	}
}
