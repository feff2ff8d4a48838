package experiment

import (
	"fmt"

	"culprit/testbench/experiment"
)

// run is a quantity of a run by its name.
func run(name string, quantity func(experiment.Run) float64) experiment.Samples {
	return experiment.Samples{Needs: []string{name}, Of: func(runs []experiment.Run) float64 { return quantity(runs[0]) }}
}

func counterOf(name string) func(experiment.Run) float64 {
	return func(r experiment.Run) float64 { return float64(r.Result.Counters[name]) }
}

// served is throughput by what was accepted.
func served(r experiment.Run) float64 { return Throughput(r) / Offered(r) }

// claim is a claim of the paper about a network of so many nodes.
func claim(id string, nodes int, source, text string, conditions ...experiment.Condition) experiment.Claim {
	return experiment.Claim{ID: fmt.Sprintf("%s-%d", id, nodes), Source: "request-grant paper, " + source, Text: text, Conditions: conditions}
}

// is is a condition on a network of so many nodes.
func is(nodes int, what string, value experiment.Samples, bound experiment.Bound) experiment.Condition {
	return experiment.Condition{What: fmt.Sprintf("%s, %d nodes", what, nodes), Value: value, Bound: bound}
}

// sound is the claim that every run checks. disturbed are the runs that its mutant gets.
func sound(disturbed string) experiment.Claim {
	errors := experiment.Samples{All: true, Of: func(runs []experiment.Run) float64 {
		n := uint64(0)
		for _, r := range runs {
			n += r.Result.Errors(r.Point)
		}
		return float64(n)
	}}
	return experiment.Claim{
		ID: "order", Source: "own", Text: "no cell is lost, doubled or out of order within its flow",
		Conditions: []experiment.Condition{{What: "errors of all runs", Value: errors, Bound: experiment.Exactly(0)}},
		Mutants:    trials(everyOtherPath, disturbed),
	}
}
