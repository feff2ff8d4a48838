package bench

import (
	"math/rand"
	"slices"

	link "culprit.example/culprit/blocks/link/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var netCoverPoints = append(slices.Clone(switchCoverPoints),
	"queue full", "all queues full", "others pass a queue without credit", "credit taken and given at once",
)

// netProgram is the phases of a run of VOQnet: traffic without conflicts, light
// load, saturation, a hot destination; one destination without credits among
// others; single flows with queues of a packet or two; a stall of everything
// downstream, until all is empty again.
func netProgram(p golden.Params) []env.Phase {
	full := 30 * p.Nodes * p.Depth
	return []env.Phase{
		{Cycles: 200, Load: 100, Shift: true, Returns: 100},
		{Cycles: 200, Load: 10, Returns: 50},
		{Cycles: 400, Load: 100, Returns: 70},
		{Cycles: 400, Load: 100, Hot: 60, Returns: 60},
		{Cycles: 300, Load: 100, Hot: 100, Returns: 30},
		{Cycles: 500, Load: 100, Hot: 30, Returns: 90, Keep: true},
		{Cycles: 300, Returns: 100},
		{Cycles: 4000, Load: 20, Shift: true, Returns: 8},
		{Cycles: full, Load: 100, Until: (*env.Traffic).Exhausted},
		{Cycles: 300, Load: 60, Returns: 15},
		{Cycles: full, Returns: 100, Until: (*env.Traffic).Idle},
	}
}

func netSwitchBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.NetSwitch),
		MinCycles: 20000,
		AnyReset: map[string]string{
			"voqnet_input_port.beat_bad_q":                           "counts in a cycle with its valid only",
			"voqnet_input_port.beat_eop_q":                           "counts in a cycle with its valid only",
			"voqnet_input_port.read_eop_q":                           "counts in a cycle with its valid only",
			"voqnet_input_port.beat_sop_q":                           "counts in a cycle with its valid only",
			"voqnet_input_port.read_sop_q":                           "counts in a cycle with its valid only",
			"voqnet_input_port.beat_valid_q":                         "0 again after one cycle, in which no output is connected",
			"voqnet_input_port.read_valid_q":                         "0 again after two cycles, in which no output is connected",
			"voqnet_input_port.sendable_q":                           "set anew in one cycle, before the first request",
			"voqnet_input_port.arrives":                              "set by the first packet, before any slot is read",
			"voqnet_input_port.tx_word":                              "set with every grant",
			"voqnet_scheduler.open_to":                               "set again in one cycle, before the first request",
			"voqnet_scheduler.input_busy: bit 0 flipped in reset":    "one cycle, before the first request",
			"voqnet_scheduler.output_busy: bit 0 flipped in reset":   "one cycle, before the first request",
			"voqnet_switch.beats_left: bit 0 flipped in reset":       "one cycle, before the first packet can cross",
			"voqnet_scheduler.inputs_above: bit 0 flipped in reset":  "input 0 never asks for output 0: of the others input 1 comes first anyway",
			"voqnet_scheduler.queues_above: bit 0 flipped in reset":  "input 0 never asks for output 0: the first of the others comes first anyway",
			"voqnet_scheduler.queues_above: bit 55 flipped in reset": "input 7 never asks for output 7",
			"voqnet_scheduler.inputs_above: bit 55 flipped in reset": "input 7 never asks for output 7",
			"voqnet_switch.connected":                                "0 again after one cycle, in which no packet crosses",
			"voqnet_switch.read":                                     "0 again after two cycles, in which no packet crosses",
		},
		SeldomReset: map[string]string{
			"voqnet_input_port.last_leaves": "clears a bit that reset has cleared: an assertion notices it if a packet comes to that queue just then",
		},
		CoverPoints: netCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			large := v["nodes"]*v["depth"] > 256 // takes longer to fill than a run lasts
			return kit.Without(netCoverPoints, kit.Cannot{
				"all queues full": large, "empty and idle again": large,
				// There is one output to go to.
				"packets for several outputs at an input": v["ports"] == 2,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := &netRun{p: p, model: golden.NewNetSwitch(p)}
			r.Traffic, r.Full = env.NewTraffic(links(p), rng, netProgram(p)), "all queues full"
			r.Traffic.StartAnywhere()
			return testbench.NewCase(golden.NewNetIn(p.Ports), golden.NewNetOut(p.Ports), r.model.Step, r.drive, r.observe)
		},
	}
}

// netRun is a golden VOQnet switch in traffic.
type netRun struct {
	env.Watch
	p     golden.Params
	model *golden.NetSwitch
}

func (r *netRun) drive(int) golden.NetIn {
	in := r.Traffic.Drive()[0]
	return golden.NetIn{LinksIn: in.LinksIn, PinsIn: link.NewPinsIn(r.p.Ports), TxCreditDst: in.TxCreditDst}
}

func (r *netRun) observe(_ golden.NetIn, out golden.NetOut, hit func(string)) {
	r.Traffic.See(env.Outputs{LinksOut: out.LinksOut, RxCreditDst: out.RxCreditDst})
	r.Traffic.Board.Check()
	for i := range r.p.Ports {
		waiting := r.model.Waiting(i)
		observeQueues(waiting, hit)
		for dst, n := range waiting {
			if n == r.p.Depth {
				hit("queue full")
				if o := r.Traffic.Exit(i, dst); r.model.Credits(o, dst) == 0 && out.TxSop[o] {
					hit("others pass a queue without credit")
				}
			}
		}
	}
	observeEvents(r.model.Events(), hit)
	r.Observe(hit, 0, 0, out.LinksOut)
}
