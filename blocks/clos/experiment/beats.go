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
	Doc:  "delay and throughput of packets of 40 to 9000 bytes in segments of up to 256, control in band (request-grant Figs. 12 to 14, section 4)",
	Settings: append([]experiment.Setting{
		{Name: "nodes", Default: "16", Full: "16,64", List: true, Words: []string{"16", "64", "256"},
			Doc: "adapters of the network; 256 are Fig. 14: unbalanced traffic alone"},
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
func halfRun(nodes int, mix, regulation string) string {
	return fmt.Sprintf("nodes=%d, traffic=%s, w=0.5, %s", nodes, mix, regulation)
}
func fillRun(nodes int) string { return halfRun(nodes, "jumbo", "ir, buffers of 32 KB") }

// longLoads are those of Figure 12.
var longLoads = []float64{0.1, 0.7}

func planBeats(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"warmup", "measure"})}
	for _, nodes := range v.Ints("nodes") {
		for _, seed := range seeds {
			if nodes < largeBeats {
				planLengths(p, v, nodes, seed)
			}
			for _, m := range mixes {
				if !slices.Contains(v.Words("traffic"), m.name) {
					continue
				}
				if nodes < largeBeats {
					planLong(p, v, nodes, m, seed)
				}
				planHalf(p, v, nodes, m, seed)
			}
		}
		p.Claims = append(p.Claims, beatClaims(nodes)...)
	}
	order := sound("")
	order.Mutants = trials(everyOtherPathOfBeats, halfRun(v.Ints("nodes")[0], v.Words("traffic")[0], "rb"))
	p.Claims = append(p.Claims, order)
	return p, nil
}

// largeBeats is the network of Figure 14.
const largeBeats = 256

// planLengths adds the runs with hardly any load.
func planLengths(p *experiment.Plan, v experiment.Values, nodes int, seed uint32) {
	for _, length := range []int{shortBeats, segmentBeats, longestBeats} {
		x := section4(nodes, seed).during(v)
		x.Length, x.Long, x.Load = length, 1, 0.001
		if length == longestBeats {
			x.Load = 0.01 // packets enough
		}
		p.Add(lengthRun(nodes, length), seed, x.Plan())
	}
}

// planLong adds the runs of a mix with and without hot outputs.
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
}

// speedUps are the values of L_F, in percent, with which rate regulation is run: the paper
// says it works smoothly from 1.2 to 1.4.
var speedUps = []struct {
	name string
	lf   int
}{{"ir", 110}, {"ir-1.2", 120}, {"ir-1.4", 140}}

// planHalf adds the runs of a mix with unbalanced traffic, by the regulation, and that in
// which buffers of 32 KB fill.
func planHalf(p *experiment.Plan, v experiment.Values, nodes int, m mix, seed uint32) {
	half := func() Point {
		x := section4(nodes, seed).during(v)
		x.Load, x.Own, x.Burst, x.Long = 1, 0.5, m.burst, m.long
		return x
	}
	p.Add(halfRun(nodes, m.name, "rb"), seed, half().Plan())
	if nodes == largeBeats {
		return
	}
	for _, s := range speedUps {
		x := half()
		x.LF, x.Reserve, x.Rate = s.lf, false, 1
		p.Add(halfRun(nodes, m.name, s.name), seed, x.Plan())
	}
	if m.name == "jumbo" {
		x := half()
		x.Reserve, x.Rate, x.Params["slots_out"] = false, 1, smallBuffer
		p.Add(fillRun(nodes), seed, x.Plan())
	}
}

// smallBuffer is a buffer of 32 KB, segments.
const smallBuffer = 128

// lightFlows is why the node pairs with most traffic get less than their half of the
// line from 64 nodes.
const lightFlows = "The 63 light flows of a node have one or two packets of 40 bytes at a time. Each costs a segment of 6 beats, and 43 of 100 messages are acknowledgements and grants without payload, of 3 beats: " +
	"9 beats for 5 of payload, which is 82 % of a link that is 10 % faster than the line. The round robin over destinations gives the heavy flow one segment of 30 beats of payload in a round, and so what is left. " +
	"This arithmetic leaves 0.68; with segments of 5 beats, and messages of 2.5 of which half find payload to go with, it would leave 0.97"
