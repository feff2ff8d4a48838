package bench

import (
	"math/rand"
	"slices"

	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/testbench/kit"
)

// Links are the links of one switch, or of two that are linked to each other. Ports
// are numbered through: port i of switch 1 is Ports + i.
type Links struct {
	Ports  int
	Linked []int // of two switches: the port of each that is linked to the other
	// Credits are those of a link at the start, one per packet slot behind it.
	Credits int
	// Nodes, if not 0, are the destinations of packets, each with Credits of its own
	// on every link. Else the exits are the destinations.
	Nodes   int
	Latency int // registers up to the link pins
	Data    int // bits of a beat; 0 is 64
	SAQs    int // 0: there are no messages, and no packet overtakes another to its exit
}

// atStart are the credits of a link at the start, by destination with Nodes.
func (l Links) atStart() []int { return slices.Repeat([]int{l.Credits}, max(1, l.Nodes)) }

// class is which credits a destination needs: all use the same ones, 0, without Nodes.
func (l Links) class(destination int) int {
	if l.Nodes == 0 {
		return 0
	}
	return destination
}

// credited is the class of the credit that comes back at a port, if one does.
func (l Links) credited(out Outputs, port int) (class int, ok bool) {
	if l.Nodes > 0 {
		class = out.RxCreditDst[port]
	}
	return class, out.RxCredit[port]
}

// Inputs are the inputs of a switch; not every switch has all of them.
type Inputs struct {
	packet.LinksIn
	packet.MessagesIn
	TxCreditDst []int
}

// newInputs makes the inputs of a switch with that many ports, all zero.
func newInputs(ports int) Inputs {
	return Inputs{packet.NewLinksIn(ports), packet.NewMessagesIn(ports), make([]int, ports)}
}

// Outputs are the outputs of a switch that matter to its surroundings.
type Outputs struct {
	packet.LinksOut
	RxCreditDst []int // with Nodes only
}

// Pins are how the pins of a switch belong to its links and to the errors of its ports.
type Pins[In, Out any] struct {
	In  func(in Inputs, errors link.PinsIn) In
	Out func(out Out) (Outputs, link.PinsOut)
}

// Phase is how the surroundings behave for a while.
type Phase struct {
	Cycles   int  // at most
	Load     int  // percent of the cycles in which a source that could start a packet does
	Shift    bool // every entry sends to the next one only: no two want the same exit
	Hot      int  // percent of the packets that go to the hot destination
	Returns  int  // percent of the cycles in which a waiting credit goes back; 0 stalls the exits
	Keep     bool // the credits of the hot destination do not go back
	Messages int  // per thousand cycles: Xoffs and Xons of each exit
	Toggle   bool // every exit blocks and unblocks one and the same name
	Calm     bool // only Xons, until none is owed
	Until    func(*Traffic) bool
}

// Traffic plays everything around the switches: a packet source with credits on every
// input, and on every output the input port of a further switch, which returns
// credits and sends Xoffs and Xons.
type Traffic struct {
	Board *Scoreboard
	Sent  int // packets
	// Choose, if set, says where the next packet of an entry goes, and the turns
	// behind the exit; false: none now.
	Choose func(entry int) (exit int, beyond Route, ok bool)

	rng          *rand.Rand
	links        Links
	phases       []Phase
	in           []Inputs // by switch
	entries      []int
	destinations []int
	exits        [][]int // with Nodes: by entry and destination, never the entry
	source       []source
	sink         []sink
	at           int    // phase
	since        int    // cycles in it
	hot          int    // destination
	rush         int    // cycles of it to come
	pair         [2]int // with Nodes: the first two destinations in a rush
}

// source is what feeds an input.
type source struct {
	Sender
	credits []int // by destination with Nodes, or only one
}

// sink is what an output feeds.
type sink struct {
	held    []int         // packets whose credit has not gone back, by what it is for
	blocked []packet.Name // names of which it has sent an Xoff and no Xon
	freed   packet.Name   // name of the last Xon
}

// NewTraffic makes the surroundings; they go through the phases again and again.
func NewTraffic(l Links, rng *rand.Rand, phases []Phase) *Traffic {
	switches := max(1, len(l.Linked))
	t := &Traffic{
		Board: NewScoreboard(l.Ports), rng: rng, links: l, phases: phases,
		source: make([]source, switches*l.Ports), sink: make([]sink, switches*l.Ports),
	}
	for s := range switches {
		t.in = append(t.in, newInputs(l.Ports))
		for port := range l.Ports {
			if len(l.Linked) == 0 || port != l.Linked[s] {
				t.entries = append(t.entries, s*l.Ports+port)
			}
		}
	}
	t.destinations = t.entries
	if l.Nodes > 0 {
		t.destinations = make([]int, l.Nodes)
		for dst := range t.destinations {
			t.destinations[dst] = dst
		}
	}
	for _, e := range t.entries {
		t.source[e].credits = l.atStart()
		t.exits = append(t.exits, t.table(e))
	}
	t.hot = kit.Pick(rng, t.destinations)
	return t
}

// rush is how the surroundings behave at some starts: all want the same output, so
// that the first grants are what the arbiters' reset values say. With Nodes, all want
// the same first, so that most still have that packet when the second one comes.
var rush = Phase{Cycles: 12, Load: 100, Hot: 100, Returns: 100}

// StartAnywhere begins with any of the phases, half of the time with the first one,
// or with a rush. It reports whether it is the first one.
func (t *Traffic) StartAnywhere() (first bool) {
	t.at = max(0, t.rng.Intn(2*len(t.phases))-len(t.phases))
	if t.rng.Intn(3) == 0 {
		t.rush = rush.Cycles
		t.pair = kit.Pick(t.rng, [][2]int{{1, 0}, {1, max(1, t.links.Nodes-1)}})
	}
	return t.at == 0 && t.rush == 0
}

// table is the exit of every node for an entry. The first nodes of all entries go
// round the ports; the others are random.
func (t *Traffic) table(entry int) []int {
	n := t.links.Ports
	table := make([]int, t.links.Nodes)
	for dst := range table {
		table[dst] = (entry + 1 + t.rng.Intn(n-1)) % n
		if dst < n && dst != entry {
			table[dst] = dst
		}
	}
	return table
}

// Exit is where a packet of an entry to a destination leaves.
func (t *Traffic) Exit(entry, destination int) int {
	if t.links.Nodes == 0 {
		return destination
	}
	return t.exits[entry][destination]
}

// Drive makes the inputs of a cycle, by switch.
func (t *Traffic) Drive() []Inputs {
	now := t.phases[t.at]
	if t.since >= now.Cycles || now.Until != nil && t.since > 0 && now.Until(t) {
		t.at, t.since = (t.at+1)%len(t.phases), 0
		now = t.phases[t.at]
		t.hot = kit.Pick(t.rng, t.destinations)
	}
	t.since++
	if t.rush > 0 {
		t.rush--
		now = rush
	}
	for _, e := range t.entries {
		t.send(e, now)
		t.giveBack(e, now)
		if t.links.SAQs > 0 {
			t.tell(e, now)
		}
	}
	return t.in
}

// lane is the lane of an entry or exit in the pins of its switch.
func (t *Traffic) lane(e int) (in Inputs, lane int) { return t.in[e/t.links.Ports], e % t.links.Ports }

// send drives the pins of an input.
func (t *Traffic) send(e int, now Phase) {
	in, lane := t.lane(e)
	src := &t.source[e]
	if src.Idle() && slices.Max(src.credits) > 0 && kit.Chance(t.rng, now.Load) {
		if dst, beyond, ok := t.destination(e, now); ok && src.credits[t.links.class(dst)] > 0 {
			src.credits[t.links.class(dst)]--
			src.Start(t.packet(e, dst, beyond))
			t.Sent++
		}
	}
	in.SetRx(lane, src.Next(Noise(t.rng, t.links.Data)))
}

// destination is where the next packet of an entry goes and what comes behind its
// exit, which is not the entry.
func (t *Traffic) destination(e int, now Phase) (dst int, beyond Route, ok bool) {
	if t.Choose != nil {
		return t.Choose(e)
	}
	if now.Shift {
		i := slices.Index(t.entries, e)
		return t.entries[(i+1)%len(t.entries)], toggled, true
	}
	dst = t.hot
	if t.rush > 0 && t.links.Nodes > 0 {
		return t.pair[min(1, t.since/4)], toggled, true
	}
	if t.Exit(e, dst) == e || !kit.Chance(t.rng, now.Hot) {
		dst = kit.Pick(t.rng, t.destinations)
	}
	room := packet.MaxTurns(t.links.Ports) - 2
	return dst, RandomRoute(t.rng, t.links.Ports, t.rng.Intn(1+min(4, room)), true), t.Exit(e, dst) != e
}

// packet makes the beats of a packet.
func (t *Traffic) packet(e, dst int, beyond Route) []packet.Word {
	n := t.links.Ports
	path := t.path(e, t.Exit(e, dst))
	r := append(append(Route{}, path...), beyond...)
	taken := 0
	if room := packet.MaxTurns(n) - len(r); room > 0 && kit.Chance(t.rng, 50) && t.Choose == nil {
		taken = t.rng.Intn(room + 1)
		r = append(RandomRoute(t.rng, n, taken, false), r...)
	}
	header := r.Header(n, taken)
	beats := RandomBeats(t.rng, header, t.links.Data)
	flow := Flow{Entry: e, Key: uint64(dst)}
	if t.links.Nodes > 0 {
		beats[0][0] = beats[0][0]&^0xff | uint64(dst)
	}
	if t.links.SAQs > 0 {
		flow.Key = uint64(header)
	}
	t.Board.Enter(flow, t.Exit(e, dst), len(path), beats)
	return beats
}

// path is the turns from an entry to an exit.
func (t *Traffic) path(e, exit int) Route {
	n := t.links.Ports
	from, to := e/n, exit/n
	if from == to {
		return Route{packet.Turn(n, e%n, exit%n)}
	}
	return Route{packet.Turn(n, e%n, t.links.Linked[from]), packet.Turn(n, t.links.Linked[to], exit%n)}
}

// giveBack drives the credit of an output: of one of the packets that it has sent, not
// always the oldest.
func (t *Traffic) giveBack(e int, now Phase) {
	in, lane := t.lane(e)
	s := &t.sink[e]
	in.TxCredit[lane], in.TxCreditDst[lane] = false, t.rng.Intn(max(1, t.links.Nodes))
	if len(s.held) == 0 || !kit.Chance(t.rng, now.Returns) {
		return
	}
	i := t.rng.Intn(len(s.held))
	for range s.held {
		if !now.Keep || s.held[i] != t.hot {
			in.TxCredit[lane], in.TxCreditDst[lane] = true, s.held[i]
			s.held = slices.Delete(s.held, i, i+1)
			return
		}
		i = (i + 1) % len(s.held)
	}
}

// See takes the outputs of a cycle, by switch: credits for the sources, packets for
// the sinks and the scoreboard.
func (t *Traffic) See(out ...Outputs) {
	for _, e := range t.entries {
		o, lane := out[e/t.links.Ports], e%t.links.Ports
		if class, ok := t.links.credited(o, lane); ok {
			t.source[e].credits[class]++
			if t.source[e].credits[class] > t.links.Credits {
				t.Board.Problem("port %d: a credit too many of %d", e, class)
			}
		}
		if r := t.Board.Leave(e, o.Tx(lane)); r != nil {
			t.sink[e].held = append(t.sink[e].held, t.links.class(int(r.Flow.Key)))
		}
		t.checkCredits(e, o.StatFree[lane], o.StatCredit[lane])
	}
}

// checkCredits states that what a source lacks in credits is in the memory or on its
// way there or back; likewise at the outputs.
func (t *Traffic) checkCredits(e, free, credit int) {
	onTheWay := 2 + (t.links.Latency+3)/packet.Beats + 1 // into the memory; credits back
	all := t.links.Credits * max(1, t.links.Nodes)
	out, stored := all, all-free
	for _, c := range t.source[e].credits {
		out -= c
	}
	if stored > out || out > stored+onTheWay {
		t.Board.Problem("port %d: %d credits are out for %d packets in the memory", e, out, stored)
	}
	if taken, held := all-credit, len(t.sink[e].held); held > taken || taken > held+onTheWay+1 {
		t.Board.Problem("port %d: %d credits are taken for %d packets downstream", e, taken, held)
	}
}

// Idle says that nothing is on its way, no credit is out and nobody is blocked.
func (t *Traffic) Idle() bool {
	for _, e := range t.entries {
		if slices.Min(t.source[e].credits) < t.links.Credits || len(t.sink[e].held) > 0 || len(t.sink[e].blocked) > 0 {
			return false
		}
	}
	return t.Board.Inside() == 0
}

// Exhausted says that no source has a credit.
func (t *Traffic) Exhausted() bool {
	return !slices.ContainsFunc(t.entries, func(e int) bool { return slices.Max(t.source[e].credits) > 0 })
}
