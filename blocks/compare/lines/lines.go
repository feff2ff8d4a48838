package lines

import (
	"fmt"
	"math"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/testbench/experiment"
)

// Experiments is the one of this package.
func Experiments() []*experiment.Experiment { return []*experiment.Experiment{noise} }

var noise = &experiment.Experiment{
	Name: "link-noise",
	Doc:  "a RECN-IQ network over lines that damage words: every packet arrives once, and links carry what go-back-N can carry",
	Settings: []experiment.Setting{
		{Name: "bers", Default: "0,1e-7,1e-6,1e-5,1e-4", List: true, Min: 0, Max: 3e-4, Doc: "bit error rates of all lines"},
		{Name: "nodes", Default: "16", Words: []string{"16", "64"}, Doc: "nodes of the network"},
		{Name: "load", Default: "0.45", Min: 0.01, Max: 1, Doc: "load of the uniform traffic, packets per packet time and node"},
		{Name: "warm", Default: "1000", Min: 0, Max: 1e6, Whole: true, Doc: "packet times before the window"},
		{Name: "measure", Default: "6000", Full: "60000", Min: 100, Max: 1e8, Whole: true, Doc: "packet times of the window"},
		{Name: "saqs", Default: "4", Min: 0, Max: 8, Whole: true, Doc: "set-aside queues per port"},
	},
	Design: plan,
}

// setUp are the settings that claims were written for.
var setUp = []string{"load", "saqs"}

// certain is probability 1 on the port load, complement the permutation in which no two flows share a link.
const (
	certain    = 1 << 16
	complement = 1
)

// Kinds of traffic.
const (
	uniform = "uniform"
	full    = "full" // complement at load 1
)

func runName(ber float64, traffic string) string {
	return fmt.Sprintf("bers=%s, %s", experiment.Number(ber), traffic)
}

func plan(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing(setUp)}
	for _, ber := range v.Floats("bers") {
		for _, traffic := range []string{uniform, full} {
			for _, seed := range seeds {
				p.Add(runName(ber, traffic), seed, point(v, ber, traffic, seed))
			}
		}
	}
	p.Claims = claims(v)
	p.Charts = charts(v)
	return p, nil
}

// network are the parameters of the tree.
func network(v experiment.Values) fabric.Params {
	p := fabric.Defaults
	p.Schemes = fabric.Schemes{recn.Scheme()}
	p.SAQs, p.Lines = v.Int("saqs"), 1
	if v.Int("nodes") == 64 {
		p.Levels = 3
	}
	return p
}

// damaged is the probability that a word of that many bits is, at a bit error rate.
func damaged(ber float64, bits int) float64 { return -math.Expm1(float64(bits) * math.Log1p(-ber)) }

func point(v experiment.Values, ber float64, traffic string, seed uint32) experiment.Point {
	n := network(v)
	bits := n.LineBits()
	in := map[string]uint64{"seed": uint64(seed), "noise_seed": uint64(seed) + 1, "enable": 1,
		"noise": uint64(math.Round(damaged(ber, bits) * (1 << 32))), "load": uint64(math.Round(v.Float("load") * certain))}
	if traffic == full {
		in["load"], in["pattern"] = certain, complement
	}
	warm, measure := v.Int("warm")*packet.Beats, v.Int("measure")*packet.Beats
	return experiment.Point{
		Name:   fmt.Sprintf("nodes=%d %s seed=%d", v.Int("nodes"), runName(ber, traffic), seed),
		Block:  "fabric_tree",
		Params: map[string]int{"levels": n.Levels, "saqs": n.SAQs, "lines": 1},
		Stimulus: experiment.Stimulus{
			Inputs: in,
			Phases: []experiment.Phase{
				{Cycles: n.LinesUp(), Expect: map[string]uint64{"ready": 1}},
				{Cycles: warm},
				{Cycles: measure, Inputs: map[string]uint64{"measure": 1}},
				{Cycles: 8, Inputs: map[string]uint64{"measure": 0}},
			},
			Outputs: []string{"error", "digest", "line_damaged", "line_downs"},
			Errors:  []string{"error", "order_errors", "payload_errors", "misroutes", "line_downs"},
		},
		Cost: int64(v.Int("nodes")) * int64(n.Levels) * int64(warm+measure),
		Spec: spec{v.Int("nodes"), v.Int("measure")},
	}
}

// spec is what quantities need of a point.
type spec struct{ nodes, measure int }

// throughput is in packets per packet time and node.
func throughput(r experiment.Run) float64 {
	s := r.Point.Spec.(spec)
	return float64(r.Result.Counters["received"]) / float64(s.measure) / float64(s.nodes)
}

// latency is that in the network, in cycles.
func latency(r experiment.Run) float64 {
	return float64(r.Result.Counters["network_latency_sum"]) / float64(r.Result.Counters["received"])
}

func of(name string, quantity func(experiment.Run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{name}, Of: func(runs []experiment.Run) float64 { return quantity(runs[0]) }}
}

// goodput is what a line carries, in flits per cycle, by the contract of link_replay: a flit that is lost costs l
// cycles if its NAK arrives and t if not, and t whenever it is lost again.
func goodput(p, l, t float64) float64 {
	return 1 / (1 + p*((1-p)*l+p*t) + p*p/(1-p)*t)
}

// charts are throughput and latency by bit error rate.
func charts(v experiment.Values) func(*experiment.Measured) ([]experiment.Chart, error) {
	return func(m *experiment.Measured) ([]experiment.Chart, error) {
		var bers []float64
		for _, x := range v.Floats("bers") {
			if x > 0 {
				bers = append(bers, x)
			}
		}
		flow := experiment.Chart{Name: "throughput", Title: "A network over lines with errors", X: "bit error rate",
			Y: "packets per packet time and node", LogX: true}
		flow.Curve(m, "permutation at load 1", bers, func(x float64) string { return runName(x, full) }, throughput)
		flow.Curve(m, "uniform traffic", bers, func(x float64) string { return runName(x, uniform) }, throughput)
		theory := experiment.Line{Name: "a line, by its contract", X: bers}
		for _, x := range bers {
			theory.Y = append(theory.Y, carried(v, x))
		}
		flow.Lines = append(flow.Lines, theory)
		delay := experiment.Chart{Name: "latency", Title: "A network over lines with errors: uniform traffic",
			X: "bit error rate", Y: "mean time in the network (cycles)", LogX: true}
		delay.Curve(m, "uniform traffic", bers, func(x float64) string { return runName(x, uniform) }, latency)
		return []experiment.Chart{flow, delay}, nil
	}
}

// carried is the goodput of the network's lines at a bit error rate.
func carried(v experiment.Values, ber float64) float64 {
	n := network(v)
	l := float64(n.LineRoundTrip())
	return goodput(damaged(ber, n.LineBits()), l, 2*l+l/2)
}
