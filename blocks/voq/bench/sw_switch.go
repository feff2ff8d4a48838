package bench

import (
	"math/rand"
	"slices"

	"culprit/blocks"
	"culprit/blocks/voq/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

var swCorners = append(slices.Clone(switchCorners), "memory full", "no credit left at an output", "all packets in one queue")

// swProgram is the phases of a run of VOQsw: traffic without conflicts, light
// load, saturation, a hot spot; a stall of everything downstream, until all is
// empty again.
func swProgram(p golden.Params) []phase {
	return []phase{
		{cycles: 200, load: 100, shift: true, returns: 100},
		{cycles: 200, load: 10, returns: 50},
		{cycles: 400, load: 100, returns: 70},
		{cycles: 400, load: 100, hot: 60, returns: 60},
		{cycles: 100 * p.Slots, load: 100, until: exhausted},
		{cycles: 300, load: 60, returns: 15},
		{cycles: 100 * p.Slots, returns: 80, until: (*traffic).idle},
		{cycles: 100 * p.Slots, load: 100, shift: true, until: exhausted},
		{cycles: 100 * p.Slots, returns: 80, until: (*traffic).idle},
	}
}

// exhausted says that no source has a credit.
func exhausted(t *traffic) bool {
	for _, src := range t.source {
		for _, c := range src.credits {
			if c > 0 {
				return false
			}
		}
	}
	return true
}

func swSwitchBench() testbench.Bench {
	return testbench.Bench{
		Block:     block("voqsw_switch"),
		MinCycles: 8000,
		Corners:   swCorners,
		CornersFor: func(v blocks.Values) []string {
			large := v["slots"] > 64 // takes longer to fill than a run lasts
			return kit.Without(swCorners, kit.Cannot{
				"memory full": large, "no credit left at an output": large, "empty and idle again": large, "all packets in one queue": large,
				// There is one output to go to, and nobody to wait for.
				"packets for several outputs at an input": v["ports"] == 2, "only packet leaves as the next comes": v["ports"] == 2,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := paramsOf(v)
			s := &swRun{
				p: p, model: golden.NewSwSwitch(p), traffic: newTraffic(p, false, rng, swProgram(p)),
				watch: newWatch(p.Ports), zeros: make([]int, p.Ports),
			}
			return testbench.NewCase(golden.NewSwIn(p.Ports), golden.NewSwOut(p.Ports), s.step, s.drive, s.observe)
		},
		Faults: swFaults,
	}
}

// swRun is a golden VOQsw switch in traffic.
type swRun struct {
	p       golden.Params
	model   *golden.SwSwitch
	traffic *traffic
	watch   *watch
	zeros   []int
}

func (r *swRun) drive(int) golden.SwIn {
	in := r.traffic.drive()
	return golden.SwIn{RxValid: in.RxValid, RxSop: in.RxSop, RxEop: in.RxEop, RxData: in.RxData, TxCredit: in.TxCredit}
}

func (r *swRun) step(in golden.SwIn) golden.SwOut {
	out := r.model.Step(in)
	r.traffic.see(golden.NetOut{
		TxValid: out.TxValid, TxSop: out.TxSop, TxEop: out.TxEop, TxData: out.TxData, RxCredit: out.RxCredit, RxCreditDst: r.zeros,
	})
	return out
}

func (r *swRun) observe(_ golden.SwIn, out golden.SwOut, hit func(string)) {
	for i := range r.p.Ports {
		if out.StatFree[i] == 0 {
			hit("memory full")
		}
		if out.StatCredit[i] == 0 {
			hit("no credit left at an output")
		}
		waiting := r.model.Waiting(i)
		r.watch.queues(waiting, hit)
		if slices.Max(waiting) == r.p.Slots {
			hit("all packets in one queue")
		}
	}
	r.watch.events(r.model.Events(), hit)
	r.watch.pins(out.TxValid, out.TxSop, out.TxEop, r.traffic, hit)
}
