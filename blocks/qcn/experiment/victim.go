package experiment

import (
	"math"

	"culprit/testbench/experiment"
)

var victims = &experiment.Experiment{
	Name: "qcn-victim", Doc: "the rate of an innocent flow from the same source as a culprit (UQ Fig. 3)", Settings: settings(),
	Design: func(v experiment.Values, seeds []uint32) (*experiment.Plan, error) {
		p, ms, err := plan(v, seeds, true)
		if err != nil {
			return nil, err
		}
		p.Claims = victimClaims(ms)
		p.Charts = charts("victim", v.Words("variants"), ms, true)
		return p, nil
	},
}

// innocent is the rate of the victim flow, culprit that of the flow beside it.
func innocent(r run, w window) float64 { return r.rate(0, idle, w.from, w.to) }
func culprit(r run, w window) float64  { return r.rate(0, hot, w.from, w.to) }

// leastInnocent is the smallest rate of the victim flow in windows.
func leastInnocent(list []window) func(run) float64 {
	return func(r run) float64 {
		return -most(list, func(_ int, w window) float64 { return -innocent(r, w) })
	}
}

// tens are spans of 10 ms.
func tens(ms int) []window {
	list := []window{}
	for t := 0; t < ms; t += 10 {
		list = append(list, window{t, t + 10})
	}
	return list
}

func victimClaims(ms int) []experiment.Claim {
	last := steady(ms)
	third := ms / 3
	var keeps, quiet []experiment.Condition
	for _, variant := range byBuffer {
		keeps = append(keeps,
			experiment.Condition{What: variant + ": victim flow in the windows, Gb/s", Value: inVariant(variant, leastInnocent(last)), Bound: experiment.AtLeast(6.8)},
			experiment.Condition{What: variant + ": victim flow in every 10 ms, Gb/s", Value: inVariant(variant, leastInnocent(tens(ms))), Bound: experiment.AtLeast(6)},
			experiment.Condition{What: variant + ": deviation of the culprit from its share", Value: inVariant(variant, func(r run) float64 {
				return most(last, func(i int, w window) float64 { return math.Abs(culprit(r, w)-fairShares[i]) / fairShares[i] })
			}), Bound: experiment.AtMost(0.05)})
		quiet = append(quiet, experiment.Condition{What: variant + ": STOPs in the steady state", Value: inVariant(variant, stopsInWindows([]window{last[0], last[1], {2 * third, ms}})), Bound: experiment.Exactly(0)})
	}
	ratio := func(r run) float64 {
		return most(last, func(_ int, w window) float64 { return innocent(r, w) / culprit(r, w) })
	}
	toInnocent := func(r run) float64 { return r.notices(0, idle, 0, ms) }
	part := func(r run) float64 { return toInnocent(r) / (toInnocent(r) + r.notices(0, hot, 0, ms)) }
	return []experiment.Claim{
		experiment.Claim{ID: "Q6", Source: "UQ Fig. 3b", Text: "arrival sampling at the inputs pulls the victim flow down to the rate of the culprit", Conditions: []experiment.Condition{
			{What: "victim over culprit, largest of the windows", Value: inVariant(arrival, ratio), Bound: experiment.AtMost(1.3)},
			{What: "victim over culprit, smallest of the windows", Value: inVariant(arrival, func(r run) float64 {
				return -most(last, func(_ int, w window) float64 { return -innocent(r, w) / culprit(r, w) })
			}), Bound: experiment.AtLeast(0.3)},
		}}.Noticing(trials(noArrivals, arrival)),
		experiment.Claim{ID: "Q7", Source: "UQ Fig. 3c", Text: "with PAUSE alone both are slowed down alike: 7 to 3", Conditions: []experiment.Condition{
			{What: "victim over culprit, largest deviation from 7/3", Value: inVariant(pauseOnly, func(r run) float64 {
				return most(last, func(_ int, w window) float64 { return math.Abs(innocent(r, w)/culprit(r, w) - 7.0/3) })
			}), Bound: experiment.AtMost(0.15)},
			{What: "victim with PAUSE alone over victim with arrival sampling", Value: experiment.Ratio(inVariant(pauseOnly, leastInnocent(last)), inVariant(arrival, leastInnocent(last))), Bound: experiment.AtLeast(1.5)},
		}}.Noticing(trials(perFlow, pauseOnly)),
		experiment.Claim{ID: "Q8", Source: "UQ Fig. 3d", Text: "with occupancy sampling the victim flow keeps its 7 Gb/s", Conditions: keeps}.Noticing(trials(inputsOff, byBuffer...)),
		experiment.Claim{ID: "Q9", Source: "UQ section IV.B", Text: "random occupancy sampling sends the victim flow a few CNMs, deterministic none", Conditions: []experiment.Condition{
			{What: "ros: part of the CNMs that is for the victim flow", Value: inVariant(random, part), Bound: experiment.AtMost(0.15)},
			{What: "dos: CNMs for the victim flow", Value: inVariant(occupancy, toInnocent), Bound: experiment.Exactly(0)},
		}}.Noticing(trials(arrivalsOnly, byBuffer...)),
		experiment.Claim{ID: "Q10", Source: "UQ section III", Text: "congestion points at the inputs keep the backlog below the threshold of PAUSE", Conditions: quiet}.Noticing(trials(inputsOff, byBuffer...)),
		lossless(variants, trials(smallBuffer, pauseOnly)),
		{ID: "Q21", Source: "UQ section IV.A", Text: "arrival sampling sends most CNMs to the victim flow", Conditions: []experiment.Condition{
			{What: "part of the CNMs that is for the victim flow", Value: inVariant(arrival, part), Bound: experiment.Reported()},
		}},
	}
}
