package schemes

import (
	"math"

	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/workload"
)

// ideals are the results of the ideal network, by the text of the host.
type ideals map[string]experiment.Result

// of is the result of the ideal network with the workload of a point.
func (i ideals) of(p experiment.Point) experiment.Result {
	r, ok := i[p.Host.Text]
	if !ok {
		s := p.Spec.(spec)
		r = s.workload.Ideal(s.setup, cyclesPerPacket)
		i[p.Host.Text] = r
	}
	return r
}

// result is what a run, or several with other seeds, has measured.
type result struct {
	spec spec
	runs []experiment.Result
}

func one(r experiment.Run) result { return result{r.Point.Spec.(spec), []experiment.Result{r.Result}} }

// sum is the sum of a counter over the runs.
func (r result) sum(name string) float64 {
	n := uint64(0)
	for _, x := range r.runs {
		n += x.Counters[name]
	}
	return float64(n)
}

// most is the largest of a counter.
func (r result) most(name string) float64 {
	n := uint64(0)
	for _, x := range r.runs {
		n = max(n, x.Counters[name])
	}
	return float64(n)
}

// slowdowns are those of all messages of a group, "" for both.
func (r result) slowdowns(group string) workload.Distribution {
	var lists [][]uint64
	missing := uint64(0)
	for _, x := range r.runs {
		for _, g := range workload.Groups() {
			if group == "" || g == group {
				lists = append(lists, x.Lists["slowdown_"+g])
				missing += x.Counters["unfinished_"+g]
			}
		}
	}
	return workload.Pool(lists, missing, workload.SlowdownUnit)
}

// transits are the cycles of packets in the network.
func (r result) transits() workload.Distribution {
	var lists [][]uint64
	for _, x := range r.runs {
		lists = append(lists, x.Lists["transit"])
	}
	return workload.Pool(lists, 0, 1)
}

// rate is a number of packets of the window, per packet time and node.
func (r result) rate(name string) float64 {
	return r.sum(name) / float64(r.spec.setup.Nodes*r.spec.setup.Measure*len(r.runs))
}

// goodput is what arrived of the load that was offered to nodes that are not hot; NaN if there was none.
func (r result) goodput() float64 { return r.sum("carried_rest") / r.sum("load_rest") }

// jain is the fairness (R. Jain, 1984) of what the sources of a group got through: 1 all alike, 1/n one
// of n has all. Sources that offered nothing do not count. NaN: there are none.
func (r result) jain(group string) float64 {
	total, squares, n := 0.0, 0.0, 0.0
	for _, x := range r.runs {
		for i, got := range x.Lists["by_source_"+group] {
			if x.Lists["offered_by_source_"+group][i] > 0 {
				total, squares, n = total+float64(got), squares+float64(got)*float64(got), n+1
			}
		}
	}
	return total * total / (n * squares)
}

// last is the mean time from the begin of the messages that no load makes to the arrival of the last
// one, cycles. NaN: there are none, or not all have arrived.
func (r result) last() float64 {
	total := 0.0
	for _, x := range r.runs {
		first, last := math.Inf(1), 0.0
		for part, n := range x.Lists["part_closed"] {
			if n == 0 {
				continue
			}
			if x.Lists["part_done"][part] < n {
				return math.NaN()
			}
			first = min(first, float64(x.Lists["part_first"][part]))
			last = max(last, float64(x.Lists["part_last_done"][part]))
		}
		total += last - first
	}
	if total <= 0 {
		return math.NaN()
	}
	return total / float64(len(r.runs))
}

// recovered is the mean time from the end of a hot-spot until no more than that many packets per node wait in and in
// front of the nodes, packet times, in steps of the samples. NaN: there was no hot-spot, or it did
// not end.
func (r result) recovered() float64 {
	const perNode = 4
	total := 0.0
	for _, x := range r.runs {
		pulse, sample := x.Counters["pulse"]/cyclesPerPacket, uint64(r.spec.setup.Sample)
		if pulse == 0 {
			return math.NaN()
		}
		gone := math.NaN()
		for i, waiting := range x.Lists["backlog"] {
			if at := uint64(i+1) * sample; at >= pulse && waiting <= uint64(perNode*r.spec.setup.Nodes) {
				gone = float64(at - pulse)
				break
			}
		}
		total += gone
	}
	return total / float64(len(r.runs))
}

// steady reports whether the two halves of the window of every run agree in what arrived, by the
// rule of package experiment.
func (r result) steady() bool {
	for _, x := range r.runs {
		names := []string{"packets"}
		window := experiment.Phase{Cycles: r.spec.setup.Measure * cyclesPerPacket,
			Steady: &experiment.Steady{Rate: names, Count: names}}
		halves := experiment.Halves{Counters: map[string]uint64{"packets": x.Counters["half_packets"]}}
		run := experiment.Run{Point: experiment.Point{Stimulus: experiment.Stimulus{Phases: []experiment.Phase{window}}},
			Result: experiment.Result{Counters: x.Counters, Halves: &halves}}
		if run.Unsteady(experiment.OfRate) != "" {
			return false
		}
	}
	return true
}
