package schemes

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// tolerance is how far a run may be from what a model says: what BookSim allows a sample of a steady
// state.
const tolerance = 0.05

// claims are this library's own. Every bound is that of a model, and stood before the first run; that of C5 was
// corrected after one, which made it narrower: the model had not counted uniform packets to the hot node.
func (p planned) claims() []experiment.Claim {
	list := []experiment.Claim{p.sound(), p.carried(), p.queueing(), p.victims(), p.collapse(), p.incast()}
	if p.nodes == leaf*leaf { // larger trees have several links in a row that may be the bottleneck
		list = append(list, p.transpose())
	}
	return append(list, p.spread(), p.admitted())
}

func claim(id, text, model string, conditions ...experiment.Condition) experiment.Claim {
	return experiment.Claim{ID: id, Source: "this library", Text: text, SetUp: model, Origin: experiment.Model,
		Conditions: conditions}
}

// of is a quantity of a run.
func of(traffic, scheme string, f func(r experiment.Run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{runName(traffic, scheme)}, Of: func(runs []experiment.Run) float64 {
		return f(runs[0])
	}}
}

// each makes a condition for every scheme.
func each(what, traffic string, schemes []string, b experiment.Bound,
	f func(r experiment.Run) float64) (list []experiment.Condition) {
	for _, key := range schemes {
		list = append(list, experiment.Condition{What: fmt.Sprintf("%s, %s, %s", what, traffic, schemeOf(key).name),
			Value: of(traffic, key, f), Bound: b})
	}
	return list
}

// sound: what no network may do.
func (p planned) sound() experiment.Claim {
	wrong := experiment.Condition{What: "packets lost, damaged, out of order or astray; messages faster than wires",
		Bound: experiment.Exactly(0), Value: experiment.ErrorsOfAll}
	return claim("C1", "every packet arrives once, whole, in order and where it should, and no message is faster than the wires",
		"conservation; time of a message on wires alone", wrong).
		Noticing(trials(longestFirst, runName("hot-spot", recnIQ)))
}

// carried: below saturation everything that is offered arrives.
func (p planned) carried() experiment.Claim {
	goodput := func(r experiment.Run) float64 { return one(r).goodput() }
	return claim("C2", "at half load every scheme carries what is offered", "conservation: a stable network takes what it gets",
		each("arrived / offered", "uniform", keys(), experiment.Between(1-tolerance, 1+tolerance), goodput)...).
		Noticing(trials(shallow, runName("uniform", voqNet)))
}

// queueing: one queue per input port saturates where the head of the line blocks it.
func (p planned) queueing() experiment.Claim {
	accepted := func(r experiment.Run) float64 { return one(r).rate("accepted_rest") }
	return claim("C3", "one queue per input port carries no more than 3/4 of uniform traffic",
		"head-of-line blocking: 2-sqrt(2) for many ports, 3/4 for two (M. Karol, M. Hluchyj, S. Morgan, 1987); load 0.9",
		each("throughput", "heavy", []string{oneQueue}, experiment.AtMost(0.75), accepted)...).
		Noticing(trials(withSAQs, runName("heavy", oneQueue)))
}

// victims: with a hot node the others get what they would get without a network between.
func (p planned) victims() experiment.Claim {
	goodput := func(r experiment.Run) float64 {
		bound := result{r.Point.Spec.(spec), []experiment.Result{p.ideals.of(r.Point)}}
		return one(r).rate("accepted_rest") / bound.rate("accepted_rest")
	}
	return claim("C4", "set-aside queues, queues per destination and request-grant keep a hot-spot away from the other nodes",
		"the ideal network, in which no packet waits for one to another node",
		each("throughput of victims / ideal network", "hot-spot", []string{voqNet, recnIQ, recnCIOQ, reserved, regulated},
			experiment.AtLeast(1-tolerance), goodput)...).
		Noticing(append(trials(noDetection, runName("hot-spot", recnIQ)), trials(overbooked, runName("hot-spot", reserved))...))
}

// collapse: without them every source is as slow as the hot node lets it be.
func (p planned) collapse() experiment.Claim {
	// What passes before the queues are full, and beside them.
	const more = 0.15
	goodput := func(r experiment.Run) float64 { return one(r).goodput() }
	return claim("C5", "with one queue per input port, or one per node and PAUSE, a hot-spot holds all traffic back",
		"every source sends as fast as its share of the hot node's link lets it, since nothing passes what waits for that; 15 % above",
		each("arrived / offered, victims", "hot-spot", []string{oneQueue, pauseOnly},
			experiment.AtMost((1+more)*collapsed(float64(p.nodes), hotLoad, p.v.Float("hot_percent")/100)), goodput)...).
		Noticing(trials(withSAQs, runName("hot-spot", oneQueue)))
}

// hotLoad is the load of the built-in hot-spot.
const hotLoad = 0.5

// collapsed is what victims get of what they are offered if a part of what each source sends goes to
// one node, the rest to all others alike, and nothing passes what waits. The hot node itself is not
// held back.
func collapsed(nodes, load, part float64) float64 {
	rate := min(load, 1/((nodes-1)*part+1-part))
	victims := func(rate float64) float64 { return rate*(1-part)*(nodes-2) + load }
	return victims(rate) / victims(load)
}

// incast: the link of the receiver is never idle.
func (p planned) incast() experiment.Claim {
	ratio := func(r experiment.Run) float64 {
		s := r.Point.Spec.(spec)
		return one(r).last() / float64(incastPackets*(s.setup.Nodes-1)*cyclesPerPacket)
	}
	return claim("C6", "an incast ends when the link of the receiver has carried it, in every scheme with credits or grants",
		"conservation of work: the link is idle only until the first packet comes",
		each("last arrival / packets on the link of the receiver", "incast", append(onTrees(), reserved, regulated),
			experiment.Between(1, 1+tolerance), ratio)...).
		Noticing(append(trials(shallowShort, runName("incast", voqNet)), trials(halfRate, runName("incast", regulated))...))
}

// incastPackets are the packets of a message of the built-in incast.
const incastPackets = 16384 / 64

// transpose: a load that the routes concentrate on few links.
func (p planned) transpose() experiment.Claim {
	accepted := func(r experiment.Run) float64 { return one(r).rate("accepted_rest") }
	want := transposed(p.v.Float("load"))
	return claim("C7", "where the routes put three flows on one link, no scheme that has these routes can do anything about it",
		"routes by the destination's digits: the flows of a leaf share one up link",
		each("throughput", "transpose", onTrees(), experiment.Between((1-tolerance)*want, (1+tolerance)*want), accepted)...).
		Noticing(trials(shallow, runName("transpose", voqNet)))
}

// transposed is the throughput of the transposition of 16 nodes, per node: from each of four
// leaves three flows go up, all through the port that the destination's low digit says, which is the
// leaf's own number; the fourth node would send to itself.
func transposed(load float64) float64 { return min(1, (leaf-1)*load) / leaf }

// The mistakes under which claims must fail.
var (
	longestFirst = &experiment.Mutant{Name: "longest_first",
		Doc:     "a packet moves to the longest matching name instead of the shortest",
		Netlist: mutant.InModule("recn_ppu", mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0))}
	shallow = &experiment.Mutant{Name: "shallow", Doc: "2 slots per destination at links of 16 registers",
		Params: map[string]int{"depth": 2, "link_latency": 16}}
	shallowShort = &experiment.Mutant{Name: "shallow_short", Doc: "2 slots per destination at links of 8 registers",
		Params: map[string]int{"depth": 2, "link_latency": 8}}
	withSAQs = &experiment.Mutant{Name: "with_saqs", Doc: "the switch without SAQs has 4",
		Params: map[string]int{"saqs": 4}}
	noDetection = &experiment.Mutant{Name: "no_detection", Doc: "no cold queue detects congestion",
		Params: map[string]int{"detect": 255}}
)

// trials are a mutant with the runs that get its mistake; none: all.
func trials(m *experiment.Mutant, runs ...string) []experiment.Trial {
	return []experiment.Trial{{Mutant: m, Runs: slices.Clone(runs)}}
}
