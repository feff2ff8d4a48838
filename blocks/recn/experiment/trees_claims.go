package experiment

import (
	"math"

	"culprit/testbench/experiment"
)

// middleLoad is the load of the run with a hot phase in the middle: a network without
// SAQs carries it, too, as long as nothing is hot.
const middleLoad = 0.5

func treeClaims(nodes int) []experiment.Claim {
	return []experiment.Claim{
		permutationClaim(nodes),
		severalClaim(nodes),
		middleClaim(nodes),
		memoryClaim(nodes),
		queueClaim(nodes),
		cioqClaim(nodes),
		inOrder(dd(nodes, 8).hotNodes(8)),
	}
}

// permutationClaim is on congestion that no end node causes: of the nodes of a switch
// all send to nodes that the same link upward leads to.
func permutationClaim(nodes int) experiment.Claim {
	ours := dd(nodes, referenceSAQs)
	reversed := ours.under("reversal")
	c := claim("T1", "RECN-DD paper, section II", "RECN can address congestion at any network point, not only endpoints",
		condition("SAQs allocated per port and packet time, "+reversed.describe(), allocationRate(reversed), experiment.AtLeast(100*rare)))
	for _, s := range []setup{ours, other(RECNCIOQ, nodes)} {
		for _, name := range []string{"complement", "reversal", "half"} {
			run := s.under(name)
			c.Conditions = append(c.Conditions, condition("throughput / what the links can carry, "+run.describe(), toTheLinks(run, name), experiment.Between(0.97, 1.02)))
		}
	}
	c.SetUp = "Permutations of the nodes at load 1. What the links can carry is counted: each flow gets its share of the link that most flows pass"
	return c.Noticing(trials(detectNever, reversed))
}

// toTheLinks is the throughput under a permutation, of what the links can carry.
func toTheLinks(s setup, pattern string) experiment.Samples {
	possible := linkShare(s.nodes, permutations[pattern])
	return of(s, func(r run) float64 { return r.throughput() / possible })
}

// severalClaim is on trees that overlap: a port has more of them than SAQs.
func severalClaim(nodes int) experiment.Claim {
	net := func(n int) setup { return other(VOQnet, nodes).hotNodes(n) }
	c := claim("T2", "RECN-IQ paper, section 2", "a SAQ per congestion tree: as long as there are enough, several trees do no more harm than one")
	for _, n := range []int{1, 2, 4} {
		c.Conditions = append(c.Conditions, ratio("throughput", throughput, dd(nodes, 8).hotNodes(n), net(n), experiment.Between(0.95, 1.05)))
	}
	return c.Noticing(trials(xoffNever, dd(nodes, 8).hotNodes(4)))
}

// middleClaim is on the time that a network takes to recover.
func middleClaim(nodes int) experiment.Claim {
	at := func(s setup) setup { return s.at(middleLoad).under("middle") }
	none, ours := at(dd(nodes, 0)), at(dd(nodes, referenceSAQs))
	return claim("T3", "RECN-DD paper, introduction", "throughput falls by about 70 % when congestion appears and stays low well beyond its end; latency increases by three orders of magnitude and returns only after several times as long",
		condition("throughput lost in the hot phase, "+none.describe(), lostInTheMiddle(none), experiment.Between(0.65, 0.85))).
		Noticing(trials(withSAQs, none), trials(xoffNever, ours))
}

// lostInTheMiddle is the part of the throughput before the hot phase that is missing
// in its second half.
func lostInTheMiddle(s setup) experiment.Samples {
	return of(s, func(r run) float64 {
		thr := r.result.Trace(r.point)
		return 1 - r.mean(thr, during)/r.mean(thr, before)
	})
}

// span is a part of the time of a run with a hot phase in the middle, packet times.
type span func(p Point) (from, to int)

func before(p Point) (from, to int) { return p.Interval, p.Hot.Start / CyclesPerPacket }

// during is the second half of the hot phase.
func during(p Point) (from, to int) {
	return (p.Hot.Start + p.Hot.Cycles/2) / CyclesPerPacket, (p.Hot.Start + p.Hot.Cycles) / CyclesPerPacket
}

// mean is that of the intervals that lie wholly in a span.
func (r run) mean(list []float64, in span) float64 {
	from, to := in(r.point)
	sum, n := 0.0, 0
	for i, x := range list {
		if i*r.point.Interval >= from && (i+1)*r.point.Interval <= to {
			sum, n = sum+x, n+1
		}
	}
	return sum / float64(n) // NaN without one
}

// latencies are the mean latencies of the intervals, packet times.
func (r run) latencies() (list []float64) {
	for _, w := range r.result.Each() {
		list = append(list, w.Latency())
	}
	return list
}

// medians are the median latencies of the intervals, packet times.
func (r run) medians() (list []float64) {
	for _, w := range r.result.Each() {
		list = append(list, w.Median())
	}
	return list
}

// recovery is the time from the end of the hot phase until the median latency stays
// below twice what it was before, packet times; NaN if it never does.
func (r run) recovery() float64 {
	medians := r.medians()
	low := 2 * r.mean(medians, before)
	end := (r.point.Hot.Start + r.point.Hot.Cycles) / CyclesPerPacket
	last := len(medians)
	for last > 0 && medians[last-1] <= low {
		last--
	}
	if last == len(medians) {
		return math.NaN()
	}
	return float64(max(last*r.point.Interval-end, 0))
}

// memoryClaim is that the order of the schemes does not come from their memory.
func memoryClaim(nodes int) experiment.Claim {
	equal := func(s setup) setup { return s.with(equalMemory) }
	ours, net, sw, cioq := equal(dd(nodes, referenceSAQs)), equal(other(VOQnet, nodes)), equal(other(VOQsw, nodes)), equal(other(RECNCIOQ, nodes))
	c := claim("T4", "RECN-DD paper, section II", "RECN does as VOQnet, VOQsw only partially eliminates head-of-line blocking: with equal memory, too",
		ratio("throughput", throughput, ours, net, experiment.Between(0.95, 1.05)),
		ratio("throughput in the hot phase", throughput, ours.hotspot(), net.hotspot(), experiment.Between(0.95, 1.05)),
		ratio("throughput in the hot phase", throughput, cioq.hotspot(), net.hotspot(), experiment.Between(0.95, 1.05)),
		ratio("throughput in the hot phase", throughput, sw.hotspot(), net.hotspot(), experiment.AtMost(0.5)))
	c.SetUp = "128 slots per port of 64 nodes: 2 per destination (VOQnet), 64 and 64 (RECN-CIOQ)"
	return c.Noticing(trials(detectNever, ours), trials(xoffNever, ours.hotspot()))
}

// queueClaim names what all results in the hot phase depend on.
func queueClaim(nodes int) experiment.Claim {
	ours := dd(nodes, referenceSAQs).hotspot()
	shallow := ours.with(shallowQueue)
	return claim("T5", "arithmetic on R9", "a node must hold back all packets that wait for the hot one: with a full queue it has none left for the others, SAQs or not",
		collapsed(shallow),
		ratio("throughput in the hot phase", throughput, ours.with(halfQueue), ours, experiment.Between(0.99, 1.01))).
		Noticing(trials(deepNodes, shallow))
}

// cioqClaim is on the number of SAQs of RECN-CIOQ.
func cioqClaim(nodes int) experiment.Claim {
	with := func(saqs int) setup {
		s := other(RECNCIOQ, nodes)
		s.saqs = saqs
		return s
	}
	net := other(VOQnet, nodes)
	c := claim("T6", "RECN-DD paper, section II", "RECN can eliminate head-of-line blocking with just a few SAQs per port")
	for _, saqs := range []int{2, 4, 8} {
		c.Conditions = append(c.Conditions,
			ratio("throughput", throughput, with(saqs), net, experiment.Between(0.95, 1.05)),
			ratio("throughput in the hot phase", throughput, with(saqs).hotspot(), net.hotspot(), experiment.Between(0.95, 1.05)))
	}
	return c.Noticing(trials(quietOutputs, with(4).hotspot()))
}

// permutations are the destinations of a node among so many.
var permutations = map[string]func(node, nodes int) int{
	"complement": func(node, nodes int) int { return nodes - 1 - node },
	"half":       func(node, nodes int) int { return (node + nodes/2) % nodes },
	"reversal": func(node, nodes int) (reversed int) {
		for low := 1; low < nodes; low *= 2 {
			reversed = 2*reversed + node/low%2
		}
		return reversed
	},
}

// linkShare is the throughput per node that the links of the tree can carry under a
// permutation: each flow gets its share of the link that most flows pass. A route goes
// up by the digits of the destination, and down by them.
func linkShare(nodes int, to func(node, nodes int) int) float64 {
	type link struct{ level, at, port int }
	const ports, up = 4, 4
	flows := map[link]int{}
	route := func(src int) (list []link) {
		dst := to(src, nodes)
		if src == dst {
			return nil
		}
		at, below := src/ports, dst/ports // switches of the level next to the nodes
		level, size := 0, 1               // of the digit that a link of this level sets
		for at/size != below/size {
			digit := dst / size % ports
			list = append(list, link{level, at, up + digit})
			at += (digit - at/size%ports) * size // the switch above has this digit
			level, size = level+1, size*ports
		}
		for ; level >= 0; level, size = level-1, size/ports {
			digit := dst / size % ports
			list = append(list, link{level, at, digit})
			if level > 0 {
				at += (digit - at/(size/ports)%ports) * (size / ports)
			}
		}
		return list
	}
	for src := range nodes {
		for _, l := range route(src) {
			flows[l]++
		}
	}
	sum := 0.0
	for src := range nodes {
		most := 0
		for _, l := range route(src) {
			most = max(most, flows[l])
		}
		if most > 0 {
			sum += 1 / float64(most)
		}
	}
	return sum / float64(nodes)
}
