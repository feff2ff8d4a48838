package experiment

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// uniform is Figure 7: throughput and latency under uniform traffic.
func uniform(s subject) *experiment.Experiment {
	return &experiment.Experiment{
		Name: "adaptive-uniform",
		Doc:  "throughput and latency under uniform traffic with PAUSE alone, with congestion management, with adaptive routing (AR Fig. 7)",
		Settings: append([]experiment.Setting{
			s.setting("T1-R,T2-R", "T1-R", "T2-R", "T3-R", "T1-S"),
			{Name: "modes", Default: "none,cm,ar", List: true, Words: modes,
				Doc: "none: PAUSE alone, cm: congestion management, ar: adaptive routing, too"},
			{Name: "loads", Default: "0.2,0.4,0.6,0.8,1", Full: "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1", List: true, Min: 0.01,
				Max: 1, Doc: "offered loads, of the line"},
			variantSetting("run load 1 without congestion management with half the queues in the hosts, too, and T1-R with 84 frames of room in an input; with adaptive routing T1-R with detours from leaf to leaf (T1-S)",
				"short_queue",
				"small_partition",
				"detours_to_leaves"),
			{Name: "from", Default: "auto", Auto: true, Min: 2, Max: 2000, Whole: true,
				Doc: "millisecond from which is measured; auto: 50 (none), 100 (cm, ar), 500 (ar at load 1)"},
			{Name: "to", Default: "auto", Auto: true, Min: 3, Max: 2000, Whole: true,
				Doc: "millisecond to which is; auto: 150 (none), 300 (cm), 400 (ar), 2000 (ar at load 1)"},
		}, slices.Concat(blockSettings(), experiment.FaultSettings())...),
		Design: s.planUniform,
	}
}

// uniformSpan is how long a run takes to settle and to tell what the claims ask. Only
// what adaptive routing carries at load 1 takes the 2 s of the paper.
func uniformSpan(u setup) span {
	switch {
	case u.mode == "none":
		return span{50, 150}
	case u.mode == "cm":
		return span{100, 300}
	case u.load == 1 && u.variant == "":
		return span{500, 2000}
	}
	return span{100, 400}
}

func (s subject) planUniform(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	everywhere := []string{"uniform"}
	p, err := s.planRuns(v, seeds, everywhere, v.Floats("loads"), uniformSpan)
	if err != nil {
		return nil, err
	}
	spans := fmt.Sprintf("milliseconds %s to %s", v.Word("from"), v.Word("to"))
	runs, err := s.setups(v, everywhere, v.Floats("loads"))
	if err != nil {
		return nil, err
	}
	p.Claims = slices.Concat(blockedClaims(runs, func(u setup) span { return spanOf(v, uniformSpan(u)) }),
		s.anyNetwork(v, everywhere, v.Floats("loads"), spans), uniformClaims(v), []experiment.Claim{soundWithPause()})
	p.Charts = func(m *experiment.Measured) ([]experiment.Chart, error) {
		c := experiment.Chart{Name: "throughput", Title: "Uniform traffic", X: "offered load", Y: "throughput of the line",
			YMax: 1, Of: experiment.OfRate}
		l := experiment.Chart{Name: "latency", Title: "Uniform traffic", X: "offered load", Y: "mean latency, us", LogY: true,
			Of: experiment.OfMean}
		for _, network := range v.Words("networks") {
			for _, mode := range v.Words("modes") {
				at := func(x float64) string {
					return setup{network: network, mode: mode, pattern: "uniform", load: x, file: s.file}.name()
				}
				c.Curve(m, network+" "+mode, v.Floats("loads"), at, func(r experiment.Run) float64 { return throughput(run{r}) })
				l.Curve(m, network+" "+mode, v.Floats("loads"), at, func(r experiment.Run) float64 { return latency(run{r}) })
			}
		}
		return []experiment.Chart{c, l}, nil
	}
	return p, nil
}

// throughput is what the hosts received, of what their links can carry.
func throughput(r run) float64 {
	return r.frames() * frameCycles / (r.milliseconds() * millisecond) / float64(len(r.network().Hosts))
}

// latency is the mean latency of all frames, microseconds.
func latency(r run) float64 {
	return float64(r.Result.Counters["latency_sum"]) / r.frames() * 0.05
}

// soundWithPause is A18 where PAUSE has work to do: an input never holds more than the
// small partition.
func soundWithPause() experiment.Claim {
	c := sound()
	full := fullyPaused("T1-R")
	small := full.with("small_partition")
	c.Conditions = append(c.Conditions,
		experiment.Condition{What: "errors with room for 84 frames of 1500 bytes in an input, T1-R",
			Value: of(small, counter("error")), Bound: experiment.Exactly(0)})
	return c.Noticing(trial(unstoppable, small), trial(lateStop, full))
}
