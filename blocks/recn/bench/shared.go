package bench

import (
	"math/rand"

	"culprit/blocks/recn/golden"
)

// What the benches of other switches with RECN links use of this package: the
// surroundings of a switch, and routes and names for it.

// Traffic plays everything around one switch: packet sources with credits, and
// behind every output an input side that returns credits and sends Xoffs and Xons.
// It checks what leaves with a scoreboard.
type Traffic struct {
	t *traffic
}

// Phase is how the surroundings behave for a while.
type Phase struct {
	Cycles   int  // at most
	Load     int  // percent of the cycles in which a source that could start a packet does
	Shift    bool // every entry sends to the next port only
	Hot      int  // percent of the packets that go to the hot exit
	Returns  int  // percent of the cycles in which a waiting credit goes back
	Messages int  // per thousand cycles: Xoffs and Xons of each exit
	Calm     bool // only Xons, until none is owed
	Until    func(*Traffic) bool
}

// NewTraffic makes the surroundings; they go through the phases again and again.
func NewTraffic(p golden.Params, rng *rand.Rand, phases []Phase) *Traffic {
	w := &Traffic{}
	var list []phase
	for _, f := range phases {
		g := phase{
			cycles: f.Cycles, load: f.Load, shift: f.Shift, hot: f.Hot, returns: f.Returns, messages: f.Messages, calm: f.Calm,
		}
		if f.Until != nil {
			g.until = func(*traffic) bool { return f.Until(w) }
		}
		list = append(list, g)
	}
	w.t = newTraffic(p, 1, rng, list)
	return w
}

// Choose sets who sends what: the exit for a packet of an entry and the turns
// behind it; false: no packet now.
func (w *Traffic) Choose(f func(entry int) (exit int, beyond []int, ok bool)) {
	w.t.choose = func(entry int) (int, route, bool) { return f(entry) }
}

// Drive makes the inputs of a cycle, See takes the outputs.
func (w *Traffic) Drive() golden.SwitchIn { return w.t.drive()[0] }

// See takes the outputs of a cycle.
func (w *Traffic) See(out golden.SwitchOut) { w.t.see([]golden.SwitchOut{out}) }

// Board is the scoreboard.
func (w *Traffic) Board() *Scoreboard { return w.t.board }

// Sent is the number of packets that were sent.
func (w *Traffic) Sent() int { return w.t.sent }

// Idle says that nothing is on its way and nobody is blocked.
func (w *Traffic) Idle() bool { return w.t.idle() }

// Exhausted says that no source has a credit.
func (w *Traffic) Exhausted() bool { return w.t.exhausted() }

// RouteName is the name of the point to which the turns lead.
func RouteName(ports int, turns ...int) golden.Name { return route(turns).name(ports) }

// RandomTurns are n legal turns; with few, they come from a small set.
func RandomTurns(rng *rand.Rand, ports, n int, few bool) []int {
	return randomRoute(rng, ports, n, few)
}

// NestedNames is a set of n different names, many of them prefixes of others.
func NestedNames(rng *rand.Rand, ports, n int) []golden.Name { return nestedNames(rng, ports, n) }

// HeaderTo is a header that a name matches, with random turns behind it.
func HeaderTo(rng *rand.Rand, ports int, name golden.Name) golden.Header {
	return headerTo(rng, ports, name)
}

// RandomHeader is a header with at least one turn to go.
func RandomHeader(rng *rand.Rand, ports int) golden.Header { return randomHeader(rng, ports, true) }
