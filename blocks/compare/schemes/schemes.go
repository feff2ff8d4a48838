package schemes

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/workload"
)

// cyclesPerPacket is the packet time, in cycles of the links of the nodes, which carry 8 bytes per cycle.
const (
	cyclesPerPacket = 8
	packetBits      = 8 * 64 // but in quantized
	nodeQueue       = 4096   // packets that the hardware of a node holds, but where a setting says otherwise
)

// scheme is one of those that are compared.
type scheme struct {
	key, name string
	system    system
}

// system is a network with its nodes, as a scheme has it.
type system interface {
	block() string
	params(p planned) map[string]int
	// stimulus is what comes before the traffic, which the host makes.
	stimulus(p planned, seed uint32) experiment.Stimulus
	// cost is how long a packet time of a node takes, in about the same unit for all.
	cost(p planned) int64
	memory(p planned) memory
}

// memory is the memory for packets.
type memory struct {
	ports    int // of all switches
	portBits int // at each, inputs and outputs together
	nodeBits int // of each node, behind the network
	packet   int // bits of a packet
}

// bits are those of the network and its nodes.
func (m memory) bits(nodes int) int { return m.ports*m.portBits + nodes*m.nodeBits }

// all are the schemes, in the order in which they are shown.
var all = []scheme{
	{"1q", "one queue", tree{recn.Scheme(), false}},
	{voq.SwScheme().Key, voq.SwScheme().Name, tree{voq.SwScheme(), false}},
	{voq.NetScheme().Key, voq.NetScheme().Name, tree{voq.NetScheme(), false}},
	{recn.Scheme().Key, recn.Scheme().Name, tree{recn.Scheme(), true}},
	{cioqrecn.Scheme().Key, cioqrecn.Scheme().Name, tree{cioqrecn.Scheme(), true}},
	{"rg", "request-grant", requestGrant{reserve: true}},
	{"rg-rate", "RG, rate only", requestGrant{reserve: false}},
	{"pause", "PAUSE", quantized{}},
	{"qcn", "QCN", quantized{points: true, sampled: byArrival}},
	{"qcn-occupancy", "unbiased QCN", quantized{points: true, sampled: byOccupancy}},
}

// Names of schemes that claims are about.
var (
	oneQueue  = all[0].key
	voqNet    = all[2].key
	recnIQ    = all[3].key
	recnCIOQ  = all[4].key
	reserved  = all[5].key
	regulated = all[6].key
	pauseOnly = all[7].key
	standard  = all[8].key
	unbiased  = all[9].key
)

// onTrees are the schemes whose packets take the routes of the tree.
func onTrees() (list []string) {
	for _, s := range all {
		if _, ok := s.system.(tree); ok {
			list = append(list, s.key)
		}
	}
	return list
}

func keys() (list []string) {
	for _, s := range all {
		list = append(list, s.key)
	}
	return list
}

func schemeOf(key string) scheme {
	return all[slices.IndexFunc(all, func(s scheme) bool { return s.key == key })]
}

const experimentName = "compare"

// Experiments is the comparison.
func Experiments() []*experiment.Experiment { return []*experiment.Experiment{compare} }

var compare = &experiment.Experiment{
	Name: experimentName,
	Doc:  "schemes of congestion management under the same workloads, on networks with as many nodes, beside an ideal output-queued network",
	Settings: []experiment.Setting{
		{Name: "nodes", Default: "16", Words: []string{"16", "64"}, Doc: "nodes of the network"},
		{Name: "schemes", Default: strings.Join(keys(), ","), List: true, Words: keys(),
			Doc: "what to compare; paired.csv compares with the last of them"},
		{Name: "workloads", Default: strings.Join(builtInNames(), ","), List: true, Words: builtInNames(),
			Doc: "traffic, of those built in"},
		{Name: "workload", Default: "none", Free: "path of a file with a workload, or none",
			Doc: "traffic of your own instead"},
		{Name: "hot_percent", Default: "20", Min: 0.01, Max: 100,
			Doc: "hot-spot: part of every node's packets that go to the hot node, %"},
		{Name: "load", Default: "0.9", Min: 0.01, Max: 1, Doc: "load of the permutations, packets per packet time and node"},
		{Name: "warm", Default: "1000", Min: 0, Max: 1e6, Whole: true, Doc: "packet times before the window"},
		{Name: "measure", Default: "3000", Min: 100, Max: 1e6, Whole: true, Doc: "packet times of the window"},
		{Name: "drain", Default: "auto", Min: 0, Max: 1e6, Whole: true, Auto: true,
			Doc: "packet times after the window at most, until the messages of the window have arrived; traffic goes on. auto: 500 per node"},
		{Name: "sample", Default: "64", Min: 8, Max: 1e5, Whole: true, Doc: "packet times per value of series.csv"},
		{Name: "slots", Default: "64", Min: 10, Max: 128, Whole: true, Doc: "packet slots per input port of a switch"},
		{Name: "depth", Default: "4", Words: []string{"2", "4", "8", "16"},
			Doc: "voqnet: packet slots of a destination's queue"},
		{Name: "saqs", Default: "4", Min: 1, Max: 8, Whole: true, Doc: "set-aside queues per port of recn-iq and recn-cioq"},
		{Name: "link_latency", Default: "2", Min: 1, Max: 16, Whole: true, Doc: "registers of a link, cycles"},
		{Name: "fabric_speed", Default: "125", Words: []string{"100", "125", "150", "200"},
			Doc: "rg and rg-rate: speed of the links between switches, and to and from the nodes' adapters, in % of the links of the others"},
		{Name: "queue", Default: "4096", Min: 16, Max: 65536, Whole: true,
			Doc: "trees: packets that the hardware of a node holds; those of messages behind them wait in its software"},
	},
	Design: plan,
}

// setUp are the settings that claims were written for.
var setUp = []string{"hot_percent", "load", "warm", "measure", "drain", "slots", "depth", "saqs", "link_latency",
	"fabric_speed", "queue"}

// switchPorts is the number of ports of the switches, leaf the number of nodes at one.
const (
	switchPorts = 8
	leaf        = switchPorts / 2
)

// drainPerNode is twice what a built-in incast takes for each sender.
const drainPerNode = 500

// spec is a point of the comparison.
type spec struct {
	scheme   scheme
	traffic  string // name of the workload
	workload *workload.Workload
	setup    workload.Setup
}

// planned is the comparison while it is planned.
type planned struct {
	*experiment.Plan
	v       experiment.Values
	nodes   int
	traffic []*workload.Workload
	ideals  ideals
}

func plan(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	p := planned{&experiment.Plan{Deviations: v.Differing(setUp)}, v, v.Int("nodes"), nil, ideals{}}
	var err error
	if p.traffic, err = workloads(v, p.nodes); err != nil {
		return nil, err
	}
	if least := 2 + 2*v.Int("saqs"); v.Int("slots") < least {
		return nil, fmt.Errorf("slots=%d is too few for saqs=%d: give at least slots=%d (2 for the cold queue, 2 per SAQ)",
			v.Int("slots"), v.Int("saqs"), least)
	}
	for _, key := range v.Words("schemes") {
		if _, ok := schemeOf(key).system.(quantized); ok && v.Int("slots") < fewestSlots {
			return nil, fmt.Errorf("slots=%d is too few for schemes=%s, in which frames come after a STOP: give at least slots=%d, or schemes without it",
				v.Int("slots"), key, fewestSlots)
		}
	}
	for _, w := range p.traffic {
		for _, key := range v.Words("schemes") {
			for _, seed := range seeds {
				p.Add(runName(w.Name, key), seed, p.point(schemeOf(key), w, seed))
			}
		}
	}
	p.Claims = p.claims()
	p.Tables = p.tables
	return p.Plan, nil
}

// workloads are those that the settings ask for.
func workloads(v experiment.Values, nodes int) (list []*workload.Workload, err error) {
	name := v.Word("workload")
	if name != "none" {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read the workload: %w", err)
		}
		w, err := workload.Parse(name, string(text))
		if err != nil {
			return nil, err
		}
		return []*workload.Workload{w}, w.Check(nodes)
	}
	for _, name := range v.Words("workloads") {
		w, err := workload.Parse(name, builtIn(v, name))
		if err == nil {
			err = w.Check(nodes)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

// runName is the name of a run in the plan.
func runName(traffic, scheme string) string {
	return fmt.Sprintf("workloads=%s, schemes=%s", traffic, scheme)
}

// levels is the number of levels of switches.
func (p planned) levels() int {
	levels := 2
	for n := leaf * leaf; n < p.nodes; n *= leaf {
		levels++
	}
	return levels
}

// point is the run of a workload in a scheme.
func (p planned) point(s scheme, w *workload.Workload, seed uint32) experiment.Point {
	v := p.v
	setup := workload.Setup{Seed: seed, Nodes: p.nodes, Warm: v.Int("warm"), Measure: v.Int("measure"),
		Drain: v.IntOr("drain", drainPerNode*p.nodes), Leaf: leaf, Latency: v.Int("link_latency"), Sample: v.Int("sample")}
	return experiment.Point{
		Name:     fmt.Sprintf("nodes=%d workload=%s scheme=%s seed=%d", p.nodes, w.Name, s.key, seed),
		Block:    s.system.block(),
		Params:   s.system.params(p),
		Stimulus: s.system.stimulus(p, seed),
		Host:     w.Host(setup),
		Cost:     s.system.cost(p) * int64(p.nodes) * int64(setup.Warm+setup.Measure+setup.Drain),
		Spec:     spec{s, w.Name, w, setup},
	}
}
