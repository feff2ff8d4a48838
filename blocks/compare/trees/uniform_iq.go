package trees

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// efficiency is a condition on the throughput of a run.
func efficiency(s setup, b experiment.Bound) experiment.Condition {
	return condition("throughput, "+s.describe(), throughput(s), b)
}

// twoAreBetter is what was found out about 2 SAQs.
const twoAreBetter = "Two SAQs are better here than in the paper, by about ten points. No rate of post-processing, arbiter or rule of deallocation that was tried gives the paper's numbers for 2, 4 and 8 SAQs together"

// What the papers say of efficiencies.
var (
	about65 = experiment.SaysAbout(experiment.Exactly(0.65))
	above80 = experiment.Says(experiment.AtLeast(0.8))
	above90 = experiment.Says(experiment.AtLeast(0.9))
)

// uniformIQClaims are those of the RECN-IQ paper, with its rules.
// "About", "almost" and "above" a number of tens are read as within ten points.
func uniformIQClaims(v experiment.Values) []experiment.Claim {
	const paper = "RECN-IQ paper, Fig. 6"
	return []experiment.Claim{
		claim("R1", paper+"a", "without SAQs the maximum efficiency of 64 nodes is about 65 %",
			efficiency(iq(64, 0), experiment.Between(0.60, 0.70)).Saying(about65)).Noticing(trials(withSAQs, iq(64, 0))),
		claim("R2", paper+"a", "with 2 SAQs it is above 80 %",
			efficiency(iq(64, 2), experiment.Between(0.80, 0.90)).Saying(above80)).
			Noticing(trials(detectNever, iq(64, 2)), trials(eightSAQs, iq(64, 2))),
		claim("R3", paper+"a", "at least 4 SAQs are needed for the maximum",
			efficiency(iq(64, 4), experiment.AtLeast(0.95)),
			ratio("throughput", throughput, iq(64, 4), iq(64, 8), experiment.Between(0.97, 1.01)),
			ratio("throughput", throughput, iq(64, 2), iq(64, 8), experiment.AtMost(0.95))).
			Noticing(trials(oneTry, iq(64, 4)), trials(eightSAQs, iq(64, 2))),
		claim("R4", paper+"c", "without SAQs 256 nodes reach about 65 %",
			efficiency(iq(256, 0), experiment.Between(0.60, 0.70)).Saying(about65)).Noticing(trials(withSAQs, iq(256, 0))),
		sizeClaim(),
		claim("R5", paper+"c", "with 2 SAQs 256 nodes reach almost 80 %",
			efficiency(iq(256, 2), experiment.Between(0.75, 0.85)).Saying(experiment.SaysAbout(experiment.Exactly(0.8))).
				Differing(experiment.Between(0.85, 0.92), withResults, twoAreBetter)).
			Noticing(trials(detectNever, iq(256, 2)), trials(eightSAQs, iq(256, 2))),
		claim("R6", paper+"c", "with 4 SAQs above 90 %", efficiency(iq(256, 4), experiment.Between(0.90, 1)).Saying(above90)).
			Noticing(trials(detectNever, iq(256, 4))),
		claim("R7", paper+"c", "with 8 SAQs the maximum",
			efficiency(iq(256, 8), experiment.AtLeast(0.95)),
			ratio("throughput", throughput, iq(256, 8), iq(256, 4), experiment.Between(1, 1.05))).
			Noticing(trials(detectNever, iq(256, 8))),
		lateXoffClaim(),
		latencyClaim("R8", paper+"b", 64, v),
		latencyClaim("R8-256", paper+"d", 256, v),
		idleClaim(v),
		propagationClaim(),
		leastMemoryClaim("R22-uniform", iq(64, referenceSAQs).with(leastMemory)),
		inOrder(iq(64, 8)),
	}
}

// largerNetwork is what was found out about 256 nodes.
const largerNetwork = "It is the papers' Xoff threshold of 10 packets: with 20, and Xon at 10, they carry more (R7-late). With more SAQs, 128 or 256 slots, detection at 3 packets or a longer run they carry the same to 1 part in 1000, with Xoff at 5 packets 0.923. A queue per destination loses 0.8 % from 64 to 256 nodes"

// sizeClaim compares 256 nodes with 64.
func sizeClaim() experiment.Claim {
	c := claim("R4b", "RECN-IQ paper, Fig. 6c", "256 nodes reach slightly less than 64, unless there are 8 SAQs")
	for _, saqs := range []int{0, 2, 4} {
		c.Conditions = append(c.Conditions, ratio("throughput", throughput, iq(256, saqs), iq(64, saqs),
			experiment.Between(0.95, 1)))
	}
	c.Conditions = append(c.Conditions, ratio("throughput", throughput, iq(256, 8), iq(64, 8), experiment.AtLeast(0.98)).
		Differing(experiment.Between(0.97, 0.98), experiment.AfterResult("2026-11-23"), largerNetwork))
	return c.Noticing(trials(detectNever, iq(256, 2)), trials(detectNever, iq(256, 8)))
}

// lateXoffClaim is on what limits the larger network.
func lateXoffClaim() experiment.Claim {
	late := iq(256, mostSAQs).with(lateXoff)
	return claim("R7-late", "design; the papers have Xoff at 10 packets",
		"with Xoff at 20 packets 256 nodes and 8 SAQs come close to 64 nodes",
		efficiency(late, experiment.AtLeast(0.96)),
		ratio("throughput", throughput, late, iq(256, mostSAQs), experiment.Between(1.01, 1.03)),
		ratio("throughput", throughput, late, iq(64, mostSAQs), experiment.AtLeast(0.985))).
		From(experiment.AfterResult("2026-11-23")).
		Noticing(trials(detectNever, late), trials(oneTry, late))
}

// latencyClaim compares latencies below and at the saturation of the switch
// without SAQs. The paper shows curves without numbers. A switch without SAQs has
// no post-processing unit. A packet that finds SAQs in use waits three cycles for its
// look at it, others do not; so what counts is that the packets pay no more than one
// cycle in the mean, whatever the load. On the way through 64 nodes that is less than
// 10 % of the latency.
//
// Latency is the time since the source made the packet. At load 0.7 that is the
// time in the nodes' queues above all; the time in the network is reported beside it.
func latencyClaim(id, source string, nodes int, v experiment.Values) experiment.Claim {
	with := func(saqs int, load float64) setup { return iq(nodes, saqs).at(load) }
	var ratios, cycles []experiment.Samples
	add := func(saqs int, load float64) {
		a, b := latency(with(saqs, load)), latency(with(0, load))
		ratios = append(ratios, experiment.Ratio(a, b))
		cycles = append(cycles, perSwitch(nodes, a, b))
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
		condition(fmt.Sprintf("largest cost of SAQs in latency, loads to 0.6, %d nodes, cycles per switch on the way", nodes),
			experiment.Largest(cycles), experiment.AtMost(1.1)),
		ratio("latency", latency, with(0, 0.7), with(referenceSAQs, 0.7), experiment.Above(10)),
		ratio("latency in the network", networkLatency, with(0, 0.7), with(referenceSAQs, 0.7), experiment.Reported()))
	if nodes <= 64 {
		c.Conditions = append(c.Conditions,
			condition(fmt.Sprintf("largest latency with SAQs / without, loads to 0.6, %d nodes", nodes),
				experiment.Largest(ratios), experiment.AtMost(1.10)))
	}
	mhz := v.Float("clock")
	for _, load := range []float64{0.1, 0.6} {
		c.Conditions = append(c.Conditions, toldInBoth("latency in the network, "+with(referenceSAQs, load).describe(),
			networkLatency(with(referenceSAQs, load)), mhz)...)
	}
	c.SetUp = "Latency from the making of a packet to its last beat; in the network from its first beat on the link of its node"
	return c.Noticing(trials(detectNever, with(referenceSAQs, 0.7)), trials(longLinks, with(referenceSAQs, 0.6)))
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

// idleClaim is that the detection rests without congestion, and does not with it.
func idleClaim(v experiment.Values) experiment.Claim {
	c := claim("R17", "RECN-IQ paper, section 3.4", "the detection logic is enabled only when the threshold is reached")
	add := func(nodes, saqs int) {
		s := iq(nodes, saqs).at(0.3)
		c.Conditions = append(c.Conditions, condition("SAQs allocated per port and packet time, "+s.describe(),
			allocationRate(s), experiment.AtMost(rare)))
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
	congested := iq(slices.Min(v.Ints("nodes")), referenceSAQs)
	c.Conditions = append(c.Conditions, condition("SAQs allocated per port and packet time, "+congested.describe(),
		allocationRate(congested), experiment.AtLeast(100*rare)))
	c.Tests = []string{"blocks/recn/bench.TestR17QuietWithoutCongestion", "blocks/recn/golden.TestCDU"}
	return c.Noticing(trials(detectEarly, congested.at(0.3)), trials(detectNever, congested))
}

// allocationRate is SAQs allocated per input port and packet time. A monitor looks
// at one port in each cycle, so the looks tell how many ports there are.
func allocationRate(s setup) experiment.Samples {
	return of(s, func(r run) float64 {
		all := r.result.AllLevels()
		return float64(all.Allocations) / all.looks()
	})
}

// propagationClaim is what uniform traffic does not show: the maximum needs the
// detection, but no Xoff.
func propagationClaim() experiment.Claim {
	reference := iq(64, referenceSAQs)
	return claim("R21-uniform", "arithmetic on R1 and R3",
		"uniform traffic needs the detection of congestion and not its propagation",
		efficiency(reference.with(noXoff), experiment.AtLeast(0.95)),
		efficiency(reference.with(noDetection), experiment.Between(0.60, 0.70))).
		Noticing(trials(oneTry, reference.with(noXoff)), trials(detectAgain, reference.with(noDetection)))
}

// leastMemoryClaim is about the memory that the factor of 5 counts.
func leastMemoryClaim(id string, s setup) experiment.Claim {
	return claim(id, "RECN-IQ paper, section 2.1",
		"two packets for the cold queue and two for each SAQ are enough for the scheme to work",
		condition("wrong packets, "+s.describe(), wrong(s), experiment.Exactly(0)).From(experiment.Paper),
		efficiency(s, experiment.AtLeast(0.75))).
		Noticing(trials(longestFirst, s))
}
