package experiment

import (
	"fmt"

	"culprit.example/culprit/testbench/experiment"
)

// beatRows are rows G17, G19, G21 to G24 and G30 in beat mode, on a network of the given
// number of nodes.
type beatRows int

func beatClaims(nodes int) []experiment.Claim {
	n := beatRows(nodes)
	if nodes == largeBeats {
		return []experiment.Claim{n.lowest()}
	}
	return []experiment.Claim{n.cutThrough(), n.longest(), n.lessVisible(), n.lowest(), n.worse(), n.smooth(), n.fills(),
		n.reservations()}
}

func (n beatRows) claim(row, source, text string) experiment.Claim {
	return claim(row+"-beats", int(n), source, text)
}

func (n beatRows) is(what string, value experiment.Samples, bound experiment.Bound) experiment.Condition {
	return is(int(n), what, value, bound)
}

// delayOf packets of a length with hardly any load.
func (n beatRows) delayOf(length int) experiment.Samples {
	return run(lengthRun(int(n), length), Delay)
}

// throughputOf a mix with unbalanced traffic.
func (n beatRows) throughputOf(mix, regulation string) experiment.Samples {
	return run(halfRun(int(n), mix, regulation), Throughput)
}

func (n beatRows) cutThrough() experiment.Claim {
	c := n.claim("G17", "section 4", "an unsolicited packet takes the least delay and its transfer, less than 7 cell times")
	c.Conditions = []experiment.Condition{
		n.is("delay of 256 bytes less that of 40, hardly any load",
			experiment.Both(n.delayOf(segmentBeats), n.delayOf(shortBeats), less), experiment.Below(7)).
			Saying(experiment.Says(experiment.Below(7))),
		n.is("mean delay, 40 bytes", n.delayOf(shortBeats), experiment.Reported()),
	}
	return c.Noticing(trials(storeAndForward, lengthRun(int(n), segmentBeats)))
}

func (n beatRows) longest() experiment.Claim {
	c := n.claim("G19", "section 4",
		"a packet of 9000 bytes takes 280 cell times, where an unsolicited one takes 29: it is asked for while its first segment travels")
	c.Conditions = []experiment.Condition{
		n.is("delay of 9000 bytes less that of 40, hardly any load",
			experiment.Both(n.delayOf(longestBeats), n.delayOf(shortBeats), less), experiment.Between(226, 276)).
			Saying(experiment.SaysAbout(experiment.Exactly(280 - 29))),
		n.is("mean delay, 9000 bytes", n.delayOf(longestBeats), experiment.Reported()),
	}
	return c.Noticing(trials(fewInputs, lengthRun(int(n), longestBeats)))
}

func (n beatRows) lessVisible() experiment.Claim {
	slower := func(mix string, load float64) experiment.Samples {
		return experiment.Ratio(run(longRun(int(n), mix, load, true), Delay), run(longRun(int(n), mix, load, false), Delay))
	}
	c := n.claim("G21", "Fig. 12", "the influence of hot outputs is less visible with long packets")
	var low []string
	for _, mix := range []string{"bimodal", "jumbo"} {
		for _, load := range longLoads {
			part := n.is(fmt.Sprintf("delay with hot outputs / without, %s, load %g", mix, load), slower(mix, load),
				experiment.Below(1.5))
			if load == longLoads[0] && (n == 16 || mix == "jumbo") {
				low = append(low, longRun(int(n), mix, load, true))
				part = part.Differing(experiment.Below(2), experiment.AfterResult("2026-11-22"),
					"Of 16 nodes a flow has four times the load that it has of 64, so hot outputs take the advantage of asking for nothing from more of its packets; with 64 nodes bimodal traffic has 1.3, and packets of 9000 bytes just 1.5")
			}
			c.Conditions = append(c.Conditions, part)
		}
	}
	c.Conditions = append(c.Conditions,
		n.is("the same ratio, smooth, load 0.1", slower("smooth", longLoads[0]), experiment.Reported()))
	return c.Noticing(trials(neverFreedOfBeats), trials(doubleReservationOfBeats, low...))
}

// lowest is row G22, or with 256 nodes G23.
func (n beatRows) lowest() experiment.Claim {
	id, source := sharesRow(int(n))
	c := n.claim(id, source, "the lowest throughput with unbalanced traffic is about 90 %")
	for _, m := range mixes {
		part := n.is("throughput, w = 0.5, rb, "+m.name, n.throughputOf(m.name, "rb"), lowest).Saying(about90)
		if n >= 64 && m.name == "smooth" {
			part = part.Differing(experiment.AtLeast(0.6), experiment.AfterResult("2026-11-25"), lightFlows)
		}
		c.Conditions = append(c.Conditions, part)
	}
	return c.Noticing(trials(oneLane))
}

func (n beatRows) worse() experiment.Claim {
	c := n.claim("G24", "section 4, after Fig. 14",
		"with a speed-up of 1.1 rate regulation has less throughput than reserved buffers").From(experiment.Paper)
	var regulations []string
	for _, m := range mixes {
		ratio := n.is("throughput, w = 0.5, ir / rb, "+m.name,
			experiment.Ratio(n.throughputOf(m.name, "ir"), n.throughputOf(m.name, "rb")), experiment.Below(1))
		if n == 64 && m.name == "smooth" {
			ratio = ratio.Differing(experiment.Between(0.99, 1.01), experiment.AfterResult("2026-11-25"),
				"The links into the fabric are full of headers and messages without payload (see G22) before either regulation has anything to do")
		}
		c.Conditions, regulations = append(c.Conditions, ratio), append(regulations, halfRun(int(n), m.name, "ir"))
	}
	c = c.Noticing(trials(notRegulated, regulations...))
	if n == 64 {
		c = c.Noticing(c.Mutants, trials(oneLane, regulations[0]))
	}
	return c
}

// smooth is what the paper says of rate regulation beside G24.
func (n beatRows) smooth() experiment.Claim {
	c := n.claim("G24-speed-up", "section 4, after Fig. 14",
		"rate regulation works smoothly with a speed-up between 1.2 and 1.4")
	c.SetUp = "smoothly: with the throughput of reserved buffers at 1.1, or more"
	var long, short []string
	for _, m := range mixes {
		for _, regulation := range []string{"ir-1.2", "ir-1.4"} {
			ratio := n.is("throughput, w = 0.5, "+regulation+" / rb, "+m.name,
				experiment.Ratio(n.throughputOf(m.name, regulation), n.throughputOf(m.name, "rb")), experiment.AtLeast(1))
			if m.long == 0 {
				ratio = ratio.Differing(experiment.Between(0.7, 1), experiment.AfterResult("2026-11-28"), wholeSegments)
				short = append(short, halfRun(int(n), m.name, regulation))
			} else {
				long = append(long, halfRun(int(n), m.name, regulation))
			}
			c.Conditions = append(c.Conditions, ratio)
		}
	}
	return c.Noticing(trials(oneLane, long...), trials(fewInputs, short...))
}

// wholeSegments is why packets of 40 bytes differ.
const wholeSegments = "Rate regulation grants segments at the rate of the line, by the time of a whole one, also where packets of 40 bytes leave them partly filled: these get as much less of the line, whatever the speed-up. Packets of 9000 bytes fill theirs"

// fills is what the paper has seen of buffers of 32 KB.
func (n beatRows) fills() experiment.Claim {
	c := n.claim("G24-32KB", "section 4, after Fig. 14",
		"with rate regulation buffers of 32 KB at the fabric's outputs fill under a heavy load of packets of 9000 bytes")
	c.Conditions = []experiment.Condition{
		n.is("segments in the longest output queue of the last stage, of 128, jumbo",
			run(fillRun(int(n)), counterOf("stage_2_out_max")), experiment.Between(127, 128)).
			Saying(experiment.Says(experiment.Exactly(smallBuffer))),
	}
	return c.Noticing(trials(reservedSmall, fillRun(int(n))))
}

func (n beatRows) reservations() experiment.Claim {
	c := n.claim("G30", "section 4", "only what nobody reserves for exceeds a reservation")
	var all []string
	for _, m := range mixes {
		hot := longRun(int(n), m.name, longLoads[1], true)
		c.Conditions = append(c.Conditions,
			n.is("refusals at the fabric's outputs, "+m.name, run(hot, counterOf("stage_2_refusals")), experiment.Exactly(0)),
			n.is("segments in the longest output queue of the last stage, "+m.name, run(hot, counterOf("stage_2_out_max")),
				experiment.AtMost(float64(240+2*n))))
		all = append(all, hot)
	}
	return c.Noticing(trials(doubleReservationOfBeats, all...))
}
