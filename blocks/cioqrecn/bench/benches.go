package bench

import (
	"culprit/blocks"
	"culprit/blocks/cioqrecn/golden"
	"culprit/testbench"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{
		queuesBench(), camBench(), markersBench(), detectionBench(), notifierBench(), schedulerBench(),
		inputPortBench(), outputPortBench(), switchBench(),
	}
}

// paramsOf are the parameters of the golden models; what a unit does not have stays 0.
func paramsOf(v blocks.Values) golden.Params {
	return golden.Params{
		Ports: v["ports"], Slots: v["slots"], SAQs: v["saqs"], Detect: v["detect"], DetectOut: v["detect_out"],
		Xoff: v["xoff"], Xon: v["xon"], LinkLatency: v["link_latency"],
	}
}
