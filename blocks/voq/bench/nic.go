package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var nicCoverPoints = []string{
	"queues full, packet refused", "packet refused as another leaves", "packets back to back", "empty again",
	"no credit for a destination with packets",
	"others pass a destination without credit", "last packet leaves", "only packet leaves as the next comes",
	"packet comes to a queue of one that is looked up", "more packets than places",
}

// nicPhase is how the node and the switch behave for a while.
type nicPhase struct {
	cycles  int
	make    int  // per thousand cycles: packets made
	hot     int  // percent of them for the hot destination
	returns int  // per thousand cycles: a waiting credit goes back
	keep    bool // but for the hot destination
	spread  int  // if not 0: only to this number of destinations from the hot one up
	until   func(*golden.NIC) bool
}

// nicProgram is the phases of a run: about as many packets as can leave, a single
// flow at full speed, two flows, a destination without credits among others; too
// many packets until there is no place left, with the switch fast, slow and stalled;
// nothing until all have left.
func nicProgram(p golden.Params) []nicPhase {
	full, empty := (*golden.NIC).Full, (*golden.NIC).Empty
	return []nicPhase{
		{cycles: 300, make: 120, returns: 900},
		{cycles: 300, make: 120, hot: 100, returns: 1000},
		{cycles: 3000, make: 90, returns: 500, spread: 2},
		{cycles: 12 * p.Queue, returns: 500, until: empty},
		{cycles: 500, make: 120, hot: 30, returns: 1000, spread: 4, keep: true},
		{cycles: 12 * p.Queue, returns: 500, until: empty},
		{cycles: 3 * p.Queue, make: 900, returns: 1000, until: full},
		{cycles: 300, make: 900, hot: 30, returns: 90, keep: true},
		{cycles: 100, make: 500, hot: 50},
		{cycles: 12*p.Queue + 100, returns: 500, until: empty},
	}
}

func nicBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.NIC),
		MinCycles: 50000,
		AnyReset: map[string]string{
			"traffic_nic_voq.above_last":                    "the first packet is chosen as soon as it is there, alone",
			"traffic_nic_voq.pause: bit 0 flipped in reset": "over before the first packet can be chosen",
			"voqnet_credits.count_q":                        "a network interface does not read it",
		},
		Scripted:    true, // it counts the cycles since reset
		CoverPoints: nicCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			large := v["queue"] > 4096 // takes longer to fill than a run lasts
			return kit.Without(nicCoverPoints, kit.Cannot{
				"queues full, packet refused": large, "packet refused as another leaves": large, "more packets than places": large,
				// The few places are all taken by one destination or the other.
				"others pass a destination without credit": v["queue"] < 8,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &nicStimulus{rng: rng, p: p, model: golden.NewNIC(p), phases: nicProgram(p), node: rng.Intn(p.Nodes),
				now: rng.Uint32(), early: kit.Chance(rng, 50)}
			s.at = max(0, rng.Intn(2*len(s.phases))-len(s.phases))
			return testbench.NewCase(golden.NICIn{}, golden.NICOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// nicStimulus is the node and the switch around the golden model.
type nicStimulus struct {
	rng    *rand.Rand
	p      golden.Params
	model  *golden.NIC
	phases []nicPhase
	at     int // phase
	since  int // cycles in it
	node   int
	now    uint32
	early  bool  // packets are made before all routes are there
	hot    int   // destination
	held   []int // destinations of packets whose credits have not gone back
	dst    int   // of the packet on the link

	made    int
	cycle   int
	lastEop int
}

func (s *nicStimulus) drive(cycle int) golden.NICIn {
	rng, now := s.rng, s.phases[s.at]
	if s.since++; s.since > now.cycles || now.until != nil && now.until(s.model) {
		s.at, s.since, s.hot = (s.at+1)%len(s.phases), 0, rng.Intn(s.p.Nodes)
		now = s.phases[s.at]
	}
	s.now++
	in := golden.NICIn{
		Node: s.node, Now: s.now, MakeDst: rng.Intn(s.p.Nodes),
		RouteDst: rng.Intn(s.p.Nodes), RouteTurns: rng.Uint32() >> 1, TxCreditDst: rng.Intn(s.p.Nodes),
	}
	if cycle < s.p.Nodes { // a route must be there before the first packet that needs it
		in.RouteValid, in.RouteDst = true, cycle
		if in.MakeValid = s.early && cycle > 0 && kit.Chance(rng, 50); in.MakeValid {
			in.MakeDst = rng.Intn(cycle)
		}
		return in
	}
	in.RouteValid = rng.Intn(100) < 2
	in.MakeValid = rng.Intn(1000) < now.make
	if now.spread > 0 {
		in.MakeDst = (s.hot + rng.Intn(now.spread)) % s.p.Nodes
	}
	if kit.Chance(rng, now.hot) {
		in.MakeDst = s.hot
	}
	if rng.Intn(1000) < now.returns {
		s.giveBack(&in, now)
	}
	return in
}

// giveBack returns one of the credits that are out.
func (s *nicStimulus) giveBack(in *golden.NICIn, now nicPhase) {
	var able []int
	for i, dst := range s.held {
		if !now.keep || dst != s.hot {
			able = append(able, i)
		}
	}
	if len(able) == 0 {
		return
	}
	i := able[s.rng.Intn(len(able))]
	in.TxCredit, in.TxCreditDst = true, s.held[i]
	s.held = append(s.held[:i], s.held[i+1:]...)
}

func (s *nicStimulus) observe(in golden.NICIn, out golden.NICOut, hit func(string)) {
	if out.TxSop {
		s.dst = int(out.TxData & 0xff)
		s.held = append(s.held, s.dst)
		if s.lastEop == s.cycle-1 && s.cycle > 0 {
			hit("packets back to back")
		}
		if s.model.Waiting(s.hot) > 0 && s.model.Credits(s.hot) == 0 && s.dst != s.hot {
			hit("others pass a destination without credit")
		}
	}
	if out.TxEop {
		s.lastEop = s.cycle
	}
	s.cycle++
	if out.StatRefused {
		hit("queues full, packet refused")
		if out.StatSent {
			hit("packet refused as another leaves")
		}
	} else if in.MakeValid {
		s.made++
	}
	if s.made > s.p.Queue {
		hit("more packets than places")
	}
	if s.made > 0 && out.QueueCount == 0 {
		hit("empty again")
	}
	if s.model.Waiting(s.hot) > 0 && s.model.Credits(s.hot) == 0 {
		hit("no credit for a destination with packets")
	}
	e := s.model.Events()
	if e.Last {
		hit("last packet leaves")
	}
	if e.Refilled {
		hit("only packet leaves as the next comes")
	}
	if e.Appended {
		hit("packet comes to a queue of one that is looked up")
	}
}
