package experiment

import (
	"fmt"
	"math"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/testbench/experiment"
)

// The variants of congestion management.
const (
	pauseOnly = "pause"
	atOutputs = "out"
	arrival   = "arr"
	occupancy = "dos"
	random    = "ros"
)

var (
	variants = []string{pauseOnly, atOutputs, arrival, occupancy, random}
	atInputs = []string{arrival, occupancy, random}
	byBuffer = []string{occupancy, random}
)

// inputs are what a variant holds.
var inputs = map[string]map[string]uint64{
	pauseOnly: {},
	atOutputs: {"cp_out": 1},
	arrival:   {"cp_in": 1, "policy": qcn.PolicyArrival},
	occupancy: {"cp_in": 1, "policy": qcn.PolicyDOS},
	random:    {"cp_in": 1, "policy": qcn.PolicyROS},
}

// Servers of the experiments.
const (
	sources  = 4 // 0 to 3 send from the start
	late     = 4 // sends in the middle third
	idle     = 5 // receives from the victim flow only
	hot      = 6 // receives from all others
	frame    = 1522
	fullRate = 1000 // in 1/1000 of the line
	victim   = 700
	beside   = 300 // of the source that the victim flow comes from, to the hot server
	start    = 100 // cycle in which the flows become active
	gigabits = 10.0
)

// line is the rate of the links. The times of QCN are the same at each, so that they
// are other numbers of cycles and parts of the line rate.
type line struct {
	cyclesPer int // ms
	params    map[string]int
}

// lines are the rates that can be chosen, Gb/s.
var lines = map[int]line{
	10: {cyclesPer: 19531, params: map[string]int{}},
	100: {cyclesPer: 195312, params: map[string]int{"timer": 2929688, "r_ai": 52, "r_hai": 524, "min_rate": 105,
		"reaction_time": 469}},
}

// settings of both experiments.
func settings() []experiment.Setting {
	return append([]experiment.Setting{
		{Name: "variants", Default: "pause,out,arr,dos,ros", List: true, Words: variants,
			Doc: "congestion management: PAUSE alone, congestion points at outputs, at inputs with arrival, deterministic or random occupancy sampling"},
		{Name: "ms", Default: "300", Min: 30, Max: 510, Whole: true,
			Doc: "length of the run, ms at 10 Gb/s; a multiple of 30"},
		{Name: "gbits", Default: "10", Words: []string{"10", "100"},
			Doc: "rate of the links, Gb/s; at 100 a run takes ten times as many cycles"},
	}, append(blockSettings(), experiment.FaultSettings()...)...)
}

// plan has a run for each variant and seed.
func plan(v experiment.Values, seeds []uint32, victims bool) (*experiment.Plan, int, error) {
	ms := v.Int("ms")
	if ms%30 != 0 {
		return nil, 0, fmt.Errorf("ms=%d is no multiple of 30, which thirds of 10 ms need: give ms=%d or ms=%d", ms, ms/30*30,
			ms/30*30+30)
	}
	gbits := 10
	if v.Word("gbits") == "100" {
		gbits = 100
	}
	p := &experiment.Plan{Deviations: v.Differing([]string{"ms", "gbits", "blocked", "blocked_from", "blocked_to"})}
	b, given, err := blockOf(v, gbits)
	if err != nil {
		return nil, 0, err
	}
	for _, variant := range v.Words("variants") {
		for _, seed := range seeds {
			one := point(gbits, variant, seed, ms, victims)
			if given {
				p.Add(blocked(variant), seed, b.in(one))
				continue
			}
			p.Add(named(variant), seed, one)
			p.Add(blocked(variant), seed, longBlock(gbits).in(point(gbits, variant, seed, blockedMs[gbits], victims)))
		}
	}
	return p, ms, nil
}

// named is how claims name a run, blocked how they name that in which a server is
// blocked.
func named(variant string) string   { return "variants=" + variant }
func blocked(variant string) string { return "blocked, variants=" + variant }

// point is a run at some Gb/s.
func point(gbits int, variant string, seed uint32, ms int, victims bool) experiment.Point {
	cyclesPer, params := lines[gbits].cyclesPer, map[string]int{"windows": ms}
	for name, x := range lines[gbits].params {
		params[name] = x
	}
	held := map[string]uint64{"pause": 1, "seed": uint64(seed) * 2654435761 % (1 << 32), "window": uint64(cyclesPer),
		"runs_until": uint64(10 * cyclesPer)}
	for name, x := range inputs[variant] {
		held[name] = x
	}
	third := uint64(ms / 3 * cyclesPer)
	phases := []experiment.Phase{}
	flow := func(server, number, dst, rate int, from, to uint64) {
		phases = append(phases, setFlow(server, number, dst, frame, rate, from, to))
	}
	for i := range sources {
		switch {
		case i == 0 && victims:
			flow(i, 0, hot, beside, start, math.MaxUint32)
			flow(i, 1, idle, victim, start, math.MaxUint32)
		default:
			flow(i, 0, hot, fullRate, start, math.MaxUint32)
		}
	}
	flow(late, 0, hot, fullRate, third, 2*third)
	phases = append(phases, experiment.Phase{Cycles: ms*cyclesPer + 1000, Inputs: map[string]uint64{"set_valid": 0}})
	name := "fan-in"
	if victims {
		name = "victim"
	}
	if gbits != 10 {
		name += fmt.Sprintf(" gbits=%d", gbits)
	}
	return networkPoint(fmt.Sprintf("%s variant=%s ms=%d seed=%d", name, variant, ms, seed), params, held, phases,
		ms*gbits/10)
}

// setFlow is the cycle in which a flow is written into its server.
func setFlow(server, number, dst, length, rate int, from, to uint64) experiment.Phase {
	return experiment.Phase{Cycles: 1, Inputs: map[string]uint64{
		"set_valid": 1, "set_server": uint64(server), "set_flow": uint64(number), "set_dst": uint64(dst),
		"set_length": uint64(length), "set_rate": uint64(rate), "set_start": from, "set_stop": to,
	}}
}

func networkPoint(name string, params map[string]int, held map[string]uint64, phases []experiment.Phase,
	cost int) experiment.Point {
	return experiment.Point{
		Name: name, Block: "qcn_network", Params: params,
		Stimulus: experiment.Stimulus{
			Inputs: held, Phases: phases, Outputs: []string{"error"},
			Errors: []string{"error", "dropped", "frames_out_of_order", "wrong_beats", "frames_astray"},
		},
		Cost: int64(cost),
	}
}

// run is a result with what is computed from it.
type run struct{ experiment.Run }

func (r run) counter(name string) float64 { return float64(r.Result.Counters[name]) }

// until is a counter of windows at a time in ms.
func (r run) until(ms int, name func(window int) string) float64 {
	if ms == 0 {
		return 0
	}
	return r.counter(name(ms - 1))
}

// between is what a counter of windows counts from one time to another.
func (r run) between(from, to int, name func(window int) string) float64 {
	return r.until(to, name) - r.until(from, name)
}

// perMs is how many cycles a millisecond has.
func (r run) perMs() float64 { return float64(r.Point.Stimulus.Inputs["window"]) }

// rate of the flow between two servers, with preamble and gap, in tenths of the line:
// in Gb/s at 10 Gb/s.
func (r run) rate(source, server, from, to int) float64 {
	bytes := r.between(from, to, func(w int) string { return spineleaf.BytesCounter(server, source, 0, w) })
	return bytes / (float64(to-from) * r.perMs() * qcn.BeatBytes) * gigabits
}

// notices are the CNMs that a server got about a destination, up to a millisecond.
func (r run) notices(server, about, to int) float64 {
	return r.between(0, to, func(w int) string { return spineleaf.NoticesCounter(server, about, w) })
}

// stops are those of all servers.
func (r run) stops(from, to int) float64 {
	sum := 0.0
	for server := range hot + 1 {
		sum += r.between(from, to, func(w int) string { return spineleaf.StopsCounter(server, w) })
	}
	return sum
}

// spread is the largest rate of the first flows over the smallest.
func (r run) spread(from, to int) float64 {
	low, high := math.Inf(1), 0.0
	for i := range sources {
		x := r.rate(i, hot, from, to)
		low, high = min(low, x), max(high, x)
	}
	return high / low
}

// least is the smallest rate of the first flows.
func (r run) least(from, to int) float64 {
	low := math.Inf(1)
	for i := range sources {
		low = min(low, r.rate(i, hot, from, to))
	}
	return low
}

// inVariant is a quantity of the run of a variant.
func inVariant(variant string, quantity func(run) float64) experiment.Samples {
	return inRun(named(variant), quantity)
}

// inRun is a quantity of a run, by the name that claims use.
func inRun(name string, quantity func(run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{name},
		Of: func(runs []experiment.Run) float64 { return quantity(run{runs[0]}) }}
}

// window is a span of time in ms.
type window struct{ from, to int }

// steady are the second halves of the thirds of a run.
func steady(ms int) []window {
	third := ms / 3
	list := []window{}
	for i := range 3 {
		list = append(list, window{i*third + third/2, (i + 1) * third})
	}
	return list
}

// most is the largest of a quantity over windows.
func most(windows []window, quantity func(i int, w window) float64) float64 {
	x := math.Inf(-1)
	for i, w := range windows {
		x = max(x, quantity(i, w))
	}
	return x
}
