package experiment

import (
	"slices"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/testbench/experiment"
)

// Shares of the line under uniform traffic on T1-R and T2-R, with the tolerances of the
// claims.
var (
	ninth     = experiment.Between(0.1089, 0.1133) // 1/9
	fifth     = experiment.Between(0.196, 0.204)   // 1/5
	wholeLine = experiment.Between(0.98, 1.02)
)

// Flows of T1-R and T2-R, whose hosts H1 to H3 are on the left: a cold flow stays on its
// side, all others share the hot link of their direction.
func anyFlow(graph.Flow) bool      { return true }
func cold(f graph.Flow) bool       { return left(f.Src) == left(f.Dst) }
func rightwards(f graph.Flow) bool { return left(f.Src) && !left(f.Dst) }
func leftwards(f graph.Flow) bool  { return left(f.Dst) && !left(f.Src) }

func toTheRight(f graph.Flow) bool { return !left(f.Dst) }
func toTheLeft(f graph.Flow) bool  { return left(f.Dst) }

func left(host int) bool { return host < 3 }

// shares are what the flows of a kind got of the line.
func (r run) shares(kind func(graph.Flow) bool) []float64 {
	var list []float64
	for _, f := range r.flows() {
		if kind(f) {
			list = append(list, r.delivered(f)*frameCycles/(r.milliseconds()*millisecond))
		}
	}
	return list
}

func slowestOf(kind func(graph.Flow) bool) func(run) float64 {
	return func(r run) float64 { return slices.Min(r.shares(kind)) }
}

func fastestOf(kind func(graph.Flow) bool) func(run) float64 {
	return func(r run) float64 { return slices.Max(r.shares(kind)) }
}

func sumOf(kind func(graph.Flow) bool) func(run) float64 {
	return func(r run) float64 { return sum(r.shares(kind)) }
}

// stopped is the part of the time in which the six links into the hot switches S7 and
// S9 of T1-R were in STOP.
func stopped(r run) float64 {
	const links = 6
	samples := counter("samples")(r) / float64(len(r.network().Switches))
	return (counter("S7_stopped")(r) + counter("S9_stopped")(r)) / samples / links
}
