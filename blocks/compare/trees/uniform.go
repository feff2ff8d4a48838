package trees

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// uniform is RECN-IQ Figure 6: throughput and latency over the offered load.
var uniform = &experiment.Experiment{
	Name: "recn-uniform",
	Doc:  "throughput and latency under uniform traffic (RECN-IQ Fig. 6; RECN-DD Figs. 11 to 15)",
	Settings: append(networkSettings(),
		experiment.Setting{Name: "loads", Default: "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.95,1", List: true, Min: 0.01,
			Max: 1, Doc: "offered loads, packets per packet time and node"},
		experiment.Setting{Name: "compare_loads", Default: "0.5,0.9,1", Full: "0.1,0.3,0.5,0.6,0.7,0.8,0.9,0.95,1",
			List: true, Min: 0.01, Max: 1,
			Doc: "offered loads of what recn-iq is compared with: the other schemes, and recn-iq with 4 SAQs and the other rule of deallocation"},
		experiment.Setting{Name: "curve_seeds", Default: "1", Min: 0, Max: 64, Whole: true,
			Doc: "number of seeds, the first ones, with which loads below 1 are run"},
		experiment.Setting{Name: "warmup", Default: "auto", Auto: true, Min: 0, Max: 1e6, Whole: true,
			Doc: "packet times before measuring; auto: 10000, 5000 for 256 nodes"},
		experiment.Setting{Name: "measure", Default: "auto", Auto: true, Min: 100, Max: 1e6, Whole: true,
			Doc: "packet times of measuring; auto: 20000, 7000 for 256 nodes"},
	),
	Design: planUniform,
}

// uniformPoint is a point of a network under uniform traffic.
func uniformPoint(v experiment.Values, n Network, seed uint32, load float64) Point {
	warmup, measure := 10_000, 20_000
	if n.Nodes > 64 {
		warmup, measure = 5_000, 7_000
	}
	warmup, measure = v.IntOr("warmup", warmup), v.IntOr("measure", measure)
	return Point{Network: n, Seed: seed, Load: load, Warmup: warmup, Measure: measure, Total: warmup + measure,
		Steady: true}
}

func planUniform(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing(setUp), Tables: tables(v.Float("clock"))}
	for _, nodes := range v.Ints("nodes") {
		list, err := networks(v, nodes)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			for _, load := range uniformLoads(v, n) {
				for i, seed := range seedsOf(v, n.Scheme, seeds) {
					if load == 1 || i < v.Int("curve_seeds") {
						add(p, n.setup(load).with(n.Variant), uniformPoint(v, n, seed, load))
					}
				}
			}
		}
	}
	if len(p.Points) == 0 {
		return nil, fmt.Errorf(
			"these settings leave nothing to run: loads below 1 are run with curve_seeds=%d seeds, other schemes than %s with compare_loads",
			v.Int("curve_seeds"),
			RECNIQ)
	}
	p.Claims = slices.Concat(uniformIQClaims(v), uniformDDClaims(), testedClaims())
	p.Charts = uniformCharts(v)
	return p, nil
}

// uniformLoads are those that a network is run with: RECN-IQ with all, for curves;
// what is compared with it, with fewer.
func uniformLoads(v experiment.Values, n Network) []float64 {
	curve := n.Scheme == RECNIQ && (n.SAQs == 0 || n.Rule == curveRule(v)) && n.Variant == ""
	compared := n.Scheme != RECNIQ || n.SAQs == referenceSAQs && n.Variant == ""
	var list []float64
	for _, load := range v.Floats("loads") {
		if load == 1 || curve {
			list = append(list, load)
		}
	}
	for _, load := range v.Floats("compare_loads") {
		if compared && !slices.Contains(list, load) && slices.Contains(v.Floats("loads"), load) {
			list = append(list, load)
		}
	}
	return list
}
