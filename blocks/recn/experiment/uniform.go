package experiment

import (
	"fmt"

	"culprit/testbench/experiment"
)

// uniform is RECN-IQ Figure 6: throughput and latency over the offered load.
var uniform = &experiment.Experiment{
	Name: "recn-uniform",
	Doc:  "throughput and latency under uniform traffic (RECN-IQ Fig. 6; RECN-DD Figs. 11 to 15)",
	Settings: append(networkSettings(),
		experiment.Setting{Name: "loads", Default: "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.95,1", List: true, Min: 0.01, Max: 1, Doc: "offered loads, packets per packet time and node"},
		experiment.Setting{Name: "curve_seeds", Default: "1", Min: 0, Max: 64, Whole: true, Doc: "loads below 1 are run with so many of the seeds, the first ones"},
		experiment.Setting{Name: "warmup", Default: "auto", Auto: true, Min: 0, Max: 1e6, Whole: true, Doc: "packet times before measuring; auto: 10000, 5000 for 256 nodes"},
		experiment.Setting{Name: "measure", Default: "auto", Auto: true, Min: 100, Max: 1e6, Whole: true, Doc: "packet times of measuring; auto: 20000, 7000 for 256 nodes"},
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
	return Point{Network: n, Seed: seed, Load: load, Warmup: warmup, Measure: measure, Total: warmup + measure}
}

func planUniform(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing(setUp), Tables: tables}
	curve := min(v.Int("curve_seeds"), len(seeds))
	for _, nodes := range v.Ints("nodes") {
		list, err := networks(v, nodes)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			for _, load := range v.Floats("loads") {
				if load < 1 && n.Scheme != RECNIQ {
					continue
				}
				for i, seed := range seedsOf(v, n.Scheme, seeds) {
					if load == 1 || i < curve {
						add(p, setup{nodes, n.Scheme, n.SAQs, load, false}, uniformPoint(v, n, seed, load))
					}
				}
			}
		}
	}
	if len(p.Points) == 0 {
		return nil, fmt.Errorf("these settings leave nothing to run: loads below 1 are run with scheme %s only, and with curve_seeds=%d seeds", RECNIQ, curve)
	}
	p.Claims = uniformClaims(v)
	p.Charts = uniformCharts(v)
	return p, nil
}

// saturated is a run of RECN-IQ at full load.
func saturated(nodes, saqs int) setup { return setup{nodes, RECNIQ, saqs, 1, false} }

func uniformClaims(v experiment.Values) []experiment.Claim {
	const paper = "RECN-IQ paper, Fig. 6"
	full := func(nodes, saqs int, b experiment.Bound) experiment.Condition {
		s := saturated(nodes, saqs)
		return condition("throughput, "+s.describe(), throughput(s), b)
	}
	relative := func(nodes, saqs, to int, b experiment.Bound) experiment.Condition {
		return condition(fmt.Sprintf("throughput with %d SAQs / with %d, %d nodes", saqs, to, nodes), experiment.Ratio(throughput(saturated(nodes, saqs)), throughput(saturated(nodes, to))), b)
	}
	claims := []experiment.Claim{
		claim("R1", paper+"a", "without SAQs the maximum efficiency of 64 nodes is about 65 %", full(64, 0, experiment.Between(0.60, 0.70))),
		claim("R2", paper+"a", "with 2 SAQs it is above 80 %", full(64, 2, experiment.AtLeast(0.80))),
		claim("R3", paper+"a", "4 SAQs are needed for the maximum", full(64, 4, experiment.AtLeast(0.95)), relative(64, 4, 8, experiment.AtLeast(0.97))),
		claim("R4", paper+"c", "without SAQs 256 nodes reach about 65 %, slightly less than 64 nodes", full(256, 0, experiment.Between(0.58, 0.70))),
		claim("R5", paper+"c", "with 2 SAQs almost 80 %", full(256, 2, experiment.AtLeast(0.75))),
		claim("R6", paper+"c", "with 4 SAQs above 90 %", full(256, 4, experiment.AtLeast(0.90))),
		claim("R7", paper+"c", "with 8 SAQs the maximum", full(256, 8, experiment.AtLeast(0.95)), relative(256, 8, 4, experiment.AtLeast(1))),
	}
	var all []experiment.Condition
	for _, c := range claims {
		all = append(all, c.Conditions...)
	}
	return append(claims,
		latencyClaim("R8", paper+"b", 64, v),
		latencyClaim("R8-256", paper+"d", 256, v),
		idleClaim(v),
		inOrder(),
		claim("D1", "RECN-DD paper, section III", "distributed deallocation keeps these efficiencies, as R1 to R7", all...),
		activeSAQs("D8-uniform", "few SAQs are active per input port, so 4 are enough", saturated(64, 8)),
		claim("D10-uniform", "RECN-DD paper, Fig. 14", "RECN-IQ is about as good as one queue per destination (VOQnet)",
			condition("throughput of RECN-IQ with 4 SAQs / of VOQnet, 64 nodes", experiment.Ratio(throughput(saturated(64, referenceSAQs)), throughput(setup{64, VOQnet, 0, 1, false})), experiment.AtLeast(0.95))),
	)
}

// latencyClaim compares latencies below and at the saturation of the switch
// without SAQs. The paper shows curves without numbers. A switch without SAQs has
// no post-processing unit, which takes a cycle for its look at a packet; so what
// counts is that the packets pay no more than this cycle, whatever the load. On the
// way through 64 nodes it is less than 10 % of the latency.
func latencyClaim(id, source string, nodes int, v experiment.Values) experiment.Claim {
	with := func(saqs int, load float64) experiment.Samples {
		return latency(setup{nodes, RECNIQ, saqs, load, false})
	}
	var ratios, cycles []experiment.Samples
	add := func(saqs int, load float64) {
		ratios = append(ratios, experiment.Ratio(with(saqs, load), with(0, load)))
		cycles = append(cycles, perSwitch(nodes, with(saqs, load), with(0, load)))
	}
	for _, load := range append(v.Floats("loads"), 0.6) {
		for _, saqs := range v.Ints("saqs") {
			if saqs > 0 && load <= 0.6 {
				add(saqs, load)
			}
		}
	}
	if len(ratios) == 0 { // nothing to compare: name what is missing
		add(referenceSAQs, 0.6)
	}
	c := claim(id, source, "SAQs move the saturation to higher loads and cost no latency below",
		condition(fmt.Sprintf("largest cost of SAQs in latency, loads to 0.6, %d nodes, cycles per switch on the way", nodes), experiment.Largest(cycles), experiment.AtMost(1.1)),
		condition(fmt.Sprintf("latency without SAQs / with 4, load 0.7, %d nodes", nodes), experiment.Ratio(with(0, 0.7), with(referenceSAQs, 0.7)), experiment.Above(10)))
	if nodes <= 64 {
		c.Conditions = append(c.Conditions, condition(fmt.Sprintf("largest latency with SAQs / without, loads to 0.6, %d nodes", nodes), experiment.Largest(ratios), experiment.AtMost(1.10)))
	}
	return c
}

// perSwitch is the difference of two latencies under uniform traffic, in cycles per
// switch that a packet passes.
func perSwitch(nodes int, a, b experiment.Samples) experiment.Samples {
	passed := meanSwitches(nodes)
	return experiment.Both(a, b, func(x, y float64) float64 { return (x - y) * CyclesPerPacket / passed })
}

// meanSwitches is how many switches a packet to any other node of a 4-ary tree
// passes: 2k-1 if the nodes have all but the last k digits in common.
func meanSwitches(nodes int) float64 {
	sum := 0
	for k, below := 1, 1; below < nodes; k, below = k+1, 4*below {
		sum += (4*below - below) * (2*k - 1)
	}
	return float64(sum) / float64(nodes-1)
}

// rare is how often a SAQ may be allocated, per input port and packet time, where
// the paper says that the detection logic rests. It is not 0: Bernoulli sources
// put more packets than the threshold into a cold queue once in a while, at load
// 0.3 about once in two million packet times of a port.
const rare = 1e-5

// idleClaim is that the detection rests without congestion.
func idleClaim(v experiment.Values) experiment.Claim {
	c := claim("R17", "RECN-IQ paper, section 3.4", "without congestion the detection logic is idle")
	add := func(nodes, saqs int) {
		s := setup{nodes, RECNIQ, saqs, 0.3, false}
		c.Conditions = append(c.Conditions, condition("SAQs allocated per port and packet time, "+s.describe(), allocationRate(s), experiment.AtMost(rare)))
	}
	for _, nodes := range v.Ints("nodes") {
		for _, saqs := range v.Ints("saqs") {
			if saqs > 0 {
				add(nodes, saqs)
			}
		}
	}
	if len(c.Conditions) == 0 { // names what is missing
		add(64, referenceSAQs)
	}
	return c
}

// allocationRate is SAQs allocated per input port and packet time. A monitor looks
// at one port in each cycle, so the looks tell how many ports there are.
func allocationRate(s setup) experiment.Samples {
	return of(s, func(r run) float64 {
		all := r.result.AllLevels()
		return float64(all.Allocations) / all.looks()
	})
}
