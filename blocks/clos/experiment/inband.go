package experiment

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// inBand are the rows of the paper's section 4, in which requests, grants and
// acknowledgements travel in headers and an idle flow sends a cell without asking.
var inBand = &experiment.Experiment{
	Name: "reqgrant-inband",
	Doc:  "delay over the load with control in band and unsolicited cells, an incast, and the sizes of buffers (request-grant Figs. 11 and 12, sections 2 to 4, in cells)",
	Settings: append([]experiment.Setting{
		{Name: "nodes", Default: "16", Full: "16,64", List: true, Words: []string{"16", "64"},
			Doc: "adapters of the network"},
		{Name: "traffic", Default: "smooth,bursty,jumbo", List: true, Words: trafficNames(),
			Doc: "smooth: single cells; bursty: bursts of 36 cells on average; jumbo: packets of 64 cells"},
		{Name: "loads", Default: "0.1", Full: "0.1,0.2,0.3,0.4,0.5,0.6,0.7", List: true, Min: 0.001, Max: 0.78,
			Doc: "loads to outputs that are not hot, beside 0.75 and a low one: 0.025 of 16 nodes, 0.1 of 64"},
		{Name: "warmup", Default: "10000", Min: 0, Max: 1e6, Whole: true, Doc: "cell times before measuring"},
		{Name: "measure", Default: "30000", Min: 100, Max: 1e6, Whole: true, Doc: "cell times of measuring"},
	}, experiment.FaultSettings()...),
	Design: planInBand,
}

// traffic is a mix of the paper's Figures 11 and 12, as far as cells have it.
type traffic struct {
	name  string
	burst float64
	cells int // of a packet
}

// longPacket is the longest packet of cells, in cells. The paper's longest one has 225.
const longPacket = 64

var traffics = []traffic{{"smooth", 1, 1}, {"bursty", 36, 1}, {"jumbo", 1, longPacket}}

func trafficNames() []string {
	var names []string
	for _, t := range traffics {
		names = append(names, t.name)
	}
	return names
}

const inBandScheme = 2 // of the network

// regulated is a point without load with control in band, L_F = 1.1 and reserved
// buffers, but for the parameters given. The fabric's buffers have room beside what is
// reserved for cells that nobody reserves for: unsolicited ones and messages without
// payload.
func regulated(nodes int, seed uint32, params map[string]int) Point {
	all := map[string]int{"scheme": inBandScheme, "slots_out": 1024}
	for name, x := range params {
		all[name] = x
	}
	p := reserved(nodes, seed, all)
	p.LF = 110
	return p
}

// The runs of inBand.
func mixRun(nodes int, mix string, load float64, hot bool) string {
	return fmt.Sprintf("nodes=%d, traffic=%s, loads=%s, %s", nodes, mix, experiment.Number(load), hotLabel(nodes, hot))
}

func hotLabel(nodes int, hot bool) string {
	if hot {
		return fmt.Sprintf("%d hot outputs", hotEighth(nodes))
	}
	return "no hot output"
}

func emptyRun(nodes, cells int) string {
	return fmt.Sprintf("nodes=%d, hardly any load, packets of %d cells", nodes, cells)
}
func sharedRun(nodes int, mix, scheme string) string {
	return fmt.Sprintf("nodes=%d, traffic=%s, w=0.5, %s", nodes, mix, scheme)
}
func incastRun(nodes int, scheme string, all bool) string {
	if all {
		return fmt.Sprintf("nodes=%d, %s, after an incast", nodes, scheme)
	}
	return fmt.Sprintf("nodes=%d, %s, without the incast", nodes, scheme)
}

// highLoad to the others is little less than the inputs can offer beside the hot
// outputs, of which there is one in eight, as in the paper.
const highLoad = 0.75

func hotEighth(nodes int) int { return nodes / 8 }

// emptyLoad is a load at which packets hardly meet, and enough of them come.
func emptyLoad(cells int) float64 {
	if cells == 1 {
		return 0.001
	}
	return 0.01
}

// lowLoad is 0.1 of 64 nodes. It gives a flow of fewer nodes the same load: what counts
// at low load is how often a flow sends again before its last cell is acknowledged.
func lowLoad(nodes int) float64 { return 0.1 * float64(nodes) / 64 }

func planInBand(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"warmup", "measure"})}
	for _, nodes := range v.Ints("nodes") {
		for _, seed := range seeds {
			for _, mix := range traffics {
				if slices.Contains(v.Words("traffic"), mix.name) {
					planMix(p, v, nodes, mix, seed)
				}
			}
			for _, cells := range []int{1, longPacket} {
				x := regulated(nodes, seed, map[string]int{"max_p": cells}).during(v)
				x.Load = emptyLoad(cells)
				p.Add(emptyRun(nodes, cells), seed, x.Plan())
			}
			for _, scheme := range []string{"rb", "ir"} {
				for _, all := range []bool{false, true} {
					p.Add(incastRun(nodes, scheme, all), seed, incast(nodes, scheme, all, seed).Plan())
				}
			}
		}
		p.Claims = append(p.Claims, inBandClaims(nodes)...)
	}
	busy := mixRun(v.Ints("nodes")[0], "smooth", highLoad, true)
	p.Claims = append(p.Claims, sound(busy), inOrder(busy))
	p.Charts = inBandCharts(v)
	return p, nil
}

// planMix adds the runs of a mix: over the load, and unbalanced with both schemes.
func planMix(p *experiment.Plan, v experiment.Values, nodes int, mix traffic, seed uint32) {
	for _, hot := range []bool{false, true} {
		for _, load := range inBandLoads(v, nodes) {
			x := regulated(nodes, seed, map[string]int{"max_p": mix.cells}).during(v)
			x.Load, x.Burst, x.Factor = load, mix.burst, overload
			if hot {
				x.Hot = hotEighth(nodes)
			}
			p.Add(mixRun(nodes, mix.name, load, hot), seed, x.Plan())
		}
	}
	for _, scheme := range []string{"ir", "rb"} {
		x := regulated(nodes, seed, map[string]int{"max_p": mix.cells}).during(v)
		x.Load, x.Own, x.Burst = 1, 0.5, mix.burst
		if scheme == "ir" {
			x.Reserve, x.Rate = false, 1
		}
		p.Add(sharedRun(nodes, mix.name, scheme), seed, x.Plan())
	}
}

func inBandLoads(v experiment.Values, nodes int) []float64 {
	list := append([]float64{lowLoad(nodes), highLoad}, v.Floats("loads")...)
	slices.Sort(list)
	return slices.Compact(list)
}

// incast is a point with half the load, in which, with all, every node makes a packet to
// node 0 at once: more cells than the fabric's buffer has. It is measured for as long as
// these take on their line, twice. Rate regulation has no speed-up.
func incast(nodes int, scheme string, all bool, seed uint32) Point {
	x := regulated(nodes, seed, map[string]int{"max_p": longPacket, "g": longPacket, "fc_init": 4 * longPacket,
		"slots_out": 4*longPacket + 2*nodes})
	x.Load, x.Warmup, x.Measure = 0.5, 10000, 2*nodes*longPacket
	if scheme == "ir" {
		x.LF, x.Reserve, x.Rate = 100, false, 1
	}
	if all {
		x.Incast, x.Hot = true, 1
	}
	return x
}

func inBandCharts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		var list []experiment.Chart
		for _, nodes := range v.Ints("nodes") {
			for _, mix := range v.Words("traffic") {
				c := experiment.Chart{
					Name: fmt.Sprintf("delay-%s-%d", mix, nodes), Title: fmt.Sprintf("%d nodes, %s, control in band", nodes, mix),
					X: "load of the outputs that are not hot", Y: "mean delay of their packets (cell times)", LogY: true,
					Of: experiment.OfMean,
				}
				for _, hot := range []bool{false, true} {
					c.Curve(m, hotLabel(nodes, hot), inBandLoads(v, nodes),
						func(load float64) string { return mixRun(nodes, mix, load, hot) }, Delay)
				}
				list = append(list, c)
			}
		}
		return list, nil
	}
}
