package trees

import (
	"fmt"
	"math"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// hotspot is RECN-IQ Figure 7: efficiency over time, while all nodes send a part
// of their packets to one of them, and after that.
var hotspot = &experiment.Experiment{
	Name: "recn-hotspot",
	Doc:  "throughput over time with a hot-spot at the start (RECN-IQ Fig. 7)",
	Settings: append(networkSettings(),
		experiment.Setting{Name: "loads", Default: "0.9,1", Full: "0.6,0.9,0.95,1", List: true, Min: 0.01, Max: 1,
			Doc: "offered loads, packets per packet time and node; recn-iq with 4 and more SAQs is run with all, the others with the highest"},
		experiment.Setting{Name: "hot_percent", Default: "10", Min: 0.1, Max: 100,
			Doc: "part of every node's packets that go to the hot node, %"},
		experiment.Setting{Name: "hot_node", Default: "6", Min: 0, Max: 255, Whole: true, Doc: "the hot node"},
		experiment.Setting{Name: "hot_cycles", Default: "100000", Min: 800, Max: 8e6, Whole: true,
			Doc: "length of the hot phase, cycles"},
		experiment.Setting{Name: "settle", Default: "4000", Min: 0, Max: 1e6, Whole: true,
			Doc: "start of the hot phase that is left out of what is measured in it, packet times"},
		experiment.Setting{Name: "recovery", Default: "8000", Min: 0, Max: 1e6, Whole: true,
			Doc: "time after the hot phase that is not judged, packet times; the paper shows it in a curve only"},
		experiment.Setting{Name: "total", Default: "30000", Min: 100, Max: 1e6, Whole: true,
			Doc: "length of the run, packet times"},
		experiment.Setting{Name: "interval", Default: "2000", Min: 50, Max: 1e6, Whole: true,
			Doc: "packet times per point of the curve"},
		experiment.Setting{Name: "warmup", Default: "auto", Auto: true, Min: 0, Max: 1e6, Whole: true,
			Doc: "uniform runs to compare with: packet times before measuring, as in recn-uniform"},
		experiment.Setting{Name: "measure", Default: "auto", Auto: true, Min: 100, Max: 1e6, Whole: true,
			Doc: "uniform runs to compare with: packet times of measuring, as in recn-uniform"},
	),
	Design: planHotspot,
}

// lastIntervals is how much of the end the efficiency after the hot phase is judged
// by.
const lastIntervals = 4

func planHotspot(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	hot := Hot{Percent: v.Float("hot_percent"), Node: v.Int("hot_node"), Cycles: v.Int("hot_cycles")}
	settle := v.Int("settle")
	recovery := v.Int("recovery")
	total := v.Int("total")
	interval := v.Int("interval")
	phase := hot.Cycles / CyclesPerPacket
	if settle >= phase {
		return nil, fmt.Errorf(
			"settle=%d packet times leaves nothing of the hot phase of %d packet times (hot_cycles=%d): give settle at most %d",
			settle, phase, hot.Cycles, phase-1)
	}
	if least := phase + recovery + lastIntervals*interval; total < least {
		return nil, fmt.Errorf(
			"total=%d packet times is too short to see the recovery: give at least total=%d (hot phase %d, recovery %d, %d intervals)",
			total,
			least,
			phase,
			recovery,
			lastIntervals)
	}
	p := &experiment.Plan{Deviations: v.Differing(setUp), Tables: tables(v.Float("clock"))}
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
				for _, load := range hotLoads(v, n) {
					add(p, n.setup(load).hotspot().with(n.Variant), Point{Network: n, Seed: seed, Load: load, Hot: hot,
						Warmup: settle, Measure: phase - settle, Total: total, Interval: interval})
				}
				for _, load := range beside(n) {
					add(p, n.setup(load), uniformPoint(v, n, seed, load))
				}
			}
		}
	}
	p.Claims = slices.Concat(hotIQClaims(), hotDDClaims())
	p.Charts = hotCharts(v)
	return p, nil
}

// hotLoads are those that a network is run with.
func hotLoads(v experiment.Values, n Network) []float64 {
	list := v.Floats("loads")
	if n.Scheme == RECNIQ && n.SAQs >= referenceSAQs && n.Rule == curveRule(v) && n.Variant == "" {
		return list
	}
	return list[len(list)-1:]
}

// beside are the loads of the uniform runs that claims about a network compare with.
func beside(n Network) []float64 {
	switch {
	case n.Scheme != RECNIQ || n.Variant != "":
		return nil
	case n.SAQs == 0 && n.Nodes == 64:
		return []float64{0.1, 1} // D5
	case n.SAQs >= referenceSAQs:
		return []float64{1} // R11, R13
	}
	return nil
}

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

// afterwards is the mean throughput of the last intervals.
func afterwards(s setup) experiment.Samples { return ending(s, lastIntervals) }

// atTheEnd is the throughput of the last interval.
func atTheEnd(s setup) experiment.Samples { return ending(s, 1) }

func ending(s setup, intervals int) experiment.Samples {
	return part(s, func(p Point) (int, int) {
		last := p.Total / p.Interval * p.Interval
		return last - intervals*p.Interval, last
	})
}

// toTheCeiling is the throughput in the hot phase, of what is possible: all that is
// offered to the other nodes, by the hot one, too, and the whole link of the hot one.
func toTheCeiling(s setup) experiment.Samples {
	return of(s, func(r run) float64 {
		p := r.point
		cold := float64(p.Nodes-1)*(1-p.Hot.Percent/100)*p.Load + p.Load
		return r.throughput() * float64(p.Nodes) / (cold + 1)
	})
}

// toTheCollapse is the throughput in the hot phase, of that of a network in which
// nothing passes by the packets for the hot node: its link, shared by all others. The
// hot node itself sends to the others only, and nothing is in its way.
func toTheCollapse(s setup) experiment.Samples {
	return of(s, func(r run) float64 {
		p := r.point
		return r.throughput() * float64(p.Nodes) / (100/p.Hot.Percent + p.Load)
	})
}
