package trees

import (
	"cmp"
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// trees is about congestion trees of other shapes than the papers' figures have, and
// about the conditions under which schemes are compared.
var trees = &experiment.Experiment{
	Name: "recn-trees",
	Doc:  "congestion inside the network, several trees, a hot phase in the middle of a run, equal memory (RECN-DD introduction, section II)",
	Settings: append([]experiment.Setting{
		{Name: "scenarios", Default: "permutations,hot-nodes,middle,memory,queue,cioq,order,ports", List: true,
			Words: scenarioNames(),
			Doc:   "what to run: permutations of the nodes; 1 to 8 hot nodes; a hot phase in the middle; equal memory; smaller queues of nodes; RECN-CIOQ with 0 to 8 SAQs; RECN before distributed deallocation; switches of 16 ports"},
		{Name: "nodes", Default: "64", Words: []string{"16", "64"}, Doc: "nodes of the network"},
		{Name: "hot_percent", Default: "10", Min: 0.1, Max: 100,
			Doc: "part of every node's packets that go to the hot node, %; three times as many if there may be several"},
		{Name: "settle", Default: "4000", Min: 0, Max: 1e6, Whole: true,
			Doc: "packet times before measuring; with a hot phase it is on from the start"},
		{Name: "measure", Default: "6000", Min: 100, Max: 1e6, Whole: true, Doc: "packet times of measuring"},
		{Name: "middle_load", Default: "0.5", Min: 0.01, Max: 1,
			Doc: "offered load of the run with a hot phase in the middle, packets per packet time and node"},
		{Name: "calm", Default: "6000", Min: 100, Max: 1e6, Whole: true,
			Doc: "packet times before the hot phase in the middle"},
		{Name: "hot", Default: "6000", Min: 100, Max: 1e6, Whole: true, Doc: "packet times of the hot phase in the middle"},
		{Name: "total", Default: "40000", Min: 100, Max: 1e6, Whole: true,
			Doc: "packet times of the run with a hot phase in the middle"},
		{Name: "interval", Default: "2000", Min: 1000, Max: 1e6, Whole: true,
			Doc: "packet times per point of the curves over time"},
		{Name: "slots", Default: "64", Min: 18, Max: 128, Whole: true, Doc: "packet slots per input port"},
		{Name: "link_latency", Default: "2", Min: 1, Max: 16, Whole: true, Doc: "registers of a link, cycles"},
		clockSetting(),
	}, experiment.FaultSettings()...),
	Design: planTrees,
}

// scenarios are the parts of the experiment: what they add to its plan.
var scenarios = []struct {
	name string
	add  func(t *treePlan)
	show func(v experiment.Values, m *experiment.Measured) []experiment.Chart
}{
	{"permutations", (*treePlan).permutations, nil},
	{"hot-nodes", (*treePlan).hotNodes, hotNodesChart},
	{"middle", (*treePlan).middle, middleCharts},
	{"memory", (*treePlan).memory, nil},
	{"queue", (*treePlan).queue, nil},
	{"cioq", (*treePlan).cioq, nil},
	{"order", (*treePlan).order, orderChart},
	{"ports", (*treePlan).ports, nil},
}

func scenarioNames() (names []string) {
	for _, s := range scenarios {
		names = append(names, s.name)
	}
	return names
}

// Names of traffic: a permutation of the nodes, a number of hot nodes, or a hot phase in
// the middle.
var trafficNames = map[string]string{
	"complement": "to the complement", "reversal": "to the bits reversed", "half": "half of the nodes on",
	"hot-1": "1 hot node", "hot-2": "2 hot nodes", "hot-4": "4 hot nodes", "hot-8": "8 hot nodes",
	"middle": "hot phase in the middle",
}

var hotCounts = []int{1, 2, 4, 8}

// severalPercent is how much larger the hot part is where several nodes may be hot:
// of 8 hot nodes each must still be asked for more than its link.
const severalPercent = 3

// treePlan is the plan while it is made.
type treePlan struct {
	plan  *experiment.Plan
	v     experiment.Values
	seeds []uint32
	nodes int
}

func planTrees(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
	if calm, hot, least := v.Int("calm"), v.Int("hot"), v.Int("total")-4*v.Int("interval"); calm+hot > least {
		return nil, fmt.Errorf(
			"total=%d packet times is too short to see what comes after the hot phase: give at least total=%d (calm %d, hot %d, 4 intervals)",
			v.Int("total"),
			calm+hot+4*v.Int("interval"),
			calm,
			hot)
	}
	t := &treePlan{plan: &experiment.Plan{Deviations: v.Differing(treeSetUp), Tables: tables(v.Float("clock"))}, v: v,
		seeds: seeds, nodes: v.Int("nodes")}
	for _, s := range scenarios {
		if slices.Contains(v.Words("scenarios"), s.name) {
			s.add(t)
		}
	}
	t.plan.Claims = treeClaims(t.nodes, v.Float("middle_load"))
	t.plan.Charts = func(m *experiment.Measured) (list []experiment.Chart, err error) {
		for _, s := range scenarios {
			if s.show != nil && slices.Contains(v.Words("scenarios"), s.name) {
				list = append(list, s.show(v, m)...)
			}
		}
		return list, nil
	}
	return t.plan, nil
}

// treeSetUp are the settings that claims were written for.
var treeSetUp = []string{"hot_percent", "settle", "measure", "middle_load", "calm", "hot", "total", "interval", "slots",
	"link_latency"}

// network is the one of a setup.
func (t *treePlan) network(s setup) Network {
	n := Network{
		Nodes: s.nodes, Ports: switchPorts, Scheme: s.scheme, SAQs: s.saqs, Slots: t.v.Int("slots"), Detect: 5, Xoff: 10,
		Xon:         5,
		LinkLatency: t.v.Int("link_latency"), Rule: cmp.Or(s.rule, ruleDD), Queue: 4096, Variant: s.variant,
	}
	if s.variant != "" {
		variants[s.variant].make(&n)
	}
	return n
}

// steady plans a run that is measured once it has settled.
func (t *treePlan) steady(s setup, change func(p *Point)) {
	for _, seed := range t.seeds {
		settle, measure := t.v.Int("settle"), t.v.Int("measure")
		p := Point{Network: t.network(s), Seed: seed, Load: s.load, Warmup: settle, Measure: measure, Total: settle + measure}
		if s.hot {
			p.Hot = Hot{Percent: t.v.Float("hot_percent"), Node: hotNode, Cycles: p.Total * CyclesPerPacket}
		}
		change(&p)
		add(t.plan, s, p)
	}
}

// hotNode is the papers', or the first of several.
const hotNode = 6

func asIs(*Point) {}

// all are the networks that are compared: without SAQs, RECN-IQ, the others.
func all(nodes int) []setup {
	return []setup{dd(nodes, 0), dd(nodes, referenceSAQs), other(VOQsw, nodes), other(VOQnet, nodes),
		other(RECNCIOQ, nodes)}
}

func (t *treePlan) permutations() {
	for _, name := range []string{"complement", "reversal", "half"} {
		for _, s := range all(t.nodes) {
			t.steady(s.under(name), func(p *Point) { p.Pattern = name })
		}
	}
}

func (t *treePlan) hotNodes() {
	for _, n := range hotCounts {
		for _, s := range []setup{dd(t.nodes, 2), dd(t.nodes, 4), dd(t.nodes, 8), other(VOQnet, t.nodes),
			other(RECNCIOQ, t.nodes)} {
			t.steady(s.hotNodes(n), func(p *Point) {
				p.Hot = Hot{Percent: severalPercent * t.v.Float("hot_percent"), Node: hotNode, Nodes: n,
					Cycles: p.Total * CyclesPerPacket}
			})
		}
	}
}

// hotNodes is the run with the given number of hot nodes.
func (s setup) hotNodes(n int) setup { return s.under(fmt.Sprintf("hot-%d", n)) }

func (t *treePlan) middle() {
	for _, s := range all(t.nodes) {
		s = s.at(t.v.Float("middle_load")).under("middle")
		t.steady(s, func(p *Point) {
			p.Warmup, p.Measure, p.Total = 0, t.v.Int("total"), t.v.Int("total")
			p.Interval, p.Latency = t.v.Int("interval"), true
			p.Hot = Hot{Percent: t.v.Float("hot_percent"), Node: hotNode, Start: t.v.Int("calm") * CyclesPerPacket,
				Cycles: t.v.Int("hot") * CyclesPerPacket}
		})
	}
}

func (t *treePlan) memory() {
	for _, s := range all(t.nodes)[1:] {
		t.steady(s.with(equalMemory), asIs)
		t.steady(s.with(equalMemory).hotspot(), asIs)
	}
}

func (t *treePlan) queue() {
	ours := dd(t.nodes, referenceSAQs).hotspot()
	for _, s := range []setup{ours, ours.with(shallowQueue), ours.with(halfQueue)} {
		t.steady(s, asIs)
	}
}

func (t *treePlan) cioq() {
	for _, s := range append([]setup{withoutSAQs(t.nodes)}, cioqs(t.nodes)...) {
		t.steady(s, asIs)
		t.steady(s.hotspot(), asIs)
	}
	t.steady(other(VOQnet, t.nodes), asIs)
	t.steady(other(VOQnet, t.nodes).hotspot(), asIs)
}

// cioqs are RECN-CIOQ with several numbers of SAQs.
func cioqs(nodes int) (list []setup) {
	for _, saqs := range []int{2, 4, 8} {
		s := other(RECNCIOQ, nodes)
		s.saqs = saqs
		list = append(list, s)
	}
	return list
}

// withoutSAQs is RECN-CIOQ whose SAQs are never allocated: its input queues are one
// per output then, as in a switch without SAQs.
func withoutSAQs(nodes int) setup { return other(RECNCIOQ, nodes).with(noDetection) }

// leafFirst is a run of RECN-IQ in which the leaves of a tree are freed first.
func leafFirst(nodes, saqs int) setup { return recnIQ(nodes, saqs, ruleLeafFirst) }

func (t *treePlan) order() {
	for _, saqs := range orderSAQs {
		for _, s := range []setup{dd(t.nodes, saqs), leafFirst(t.nodes, saqs)} {
			t.steady(s, asIs)
			t.steady(s.hotspot(), asIs)
		}
	}
}

var orderSAQs = []int{2, 4, 8}

// ports plans networks of switches with 16 ports. They exist for 64 nodes.
func (t *treePlan) ports() {
	if t.nodes != 64 {
		return
	}
	for _, s := range all(t.nodes) {
		t.steady(s.with(sixteenPorts), asIs)
		t.steady(s.with(sixteenPorts).hotspot(), asIs)
	}
	small, eight := dd(t.nodes, referenceSAQs).with(sixteenLeast), dd(t.nodes, 8)
	for _, s := range []setup{small, small.hotspot(), eight.hotspot(), eight.with(sixteenPorts),
		eight.with(sixteenPorts).hotspot()} {
		t.steady(s, asIs)
	}
}

// orderChart is the number of SAQs in use with both orders of deallocation.
func orderChart(v experiment.Values, m *experiment.Measured) []experiment.Chart {
	nodes := v.Int("nodes")
	c := experiment.Chart{Name: fmt.Sprintf("order-%d", nodes), Title: fmt.Sprintf("%d nodes, load 1, RECN-IQ", nodes),
		X: "SAQs per port", Y: "SAQs in use, mean of the busiest level"}
	for _, l := range []struct {
		name string
		at   func(saqs float64) setup
	}{
		{"any first, uniform", func(saqs float64) setup { return dd(nodes, int(saqs)) }},
		{"leaves first, uniform", func(saqs float64) setup { return leafFirst(nodes, int(saqs)) }},
		{"any first, hot-spot", func(saqs float64) setup { return dd(nodes, int(saqs)).hotspot() }},
		{"leaves first, hot-spot", func(saqs float64) setup { return leafFirst(nodes, int(saqs)).hotspot() }},
	} {
		c.Curve(m, l.name, []float64{2, 4, 8}, func(x float64) string { return l.at(x).String() },
			each(func(r run) float64 { return r.busiest().MeanSAQs() }))
	}
	return []experiment.Chart{c}
}

// hotNodesChart is the throughput over the number of hot nodes.
func hotNodesChart(v experiment.Values, m *experiment.Measured) []experiment.Chart {
	nodes := v.Int("nodes")
	c := experiment.Chart{Name: fmt.Sprintf("hot-nodes-%d", nodes),
		Title: fmt.Sprintf("%d nodes, load 1, %s %% of all packets to the hot nodes", nodes,
			experiment.Number(severalPercent*v.Float("hot_percent"))),
		X: "hot nodes", Y: "throughput (of a full link)", YMax: 1}
	var xs []float64
	for _, n := range hotCounts {
		xs = append(xs, float64(n))
	}
	for _, s := range []setup{dd(nodes, 2), dd(nodes, 4), dd(nodes, 8), other(VOQnet, nodes), other(RECNCIOQ, nodes)} {
		c.Curve(m, Network{Scheme: s.scheme, SAQs: s.saqs}.Name(), xs,
			func(x float64) string { return s.hotNodes(int(x)).String() }, each(run.throughput))
	}
	return []experiment.Chart{c}
}

// middleCharts are throughput and latency over time.
func middleCharts(v experiment.Values, m *experiment.Measured) []experiment.Chart {
	nodes, load := v.Int("nodes"), v.Float("middle_load")
	calm, hot := v.Float("calm"), v.Float("hot")
	chart := func(name, y string) experiment.Chart {
		return experiment.Chart{Name: fmt.Sprintf("middle-%s-%d", name, nodes),
			Title: fmt.Sprintf("%d nodes, load %s, %s %% of all packets to node %d in the shaded time", nodes,
				experiment.Number(load), v.Word("hot_percent"), hotNode),
			X: "time (packet times of 8 cycles)", Y: y, Shade: [2]float64{calm, calm + hot}}
	}
	thr := chart("throughput", "throughput (of a full link)")
	mean := chart("latency", "mean latency (packet times)")
	median := chart("median", "median latency (packet times)")
	mean.LogY, median.LogY = true, true
	for _, s := range all(nodes) {
		s = s.at(load).under("middle")
		name := Network{Scheme: s.scheme, SAQs: s.saqs}.Name()
		if s.scheme == RECNIQ && s.saqs == 0 {
			name = "no SAQs"
		}
		trace(&thr, m, name, s)
		overIntervals(&mean, m, name, s, run.latencies)
		overIntervals(&median, m, name, s, run.medians)
	}
	return []experiment.Chart{thr, mean, median}
}

// overIntervals adds a curve of a quantity of each interval of the trace.
func overIntervals(c *experiment.Chart, m *experiment.Measured, name string, s setup, of func(run) []float64) {
	first, ok := m.Run(s.String(), m.Seeds()[0])
	if !ok {
		return
	}
	l := experiment.Line{Name: name}
	for i := range of(runOf(first)) {
		y, _ := m.Mean(s.String(), each(func(r run) float64 { return of(r)[i] }))
		l.X, l.Y = append(l.X, (float64(i)+0.5)*float64(first.Point.Spec.(Point).Interval)), append(l.Y, y)
	}
	c.Lines = append(c.Lines, l)
}
