package workload

import (
	"maps"
	"math/bits"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// Groups of messages: those to nodes of which more is asked than a link can carry, and the
// others, the victims of the congestion.
const (
	rest = iota
	hot
	groups
)

var groupNames = [groups]string{"rest", "hot"}

// SlowdownUnit is 1 in the histograms of slowdowns.
const SlowdownUnit = 256

// tally is what a run measures.
type tally struct {
	run *Run
	now uint64

	offered, accepted [groups]uint64   // packets of the window
	load, carried     [groups]uint64   // of them: those of loads
	bySource          [groups][]uint64 // packets that arrived in the window
	asked             [groups][]uint64 // packets of messages that began in the window
	open              [groups]uint64   // messages that count and have not arrived
	slowdown          [groups]histogram
	times, transit    histogram // of messages, of packets in the network, cycles
	count, half       sums      // of the window, of its first half
	transitSum        uint64

	peakNetwork, peakBacklog int // packets
	strays, impossible       uint64
	parts                    []partTally
	series                   [groups][]uint64 // packets that arrived in each interval
	backlog                  []uint64         // packets in and in front of the nodes, at the end of each
}

// sums decide whether a state is steady.
type sums struct{ packets, messages, cycles uint64 }

// partTally is about the messages of a line.
type partTally struct {
	first               uint64 // cycle in which the first one begins, and 1; 0: none has begun
	firstDone, lastDone uint64 // cycles after the last beat of the first one to arrive, and of the last one
	done, closed        uint64 // messages that have arrived, of those that count; that no load makes
}

func newTally(r *Run, parts int) tally {
	t := tally{run: r, times: histogram{}, transit: histogram{}, parts: make([]partTally, parts)}
	for g := range groups {
		t.bySource[g], t.slowdown[g] = make([]uint64, r.setup.Nodes), histogram{}
		t.asked[g] = make([]uint64, r.setup.Nodes)
	}
	for _, m := range r.trace.messages {
		if r.counts(m) {
			t.open[t.group(m)]++
		}
		if !m.open {
			t.parts[m.part].closed++
		}
	}
	return t
}

func (t *tally) group(m message) int {
	if t.run.trace.hot[m.dst] {
		return hot
	}
	return rest
}

// window reports whether a cycle belongs to the window, and to its first half.
func (t *tally) window(at uint64) (inside, first bool) {
	r := t.run
	return at >= r.from && at < r.to, at < r.from+(r.to-r.from)/2
}

func (t *tally) began(m message, at uint64) {
	if in, _ := t.window(at); in {
		t.offered[t.group(m)] += uint64(m.packets)
		t.asked[t.group(m)][m.src] += uint64(m.packets)
		if m.open {
			t.load[t.group(m)] += uint64(m.packets)
		}
	}
	p := &t.parts[m.part]
	if p.first == 0 || at+1 < p.first {
		p.first = at + 1
	}
}

func (t *tally) arrived(m message, a experiment.Arrival) {
	g := t.group(m)
	for at := int(a.At) / (t.run.setup.Sample * t.run.hosted.Interval); len(t.series[rest]) <= at; {
		t.series[rest], t.series[hot] = append(t.series[rest], 0), append(t.series[hot], 0)
	}
	t.series[g][int(a.At)/(t.run.setup.Sample*t.run.hosted.Interval)]++
	in, first := t.window(a.At)
	if !in {
		return
	}
	t.accepted[g]++
	if m.open {
		t.carried[g]++
	}
	t.bySource[g][m.src]++
	t.transit.add(a.Transit)
	t.transitSum += a.Transit
	t.count.packets++
	if first {
		t.half.packets++
	}
}

// finished is the last packet of a message that counts.
func (t *tally) finished(m message, begun, at uint64) {
	ideal := t.run.setup.ideal(m, t.run.hosted.Interval)
	took := at + 1 - begun
	t.open[t.group(m)]--
	if took < ideal {
		t.impossible++
	}
	t.slowdown[t.group(m)].add(took * SlowdownUnit / ideal)
	t.times.add(took)
	p := &t.parts[m.part]
	if p.done == 0 {
		p.firstDone = at + 1
	}
	p.lastDone = max(p.lastDone, at+1)
	p.done++
	t.count.messages++
	t.count.cycles += took
	if _, first := t.window(begun); first {
		t.half.messages++
		t.half.cycles += took
	}
}

// ideal is the time of a message in a network that is nothing but wires: its packets on a link, and the
// registers of the links on the shortest way.
func (s Setup) ideal(m message, interval int) uint64 {
	return uint64(m.packets*interval + s.links(m.src, m.dst)*s.Latency)
}

// links is the number of links on the shortest way in a tree.
func (s Setup) links(src, dst int) int {
	n := 2
	for a, b := src/s.Leaf, dst/s.Leaf; a != b; a, b = a/s.Leaf, b/s.Leaf {
		n += 2
	}
	return n
}

// look is the state of the queues at the begin of an interval.
func (t *tally) look(inNodes int) {
	r := t.run
	backlog := inNodes + r.unsent
	t.peakNetwork = max(t.peakNetwork, r.given-inNodes-r.gone)
	t.peakBacklog = max(t.peakBacklog, backlog)
	sample := uint64(r.setup.Sample * r.hosted.Interval)
	if n := int(t.now / sample); t.now%sample == 0 && n > 0 {
		t.backlog = append(t.backlog, uint64(backlog))
	}
}

// Counters are what has been measured, by name; lists of histograms are bins and counts in turn.
func (t *tally) Counters() (counters map[string]uint64, lists map[string][]uint64) {
	r := t.run
	counters = map[string]uint64{
		"cycles": t.now, "messages": t.count.messages + uint64(r.pending), "unfinished": uint64(r.pending),
		"transit_sum": t.transitSum, "packets": t.count.packets, "half_packets": t.half.packets,
		"message_cycles": t.count.cycles, "half_messages": t.half.messages, "half_message_cycles": t.half.cycles,
		"peak_network": uint64(t.peakNetwork), "peak_backlog": uint64(t.peakBacklog), "strays": t.strays,
		"impossible": t.impossible, "pulse": r.trace.pulse,
	}
	lists = map[string][]uint64{"times": t.times.list(), "transit": t.transit.list(), "backlog": t.backlog}
	for g, name := range groupNames {
		counters["offered_"+name], counters["accepted_"+name] = t.offered[g], t.accepted[g]
		counters["load_"+name], counters["carried_"+name] = t.load[g], t.carried[g]
		counters["unfinished_"+name] = t.open[g]
		lists["slowdown_"+name], lists["by_source_"+name] = t.slowdown[g].list(), t.bySource[g]
		lists["series_"+name], lists["offered_by_source_"+name] = t.series[g], t.asked[g]
	}
	for _, p := range t.parts {
		lists["part_first"] = append(lists["part_first"], max(p.first, 1)-1)
		lists["part_first_done"] = append(lists["part_first_done"], p.firstDone)
		lists["part_last_done"] = append(lists["part_last_done"], p.lastDone)
		lists["part_done"] = append(lists["part_done"], p.done)
		lists["part_closed"] = append(lists["part_closed"], p.closed)
	}
	return counters, lists
}

// histogram counts values in bins: one per value below 128, then 64 per power of two.
type histogram map[int]uint64

func (h histogram) add(x uint64) {
	shift := max(0, bits.Len64(x)-7)
	h[shift*64+int(x>>shift)]++
}

// binValue is the least value of a bin.
func binValue(bin int) uint64 {
	shift := max(0, bin/64-1)
	return uint64(bin-shift*64) << shift
}

// list is bins and counts in turn.
func (h histogram) list() (list []uint64) {
	for _, bin := range slices.Sorted(maps.Keys(h)) {
		list = append(list, uint64(bin), h[bin])
	}
	return list
}
