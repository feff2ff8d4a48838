package experiment

import (
	"fmt"
	"math"

	"culprit.example/culprit/testbench/experiment"
)

// block is the network that the experiments run on.
const block = "clos_network"

// Point is one run. Times are in cell times of the external lines.
type Point struct {
	Params  map[string]int // of the network, that differ from the defaults
	LF      int            // percent
	Nodes   int
	Seed    uint32
	Load    float64 // lambda: cells per cell time to a destination that is not hot
	Burst   float64 // mean length of a burst, cells; 1: smooth
	Own     float64 // w of unbalanced traffic
	Hot     int     // hot destinations: 0, or a power of two
	Factor  float64 // load of a hot destination
	Reserve bool    // RB; false: IR
	Rate    float64 // L_G: grants per cell time
	Warmup  int
	Measure int
	Blocked [2]int  // the fabric's hot outputs send nothing from one cell time to another, or never
	Long    float64 // beat mode: packets that are long; the others have 40 bytes
	Length  int     // beat mode: beats of a long packet; 0: cell mode
	Incast  bool    // after the warm-up all nodes make one packet to the hot one at once
}

// never is the end of a block that lasts for ever.
const never = -1

// shortBeats are the beats of a short packet, and of the payload of a cell.
const shortBeats = 5

// perCell are the fabric cycles of a cell time, in 1/100.
func (p Point) perCell() int {
	if p.Length > 0 {
		return shortBeats * p.LF
	}
	return p.LF
}

// cycles are the fabric cycles of the given number of cell times.
func (p Point) cycles(cells int) int { return cells * p.perCell() / 100 }

// meanCells is the mean length of a packet in beat mode, in cells, by which idle time is
// longer; 1 in cell mode, where a packet time is the unit.
func (p Point) meanCells() float64 {
	if p.Length == 0 {
		return 1
	}
	return 1 - p.Long + p.Long*float64(p.Length)/shortBeats
}

// cellsOfPacket is the length of the packets.
func (p Point) cellsOfPacket() int { return max(1, p.Params["max_p"]) }

// PerInput is the load that each source makes.
func (p Point) PerInput() float64 {
	n, h := float64(p.Nodes), float64(p.Hot)
	return p.Load*(n-h)/n + p.Factor*h/n
}

// hotShare is the part of it that goes to hot destinations.
func (p Point) hotShare() float64 {
	if p.Hot == 0 {
		return 0
	}
	return p.Factor * float64(p.Hot) / float64(p.Nodes) / p.PerInput()
}

// Bits of the probabilities of the network's inputs.
const (
	fineBits = 20
	rateBits = 16
)

// rate is a probability in parts of one.
func rate(x float64, one int) uint64 { return uint64(math.Round(x * float64(one))) }

// inputs are the held inputs of the network.
func (p Point) inputs() map[string]uint64 {
	load := p.PerInput()
	// An idle cell time begins a burst with the chance s: a burst of B cells follows
	// (1-s)/s idle cell times on average.
	start := load / (load + p.Burst*p.meanCells()*(1-load))
	hot := rate(p.hotShare(), 1<<rateBits)
	if p.Incast {
		hot = 1 // there is a hot node, with next to no traffic
	}
	in := map[string]uint64{
		"seed": uint64(p.Seed), "start": rate(start, 1<<fineBits), "stop": rate(1/p.Burst, 1<<fineBits),
		"own":      rate(p.Own, 1<<rateBits),
		"hot_rate": hot, "enable": 1, "measure": 1,
		"block_start": uint64(p.cycles(p.Blocked[0])), "block_end": uint64(p.cycles(p.Blocked[1])),
	}
	if p.Blocked[1] == never {
		in["block_end"] = 1<<32 - 1
	}
	if p.Length > 0 {
		in["long_rate"], in["long_length"] = rate(p.Long, 1<<rateBits), uint64(p.Length)
	}
	if p.Reserve {
		in["reserve"] = 1
	}
	if p.Rate > 0 {
		in["grant_rate"] = rate(p.Rate, 16)
	}
	if p.Hot > 0 {
		in["hot_mask"] = uint64(p.Hot - 1)
	}
	return in
}

// reserved is a point without load that reserves buffers of 7 grants, but for the
// parameters given.
func reserved(nodes int, seed uint32, params map[string]int) Point {
	all := map[string]int{"ports": radix(nodes), "g": fullGrant, "b_reasm": 13107, "fc_init": 900, "slots_out": 900,
		"voq": 1024}
	for name, x := range params {
		all[name] = x
	}
	return Point{Params: all, LF: 100, Nodes: nodes, Seed: seed, Burst: 1, Reserve: true, Rate: 10}
}

// during is the point with these times, from the settings of its experiment.
func (p Point) during(v experiment.Values) Point {
	p.Warmup, p.Measure = v.Int("warmup"), v.Int("measure")
	return p
}

// Plan is the run as the experiments' package wants it.
func (p Point) Plan() experiment.Point {
	params := map[string]int{"lf": p.LF}
	for name, x := range p.Params {
		params[name] = x
	}
	name := fmt.Sprintf("nodes=%d lf=%d load=%.3g hot=%d burst=%g seed=%d", p.Nodes, p.LF, p.Load, p.Hot, p.Burst, p.Seed)
	if p.Length > 0 {
		name += fmt.Sprintf(" long=%g length=%d", p.Long, p.Length)
	}
	return experiment.Point{
		Name:   name,
		Block:  block,
		Params: params,
		Stimulus: experiment.Stimulus{
			Inputs: p.inputs(),
			Phases: p.phases(),
			Errors: []string{"order_errors", "misroutes", "error"}, Outputs: []string{"error"},
		},
		Cost: int64(p.cycles(p.Warmup+p.Measure)) * int64(p.Nodes),
		Spec: p,
	}
}

// phases are warm-up and measuring. An incast takes a packet time between them, so each
// node makes one packet in it.
func (p Point) phases() []experiment.Phase {
	held := p.inputs()
	list := []experiment.Phase{{Cycles: p.cycles(p.Warmup)}}
	if p.Incast {
		list = append(list, experiment.Phase{Cycles: p.cycles(p.cellsOfPacket()),
			Inputs: map[string]uint64{"start": 1 << fineBits, "hot_rate": 1 << rateBits}})
	}
	return append(list,
		experiment.Phase{Cycles: 1, Inputs: map[string]uint64{"clear": 1, "start": held["start"],
			"hot_rate": held["hot_rate"]}},
		experiment.Phase{Cycles: p.cycles(p.Measure), Inputs: map[string]uint64{"clear": 0}, Steady: p.steady()},
		experiment.Phase{Cycles: 4, Inputs: map[string]uint64{"measure": 0, "block_end": 0}}, // the audit drains the network
	)
}

// steady are the counters of destinations that are not hot, if the run measures a steady state.
func (p Point) steady() *experiment.Steady {
	if p.Warmup == 0 || p.Incast || p.Blocked[1] > 0 {
		return nil
	}
	return &experiment.Steady{Rate: []string{"received"}, Sum: "latency_sum", Count: []string{"packets"}}
}

// The quantities of a run. Throughput is in cells per cell time and node, delays in cell
// times.

// Throughput of the destinations that are not hot. In beat mode what is received are
// beats.
func Throughput(r experiment.Run) float64 {
	p := r.Point.Spec.(Point)
	return float64(r.Result.Counters["received"]) / float64(p.perCell()/p.LF) / float64(p.Measure) / float64(p.Nodes-p.Hot)
}

// Offered is what the sources accepted for them.
func Offered(r experiment.Run) float64 {
	p := r.Point.Spec.(Point)
	return float64(r.Result.Counters["made"]) * float64(p.cellsOfPacket()) / float64(p.Measure) / float64(p.Nodes-p.Hot)
}

// HotThroughput of the hot destinations.
func HotThroughput(r experiment.Run) float64 {
	p := r.Point.Spec.(Point)
	return float64(r.Result.Counters["hot_received"]) / float64(p.Measure) / float64(p.Hot)
}

// Delay is the mean delay of the cells to destinations that are not hot.
func Delay(r experiment.Run) float64 {
	c := r.Result.Counters
	p := r.Point.Spec.(Point)
	return float64(c["latency_sum"]) / float64(c["packets"]) * 100 / float64(r.Point.Params["lf"]*(p.perCell()/p.LF))
}
