package trees

import (
	"math"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// uniformDDClaims are those of the RECN-DD paper, with its rules.
func uniformDDClaims() []experiment.Claim {
	const paper = "RECN-DD paper, section III"
	ours, net, sw, cioq := dd(64, referenceSAQs), other(VOQnet, 64), other(VOQsw, 64), other(RECNCIOQ, 64)
	claims := []experiment.Claim{
		claim("D1", paper, "distributed deallocation reaches the same efficiencies: 65 % without SAQs, above 80 % with 2, the maximum with 4",
			slices.Concat([]experiment.Condition{
				efficiency(dd(64, 0), experiment.Between(0.60, 0.70)).Saying(about65),
				efficiency(dd(64, 2), experiment.Between(0.80, 0.90)).Saying(above80),
				efficiency(dd(64, 4), experiment.AtLeast(0.95)),
				ratio("throughput", throughput, dd(64, 4), dd(64, 8), experiment.Between(0.97, 1.01)),
			}, asManyFreed(dd(64, 4)))...).
			Noticing(trials(deallocatedNever, dd(64, 4))),
		claim("D1-256", paper, "with 256 nodes above 90 % with 4 SAQs and the maximum with 8",
			efficiency(dd(256, 4), experiment.Between(0.90, 1)).Saying(above90),
			efficiency(dd(256, 8), experiment.AtLeast(0.95)),
			ratio("throughput", throughput, dd(256, 8), dd(256, 4), experiment.Between(1, 1.05))).
			Noticing(trials(detectNever, dd(256, 4))),
		activeSAQs("D8-uniform", 64, dd(64, 8)),
		activeSAQs("D8-uniform-256", 256, dd(256, 8)),
		claim("D10-uniform", "RECN-DD paper, Fig. 14", "RECN-IQ is about as good as one queue per destination (VOQnet)",
			ratio("throughput", throughput, ours, net, experiment.Between(0.95, 1.05))).Noticing(trials(detectNever, ours)),
		claim("D11", paper, "at least 4 SAQs are needed",
			ratio("throughput", throughput, dd(64, 2), dd(64, 8), experiment.AtMost(0.95))).
			Noticing(trials(eightSAQs, dd(64, 2))),
		ddSizeClaim(),
		claim("D13-uniform", "RECN-DD paper, section II", "RECN with buffers at inputs and outputs is as good as VOQnet",
			ratio("throughput", throughput, cioq, net, experiment.Between(0.95, 1.05)),
			condition("wrong packets, "+cioq.describe(), wrong(cioq), experiment.Exactly(0)).From(experiment.Paper)).
			Noticing(trials(markersIgnored, cioq)),
		orderClaim(),
		claim("D15", "RECN-DD paper, section II",
			"VOQsw only partially eliminates head-of-line blocking, RECN is fully efficient",
			ratio("throughput", throughput, ours, sw, experiment.AtLeast(1)).From(experiment.Paper).Differing(
				experiment.Between(0.96, 1), withResults,
				"Under uniform traffic 4 SAQs per port do not reach what 8 queues per port do; VOQsw falls behind in a hot-spot (D10-hot)"),
			ratio("latency", latency, ours, sw, experiment.AtMost(1)).From(experiment.Paper).
				Differing(experiment.Between(1, 3), withResults, "The same")).
			Noticing(trials(detectNever, ours)),
		claim("D17", "RECN-DD paper, section II", "the number of SAQs is independent of the size of the network",
			condition("SAQs of an input port of the busiest level, mean, 256 nodes / 64",
				experiment.Ratio(busiest(dd(256, 8), Level.MeanSAQs), busiest(dd(64, 8), Level.MeanSAQs)),
				experiment.Between(0.67, 1.5))).
			Noticing(trials(deallocatedNever, dd(256, 8))),
		messagesClaim(),
	}
	return claims
}

// moreTrees is why ports on the way up have more SAQs in use in the larger network.
const moreTrees = "The bound is that of 64 nodes. A packet passes two switches more, so more ports on its way can be congested; and with the papers' Xoff threshold of 10 packets trees spread that a later Xoff of 20 keeps apart: " +
	"with it, and the rules of RECN-IQ, 256 nodes have 5.30 to 5.34 (seeds 1 to 3), where they have 6.02 to 6.06 with 10"

// activeSAQs is the claim on the number of SAQs in use. Ports that never see
// congestion dilute a mean over all of them: the busier half of the busiest level is
// about the ports on the way up.
func activeSAQs(id string, nodes int, s setup) experiment.Claim {
	cioq := other(RECNCIOQ, nodes)
	if s.hot {
		cioq = cioq.hotspot()
	}
	half := condition("the same of the busier half of its ports", busiest(s, Level.BusierHalf), experiment.AtMost(5.5))
	if nodes == 256 {
		half = half.Differing(experiment.Between(5.5, 6.5), experiment.AfterResult("2026-11-23"), moreTrees)
	}
	c := claim(id, "RECN-DD paper, Figs. 11 to 13", "few SAQs are active at the ingress, hardly any at the egress",
		condition("SAQs of an input port of the busiest level, mean, "+s.describe(), busiest(s, Level.MeanSAQs),
			experiment.AtMost(3.5)),
		half,
		condition("the same of 99 % of the time", busiest(s, func(l Level) float64 { return l.Percentile(0.99) }),
			experiment.Reported()),
		condition("lines of an output port, mean, "+s.describe(), lines(s), experiment.Between(0, 0.5)),
		condition("lines of an output port, mean, "+cioq.describe(), lines(cioq), experiment.Between(0, 1.5)))
	if s.hot {
		c.Source = "as D8-uniform; the paper has no such figure"
	}
	return c.Noticing(trials(deallocatedNever, s))
}

func lines(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return r.result.AllLevels().MeanLines() })
}

// ddSizeClaim compares 256 nodes with 64.
func ddSizeClaim() experiment.Claim {
	c := claim("D12", "RECN-DD paper, section III",
		"256 nodes reach slightly less than 64, unless there are 8 SAQs, which give the maximum")
	for _, saqs := range []int{0, 2, 4} {
		c.Conditions = append(c.Conditions, ratio("throughput", throughput, dd(256, saqs), dd(64, saqs),
			experiment.Between(0.95, 0.999)))
	}
	c.Conditions = append(c.Conditions, ratio("throughput", throughput, dd(256, 8), dd(64, 8), experiment.AtLeast(0.99)).
		Differing(experiment.Between(0.97, 0.99), experiment.AfterResult("2026-11-23"), largerNetwork))
	return c.Noticing(trials(detectNever, dd(256, 2)), trials(detectNever, dd(256, 8)))
}

const fasterCrossbar = "The crossbar of RECN-CIOQ has twice the speed of the links, and so a packet waits less for it; the paper does not say its speed"

// orderClaim is on the order of the schemes.
func orderClaim() experiment.Claim {
	net := other(VOQnet, 64)
	others := []setup{dd(64, referenceSAQs), other(VOQsw, 64), other(RECNCIOQ, 64)}
	c := claim("D14", "RECN-DD paper, section II", "VOQnet maximizes network throughput and minimizes packet latency")
	for _, s := range others {
		c.Conditions = append(c.Conditions, ratio("throughput", throughput, net, s, experiment.AtLeast(0.99)))
	}
	for _, load := range []float64{0.5, 0.9, 1} {
		for _, s := range others {
			k := ratio("latency", latency, net.at(load), s.at(load), experiment.AtMost(1)).From(experiment.Paper)
			switch {
			case s.scheme == VOQsw && load == 0.5:
				k = k.Differing(experiment.Between(1, 1.03), withResults,
					"In the network both are equal; the network interface of VOQnet takes a cycle more, since it looks for a destination with a credit")
			case s.scheme == RECNCIOQ && load == 1:
				// What the network does not carry waits in the nodes, for the longer the longer is measured.
				c.Conditions = append(c.Conditions, ratio("latency", latency, net.at(load), s.at(load), experiment.Reported()))
				k = ratio("latency in the network", networkLatency, net.at(load), s.at(load), experiment.AtMost(1)).
					From(experiment.Paper).Differing(experiment.Between(1, 2), withResults, fasterCrossbar)
			case s.scheme == RECNCIOQ && load == 0.9:
				k = k.Differing(experiment.Between(1, 1.5), experiment.AfterResult("2026-11-28"), fasterCrossbar)
			}
			c.Conditions = append(c.Conditions, k)
		}
	}
	return c.Noticing(trials(longLinks, net, net.at(0.9), net.at(0.5)))
}

// messagesClaim is on the only packets that distributed deallocation sends.
func messagesClaim() experiment.Claim {
	quiet, full := dd(64, referenceSAQs).at(0.5), dd(64, referenceSAQs)
	count := func(s setup, quantity func(r Result) float64) experiment.Samples {
		return of(s, func(r run) float64 { return quantity(r.result) })
	}
	xons := func(r Result) float64 { return float64(r.Messages-r.XoffMessages) / float64(r.XoffMessages) }
	perPacket := func(r Result) float64 { return float64(r.Messages) / float64(r.PacketsOut) }
	return claim("D18", "RECN-DD paper, section II",
		"SAQs are deallocated without control packets: the links carry Xoff and Xon only",
		condition("Xons per Xoff on all links, "+full.describe(), count(full, xons), experiment.Between(0.9, 1)),
		condition("messages on all links per packet, "+full.describe(), count(full, perPacket), experiment.Between(0, 1)),
		condition("messages on all links per allocated SAQ, "+quiet.describe(),
			count(quiet, func(r Result) float64 { return float64(r.Messages) / math.Max(float64(r.Allocations()), 1) }),
			experiment.AtMost(0.1)),
		condition("SAQs allocated, "+quiet.describe(), allocations(quiet), experiment.AtLeast(100))).
		Noticing(trials(xonsUnasked, full))
}

// testedClaims are those that directed tests prove.
func testedClaims() []experiment.Claim {
	tested := func(id, source, text string, tests ...string) experiment.Claim {
		return experiment.Claim{ID: id, Source: source, Text: text, Tests: tests}
	}
	return []experiment.Claim{
		tested("R18", "RECN-IQ paper, section 2.6, Fig. 1",
			"a congestion tree grows from the hot output upstream, a SAQ for each port on the way",
			"blocks/recn/bench.TestR18Figure1", "blocks/recn/bench.TestR18Thresholds", "blocks/recn/bench.TestD3BornBlocked"),
		tested("R19", "RECN-IQ paper, sections 2.2.1, 2.5", "when the congestion ends, all SAQs and lines are freed",
			"blocks/recn/bench.TestR19EverythingIsFreed"),
		tested("R20", "RECN-IQ paper, introduction",
			"FIFO inputs limit a switch to about 58 % (62 % for 8 ports; 32 ports are not covered, a switch has 16 at most)",
			"blocks/recn/bench.TestR20FIFOInputs"),
		tested("R24", "RECN-IQ paper, section 2.2.1",
			"a false detection costs a SAQ that is allocated and freed, and no packet", "blocks/recn/bench.TestD4Guard"),
		tested("D2", "RECN-DD paper, section II.B(2)", "the SAQs of a tree are freed in any order, on local grounds",
			"blocks/recn/bench.TestD2AnyOrderOfDeallocation", "blocks/cioqrecn/bench.TestDistributedDeallocation",
			"blocks/cioqrecn/bench.TestTreeGrowsAndVanishes"),
		tested("D3", "RECN-DD paper, section II.B(2)",
			"a SAQ that a notification made is empty and stopped, and is not freed before its Xon",
			"blocks/recn/bench.TestD3BornBlocked", "blocks/cioqrecn/bench.TestDistributedDeallocation"),
		tested("D4", "RECN-DD paper, section II(2)", "a SAQ is not freed before its first packet came",
			"blocks/recn/bench.TestD4Guard", "blocks/recn/bench.TestD4AllocationsWithoutReadyBit",
			"blocks/cioqrecn/bench.TestDistributedDeallocation"),
		tested("D19", "RECN-DD paper, section II",
			"immediately after its deallocation a SAQ can be allocated for another tree: freed in a cycle, allocated in the next",
			"blocks/recn/bench.TestD19LineIsFreeAtOnce"),
	}
}
