package trees

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/testbench/experiment"
)

// networkSettings are the settings of all experiments that simulate networks.
func networkSettings() []experiment.Setting {
	return append([]experiment.Setting{
		{Name: "nodes", Default: "64", Full: "64,256", List: true, Words: []string{"16", "64", "256"},
			Doc: "nodes of the network"},
		{Name: "saqs", Default: "0,2,4,8", List: true, Min: 0, Max: 8, Whole: true,
			Doc: "set-aside queues per port of recn-iq"},
		{Name: "cioq_saqs", Default: "4", List: true, Min: 1, Max: 8, Whole: true,
			Doc: "set-aside queues per port and side of recn-cioq"},
		{Name: "schemes", Default: RECNIQ, Full: strings.Join(keys(), ","), List: true, Words: keys(),
			Doc: "switches to compare"},
		{Name: "compare_seeds", Default: "64", Min: 1, Max: 64, Whole: true,
			Doc: "number of seeds, the first ones, with which schemes other than recn-iq are run"},
		{Name: "rules", Default: "iq,dd", List: true, Words: []string{ruleIQ, ruleDD},
			Doc: "iq: an internal Xoff goes to the input that it is for, as in the RECN-IQ paper, dd: to all inputs, as in the RECN-DD paper; curves are run with the first"},
		{Name: "variants", Default: strings.Join(variantNames, ","), List: true,
			Words: append([]string{noVariants}, variantNames...),
			Doc:   "networks that some claims compare with: 64 nodes without Xoff, without detection, with the least memory; 256 nodes with Xoff at 20 packets"},
		{Name: "slots", Default: "64", Min: 8, Max: 256, Whole: true, Doc: "packet slots per input port"},
		{Name: "detect", Default: "5", Min: 1, Max: 255, Whole: true,
			Doc: "a cold queue longer than this detects congestion, packets"},
		{Name: "xoff", Default: "10", Min: 1, Max: 255, Whole: true, Doc: "a SAQ longer than this sends Xoff, packets"},
		{Name: "xon", Default: "5", Min: 1, Max: 255, Whole: true, Doc: "a SAQ shorter than this sends Xon, packets"},
		{Name: "link_latency", Default: "2", Min: 1, Max: 16, Whole: true, Doc: "registers of a link, cycles"},
		{Name: "queue", Default: "4096", Min: 16, Max: 4096, Whole: true, Doc: "packets that a node can hold back"},
		clockSetting(),
	}, experiment.FaultSettings()...)
}

// setUp are the settings that the papers fix: a plan with others deviates.
var setUp = []string{"slots", "detect", "xoff", "xon", "link_latency", "queue", "warmup", "measure",
	"hot_percent", "hot_node", "hot_cycles", "settle", "recovery", "total", "interval"}

// switchPorts is the number of ports of the papers' switches in networks.
const switchPorts = 8

// referenceSAQs is the number of SAQs of the papers' switch, with which RECN is
// compared with other schemes.
const referenceSAQs = 4

// The variants of the reference networks.
const (
	noVariants  = "none"
	noXoff      = "no_xoff"
	noDetection = "no_detection"
	leastMemory = "least_memory"
	lateXoff    = "late_xoff" // of 256 nodes

	// In recn-trees only.
	equalMemory  = "equal_memory"
	sixteenPorts = "16_ports"
	sixteenLeast = "16_ports_least_memory"
	shallowQueue = "shallow_queue"
	halfQueue    = "half_queue"
)

// variantNames are those that the setting "variants" has.
var variantNames = []string{noXoff, noDetection, leastMemory, lateXoff}

// mostSAQs is the number of SAQs of the papers' larger switch.
const mostSAQs = 8

// leastDepth is the least number of slots of a queue of VOQnet.
const leastDepth = 2

// never is a threshold that no queue reaches.
const never = 255

// variants make these networks of that of the settings.
var variants = map[string]struct {
	doc  string
	make func(n *Network)
}{
	noXoff:      {"Xoff never sent", func(n *Network) { n.Xoff = never }},
	noDetection: {"congestion never detected", func(n *Network) { n.Detect = never }},
	// The sizes behind the factor of 5 (RECN-IQ paper, section 2.1): two packets of
	// the cold queue and two for each SAQ, with thresholds to match.
	leastMemory: {"10 slots, thresholds 2, 2 and 1", func(n *Network) {
		n.Slots = 10
		n.Detect = 2
		n.Xoff = 2
		n.Xon = 1
	}},
	// Twice the papers' thresholds, whose maxima have no number in the papers.
	lateXoff: {"thresholds of Xoff 20 and 10", func(n *Network) { n.Xoff, n.Xon = 20, 10 }},
	// As many slots per port for each scheme as VOQnet has with the shortest queues.
	equalMemory: {"equal memory", func(n *Network) {
		slots := leastDepth * n.Nodes
		switch n.Scheme {
		case VOQnet:
			n.Depth = leastDepth
		case RECNCIOQ: // at input and output
			n.Slots = slots / 2
		default:
			n.Slots = slots
		}
	}},
	sixteenPorts: {"switches of 16 ports", func(n *Network) { n.Ports = 16 }},
	sixteenLeast: {"switches of 16 ports, 10 slots, thresholds 2, 2 and 1", func(n *Network) {
		n.Ports = 16
		n.Slots = 10
		n.Detect = 2
		n.Xoff = 2
		n.Xon = 1
	}},
	shallowQueue: {"64 places in the queue of a node", func(n *Network) { n.Queue = 64 }},
	halfQueue:    {"2048 places in the queue of a node", func(n *Network) { n.Queue = 2048 }},
}

// networks are the networks of that many nodes that the settings ask for: RECN-IQ
// with each number of SAQs and rule, RECN-CIOQ with each number of
// SAQs, the other schemes once, and the variants.
func networks(v experiment.Values, nodes int) ([]Network, error) {
	base := Network{
		Nodes: nodes, Ports: switchPorts, Slots: v.Int("slots"), Detect: v.Int("detect"), Xoff: v.Int("xoff"),
		Xon:         v.Int("xon"),
		LinkLatency: v.Int("link_latency"), Rule: ruleDD, Queue: v.Int("queue"),
	}
	if base.Xon > base.Xoff {
		return nil, fmt.Errorf("the thresholds are in the wrong order: xon=%d must not be above xoff=%d", base.Xon, base.Xoff)
	}
	var list []Network
	for _, scheme := range keys() {
		if !slices.Contains(v.Words("schemes"), scheme) {
			continue
		}
		n := base
		n.Scheme = scheme
		counts := []int{0}
		switch scheme {
		case RECNIQ:
			counts = v.Ints("saqs")
		case RECNCIOQ:
			counts = v.Ints("cioq_saqs")
		}
		for _, n.SAQs = range counts {
			if least := 2 + 2*n.SAQs; n.Slots < least {
				return nil, fmt.Errorf("slots=%d is too few for saqs=%d: give at least slots=%d (2 for the cold queue, 2 per SAQ)",
					n.Slots, n.SAQs, least)
			}
			if !n.setup(1).hasRule() {
				list = append(list, n)
				continue
			}
			for _, n.Rule = range v.Words("rules") {
				list = append(list, n)
				list = append(list, variantsOf(v, n)...)
			}
		}
	}
	return list, nil
}

// curveRule is the rule that curves are run with.
func curveRule(v experiment.Values) string { return v.Words("rules")[0] }

// variantsOf are the variants that the settings ask for, if it is the network that they are
// made of: RECN-IQ with the first rule, 64 nodes and 4 SAQs; for late_xoff 256 and 8.
func variantsOf(v experiment.Values, n Network) []Network {
	if n.Scheme != RECNIQ || n.Rule != curveRule(v) {
		return nil
	}
	var list []Network
	for _, name := range variantNames {
		nodes, saqs := 64, referenceSAQs
		if name == lateXoff {
			nodes, saqs = 256, mostSAQs
		}
		if n.Nodes == nodes && n.SAQs == saqs && slices.Contains(v.Words("variants"), name) {
			one := n
			one.Variant = name
			variants[name].make(&one)
			list = append(list, one)
		}
	}
	return list
}

// seedsOf are the seeds that a scheme is run with.
func seedsOf(v experiment.Values, scheme string, seeds []uint32) []uint32 {
	if scheme == RECNIQ {
		return seeds
	}
	return seeds[:min(v.Int("compare_seeds"), len(seeds))]
}

// The quantities that claims are about.

func throughput(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return r.throughput() })
}

func latency(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return r.result.Latency() })
}

func networkLatency(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return r.result.NetworkLatency() })
}

// busiest is a quantity of the level of switches that has the most valid SAQs.
func busiest(s setup, quantity func(Level) float64) experiment.Samples {
	return of(s, func(r run) float64 { return quantity(r.busiest()) })
}

// busiest is the level of switches that has the most valid SAQs, one without samples if
// nothing was counted.
func (r run) busiest() Level {
	if len(r.result.Levels) == 0 {
		return Level{}
	}
	return slices.MaxFunc(r.result.Levels, func(a, b Level) int { return cmp.Compare(a.MeanSAQs(), b.MeanSAQs()) })
}

// allocations is SAQs allocated by the detection of all switches.
func allocations(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return float64(r.result.Allocations()) })
}

// deallocations are the SAQs that were freed in the window.
func deallocations(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return float64(r.result.AllLevels().Deaths) })
}

// deallocatedOfBorn is the SAQs that were freed, of those that were made; 0 if none
// was made.
func deallocatedOfBorn(s setup) experiment.Samples {
	return of(s, func(r run) float64 {
		all := r.result.AllLevels()
		return float64(all.Deaths) / max(float64(all.Births), 1)
	})
}

// asManyFreed are the conditions that SAQs are freed as fast as they are made.
func asManyFreed(s setup) []experiment.Condition {
	return []experiment.Condition{
		condition("SAQs freed, "+s.describe(), deallocations(s), experiment.AtLeast(100)),
		condition("SAQs freed / made, "+s.describe(), deallocatedOfBorn(s), experiment.Between(0.98, 1.02)),
	}
}

// wrong is packets that came wrong.
func wrong(s setup) experiment.Samples {
	return of(s, func(r run) float64 { return float64(r.result.Errors()) })
}

// of is a quantity of a run.
func of(s setup, quantity func(run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{s.String()},
		Of: func(r []experiment.Run) float64 { return quantity(runOf(r[0])) }}
}

// ratio is a condition on a quantity of a run divided by that of another.
func ratio(what string, quantity func(setup) experiment.Samples, a, b setup,
	bound experiment.Bound) experiment.Condition {
	return condition(what+", "+a.describe()+" / "+b.describe(), experiment.Ratio(quantity(a), quantity(b)), bound)
}

// withResults is the origin of most bounds: the rows of the papers' claims were revised with
// results of the netlist known.
const withResults = experiment.Origin("result 2026-11-22")

func claim(id, source, text string, conditions ...experiment.Condition) experiment.Claim {
	return experiment.Claim{ID: id, Source: source, Text: text, Conditions: conditions, Origin: withResults}
}

func condition(what string, value experiment.Samples, bound experiment.Bound) experiment.Condition {
	return experiment.Condition{What: what, Value: value, Bound: bound}
}

// inOrder is the claim that every run checks; disordered is a run in which packets
// overtake if the longest name comes first.
func inOrder(disordered setup) experiment.Claim {
	count := func(of func(Result) uint64) experiment.Samples {
		return experiment.Samples{All: true, Of: func(runs []experiment.Run) float64 {
			n := uint64(0)
			for _, r := range runs {
				n += of(runOf(r).result)
			}
			return float64(n)
		}}
	}
	silent := func(r Result) uint64 {
		if r.Received == 0 {
			return 1
		}
		return 0
	}
	c := claim("R16", "RECN-IQ paper, section 2.3", "packets of a flow stay in order; none is lost, doubled or damaged",
		condition("wrong packets in all runs", count(Result.Errors), experiment.Exactly(0)).From(experiment.Paper),
		condition("runs in which no packet arrived", count(silent), experiment.Exactly(0)))
	c.Mutants = trials(longestFirst, disordered)
	c.Tests = []string{"blocks/recn/bench.TestR16Order", "blocks/cioqrecn/bench.TestOrder"}
	return c
}
