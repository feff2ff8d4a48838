package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/bench"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// switchCoverPoints are the situations that a run of a switch must reach.
var switchCoverPoints = []string{
	"input memory full", "no credit left at an output", "all outputs busy", "packets back to back",
	"several packets granted at once", "empty and idle again",
	"input SAQ by detection", "input SAQ by an output's request", "input SAQ by notification", "output SAQ by message",
	"no SAQ free", "note refused", "message refused",
	"input SAQ blocked", "input SAQ unblocked", "output SAQ blocked", "output SAQ unblocked",
	"Xoff over the link", "Xon over the link", "Xoff inside", "Xon inside", "input SAQ freed", "output SAQ freed",
	"no SAQ left",
	"packet set aside at an input", "packet set aside at an output", "marker delays an input SAQ",
	"marker delays an output SAQ",
}

// reachable are the cover points that a run of a parameter set surely reaches.
func reachable(v blocks.Values) []string {
	large := v["slots"]*v["ports"] > 512 // takes longer to fill than a run lasts
	undetected := v["detect"] >= min(v["slots"], 48)
	unasked := v["detect_out"] >= min(v["slots"], 48)
	silent := v["xoff"] >= min(v["slots"]/2, 48)
	// Running out of SAQs takes many names at a time: few ports have few names.
	plenty := v["ports"] < 4 || v["saqs"] > 4 || v["detect"] > 5 || v["slots"] > 64
	unreachable := kit.Cannot{
		"input memory full": large, "no credit left at an output": large, "empty and idle again": large,
		"input SAQ by detection":           undetected || v["ports"] == 2, // the one output asks first
		"input SAQ by an output's request": unasked,
		"input SAQ by notification":        silent, "input SAQ blocked": silent || v["ports"] == 2,
		"input SAQ unblocked": silent,
		"Xoff over the link":  silent, "Xon over the link": silent, "Xoff inside": silent, "Xon inside": silent,
		"input SAQ freed": undetected && unasked && silent, "packet set aside at an input": undetected && unasked && silent,
		"marker delays an input SAQ": undetected && unasked && silent || v["detect"] > 5,
		"no SAQ free":                plenty || undetected, "note refused": plenty || silent && unasked,
		"message refused": plenty, "no SAQ left": plenty,
	}
	return kit.Without(switchCoverPoints, unreachable)
}

// stopCycles is for how long one name is stopped behind every output: long enough
// for the input side's SAQ to fill, so that it is stopped again when it is let go,
// since it sends faster than the link.
func stopCycles(xoff int) int { return 8 * (3*min(xoff, 16) + 6) }

// togglingCycles is how long a name is stopped and let go in turns.
func togglingCycles(xoff int) int { return 4 * stopCycles(xoff) }

// toggle stops and lets go the name of what the phase of traffic without conflicts
// sends, at the start of a run.
func toggle(xoff, cycle int, in golden.SwitchIn) {
	stop := stopCycles(xoff)
	if cycle >= togglingCycles(xoff) || cycle%(2*stop) != 0 && cycle%(2*stop) != stop {
		return
	}
	name := env.Route{0}.Name(len(in.TxMsgValid))
	for o := range in.TxMsgValid {
		in.SetTxMsg(o, packet.Message{Valid: true, Xoff: cycle%(2*stop) == 0, Name: name})
	}
}

// endurance is the phases of a run: traffic without conflicts, light load,
// saturation, a hot spot, nothing; a stall of everything downstream, many Xoffs,
// nothing.
func endurance(slots, xoff int) []env.Phase {
	calm := env.Phase{Cycles: 100000, Returns: 70, Calm: true, Until: (*env.Traffic).Idle}
	return []env.Phase{
		{Cycles: togglingCycles(xoff), Load: 100, Shift: true, Returns: 100},
		{Cycles: 150, Load: 10, Returns: 50},
		{Cycles: 500, Load: 100, Returns: 60, Messages: 2},
		{Cycles: 400, Load: 100, Hot: 60, Returns: 60},
		calm,
		{Cycles: 200 * slots, Load: 100, Messages: 1, Until: (*env.Traffic).Exhausted},
		{Cycles: 300, Load: 60, Returns: 15, Messages: 15},
		{Cycles: 900, Load: 100, Hot: 50, Returns: 80, Messages: 100},
		calm,
	}
}

func switchBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Switch),
		MinCycles: 16000,
		AnyReset: map[string]string{
			"cioq_recn_switch.connected":  "0 again after one cycle, in which no packet crosses",
			"cioq_recn_switch.read":       "0 again after two cycles, in which no packet crosses",
			"cioq_recn_switch.pairs_left": "at most 7 cycles, before the first packet can cross",
		},
		CoverPoints:    switchCoverPoints,
		CoverPointsFor: reachable,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := newSwitchRun(p, rng, endurance(p.Slots, p.Xoff))
			if r.Traffic.StartAnywhere() {
				r.Script = func(cycle int, in golden.SwitchIn) { toggle(p.Xoff, cycle, in) }
			}
			return r.Case()
		},
	}
}

func newSwitchRun(p golden.Params, rng *rand.Rand, phases []env.Phase) *recn.SwitchRun {
	model := golden.NewSwitch(p)
	r := recn.NewSwitchRun(p.Link(), model, rng, phases)
	r.Full, r.NoCredit = "input memory full", "no credit left at an output"
	r.Hit = func(out golden.SwitchOut, hit func(string)) {
		observeEvents(model.Events(), hit)
		saqs := kit.Count(out.StatSaqs) + kit.Count(out.StatLines)
		r.Observe(hit, saqs, saqs, out.LinksOut)
		for port := range p.Ports {
			observeMarkers(model, port, p.SAQs, hit)
		}
	}
	return r
}

// observeMarkers looks for SAQs that have packets and may not send them yet.
func observeMarkers(model *golden.Switch, port, saqs int, hit func(string)) {
	for k := range saqs {
		if model.Input(port).Held(k) {
			hit("marker delays an input SAQ")
		}
		if model.Output(port).Held(k) {
			hit("marker delays an output SAQ")
		}
	}
}

// coverPointsOf are the cover points that the events of the input and output sides reach.
var coverPointsOf = map[bool]map[golden.EventKind]string{
	false: {
		golden.NoFree: "no SAQ free", golden.Born: "input SAQ by notification", golden.Refused: "note refused",
		golden.Blocked: "input SAQ blocked", golden.Unblocked: "input SAQ unblocked", golden.XoffSent: "Xoff over the link",
		golden.XonSent:     "Xon over the link",
		golden.Deallocated: "input SAQ freed", golden.SetAside: "packet set aside at an input",
		golden.Detected: "input SAQ by detection", golden.Requested: "input SAQ by an output's request",
	},
	true: {
		golden.Born: "output SAQ by message", golden.Refused: "message refused",
		golden.Blocked: "output SAQ blocked", golden.Unblocked: "output SAQ unblocked", golden.XoffSent: "Xoff inside",
		golden.XonSent:     "Xon inside",
		golden.Deallocated: "output SAQ freed", golden.SetAside: "packet set aside at an output",
	},
}

// observeEvents reports the cover points that the events of a switch reach.
func observeEvents(events []golden.Event, hit func(string)) {
	granted := 0
	for _, event := range events {
		if event.Kind == golden.Granted && !event.Output {
			if granted++; granted == 2 {
				hit("several packets granted at once")
			}
		}
		if coverPoint, ok := coverPointsOf[event.Output][event.Kind]; ok {
			hit(coverPoint)
		}
	}
}
