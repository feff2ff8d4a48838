package bench

import (
	"math/rand"

	"culprit/blocks"
	"culprit/blocks/traffic"
	"culprit/blocks/traffic/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

func nicCAMBench() testbench.Bench {
	coverPoints := []string{
		"Xoff makes a line", "Xoff finds its line", "Xoff finds a line that would end", "Xoff refused", "Xon finds its line", "Xon finds none",
		"line ends", "line kept by its packets", "stopped by itself", "stopped by a prefix", "prefix made after the longer name", "several lines match", "none matches",
	}
	return testbench.Bench{
		Block:     blocks.Of(traffic.NICCAM),
		MinCycles: 6000,
		AnyReset: map[string]string{
			"traffic_nic_cam.shorter":                        "of an invalid line",
			"traffic_nic_cam.valid: bit 15 flipped in reset": "it is free again after one cycle, in which a message takes line 0",
		},
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(coverPoints, kit.Cannot{
				"stopped by a prefix": v["lines"] < 3, "prefix made after the longer name": v["lines"] < 3, "several lines match": v["lines"] < 3,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &nicCAMStimulus{rng: rng, lines: v["lines"], model: golden.NewNICCAM(v["lines"])}
			in := golden.NICCAMIn{InUse: make([]bool, s.lines)}
			out := golden.NICCAMOut{Stopped: make([]bool, s.lines), LineValid: make([]bool, s.lines)}
			return testbench.NewCase(in, out, s.model.Step, s.drive, s.observe)
		},
		Mutants: nicCAMMutants,
	}
}

type nicCAMStimulus struct {
	rng    *rand.Rand
	lines  int
	model  *golden.NICCAM
	net    *network
	before golden.Lines // at the beginning of the cycle
}

func (s *nicCAMStimulus) drive(cycle int) golden.NICCAMIn {
	rng := s.rng
	first := s.net == nil
	if cycle%250 == 0 || first {
		s.net = newNetwork(rng, 12, s.lines+3)
	}
	xoff, name := s.net.message([]int{50, 80, 30}[cycle/200%3])
	in := golden.NICCAMIn{
		MsgValid: kit.Chance(rng, []int{30, 5, 90}[cycle/130%3]), MsgXoff: xoff, MsgTp: name.Tp, MsgMask: name.Mask,
		Turns: kit.Pick(rng, s.net.routes), InUse: make([]bool, s.lines),
	}
	if first && kit.Chance(rng, 85) { // a line left by the reset is seen in this cycle, if at all
		in.MsgValid, in.MsgXoff = true, true
	}
	last := cycle%250 >= 210 // all lines get their Xon before the names change
	for k, line := range s.model.Lines {
		if last && line.Valid && line.Xoff {
			in.MsgValid, in.MsgXoff, in.MsgTp, in.MsgMask = true, false, line.Name.Tp, line.Name.Mask
		}
		in.InUse[k] = line.Valid && kit.Chance(rng, []int{30, 90}[cycle/90%2])
		if last || in.InUse[k] || !line.Valid || line.Xoff || !kit.Chance(rng, 50) {
			continue
		}
		in.MsgValid, in.MsgXoff, in.MsgTp, in.MsgMask = true, true, line.Name.Tp, line.Name.Mask // a line that ends in this cycle
	}
	s.before = append(s.before[:0], s.model.Lines...)
	return in
}

func (s *nicCAMStimulus) observe(in golden.NICCAMIn, out golden.NICCAMOut, hit func(string)) {
	name := golden.Name{Tp: in.MsgTp, Mask: in.MsgMask}
	found, matches := -1, 0
	for k, line := range s.before {
		if !line.Valid {
			continue
		}
		if line.Name.Equal(name) {
			found = k
		}
		if line.Xoff && line.Name.Matches(in.Turns) {
			matches++
		}
		s.observeLine(k, line, in, out, hit)
	}
	if !in.MsgValid {
		switch {
		case matches > 1:
			hit("several lines match")
		case matches == 0:
			hit("none matches")
		}
		return
	}
	s.observeMessage(in, out, found, name, hit)
}

func (s *nicCAMStimulus) observeLine(k int, line golden.Line, in golden.NICCAMIn, out golden.NICCAMOut, hit func(string)) {
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
	}
}

func (s *nicCAMStimulus) observeMessage(in golden.NICCAMIn, out golden.NICCAMOut, found int, name golden.Name, hit func(string)) {
	switch {
	case in.MsgXoff && found >= 0 && !s.before[found].Xoff && !in.InUse[found]:
		hit("Xoff finds a line that would end")
	case in.MsgXoff && found >= 0:
		hit("Xoff finds its line")
	case in.MsgXoff && out.Refused:
		hit("Xoff refused")
	case in.MsgXoff:
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
