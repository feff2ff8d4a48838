package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var camCoverPoints = []string{
	"no_line_valid", "all_lines_valid", "no_hit", "several_hits", "longest_is_empty_prefix", "longest_is_all_bits",
	"equally_long_hits",
	"next_is_not_longest", "no_next_after_a_hit", "exact", "exact_mask_is_longer", "set_wins_over_clear",
	"clear_and_set_another",
	"clear_of_invalid_line", "set_of_valid_line",
}

func camBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.CAM), New: camCase, MinCycles: minCycles, CoverPoints: camCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			one := v["lines"] == 1
			return kit.Without(camCoverPoints, kit.Cannot{
				"several_hits": one, "equally_long_hits": one, "next_is_not_longest": one, "clear_and_set_another": one,
			})
		},
	}
}

// setClear is how often lines are set and cleared, in percent. With each, lines
// are set one after the other.
type setClear struct {
	set, clear int
	each       bool
}

func camProgram(lines int) program[setClear] {
	return program[setClear]{
		{2, setClear{}},
		{lines, setClear{set: 100, each: true}},
		{30, setClear{set: 10, clear: 10}},
		{4 * lines, setClear{set: 5, clear: 90}},
		{60, setClear{set: 40, clear: 30}},
		{60, setClear{set: 40, clear: 10}},
		{40, setClear{set: 80, clear: 80}},
	}
}

func camCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	s := &camStimulus{
		dice: dice{rng}, model: golden.NewCAM(v["lines"]), lines: v["lines"], width: v["width"],
		phases: camProgram(v["lines"]),
	}
	out := golden.CAMOut{Hit: make([]bool, s.lines), LineValid: make([]bool, s.lines)}
	return testbench.NewCase(golden.CAMIn{}, out, s.model.Step, s.drive, s.observe)
}

type camStimulus struct {
	dice
	model        *golden.CAM
	lines, width int
	phases       program[setClear]
	root         uint64 // what most keys and values begin with
	values       []uint64
	masks        []uint64 // of the lines before the edge
}

// prefix has n ones at the top.
func (s *camStimulus) prefix(n int) uint64 {
	all := uint64(1)<<(s.width-1)<<1 - 1
	return all &^ (all >> n)
}

func (s *camStimulus) drive(cycle int) golden.CAMIn {
	odds := s.phases.at(cycle)
	if cycle%100 == 0 {
		s.root = s.number(s.width)
	}
	s.snapshot()
	in := golden.CAMIn{
		SetValid: s.chance(odds.set), SetLine: s.Intn(s.lines), ClearValid: s.chance(odds.clear), ClearLine: s.Intn(s.lines),
		Key: s.near(s.root), AfterMask: s.mask(),
	}
	if odds.each {
		in.SetLine = cycle % s.lines
	}
	in.SetValue, in.SetMask = s.near(s.root), s.mask()
	if like := s.Intn(s.lines); s.chance(25) {
		in.SetValue, in.SetMask = s.values[like], s.masks[like]
	}
	in.ExactValue, in.ExactMask = s.near(s.root), s.mask()
	if like := s.Intn(s.lines); s.chance(50) {
		free := s.number(s.width) &^ s.masks[like]
		in.ExactValue, in.ExactMask = s.values[like]^free, s.masks[like]
		if s.chance(20) {
			in.ExactMask = s.mask()
		}
	}
	return in
}

// snapshot notes the lines as they are before the edge.
func (s *camStimulus) snapshot() {
	s.values, s.masks = make([]uint64, s.lines), make([]uint64, s.lines)
	for i := range s.values {
		_, s.values[i], s.masks[i] = s.model.Line(i)
	}
}

// near is a number that has the first bits with x in common, most often all.
func (s *camStimulus) near(x uint64) uint64 {
	if s.chance(60) {
		return x
	}
	return x ^ s.number(s.width)&^s.prefix(s.Intn(s.width+1))
}

// mask is a prefix, often one of a few lengths.
func (s *camStimulus) mask() uint64 {
	lengths := []int{0, 1, s.width / 2, s.width, s.Intn(s.width + 1), s.Intn(s.width + 1)}
	return s.prefix(lengths[s.Intn(len(lengths))])
}

func (s *camStimulus) observe(in golden.CAMIn, out golden.CAMOut, hit func(string)) {
	valid, hits, longest := 0, 0, 0
	for i := range s.lines {
		if out.LineValid[i] {
			valid++
		}
		if out.Hit[i] {
			hits++
			if s.masks[i] == s.masks[out.LongestLine] {
				longest++
			}
		}
		under := (s.values[i] ^ in.ExactValue) & s.masks[i]
		kit.Reached{
			"exact_mask_is_longer": out.LineValid[i] && under == 0 && s.masks[i] < in.ExactMask && !out.ExactFound,
		}.Report(hit)
	}
	both := in.SetValid && in.ClearValid
	kit.Reached{
		"no_line_valid":           valid == 0,
		"all_lines_valid":         valid == s.lines,
		"no_hit":                  valid > 0 && hits == 0,
		"several_hits":            hits > 1,
		"longest_is_empty_prefix": out.LongestFound && s.masks[out.LongestLine] == 0,
		"longest_is_all_bits":     out.LongestFound && s.masks[out.LongestLine] == s.prefix(s.width),
		"equally_long_hits":       longest > 1,
		"next_is_not_longest":     out.NextFound && out.NextLine != out.LongestLine,
		"no_next_after_a_hit":     hits > 0 && !out.NextFound,
		"exact":                   out.ExactFound,
		"set_wins_over_clear":     both && in.SetLine == in.ClearLine,
		"clear_and_set_another":   both && in.SetLine != in.ClearLine && out.LineValid[in.ClearLine],
		"clear_of_invalid_line":   in.ClearValid && !out.LineValid[in.ClearLine],
		"set_of_valid_line":       in.SetValid && out.LineValid[in.SetLine],
	}.Report(hit)
}
