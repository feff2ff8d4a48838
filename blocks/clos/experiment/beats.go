package experiment

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// beats are the rows on packets of 40 to 9000 bytes, in beat mode with the sizes of the
// paper's section 4.
var beats = &experiment.Experiment{
	Name: "reqgrant-beats",
	Doc:  "delay and throughput of packets of 40 to 9000 bytes in segments of up to 256, control in band (request-grant Figs. 12 and 13, section 4)",
	Settings: append([]experiment.Setting{
		{Name: "nodes", Default: "16", Full: "16,64", List: true, Words: []string{"16", "64"},
			Doc: "adapters of the network"},
		{Name: "traffic", Default: "smooth,bursty,bimodal,jumbo", List: true, Words: mixNames(),
			Doc: "smooth: 40 bytes; bursty: bursts of 36 such packets; bimodal: 5 % of 9000 bytes, the others of 40; jumbo: 9000 bytes"},
		{Name: "warmup", Default: "10000", Min: 0, Max: 1e6, Whole: true, Doc: "times of 40 bytes before measuring"},
		{Name: "measure", Default: "100000", Min: 100, Max: 1e6, Whole: true, Doc: "times of 40 bytes of measuring"},
	}, experiment.FaultSettings()...),
	Design: planBeats,
}

// mix is a mix of the paper's Figures 12 and 13.
type mix struct {
	name  string
	burst float64
	long  float64 // packets of 9000 bytes
}

var mixes = []mix{{"smooth", 1, 0}, {"bursty", 36, 0}, {"bimodal", 1, 0.05}, {"jumbo", 1, 1}}

func mixNames() []string {
	var names []string
	for _, x := range mixes {
		names = append(names, x.name)
	}
	return names
}

// Lengths of packets in beats.
const (
	longestBeats = 1125 // 9000 bytes
	segmentBeats = 32   // 256 bytes
)

// section4 is a point in beat mode without load: G = 50, b = 240 and B = 2048 segments,
// reserved buffers and L_F = 1.1. The fabric's buffers have room for what nobody
// reserves beside b.
func section4(nodes int, seed uint32) Point {
	return Point{
		Params: map[string]int{
			"ports": radix(nodes), "scheme": inBandScheme, "beat": 1, "g": 50, "b_reasm": 2048, "fc_init": 240,
			"slots_out": 240 + 2*nodes, "slots_in": 32,
			"max_p": 36, "voq": 512,
		},
		LF: 110, Nodes: nodes, Seed: seed, Burst: 1, Reserve: true, Rate: 10, Length: longestBeats,
	}
}

// The runs of beats.
func lengthRun(nodes, length int) string {
	return fmt.Sprintf("nodes=%d, hardly any load, packets of %d bytes", nodes, 8*length)
}
func longRun(nodes int, mix string, load float64, hot bool) string {
	return fmt.Sprintf("nodes=%d, traffic=%s, load %s, %s", nodes, mix, experiment.Number(load), hotLabel(nodes, hot))
}
func halfRun(nodes int, mix, scheme string) string {
	return fmt.Sprintf("nodes=%d, traffic=%s, w=0.5, %s", nodes, mix, scheme)
}

// longLoads are those of Figure 12.
var longLoads = []float64{0.1, 0.7}

func planBeats(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"warmup", "measure"})}
	for _, nodes := range v.Ints("nodes") {
		for _, seed := range seeds {
			for _, length := range []int{shortBeats, segmentBeats, longestBeats} {
				x := section4(nodes, seed).during(v)
				x.Length, x.Long, x.Load = length, 1, 0.001
				if length == longestBeats {
					x.Load = 0.01 // packets enough
				}
				p.Add(lengthRun(nodes, length), seed, x.Plan())
			}
			for _, m := range mixes {
				if slices.Contains(v.Words("traffic"), m.name) {
					planLong(p, v, nodes, m, seed)
				}
			}
		}
		p.Claims = append(p.Claims, beatClaims(nodes)...)
	}
	order := sound("")
	order.Mutants = trials(everyOtherPathOfBeats, halfRun(v.Ints("nodes")[0], v.Words("traffic")[0], "rb"))
	p.Claims = append(p.Claims, order)
	return p, nil
}

// planLong adds the runs of a mix: with and without hot outputs, and unbalanced with both
// schemes.
func planLong(p *experiment.Plan, v experiment.Values, nodes int, m mix, seed uint32) {
	for _, hot := range []bool{false, true} {
		for _, load := range longLoads {
			x := section4(nodes, seed).during(v)
			x.Load = load
			x.Burst = m.burst
			x.Long = m.long
			x.Factor = overload
			if hot {
				x.Hot = hotEighth(nodes)
			}
			p.Add(longRun(nodes, m.name, load, hot), seed, x.Plan())
		}
	}
	for _, scheme := range []string{"ir", "rb"} {
		x := section4(nodes, seed).during(v)
		x.Load = 1
		x.Own = 0.5
		x.Burst = m.burst
		x.Long = m.long
		if scheme == "ir" {
			x.Reserve, x.Rate = false, 1
		}
		p.Add(halfRun(nodes, m.name, scheme), seed, x.Plan())
	}
}

// lightFlows is why the node pairs with most traffic get less than their half of the
// line from 64 nodes.
const lightFlows = "The 63 light flows of a node have one or two packets of 40 bytes at a time. Each costs a segment of 6 beats, and 43 of 100 messages are acknowledgements and grants without payload, of 3 beats: " +
	"9 beats for 5 of payload, which is 82 % of a link that is 10 % faster than the line. The round robin over destinations gives the heavy flow one segment of 30 beats of payload in a round, and so what is left. " +
	"This arithmetic leaves 0.68; with segments of 5 beats, and messages of 2.5 of which half find payload to go with, it would leave 0.97"

// beatClaims are rows G17, G19, G21, G22, G24 and G30 in beat mode.
func beatClaims(n int) []experiment.Claim {
	is := func(what string, value experiment.Samples, bound experiment.Bound) experiment.Condition {
		return is(n, what, value, bound)
	}
	name := func(row string) string { return row + "-beats" }
	slower := func(mix string, load float64) experiment.Samples {
		return experiment.Ratio(run(longRun(n, mix, load, true), Delay), run(longRun(n, mix, load, false), Delay))
	}
	long := claim(name("G21"), n, "Fig. 12", "the influence of hot outputs is less visible with long packets")
	for _, mix := range []string{"bimodal", "jumbo"} {
		for _, load := range longLoads {
			part := is(fmt.Sprintf("delay with hot outputs / without, %s, load %g", mix, load), slower(mix, load),
				experiment.Below(1.5))
			if n == 16 && load == longLoads[0] {
				part.Differs = &experiment.Difference{
					Bound:  experiment.Below(2),
					Reason: "Of 16 nodes a flow has four times the load that it has of 64, so hot outputs take the advantage of asking for nothing from more of its packets; with 64 nodes bimodal traffic has 1.32",
				}
			}
			long.Conditions = append(long.Conditions, part)
		}
	}
	long.Conditions = append(long.Conditions,
		is("the same ratio, smooth, load 0.1", slower("smooth", longLoads[0]), experiment.Reported()))
	shared := claim(name("G24"), n, "section 4, after Fig. 14",
		"with a speed-up of 1.1 rate regulation has less throughput than reserved buffers")
	least := claim(name("G22"), n, "Fig. 13", "the lowest throughput with unbalanced traffic is about 90 %")
	room := claim(name("G30"), n, "section 4", "only what nobody reserves for exceeds a reservation")
	var regulations, all []string
	for _, m := range mixes {
		ir, rb := halfRun(n, m.name, "ir"), halfRun(n, m.name, "rb")
		ratio := is("throughput, w = 0.5, ir / rb, "+m.name, experiment.Ratio(run(ir, Throughput), run(rb, Throughput)),
			experiment.Below(1))
		part := is("throughput, w = 0.5, rb, "+m.name, run(rb, Throughput), experiment.AtLeast(0.88))
		if n == 64 && m.name == "smooth" {
			part.Differs = &experiment.Difference{Bound: experiment.AtLeast(0.6), Reason: lightFlows}
			ratio.Differs = &experiment.Difference{Bound: experiment.Between(0.99, 1.01),
				Reason: "The links into the fabric are full of headers and messages without payload (see G22) before either regulation has anything to do"}
		}
		shared.Conditions, least.Conditions = append(shared.Conditions, ratio), append(least.Conditions, part)
		hot := longRun(n, m.name, longLoads[1], true)
		room.Conditions = append(room.Conditions,
			is("refusals at the fabric's outputs, "+m.name, run(hot, counterOf("stage_2_refusals")), experiment.Exactly(0)),
			is("segments in the longest output queue of the last stage, "+m.name, run(hot, counterOf("stage_2_out_max")),
				experiment.AtMost(float64(240+2*n))))
		regulations, all = append(regulations, ir), append(all, hot)
	}
	return []experiment.Claim{
		claim(name("G17"), n, "section 4", "an unsolicited packet takes 29 cell times and its own in an empty network",
			is("mean delay, 40 bytes", run(lengthRun(n, shortBeats), Delay), experiment.Between(26, 32)),
			is("mean delay, 256 bytes", run(lengthRun(n, segmentBeats), Delay), experiment.AtMost(36))).
			Noticing(trials(storeAndForward, lengthRun(n, segmentBeats))),
		claim(name("G19"), n, "section 4", "a packet of 9000 bytes takes 280 cell times",
			is("mean delay, 9000 bytes", run(lengthRun(n, longestBeats), Delay), experiment.Between(252, 308))).
			Noticing(trials(fewInputs, lengthRun(n, longestBeats))),
		long.Noticing(trials(neverFreedOfBeats)),
		least.Noticing(trials(oneLane)),
		shared.Noticing(trials(notRegulated, regulations...)),
		room.Noticing(trials(doubleReservationOfBeats, all...)),
	}
}
