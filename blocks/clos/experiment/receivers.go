package experiment

import (
	"fmt"
	"slices"

	"culprit.example/culprit/testbench/experiment"
)

// receiverSettings let nodes take nothing for some time, in the experiments that are not
// about that.
func receiverSettings() []experiment.Setting {
	return []experiment.Setting{
		{Name: "blocked", Default: "none", Words: []string{"none", "hot"},
			Doc: "hot: the nodes at the hot outputs, and node 0 where there are none, take nothing for some time: the fabric's outputs to them send nothing; the claims are then about that, and not the paper's"},
		{Name: "blocked_from", Default: "2000", Min: 1, Max: 1e6, Whole: true, Doc: "cell time from which they take nothing"},
		{Name: "blocked_to", Default: "auto", Auto: true, Min: 2, Max: 1e6, Whole: true,
			Doc: "cell time from which they do again; auto: never"},
	}
}

// withReceivers is an experiment with these settings.
func withReceivers(e *experiment.Experiment) *experiment.Experiment {
	x := *e
	x.Settings = slices.Concat(e.Settings, receiverSettings())
	x.Design = func(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
		p, err := e.Design(v, seeds)
		if err != nil || v.Word("blocked") == "none" {
			return p, err
		}
		from, to, err := experiment.BlockedSpan(v, never, "nodes take")
		if err != nil {
			return nil, err
		}
		blockReceivers(p, [2]int{int(from), int(to)})
		p.Deviations = append(p.Deviations, v.Differing([]string{"blocked", "blocked_from", "blocked_to"})...)
		return p, nil
	}
	return &x
}

// blockReceivers gives all runs of a plan a block, and the claims on it.
func blockReceivers(p *experiment.Plan, block [2]int) {
	named := map[string]Point{}
	var names []string
	p.Change(func(name string, _ uint32, old experiment.Point) (string, experiment.Point) {
		x := old.Spec.(Point)
		x.Blocked = block
		point := x.Plan()
		point.Name, point.Mutant = old.Name+" blocked", old.Mutant
		name += ", blocked"
		if _, known := named[name]; !known {
			names = append(names, name)
		}
		named[name] = x
		return name, point
	})
	until := "for ever"
	if block[1] != never {
		until = fmt.Sprintf("to cell time %d", block[1])
	}
	claim := func(id, text string) experiment.Claim {
		return experiment.Claim{ID: id, Source: "any network", Text: text, Origin: experiment.Model,
			SetUp: fmt.Sprintf("nodes take nothing from cell time %d %s", block[0], until)}
	}
	nothing := claim("B1", "what takes nothing gets nothing")
	others := claim("B2", "with reserved buffers the other nodes get what is accepted for them, while some take nothing")
	again := claim("B3", "what takes again gets its cells")
	for _, name := range names {
		x := named[name]
		end := x.Warmup + x.Measure
		if x.Hot == 0 {
			continue // node 0 is counted with the others
		}
		got := experiment.Condition{What: "throughput of the hot outputs, " + name, Value: run(name, HotThroughput)}
		switch {
		case block[0]+settled <= x.Warmup && (block[1] == never || block[1] >= end):
			got.Bound = experiment.Exactly(0)
			nothing.Conditions = append(nothing.Conditions, got)
			if x.Reserve && x.Hot < radix(x.Nodes) {
				others.Conditions = append(others.Conditions,
					experiment.Condition{What: "throughput of the others / accepted, " + name, Value: run(name, served),
						Bound: experiment.AtLeast(0.95)})
			}
		case block[1] != never && block[1] < end:
			got.Bound = experiment.Above(0)
			again.Conditions = append(again.Conditions, got)
		}
	}
	for _, x := range []struct {
		claim   experiment.Claim
		mistake *experiment.Mutant
	}{{nothing, neverHeld}, {others, unreserved}, {again, heldForEver}} {
		if len(x.claim.Conditions) > 0 {
			p.Claims = append(p.Claims, x.claim.Noticing(trials(x.mistake)))
		}
	}
}

// settled is how long what was on its way to an output takes to arrive, in cell times.
const settled = 100
