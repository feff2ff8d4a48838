package bench

import (
	"culprit/blocks"
	"culprit/blocks/recn/golden"
	"culprit/testbench"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{
		mmuBench(), ruBench(), muBench(), cduBench(), nameExtendBench(), inCamBench(), ppuBench(), rfcuBench(),
		outCamBench(), noteBusBench(), schedulerBench(), inputPortBench(), outputPortBench(), switchBench(), pairBench(),
	}
}

// paramsOf are the parameters of the golden models; what a unit does not have stays 0.
func paramsOf(v blocks.Values) golden.Params {
	return golden.Params{
		Ports: v["ports"], Slots: v["slots"], SAQs: v["saqs"], Detect: v["detect"],
		Xoff: v["xoff"], Xon: v["xon"], LinkLatency: v["link_latency"], ReadyBit: v["ready_bit"],
	}
}
