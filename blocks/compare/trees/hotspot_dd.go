package trees

import (
	"math"

	"culprit.example/culprit/testbench/experiment"
)

// hotDDClaims are those of the RECN-DD paper, with its rules. It has no set-up of
// a hot-spot: that is the RECN-IQ paper's.
func hotDDClaims() []experiment.Claim {
	ours, net, sw := dd(64, referenceSAQs).hotspot(), other(VOQnet, 64).hotspot(), other(VOQsw, 64).hotspot()
	cioq := other(RECNCIOQ, 64).hotspot()
	silent := iq(64, referenceSAQs).with(noXoff).hotspot()
	return []experiment.Claim{
		claim("D1-hot", "RECN-DD paper, section II",
			"distributed deallocation frees the SAQs of a hot-spot, too, and does as much against it",
			append(asManyFreed(ours), atCeiling(ours))...).
			Noticing(trials(deallocatedNever, ours), trials(xoffNever, ours)),
		degradation(),
		activeSAQs("D8-hot", 64, dd(64, 8).hotspot()),
		claim("D10-hot", "RECN-DD paper, section II",
			"VOQsw only partially eliminates head-of-line blocking, RECN does as VOQnet",
			ratio("throughput in the hot phase", throughput, ours, net, experiment.Between(0.95, 1.05)),
			ratio("throughput in the hot phase", throughput, sw, net, experiment.AtMost(0.5))).
			Noticing(trials(xoffNever, ours), trials(deallocatedNever, ours)),
		claim("D13-hot", "RECN-DD paper, section II", "RECN with buffers at inputs and outputs is as good as VOQnet",
			ratio("throughput in the hot phase", throughput, cioq, net, experiment.Between(0.95, 1.05)),
			condition("throughput in the last interval, "+cioq.describe(), atTheEnd(cioq), experiment.Between(0.97, 1)),
			condition("wrong packets, "+cioq.describe(), wrong(cioq), experiment.Exactly(0)).From(experiment.Paper)).
			Noticing(trials(quietOutputs, cioq)),
		claim("D16", "RECN-IQ paper, Fig. 7a", "4 SAQs remove the effects of congestion completely: after the hot phase, too",
			ratio("throughput in the last intervals", afterwards, ours, net, experiment.Between(0.98, 1.02)).
				Differing(experiment.Between(0.92, 0.98), withResults,
					"At load 1 the packets that wait for the hot node are never drained, since uniform traffic needs its whole link: the tree goes on, and takes a SAQ of each port on its way"),
			ratio("throughput in the last intervals", afterwards, cioq, net, experiment.Between(0.98, 1.02))).
			Noticing(trials(deallocatedNever, ours)),
		claim("D20", "arithmetic on R9", "without propagation the network collapses: the claims about hot-spots depend on it",
			collapsed(silent)).
			Noticing(trials(xoffSent, silent)),
	}
}

// threeOrders is what the paper says of latency, orders how many it is.
var threeOrders = experiment.SaysAbout(experiment.Exactly(3))

func orders(with, without float64) float64 { return math.Log10(with / without) }

// degradation is what a hot-spot does to a network without RECN.
func degradation() experiment.Claim {
	full := dd(64, 0)
	hot, low := full.hotspot(), full.at(0.1)
	kept := experiment.Ratio(throughput(hot), throughput(full))
	lost := experiment.Both(kept, experiment.Constant(0), func(x, _ float64) float64 { return 1 - x })
	return claim("D5", "RECN-DD paper, introduction",
		"a hot-spot takes about 70 % of the throughput, makes latency three orders of magnitude longer, and both last well beyond its end",
		condition("part of the throughput that is lost, 64 nodes, no SAQs", lost, experiment.Between(0.63, 0.77)).
			Saying(experiment.SaysAbout(experiment.Exactly(0.7))),
		condition("orders of magnitude of latency, "+hot.describe()+" / "+low.describe(),
			experiment.Both(latency(hot), latency(low), orders), experiment.Between(2.7, 3.3)).Saying(threeOrders),
		condition("throughput in the last interval, "+hot.describe(), atTheEnd(hot), experiment.Below(0.5))).
		Noticing(trials(noHotspot, hot), trials(withSAQs, hot))
}
