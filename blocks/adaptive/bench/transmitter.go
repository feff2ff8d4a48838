package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var transmitterCoverPoints = []string{
	"frame", "frame of one beat", "back to back", "notification", "notification while paused",
	"notification behind a frame", "PAUSE", "PAUSE before a notification", "paused with a frame", "notification overrun",
	"held by a frame that is not taken back",
}

func transmitterBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Transmitter), MinCycles: 12000, CoverPoints: transmitterCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &transmitterStimulus{rng: rng, v: v, model: golden.NewTransmitter(v["cns"])}
			in := golden.TransmitterIn{PauseData: new(big.Int), CnWord: new(big.Int), FrameWord: new(big.Int)}
			s.in = in
			return testbench.NewCase(in, golden.TransmitterOut{TxData: new(big.Int)}, s.model.Step, s.drive, s.observe)
		},
	}
}

type transmitterStimulus struct {
	rng   *rand.Rand
	v     blocks.Values
	model *golden.Transmitter
	in    golden.TransmitterIn

	frames, cns, takes int // percent
	pause              bool
	burst              int // cycles with a notification in each
	last               golden.TransmitterOut
	lastIn             golden.TransmitterIn
}

func (s *transmitterStimulus) drive(cycle int) golden.TransmitterIn {
	rng, in := s.rng, &s.in
	if cycle%100 == 0 {
		s.frames, s.cns = kit.Pick(rng, []int{0, 20, 100}), kit.Pick(rng, []int{0, 3, 50})
		s.takes = kit.Pick(rng, []int{2, 30, 100})
		in.Paused = kit.Chance(rng, 30)
	}
	if !s.pause {
		s.pause = kit.Chance(rng, 2)
		in.PauseData = randomWord(rng)
	}
	in.PauseValid = s.pause
	if s.burst = max(0, s.burst-1); s.model.Begins() && kit.Chance(rng, 10) {
		s.burst = 24
	}
	in.CnValid, in.CnWord = s.burst > 0 || kit.Chance(rng, s.cns), randomWord(rng)
	in.Fetched = s.model.Wants() && kit.Chance(rng, s.frames)
	f := randomFrame(rng, 6)
	slots := 1
	for slots < s.v["slots"] {
		slots *= 2
	}
	in.FrameWord, in.FrameBeats = f.Word().Big(), kit.Pick(rng, []int{0, 1, 7, 23, 40})
	in.FrameSlot = rng.Intn(s.v["ports"])*slots + rng.Intn(s.v["slots"])
	in.Taken = s.model.Done() && kit.Chance(rng, s.takes)
	return *in
}

func (s *transmitterStimulus) observe(in golden.TransmitterIn, out golden.TransmitterOut, hit func(string)) {
	if in.PauseValid && out.PauseReady {
		s.pause = false
	}
	first := out.TxValid && out.TxHead
	control := first && out.TxTail && !s.model.SentFrame()
	kit.Reached{
		"frame":                                  first && s.model.SentFrame() && !out.TxTail,
		"frame of one beat":                      first && s.model.SentFrame() && out.TxTail,
		"back to back":                           first && s.last.TxValid && s.last.TxTail,
		"notification":                           control && !s.last.PauseReady,
		"notification while paused":              control && !s.last.PauseReady && s.lastIn.Paused,
		"notification behind a frame":            control && !s.last.PauseReady && s.last.TxValid && !s.last.TxHead,
		"PAUSE":                                  s.last.PauseReady,
		"PAUSE before a notification":            s.last.PauseReady && s.model.CNs() > 0,
		"paused with a frame":                    in.Paused && !out.Want && !out.TxValid,
		"notification overrun":                   out.Overrun,
		"held by a frame that is not taken back": out.DoneValid && !in.Taken && !out.Want && !in.Paused && !out.TxValid,
	}.Report(hit)
	s.last, s.lastIn = out, in
}
