package cioqrecn

import (
	"math/rand"

	"culprit/blocks"
	"culprit/blocks/library"
	"culprit/testbench"
	golden "culprit/testbench/golden/cioqrecn"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{
		queuesBench(), camBench(), markersBench(), detectionBench(), notifierBench(), schedulerBench(),
		inputPortBench(), outputPortBench(), switchBench(),
	}
}

// block finds a block of the library.
func block(name string) *blocks.Block {
	b := library.Find(name)
	if b == nil {
		panic("BUG: the library has no block " + name)
	}
	return b
}

// paramsOf are the parameters of the golden models; what a unit does not have stays 0.
func paramsOf(v blocks.Values) golden.Params {
	return golden.Params{
		Ports: v["ports"], Slots: v["slots"], SAQs: v["saqs"], Detect: v["detect"], DetectOut: v["detect_out"],
		Xoff: v["xoff"], Xon: v["xon"], LinkLatency: v["link_latency"],
	}
}

// chance is true in percent of 100 cases.
func chance(rng *rand.Rand, percent int) bool { return rng.Intn(100) < percent }

// pick is a random element.
func pick[T any](rng *rand.Rand, from []T) T { return from[rng.Intn(len(from))] }

// only lists the corners that remain when some cannot be reached.
func only(corners []string, unreachable map[string]bool) []string {
	var left []string
	for _, c := range corners {
		if !unreachable[c] {
			left = append(left, c)
		}
	}
	return left
}

// count is the number of true lanes.
func count(lanes []bool) int {
	n := 0
	for _, lane := range lanes {
		if lane {
			n++
		}
	}
	return n
}
