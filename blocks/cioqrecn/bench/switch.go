package bench

import (
	"math/rand"

	"culprit/blocks"
	"culprit/blocks/cioqrecn/golden"
	recn "culprit/blocks/recn/bench"
	goldenrecn "culprit/blocks/recn/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

// switchCorners are the situations that a run of a switch must reach.
var switchCorners = []string{
	"input memory full", "no credit left at an output", "all outputs busy", "packets back to back", "several packets granted at once", "empty and idle again",
	"input SAQ by detection", "input SAQ by an output's request", "input SAQ by notification", "output SAQ by message",
	"no SAQ free", "note refused", "message refused",
	"input SAQ blocked", "input SAQ unblocked", "output SAQ blocked", "output SAQ unblocked",
	"Xoff over the link", "Xon over the link", "Xoff inside", "Xon inside", "input SAQ freed", "output SAQ freed", "no SAQ left",
	"packet set aside at an input", "packet set aside at an output", "marker delays an input SAQ", "marker delays an output SAQ",
}

// reachable are the corners that a run of a parameter set surely reaches.
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
		"input SAQ by notification":        silent, "input SAQ blocked": silent || v["ports"] == 2, "input SAQ unblocked": silent,
		"Xoff over the link": silent, "Xon over the link": silent, "Xoff inside": silent, "Xon inside": silent,
		"input SAQ freed": undetected && unasked && silent, "packet set aside at an input": undetected && unasked && silent,
		"marker delays an input SAQ": undetected && unasked && silent || v["detect"] > 5,
		"no SAQ free":                plenty || undetected, "note refused": plenty || silent && unasked, "message refused": plenty, "no SAQ left": plenty,
	}
	return kit.Without(switchCorners, unreachable)
}

// stopCycles is for how long one name is stopped behind every output: long enough
// for the input side's SAQ to fill, so that it is stopped again when it is let go,
// since it sends faster than the link.
func stopCycles(xoff int) int { return 8 * (3*min(xoff, 16) + 6) }

// togglingCycles is how long a name is stopped and let go in turns.
func togglingCycles(xoff int) int { return 4 * stopCycles(xoff) }

// toggle stops and lets go the name of what the phase of traffic without conflicts
// sends, at the start of a run.
func toggle(xoff, cycle int, in *golden.SwitchIn) {
	stop := stopCycles(xoff)
	if cycle >= togglingCycles(xoff) || cycle%(2*stop) != 0 && cycle%(2*stop) != stop {
		return
	}
	name := recn.RouteName(len(in.TxMsgValid), 0)
	for o := range in.TxMsgValid {
		in.TxMsgValid[o], in.TxMsgXoff[o] = true, cycle%(2*stop) == 0
		in.TxMsgTp[o], in.TxMsgMask[o] = name.Tp, name.Mask
	}
}

// endurance is the phases of a run: traffic without conflicts, light load,
// saturation, a hot spot, nothing; a stall of everything downstream, many Xoffs,
// nothing.
func endurance(slots, xoff int) []recn.Phase {
	calm := recn.Phase{Cycles: 100000, Returns: 70, Calm: true, Until: (*recn.Traffic).Idle}
	return []recn.Phase{
		{Cycles: togglingCycles(xoff), Load: 100, Shift: true, Returns: 100},
		{Cycles: 150, Load: 10, Returns: 50},
		{Cycles: 500, Load: 100, Returns: 60, Messages: 2},
		{Cycles: 400, Load: 100, Hot: 60, Returns: 60},
		calm,
		{Cycles: 200 * slots, Load: 100, Messages: 1, Until: (*recn.Traffic).Exhausted},
		{Cycles: 300, Load: 60, Returns: 15, Messages: 15},
		{Cycles: 900, Load: 100, Hot: 50, Returns: 80, Messages: 100},
		calm,
	}
}

func switchBench() testbench.Bench {
	return testbench.Bench{
		Block:      block("cioq_recn_switch"),
		MinCycles:  10000,
		Corners:    switchCorners,
		CornersFor: reachable,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := paramsOf(v)
			r := newSwitchRun(p, rng, endurance(p.Slots, p.Xoff))
			r.script = func(cycle int, in *golden.SwitchIn) { toggle(p.Xoff, cycle, in) }
			return r.testCase()
		},
		Faults: switchFaults,
	}
}

// switchRun is a golden switch in traffic.
type switchRun struct {
	p        golden.Params
	model    *golden.Switch
	traffic  *recn.Traffic
	lastEop  []int // per output
	cycle    int
	saqs     int                                   // in the cycle before
	script   func(cycle int, in *golden.SwitchIn)  // changes the inputs of a cycle, if set
	listener func(cycle int, out golden.SwitchOut) // sees every cycle, if set
}

func newSwitchRun(p golden.Params, rng *rand.Rand, phases []recn.Phase) *switchRun {
	return &switchRun{
		p: p, model: golden.NewSwitch(p), traffic: recn.NewTraffic(p.Link(), rng, phases), lastEop: make([]int, p.Ports),
	}
}

// testCase puts the run into the harness.
func (r *switchRun) testCase() testbench.Case {
	in, out := goldenrecn.NewSwitchIn(r.p.Ports), goldenrecn.NewSwitchOut(r.p.Link(), r.p.Ports)
	return testbench.NewCase(in, out, r.step, func(int) golden.SwitchIn { return r.drive() },
		func(_ golden.SwitchIn, out golden.SwitchOut, hit func(string)) { r.observe(out, hit) })
}

func (r *switchRun) drive() golden.SwitchIn {
	in := r.traffic.Drive()
	if r.script != nil {
		r.script(r.cycle, &in)
	}
	return in
}

func (r *switchRun) step(in golden.SwitchIn) golden.SwitchOut {
	out := r.model.Step(in)
	r.traffic.See(out)
	r.traffic.Board().Check()
	if r.listener != nil {
		r.listener(r.cycle, out)
	}
	r.cycle++
	return out
}

func (r *switchRun) observe(out golden.SwitchOut, hit func(string)) {
	observeEvents(r.model.Events(), hit)
	for i := range r.p.Ports {
		if out.StatFree[i] == 0 {
			hit("input memory full")
		}
		if out.StatCredit[i] == 0 {
			hit("no credit left at an output")
		}
		if out.TxSop[i] && r.lastEop[i] == r.cycle-1 {
			hit("packets back to back")
		}
		if out.TxEop[i] {
			r.lastEop[i] = r.cycle
		}
	}
	if kit.Count(out.TxValid) == r.p.Ports {
		hit("all outputs busy")
	}
	saqs := kit.Count(out.StatSaqs) + kit.Count(out.StatLines)
	if r.traffic.Sent() > 0 && r.traffic.Idle() && saqs == 0 {
		hit("empty and idle again")
	}
	if r.saqs > 0 && saqs == 0 {
		hit("no SAQ left")
	}
	r.saqs = saqs
	for i := range r.p.Ports {
		r.observeMarkers(i, hit)
	}
}

// observeMarkers looks for SAQs that have packets and may not send them yet.
func (r *switchRun) observeMarkers(port int, hit func(string)) {
	for k := range r.p.SAQs {
		if r.model.Input(port).Held(k) {
			hit("marker delays an input SAQ")
		}
		if r.model.Output(port).Held(k) {
			hit("marker delays an output SAQ")
		}
	}
}

// cornersOf are the corners that the events of the input and output sides reach.
var cornersOf = map[bool]map[golden.EventKind]string{
	false: {
		golden.NoFree: "no SAQ free", golden.Born: "input SAQ by notification", golden.Refused: "note refused",
		golden.Blocked: "input SAQ blocked", golden.Unblocked: "input SAQ unblocked", golden.XoffSent: "Xoff over the link", golden.XonSent: "Xon over the link",
		golden.Deallocated: "input SAQ freed", golden.SetAside: "packet set aside at an input",
		golden.Detected: "input SAQ by detection", golden.Requested: "input SAQ by an output's request",
	},
	true: {
		golden.Born: "output SAQ by message", golden.Refused: "message refused",
		golden.Blocked: "output SAQ blocked", golden.Unblocked: "output SAQ unblocked", golden.XoffSent: "Xoff inside", golden.XonSent: "Xon inside",
		golden.Deallocated: "output SAQ freed", golden.SetAside: "packet set aside at an output",
	},
}

// observeEvents reports the corners that the events of a switch reach.
func observeEvents(events []golden.Event, hit func(string)) {
	granted := 0
	for _, event := range events {
		if event.Kind == golden.Granted && !event.Output {
			if granted++; granted == 2 {
				hit("several packets granted at once")
			}
		}
		if corner, ok := cornersOf[event.Output][event.Kind]; ok {
			hit(corner)
		}
	}
}
