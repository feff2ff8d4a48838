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

func outCamBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.OutCAM),
		MinCycles: 6000,
		AnyReset: map[string]string{
			"recn_out_cam.xoff_q": "of an invalid line",
		},
		CoverPoints: []string{
			"Xoff makes a line", "Xoff finds its line", "Xoff finds its line while it is released", "CAM full",
			"Xon finds its line", "Xon finds none",
			"packet matches a line", "packet matches several lines", "packet in the cycle of a new line that matches it",
			"packets in a row",
			"FIFO full", "taken while full", "Xoff notification", "Xon notification", "all notifications gone",
			"line kept after its Xon", "Xoff finds a line that was kept", "line gone",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(outCamBench().CoverPoints, kit.Cannot{ // few lines: by luck only
				"line kept after its Xon": v["leaf_first"] == 0, "line gone": v["leaf_first"] == 0,
				"Xoff finds a line that was kept": v["leaf_first"] == 0,
				"packet matches several lines":    v["saqs"] < 4, "Xoff finds its line while it is released": v["saqs"] < 4,
				"packet in the cycle of a new line that matches it": v["saqs"] < 4,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &outCamStimulus{rng: rng, ports: v["ports"], saqs: v["saqs"], kept: v["leaf_first"] == 1,
				model: golden.NewOutCam(v["saqs"], v["leaf_first"] == 1)}
			return testbench.NewCase(golden.OutCamIn{Gone: make([]bool, s.saqs)}, golden.NewOutCamOut(s.saqs), s.model.Step,
				s.drive, s.observe)
		},
	}
}

type outCamStimulus struct {
	rng         *rand.Rand
	ports, saqs int
	kept        bool // leaves first
	model       *golden.OutCam
	pool        []packet.Name
	next        packet.Name // of the message after this one
	wasFirst    bool
}

func (s *outCamStimulus) drive(cycle int) golden.OutCamIn {
	rng := s.rng
	if cycle%200 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.ports, s.saqs+2)
		s.next = s.pool[0]
	}
	message := []int{40, 10, 70}[cycle/150%3]
	take := []int{90, 15, 3, 50}[cycle/70%4]
	first := []int{15, 15, 80}[cycle/110%3]
	_, waiting := s.model.Note()

	name := kit.Pick(rng, s.pool)
	header := env.RandomHeader(rng, s.ports, true)
	if kit.Chance(rng, 70) {
		header = env.HeaderTo(rng, s.ports, kit.Pick(rng, s.pool))
	}
	xoff := kit.Chance(rng, 55)
	name, s.next = s.next, name
	if released, ok := s.model.Waiting(); ok && kit.Chance(rng, 25) {
		name, xoff = released, true // the line's Xon and a new Xoff meet
	}
	if kit.Chance(rng, 25) { // a packet and the message that concerns it, in the next cycle
		header = env.HeaderTo(rng, s.ports, s.next)
	}
	in := golden.OutCamIn{
		MsgValid: kit.Chance(rng, message), MsgXoff: xoff, MsgTp: name.Tp, MsgMask: name.Mask,
		FirstValid: kit.Chance(rng, first), FirstHeader: uint64(header), FirstSource: rng.Intn(s.ports),
		NoteTake: waiting && kit.Chance(rng, take), Gone: make([]bool, s.saqs),
	}
	if told := s.model.Told(); s.kept && !in.MsgValid && len(told) > 0 && kit.Chance(rng, []int{30, 2}[cycle/400%2]) {
		in.Gone[kit.Pick(rng, told)] = true
	}
	return in
}

func (s *outCamStimulus) observe(in golden.OutCamIn, out golden.OutCamOut, hit func(string)) {
	e := s.model.LastStep()
	message := packet.Name{Tp: in.MsgTp, Mask: in.MsgMask}
	switch {
	case in.MsgValid && in.MsgXoff && e.Released && e.ReleasedName.Equal(message):
		hit("Xoff finds its line while it is released")
	case in.MsgValid && in.MsgXoff && e.Found:
		hit("Xoff finds its line")
		if e.FoundTold {
			hit("Xoff finds a line that was kept")
		}
	case in.MsgValid && in.MsgXoff && out.CamFull:
		hit("CAM full")
	case in.MsgValid && in.MsgXoff:
		hit("Xoff makes a line")
		if e.First && message.Matches(e.Turns) {
			hit("packet in the cycle of a new line that matches it")
		}
	case in.MsgValid && e.Found:
		hit("Xon finds its line")
	case in.MsgValid:
		hit("Xon finds none")
	}
	if e.First && e.Matched > 0 {
		hit("packet matches a line")
	}
	if len(s.model.Told()) > 0 {
		hit("line kept after its Xon")
	}
	if kit.Count(in.Gone) > 0 {
		hit("line gone")
	}
	if e.First && e.Matched > 1 {
		hit("packet matches several lines")
	}
	if in.FirstValid && s.wasFirst {
		hit("packets in a row")
	}
	s.wasFirst = in.FirstValid
	s.observeNotes(in, out, e, hit)
}

func (s *outCamStimulus) observeNotes(in golden.OutCamIn, out golden.OutCamOut, e golden.OutCamStep, hit func(string)) {
	if e.Full {
		hit("FIFO full")
		if in.NoteTake {
			hit("taken while full")
		}
	}
	if in.NoteTake && out.NoteXoff {
		hit("Xoff notification")
	}
	if in.NoteTake && !out.NoteXoff {
		hit("Xon notification")
	}
	if _, waiting := s.model.Note(); in.NoteTake && !waiting {
		hit("all notifications gone")
	}
}
