package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"culprit/blocks/adaptive/graph"
	"culprit/rtlgen/ir"
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
			variantSetting("fixed_cn_route", "run T3-R with notifications on a fixed route, too"),
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
	timerOnly   = &experiment.Mutant{Name: "reset_by_timer", Doc: "the timer ends local entries, too, and a short queue does not", Netlist: mutant.InModule("adaptive_congestion", timerEndsAll)}
	fixedRoute  = &experiment.Mutant{Name: "fixed_cn_route", Doc: "notifications take the default port", Netlist: mutant.InModule("adaptive_draw", mutant.Stuck("place", 0))}
)

// timerEndsAll makes the end of local entries that of remote ones.
func timerEndsAll(m *ir.Module) error {
	if err := mutant.Stuck("low_local", 0)(m); err != nil {
		return err
	}
	return mutant.DropTerm("expired", 0)(m)
}

func singleClaims(t span) []experiment.Claim {
	var claims []experiment.Claim
	for _, network := range []string{"T1-R", "T2-R", "T3-R"} {
		claims = append(claims, networkClaims(network, t)...)
	}
	return slices.Concat(claims, []experiment.Claim{localReset(t)}, testedClaims())
}

// localReset is A23: a switch that has the hot queue itself forgets its congestion when
// that is short, and sends everything back to it.
func localReset(t span) experiment.Claim {
	s := setup{network: "T2-H", mode: "ar", pattern: "noncontending", load: hotLoad}
	return experiment.Claim{
		ID: "A23-T2-H", Source: "AR, section IV.A", Text: "a detour must branch upstream of the hot switch: where that has the choice itself, the local reset sends the flows back",
		SetUp:      fmt.Sprintf("offered %g of the line per flow, averages from %d to %d ms", hotLoad, t.from, t.to),
		Conditions: []experiment.Condition{{What: "slowest flow, MB/s, T2-H", Value: of(s, t, run.slowest), Bound: experiment.Below(400)}},
		Mutants:    trial(timerOnly, s),
	}
}

// testedClaims are those that directed tests prove.
func testedClaims() []experiment.Claim {
	tests := func(id, source, text string, names ...string) experiment.Claim {
		return experiment.Claim{ID: id, Source: source, Text: text, Tests: names}
	}
	return []experiment.Claim{
		tests("A15", "AR, section III", "routes have no loop: no frame visits a switch twice, channels do not wait for each other in a circle, and every list is complete",
			"blocks/adaptive/graph.TestNamed", "blocks/adaptive/graph.TestBackwards", "blocks/adaptive/graph.TestUnsound"),
		tests("A16", "AR, section IV.A and B", "the rules of the congestion table: set, override, weights of the feedback, local and remote reset, choice of the port",
			"blocks/adaptive/bench.TestLifetime", "blocks/adaptive/bench.TestUpdateBeatsExpiry", "blocks/adaptive/bench.TestLocalOverridden", "blocks/adaptive/bench.TestMadeByLowQueue", "blocks/adaptive/bench.TestCNOfLowQueue",
			"blocks/adaptive/bench.TestCNOffTheList", "blocks/adaptive/bench.TestAllCongested", "blocks/adaptive/bench.TestSaturated"),
		tests("A17", "AR, section IV.C and Fig. 2", "the first switch learns of the congestion behind both of its short ways, then frames take the longest one; with notifications on a fixed route it learns of one, and frames stay",
			"blocks/adaptive/bench.TestFigure2"),
		tests("A22", "AR, section I", "neither the frame format, nor congestion points, reaction points or adapters change", "blocks/adaptive/bench.TestQCNIsUnchanged"),
	}
}

// networkClaims are the claims on one network.
func networkClaims(network string, t span) []experiment.Claim {
	at := func(mode, pattern string) setup {
		return setup{network: network, mode: mode, pattern: pattern, load: hotLoad}
	}
	free, freeAR, hot := at("cm", "noncontending"), at("ar", "noncontending"), at("ar", "contending")
	fixed := freeAR
	fixed.variant = "fixed_cn_route"
	is := func(what string, s setup, f func(run) float64, b experiment.Bound) experiment.Condition {
		return experiment.Condition{What: what + ", " + network, Value: of(s, t, f), Bound: b}
	}
	claim := func(id, text string, noticing []experiment.Trial, conditions ...experiment.Condition) experiment.Claim {
		return experiment.Claim{
			ID: id + "-" + network, Source: "AR, section VI and Figs. 4 to 6", Text: text, SetUp: fmt.Sprintf("offered %g of the line per flow, averages from %d to %d ms", hotLoad, t.from, t.to),
			Conditions: conditions, Mutants: noticing,
		}
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
	resequenced := claim("A9", "contending flows change their ways again and again, and no frame of them is lost", trial(notAdaptive, hot), is("reordered frames", hot, counter("reordered"), experiment.Above(0)),
		is("most frames held in a host", hot, counter("held_max"), experiment.Below(256)), is("errors", hot, counter("error"), experiment.Exactly(0)))
	if network == "T3-R" {
		resequenced.Conditions = append(resequenced.Conditions, is("mean peak of an episode of resequencing, frames", hot, meanPeak, experiment.Between(3, 30)))
	}
	list = append(list, resequenced)
	if t.to >= 1490 {
		list = append(list, claim("A5", "spikes every 250 ms, when entries expire", trial(noExpiry, freeAR),
			is("groups of milliseconds with more than 6 KB from 100 to 1300 ms", freeAR, func(r run) float64 { return float64(len(spikes(r))) }, experiment.Exactly(5)),
			is("largest distance of two from 251.5 ms", freeAR, spacing, experiment.AtMost(2.5)), is("highest of them, KB", freeAR, highest, experiment.AtMost(60))))
	}
	if network == "T3-R" {
		list = append(list,
			claim("A6", "without adaptive routing the split is unfair", nil, is("fastest / slowest flow", free, func(r run) float64 { return r.fastest() / r.slowest() }, experiment.AtLeast(1.5))),
			claim("A14", "notifications take a random one of their ports: only so all switches on the ways learn of the congestion, and both flows get what they offer; on a fixed route one of them stays slow",
				trial(fixedRoute, freeAR), is("slower flow, MB/s", freeAR, run.slowest, experiment.AtLeast(1150)), is("slower flow with a fixed route, MB/s", fixed, run.slowest, experiment.Below(300))))
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

// meanPeak is the mean of the largest numbers of frames held, over the times from the
// first one held to none.
func meanPeak(r run) float64 { return counter("peak_sum")(r) / counter("episodes")(r) }

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
					if r, ok := m.Run(setup{network: network, mode: mode, pattern: pattern, load: hotLoad, file: s.file}.name(), m.Seeds()[0]); ok {
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
