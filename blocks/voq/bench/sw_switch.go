package bench

import (
	"math/rand"
	"slices"

	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var swCoverPoints = append(slices.Clone(switchCoverPoints), "memory full", "no credit left at an output",
	"all packets in one queue")

// swProgram is the phases of a run of VOQsw: traffic without conflicts, light
// load, saturation, a hot spot; a stall of everything downstream, until all is
// empty again.
func swProgram(p golden.Params) []env.Phase {
	return []env.Phase{
		{Cycles: 200, Load: 100, Shift: true, Returns: 100},
		{Cycles: 200, Load: 10, Returns: 50},
		{Cycles: 400, Load: 100, Returns: 70},
		{Cycles: 400, Load: 100, Hot: 60, Returns: 60},
		{Cycles: 100 * p.Slots, Load: 100, Until: (*env.Traffic).Exhausted},
		{Cycles: 300, Load: 60, Returns: 15},
		{Cycles: 100 * p.Slots, Returns: 80, Until: (*env.Traffic).Idle},
		{Cycles: 100 * p.Slots, Load: 100, Shift: true, Until: (*env.Traffic).Exhausted},
		{Cycles: 100 * p.Slots, Returns: 80, Until: (*env.Traffic).Idle},
	}
}

func swSwitchBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.SwSwitch),
		MinCycles: 11000,
		Resets:    30, // each output has one first packet after a reset, which shows where the search begins
		AnyReset: map[string]string{
			"voqsw_input_port.beat_bad_q":                           "counts in a cycle with its valid only",
			"voqsw_input_port.beat_eop_q":                           "counts in a cycle with its valid only",
			"voqsw_input_port.read_eop_q":                           "counts in a cycle with its valid only",
			"voqsw_input_port.beat_sop_q":                           "counts in a cycle with its valid only",
			"voqsw_input_port.read_sop_q":                           "counts in a cycle with its valid only",
			"voqsw_input_port.beat_valid_q":                         "0 again after one cycle, in which no output is connected",
			"voqsw_input_port.read_valid_q":                         "0 again after two cycles, in which no output is connected",
			"voqsw_input_port.tx_word":                              "set with every grant",
			"voqsw_scheduler.input_busy: bit 0 flipped in reset":    "one cycle, before the first request",
			"voqsw_scheduler.open_to":                               "set anew in one cycle, before the first request",
			"voqsw_scheduler.inputs_above: bit 0 flipped in reset":  "input 0 never asks for output 0: of the others input 1 comes first anyway",
			"voqsw_scheduler.inputs_above: bit 55 flipped in reset": "input 7 never asks for output 7",
			"voqsw_scheduler.queues_above: bit 0 flipped in reset":  "queue 0 of input 0 stays empty: the first of the others comes first anyway",
			"voqsw_scheduler.queues_above: bit 55 flipped in reset": "queue 7 of input 7 stays empty",
			"voqsw_scheduler.output_busy: bit 0 flipped in reset":   "one cycle, before the first request",
			"voqsw_switch.beats_left: bit 0 flipped in reset":       "one cycle, before the first packet can cross",
			"voqsw_switch.connected":                                "0 again after one cycle, in which no packet crosses",
			"voqsw_switch.read":                                     "0 again after two cycles, in which no packet crosses",
		},
		CoverPoints: swCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			large := v["slots"] > 64 // takes longer to fill than a run lasts
			return kit.Without(swCoverPoints, kit.Cannot{
				"memory full": large, "no credit left at an output": large, "empty and idle again": large,
				"all packets in one queue": large,
				// There is one output to go to, and nobody to wait for.
				"packets for several outputs at an input": v["ports"] == 2, "only packet leaves as the next comes": v["ports"] == 2,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := &swRun{p: p, model: golden.NewSwSwitch(p)}
			r.Traffic = env.NewTraffic(links(p), rng, swProgram(p))
			r.Full, r.NoCredit = "memory full", "no credit left at an output"
			r.Traffic.StartAnywhere()
			return testbench.NewCase(golden.NewSwIn(p.Ports), golden.NewSwOut(p.Ports), r.model.Step, r.drive, r.observe)
		},
	}
}

// swRun is a golden VOQsw switch in traffic.
type swRun struct {
	env.Watch
	p     golden.Params
	model *golden.SwSwitch
}

func (r *swRun) drive(int) golden.SwIn {
	in := golden.NewSwIn(r.p.Ports)
	in.LinksIn = r.Traffic.Drive()[0].LinksIn
	return in
}

func (r *swRun) observe(_ golden.SwIn, out golden.SwOut, hit func(string)) {
	r.Traffic.See(env.Outputs{LinksOut: out.LinksOut})
	r.Traffic.Board.Check()
	for i := range r.p.Ports {
		waiting := r.model.Waiting(i)
		observeQueues(waiting, hit)
		if slices.Max(waiting) == r.p.Slots {
			hit("all packets in one queue")
		}
	}
	observeEvents(r.model.Events(), hit)
	r.Observe(hit, 0, 0, out.LinksOut)
}
