package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var outputPortCoverPoints = []string{
	"no room", "no credit left", "all credits there and empty", "packets on the link back to back", "pairs back to back",
	"turn pointer wraps around",
	"output SAQ by message", "message refused", "output SAQ blocked", "output SAQ unblocked", "Xoff inside", "Xon inside",
	"output SAQ freed",
	"packet set aside at an output", "marker delays an output SAQ", "marker reaches the head", "request told", "SAQ sends",
	"standard queue sends",
	"a host is empty while a marker is in it",
}

func outputPortBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.OutputPort), MinCycles: 24000,
		AnyReset: map[string]string{
			"cioq_recn_output_port.beat_bad":   "counts in a cycle with its valid only",
			"cioq_recn_output_port.beat_eop":   "counts in a cycle with its valid only",
			"cioq_recn_output_port.beat_sop":   "counts in a cycle with its valid only",
			"cioq_recn_output_port.pair_sop_q": "counts in a cycle with its valid only",
			"cioq_recn_output_port.tx_beat":    "set with every grant",
		},
		CoverPoints: outputPortCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			large := v["slots"] > 64
			few := v["ports"] == 2 // names: all packets may be in SAQs, and stopped
			return kit.Without(outputPortCoverPoints, kit.Cannot{
				"turn pointer wraps around": packet.MaxTurns(v["ports"])*packet.TurnBits(v["ports"]) != 31,
				"no room":                   large, "no credit left": large || few, "all credits there and empty": large,
				"Xoff inside": v["xoff"] >= v["slots"]/2, "Xon inside": v["xoff"] >= v["slots"]/2,
				"request told":    v["detect_out"] >= v["slots"]/2 || few,
				"message refused": v["saqs"] > 4, "a host is empty while a marker is in it": v["saqs"] == 1 || few || large,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &outputPortStimulus{rng: rng, p: p, model: golden.NewOutputPort(p, 0), sinceStart: golden.Pairs}
			return testbench.NewCase(golden.OutputPortIn{PairData: make([]packet.Word, 2)}, s.model.Registered(), s.step,
				s.drive,
				s.observe)
		},
	}
}

// outputPortStimulus plays the scheduler, the crossbar, the link and the
// notification bus.
type outputPortStimulus struct {
	rng        *rand.Rand
	p          golden.Params
	model      *golden.OutputPort
	pool       []packet.Name
	sinceStart int
	starts     [3]bool // in the three cycles before, the latest first
	words      []packet.Word
	source     int
	held       int // packets downstream
	blocked    []packet.Name
	lastEop    int
	cycle      int
	used       bool // a packet has come since all was empty
	wraps      bool // a packet with its turn pointer at the last turn has come
	ending     *ending
}

func (s *outputPortStimulus) drive(cycle int) golden.OutputPortIn {
	rng := s.rng
	if cycle%900 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.p.Ports, s.p.SAQs+3)
	}
	phase := cycle / (100 + 10*s.p.Slots) % 6 // filling, stalled, mixed, released, drained, scripted
	in := golden.OutputPortIn{PairData: make([]packet.Word, 2)}
	s.sinceStart++
	if phase == 5 {
		s.script(&in)
	} else if s.ending = nil; s.model.Registered().Room && s.sinceStart >= golden.Pairs &&
		kit.Chance(rng, []int{100, 60, 40, 20, 0}[phase]) {
		in.Start = true
		s.sinceStart = 0
	}
	s.cross(&in)
	in.TxCredit = s.held > 0 && kit.Chance(rng, []int{5, 0, 30, 100, 100, 100}[phase])
	if in.TxCredit {
		s.held--
	}
	if phase < 5 {
		s.message(phase, &in)
	}
	_, waiting := s.model.Note()
	in.NoteTake = waiting && kit.Chance(rng, []int{60, 10, 60, 90, 90, 90}[phase])
	return in
}

// script begins with the next ending when one is over.
func (s *outputPortStimulus) script(in *golden.OutputPortIn) {
	if s.ending == nil || s.ending.cycle == endingEnds {
		s.ending = newEnding(s.rng, s.p.Ports)
	}
	s.ending.drive(in)
	in.Start = in.Start && s.model.Registered().Room && s.sinceStart >= golden.Pairs
	if in.Start {
		s.sinceStart = 0
	}
}

// cross brings the packet that was granted three cycles before.
func (s *outputPortStimulus) cross(in *golden.OutputPortIn) {
	rng := s.rng
	if s.starts[2] {
		header := env.RandomHeader(rng, s.p.Ports, true)
		if kit.Chance(rng, 70) { // the output side sees the turns behind the first one
			name := kit.Pick(rng, s.pool)
			if longer, fits := name.Extended(rng.Intn(s.p.Ports-1), packet.TurnBits(s.p.Ports)); fits {
				header = env.HeaderTo(rng, s.p.Ports, longer)
			}
		}
		if s.ending != nil {
			if there, fits := s.ending.host.Extended(rng.Intn(s.p.Ports-1), packet.TurnBits(s.p.Ports)); fits {
				header = env.HeaderTo(rng, s.p.Ports, there)
			}
		}
		s.wraps = s.wraps || header.Tptr() < packet.TurnBits(s.p.Ports)
		s.words = env.RandomBeats(rng, header, s.p.Data)
		s.source = rng.Intn(s.p.Ports)
		s.used = true
	}
	s.starts = [3]bool{in.Start, s.starts[0], s.starts[1]}
	if n := len(s.words); n > 0 {
		in.PairValid, in.PairSop, in.PairData, in.PairSource = true, n == packet.Beats, s.words[:2:2], s.source
		s.words = s.words[2:]
	}
}

// message sends an Xoff of a new name, or the Xon of one that is blocked.
func (s *outputPortStimulus) message(phase int, in *golden.OutputPortIn) {
	rng := s.rng
	in.TxMsgXoff = kit.Chance(rng, 50)
	if !kit.Chance(rng, []int{4, 2, 8, 4, 20}[phase]) {
		return
	}
	name := kit.Pick(rng, s.pool)
	i := 0
	for i < len(s.blocked) && !s.blocked[i].Equal(name) {
		i++
	}
	switch {
	case phase == 4 && len(s.blocked) == 0:
		return
	case phase == 4 || i < len(s.blocked) && kit.Chance(rng, 70):
		i = min(i, len(s.blocked)-1)
		name = s.blocked[i]
		s.blocked = append(s.blocked[:i:i], s.blocked[i+1:]...)
		in.TxMsgXoff = false
	default:
		if i == len(s.blocked) {
			s.blocked = append(s.blocked, name)
		}
		in.TxMsgXoff = true
	}
	in.TxMsgValid, in.TxMsgTp, in.TxMsgMask = true, name.Tp, name.Mask
}

func (s *outputPortStimulus) step(in golden.OutputPortIn) golden.OutputPortOut {
	out := s.model.Step(in)
	if out.TxEop {
		s.held++
	}
	s.cycle++
	return out
}

func (s *outputPortStimulus) observe(in golden.OutputPortIn, out golden.OutputPortOut, hit func(string)) {
	for k := range s.p.SAQs {
		if s.model.HostDry(k) {
			hit("a host is empty while a marker is in it")
		}
	}
	for _, event := range s.model.Events() {
		if coverPoint, ok := coverPointsOf[true][event.Kind]; ok {
			hit(coverPoint)
		}
		switch {
		case event.Kind == golden.Ready:
			hit("marker reaches the head")
		case event.Kind == golden.Asked:
			hit("request told")
		case event.Kind == golden.Granted && event.Queue < 0:
			hit("standard queue sends")
		case event.Kind == golden.Granted:
			hit("SAQ sends")
		}
	}
	for k := range s.p.SAQs {
		if s.model.Held(k) {
			hit("marker delays an output SAQ")
		}
	}
	if !out.Room {
		hit("no room")
	}
	if out.StatCredit == 0 {
		hit("no credit left")
	}
	if s.used && out.StatCredit == s.p.Slots && s.held == 0 && s.model.Idle() {
		hit("all credits there and empty")
	}
	if out.TxSop && s.lastEop == s.cycle-1 {
		hit("packets on the link back to back")
	}
	if out.TxEop {
		s.lastEop = s.cycle
	}
	if in.Start && s.starts == [3]bool{true} && len(s.words) == 4 {
		hit("pairs back to back")
	}
	if s.wraps {
		hit("turn pointer wraps around")
	}
}
