package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var lineCoverPoints = []string{"word damaged", "one bit", "two bits", "first bit", "last bit", "word passes whole", "no word"}

func lineBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(fabric.Line), MinCycles: 20000, Small: map[string]int{"width": 5}, CoverPoints: lineCoverPoints,
		Scripted: true, // the seed is held from reset on
		AnyReset: map[string]string{
			"fabric_line.state":                            "taken from the seed in the first cycle",
			"fabric_line.state: all bits flipped in reset": "taken from the seed in the first cycle",
			"fabric_line.state: bit 0 flipped in reset":    "taken from the seed in the first cycle",
			"fabric_line.state: bit 63 flipped in reset":   "taken from the seed in the first cycle",
		},
		Equivalent: map[string]string{
			"fabric_line usable operator: and without its first operand": "before the start there are steps left",
			"fabric_line mixes_left operator: sub becomes add":           "from 32 on it is at 0 after 32 steps in either direction",
			"fabric_line mixes_left constant: 1 becomes 33":              "from 32 on it is at 0 after 32 steps of an odd number",
			"fabric_line assignment: bit 5 of mixes_left inverted":       "from 32 on it is at 0 after 32 steps of an odd number",
			"fabric_line word_q operator: or becomes xor":                "the two bits are never the same",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &lineStimulus{rng: rng, width: v["width"], model: golden.NewLine(v["width"])}
			return testbench.NewCase(golden.LineIn{}, golden.LineOut{}, s.step, s.drive, s.observe)
		},
	}
}

// lineStimulus sends words over a line that damages few or many of them.
type lineStimulus struct {
	rng   *rand.Rand
	width int
	model *golden.Line
	in    golden.LineIn
	sent  *big.Int // in the cycle before
}

func (s *lineStimulus) drive(cycle int) golden.LineIn {
	if cycle == 0 {
		s.in.Number, s.in.NoiseSeed = s.rng.Intn(1<<16), s.rng.Uint32()
	}
	if cycle%500 == 0 || cycle%3 == 1 {
		s.in.Noise = kit.Pick(s.rng, []uint32{0, 1 << 28, 1 << 31, 1<<32 - 1})
	}
	if cycle%3 == 0 {
		s.in.Noise = s.model.Random() // the largest with which this word passes
	}
	s.sent = s.in.InWord
	s.in.InValid = kit.Chance(s.rng, 90)
	s.in.InWord = new(big.Int).Rand(s.rng, new(big.Int).Lsh(big.NewInt(1), uint(s.width)))
	return s.in
}

func (s *lineStimulus) step(in golden.LineIn) golden.LineOut { return s.model.Step(in) }

func (s *lineStimulus) observe(_ golden.LineIn, out golden.LineOut, hit func(string)) {
	if !out.OutValid {
		hit("no word")
		return
	}
	changed := new(big.Int).Xor(out.OutWord, s.sent)
	bits := 0
	for i := range s.width {
		bits += int(changed.Bit(i))
	}
	kit.Reached{
		"word damaged": out.Damaged, "one bit": bits == 1, "two bits": bits == 2, "first bit": changed.Bit(0) == 1,
		"last bit": changed.Bit(s.width-1) == 1, "word passes whole": !out.Damaged && bits == 0,
	}.Report(hit)
}
