package trees

import (
	"fmt"
	"math/bits"
	"slices"

	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/testbench/experiment"
)

// CyclesPerPacket is the packet time: 64 bytes at 8 bytes per cycle.
const CyclesPerPacket = 8

// The schemes that networks are built with.
var (
	RECNIQ   = recn.Scheme().Key     // with 0 SAQs the plain input-queued switch
	VOQsw    = voq.SwScheme().Key    // one queue per output port
	VOQnet   = voq.NetScheme().Key   // one queue per destination node
	RECNCIOQ = cioqrecn.Scheme().Key // RECN with buffers at inputs and outputs
)

// compared are these schemes, in the order in which they are shown.
func compared() fabric.Schemes {
	return fabric.Schemes{recn.Scheme(), voq.SwScheme(), voq.NetScheme(), cioqrecn.Scheme()}
}

// scheme is the one of that key.
func scheme(key string) fabric.Scheme {
	list := compared()
	return list[slices.IndexFunc(list, func(s fabric.Scheme) bool { return s.Key == key })]
}

// keys are those of the compared schemes.
func keys() []string {
	var list []string
	for _, s := range compared() {
		list = append(list, s.Key)
	}
	return list
}

// The rules of RECN-IQ. In all of them a SAQ is freed when it empties, and not while it
// has not had a packet yet (the ready bit): the RECN-IQ paper says "whenever a SAQ
// empties", which is an event. That it is freed whenever it is empty is another reading;
// 2 SAQs then give 67 % in the hot phase, where the paper has 80 % (R10).
const (
	ruleIQ = "iq" // an internal Xoff goes to the input that it is for
	ruleDD = "dd" // it goes to all inputs
	// as ruleDD, but the leaves of a tree are freed first: RECN before distributed deallocation
	ruleLeafFirst = "leaf-first"
)

// Network is everything that decides the netlist of a point.
type Network struct {
	Nodes       int // 16, 64, 256
	Ports       int // of a switch
	Scheme      string
	SAQs        int    // per port; 0 for VOQsw and VOQnet
	Slots       int    // packets per input port
	Detect      int    // thresholds, packets
	Xoff        int    //
	Xon         int    //
	LinkLatency int    // cycles
	Rule        string // of RECN-IQ: ruleIQ, ruleDD, ruleLeafFirst
	Queue       int    // packets that a node can hold back
	Depth       int    // VOQnet: packets of a destination's queue; 0: the default of fabric_tree
	Variant     string // "", or what makes the network another one than the settings
}

// Name is short, for people: "recn-iq, 4 SAQs".
func (n Network) Name() string {
	switch {
	case n.Scheme == RECNIQ && n.SAQs == 0:
		return "no SAQs"
	case n.Scheme == RECNIQ || n.Scheme == RECNCIOQ:
		return fmt.Sprintf("%s, %d SAQs", scheme(n.Scheme).Name, n.SAQs)
	}
	return scheme(n.Scheme).Name
}

// setup is the run of the network at that load.
func (n Network) setup(load float64) setup {
	s := setup{nodes: n.Nodes, scheme: n.Scheme, saqs: n.SAQs, rule: n.Rule, load: load}
	if !s.hasRule() {
		s.rule = ""
	}
	return s
}

// Hot is a phase of a run in which all nodes send a part of their packets to one
// node, or to several. The zero value is no such phase.
type Hot struct {
	Percent float64 // of every node's packets
	Node    int
	Nodes   int // number of hot nodes, equally far apart: 1 (or 0), 2, 4, 8
	Start   int // cycles
	Cycles  int
}

// Point is one run of a network.
type Point struct {
	Network
	Seed     uint32
	Load     float64 // packets per packet time and node
	Hot      Hot
	Warmup   int    // packet times before the window
	Measure  int    // packet times of the window
	Total    int    // packet times of the run, at least warmup + measure
	Interval int    // packet times per point of the trace; 0: no trace
	Latency  bool   // the trace has latencies, too
	Steady   bool   // the window measures a steady state
	Pattern  string // of the packets that are not hot: "" uniform, or a permutation of the nodes
}

// String names the point in messages.
func (p Point) String() string {
	s := fmt.Sprintf("nodes=%d scheme=%s saqs=%d", p.Nodes, p.Scheme, p.SAQs)
	if p.setup(1).hasRule() {
		s += " rule=" + p.Rule
	}
	s += fmt.Sprintf(" load=%s seed=%d", experiment.Number(p.Load), p.Seed)
	if p.Variant != "" {
		s += " variant=" + p.Variant
	}
	if p.Hot.Percent > 0 {
		s += fmt.Sprintf(" hot_percent=%s", experiment.Number(p.Hot.Percent))
	}
	if p.Hot.Nodes > 1 {
		s += fmt.Sprintf(" hot_nodes=%d", p.Hot.Nodes)
	}
	if p.Pattern != "" {
		s += " pattern=" + p.Pattern
	}
	return s
}

// cost is about proportional to the time that a point takes.
func (p Point) cost() int64 {
	weight := map[string]int64{VOQnet: 3, RECNCIOQ: 2}[p.Scheme]
	return max(weight, 1) * int64(p.levels()) * int64(p.Nodes) * int64(p.Total)
}

// levels is the number of levels of switches.
func (n Network) levels() int {
	for l := 1; l < 8; l++ {
		if (fabric.Params{Ports: n.Ports, Levels: l}).Nodes() == n.Nodes {
			return l
		}
	}
	panic(fmt.Sprintf("BUG: no tree of switches with %d ports has %d nodes", n.Ports, n.Nodes))
}

// params are the network as parameters of fabric_tree.
func (n Network) params() map[string]int {
	params := map[string]int{
		"levels": n.levels(), "ports": n.Ports, "scheme": scheme(n.Scheme).Number, "saqs": n.SAQs, "slots": n.Slots,
		"detect": n.Detect,
		"xoff":   n.Xoff, "xon": n.Xon, "link_latency": n.LinkLatency, "ready_bit": 1, "broadcast": 1, "queue": n.Queue,
	}
	if n.Scheme == RECNIQ && n.Rule == ruleIQ {
		params["broadcast"] = 0
	}
	if n.Scheme == RECNIQ && n.Rule == ruleLeafFirst {
		params["leaf_first"] = 1
	}
	if n.Depth > 0 {
		params["depth"] = n.Depth
	}
	return params
}

// patterns are the permutations of the nodes, by the names of settings, as the
// input pattern of fabric_tree.
var patterns = map[string]uint64{"complement": 1, "reversal": 2, "half": 3}

// certain is probability 1 on the ports load and hot_rate.
const certain = 1 << 16

// point is p as a run of fabric_tree: the cycles in which the route tables are
// loaded, then the run with a window in which the counters count.
func (p Point) point() experiment.Point {
	on, off := map[string]uint64{"measure": 1}, map[string]uint64{"measure": 0}
	s := experiment.Stimulus{
		Inputs: map[string]uint64{
			"seed": uint64(p.Seed), "load": uint64(p.Load*certain + 0.5), "enable": 1,
			"hot_rate": uint64(p.Hot.Percent/100*certain + 0.5), "hot_node": uint64(p.Hot.Node),
			"hot_end": uint64(p.Hot.Start + p.Hot.Cycles),
		},
		Phases: []experiment.Phase{
			{Cycles: p.Nodes, Expect: map[string]uint64{"ready": 1}},
			{Cycles: p.Warmup * CyclesPerPacket},
			{Cycles: p.Measure * CyclesPerPacket, Inputs: on},
			{Cycles: (p.Total - p.Warmup - p.Measure) * CyclesPerPacket, Inputs: off},
		},
		Outputs: []string{"error", "digest"},
		Errors:  []string{"error", "order_errors", "payload_errors", "misroutes"},
	}
	for name, x := range map[string]uint64{"pattern": patterns[p.Pattern], "hot_start": uint64(p.Hot.Start),
		"hot_count": uint64(bits.Len(uint(p.Hot.Nodes / 2)))} {
		if x > 0 {
			s.Inputs[name] = x
		}
	}
	if p.Steady {
		s.Phases[2].Steady = &experiment.Steady{Rate: []string{"received"}, Sum: "latency_sum", Count: []string{"received"}}
	}
	if p.Interval > 0 {
		s.Trace = experiment.Trace{Output: "delivered", Start: p.Nodes, Interval: p.Interval * CyclesPerPacket}
	}
	if p.Latency {
		s.Trace.Counters = []string{"received", "latency_sum"}
		for bin := range LatencyBins {
			s.Trace.Counters = append(s.Trace.Counters, fmt.Sprintf("latency_%d", bin))
		}
	}
	return experiment.Point{Name: p.String(), Block: "fabric_tree", Params: p.params(), Stimulus: s, Cost: p.cost(),
		Spec: p}
}

// add plans a run of a network.
func add(plan *experiment.Plan, s setup, p Point) { plan.Add(s.String(), p.Seed, p.point()) }

// run is a point with its result.
type run struct {
	point  Point
	result Result
}

func runOf(r experiment.Run) run { return run{r.Point.Spec.(Point), resultOf(r.Result)} }

// each makes a quantity of a run one of a point of this package.
func each(of func(run) float64) func(experiment.Run) float64 {
	return func(r experiment.Run) float64 { return of(runOf(r)) }
}

func (r run) throughput() float64 { return r.result.Throughput(r.point) }

// setup names a run among those of a plan with the same seed.
type setup struct {
	nodes   int
	scheme  string
	saqs    int
	rule    string // of RECN-IQ with SAQs
	load    float64
	hot     bool
	variant string // "": the network of the settings
	traffic string // "": uniform, or as hot says; otherwise a name of trafficNames
}

// iq is a run of RECN-IQ at full load with the rules of the RECN-IQ paper.
func iq(nodes, saqs int) setup { return recnIQ(nodes, saqs, ruleIQ) }

// dd is iq with the rules of the RECN-DD paper.
func dd(nodes, saqs int) setup { return recnIQ(nodes, saqs, ruleDD) }

func recnIQ(nodes, saqs int, rule string) setup {
	s := setup{nodes: nodes, scheme: RECNIQ, saqs: saqs, load: 1}
	if s.hasRule() {
		s.rule = rule
	}
	return s
}

// other is a run of another scheme at full load, of RECN-CIOQ with the papers' number of SAQs.
func other(scheme string, nodes int) setup {
	s := setup{nodes: nodes, scheme: scheme, load: 1}
	if scheme == RECNCIOQ {
		s.saqs = referenceSAQs
	}
	return s
}

func (s setup) at(load float64) setup     { s.load = load; return s }
func (s setup) hotspot() setup            { s.hot = true; return s }
func (s setup) uniform() setup            { s.hot = false; return s }
func (s setup) with(variant string) setup { s.variant = variant; return s }
func (s setup) under(traffic string) setup {
	s.traffic = traffic
	return s
}
func (s setup) hasRule() bool { return s.scheme == RECNIQ && s.saqs > 0 }
func (s setup) hasSAQs() bool { return s.scheme == RECNIQ || s.scheme == RECNCIOQ }

// String says which settings ask for the run.
func (s setup) String() string {
	text := fmt.Sprintf("nodes=%d, schemes=%s, ", s.nodes, s.scheme)
	if s.hasSAQs() {
		text += fmt.Sprintf("saqs=%d, ", s.saqs)
	}
	if s.hasRule() {
		text += fmt.Sprintf("rules=%s, ", s.rule)
	}
	if s.variant != "" {
		text += fmt.Sprintf("variants=%s, ", s.variant)
	}
	text += "loads=" + experiment.Number(s.load)
	if s.hot {
		text += ", hot-spot"
	}
	if s.traffic != "" {
		text += ", traffic=" + s.traffic
	}
	return text
}

// describe names a run for a reader: "64 nodes, RECN-IQ, 4 SAQs, load 1".
func (s setup) describe() string {
	n := Network{Scheme: s.scheme, SAQs: s.saqs}
	text := fmt.Sprintf("%d nodes, %s, load %s", s.nodes, n.Name(), experiment.Number(s.load))
	if s.rule == ruleLeafFirst {
		text += ", leaves first"
	}
	if s.variant != "" {
		text += ", " + variants[s.variant].doc
	}
	if s.traffic != "" {
		text += ", " + trafficNames[s.traffic]
	}
	if s.hot {
		text += ", hot-spot"
	}
	return text
}
