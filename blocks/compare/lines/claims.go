package lines

import (
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// The mistakes under which claims must fail.
var (
	unchecked = &experiment.Mutant{Name: "unchecked", Doc: "damaged words are taken for good ones",
		Netlist: mutant.InModule("link_replay", mutant.Stuck("rx_good", 1))}
	noNAK = &experiment.Mutant{Name: "no_nak", Doc: "nobody asks for words again, so that only timeouts repeat them",
		Netlist: mutant.InModule("link_replay", mutant.Stuck("nak_due", 0))}
)

// limitsFree is the part of a line that packets may take so that a LIMIT for each of them finds a cycle without a beat.
const limitsFree = 8. / 9

// claims are judged from the model of a line in the contract of link_replay.
func claims(v experiment.Values) []experiment.Claim {
	var bers []float64
	for _, x := range v.Floats("bers") {
		if x > 0 {
			bers = append(bers, x)
		}
	}
	worst := 0.0
	for _, x := range bers {
		worst = max(worst, x)
	}
	once := experiment.Claim{ID: "N1", Source: "contract of link_end", Origin: experiment.Model,
		Text: "every packet arrives once, whole and in order, and no link goes down",
		Conditions: []experiment.Condition{{What: "packets lost, doubled, damaged or out of order, and links that went down, all runs",
			Value: experiment.ErrorsOfAll, Bound: experiment.Exactly(0)}},
		SetUp: "After each run the network drains, and an audit finds every packet, credit and slot",
	}
	rate := experiment.Claim{ID: "N2", Source: "contract of link_replay", Origin: experiment.Model,
		Text:  "a permutation in which no flows share a link gets the goodput of a line",
		SetUp: "1/C of the contract. What a packet meets on several lines one after the other makes it a little less. Where lines have no time left, each packet also needs a flit for the LIMIT of the other direction, which makes it 8/9 of that at the least: 0.78"}
	for _, x := range bers {
		c := experiment.Condition{
			What:  "throughput / goodput of a line, bit error rate " + experiment.Number(x),
			Value: experiment.Ratio(of(runName(x, full), throughput), experiment.Constant(carried(v, x))),
			Bound: experiment.Between(0.88, 1.01)}
		if carried(v, x) < limitsFree {
			c.Bound = experiment.Between(0.78, 1.01)
			c = c.From(experiment.AfterResult("2026-11-29"))
		}
		rate.Conditions = append(rate.Conditions, c)
	}
	steady := experiment.Claim{ID: "N3", Source: "contract of link_end", Origin: experiment.Model,
		Text: "traffic below the goodput of the lines is carried in full"}
	for _, x := range bers {
		steady.Conditions = append(steady.Conditions,
			experiment.Condition{What: "throughput / without errors, uniform, bit error rate " + experiment.Number(x),
				Value: experiment.Ratio(of(runName(x, uniform), throughput), of(runName(0, uniform), throughput)),
				Bound: experiment.Between(0.98, 1.02)},
			experiment.Condition{What: "time in the network / without errors, uniform, bit error rate " + experiment.Number(x),
				Value: experiment.Ratio(of(runName(x, uniform), latency), of(runName(0, uniform), latency)),
				Bound: experiment.Reported()})
	}
	trial := func(m *experiment.Mutant, traffic string) []experiment.Trial {
		return []experiment.Trial{{Mutant: m, Runs: []string{runName(worst, traffic)}}}
	}
	return []experiment.Claim{once.Noticing(trial(unchecked, uniform)), rate.Noticing(trial(noNAK, full)),
		steady.Noticing(trial(noNAK, uniform))}
}
