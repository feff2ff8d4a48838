package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"culprit/blocks/adaptive/graph"
	"culprit/testbench/experiment"
	"culprit/testbench/mutant"
)

// single are Figures 4 to 6: flows that share one link, or one destination.
func single(s subject) *experiment.Experiment {
	return &experiment.Experiment{
		Name: "adaptive-single", Doc: "flows over one bottleneck, with congestion management alone and with adaptive routing (AR Figs. 4 to 6)",
		Settings: []experiment.Setting{
			s.setting("T1-R,T2-R,T3-R", "T1-R", "T2-R", "T3-R", "T2-H", "T1-S", "Fig2"),
			{Name: "modes", Default: "cm,ar", List: true, Words: modes, Doc: "none: PAUSE alone, cm: congestion management, ar: adaptive routing, too"},
			{Name: "patterns", Default: s.patterns(), List: true, Words: patterns, Doc: "flows that need not share a link, or share a destination"},
			{Name: "from", Default: "600", Min: 2, Max: 2000, Whole: true, Doc: "millisecond from which rates are measured"},
			{Name: "to", Default: "1500", Min: 3, Max: 2000, Whole: true, Doc: "millisecond to which they are"},
		},
		Design: s.planSingle,
	}
}

// patterns are the flows of a hot phase.
var patterns = []string{"noncontending", "contending"}

// patterns are those that all networks have flows for: all, if there are none.
func (s subject) patterns() string {
	list := slices.DeleteFunc(slices.Clone(patterns), func(pattern string) bool {
		return slices.ContainsFunc(s.networks, func(n *graph.Network) bool { return len(flowsOf(n, pattern)) == 0 })
	})
	if len(list) == 0 {
		list = patterns
	}
	return strings.Join(list, ",")
}

const hotLoad = 0.95

func (s subject) planSingle(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p, t, err := s.planRuns(v, seeds, v.Words("patterns"), []float64{hotLoad})
	if err != nil {
		return nil, err
	}
	p.Claims = slices.Concat(s.anyNetwork(v, v.Words("patterns"), []float64{hotLoad}, t), singleClaims(t), []experiment.Claim{sound()})
	p.Charts = s.singleCharts(v, t)
	return p, nil
}

// Mistakes under which the claims must fail.
var (
	unmanaged   = &experiment.Mutant{Name: "no_notifications", Doc: "no congestion point samples", Netlist: mutant.InModule("adaptive_switch", mutant.Disconnect("cp.enable"))}
	notAdaptive = &experiment.Mutant{Name: "always_default", Doc: "frames take the default port", Netlist: mutant.InModule("adaptive_engine", mutant.SwapMux("frame_out_q", 0))}
	noExpiry    = &experiment.Mutant{Name: "no_expiry", Doc: "remote entries live for ever", Netlist: mutant.InModule("adaptive_congestion", mutant.Stuck("expired", 0))}
	fixedRoute  = &experiment.Mutant{Name: "fixed_cn_route", Doc: "notifications take the default port", Netlist: mutant.InModule("adaptive_engine", mutant.Disconnect("cn_draw.draw"))}
)

func singleClaims(t span) []experiment.Claim {
	var claims []experiment.Claim
	for _, network := range []string{"T1-R", "T2-R", "T3-R"} {
		claims = append(claims, networkClaims(network, t)...)
	}
	return claims
}

// networkClaims are the claims on one network.
func networkClaims(network string, t span) []experiment.Claim {
	at := func(mode, pattern string) setup { return setup{network, mode, pattern, hotLoad, ""} }
	free, freeAR, hot := at("cm", "noncontending"), at("ar", "noncontending"), at("ar", "contending")
	is := func(what string, s setup, f func(run) float64, b experiment.Bound) experiment.Condition {
		return experiment.Condition{What: what + ", " + network, Value: of(s, t, f), Bound: b}
	}
	claim := func(id, text string, noticing []experiment.Trial, conditions ...experiment.Condition) experiment.Claim {
		return experiment.Claim{
			ID: id + "-" + network, Source: "AR, section VI and Figs. 4 to 6", Text: text, SetUp: fmt.Sprintf("offered %g of the line per flow, averages from %d to %d ms", hotLoad, t.from, t.to),
			Conditions: conditions, Mutants: noticing,
		}
	}
	trial := func(m *experiment.Mutant, s setup) []experiment.Trial {
		return []experiment.Trial{{Mutant: m, Runs: []string{s.name()}}}
	}
	queue := func(r run) float64 { return mean(r.measured(r.queue(0))) }
	list := []experiment.Claim{
		claim("A1", "without adaptive routing the flows fill the bottleneck link", trial(notAdaptiveSlow, free), is("sum of the flows, MB/s", free, run.total, experiment.Between(1225, 1275))),
		claim("A2", "its queue is held at the equilibrium", trial(unmanaged, free), is("mean length of the hot queue, KB", free, queue, experiment.Between(29.7, 36.3)), is("its standard deviation, KB", free, deviation, experiment.Below(3))),
		claim("A3", "with adaptive routing every flow gets what it offers", trial(notAdaptive, freeAR), is("slowest flow, MB/s", freeAR, run.slowest, experiment.AtLeast(1150))),
		claim("A4", "the queues are empty", trial(notAdaptive, freeAR), is("mean length of the hot queue, KB", freeAR, queue, experiment.Below(3))),
		claim("A7", "resequencing needs less than a frame on average", nil, is("frames held in all hosts, mean", freeAR, meanHeld, experiment.Below(1)), is("reordered frames", freeAR, counter("reordered"), experiment.Above(0)),
			is("most frames held in a host", freeAR, counter("held_max"), experiment.Below(256))),
		claim("A8", "with flows to one host congestion management still works", trial(unmanaged, hot), is("sum of the flows, MB/s", hot, run.total, experiment.Between(1212, 1288)),
			is("mean length of the second hot queue, KB", hot, func(r run) float64 { return mean(r.measured(r.queue(1))) }, experiment.Between(3, 45))),
	}
	if t.to >= 1490 {
		list = append(list, claim("A5", "spikes every 250 ms, when entries expire", trial(noExpiry, freeAR),
			is("groups of milliseconds with more than 6 KB from 100 to 1300 ms", freeAR, func(r run) float64 { return float64(len(spikes(r))) }, experiment.Exactly(5)),
			is("largest distance of two from 251.5 ms", freeAR, spacing, experiment.AtMost(2.5)), is("highest of them, KB", freeAR, highest, experiment.AtMost(60))))
	}
	if network == "T3-R" {
		list = append(list,
			claim("A6", "without adaptive routing the split is unfair", nil, is("fastest / slowest flow", free, func(r run) float64 { return r.fastest() / r.slowest() }, experiment.AtLeast(1.5))),
			claim("A14", "notifications must be routed at random", trial(fixedRoute, freeAR), is("slower flow, MB/s", freeAR, run.slowest, experiment.AtLeast(1150))))
	}
	return list
}

// notAdaptiveSlow keeps limited sources at their rates.
var notAdaptiveSlow = &experiment.Mutant{Name: "no_increase", Doc: "limited sources never speed up again", Netlist: mutant.InModule("qcn_rp_update", mutant.Stuck("period_start", 0))}

// deviation is that of the averages of the hot queue.
func deviation(r run) float64 {
	list := r.measured(r.queue(0))
	m, sum := mean(list), 0.0
	for _, x := range list {
		sum += (x - m) * (x - m)
	}
	return math.Sqrt(sum / float64(len(list)))
}

// meanHeld is the mean number of frames that wait in a resequencer, all hosts together.
func meanHeld(r run) float64 {
	n := r.Result.Counters["host_samples"]
	hosts := float64(len(r.network().Hosts))
	return float64(r.Result.Counters["held_sum"]) / (float64(n) / hosts)
}

// spikes are the groups of milliseconds in which the hot queue is long: where they
// begin and their heights. The paper's hot phase begins at 200 ms, this one at once: its
// 0.3 to 1.5 s are 100 to 1300 ms here.
func spikes(r run) [][2]float64 {
	const high, together = 6, 5
	var list [][2]float64
	last := math.Inf(-1)
	for ms, x := range r.queue(0) {
		if ms < 100 || ms > 1300 || x <= high {
			continue
		}
		if float64(ms)-last >= together {
			list = append(list, [2]float64{float64(ms), x})
		}
		last = float64(ms)
		list[len(list)-1][1] = max(list[len(list)-1][1], x)
	}
	return list
}

// spacing is how far the distances of the spikes are from 251.5 ms.
func spacing(r run) float64 {
	worst, list := 0.0, spikes(r)
	for i := 1; i < len(list); i++ {
		worst = max(worst, math.Abs(list[i][0]-list[i-1][0]-251.5))
	}
	return worst
}

func highest(r run) float64 {
	x := 0.0
	for _, s := range spikes(r) {
		x = max(x, s[1])
	}
	return x
}

// singleCharts are the lengths of the hot queue over time, as in Figures 5 and 6.
func (s subject) singleCharts(v experiment.Values, t span) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		var charts []experiment.Chart
		for _, network := range v.Words("networks") {
			if len(s.network(network).Hot) == 0 {
				continue
			}
			for _, pattern := range v.Words("patterns") {
				c := experiment.Chart{Name: fmt.Sprintf("queue_%s_%s", network, pattern), Title: fmt.Sprintf("Hot queue, %s, %s flows", network, pattern), X: "time, ms", Y: "mean length in 1 ms, KB"}
				for _, mode := range v.Words("modes") {
					if r, ok := m.Run(setup{network, mode, pattern, hotLoad, s.file}.name(), m.Seeds()[0]); ok {
						y := run{r, t}.queue(0)
						c.Lines = append(c.Lines, experiment.Line{Name: mode, X: milliseconds(len(y)), Y: y})
					}
				}
				charts = append(charts, c)
			}
		}
		return charts, nil
	}
}

func milliseconds(n int) []float64 {
	var list []float64
	for i := range n {
		list = append(list, float64(i+1))
	}
	return slices.Clip(list)
}
