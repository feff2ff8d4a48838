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

func outputPortBench() testbench.Bench {
	coverPoints := []string{"no credit left", "all credits there", "credit taken and given", "packets back to back",
		"turn pointer wraps around"}
	withSAQs := []string{"CAM full", "packet matches a line", "Xoff notification", "Xon notification", "line freed"}
	leafFirst := []string{"report to the other end", "report from the other end", "line told and kept"}
	all := append(append(append([]string{}, coverPoints...), withSAQs...), leafFirst...)
	return testbench.Bench{
		Block:       blocks.Of(rtl.OutputPort),
		MinCycles:   8000,
		CoverPoints: all,
		CoverPointsFor: func(v blocks.Values) []string {
			pool := packet.MaxTurns(v["ports"]) * packet.TurnBits(v["ports"])
			unreachable := kit.Cannot{"turn pointer wraps around": pool != 31, "no credit left": v["slots"] > 64}
			if v["saqs"] == 0 {
				return kit.Without(coverPoints, unreachable)
			}
			for _, point := range leafFirst {
				unreachable[point] = v["leaf_first"] == 0
			}
			return kit.Without(all, unreachable)
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newOutputPortStimulus(kit.ParamsOf[golden.Params](v), rng)
			return testbench.NewCase(golden.OutputPortIn{}, s.model.Registered(), s.step, s.drive, s.observe)
		},
	}
}

// outputPortStimulus plays the scheduler, the crossbar, the link and the
// notification bus.
type outputPortStimulus struct {
	rng        *rand.Rand
	p          golden.Params
	model      *golden.OutputPort
	in         golden.OutputPortIn
	pool       []packet.Name
	sinceStart int
	starts     [4]bool // in this cycle and the three before, the latest first
	crossbar   env.Sender
	source     int
	held       int // packets downstream
}

func newOutputPortStimulus(p golden.Params, rng *rand.Rand) *outputPortStimulus {
	return &outputPortStimulus{rng: rng, p: p, model: golden.NewOutputPort(p), sinceStart: packet.Beats}
}

func (s *outputPortStimulus) drive(cycle int) golden.OutputPortIn {
	rng := s.rng
	if cycle%300 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.p.Ports, s.p.SAQs+2)
	}
	s.in = golden.OutputPortIn{}
	s.start(cycle)
	s.beat()
	returns := []int{0, 90, 12}[cycle/900%3]
	if s.held > 0 && kit.Chance(rng, returns) {
		s.in.TxCredit = true
		s.held--
	}
	if s.p.SAQs > 0 {
		name := kit.Pick(rng, s.pool)
		s.in.TxMsgValid, s.in.TxMsgXoff = kit.Chance(rng, []int{3, 30, 60}[cycle/200%3]), kit.Chance(rng, 50)
		s.in.TxMsgTp, s.in.TxMsgMask = name.Tp, name.Mask
		s.in.NoteTake = s.model.Registered().NoteValid && kit.Chance(rng, []int{80, 20}[cycle/100%2])
	}
	if s.p.SAQs > 0 && s.p.LeafFirst == 1 {
		s.reports(cycle)
	}
	return s.in
}

// reports plays the input ports and the switch at the other end of the cable.
func (s *outputPortStimulus) reports(cycle int) {
	rng := s.rng
	if kit.Chance(rng, 20) {
		s.in.TxMsgMask |= 1
	}
	name := kit.Pick(rng, s.pool)
	s.in.ReportValid, s.in.ReportXoff = kit.Chance(rng, []int{5, 40}[cycle/250%2]), kit.Chance(rng, 40)
	s.in.ReportTp, s.in.ReportMask, s.in.ReportSource = name.Tp, name.Mask, rng.Intn(s.p.Ports)
	s.in.UpTake = s.model.Registered().UpValid && kit.Chance(rng, []int{80, 20}[cycle/130%2])
}

// start grants a packet for this output.
func (s *outputPortStimulus) start(cycle int) {
	s.sinceStart++
	s.starts[3], s.starts[2], s.starts[1] = s.starts[2], s.starts[1], s.starts[0]
	s.starts[0] = s.sinceStart >= packet.Beats && s.model.Credits() > 0 &&
		kit.Chance(s.rng, []int{100, 60, 5}[cycle/500%3])
	if s.starts[0] {
		s.sinceStart = 0
	}
	s.in.Start = s.starts[0]
}

// beat is the crossbar: the packet of a start begins three cycles later.
func (s *outputPortStimulus) beat() {
	rng := s.rng
	idle := env.Noise(rng, s.p.Data)
	s.in.BeatSource = rng.Intn(s.p.Ports)
	if s.starts[3] {
		s.source = rng.Intn(s.p.Ports)
		header := env.RandomHeader(rng, s.p.Ports, true)
		if len(s.pool) > 0 && kit.Chance(rng, 70) {
			// At the output the turn of this switch is still in front.
			if name, ok := kit.Pick(rng, s.pool).Extended(rng.Intn(s.p.Ports-1), packet.TurnBits(s.p.Ports)); ok {
				header = env.HeaderTo(rng, s.p.Ports, name)
			}
		}
		s.crossbar.Start(env.RandomBeats(rng, header, s.p.Data))
	}
	b := s.crossbar.Next(idle)
	s.in.BeatValid, s.in.BeatSop, s.in.BeatEop, s.in.BeatData = b.Valid, b.Sop, b.Eop, b.Data
	if b.Valid {
		s.in.BeatSource = s.source
	}
}

func (s *outputPortStimulus) step(in golden.OutputPortIn) golden.OutputPortOut {
	out := s.model.Step(in)
	if out.TxEop {
		s.held++
	}
	return out
}

func (s *outputPortStimulus) observe(in golden.OutputPortIn, out golden.OutputPortOut, hit func(string)) {
	switch out.StatCredit {
	case 0:
		hit("no credit left")
	case s.p.Slots:
		hit("all credits there")
	}
	if in.Start && s.model.Credits() == out.StatCredit {
		hit("credit taken and given")
	}
	if in.BeatValid && in.BeatEop && s.starts[2] {
		hit("packets back to back")
	}
	first := in.BeatValid && in.BeatSop
	if first && packet.HeaderOf(in.BeatData).Tptr() < packet.TurnBits(s.p.Ports) {
		hit("turn pointer wraps around")
	}
	if s.p.SAQs == 0 {
		return
	}
	if out.StatCamFull {
		hit("CAM full")
	}
	if s.model.CAM().LastStep().Matched > 0 {
		hit("packet matches a line")
	}
	if in.NoteTake && out.NoteXoff {
		hit("Xoff notification")
	}
	if in.NoteTake && !out.NoteXoff {
		hit("Xon notification")
	}
	for _, event := range s.model.Events() {
		if event.Kind == golden.LineFreed {
			hit("line freed")
		}
	}
	if in.UpTake {
		hit("report to the other end")
	}
	if out.HeardValid {
		hit("report from the other end")
	}
	if len(s.model.CAM().Told()) > 0 {
		hit("line told and kept")
	}
}
