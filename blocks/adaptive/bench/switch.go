package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var switchCoverPoints = []string{"frame", "notification made", "notification passes", "STOP", "GO", "obeys a STOP",
	"detour", "counter read", "no list", "rule broken", "errors cleared"}

func switchBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Switch), MinCycles: switchCycles, CoverPoints: switchCoverPoints,
		AnyReset: map[string]string{
			"adaptive_switch.low_q":    "no entry is congested in the first cycle",
			"adaptive_meter.address_q": "all counters are 0",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			made := v["q_eq"] > 40000 || v["slots"]*v["ports"]*1500 < 3*v["q_eq"]
			return kit.Without(switchCoverPoints, kit.Cannot{
				"notification made": made, "detour": v["list"] == 1, "STOP": v["q_high"] > 90 || v["ports"] < 6,
				"GO": v["q_high"] > 90 || v["ports"] < 6,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newSwitchStimulus(v, rng)
			n := v["ports"]
			out := golden.SwitchOut{TxValid: make([]bool, n), TxHead: make([]bool, n), TxTail: make([]bool, n),
				TxData: make([]*big.Int, n), Qlen: make([]int, n), ErrSeen: make([]int, n),
				ErrCounts: make([]uint32, n*golden.Causes)}
			return testbench.NewCase(s.in, out, s.model.Step, s.drive, s.observe)
		},
	}
}

const switchCycles = 40000

type switchStimulus struct {
	rng   *rand.Rand
	v     blocks.Values
	model *golden.Switch
	in    golden.SwitchIn

	started int // cycles so far
	links   []*neighbour
	load    int  // percent
	hot     int  // destination of most frames
	partial bool // a host has no list
	faults  bool // neighbours break the rules of the links now
	deaf    bool // neighbours do not obey a STOP now
}

// neighbour is the other end of a link.
type neighbour struct {
	beats   []golden.Beat // of the frame that it sends
	stopped bool          // by the switch
	stops   bool          // it has told the switch to stop
}

func newSwitchStimulus(v blocks.Values, rng *rand.Rand) *switchStimulus {
	n := v["ports"]
	s := &switchStimulus{rng: rng, v: v, partial: rng.Intn(4) == 0}
	p := golden.SwitchParams{Params: kit.ParamsOf[golden.Params](v), QEq: v["q_eq"], QHigh: v["q_high"], QLow: v["q_low"],
		ErrorBits: v["error_bits"]}
	s.model = golden.NewSwitch(p)
	s.in = golden.SwitchIn{
		Number: rng.Intn(4096), Seed: 1 + uint32(rng.Int31()), WriteListValid: make([]bool, v["list"]),
		WriteListPort: make([]int, v["list"]),
		RxValid:       make([]bool, n), RxHead: make([]bool, n), RxTail: make([]bool, n), RxData: make([]*big.Int, n),
		ErrClear: make([]bool, n),
		Managed:  true, Adaptive: true,
	}
	for range n {
		s.links = append(s.links, &neighbour{})
	}
	return s
}

func (s *switchStimulus) drive(cycle int) golden.SwitchIn {
	rng, in := s.rng, &s.in
	if s.started%4000 == 0 {
		s.load, s.hot = kit.Pick(rng, []int{20, 100, 100}), rng.Intn(s.v["hosts"])
		in.Managed, in.Adaptive, s.deaf = kit.Chance(rng, 85), kit.Chance(rng, 85), kit.Chance(rng, 30)
		switch s.started / 4000 % 4 {
		case 0: // queues fill; host 0 has a list
			s.load, s.hot, in.Managed, s.deaf = 100, s.hot%max(s.v["hosts"]-1, 1), true, false
		case 1: // and become empty
			s.load = 0
		case 2:
			s.load = 5
		}
	}
	if s.started%500 == 0 {
		s.faults = s.started > 0 && kit.Chance(rng, 40)
	}
	kit.Bools(rng, in.ErrClear, 1)
	in.Load = s.started == 0
	in.WriteValid = s.started < s.v["hosts"] && !(s.partial && s.started == s.v["hosts"]-1)
	in.WriteHost = min(s.started, s.v["hosts"]-1)
	setList(randomList(rng, s.v["ports"], s.v["list"]), in.WriteListValid, in.WriteListPort)
	if s.started == 0 { // a list that leaves a choice
		setList(rng.Perm(s.v["ports"])[:min(s.v["ports"], s.v["list"])], in.WriteListValid, in.WriteListPort)
	}
	in.Tick = s.started%(s.v["hosts"]*s.v["ports"]+8) == s.v["hosts"]+5
	in.Sample = s.started%32 == 7
	in.Measure = s.started%1000 > 100
	in.ReadAddress = rng.Intn(48)
	for i, l := range s.links {
		b := golden.Beat{}
		if s.started > s.v["hosts"]+2 {
			b = s.beat(l)
		}
		in.RxValid[i], in.RxHead[i], in.RxTail[i], in.RxData[i] = b.Valid, b.Head, b.Tail, b.Word.Big()
	}
	s.started++
	return *in
}

// beat is what a neighbour sends in a cycle.
func (s *switchStimulus) beat(l *neighbour) golden.Beat {
	rng := s.rng
	if len(l.beats) > 0 {
		b := l.beats[0]
		l.beats = l.beats[1:]
		return b
	}
	switch x := rng.Intn(1000); {
	case x < 5 && (s.load > 5 || kit.Chance(rng, 20)): // STOP, GO
		l.stops = !l.stops && kit.Chance(rng, 30)
		f := qcn.Frame{Kind: qcn.KindPause, Length: 64, Enable: 1, Quanta: 65535}
		if l.stops {
			f.Stop, f.Quanta = 1, 50+rng.Intn(500)
		}
		return golden.Beat{Valid: true, Head: true, Tail: true, Word: f.Word()}
	case x < 8 && s.load > 0:
		return golden.Beat{Valid: true, Head: true, Tail: true, Word: randomCNM(rng, s.v["hosts"]).Word()}
	case (!l.stopped || s.deaf) && kit.Chance(rng, s.load):
		f := randomFrame(rng, s.v["hosts"])
		if kit.Chance(rng, 70) {
			f.Dst = s.hot
		}
		f.Prio, f.Length = 0, 1500
		if kit.Chance(rng, 10) {
			f.Length = 64 + rng.Intn(1437)
		}
		beats := beatsOf(f)
		if s.faults && kit.Chance(rng, 20) {
			beats = anyFault(rng).damaged(rng, s.v["hosts"], f)
		}
		l.beats = beats[1:]
		return beats[0]
	}
	return golden.Beat{}
}

func (s *switchStimulus) observe(in golden.SwitchIn, out golden.SwitchOut, hit func(string)) {
	for i := range out.TxValid {
		if !out.TxValid[i] || !out.TxHead[i] {
			continue
		}
		f := qcn.FrameOf(qcn.WordOf(out.TxData[i]))
		kit.Reached{
			"frame": f.Kind == qcn.KindData, "notification made": f.Kind == qcn.KindCNM && f.Src == in.Number,
			"notification passes": f.Kind == qcn.KindCNM && f.Src != in.Number,
			"STOP":                f.Kind == qcn.KindPause && f.Stop == 1, "GO": f.Kind == qcn.KindPause && f.Stop == 0,
		}.Report(hit)
		if f.Kind == qcn.KindPause {
			s.links[i].stopped = f.Stop == 1
		}
	}
	kit.Reached{"obeys a STOP": s.model.Holds(), "detour": s.model.Detours(), "counter read": out.ReadData > 0,
		"no list":     seenAt(out.ErrSeen, golden.NoRoute),
		"rule broken": seenAt(out.ErrSeen, golden.Cut), "errors cleared": kit.Count(in.ErrClear) > 0}.Report(hit)
}

// seenAt reports whether a port has seen errors of a cause.
func seenAt(seen []int, cause int) bool {
	for _, causes := range seen {
		if causes>>cause&1 == 1 {
			return true
		}
	}
	return false
}
