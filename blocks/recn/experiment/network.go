package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"culprit/testbench/experiment"
)

// networkSettings are the settings of all experiments that simulate networks.
func networkSettings() []experiment.Setting {
	return append([]experiment.Setting{
		{Name: "nodes", Default: "64", Full: "64,256", List: true, Words: []string{"16", "64", "256"}, Doc: "nodes of the network"},
		{Name: "saqs", Default: "0,2,4,8", List: true, Min: 0, Max: 8, Whole: true, Doc: "set-aside queues per port"},
		{Name: "schemes", Default: RECNIQ, Full: strings.Join(keys(), ","), List: true, Words: keys(), Doc: "switches to compare at full load"},
		{Name: "compare_seeds", Default: "1", Min: 1, Max: 64, Whole: true, Doc: "other schemes than recn-iq are run with so many of the seeds, the first ones"},
		{Name: "slots", Default: "64", Min: 8, Max: 256, Whole: true, Doc: "packet slots per input port"},
		{Name: "detect", Default: "5", Min: 1, Max: 255, Whole: true, Doc: "a cold queue longer than this detects congestion, packets"},
		{Name: "xoff", Default: "10", Min: 1, Max: 255, Whole: true, Doc: "a SAQ longer than this sends Xoff, packets"},
		{Name: "xon", Default: "5", Min: 1, Max: 255, Whole: true, Doc: "a SAQ shorter than this sends Xon, packets"},
		{Name: "link_latency", Default: "2", Min: 1, Max: 16, Whole: true, Doc: "registers of a link, cycles"},
		{Name: "ready_bit", Default: "1", Min: 0, Max: 1, Whole: true, Doc: "1: deallocate with the ready bit, 0: without"},
		{Name: "queue", Default: "4096", Min: 16, Max: 4096, Whole: true, Doc: "packets that a node can hold back"},
	}, experiment.FaultSettings()...)
}

// setUp are the settings that the papers fix: a plan with others deviates.
var setUp = []string{"slots", "detect", "xoff", "xon", "link_latency", "ready_bit", "queue", "warmup", "measure",
	"load", "hot_percent", "hot_node", "hot_cycles", "settle", "total", "interval"}

// referenceSAQs is the number of SAQs of the papers' switch, with which RECN is
// compared with other schemes.
const referenceSAQs = 4

// networks are the networks of that many nodes that the settings ask for: RECN-IQ
// with each number of SAQs, the other schemes once.
func networks(v experiment.Values, nodes int) ([]Network, error) {
	base := Network{
		Nodes: nodes, Slots: v.Int("slots"), Detect: v.Int("detect"), Xoff: v.Int("xoff"), Xon: v.Int("xon"),
		LinkLatency: v.Int("link_latency"), ReadyBit: v.Int("ready_bit"), Queue: v.Int("queue"),
	}
	if base.Xon > base.Xoff {
		return nil, fmt.Errorf("the thresholds are in the wrong order: xon=%d must not be above xoff=%d", base.Xon, base.Xoff)
	}
	var list []Network
	for _, scheme := range keys() {
		if !slices.Contains(v.Words("schemes"), scheme) {
			continue
		}
		n := base
		n.Scheme = scheme
		counts := []int{0}
		switch scheme {
		case RECNIQ:
			counts = v.Ints("saqs")
		case RECNCIOQ:
			counts = []int{referenceSAQs}
		}
		for _, n.SAQs = range counts {
			if least := 2 + 2*n.SAQs; n.Slots < least {
				return nil, fmt.Errorf("slots=%d is too few for saqs=%d: give at least slots=%d (2 for the cold queue, 2 per SAQ)", n.Slots, n.SAQs, least)
			}
			list = append(list, n)
		}
	}
	return list, nil
}

// seedsOf are the seeds that a scheme is run with.
func seedsOf(v experiment.Values, scheme string, seeds []uint32) []uint32 {
	if scheme == RECNIQ {
		return seeds
	}
	return seeds[:min(v.Int("compare_seeds"), len(seeds))]
}

// The quantities that claims are about.

func throughput(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return r.throughput() })
}

func latency(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return r.result.Latency() })
}

// of is a quantity of a run.
func of(s setup, quantity func(run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{s.String()}, Of: func(r []experiment.Run) float64 { return quantity(runOf(r[0])) }}
}

func claim(id, source, text string, conditions ...experiment.Condition) experiment.Claim {
	return experiment.Claim{ID: id, Source: source, Text: text, Conditions: conditions}
}

func condition(what string, value experiment.Samples, bound experiment.Bound) experiment.Condition {
	return experiment.Condition{What: what, Value: value, Bound: bound}
}

// inOrder is the claim that every run checks.
func inOrder() experiment.Claim {
	count := func(of func(Result) uint64) experiment.Samples {
		return experiment.Samples{All: true, Of: func(runs []experiment.Run) float64 {
			n := uint64(0)
			for _, r := range runs {
				n += of(runOf(r).result)
			}
			return float64(n)
		}}
	}
	silent := func(r Result) uint64 {
		if r.Received == 0 {
			return 1
		}
		return 0
	}
	return claim("R16", "RECN-IQ paper, section 2.3", "packets of a flow stay in order; none is lost, doubled or damaged",
		condition("wrong packets in all runs", count(Result.Errors), experiment.Exactly(0)),
		condition("runs in which no packet arrived", count(silent), experiment.Exactly(0)))
}

// activeSAQs is the claim on the number of SAQs in use, over all input ports of all
// switches and of the level of switches that has most.
func activeSAQs(id, text string, s setup) experiment.Claim {
	return claim(id, "RECN-DD paper, Figs. 11 to 13", text,
		condition("mean active SAQs per input port, "+s.describe(), of(s, func(r run) float64 { return r.result.AllLevels().MeanSAQs() }), experiment.Below(4.5)),
		condition("the same of the level that has most", of(s, func(r run) float64 {
			most := math.NaN()
			for _, l := range r.result.Levels {
				if x := l.MeanSAQs(); !(x <= most) {
					most = x
				}
			}
			return most
		}), experiment.Below(4.5)),
	)
}

// describe names a run for a reader: "64 nodes, 4 SAQs, load 1".
func (s setup) describe() string {
	n := Network{Scheme: s.scheme, SAQs: s.saqs}
	text := fmt.Sprintf("%d nodes, %s, load %s", s.nodes, n.Name(), experiment.Number(s.load))
	if s.hot {
		text += ", hot-spot"
	}
	return text
}
