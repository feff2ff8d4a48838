package experiment

import "fmt"

// uniform is RECN-IQ Figure 6: throughput and latency over the offered load.
var uniform = &Experiment{
	Name: "recn-uniform",
	Doc:  "throughput and latency under uniform traffic (RECN-IQ Fig. 6; RECN-DD Figs. 11 to 15)",
	Settings: append(networkSettings(),
		Setting{Name: "loads", Default: "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.95,1", List: true, Min: 0.01, Max: 1, Doc: "offered loads, packets per packet time and node"},
		Setting{Name: "curve_seeds", Default: "1", Min: 0, Max: 64, Whole: true, Doc: "loads below 1 are run with so many of the seeds, the first ones"},
		Setting{Name: "warmup", Default: "auto", Auto: true, Min: 0, Max: 1e6, Whole: true, Doc: "packet times before measuring; auto: 10000, 5000 for 256 nodes"},
		Setting{Name: "measure", Default: "auto", Auto: true, Min: 100, Max: 1e6, Whole: true, Doc: "packet times of measuring; auto: 20000, 7000 for 256 nodes"},
	),
	plan: planUniform,
}

// uniformPoint is a point of a network under uniform traffic.
func uniformPoint(v Values, n Network, seed uint32, load float64) Point {
	warmup, measure := 10_000, 20_000
	if n.Nodes > 64 {
		warmup, measure = 5_000, 7_000
	}
	warmup, measure = v.intOr("warmup", warmup), v.intOr("measure", measure)
	return Point{Network: n, Seed: seed, Load: load, Warmup: warmup, Measure: measure, Total: warmup + measure}
}

func planUniform(v Values, seeds []uint32) (*Plan, error) {
	p := &Plan{Deviations: v.differing(setUp)}
	curve := min(v.int("curve_seeds"), len(seeds))
	for _, nodes := range v.ints("nodes") {
		list, err := networks(v, nodes)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			for _, load := range v.floats("loads") {
				if load < 1 && n.Scheme != RECNIQ {
					continue
				}
				for i, seed := range seedsOf(v, n.Scheme, seeds) {
					if load == 1 || i < curve {
						p.add(setup{nodes, n.Scheme, n.SAQs, load, false}, uniformPoint(v, n, seed, load))
					}
				}
			}
		}
	}
	if len(p.runs) == 0 {
		return nil, fmt.Errorf("these settings leave nothing to run: loads below 1 are run with scheme %s only, and with curve_seeds=%d seeds", RECNIQ, curve)
	}
	p.claims = uniformClaims(v)
	p.charts = uniformCharts(v)
	return p, nil
}

// saturated is a run of RECN-IQ at full load.
func saturated(nodes, saqs int) setup { return setup{nodes, RECNIQ, saqs, 1, false} }

func uniformClaims(v Values) []claim {
	const paper = "RECN-IQ paper, Fig. 6"
	full := func(nodes, saqs int, b bound) condition {
		s := saturated(nodes, saqs)
		return condition{"throughput, " + s.describe(), throughput(s), b}
	}
	relative := func(nodes, saqs, to int, b bound) condition {
		return condition{fmt.Sprintf("throughput with %d SAQs / with %d, %d nodes", saqs, to, nodes),
			ratio(throughput(saturated(nodes, saqs)), throughput(saturated(nodes, to))), b}
	}
	claims := []claim{
		{"R1", paper + "a", "without SAQs the maximum efficiency of 64 nodes is about 65 %", []condition{full(64, 0, between(0.60, 0.70))}},
		{"R2", paper + "a", "with 2 SAQs it is above 80 %", []condition{full(64, 2, atLeast(0.80))}},
		{"R3", paper + "a", "4 SAQs are needed for the maximum", []condition{full(64, 4, atLeast(0.95)), relative(64, 4, 8, atLeast(0.97))}},
		{"R4", paper + "c", "without SAQs 256 nodes reach about 65 %, slightly less than 64 nodes", []condition{full(256, 0, between(0.58, 0.70))}},
		{"R5", paper + "c", "with 2 SAQs almost 80 %", []condition{full(256, 2, atLeast(0.75))}},
		{"R6", paper + "c", "with 4 SAQs above 90 %", []condition{full(256, 4, atLeast(0.90))}},
		{"R7", paper + "c", "with 8 SAQs the maximum", []condition{full(256, 8, atLeast(0.95)), relative(256, 8, 4, atLeast(1))}},
	}
	var all []condition
	for _, c := range claims {
		all = append(all, c.conditions...)
	}
	return append(claims,
		latencyClaim("R8", paper+"b", 64, v),
		latencyClaim("R8-256", paper+"d", 256, v),
		idleClaim(v),
		inOrder(),
		claim{"D1", "RECN-DD paper, section III", "distributed deallocation keeps these efficiencies, as R1 to R7", all},
		activeSAQs("D8-uniform", "few SAQs are active per input port, so 4 are enough", saturated(64, 8)),
		claim{"D10-uniform", "RECN-DD paper, Fig. 14", "RECN-IQ is about as good as one queue per destination (VOQnet)", []condition{
			{"throughput of RECN-IQ with 4 SAQs / of VOQnet, 64 nodes", ratio(throughput(saturated(64, referenceSAQs)), throughput(setup{64, VOQnet, 0, 1, false})), atLeast(0.95)},
		}},
	)
}

// latencyClaim compares latencies below and at the saturation of the switch
// without SAQs. The paper shows curves without numbers. A switch without SAQs has
// no post-processing unit, which takes a cycle for its look at a packet; so what
// counts is that the packets pay no more than this cycle, whatever the load. On the
// way through 64 nodes it is less than 10 % of the latency.
func latencyClaim(id, source string, nodes int, v Values) claim {
	with := func(saqs int, load float64) samples { return latency(setup{nodes, RECNIQ, saqs, load, false}) }
	var ratios, cycles []samples
	add := func(saqs int, load float64) {
		ratios = append(ratios, ratio(with(saqs, load), with(0, load)))
		cycles = append(cycles, perSwitch(nodes, with(saqs, load), with(0, load)))
	}
	for _, load := range append(v.floats("loads"), 0.6) {
		for _, saqs := range v.ints("saqs") {
			if saqs > 0 && load <= 0.6 {
				add(saqs, load)
			}
		}
	}
	if len(ratios) == 0 { // nothing to compare: name what is missing
		add(referenceSAQs, 0.6)
	}
	c := claim{id, source, "SAQs move the saturation to higher loads and cost no latency below", []condition{
		{fmt.Sprintf("largest cost of SAQs in latency, loads to 0.6, %d nodes, cycles per switch on the way", nodes), largest(cycles), atMost(1.1)},
		{fmt.Sprintf("latency without SAQs / with 4, load 0.7, %d nodes", nodes), ratio(with(0, 0.7), with(referenceSAQs, 0.7)), above(10)},
	}}
	if nodes <= 64 {
		c.conditions = append(c.conditions, condition{fmt.Sprintf("largest latency with SAQs / without, loads to 0.6, %d nodes", nodes), largest(ratios), atMost(1.10)})
	}
	return c
}

// perSwitch is the difference of two latencies under uniform traffic, in cycles per
// switch that a packet passes.
func perSwitch(nodes int, a, b samples) samples {
	passed := meanSwitches(nodes)
	return both(a, b, func(x, y float64) float64 { return (x - y) * CyclesPerPacket / passed })
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
func idleClaim(v Values) claim {
	c := claim{"R17", "RECN-IQ paper, section 3.4", "without congestion the detection logic is idle", nil}
	add := func(nodes, saqs int) {
		s := setup{nodes, RECNIQ, saqs, 0.3, false}
		c.conditions = append(c.conditions, condition{"SAQs allocated per port and packet time, " + s.describe(), allocationRate(s), atMost(rare)})
	}
	for _, nodes := range v.ints("nodes") {
		for _, saqs := range v.ints("saqs") {
			if saqs > 0 {
				add(nodes, saqs)
			}
		}
	}
	if len(c.conditions) == 0 { // names what is missing
		add(64, referenceSAQs)
	}
	return c
}

// allocationRate is SAQs allocated per input port and packet time. A monitor looks
// at one port in each cycle, so the looks tell how many ports there are.
func allocationRate(s setup) samples {
	return samples{needs: []setup{s}, of: func(r []run) float64 {
		all := r[0].result.AllLevels()
		return float64(all.Allocations) / all.looks()
	}}
}
