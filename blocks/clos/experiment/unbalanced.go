package experiment

import (
	"fmt"

	"culprit/testbench/experiment"
)

// unbalanced is Figure 13 with cells: each node sends the share w of its cells to the
// node of its own number, the rest to all, at full load.
var unbalanced = &experiment.Experiment{
	Name: "reqgrant-unbalanced",
	Doc:  "throughput with unbalanced traffic, and the queues inside the fabric (request-grant Fig. 13, Theorem 1, in cells)",
	Settings: append([]experiment.Setting{
		{Name: "nodes", Default: "16", Full: "16,64", List: true, Words: []string{"16", "64"}, Doc: "adapters of the network"},
		{Name: "w", Default: "0,0.5,0.9,1", Full: "0,0.2,0.4,0.5,0.6,0.8,0.9,1", List: true, Min: 0, Max: 1, Doc: "share of its cells that a node sends to the node of its own number"},
		{Name: "warmup", Default: "10000", Min: 0, Max: 1e6, Whole: true, Doc: "cell times before measuring"},
		{Name: "measure", Default: "20000", Min: 100, Max: 1e6, Whole: true, Doc: "cell times of measuring"},
	}, experiment.FaultSettings()...),
	Design: planUnbalanced,
}

// shareRun names a run with L_F = 1.1, balanceRun one without speed-up.
func shareRun(nodes int, w float64) string {
	return fmt.Sprintf("nodes=%d, w=%s", nodes, experiment.Number(w))
}
func balanceRun(nodes int, w float64) string { return shareRun(nodes, w) + ", without speed-up" }

// allToAll is the buffer, in cells, that is reserved where all send to all with G = 16.
const allToAll = 128

func planUnbalanced(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"warmup", "measure"})}
	for _, nodes := range v.Ints("nodes") {
		for _, w := range v.Floats("w") {
			for _, seed := range seeds {
				full := reserved(nodes, seed, nil).during(v)
				full.Load, full.Own = 1, w
				slow := full
				full.LF = 110
				p.Add(shareRun(nodes, w), seed, full.Plan())
				switch w {
				case 0:
					even := reserved(nodes, seed, map[string]int{"g": 16, "fc_init": allToAll, "slots_out": allToAll}).during(v)
					even.Load = 1
					p.Add(balanceRun(nodes, w), seed, even.Plan())
				case 0.9:
					p.Add(balanceRun(nodes, w), seed, slow.Plan())
				}
			}
		}
		p.Claims = append(p.Claims, unbalancedClaims(v, nodes)...)
	}
	p.Claims = append(p.Claims, sound(shareRun(v.Ints("nodes")[0], v.Floats("w")[0])))
	p.Charts = unbalancedCharts(v)
	return p, nil
}

// inside is the longest output queue of the stages before the last one.
func inside(r experiment.Run) float64 {
	return max(counterOf("stage_0_out_max")(r), counterOf("stage_1_out_max")(r))
}

// unbalancedClaims are rows G16 and G22.
func unbalancedClaims(v experiment.Values, nodes int) []experiment.Claim {
	shares := claim("G22", nodes, "Fig. 13", "the lowest throughput with unbalanced traffic is about 90 %")
	for _, w := range v.Floats("w") {
		shares.Conditions = append(shares.Conditions, is(nodes, "throughput, w = "+experiment.Number(w), run(shareRun(nodes, w), Throughput), experiment.AtLeast(0.88)))
	}
	even, own := balanceRun(nodes, 0), balanceRun(nodes, 0.9)
	return []experiment.Claim{
		shares.Noticing(trials(oneLane)),
		claim("G16", nodes, "Theorem 1", "with the cells of each flow spread evenly over the paths the queues inside the fabric stay short",
			is(nodes, "longest queue inside / reserved buffer, all to all", experiment.Ratio(run(even, inside), experiment.Constant(allToAll)), experiment.AtMost(0.15)),
			is(nodes, "throughput, w = 0.9", run(own, Throughput), experiment.AtLeast(0.985)),
			is(nodes, "longest queue inside, w = 0.9", run(own, inside), experiment.AtMost(20))).
			Noticing(trials(onePath, own)),
	}
}

// unbalancedCharts are the throughput over w, as in Figure 13.
func unbalancedCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		c := experiment.Chart{Name: "unbalanced", Title: "Unbalanced traffic, full load", X: "w", Y: "throughput", YMax: 1}
		for _, nodes := range v.Ints("nodes") {
			c.Curve(m, fmt.Sprintf("%d nodes", nodes), v.Floats("w"), func(w float64) string { return shareRun(nodes, w) }, Throughput)
		}
		return []experiment.Chart{c}, nil
	}
}
