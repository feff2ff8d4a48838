package bench

import (
	"fmt"
	"math/rand"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var cpCoverPoints = []string{
	"sample without congestion", "Fb negative, feedback 0", "feedback 63", "-Fb beyond its limit", "velocity alone",
	"queue shrinks above Q_eq",
	"interval 1", "interval 2", "interval 3", "interval 4", "interval 5", "interval 6", "interval 7",
	"frame leaves when one is sampled", "frame in an evaluation", "frame too late by a cycle", "frame as soon as possible",
	"frames while not enabled",
	"frame leaves nothing", "queue full", "trigger", "held back by the cap", "99 frames", "100 frames",
}

func cpBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.CP), MinCycles: 60000, CoverPoints: cpCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			p := kit.ParamsOf[golden.CPParams](v)
			w := 1 << p.WShift
			// A queue that was empty at a sample holds at the next one what has come
			// in between.
			grown := min(p.Buffer, p.Sample*8/10)
			excess := grown - p.QEq + w*grown
			reached := p.Feedback(min(max(excess, 0), p.Top()))
			cannot := kit.Cannot{
				"feedback 63": excess < p.Top()*101/100, "-Fb beyond its limit": excess <= p.Top()*11/10,
				"velocity alone":            excess < p.QEq/2 || p.Sample > 500000,
				"queue shrinks above Q_eq":  p.Buffer-p.QEq < 8000,
				"Fb negative, feedback 0":   p.Top()/64 < 500 || p.Sample > 500000,
				"frame as soon as possible": p.Sample > 40000 || p.Buffer < 60000,
				"frame too late by a cycle": p.Sample > 40000 || p.Buffer < 60000,
				"99 frames":                 p.Sample > 500000, "100 frames": p.Sample > 500000, "trigger": reached < 8,
				"held back by the cap": reached < 8,
			}
			for i := 1; i < 8; i++ {
				cannot[fmt.Sprintf("interval %d", i)] = reached < 8*i+7 || p.Sample > 500000
			}
			return kit.Without(cpCoverPoints, cannot)
		},
		Resets: cpResets,
		NewAfter: func(v blocks.Values, rng *rand.Rand, resets int) testbench.Case {
			p := kit.ParamsOf[golden.CPParams](v)
			s := &cpStimulus{rng: rng, p: p, model: golden.NewCP(p)}
			s.in = golden.CPIn{Cap: resets%2 == cpResets%2, Seed: rng.Intn(1 << 16), Number: rng.Intn(1 << 15)}
			return testbench.NewCase(golden.CPIn{}, golden.CPOut{}, s.step, s.drive, s.observe)
		},
	}
}

// cpResets is how often a run is reset again. The last part of it is the longest one,
// and has the cap.
const cpResets = 3

// cpStimulus is a queue of frames. From sample to sample it is driven to a level.
type cpStimulus struct {
	rng    *rand.Rand
	p      golden.CPParams
	model  *golden.CP
	in     golden.CPIn
	frames []int // lengths of those in the queue
	qlen   int
	level  int // that the queue is driven to
	small  bool
	// patient: the 99th or 100th frame after the last trigger is sampled.
	patient bool
	age     int // of the last sample, before the cycle
}

func (s *cpStimulus) drive(cycle int) golden.CPIn {
	rng, in := s.rng, s.in
	in.Enable = cycle%1000 > 20 || kit.Chance(rng, 50)
	s.age = s.model.Last().Age
	top := s.p.Buffer
	if cycle%700 == 0 {
		s.patient = kit.Chance(rng, 40)
	}
	if s.patient {
		s.level = top - min(400, max(200, s.p.Sample/50)) // with room for the frame that is sampled
	} else if s.age == 1 || cycle%700 == 0 {
		levels := []int{0, 0, 0, rng.Intn(top), s.p.QEq, min(top, s.p.QEq+rng.Intn(1+s.p.QEq/8))}
		if s.model.Last().Level < top/4 {
			levels = []int{top, top, rng.Intn(top), rng.Intn(top), s.p.QEq * 8 / 10, s.p.QEq}
		}
		s.level = kit.Pick(rng, levels)
		s.small = kit.Chance(rng, 30)
	}
	in.ArrivalLength, in.DepartureLength = 1+rng.Intn(16383), rng.Intn(16384)
	room := s.p.Buffer - s.qlen
	if length := s.length(); length <= room && kit.Chance(rng, 75) {
		in.ArrivalValid, in.ArrivalLength = true, length
	}
	for len(s.frames) > 0 && !in.DepartureValid && (s.qlen > s.level || s.qlen > s.level/2 && kit.Chance(rng, 10)) {
		in.DepartureValid, in.DepartureLength = true, s.frames[0]
	}
	return in
}

// length is that of the next frame. Where the cap is about to end, the frame is
// sampled or not as this needs.
func (s *cpStimulus) length() int {
	left, frames := s.model.Left(), s.model.Frames()
	if s.patient && left >= 0 && frames < 100 {
		length := max(64, left/(100-frames))
		if frames >= 98 && (frames == 99 || kit.Chance(s.rng, 50)) {
			length = left + 1
		}
		return min(length, 16383)
	}
	if left >= 0 && kit.Chance(s.rng, 40) {
		if length := s.corner(left + 1); length > 0 {
			return length
		}
	}
	switch {
	case left >= 0 && left < 16382 && kit.Chance(s.rng, 30):
		return left + s.rng.Intn(2) // just not, or just sampled
	case s.small:
		return 64 + s.rng.Intn(1459)
	case kit.Chance(s.rng, 15):
		return min(max(s.p.Buffer-s.qlen, 1), 16383)
	}
	return 1 + s.rng.Intn(min(16383, s.p.Buffer))
}

// corner is a length, at least from, for which the feedback is just another one, or
// just not; 0 if there is none. It is the shortest one, or, in a small buffer, any: there few
// frames fit, and the feedback has few values.
func (s *cpStimulus) corner(from int) int {
	longest := min(16383, s.p.Buffer-s.qlen)
	if from < longest && s.p.Buffer < 16383 && s.rng.Intn(2) == 0 {
		from += s.rng.Intn(longest - from)
	}
	old := s.model.Last().Level
	feedback := func(length int) int {
		level := s.qlen + length
		excess := level - s.p.QEq + (level-old)<<s.p.WShift
		return s.p.Feedback(min(max(excess, 0), s.p.Top()))
	}
	for length := from; length < longest; length++ {
		if feedback(length) != feedback(length+1) {
			return length + s.rng.Intn(2)
		}
	}
	return 0
}

func (s *cpStimulus) step(in golden.CPIn) golden.CPOut {
	if in.DepartureValid {
		s.frames = s.frames[1:]
		s.qlen -= in.DepartureLength
	}
	if in.ArrivalValid {
		s.frames = append(s.frames, in.ArrivalLength)
		s.qlen += in.ArrivalLength
	}
	return s.model.Step(in)
}

func (s *cpStimulus) observe(in golden.CPIn, out golden.CPOut, hit func(string)) {
	last := s.model.Last()
	sampled := last.Age == 1
	due := in.ArrivalValid && in.Enable && s.model.Left() < 0
	evaluated := last.Age == 8
	reasonless := evaluated && !out.TriggerValid && !out.Capped
	kit.Reached{
		"frame leaves when one is sampled": sampled && in.DepartureValid,
		"frame in an evaluation":           in.ArrivalValid && s.age > 1 && s.age <= 16,
		"frame too late by a cycle":        due && s.age == 16,
		"frame as soon as possible":        sampled && s.age == 17,
		"frames while not enabled":         in.ArrivalValid && !in.Enable,
		"frame leaves nothing":             in.DepartureValid && s.qlen == 0,
		"queue full":                       s.qlen == s.p.Buffer,
		"sample without congestion":        sampled && last.Excess <= 0,
		"Fb negative, feedback 0":          evaluated && last.Excess > 0 && last.Feedback == 0,
		"feedback 63":                      evaluated && last.Feedback == 63,
		"-Fb beyond its limit":             evaluated && last.Excess > s.p.Top(),
		"velocity alone":                   evaluated && last.Excess > 0 && last.Level < s.p.QEq,
		"queue shrinks above Q_eq":         reasonless && last.Level > s.p.QEq && last.Level < last.Old,
		"trigger":                          out.TriggerValid,
		"held back by the cap":             out.Capped,
		"99 frames":                        out.Capped && last.Frames == 99,
		"100 frames":                       out.TriggerValid && in.Cap && last.Frames == 100,
	}.Report(hit)
	if row := last.Feedback / 8; last.Age == 17 && row > 0 {
		hit(fmt.Sprintf("interval %d", row))
	}
}
