package bench

import (
	"math/rand"

	"culprit/blocks/voq/golden"
	"culprit/testbench/kit"
)

// phase is how the surroundings behave for a while.
type phase struct {
	cycles  int  // at most
	load    int  // percent of the cycles in which a source that could start a packet does
	hot     int  // percent of the packets that go to the hot destination
	returns int  // percent of the cycles in which a waiting credit goes back; 0 stalls the exits
	shift   bool // every entry sends to the next port only: no two want the same exit
	// keep holds back the credits of the hot destination.
	keep  bool
	until func(t *traffic) bool
}

// traffic plays everything around a switch: a packet source with credits on
// every input, and the input port of a further switch on every output. With
// credits per destination (VOQnet) there are nodes destinations; else (VOQsw)
// there is one per port and all share the slots.
type traffic struct {
	rng    *rand.Rand
	p      golden.Params
	net    bool
	board  *scoreboard
	phases []phase

	in     golden.NetIn
	routes [][]int // by entry and destination: the exit, never the entry
	source []source
	held   [][]int // by exit: destinations of the packets whose credits have not gone back
	at     int     // phase
	since  int     // cycles in it
	hot    int     // destination
	sent   int
}

// source is what feeds an input.
type source struct {
	credits []int    // by destination, or only one
	beats   []uint64 // left of the packet under way
}

func newTraffic(p golden.Params, net bool, rng *rand.Rand, phases []phase) *traffic {
	t := &traffic{
		rng: rng, p: p, net: net, board: newScoreboard(p.Ports), phases: phases, in: golden.NewNetIn(p.Ports),
		source: make([]source, p.Ports), held: make([][]int, p.Ports),
	}
	for e := range t.source {
		t.source[e].credits = make([]int, t.classes())
		for c := range t.source[e].credits {
			t.source[e].credits[c] = t.credits()
		}
		t.routes = append(t.routes, t.table(e))
	}
	t.hot = rng.Intn(len(t.routes[0]))
	return t
}

// classes is the number of credit counters of a link, credits their start.
func (t *traffic) classes() int {
	if t.net {
		return t.p.Nodes
	}
	return 1
}

func (t *traffic) credits() int {
	if t.net {
		return t.p.Depth
	}
	return t.p.Slots
}

// class is the credit counter of a destination.
func (t *traffic) class(dst int) int {
	if t.net {
		return dst
	}
	return 0
}

// table is the exit of every destination for an entry. In VOQnet the first
// destinations of all entries go round the ports; the others are random.
func (t *traffic) table(entry int) []int {
	n := t.p.Ports
	if !t.net {
		table := make([]int, n)
		for dst := range table {
			table[dst] = dst
		}
		table[entry] = (entry + 1) % n
		return table
	}
	table := make([]int, t.p.Nodes)
	for dst := range table {
		table[dst] = (entry + 1 + t.rng.Intn(n-1)) % n
		if dst < n && dst != entry {
			table[dst] = dst
		}
	}
	return table
}

// drive makes the inputs of a cycle.
func (t *traffic) drive() golden.NetIn {
	now := t.phases[t.at]
	if t.since >= now.cycles || now.until != nil && t.since > 0 && now.until(t) {
		t.at, t.since = (t.at+1)%len(t.phases), 0
		now = t.phases[t.at]
		t.hot = t.rng.Intn(len(t.routes[0]))
	}
	t.since++
	for port := range t.source {
		t.send(port, now)
		t.giveBack(port, now)
	}
	return t.in
}

// send drives the pins of an input.
func (t *traffic) send(e int, now phase) {
	in, src := &t.in, &t.source[e]
	in.RxValid[e], in.RxData[e] = false, t.rng.Uint64()
	in.RxSop[e], in.RxEop[e] = kit.Chance(t.rng, 5), kit.Chance(t.rng, 5) // mean nothing without valid
	if len(src.beats) == 0 && kit.Chance(t.rng, now.load) {
		dst := t.destination(e, now)
		if c := t.class(dst); src.credits[c] > 0 {
			src.credits[c]--
			src.beats = t.packet(e, dst)
			t.sent++
		}
	}
	if len(src.beats) == 0 {
		return
	}
	in.RxValid[e], in.RxData[e] = true, src.beats[0]
	in.RxSop[e], in.RxEop[e] = len(src.beats) == golden.Beats, len(src.beats) == 1
	src.beats = src.beats[1:]
}

func (t *traffic) destination(e int, now phase) int {
	if now.shift {
		return (e + 1) % t.p.Ports
	}
	if kit.Chance(t.rng, now.hot) {
		return t.hot
	}
	return t.rng.Intn(len(t.routes[e]))
}

// packet makes the beats of a packet: some turns taken, the one for this switch,
// more to come.
func (t *traffic) packet(e, dst int) []uint64 {
	w := golden.TurnBits(t.p.Ports)
	exit := t.routes[e][dst]
	pool := t.rng.Uint64() & (1<<31 - 1)
	tptr := 30 - w*t.rng.Intn(31/w)
	low := tptr - w + 1
	pool = pool&^(1<<(tptr+1)-1<<low) | uint64(golden.Turn(t.p.Ports, e, exit))<<low
	tag := uint64(t.rng.Intn(256))
	if t.net {
		tag = uint64(dst)
	}
	beats := make([]uint64, golden.Beats)
	for i := range beats {
		beats[i] = t.rng.Uint64()
	}
	beats[0] = pool<<33 | uint64(tptr)<<28 | beats[0]&0xfffff<<8 | tag
	t.board.enter(flow{e, dst}, exit, beats)
	return beats
}

// giveBack drives the credit of an output: of one of the packets that it has
// sent, not always the oldest.
func (t *traffic) giveBack(x int, now phase) {
	in := &t.in
	in.TxCredit[x], in.TxCreditDst[x] = false, t.rng.Intn(max(2, t.p.Nodes))
	if !kit.Chance(t.rng, now.returns) {
		return
	}
	var able []int
	for i, dst := range t.held[x] {
		if !now.keep || dst != t.hot {
			able = append(able, i)
		}
	}
	if len(able) == 0 {
		return
	}
	i := able[t.rng.Intn(len(able))]
	in.TxCredit[x], in.TxCreditDst[x] = true, t.held[x][i]
	t.held[x] = append(t.held[x][:i], t.held[x][i+1:]...)
}

// see takes the outputs of a cycle.
func (t *traffic) see(out golden.NetOut) {
	for port := range t.source {
		if out.RxCredit[port] {
			c := t.class(out.RxCreditDst[port])
			t.source[port].credits[c]++
			if t.source[port].credits[c] > t.credits() {
				t.board.problem("port %d: a credit too many of %d", port, c)
			}
		}
		if r := t.board.leave(port, out.TxValid[port], out.TxSop[port], out.TxEop[port], out.TxData[port]); r != nil {
			t.held[port] = append(t.held[port], r.flow.dst)
		}
	}
	t.board.check()
}

// idle says that nothing is on its way and no credit is out.
func (t *traffic) idle() bool {
	for port, src := range t.source {
		for _, c := range src.credits {
			if c != t.credits() {
				return false
			}
		}
		if len(t.held[port]) > 0 {
			return false
		}
	}
	return len(t.board.inside) == 0
}
