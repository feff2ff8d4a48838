package experiment

import (
	"fmt"

	"culprit.example/culprit/testbench/experiment"
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

func less(x, y float64) float64 { return x - y }

// claim is a claim of the paper about a network of the given number of nodes.
func claim(id string, nodes int, source, text string, conditions ...experiment.Condition) experiment.Claim {
	return experiment.Claim{ID: fmt.Sprintf("%s-%d", id, nodes), Source: "request-grant paper, " + source, Text: text,
		Origin: experiment.Model, Conditions: conditions}
}

// is is a condition on a network of the given number of nodes.
func is(nodes int, what string, value experiment.Samples, bound experiment.Bound) experiment.Condition {
	return experiment.Condition{What: fmt.Sprintf("%s, %d nodes", what, nodes), Value: value, Bound: bound}
}

// sound is the claim that every run checks. disturbed are the runs that its mutant gets.
func sound(disturbed string) experiment.Claim {
	return experiment.Claim{
		ID: "order", Source: "own", Origin: experiment.Model, Text: "no cell is lost, doubled or out of order within its flow",
		Conditions: []experiment.Condition{{What: "errors of all runs", Value: experiment.ErrorsOfAll, Bound: experiment.Exactly(0)}},
		Mutants:    trials(everyOtherPath, disturbed),
	}
}

// tested are the rows that Go tests prove, with their mistakes: of a single arbiter or
// adapter, and of what a network's counters do not show.
func tested() []experiment.Claim {
	row := func(id, source, text, setUp string, tests ...string) experiment.Claim {
		return experiment.Claim{ID: id, Source: "request-grant paper, " + source, Text: text, SetUp: setUp, Tests: tests}
	}
	return []experiment.Claim{
		row("G12", "Fig. 2a", "after a grant of n segments the next one comes in exactly n segment times",
			"requests of 5 and 4 segments; idle for one less makes it 4", "blocks/adapter/bench.TestGrantSpacing"),
		row("G13", "section 2.3", "in no time T more than L_G T + G segments are granted",
			"random requests, times and rates; never idle exceeds it by more than G", "blocks/adapter/bench.TestGrantRate"),
		row("G14", "Lemma 1 and Fig. 3", "without contention the backlog is at most the difference of the round-trip times",
			"round trips of 20, 19, 18 and 16, grants of 4: 4 segments; idle for one less makes it 7",
			"blocks/adapter/bench.TestLemma1"),
		row("G15", "section 2.2", "a difference of 400 ns is 5 KB at 100 Gb/s",
			"as G14, with segments of 256 bytes: 19 of them", "blocks/adapter/bench.TestLemma1"),
		row("G26", "section 3.3", "waiting for the room of the largest grant is fair",
			"20 inputs ask for 2 segments and one for 40, B = 2 G; with oc >= r[i] the one gets nothing",
			"blocks/adapter/bench.TestFairGrants"),
		row("G27", "section 2.1", "requests of saturated flows cost nothing, and grants become coarse",
			"two of 16 outputs are hot: 107 of G = 128 in a grant, 98 with packets of 64 cells, for which 0.3 % of the words are messages without payload",
			"blocks/clos/bench.TestHotGrants"),
		row("G28", "section 4", "about 5 grants fit a fabric buffer and 40 an adapter",
			"G = 50, b = 240, B = 2048 segments: 4, since 4.8 makes 4 whole ones, and 40",
			"blocks/adapter/bench.TestGrantsThatFit"),
		row("G29", "section 3.4", "reassembly without requests takes 720 Mbit for 10,000 inputs",
			"a packet of 9000 bytes per input against B = 2048 segments and one more per input, of 256 bytes: 72 kbit of an input against 2",
			"blocks/adapter.TestStateOfAnAdapter"),
		row("G32", "section 3.4",
			"with G of the longest packet a flow of long and short packets idles, a round trip more cures that",
			"a lone adapter of beat mode, round trip of 230 cell times: G = 36 uses 0.62 of the line with 5 % long packets and 0.93 with 50 %, which is more than in the paper's model, since short packets share the last segment of a long one; G = 73 uses all of it",
			"blocks/adapter/bench.TestGrantsCoverTheRoundTrip"),
		row("G35", "own", "what gets lost is noticed within a stated time, and named", "each class of messages",
			"blocks/adapter/bench.TestLossIsNoticed", "blocks/adapter/bench.TestLossIsRepaired",
			"blocks/clos/experiment.TestFaultsAreNamed"),
		row("G37", "section 1.1", "the outputs' buffers fit a chip, and an adapter remembers little of a flow",
			"128 buffers of 50 KB are 51 Mbit; 0.6 to 1.4 kbit per flow with 4 to 16 paths",
			"blocks/adapter.TestStateOfAnAdapter"),
	}
}
