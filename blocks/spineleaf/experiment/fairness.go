package experiment

import (
	"math"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/testbench/experiment"
)

var fairness = &experiment.Experiment{
	Name: "qcn-fairness", Doc: "rates of four and five flows to one server (UQ Fig. 2)", Settings: settings(),
	Design: func(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
		p, ms, err := plan(v, seeds, false)
		if err != nil {
			return nil, err
		}
		if v.Int("gbits") == 10 && v.Word("blocked") == nobody {
			planAlone(p, seeds)
		}
		p.Claims = claimsOf(v, fairnessClaims(ms), fairAt100(ms))
		p.Charts = charts("fairness", v.Words("variants"), ms, false)
		return p, nil
	},
}

// fairShares are the fair rates in the thirds of a run.
var fairShares = []float64{2.5, 2.0, 2.5}

// unfairness is the largest deviation of a flow from its share, as a part of it.
func unfairness(ms int) func(run) float64 {
	return func(r run) float64 {
		return most(steady(ms), func(i int, w window) float64 {
			x := 0.0
			for source := range sources {
				x = max(x, math.Abs(r.rate(source, hot, w.from, w.to)-fairShares[i])/fairShares[i])
			}
			if i == 1 {
				x = max(x, math.Abs(r.rate(late, hot, w.from, w.to)-fairShares[i])/fairShares[i])
			}
			return x
		})
	}
}

// stopsInWindows counts STOPs.
func stopsInWindows(list []window) func(run) float64 {
	return func(r run) float64 {
		sum := 0.0
		for _, w := range list {
			sum += r.stops(w.from, w.to)
		}
		return sum
	}
}

// fewestCNMs is that of the first sources by a time.
func fewestCNMs(ms int) func(run) float64 {
	return func(r run) float64 {
		x := math.Inf(1)
		for i := range sources {
			x = min(x, r.notices(i, hot, ms))
		}
		return x
	}
}

// wholeLine is what the paper has for all flows together, Gb/s.
var wholeLine = experiment.Says(experiment.Exactly(10))

// luck is why Q2 and Q3 may differ.
const luck = "which flow wins, and by how much, is chance: a model in slots has 1.1 to 2.8 for four flows, and 1.9 to 3.0 for the late one; the paper has one run"

// fallsForLong is why Q20 differs.
const fallsForLong = "it is the mean of 10 ms in which the rate comes down from 10 Gb/s, a CNM at a time; in a model in slots it is 2.9 to 4.8. The slowest of them is where the paper has it"

func fairnessClaims(ms int) []experiment.Claim {
	third := ms / 3
	last := steady(ms)
	first, middle := last[0], last[1]
	var fair, quiet, lateFair []experiment.Condition
	for _, variant := range atInputs {
		fair = append(fair,
			experiment.Condition{What: variant + ": largest deviation of a flow from its share",
				Value: inVariant(variant, unfairness(ms)), Bound: experiment.AtMost(0.02), Origin: experiment.Paper},
			experiment.Condition{What: variant + ": STOPs in the windows", Value: inVariant(variant, stopsInWindows(last)),
				Bound: experiment.Exactly(0), Origin: experiment.Paper},
			experiment.Condition{What: variant + ": fewest CNMs of an input in the first half of the first third",
				Value: inVariant(variant, fewestCNMs(third/2)), Bound: experiment.AtLeast(1)})
		quiet = append(quiet, experiment.Condition{What: variant + ": STOPs in the steady state",
			Value: inVariant(variant, stopsInWindows([]window{first, middle, {2 * third, ms}})), Bound: experiment.Exactly(0),
			Origin: experiment.Paper})
		lateFair = append(lateFair,
			experiment.Condition{What: variant + ": deviation of the late flow from its share in the second half of its time",
				Value: inVariant(variant, func(r run) float64 {
					return math.Abs(r.rate(late, hot, middle.from, middle.to)-2) / 2
				}), Bound: experiment.AtMost(0.02), Origin: experiment.Paper},
			experiment.Condition{What: variant + ": STOPs meanwhile",
				Value: inVariant(variant, stopsInWindows([]window{middle})), Bound: experiment.Exactly(0)})
	}
	out := func(q func(run) float64) experiment.Samples { return inVariant(atOutputs, q) }
	return []experiment.Claim{
		experiment.Claim{ID: "Q1", Source: "UQ Fig. 2b", Origin: experiment.Model,
			Text:       "strikingly precise fair rates with congestion points at the inputs: 2.5, 2.0 and 2.5 Gb/s",
			Conditions: fair}.Noticing(trials(inputsOff, atInputs...)),
		experiment.Claim{ID: "Q2", Source: "UQ Fig. 2a", Origin: experiment.Model, Text: "grossly unfair rates with congestion points at the outputs: one flow gets 1.5 times the rate of another",
			Conditions: []experiment.Condition{
				{What: "largest of the windows' largest over smallest rate", Value: out(func(r run) float64 {
					return most(last, func(_ int, w window) float64 { return r.spread(w.from, w.to) })
				}), Bound: experiment.AtLeast(1.1)},
				{What: "largest over smallest rate in the first window",
					Value: out(func(r run) float64 { return r.spread(first.from, first.to) }), Over: experiment.MedianOf(5),
					Bound: experiment.Between(1.35, 1.65), Says: experiment.SaysAbout(experiment.Exactly(1.5)),
					Differs: &experiment.Difference{Bound: experiment.AtLeast(1.15), Origin: experiment.Model, Reason: luck}},
				{What: "sum of the rates in the first window, Gb/s", Value: out(func(r run) float64 {
					sum := 0.0
					for i := range sources {
						sum += r.rate(i, hot, first.from, first.to)
					}
					return sum
				}), Bound: experiment.Between(9.8, 10.2), Says: wholeLine},
			}}.Noticing(trials(outputsOff, atOutputs)),
		experiment.Claim{ID: "Q3", Source: "UQ Fig. 2a", Origin: experiment.Model,
			Text: "the late flow keeps about three times the rate of another one", Conditions: []experiment.Condition{
				{What: "late flow over the smallest of the others", Value: out(func(r run) float64 {
					return r.rate(late, hot, middle.from, middle.to) / r.least(middle.from, middle.to)
				}), Bound: experiment.AtLeast(1.3)},
				{What: "the same", Value: out(func(r run) float64 {
					return r.rate(late, hot, middle.from, middle.to) / r.least(middle.from, middle.to)
				}), Over: experiment.MedianOf(5), Bound: experiment.Between(2.7, 3.3),
					Says:    experiment.SaysAbout(experiment.Exactly(3)),
					Differs: &experiment.Difference{Bound: experiment.AtLeast(1.5), Origin: experiment.Model, Reason: luck}},
			}}.Noticing(trials(outputsOff, atOutputs)),
		experiment.Claim{ID: "Q4", Source: "UQ Fig. 2b", Origin: experiment.Model, Text: "fair although the late flow starts at full rate",
			Conditions: lateFair}.Noticing(trials(inputsOff, atInputs...)),
		parallel(),
		fallThrough(),
		experiment.Claim{ID: "Q10", Source: "UQ section III", Origin: experiment.Model,
			Text:       "congestion points at the inputs keep the backlog below the threshold of PAUSE",
			Conditions: quiet}.Noticing(trials(highEquilibrium, atInputs...)),
		lossless(variants),
		byTest("Q13", "UQ section V", "at most one CNM per 100 received frames, with the cap", "blocks/qcn/bench.TestCap"),
		byTest("Q15", "UQ section II", "640 server ports: 128 leaves with 5 each, and 32 spines, whose links have 8:5 of the rate of the servers",
			"blocks/spineleaf.TestPapersFabric"),
		byTest("Q16", "UQ section II", "an output buffer never overflows", "blocks/spineleaf/bench.TestOutputBuffer",
			"blocks/spineleaf/experiment.TestFaults"),
		byTest("Q18", "UQ section IV", "CNMs of the inputs do not cross the fabric, and are there earlier",
			"blocks/spineleaf/bench.TestCNMPath"),
		byTest("Q19", "UQ section I.A", "PAUSE stops all flows of a priority, and no other priority",
			"blocks/spineleaf/bench.TestPause"),
		experiment.Claim{ID: "Q20", Source: "UQ section III", Origin: experiment.Model,
			Text: "the late flow plummets from 10 to about 2.5 Gb/s just after it arrives, and the others stabilize anew when it stops",
			Conditions: []experiment.Condition{
				{What: "late flow in its first 10 ms, Gb/s",
					Value:   out(func(r run) float64 { return r.rate(late, hot, third, third+10) }),
					Bound:   experiment.Between(2.25, 2.75),
					Says:    experiment.SaysAbout(experiment.Exactly(2.5)),
					Differs: &experiment.Difference{Bound: experiment.Between(2, 5), Origin: experiment.Model, Reason: fallsForLong}},
				{What: "the slowest of these 10 ms, Gb/s", Value: out(func(r run) float64 {
					x := math.Inf(1)
					for t := third; t < third+10; t++ {
						x = min(x, r.rate(late, hot, t, t+1))
					}
					return x
				}), Bound: experiment.Reported()},
				{What: "sum of the others in the last window, Gb/s", Value: out(func(r run) float64 {
					sum := 0.0
					for i := range sources {
						sum += r.rate(i, hot, last[2].from, last[2].to)
					}
					return sum
				}), Bound: experiment.Between(9.8, 10.2), Says: wholeLine},
				{What: "largest over smallest rate in the last window",
					Value: out(func(r run) float64 { return r.spread(last[2].from, last[2].to) }), Over: experiment.MedianOf(5),
					Bound: experiment.AtLeast(1.1)},
			}}.Noticing(trials(outputsOff, atOutputs)),
	}
}

// byTest is a claim that Go tests prove.
func byTest(id, source, text string, tests ...string) experiment.Claim {
	return experiment.Claim{ID: id, Source: source, Text: text, Tests: tests}
}

// fairAt100 is the part of Q23 on fairness.
func fairAt100(ms int) experiment.Claim {
	c := experiment.Claim{ID: "Q23", Source: "UQ section III", Origin: experiment.Model,
		Text: "at 100 Gb/s the rates are as fair with congestion points at the inputs", SetUp: "100 Gb/s"}
	for _, variant := range atInputs {
		c.Conditions = append(c.Conditions,
			experiment.Condition{What: variant + ": largest deviation of a flow from its share",
				Value: inVariant(variant, unfairness(ms)), Bound: experiment.AtMost(0.02), Origin: experiment.Paper},
			experiment.Condition{What: variant + ": STOPs in the windows", Value: inVariant(variant, stopsInWindows(steady(ms))),
				Bound: experiment.Exactly(0), Origin: experiment.Paper})
	}
	return c.Noticing(trials(inputsOff, atInputs...))
}

// firstNotices are the times of the first CNMs of the first sources, the earliest and
// the latest one, in us.
func firstNotices(r run) (earliest, latest float64) {
	earliest = math.Inf(1)
	for i := range sources {
		t := r.counter(spineleaf.FirstCNMCounter(i, 0)) * 1000 / r.perMs()
		earliest, latest = min(earliest, t), max(latest, t)
	}
	return earliest, latest
}

// parallel is Q5.
func parallel() experiment.Claim {
	apart := func(r run) float64 {
		earliest, latest := firstNotices(r)
		return latest - earliest
	}
	c := experiment.Claim{ID: "Q5", Source: "UQ section IV", Origin: experiment.Model,
		Text: "congestion points at the inputs sample the flows in parallel, one at the output samples them in turn"}
	for _, variant := range atInputs {
		c.Conditions = append(c.Conditions,
			experiment.Condition{What: variant + ": from the first to the last of the sources' first CNMs, us",
				Value: inVariant(variant, apart), Bound: experiment.AtMost(10)},
			experiment.Condition{What: variant + ": the last of the sources' first CNMs, us",
				Value: inVariant(variant, func(r run) float64 {
					_, latest := firstNotices(r)
					return latest
				}), Bound: experiment.AtMost(200)})
	}
	c.Conditions = append(c.Conditions, experiment.Condition{What: atOutputs +
		": from the first to the last of the sources' first CNMs, us", Value: inVariant(atOutputs, apart),
		Bound: experiment.AtLeast(40)},
		experiment.Condition{What: atOutputs + ": CNMs in a row for one source in the first 10 ms, most",
			Value: inVariant(atOutputs, func(r run) float64 { return r.counter(spineleaf.LongestRun) }),
			Bound: experiment.AtLeast(3)})
	return c.Noticing(trials(inputsOff, atInputs...), trials(outputsOff, atOutputs))
}
