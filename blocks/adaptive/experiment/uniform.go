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
				at := func(x float64) string { return setup{network, mode, "uniform", x, s.file}.name() }
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
		at := func(mode string, load float64) setup { return setup{network, mode, "uniform", load, ""} }
		is := func(s setup, b experiment.Bound) experiment.Condition {
			return experiment.Condition{What: fmt.Sprintf("throughput, %s, load %g, %s", s.mode, s.load, network), Value: of(s, t, throughput), Bound: b}
		}
		claim := func(id, text string, noticing []experiment.Trial, conditions ...experiment.Condition) experiment.Claim {
			return experiment.Claim{ID: id + "-" + network, Source: "AR, section VI.C and Fig. 7", Text: text, SetUp: fmt.Sprintf("from %d to %d ms", t.from, t.to), Conditions: conditions, Mutants: noticing}
		}
		trial := func(m *experiment.Mutant, s setup) []experiment.Trial {
			return []experiment.Trial{{Mutant: m, Runs: []string{s.name()}}}
		}
		claims = append(claims,
			claim("A10", "with PAUSE alone 5/9 of the load, 55.6 %", nil, is(at("none", 1), experiment.Between(0.5506, 0.5606))),
			claim("A11", "with congestion management 3/9 + 2/5 of the load", trial(unmanaged, at("cm", 1)), is(at("cm", 1), experiment.Between(0.723, 0.743)), is(at("cm", 0.8), experiment.Between(0.643, 0.663)), is(at("cm", 0.6), experiment.Between(0.565, 0.581))),
			claim("A12", "with adaptive routing 96.8 % or 98.5 %", trial(notAdaptive, at("ar", 1)), is(at("ar", 1), experiment.AtLeast(0.93))),
			claim("A24", "below 5/9 of the load nothing is lost in any mode", nil, is(at("none", 0.4), experiment.Between(0.392, 0.408)), is(at("cm", 0.4), experiment.Between(0.392, 0.408)), is(at("ar", 0.4), experiment.Between(0.392, 0.408))),
		)
	}
	return claims
}
