package experiment

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/testbench/experiment"
)

// Experiments are those on adaptive routing, on the networks of the papers.
func Experiments() []*experiment.Experiment { return on(subject{networks: graph.Named()}) }

// ExperimentsOn are Experiments on the networks of a file. Claims about the papers'
// networks are not covered there.
func ExperimentsOn(set *graph.Set) []*experiment.Experiment {
	return on(subject{networks: set.Networks, file: set.File})
}

func on(s subject) []*experiment.Experiment {
	return []*experiment.Experiment{single(s), uniform(s)}
}

// subject is the networks that an experiment runs on. The number of one is the value
// of the block's parameter.
type subject struct {
	networks []*graph.Network
	file     string // "" for those of the papers
}

// setting lets the user choose among the networks: all those of a file, or by default
// what the paper has.
func (s subject) setting(papers string, words ...string) experiment.Setting {
	e := experiment.Setting{Name: "networks", Default: papers, List: true, Words: words, Doc: "networks"}
	if s.file != "" {
		e.Words = graph.Names(s.networks)
		e.Default, e.Doc = strings.Join(e.Words, ","), "networks of "+s.file
	}
	return e
}

// Times, in cycles of 50 ns.
const (
	millisecond = 20_000
	frameCycles = 24
	frameBytes  = 1500
	wholeRate   = 1 << 16
	sampleEvery = 32
)

// modes are what the network does: nothing but PAUSE, congestion management, and
// adaptive routing on top of it.
var modes = []string{"none", "cm", "ar"}

// setup is what a run is made with.
type setup struct {
	network string
	mode    string
	pattern string // "uniform", "noncontending", "contending"
	load    float64
	file    string // of the network, "" for one of the papers': a name says nothing across files
	variant string // "" or one of variants
	block   block
}

// variant is a run that is not the paper's, beside one that is: some claims compare the
// two.
type variant struct {
	name    string
	of      func(setup) bool // the runs beside which it stands
	network string           // "" or the network that takes the place of theirs
	mutant  *experiment.Mutant
	params  map[string]int
}

// variants are those of both experiments.
var variants = []variant{
	{name: "fixed_cn_route", of: setup{network: "T3-R", mode: "ar", pattern: "noncontending", load: hotLoad}.is,
		mutant: fixedRoute},
	{name: "branch_at_hot_switch", of: setup{network: "T2-R", mode: "ar", pattern: "noncontending", load: hotLoad}.is,
		network: "T2-H"},
	{name: "reset_by_timer", of: setup{network: "T2-R", mode: "ar", pattern: "noncontending", load: hotLoad}.is,
		network: "T2-H", mutant: timerOnly},
	{name: "detours_to_leaves", of: setup{network: "T1-R", mode: "ar", pattern: "uniform", load: 1}.is, network: "T1-S"},
	{name: "short_queue", of: func(u setup) bool { return fullyPaused("T1-R").is(u) || fullyPaused("T2-R").is(u) },
		params: map[string]int{"queue": 128}},
	{name: "small_partition", of: fullyPaused("T1-R").is, mutant: smallPartition},
}

// fullyPaused is the run in which PAUSE has most to do.
func fullyPaused(network string) setup {
	return setup{network: network, mode: "none", pattern: "uniform", load: 1}
}

func (s setup) is(other setup) bool { return s == other }

// with is a variant of the run.
func (s setup) with(variant string) setup {
	s.variant = variant
	return s
}

func (s setup) name() string {
	name := fmt.Sprintf("networks=%s, modes=%s, patterns=%s, loads=%s", s.network, s.mode, s.pattern,
		experiment.Number(s.load))
	if s.variant != "" {
		name += ", variants=" + s.variant
	}
	if s.block.host != "" {
		name += ", blocked=" + s.block.host
	}
	if s.file != "" {
		name += ", network=" + s.file
	}
	return name
}

// span are the milliseconds of a run that are measured.
type span struct{ from, to int }

func (t span) String() string { return fmt.Sprintf("averages from %d to %d ms", t.from, t.to) }

// planRuns plans a run for each network, mode, pattern, load and seed. The span that a
// run is measured in is auto's for it where the settings say auto.
func (s subject) planRuns(v experiment.Values, seeds []uint32, patterns []string, loads []float64,
	auto func(setup) span) (*experiment.Plan, error) {
	p := &experiment.Plan{Deviations: v.Differing([]string{"from", "to", "blocked", "blocked_from", "blocked_to"})}
	setups, err := s.setups(v, patterns, loads)
	setups = append(setups, s.compared(v, setups)...)
	for _, u := range setups {
		t := spanOf(v, auto(u))
		if t.to <= t.from {
			return nil, fmt.Errorf("settings from=%d and to=%d leave nothing to measure: give a later end", t.from, t.to)
		}
		for _, seed := range seeds {
			p.Add(u.name(), seed, s.point(u, seed, t))
		}
	}
	return p, err
}

// spanOf is what the settings say, or auto.
func spanOf(v experiment.Values, auto span) span {
	return span{v.IntOr("from", auto.from), v.IntOr("to", auto.to)}
}

// setups are those of the runs. The error names flows that a file does not give.
func (s subject) setups(v experiment.Values, patterns []string, loads []float64) ([]setup, error) {
	var list []setup
	b, err := s.blockOf(v)
	if err != nil {
		return nil, err
	}
	for _, network := range v.Words("networks") {
		for _, mode := range v.Words("modes") {
			for _, pattern := range patterns {
				if len(flowsOf(s.network(network), pattern)) == 0 {
					return nil, fmt.Errorf(
						"network %s has no %s flows: write a line `%s SRC>DST ...`, or leave them out in the setting patterns", network,
						pattern, pattern)
				}
				if s.file == "" && pattern == "contending" && mode != "ar" && slices.Contains(v.Words("modes"), "ar") {
					continue // the paper has no such run
				}
				for _, load := range loads {
					list = append(list, setup{network: network, mode: mode, pattern: pattern, load: load, file: s.file, block: b})
				}
			}
		}
	}
	return list, nil
}

// compared are the variants of those set-ups that claims compare with them.
func (s subject) compared(v experiment.Values, setups []setup) []setup {
	var list []setup
	for _, u := range setups {
		for _, x := range variants {
			if x.of(u) && slices.Contains(v.Words("variants"), x.name) {
				list = append(list, u.with(x.name))
			}
		}
	}
	return list
}

// variantSetting chooses among variants.
func variantSetting(doc string, names ...string) experiment.Setting {
	return experiment.Setting{Name: "variants", Default: strings.Join(names, ","), List: true,
		Words: append([]string{"none"}, names...), Doc: doc}
}

// number is the value of the block's parameter for a network.
func (s subject) number(name string) int { return slices.Index(graph.Names(s.networks), name) }

func (s subject) network(name string) *graph.Network { return s.networks[s.number(name)] }

// measured is what a point is made from.
type measured struct {
	setup
	span
	network *graph.Network
}

// traced are the counters that are read every millisecond, too: of the pictures of the hot
// phase.
func traced(u setup, n *graph.Network) []string {
	if u.pattern == "uniform" && u.block.host == "" {
		return nil
	}
	list := []string{"held_sum", "host_samples"}
	for _, f := range flowsOf(n, u.pattern) {
		list = append(list, flowCounter(f))
	}
	return list
}

// steady are the counters of what all hosts received, if the run measures a steady state.
func steady(u setup, n *graph.Network) *experiment.Steady {
	if u.pattern != "uniform" || u.block.host != "" {
		return nil
	}
	var flows []string
	for _, f := range flowsOf(n, u.pattern) {
		flows = append(flows, flowCounter(f))
	}
	return &experiment.Steady{Rate: flows, Sum: "latency_sum", Count: flows}
}

// flowCounter is the name of the counter of the frames that a flow delivered.
func flowCounter(f graph.Flow) string { return fmt.Sprintf("flow_%d_%d", f.Src, f.Dst) }

// point is the run of a set-up: the first millisecond is the start, traffic begins
// then. Every millisecond the sums of the watched queues are read.
func (s subject) point(u setup, seed uint32, t span) experiment.Point {
	i := slices.IndexFunc(variants, func(x variant) bool { return x.name == u.variant })
	n := s.number(u.network)
	if i >= 0 && variants[i].network != "" {
		n = s.number(variants[i].network)
	}
	pattern := map[string]uint64{"uniform": 1, "noncontending": 2, "contending": 3}[u.pattern]
	// The lowest bit of a seed does not count in the network: neighbours must differ in
	// others.
	inputs := map[string]uint64{"seed": uint64(bits.RotateLeft32(seed, 1)), "rate": uint64(u.load*wholeRate + 0.5)}
	if u.mode != "none" {
		inputs["managed"] = 1
	}
	if u.mode == "ar" {
		inputs["adaptive"] = 1
	}
	p := experiment.Point{
		Name:  fmt.Sprintf("%s %s %s load=%s seed=%d", u.network, u.mode, u.pattern, experiment.Number(u.load), seed),
		Block: "adaptive_network", Cost: int64(t.to) * millisecond, Spec: measured{u, t, s.networks[n]},
		Stimulus: experiment.Stimulus{
			Inputs: inputs,
			Phases: phases(t, append([]change{{1, map[string]uint64{"pattern": pattern}},
				{t.from, map[string]uint64{"measure": 1}}}, u.block.changes(s.networks[n])...)),
			Outputs: []string{"error"},
			Errors:  []string{"error"},
			Trace:   experiment.Trace{Output: "hot", Interval: millisecond, Counters: traced(u, s.networks[n])},
		},
	}
	if steady := steady(u, s.networks[n]); steady != nil {
		measures := slices.IndexFunc(p.Stimulus.Phases, func(f experiment.Phase) bool { return f.Inputs["measure"] == 1 })
		p.Stimulus.Phases[measures].Steady = steady
	}
	p.Params = map[string]int{}
	if n != 0 {
		p.Params["network"] = n
	}
	if u.block.host != "" {
		p.Name += " blocked=" + u.block.host
		p.Params["blockable"] = 1
	}
	if i >= 0 {
		p.Name += " " + u.variant
		p.Mutant = variants[i].mutant
		maps.Copy(p.Params, variants[i].params)
	}
	return p
}

// run is a measured run.
type run struct{ experiment.Run }

// spec is what it was made from.
func (r run) spec() measured { return r.Point.Spec.(measured) }

// milliseconds is how long it was measured.
func (r run) milliseconds() float64 { return float64(r.spec().to - r.spec().from) }

// rate is what a flow delivered, MB/s.
func (r run) rate(f graph.Flow) float64 {
	return r.delivered(f) * frameBytes / r.milliseconds() / 1000
}

// delivered are the frames that a flow delivered.
func (r run) delivered(f graph.Flow) float64 {
	return float64(r.Result.Counters[flowCounter(f)])
}

// frames are those that all flows delivered.
func (r run) frames() float64 {
	sum := 0.0
	for _, f := range r.flows() {
		sum += r.delivered(f)
	}
	return sum
}

// steps are the increments of a traced counter in each millisecond that is measured.
func (r run) steps(counter string) []float64 {
	var list []float64
	last := uint64(0)
	for _, x := range r.Result.Traces[counter] {
		list = append(list, float64(x-last))
		last = x
	}
	return r.measured(list)
}

// queue is the length of a watched queue in each millisecond of the run, averaged,
// KB.
func (r run) queue(which int) []float64 {
	var list []float64
	last := uint32(0)
	for _, word := range r.Result.Trace {
		now := uint32(word >> (32 * which))
		list = append(list, float64(now-last)/(millisecond/sampleEvery)/1000)
		last = now
	}
	return list
}

// measured are those of the milliseconds that count.
func (r run) measured(list []float64) []float64 {
	t := r.spec().span
	return list[min(len(list), t.from):min(len(list), t.to)]
}

func sum(list []float64) float64 {
	total := 0.0
	for _, x := range list {
		total += x
	}
	return total
}

func mean(list []float64) float64 { return sum(list) / float64(len(list)) }

// network is the run's network.
func (r run) network() *graph.Network { return r.spec().network }

// flows are those of the run's network and pattern.
func (r run) flows() []graph.Flow { return flowsOf(r.network(), r.spec().pattern) }

func flowsOf(n *graph.Network, pattern string) []graph.Flow {
	switch pattern {
	case "contending":
		return n.Contending
	case "noncontending":
		return n.NonContending
	}
	var all []graph.Flow
	for src := range n.Hosts {
		for dst := range n.Hosts {
			if src != dst {
				all = append(all, graph.Flow{Src: src, Dst: dst})
			}
		}
	}
	return all
}

// total is the sum of all flows, MB/s.
func (r run) total() float64 {
	sum := 0.0
	for _, f := range r.flows() {
		sum += r.rate(f)
	}
	return sum
}

// slowest and fastest are the rates of these flows.
func (r run) slowest() float64 { low, _ := r.rates(); return low }

func (r run) fastest() float64 { _, high := r.rates(); return high }

func (r run) rates() (low, high float64) {
	for i, f := range r.flows() {
		x := r.rate(f)
		if i == 0 || x < low {
			low = x
		}
		high = max(high, x)
	}
	return low, high
}

// counter is a counter of all hosts or switches.
func counter(name string) func(run) float64 {
	return func(r run) float64 { return float64(r.Result.Counters[name]) }
}

// trial is a mutant in the run of a set-up.
func trial(m *experiment.Mutant, s setup) []experiment.Trial { return trials(s, m) }

// trials are several mutants in the run of a set-up.
func trials(s setup, list ...*experiment.Mutant) []experiment.Trial {
	var all []experiment.Trial
	for _, m := range list {
		all = append(all, experiment.Trial{Mutant: m, Runs: []string{s.name()}})
	}
	return all
}

// of is a quantity of the run of a set-up.
func of(s setup, f func(run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{s.name()}, Of: func(r []experiment.Run) float64 { return f(run{r[0]}) }}
}

// sound is the claim that every run checks (A18).
func sound() experiment.Claim {
	return experiment.Claim{
		ID: "A18", Source: "AR, section I", Origin: experiment.Paper,
		Text:  "nothing is lost: no drop, no address without a list, no full queue of notifications or resequencer",
		SetUp: "PAUSE counts frames of 1500 bytes: STOP at 81 of 100 of an input, GO at 59",
		Conditions: []experiment.Condition{{What: "errors of all runs", Bound: experiment.Exactly(0),
			Value: experiment.ErrorsOfAll}, {What: "frames that no window had room for, but for hosts that take nothing", Bound: experiment.Exactly(0),
			Value: experiment.Samples{All: true, Of: func(runs []experiment.Run) float64 {
				n := uint64(0)
				for _, r := range runs {
					if r.Point.Spec.(measured).block.host == "" {
						n += r.Result.Counters["given_up"]
					}
				}
				return float64(n)
			}}}},
	}
}
