package bench

import (
	"math/rand"
	"slices"

	"culprit/blocks"
	"culprit/blocks/voq/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

var netCorners = append(slices.Clone(switchCorners),
	"queue full", "all queues full", "others pass a queue without credit", "credit taken and given at once",
)

// netProgram is the phases of a run of VOQnet: traffic without conflicts, light
// load, saturation, a hot destination; one destination without credits among
// others; single flows with queues of a packet or two; a stall of everything
// downstream, until all is empty again.
func netProgram(p golden.Params) []phase {
	full := 30 * p.Nodes * p.Depth
	return []phase{
		{cycles: 200, load: 100, shift: true, returns: 100},
		{cycles: 200, load: 10, returns: 50},
		{cycles: 400, load: 100, returns: 70},
		{cycles: 400, load: 100, hot: 60, returns: 60},
		{cycles: 300, load: 100, hot: 100, returns: 30},
		{cycles: 500, load: 100, hot: 30, returns: 90, keep: true},
		{cycles: 300, returns: 100},
		{cycles: 4000, load: 20, shift: true, returns: 8},
		{cycles: full, load: 100, until: exhausted},
		{cycles: 300, load: 60, returns: 15},
		{cycles: full, returns: 100, until: (*traffic).idle},
	}
}

func netSwitchBench() testbench.Bench {
	return testbench.Bench{
		Block:     block("voqnet_switch"),
		MinCycles: 14000,
		Corners:   netCorners,
		CornersFor: func(v blocks.Values) []string {
			large := v["nodes"]*v["depth"] > 256 // takes longer to fill than a run lasts
			return kit.Without(netCorners, kit.Cannot{
				"all queues full": large, "empty and idle again": large,
				// There is one output to go to.
				"packets for several outputs at an input": v["ports"] == 2,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := paramsOf(v)
			r := &netRun{p: p, model: golden.NewNetSwitch(p), traffic: newTraffic(p, true, rng, netProgram(p)), watch: newWatch(p.Ports)}
			return testbench.NewCase(golden.NewNetIn(p.Ports), golden.NewNetOut(p.Ports), r.step,
				func(int) golden.NetIn { return r.traffic.drive() }, r.observe)
		},
		Faults: netFaults,
	}
}

// netRun is a golden VOQnet switch in traffic.
type netRun struct {
	p       golden.Params
	model   *golden.NetSwitch
	traffic *traffic
	watch   *watch
}

func (r *netRun) step(in golden.NetIn) golden.NetOut {
	out := r.model.Step(in)
	r.traffic.see(out)
	return out
}

func (r *netRun) observe(_ golden.NetIn, out golden.NetOut, hit func(string)) {
	for i := range r.p.Ports {
		if out.StatFree[i] == 0 {
			hit("all queues full")
		}
		waiting := r.model.Waiting(i)
		r.watch.queues(waiting, hit)
		for dst, n := range waiting {
			if n == r.p.Depth {
				hit("queue full")
				o := r.traffic.routes[i][dst]
				if r.model.Credits(o, dst) == 0 && out.TxSop[o] {
					hit("others pass a queue without credit")
				}
			}
		}
	}
	r.watch.events(r.model.Events(), hit)
	r.watch.pins(out.TxValid, out.TxSop, out.TxEop, r.traffic, hit)
}
