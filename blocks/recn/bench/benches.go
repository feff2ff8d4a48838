package bench

import "culprit.example/culprit/testbench"

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{
		mmuBench(), ruBench(), muBench(), cduBench(), nameExtendBench(), inCamBench(), ppuBench(), rfcuBench(),
		outCamBench(), noteBusBench(), schedulerBench(), leafBench(), branchesBench(), inputPortBench(), outputPortBench(),
		switchBench(), hostileBench(), pairBench(),
	}
}
