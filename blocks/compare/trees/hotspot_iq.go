package trees

import (
	"culprit.example/culprit/testbench/experiment"
)

// hotEfficiency is a condition on the throughput in the hot phase.
func hotEfficiency(s setup, b experiment.Bound) experiment.Condition {
	return condition("throughput in the hot phase, "+s.describe(), throughput(s), b)
}

// atCeiling is a condition on the throughput in the hot phase, of what is possible.
func atCeiling(s setup) experiment.Condition {
	return condition("throughput in the hot phase / what is possible, "+s.describe(), toTheCeiling(s),
		experiment.Between(0.98, 1.02))
}

// collapsed is the condition that everything waits for the hot node.
func collapsed(s setup) experiment.Condition {
	return condition("throughput in the hot phase / the hot node's link shared by all, "+s.describe(), toTheCollapse(s),
		experiment.Between(0.9, 1.1))
}

// deepQueue is what all results in the hot phase depend on.
const deepQueue = "The queue of a node holds all packets that wait for the hot node"

// hotIQClaims are those of the RECN-IQ paper, with its rules.
func hotIQClaims() []experiment.Claim {
	const paper = "RECN-IQ paper, Fig. 7"
	hot := func(nodes, saqs int) setup { return iq(nodes, saqs).hotspot() }
	back := func(nodes, saqs int) experiment.Condition {
		s := hot(nodes, saqs)
		return condition("throughput in the last intervals / uniform, "+s.describe(),
			experiment.Ratio(afterwards(s), throughput(s.uniform())), experiment.Between(0.95, 1.02))
	}
	four, late := hot(64, 4), hot(256, mostSAQs).with(lateXoff)
	claims := []experiment.Claim{
		claim("R9", paper+"a", "without SAQs the efficiency drops to unacceptable levels while the hot-spot lasts",
			collapsed(hot(64, 0))).Noticing(trials(noHotspot, hot(64, 0)), trials(withSAQs, hot(64, 0))),
		claim("R10", paper+"a", "with 2 SAQs 80 % can be achieved",
			hotEfficiency(hot(64, 2), experiment.Between(0.72, 0.88)).Saying(experiment.SaysAbout(experiment.Exactly(0.8))),
			condition("throughput in the last intervals, "+hot(64, 2).describe(), afterwards(hot(64, 2)),
				experiment.Reported())).
			Noticing(trials(xoffNever, hot(64, 2)), trials(detectNever, hot(64, 2)), trials(readyNever, hot(64, 2))),
		claim("R11", paper+"a", "4 SAQs remove the effects of congestion completely",
			atCeiling(four),
			atCeiling(hot(64, 8)),
			atCeiling(four.at(0.9)),
			condition("throughput in the last intervals / offered, "+four.at(0.9).describe(), offered(four.at(0.9)),
				experiment.AtLeast(0.99)),
			back(64, 4),
			back(64, 8)).
			Noticing(trials(xoffNever, four), trials(xoffNever, four.at(0.9)), trials(deafNodes, four),
				trials(xoffNever, hot(64, 8))),
		claim("R11-loads", paper+"a",
			"4 SAQs remove the effects of congestion completely: at loads that drain what has waited, after the hot phase, too",
			atCeiling(four.at(0.6)),
			atCeiling(four.at(0.95)),
			condition("throughput in the last intervals / offered, "+four.at(0.6).describe(), offered(four.at(0.6)),
				experiment.AtLeast(0.99)),
			condition("throughput in the last intervals / offered, "+four.at(0.95).describe(), offered(four.at(0.95)),
				experiment.AtLeast(0.99))).
			Noticing(trials(xoffNever, four.at(0.6)), trials(xoffNever, four.at(0.95))),
		claim("R12", paper+"b", "with 256 nodes and no SAQs the congestion stays long after the hot-spot",
			collapsed(hot(256, 0)),
			condition("throughput in the last interval, "+hot(256, 0).describe(), atTheEnd(hot(256, 0)), experiment.Below(0.5))).
			Noticing(trials(noHotspot, hot(256, 0))),
		claim("R13", paper+"b", "with 256 nodes 8 SAQs guarantee the maximum",
			atCeiling(hot(256, 8)),
			back(256, 8),
			condition("throughput in the last intervals, "+hot(256, 8).describe(), afterwards(hot(256, 8)),
				experiment.AtLeast(0.96)).
				Differing(experiment.Between(0.94, 0.96), experiment.AfterResult("2026-11-23"),
					"It is what uniform traffic has. "+largerNetwork),
			condition("throughput in the last intervals with 8 SAQs / with 4, 256 nodes",
				experiment.Ratio(afterwards(hot(256, 8)), afterwards(hot(256, 4))), experiment.Between(1, 1.1))).
			Noticing(trials(xoffNever, hot(256, 8))),
		claim("R13-late", "design; the papers have Xoff at 10 packets",
			"with Xoff at 20 packets they guarantee it, too, and more comes after the hot-spot",
			atCeiling(late),
			condition("throughput in the last intervals, "+late.describe(), afterwards(late), experiment.AtLeast(0.96)).
				Differing(experiment.Between(0.945, 0.96), experiment.AfterResult("2026-11-23"),
					"It stays there: 0.9527 in each interval of 60,000 packet times with seed 1. At load 1 nothing drains what has waited for the hot node, so its tree stays, and beside it 8 SAQs carry 0.987 of what they do without (R7-late).")).
			Noticing(trials(xoffNever, late)),
		claim("R23", "RECN-IQ paper, section 4.2", "with 64 nodes 8 SAQs are no better than 4 in the hot phase",
			ratio("throughput in the hot phase", throughput, hot(64, 8), four, experiment.Between(0.99, 1.01))).
			Noticing(trials(detectNever, four)),
		leastMemoryClaim("R22-hot", four.with(leastMemory)),
		inOrder(four),
	}
	for i := range claims {
		claims[i].SetUp = deepQueue
	}
	return claims
}

// offered is the throughput of the last intervals, of what is offered.
func offered(s setup) experiment.Samples {
	return experiment.Both(afterwards(s), experiment.Constant(s.load), func(x, y float64) float64 { return x / y })
}
