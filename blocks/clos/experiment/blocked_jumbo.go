package experiment

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// Figure 15d to f: packets of 9000 bytes, control in band, unsolicited packets. 64 nodes
// have 500 packets in a window, 16 would have 50: too few for bounds of 15 %.
const jumboNodes = 64

// recovery is twice the length of the block, from its end on.
const recovery = 10 // fifths of the block

func blockedJumboRun(nodes int, scheme string, window float64) string {
	return blockedRun(nodes, scheme, window) + ", traffic=jumbo"
}

func recoveryRun(nodes int, scheme string) string {
	return fmt.Sprintf("nodes=%d, schemes=%s, traffic=jumbo, twice the block after it", nodes, scheme)
}

func planBlockedJumbo(p *experiment.Plan, v experiment.Values, nodes int, seed uint32) {
	for _, scheme := range v.Words("schemes") {
		x := section4(nodes, seed)
		x.Long = 1
		if scheme == "ir" {
			x.LF, x.Reserve, x.Rate = 140, false, 1
		}
		list := windows(v)
		if scheme == "rb" {
			list = slices.Concat(list, peakWindows)
			slices.Sort(list)
			list = slices.Compact(list)
		}
		for _, window := range list {
			p.Add(blockedJumboRun(nodes, scheme, window), seed, x.blockedIn(v, window, 1).Plan())
		}
		p.Add(recoveryRun(nodes, scheme), seed, x.blockedIn(v, afterBlock, recovery).Plan())
	}
}

// peakWindows are those in which the delay is largest after the block.
var peakWindows = []float64{afterBlock, afterBlock + 1, afterBlock + 2, afterBlock + 3}

// blockedJumboClaims are row G11, and what of G10 is said of this set-up, too.
func blockedJumboClaims(n int) []experiment.Claim {
	at := func(scheme string, window float64, quantity func(experiment.Run) float64) experiment.Samples {
		return run(blockedJumboRun(n, scheme, window), quantity)
	}
	toBefore := func(window float64, quantity func(experiment.Run) float64) experiment.Samples {
		return experiment.Ratio(at("rb", window, quantity), at("rb", beforeBlock, quantity))
	}
	is := func(what string, value experiment.Samples, bound experiment.Bound) experiment.Condition {
		return is(n, what, value, bound)
	}
	recovered := func(scheme string, quantity func(experiment.Run) float64) experiment.Samples {
		return run(recoveryRun(n, scheme), quantity)
	}
	queue := func(r experiment.Run) float64 {
		return counterOf("stage_0_in_max")(r) + counterOf("stage_0_out_max")(r)
	}
	var peaks []experiment.Samples
	for _, window := range peakWindows {
		peaks = append(peaks, toBefore(window, Delay))
	}
	quiet := claim("G11-jumbo", n, "Fig. 15d,e and section 4.1",
		"with reserved buffers the delay of the others rises after the block only, in the first stage, and less than with rate regulation",
		is("delay early in the block / before, rb", toBefore(earlyBlock, Delay), experiment.AtMost(1.2)),
		is("delay at its end / before, rb", toBefore(lateBlock, Delay), experiment.AtMost(1.2)),
		is("throughput at its end / before, rb", toBefore(lateBlock, Throughput), experiment.Reported()),
		is("largest delay after the block, of a fifth of its length / before, rb", experiment.Largest(peaks),
			experiment.AtLeast(3)),
		is("longest queues of the first stage, input and output, after the block / before, rb",
			experiment.Ratio(recovered("rb", queue), at("rb", beforeBlock, queue)), experiment.AtLeast(3)),
		is("refusals at the fabric's outputs, rb", at("rb", lateBlock, counterOf("stage_2_refusals")), experiment.Exactly(0)).
			From(experiment.Paper),
		is("mean delay in twice the block after it, ir / rb",
			experiment.Ratio(recovered("ir", Delay), recovered("rb", Delay)), experiment.AtLeast(2)))
	quiet.SetUp = "the hot nodes get no grants during the block, since these come by the blocked outputs: 1/8 of the throughput goes with them"
	collapse := claim("G10-jumbo", n, "Fig. 15e,f",
		"with rate regulation the other outputs get nothing at the end of the block, with a speed-up of 1.4, too",
		is("throughput at the end of the block, ir", at("ir", lateBlock, Throughput), experiment.Below(0.05)),
		is("delay long after the block, ir / rb", experiment.Ratio(at("ir", longAfter, Delay), at("rb", longAfter, Delay)),
			experiment.Reported()))
	return []experiment.Claim{
		collapse.Noticing(trials(notRegulated, blockedJumboRun(n, "ir", lateBlock))),
		quiet.Noticing(trials(unreserved, blockedJumboRun(n, "rb", earlyBlock), blockedJumboRun(n, "rb", lateBlock)),
			trials(notRegulated, recoveryRun(n, "ir"))),
	}
}
