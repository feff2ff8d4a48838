package hardware

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/network"
)

const (
	// auditInterval is the time between two audits of a running network, cycles.
	auditInterval = 10_000
	// lawInterval is the same in a network with laws: what they say of a moment may be
	// gone in the next one.
	lawInterval = 1_000
	// restTime is how long nothing may pass any link until a network counts as at
	// rest: longer than packets wait for each other without any of them moving, and
	// than a message waits for a bus.
	restTime = 2_000
	// drainTime bounds the draining of an empty network, drainTimePerPacket adds to
	// that for each packet inside: all may be for one node, which takes one in every
	// packet time.
	drainTime          = 20_000
	drainTimePerPacket = 24
)

// auditor looks after conservation in a network on an engine.
type auditor struct {
	network  blocks.Network
	engine   cyclesim.Engine
	channels [][]channel // by link, then in the order of its channels
	state    []state
	laws     []law
	told     []told
	faults   []cyclesim.Probe // how many events a fault has hit, by disturbed link
	delayed  []blocks.Link    // these links, if events are late on them

	onLinks []experiment.Violation // what got lost, doubled or damaged between the ends of links
	inUnits []experiment.Violation // what else does not add up
}

// channel is a channel of a link.
type channel struct {
	blocks.Channel
	link           blocks.Link
	sent, received tally
	since          uint64 // cycle by which the tallies differed; 0: never
}

// tally are the registers of one end; those without Read are not there.
type tally struct{ count, marked, sum cyclesim.Probe }

// seen is what a tally shows.
type seen struct{ count, marked, sum uint64 }

// state is a state that is known at rest.
type state struct {
	blocks.AtRest
	probe    cyclesim.Probe
	reported bool
}

// law is a law of the network, and whether it has been found broken.
type law struct {
	blocks.Law
	ready    cyclesim.Probe
	probes   []cyclesim.Probe
	values   []uint64
	reported bool
}

// told is a state that one end of a link says to the other, with what its watcher counts.
type told struct {
	blocks.Told
	deaf, first cyclesim.Probe
	reported    bool
}

func word(p cyclesim.Probe) uint64 {
	if p.Read == nil {
		return 0
	}
	var x [1]uint64
	p.Read(x[:])
	return x[0]
}

func (t tally) seen() seen { return seen{word(t.count), word(t.marked), word(t.sum)} }

// newAuditor finds everything in the netlist.
func newAuditor(engine cyclesim.Engine, n blocks.Network, watchers []watchOf, fault *experiment.Fault) *auditor {
	a := &auditor{network: n, engine: engine}
	for _, in := range engine.Design().Top.Instances {
		for i := range in.Count {
			if strings.HasPrefix(in.Of.Name, disturberName) {
				a.faults = append(a.faults, a.probe(in.CopyName(i)+"."+hitCount))
			}
		}
	}
	withFaults := len(a.faults) > 0
	if fault != nil && fault.Kind.Does() == experiment.Delays {
		if groups, err := disturbed(n, *fault); err == nil {
			for _, g := range groups {
				a.delayed = append(a.delayed, g.links...)
			}
		}
	}
	for _, l := range n.Links {
		var list []channel
		for _, c := range n.Of(l) {
			from, to := l.From, l.To
			if c.Back {
				from, to = to, from
			}
			_, sum := tallied(c, true, withFaults)
			received := a.tally(to, c, sum)
			sent := received
			if withFaults {
				sent = a.tally(from, c, sum)
			}
			list = append(list, channel{Channel: c, link: l, sent: sent, received: received})
		}
		a.channels = append(a.channels, list)
	}
	for _, s := range n.AtRest {
		a.state = append(a.state, state{AtRest: s, probe: a.probe(s.Path)})
	}
	for _, l := range n.Laws {
		x := law{Law: l, ready: a.probe(l.Ready), values: make([]uint64, len(l.Reads))}
		for _, path := range l.Reads {
			x.probes = append(x.probes, a.probe(path))
		}
		a.laws = append(a.laws, x)
	}
	for i, t := range n.Told {
		at := fmt.Sprintf("%s_%d.", watchers[i].name(), watchers[i].number)
		a.told = append(a.told, told{Told: t, deaf: a.probe(at + deafCount), first: a.probe(at + deafFirst)})
	}
	return a
}

// interval is the time between two audits of the running network, cycles.
func (a *auditor) interval() int {
	if len(a.laws) > 0 {
		return lawInterval
	}
	return auditInterval
}

// keep checks the laws. Each is reported once.
func (a *auditor) keep(rest bool) {
	for i := range a.laws {
		l := &a.laws[i]
		if l.reported || word(l.ready) == 0 {
			continue
		}
		for k, p := range l.probes {
			l.values[k] = word(p)
		}
		if what := l.Broken(l.values, rest); what != "" {
			l.reported = true
			a.report(l.Where, "%s; seen by cycle %d", what, a.engine.Cycle())
		}
	}
}

func (a *auditor) tally(e blocks.End, c blocks.Channel, sum bool) tally {
	part := func(name string) cyclesim.Probe {
		return a.probe(fmt.Sprintf("%s.%s[%d]", network.InstanceOf(a.engine.Design().Top, e.Unit).CopyName(e.Copy),
			tallyName(e, c, name), e.Port))
	}
	t := tally{count: part("count")}
	if c.Mark != "" {
		t.marked = part("marked")
	}
	if sum {
		t.sum = part("sum")
	}
	return t
}

func (a *auditor) probe(path string) cyclesim.Probe {
	p, err := a.engine.Probe(path)
	if err != nil {
		panic("BUG: the description of a network is wrong: " + err.Error())
	}
	return p
}

// reset forgets the run before.
func (a *auditor) reset() {
	a.onLinks, a.inUnits = nil, nil
	for c := range a.each() {
		c.since = 0
	}
	for i := range a.state {
		a.state[i].reported = false
	}
	for i := range a.laws {
		a.laws[i].reported = false
	}
	for i := range a.told {
		a.told[i].reported = false
	}
}

func (a *auditor) report(where, format string, args ...any) {
	a.inUnits = append(a.inUnits, violation(where, format, args...))
}

func violation(where, format string, args ...any) experiment.Violation {
	return experiment.Violation{Where: where, What: fmt.Sprintf(format, args...)}
}

// violations are all that were found. What happened on links comes first: it may be
// the cause of the rest.
func (a *auditor) violations() []experiment.Violation { return slices.Concat(a.onLinks, a.inUnits) }

// look audits the network while it runs.
func (a *auditor) look() {
	a.keep(false)
	a.listen()
	for c := range a.each() {
		if c.since == 0 && c.sent.seen() != c.received.seen() {
			c.since = a.engine.Cycle()
		}
	}
	for i := range a.state {
		s := &a.state[i]
		if s.reported || !s.Most && s.Slack == 0 {
			continue
		}
		if x := word(s.probe); s.Most && x > s.Value {
			s.reported = true
			a.report(s.Where, "%d %s by cycle %d, and there are %d at most", x, s.What, a.engine.Cycle(), s.Value)
		} else if missing := a.missing(s, x); s.Slack > 0 && max(missing, -missing) > s.Slack {
			s.reported = true
			a.miscount(s, int(s.Value)-missing, fmt.Sprintf("by cycle %d", a.engine.Cycle()))
		}
	}
}

// listen looks whether what is said is obeyed. Each state is reported once.
func (a *auditor) listen() {
	for i := range a.told {
		t := &a.told[i]
		if n := word(t.deaf); n > 0 && !t.reported {
			t.reported = true
			a.report(t.Where, "%s: what is obeyed is not what was said %d cycles and more before; first in cycle %d, in %d cycles by cycle %d",
				t.What,
				t.Late,
				word(t.first),
				n,
				a.engine.Cycle())
		}
	}
}

// missing is how many credits or free slots a counter of value x lacks, with the
// packets for which no credit has come back over the link.
func (a *auditor) missing(s *state, x uint64) int {
	outstanding := 0
	if s.Link >= 0 {
		for _, c := range a.channels[s.Link] {
			t := c.sent
			if s.Sends == c.Back {
				t = c.received
			}
			switch c.Kind {
			case a.network.Packets:
				outstanding += c.packets(t.seen())
			case blocks.Credits:
				outstanding -= int(t.seen().count)
			}
		}
	}
	return int(s.Value) - int(x) - outstanding
}

// each are the channels of all links.
func (a *auditor) each() iter.Seq[*channel] {
	return func(yield func(*channel) bool) {
		for _, list := range a.channels {
			for i := range list {
				if !yield(&list[i]) {
					return
				}
			}
		}
	}
}

// packets is how many packets have begun.
func (c channel) packets(s seen) int {
	if c.Mark == "" {
		return int(s.count)
	}
	return int(s.marked)
}

// drain stops the traffic and runs until nothing has passed any link for a while.
// Then the network must be empty.
func (a *auditor) drain(ctx context.Context, m *machine) error {
	for name, x := range a.network.Stop {
		m.input(name, x)
	}
	if len(a.network.Hold) > 0 {
		m.input(holdInput, 1)
	}
	entered, left := a.packets()
	limit := drainTime + drainTimePerPacket*max(entered-left, 0)
	before := a.passed()
	for range limit / restTime {
		if err := a.engine.Run(ctx, restTime); err != nil {
			return err
		}
		now := a.passed()
		if slices.Equal(now, before) {
			a.look()
			a.judge()
			return nil
		}
		before = now
	}
	a.report("network", "not at rest %d cycles after the last packet was made", limit)
	a.look()
	a.judge()
	return nil
}

// packets is how many packets have entered the network and left it.
func (a *auditor) packets() (entered, left int) {
	for c := range a.each() {
		if c.Kind == a.network.Packets && c.link.From.Unit == a.network.Node {
			entered += c.packets(c.sent.seen())
		}
		if c.Kind == a.network.Packets && c.link.To.Unit == a.network.Node {
			left += c.packets(c.received.seen())
		}
	}
	return entered, left
}

// count adds what has passed the links since reset to the counters of a point: for
// each kind of events ("link_messages") over all links, of those that open something
// ("link_messages_opening") where there are such, and of the packets that have left
// the network ("packets_out").
func (a *auditor) count(counters map[string]uint64) {
	for c := range a.each() {
		s := c.received.seen()
		counters["link_"+string(c.Kind)+"s"] += s.count
		if c.Pairs {
			counters["link_"+string(c.Kind)+"s_opening"] += s.marked
		}
	}
	_, left := a.packets()
	counters["packets_out"] = uint64(left)
}

// hits is how many events faults have hit.
func (a *auditor) hits() (n uint64) {
	for _, p := range a.faults {
		n += word(p)
	}
	return n
}

// passed are the numbers of events on all links.
func (a *auditor) passed() []uint64 {
	var list []uint64
	for c := range a.each() {
		list = append(list, word(c.received.count))
	}
	return list
}

// judge compares what must be equal when the network is at rest.
func (a *auditor) judge() {
	a.keep(true)
	for i, l := range a.delayed {
		if n := word(a.faults[i]); n > 0 {
			a.onLinks = append(a.onLinks, violation("link "+l.String(), "%d events are late", n))
		}
	}
	for c := range a.each() {
		sent, received := c.sent.seen(), c.received.seen()
		a.compare(*c, sent, received)
		if c.Pairs && (2*received.marked != received.count || received.sum != 0) {
			a.report("link "+c.link.String(),
				"of %d %ss that arrived, %d open something and %d close it, and the names do not pair", received.count, c.Kind,
				received.marked, received.count-received.marked)
		}
	}
	if entered, left := a.packets(); entered != left {
		a.report("network", "%d packets entered, and %d left until it was at rest", entered, left)
	}
	for i := range a.state {
		s := &a.state[i]
		switch x := word(s.probe); {
		case x == s.Value || s.reported:
		case s.Value == 0:
			a.report(s.Where, "%s at rest: %b", s.What, x)
		default:
			a.miscount(s, int(x), "after the drain")
		}
	}
}

// miscount reports that there are n of what must be the value of the state, fewer or more.
func (a *auditor) miscount(s *state, n int, when string) {
	if value := int(s.Value); n < value {
		a.report(s.Where, "%d of %d %s are missing %s", value-n, value, s.What, when)
	} else {
		a.report(s.Where, "%d %s %s, and there are %d", n, s.What, when, value)
	}
}

// compare reports what got lost, doubled or damaged between the ends of a link.
func (a *auditor) compare(c channel, sent, received seen) {
	if sent == received || a.delayed != nil && sent.count == received.count {
		return
	}
	what := fmt.Sprintf("%d of %d %ss are lost", sent.count-received.count, sent.count, c.Kind)
	switch {
	case received.count > sent.count:
		what = fmt.Sprintf("%d %ss are sent and %d arrive", sent.count, c.Kind, received.count)
	case received.count == sent.count:
		what = fmt.Sprintf("of %d %ss, some arrive damaged", sent.count, c.Kind)
	}
	a.onLinks = append(a.onLinks, violation("link "+c.link.String(), "%s; seen by cycle %d", what, c.since))
}
