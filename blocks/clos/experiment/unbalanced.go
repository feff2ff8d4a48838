package experiment

import (
	"fmt"

	"culprit.example/culprit/testbench/experiment"
)

// unbalanced is Figure 13 with cells: each node sends the share w of its cells to the
// node of its own number, the rest to all, at full load.
var unbalanced = &experiment.Experiment{
	Name: "reqgrant-unbalanced",
	Doc:  "throughput with unbalanced traffic, and the queues inside the fabric (request-grant Figs. 13 and 14, Theorem 1, in cells)",
	Settings: append([]experiment.Setting{
		{Name: "nodes", Default: "16", Full: "16,64", List: true, Words: []string{"16", "64", "256"},
			Doc: "adapters of the network; 256 are Fig. 14"},
		{Name: "w", Default: "0,0.5,0.9,1", Full: "0,0.2,0.4,0.5,0.6,0.8,0.9,1", List: true, Min: 0, Max: 1,
			Doc: "share of its cells that a node sends to the node of its own number"},
		{Name: "warmup", Default: "10000", Min: 0, Max: 1e6, Whole: true, Doc: "cell times before measuring"},
		{Name: "measure", Default: "20000", Min: 100, Max: 1e6, Whole: true, Doc: "cell times of measuring"},
	}, experiment.FaultSettings()...),
	Design: planUnbalanced,
}

// shareRun names a run on a Clos network.
func shareRun(nodes int, w float64) string {
	return fmt.Sprintf("nodes=%d, w=%s", nodes, experiment.Number(w))
}

// benesRun names a run of the theorem: a Benes network of 8 nodes without speed-up.
func benesRun(w float64) string { return "w=" + experiment.Number(w) + ", Benes network" }

// allToAll is the buffer, in cells, that is reserved where all send to all with G = 16.
const allToAll = 128

const benesNodes = 8

// benes is a point on the Benes network.
func benes(v experiment.Values, w float64, seed uint32) Point {
	params := map[string]int{"ports": 2, "stages": 5}
	if w == 0 {
		params["g"], params["fc_init"], params["slots_out"] = 16, allToAll, allToAll
	}
	p := reserved(benesNodes, seed, params).during(v)
	p.Load, p.Own = 1, w
	return p
}

func planUnbalanced(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"warmup", "measure"})}
	for _, seed := range seeds {
		for _, nodes := range v.Ints("nodes") {
			for _, w := range v.Floats("w") {
				x := reserved(nodes, seed, nil).during(v)
				x.LF, x.Load, x.Own = 110, 1, w
				p.Add(shareRun(nodes, w), seed, x.Plan())
			}
		}
		for _, w := range []float64{0, 0.9} {
			p.Add(benesRun(w), seed, benes(v, w, seed).Plan())
		}
	}
	for _, nodes := range v.Ints("nodes") {
		p.Claims = append(p.Claims, sharesClaim(v, nodes))
	}
	p.Claims = append(p.Claims, pathsClaim(), sound(benesRun(0)))
	p.Charts = unbalancedCharts(v)
	return p, nil
}

// inside is the longest output queue of the stages that spread the cells.
func inside(r experiment.Run) float64 {
	return max(counterOf("stage_0_out_max")(r), counterOf("stage_1_out_max")(r))
}

// stalled is the share of the time in which a link inside the Benes network has a cell
// and no credit for it.
func stalled(r experiment.Run) float64 {
	p, n := r.Point.Spec.(Point), 0.0
	for stage := range 4 {
		n += counterOf(fmt.Sprintf("stage_%d_stalls", stage))(r)
	}
	return n / float64(p.cycles(p.Measure)*4*benesNodes)
}

// lowest is the least throughput with unbalanced traffic, about90 what the paper has for
// packets of 40 bytes, which all others exceed.
var (
	lowest  = experiment.AtLeast(0.88)
	about90 = experiment.SaysAbout(experiment.AtLeast(0.9))
)

// sharesRow is the row of that: of Figure 14 with 256 nodes, otherwise of Figure 13.
func sharesRow(nodes int) (id, source string) {
	if nodes == 256 {
		return "G23", "Fig. 14"
	}
	return "G22", "Fig. 13"
}

// sharesClaim is row G22, or with 256 nodes G23.
func sharesClaim(v experiment.Values, nodes int) experiment.Claim {
	id, source := sharesRow(nodes)
	c := claim(id, nodes, source, "the lowest throughput with unbalanced traffic is about 90 %")
	for _, w := range v.Floats("w") {
		c.Conditions = append(c.Conditions, is(nodes, "throughput, w = "+experiment.Number(w),
			run(shareRun(nodes, w), Throughput), lowest).Saying(about90))
	}
	return c.Noticing(trials(oneLane))
}

// pathsClaim is row G16.
func pathsClaim() experiment.Claim {
	even, own := benesRun(0), benesRun(0.9)
	return claim("G16", benesNodes, "Theorem 1",
		"with the cells of each flow spread evenly over the paths the queues inside the fabric stay short",
		is(benesNodes, "longest queue inside / reserved buffer, all to all",
			experiment.Ratio(run(even, inside), experiment.Constant(allToAll)), experiment.AtMost(0.15)),
		is(benesNodes, "share of time without credits inside, all to all", run(even, stalled), experiment.AtMost(0.01)),
		is(benesNodes, "throughput, w = 0.9", run(own, Throughput), experiment.AtLeast(0.985)),
		is(benesNodes, "share of time without credits inside, w = 0.9", run(own, stalled), experiment.AtMost(0.01)),
		is(benesNodes, "longest queue inside, cells, w = 0.9", run(own, inside), experiment.Reported())).
		Noticing(trials(onePath, own))
}

// unbalancedCharts are the throughput over w, as in Figure 13.
func unbalancedCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		c := experiment.Chart{Name: "unbalanced", Title: "Unbalanced traffic, full load", X: "w", Y: "throughput", YMax: 1,
			Of: experiment.OfRate}
		for _, nodes := range v.Ints("nodes") {
			c.Curve(m, fmt.Sprintf("%d nodes", nodes), v.Floats("w"), func(w float64) string { return shareRun(nodes, w) },
				Throughput)
		}
		return []experiment.Chart{c}, nil
	}
}
