package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func nicBench() testbench.Bench {
	coverPoints := []string{
		"packet enters an empty queue", "packet refused", "packet sent", "packets sent in a row", "last packet sent",
		"waits for a credit", "credit and packet in one cycle", "search is postponed",
		"set aside", "set aside again", "sent from a line", "older packets are stopped", "three lines read",
		"read lines in a row",
		"Xoff ends the search", "Xoff refused", "Xoff finds its line", "Xon finds its line", "Xon finds none",
	}
	return testbench.Bench{
		Block:     blocks.Of(traffic.NICUnit),
		MinCycles: 20000,
		AnyReset: map[string]string{
			"traffic_nic.fetch_free":                    "no place has been given back, so that nobody reads the free list",
			"traffic_nic.free_head":                     "no place has been given back, so that nobody reads the free list",
			"traffic_nic.fresh":                         "places are taken by number, from any one on, and all once",
			"traffic_nic.tx_credit_q":                   "all credits are there: one more is ignored",
			"traffic_nic.seen: bit 16 flipped in reset": "cleared when a packet is set aside, before a list has one",
		},
		Scripted:    true, // it counts the cycles since reset
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			plain := v["lines"] == 0
			return kit.Without(coverPoints, kit.Cannot{
				"set aside": plain, "sent from a line": plain, "older packets are stopped": plain, "Xoff ends the search": plain,
				"Xoff refused":        plain,
				"Xoff finds its line": plain, "Xon finds its line": plain, "Xon finds none": plain,
				"search is postponed": v["queue"] < 3,
				"set aside again":     v["lines"] < 3 || v["queue"] < 20, "three lines read": v["lines"] < 5 || v["queue"] < 30,
				"read lines in a row": v["lines"] < 3 || v["queue"] < 20,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newNICStimulus(kit.ParamsOf[golden.Params](v), rng)
			return testbench.NewCase(golden.NICIn{}, golden.NICOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// nicPhase is how the surroundings behave for some time.
type nicPhase struct {
	cycles   int
	make     int // packets per thousand cycles
	returns  int // percent of the cycles in which a waiting credit goes back
	messages int // per thousand cycles
	xoffs    int // percent of the messages
}

var nicPhases = []nicPhase{
	{cycles: 200, make: 60, returns: 100, messages: 0},              // a plain queue
	{cycles: 400, make: 120, returns: 100, messages: 15, xoffs: 60}, // lines come and go
	{cycles: 400, make: 300, returns: 100, messages: 40, xoffs: 85}, // many are set aside
	{cycles: 300, make: 60, returns: 100, messages: 200, xoffs: 0},  // and let go
	{cycles: 900, make: 150, returns: 2, messages: 5, xoffs: 20},    // few credits
	{cycles: 500, make: 10, returns: 100, messages: 20, xoffs: 0},   // the queue runs empty
	{cycles: 200, make: 130, returns: 60, messages: 300, xoffs: 95}, // nothing but messages
	{cycles: 300, make: 10, returns: 100, messages: 200, xoffs: 0},
}

// flooding fills any queue.
var flooding = nicPhase{make: 700, returns: 2, messages: 10, xoffs: 70}

// floodAt is when: after the phases have been twice, since a large queue stays
// full then.
const floodAt, floodAgain = 6400, 16000

// phaseAt is the phase of a cycle.
func phaseAt(cycle int) nicPhase {
	for {
		for _, p := range nicPhases {
			if cycle < p.cycles {
				return p
			}
			cycle -= p.cycles
		}
	}
}

type nicStimulus struct {
	rng     *rand.Rand
	p       golden.Params
	model   *golden.NIC
	net     *network
	node    int
	now     uint32
	routes  []int // destinations whose route is still to be written
	held    int   // packets at the other end whose credit has not come back
	skipped int   // cycles of the phases at the start
	flood   bool  // until a packet is refused
	in      golden.NICIn
	since   int // cycles after a packet was sent
}

func newNICStimulus(p golden.Params, rng *rand.Rand) *nicStimulus {
	return &nicStimulus{
		rng: rng, p: p, model: golden.NewNIC(p), net: newNetwork(rng, p.Nodes, p.Lines+3), node: rng.Intn(p.Nodes),
		now:    startTime(rng),
		routes: rng.Perm(p.Nodes), since: 1000, skipped: max(0, rng.Intn(6400)-3200),
	}
}

func (s *nicStimulus) drive(cycle int) golden.NICIn {
	rng := s.rng
	s.now++
	s.jump()
	in := golden.NICIn{Node: s.node, Now: s.now}
	in.Make.Dst, in.Route.Dst, in.Route.Turns = rng.Intn(s.p.Nodes), rng.Intn(s.p.Nodes), rng.Uint32()>>1
	if len(s.routes) > 0 {
		in.Route.Valid, in.Route.Dst = true, s.routes[0]
		in.Route.Turns = s.net.routes[in.Route.Dst]
		s.routes = s.routes[1:]
		return in
	}
	cycle += s.skipped - s.p.Nodes
	now := phaseAt(cycle)
	s.flood = s.flood || cycle%floodAgain == floodAt
	if s.flood {
		now = flooding
	}
	in.Make.Valid = rng.Intn(1000) < now.make
	in.Tx.Credit = s.held > 0 && kit.Chance(rng, now.returns)
	if in.Tx.Credit {
		s.held--
	}
	xoff, name := s.net.message(now.xoffs)
	in.Tx.Msg = golden.Message{Valid: rng.Intn(1000) < now.messages && s.p.Lines > 0, Xoff: xoff, Tp: name.Tp,
		Mask: name.Mask}
	return in
}

// jump puts the time forward, so that packets that wait are older than chance lets
// them become; the oldest one stays younger than 2^31 cycles.
func (s *nicStimulus) jump() {
	if made, ok := s.model.Oldest(); ok && s.now-made < 1<<30 && s.rng.Intn(80) == 0 {
		s.now += 1<<29 + s.rng.Uint32()>>4
	}
}

func (s *nicStimulus) observe(in golden.NICIn, out golden.NICOut, hit func(string)) {
	e := s.model.LastStep()
	if out.Tx.Eop {
		s.held++ // its memory is free again at once; the credit comes later
	}
	if e.Refused {
		s.flood = false
	}
	s.since++
	kit.Reached{
		"packet enters an empty queue": e.Entered && out.QueueCount == 0, "packet refused": e.Refused, "packet sent": e.Sent,
		"packets sent in a row": e.Sent && s.since == golden.Beats, "last packet sent": e.Sent && out.QueueCount == 1,
		"waits for a credit": e.NoCredit, "credit and packet in one cycle": e.Sent && s.in.Tx.Credit,
		"search is postponed": e.Postponed,
		"set aside":           e.SetAside >= 0, "set aside again": e.From >= 0,
		"sent from a line":          e.Sent && e.FromAside >= 0,
		"older packets are stopped": e.Sent && e.Stopped > 0, "three lines read": e.Read >= 3,
		"read lines in a row":  e.Read >= 2,
		"Xoff ends the search": out.StatXoff && s.model.Waiting() > 0, "Xoff refused": out.StatXoffRefused,
		"Xoff finds its line": out.StatXoff && e.Found, "Xon finds its line": e.Message && !out.StatXoff && e.Found,
		"Xon finds none": e.Message && !out.StatXoff && !e.Found,
	}.Report(hit)
	if e.Sent {
		s.since = 0
	}
	s.in = in
}
