package experiment

import (
	"fmt"
	"math"

	"culprit/testbench/experiment"
)

// hotspot is RECN-IQ Figure 7: efficiency over time, while all nodes send a part
// of their packets to one of them, and after that.
var hotspot = &experiment.Experiment{
	Name: "recn-hotspot",
	Doc:  "throughput over time with a hot-spot at the start (RECN-IQ Fig. 7; RECN-DD Figs. 11 to 14)",
	Settings: append(networkSettings(),
		experiment.Setting{Name: "load", Default: "1", Min: 0.01, Max: 1, Doc: "offered load, packets per packet time and node"},
		experiment.Setting{Name: "hot_percent", Default: "10", Min: 0.1, Max: 100, Doc: "part of every node's packets that go to the hot node, %"},
		experiment.Setting{Name: "hot_node", Default: "6", Min: 0, Max: 255, Whole: true, Doc: "the hot node"},
		experiment.Setting{Name: "hot_cycles", Default: "100000", Min: 800, Max: 8e6, Whole: true, Doc: "length of the hot phase, cycles"},
		experiment.Setting{Name: "settle", Default: "4000", Min: 0, Max: 1e6, Whole: true, Doc: "start of the hot phase that is left out of what is measured in it, packet times"},
		experiment.Setting{Name: "total", Default: "30000", Min: 100, Max: 1e6, Whole: true, Doc: "length of the run, packet times"},
		experiment.Setting{Name: "interval", Default: "2000", Min: 50, Max: 1e6, Whole: true, Doc: "packet times per point of the curve"},
		experiment.Setting{Name: "warmup", Default: "auto", Auto: true, Min: 0, Max: 1e6, Whole: true, Doc: "uniform runs to compare with: packet times before measuring, as in recn-uniform"},
		experiment.Setting{Name: "measure", Default: "auto", Auto: true, Min: 100, Max: 1e6, Whole: true, Doc: "uniform runs to compare with: packet times of measuring, as in recn-uniform"},
	),
	Design: planHotspot,
}

// recovery is the time after the hot phase in which a network must be back,
// packet times. The paper shows it in a curve only.
const recovery = 8000

func planHotspot(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	hot := Hot{Percent: v.Float("hot_percent"), Node: v.Int("hot_node"), Cycles: v.Int("hot_cycles")}
	settle, total, interval := v.Int("settle"), v.Int("total"), v.Int("interval")
	phase := hot.Cycles / CyclesPerPacket
	if settle >= phase {
		return nil, fmt.Errorf("settle=%d packet times leaves nothing of the hot phase of %d packet times (hot_cycles=%d): give settle at most %d", settle, phase, hot.Cycles, phase-1)
	}
	if least := phase + recovery + interval; total < least {
		return nil, fmt.Errorf("total=%d packet times is too short to see the recovery: give at least total=%d (hot phase %d, recovery %d, one interval)", total, least, phase, recovery)
	}
	p := &experiment.Plan{Deviations: v.Differing(setUp), Tables: tables}
	for _, nodes := range v.Ints("nodes") {
		if hot.Node >= nodes {
			return nil, fmt.Errorf("hot_node=%d is not in a network of nodes=%d: give 0 to %d", hot.Node, nodes, nodes-1)
		}
		list, err := networks(v, nodes)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			for _, seed := range seedsOf(v, n.Scheme, seeds) {
				add(p, hotSetup(nodes, n.Scheme, n.SAQs, v.Float("load")), Point{Network: n, Seed: seed, Load: v.Float("load"), Hot: hot,
					Warmup: settle, Measure: phase - settle, Total: total, Interval: interval})
				if n.Scheme == RECNIQ && n.SAQs == 0 && nodes == 64 {
					for _, load := range []float64{0.1, 1} { // what D5 compares with
						add(p, setup{nodes, RECNIQ, 0, load, false}, uniformPoint(v, n, seed, load))
					}
				}
			}
		}
	}
	p.Claims = hotClaims()
	p.Charts = hotCharts(v)
	return p, nil
}

func hotSetup(nodes int, scheme string, saqs int, load float64) setup {
	return setup{nodes, scheme, saqs, load, true}
}

// hotFull is a run of RECN-IQ at full load, which the claims are about.
func hotFull(nodes, saqs int) setup { return hotSetup(nodes, RECNIQ, saqs, 1) }

// part is the mean throughput of the intervals that lie wholly between two times.
func part(s setup, span func(p Point) (from, to int)) experiment.Samples {
	return of(s, func(r run) float64 {
		p := r.point
		from, to := span(p)
		sum, n := 0.0, 0
		for i, x := range r.result.Trace(p) {
			if i*p.Interval >= from && (i+1)*p.Interval <= to {
				sum, n = sum+x, n+1
			}
		}
		if n == 0 {
			return math.NaN()
		}
		return sum / float64(n)
	})
}

func hotEnd(p Point) int { return p.Hot.Cycles / CyclesPerPacket }

// recovered is the best throughput of an interval that begins and ends in the
// recovery.
func recovered(s setup) experiment.Samples {
	return of(s, func(r run) float64 {
		p, best := r.point, math.NaN()
		for i, x := range r.result.Trace(p) {
			if inside := i*p.Interval >= hotEnd(p) && (i+1)*p.Interval <= hotEnd(p)+recovery; inside && !(x <= best) {
				best = x
			}
		}
		return best
	})
}

// afterwards is the mean throughput after the recovery.
func afterwards(s setup) experiment.Samples {
	return part(s, func(p Point) (int, int) { return hotEnd(p) + recovery, p.Total })
}

// atTheEnd is the throughput of the last interval.
func atTheEnd(s setup) experiment.Samples {
	return part(s, func(p Point) (int, int) {
		last := p.Total / p.Interval * p.Interval
		return last - p.Interval, last
	})
}

func hotClaims() []experiment.Claim {
	const paper = "RECN-IQ paper, Fig. 7"
	during := func(nodes, saqs int, b experiment.Bound) experiment.Condition {
		s := hotFull(nodes, saqs)
		return condition("throughput in the hot phase, "+s.describe(), throughput(s), b)
	}
	after := func(nodes, saqs int) experiment.Condition {
		s := hotFull(nodes, saqs)
		return condition(fmt.Sprintf("throughput reached within %d packet times after it, %s", recovery, s.describe()), recovered(s), experiment.AtLeast(0.93))
	}
	return []experiment.Claim{
		claim("R9", paper+"a", "without SAQs the efficiency drops to unacceptable levels while the hot-spot lasts", during(64, 0, experiment.Below(0.30))),
		claim("R10", paper+"a", "with 2 SAQs 80 % can be achieved", during(64, 2, experiment.Between(0.70, 0.90))),
		claim("R11", paper+"a", "4 SAQs remove the effects of congestion completely",
			during(64, 4, experiment.AtLeast(0.85)),
			during(64, 8, experiment.AtLeast(0.85)),
			after(64, 4),
			after(64, 8)),
		claim("R12", paper+"b", "with 256 nodes and no SAQs the congestion stays long after the hot-spot",
			during(256, 0, experiment.Below(0.10)),
			condition("throughput at the end of the run, "+hotFull(256, 0).describe(), atTheEnd(hotFull(256, 0)), experiment.Below(0.5))),
		claim("R13", paper+"b", "with 256 nodes 8 SAQs guarantee the maximum",
			during(256, 8, experiment.AtLeast(0.85)),
			after(256, 8),
			condition("throughput after the recovery with 8 SAQs / with 4, 256 nodes", experiment.Ratio(afterwards(hotFull(256, 8)), afterwards(hotFull(256, 4))), experiment.AtLeast(1))),
		inOrder(),
		degradation(),
		activeSAQs("D8-hot", "few SAQs are active per input port, so 4 are enough", hotFull(64, 8)),
		claim("D10-hot", "RECN-DD paper, Fig. 14", "under a hot-spot RECN-IQ is better than one queue per output port (VOQsw)",
			condition("throughput in the hot phase of RECN-IQ with 4 SAQs / of VOQsw, 64 nodes",
				experiment.Ratio(throughput(hotFull(64, referenceSAQs)), throughput(hotSetup(64, VOQsw, 0, 1))), experiment.Above(1))),
	}
}

// degradation is what a hot-spot does to a network without RECN.
func degradation() experiment.Claim {
	hot, low, full := hotFull(64, 0), setup{64, RECNIQ, 0, 0.1, false}, setup{64, RECNIQ, 0, 1, false}
	kept := experiment.Ratio(throughput(hot), throughput(full))
	lost := experiment.Both(kept, experiment.Constant(0), func(x, _ float64) float64 { return 1 - x })
	return claim("D5", "RECN-DD paper, introduction", "a hot-spot takes about 70 % of the throughput and makes latency three orders of magnitude longer",
		condition("part of the throughput that is lost, 64 nodes, no SAQs", lost, experiment.AtLeast(0.65)),
		condition("latency in the hot phase / uniform at load 0.1, 64 nodes, no SAQs", experiment.Ratio(latency(hot), latency(low)), experiment.AtLeast(100)))
}
