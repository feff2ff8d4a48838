package bench

import (
	"math/rand"
	"slices"

	"culprit/blocks/recn/golden"
	"culprit/testbench/kit"
)

// phase is how the surroundings behave for a while.
type phase struct {
	cycles   int  // at most
	load     int  // percent of the cycles in which a source that could start a packet does
	shift    bool // every entry sends to the next port only: no two want the same exit
	hot      int  // percent of the packets that go to the hot exit
	returns  int  // percent of the cycles in which a waiting credit goes back; 0 stalls the exits
	messages int  // per thousand cycles: Xoffs and Xons of each exit
	toggle   bool // every exit blocks and unblocks one and the same name
	calm     bool // only Xons, until none is owed
	until    func(t *traffic) bool
}

// traffic plays everything around one switch, or around two that are linked: a
// packet source with credits on every input, and on every output the input port
// of a further switch, which returns credits and sends Xoffs and Xons. Ports are
// numbered through: port of switch 1 is ports + its number.
type traffic struct {
	rng      *rand.Rand
	p        golden.Params
	switches int
	board    *Scoreboard
	phases   []phase
	// choose, if set, says where the next packet of an entry goes; false: none now.
	choose func(entry int) (exit int, beyond route, ok bool)

	in      []golden.SwitchIn
	entries []int
	source  []source
	sink    []sink
	at      int // phase
	since   int // cycles in it
	hotExit int
	sent    int
}

// source is what feeds an input.
type source struct {
	credits int
	beats   []uint64 // left of the packet under way
}

// sink is what an output feeds.
type sink struct {
	held    int           // packets whose credit has not gone back
	blocked []golden.Name // names of which it has sent an Xoff and no Xon
	freed   golden.Name   // name of the last Xon
}

func newTraffic(p golden.Params, switches int, rng *rand.Rand, phases []phase) *traffic {
	t := &traffic{
		rng: rng, p: p, switches: switches, board: NewScoreboard(p.Ports), phases: phases,
		source: make([]source, switches*p.Ports), sink: make([]sink, switches*p.Ports),
	}
	for s := range switches {
		t.in = append(t.in, golden.NewSwitchIn(p.Ports))
		for port := range p.Ports {
			if switches == 1 || port != p.LinkPort(s) {
				t.entries = append(t.entries, s*p.Ports+port)
				t.source[s*p.Ports+port].credits = p.Slots
			}
		}
	}
	t.hotExit = kit.Pick(rng, t.entries)
	return t
}

// drive makes the inputs of a cycle.
func (t *traffic) drive() []golden.SwitchIn {
	now := t.phases[t.at]
	if t.since >= now.cycles || now.until != nil && t.since > 0 && now.until(t) {
		t.at, t.since = t.at+1, 0
		if t.at == len(t.phases) {
			t.at = 0
		}
		now = t.phases[t.at]
		t.hotExit = kit.Pick(t.rng, t.entries)
	}
	t.since++
	for _, e := range t.entries {
		t.send(e, now)
		t.giveBack(e, now)
		if t.p.SAQs > 0 {
			t.tell(e, now)
		}
	}
	return t.in
}

// send drives the pins of an input.
func (t *traffic) send(e int, now phase) {
	in, lane, src := t.lanes(e)
	in.RxValid[lane], in.RxData[lane] = false, t.rng.Uint64()
	in.RxSop[lane], in.RxEop[lane] = kit.Chance(t.rng, 5), kit.Chance(t.rng, 5) // mean nothing without valid
	if len(src.beats) == 0 && src.credits > 0 && kit.Chance(t.rng, now.load) {
		if exit, beyond, ok := t.destination(e, now); ok {
			src.beats = t.packet(e, exit, beyond)
			src.credits--
			t.sent++
		}
	}
	if len(src.beats) == 0 {
		return
	}
	in.RxValid[lane], in.RxData[lane] = true, src.beats[0]
	in.RxSop[lane], in.RxEop[lane] = len(src.beats) == golden.Beats, len(src.beats) == 1
	src.beats = src.beats[1:]
}

func (t *traffic) lanes(e int) (in *golden.SwitchIn, lane int, src *source) {
	return &t.in[e/t.p.Ports], e % t.p.Ports, &t.source[e]
}

// destination is an exit other than the entry and what comes behind it.
func (t *traffic) destination(e int, now phase) (exit int, beyond route, ok bool) {
	if t.choose != nil {
		return t.choose(e)
	}
	if now.shift {
		i := slices.Index(t.entries, e)
		return t.entries[(i+1)%len(t.entries)], toggled, true
	}
	exit = t.hotExit
	if exit == e || !kit.Chance(t.rng, now.hot) {
		exit = kit.Pick(t.rng, t.entries)
	}
	if exit == e {
		return 0, nil, false
	}
	room := t.p.MaxTurns() - 2
	return exit, randomRoute(t.rng, t.p.Ports, t.rng.Intn(1+min(4, room)), true), true
}

// packet makes the beats of a packet.
func (t *traffic) packet(e, exit int, beyond route) []uint64 {
	path := t.path(e, exit)
	r := append(append(route{}, path...), beyond...)
	taken := 0
	if room := t.p.MaxTurns() - len(r); room > 0 && kit.Chance(t.rng, 50) && t.choose == nil {
		taken = t.rng.Intn(room + 1)
		r = append(randomRoute(t.rng, t.p.Ports, taken, false), r...)
	}
	var payload [6]uint64
	for i := range payload {
		payload[i] = t.rng.Uint64()
	}
	return t.board.Enter(e, exit, len(path), r.header(t.p.Ports, taken), uint8(t.rng.Intn(2)), payload)
}

// path is the turns from an entry to an exit.
func (t *traffic) path(e, exit int) route {
	n := t.p.Ports
	from, to := e/n, exit/n
	if from == to {
		return route{golden.Turn(n, e%n, exit%n)}
	}
	return route{golden.Turn(n, e%n, t.p.LinkPort(from)), golden.Turn(n, t.p.LinkPort(to), exit%n)}
}

// giveBack drives the credit of an output.
func (t *traffic) giveBack(e int, now phase) {
	in, lane, _ := t.lanes(e)
	s := &t.sink[e]
	in.TxCredit[lane] = s.held > 0 && kit.Chance(t.rng, now.returns)
	if in.TxCredit[lane] {
		s.held--
	}
}

// tell drives the messages of an output: an Xoff of a new name, or the Xon of one
// that is blocked.
func (t *traffic) tell(e int, now phase) {
	in, lane, _ := t.lanes(e)
	s := &t.sink[e]
	in.TxMsgValid[lane], in.TxMsgXoff[lane] = false, kit.Chance(t.rng, 50)
	if now.toggle {
		t.toggle(in, lane, s)
		return
	}
	if now.calm && len(s.blocked) == 0 || !now.calm && t.rng.Intn(1000) >= now.messages {
		return
	}
	if now.calm || len(s.blocked) > 0 && (kit.Chance(t.rng, 35) || len(s.blocked) > t.p.SAQs+1) {
		i := t.rng.Intn(len(s.blocked))
		t.message(in, lane, false, s.blocked[i])
		s.freed = s.blocked[i]
		s.blocked = append(s.blocked[:i], s.blocked[i+1:]...)
		return
	}
	room := max(1, t.p.MaxTurns()-3)
	name := randomRoute(t.rng, t.p.Ports, 1+t.rng.Intn(min(3, room)), true).name(t.p.Ports)
	if s.freed.Mask != 0 && kit.Chance(t.rng, 50) { // its SAQs may still be there
		name = s.freed
	}
	if findName(s.blocked, name) < 0 {
		t.message(in, lane, true, name)
		s.blocked = append(s.blocked, name)
	}
}

// toggled is the route behind every exit that is blocked and unblocked.
var toggled = route{0}

// toggle sends the Xoff of its name, and 64 cycles later its Xon: long enough for
// a packet to be caught, too short for its SAQ to run empty.
func (t *traffic) toggle(in *golden.SwitchIn, lane int, s *sink) {
	name := toggled.name(t.p.Ports)
	i := findName(s.blocked, name)
	switch t.since % 128 {
	case 1:
		if i < 0 {
			t.message(in, lane, true, name)
			s.blocked = append(s.blocked, name)
		}
	case 65:
		if i >= 0 {
			t.message(in, lane, false, name)
			s.blocked = append(s.blocked[:i], s.blocked[i+1:]...)
		}
	}
}

func (t *traffic) message(in *golden.SwitchIn, lane int, xoff bool, name golden.Name) {
	in.TxMsgValid[lane], in.TxMsgXoff[lane] = true, xoff
	in.TxMsgTp[lane], in.TxMsgMask[lane] = name.Tp, name.Mask
}

// see takes the outputs of a cycle: credits for the sources, packets for the
// sinks and the scoreboard.
func (t *traffic) see(out []golden.SwitchOut) {
	for _, e := range t.entries {
		o, lane := out[e/t.p.Ports], e%t.p.Ports
		if o.RxCredit[lane] {
			t.source[e].credits++
		}
		if t.board.Leave(e, o.TxValid[lane], o.TxSop[lane], o.TxEop[lane], o.TxData[lane]) {
			t.sink[e].held++
		}
		t.checkCredits(e, o.StatFree[lane], o.StatCredit[lane])
	}
}

// checkCredits is invariant f: what a source lacks in credits is in the memory
// or on its way there or back; likewise at the outputs.
func (t *traffic) checkCredits(e, free, credit int) {
	src, s := t.source[e], t.sink[e]
	onTheWay := 2 + (t.p.LinkLatency+3)/golden.Beats + 1 // into the memory; credits back
	out, stored := t.p.Slots-src.credits, t.p.Slots-free
	if stored > out || out > stored+onTheWay || src.credits < 0 {
		t.board.problem("port %d: %d credits are out for %d packets in the memory", e, out, stored)
	}
	if taken := t.p.Slots - credit; s.held > taken || taken > s.held+onTheWay+1 {
		t.board.problem("port %d: %d credits are taken for %d packets downstream", e, taken, s.held)
	}
}

// idle says that nothing is on its way and nobody is blocked.
func (t *traffic) idle() bool {
	for _, e := range t.entries {
		if t.source[e].credits != t.p.Slots || t.sink[e].held > 0 || len(t.sink[e].blocked) > 0 {
			return false
		}
	}
	return t.board.Inside() == 0
}

// exhausted says that no source has a credit.
func (t *traffic) exhausted() bool {
	for _, e := range t.entries {
		if t.source[e].credits > 0 {
			return false
		}
	}
	return true
}
