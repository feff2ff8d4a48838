package experiment

import (
	"fmt"
	"slices"

	"culprit/testbench/experiment"
)

// uniform is Figure 7: throughput and latency under uniform traffic.
func uniform(s subject) *experiment.Experiment {
	return &experiment.Experiment{
		Name: "adaptive-uniform", Doc: "throughput and latency under uniform traffic with PAUSE alone, with congestion management, with adaptive routing (AR Fig. 7)",
		Settings: []experiment.Setting{
			s.setting("T1-R,T2-R", "T1-R", "T2-R", "T3-R", "T1-S"),
			{Name: "modes", Default: "none,cm,ar", List: true, Words: modes, Doc: "none: PAUSE alone, cm: congestion management, ar: adaptive routing, too"},
			{Name: "loads", Default: "0.2,0.4,0.6,0.8,1", Full: "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1", List: true, Min: 0.01, Max: 1, Doc: "offered loads, of the line"},
			variantSetting("short_queue", "run load 1 without congestion management with half the queues in the hosts, too"),
			{Name: "from", Default: "100", Full: "500", Min: 2, Max: 2000, Whole: true, Doc: "millisecond from which is measured"},
			{Name: "to", Default: "400", Full: "2000", Min: 3, Max: 2000, Whole: true, Doc: "millisecond to which is"},
		},
		Design: s.planUniform,
	}
}

func (s subject) planUniform(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	everywhere := []string{"uniform"}
	p, t, err := s.planRuns(v, seeds, everywhere, v.Floats("loads"))
	if err != nil {
		return nil, err
	}
	p.Claims = slices.Concat(s.anyNetwork(v, everywhere, v.Floats("loads"), t), uniformClaims(t), []experiment.Claim{sound()})
	p.Charts = func(m *experiment.Measured) ([]experiment.Chart, error) {
		c := experiment.Chart{Name: "throughput", Title: "Uniform traffic", X: "offered load", Y: "throughput of the line", YMax: 1}
		l := experiment.Chart{Name: "latency", Title: "Uniform traffic", X: "offered load", Y: "mean latency, us", LogY: true}
		for _, network := range v.Words("networks") {
			for _, mode := range v.Words("modes") {
				at := func(x float64) string {
					return setup{network: network, mode: mode, pattern: "uniform", load: x, file: s.file}.name()
				}
				c.Curve(m, network+" "+mode, v.Floats("loads"), at, func(r experiment.Run) float64 { return throughput(run{r, t}) })
				l.Curve(m, network+" "+mode, v.Floats("loads"), at, func(r experiment.Run) float64 { return latency(run{r, t}) })
			}
		}
		return []experiment.Chart{c, l}, nil
	}
	return p, nil
}

// throughput is what the hosts received, of what their links can carry.
func throughput(r run) float64 {
	return r.frames() * frameCycles / float64((r.t.to-r.t.from)*millisecond) / float64(len(r.network().Hosts))
}

// latency is the mean latency of all frames, microseconds.
func latency(r run) float64 {
	return float64(r.Result.Counters["latency_sum"]) / r.frames() * 0.05
}

func uniformClaims(t span) []experiment.Claim {
	var claims []experiment.Claim
	for _, network := range []string{"T1-R", "T2-R"} {
		at := func(mode string, load float64) setup {
			return setup{network: network, mode: mode, pattern: "uniform", load: load}
		}
		claim := func(id, text string, noticing []experiment.Trial, conditions ...experiment.Condition) experiment.Claim {
			return experiment.Claim{ID: id + "-" + network, Source: "AR, section VI.C and Fig. 7", Text: text, SetUp: fmt.Sprintf("from %d to %d ms", t.from, t.to), Conditions: conditions, Mutants: noticing}
		}
		lines := func(what string, s setup, f func(run) float64, b experiment.Bound) experiment.Condition {
			return experiment.Condition{What: fmt.Sprintf("%s, %s, load %g, %s", what, s.mode, s.load, network), Value: of(s, t, f), Bound: b}
		}
		is := func(s setup, b experiment.Bound) experiment.Condition { return lines("throughput", s, throughput, b) }
		full := []experiment.Condition{lines("slowest flow, of the line", at("none", 1), slowestOf(anyFlow), ninth), lines("fastest flow, of the line", at("none", 1), fastestOf(anyFlow), ninth)}
		fair := []experiment.Condition{
			lines("slowest cold flow, of the line", at("cm", 1), slowestOf(cold), fifth), lines("fastest cold flow, of the line", at("cm", 1), fastestOf(cold), fifth),
			lines("flows from left to right, of the line", at("cm", 1), sumOf(rightwards), wholeLine), lines("flows from right to left, of the line", at("cm", 1), sumOf(leftwards), wholeLine),
		}
		if network == "T1-R" {
			paused := lines("time in STOP of the links into the hot switches", at("none", 1), stopped, experiment.Above(0.8))
			paused.Differs = &experiment.Difference{Bound: experiment.Between(0.43, 0.455), Reason: "each of these links carries 5/9 of the line, so it is open for at least 5/9 of the time: more than 4/9 in STOP is not possible"}
			full = append(full, paused)
			fair = append(fair, lines("time in STOP of the links into the hot switches", at("cm", 1), stopped, experiment.Below(0.01)))
		}
		short := at("none", 1)
		short.variant = "short_queue"
		claims = append(claims,
			claim("A13", "the latency with adaptive routing is much lower", trial(notAdaptive, at("ar", 0.8)),
				experiment.Condition{What: "latency, ar / none, load 0.8, " + network, Value: experiment.Ratio(of(at("ar", 0.8), t, latency), of(at("none", 0.8), t, latency)), Bound: experiment.Below(0.02)},
				experiment.Condition{What: "latency, none / ar, load 0.8, " + network, Value: experiment.Ratio(of(at("none", 0.8), t, latency), of(at("ar", 0.8), t, latency)), Bound: experiment.AtLeast(100)}),
			claim("A19", "with PAUSE alone buffers fill up, and cold flows get no more than hot ones: each 1/9 of the line", trial(unstoppable, at("none", 1)), full...),
			claim("A20", "with congestion management cold flows are unaffected, each 1/5 of the line, and links need not be paused", trial(unmanaged, at("cm", 1)), fair...),
			claim("A21", "the latency has a maximum, since the queues in the hosts are bounded", trial(longQueue, short),
				experiment.Condition{What: "latency, load 1 / load 0.8, none, " + network, Value: experiment.Ratio(of(at("none", 1), t, latency), of(at("none", 0.8), t, latency)), Bound: experiment.Below(1.05)},
				experiment.Condition{What: "latency with half the queue / with all of it, none, load 1, " + network, Value: experiment.Ratio(of(short, t, latency), of(at("none", 1), t, latency)), Bound: experiment.Between(0.45, 0.6)}),
			claim("A10", "with PAUSE alone 5/9 of the load, 55.6 %", nil, is(at("none", 1), experiment.Between(0.5506, 0.5606))),
			claim("A11", "with congestion management 3/9 + 2/5 of the load", trial(unmanaged, at("cm", 1)), is(at("cm", 1), experiment.Between(0.723, 0.743)), is(at("cm", 0.8), experiment.Between(0.643, 0.663)), is(at("cm", 0.6), experiment.Between(0.565, 0.581))),
			claim("A12", "with adaptive routing 96.8 % or 98.5 %", trial(notAdaptive, at("ar", 1)), is(at("ar", 1), experiment.AtLeast(0.93))),
			claim("A24", "below 5/9 of the load nothing is lost in any mode", nil, is(at("none", 0.4), experiment.Between(0.392, 0.408)), is(at("cm", 0.4), experiment.Between(0.392, 0.408)), is(at("ar", 0.4), experiment.Between(0.392, 0.408))),
		)
	}
	return claims
}
