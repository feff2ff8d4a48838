package bench

import (
	"math/rand"

	"culprit/blocks"
	"culprit/blocks/recn/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

// plainCorners are the corners of a switch without SAQs.
var plainCorners = []string{
	"memory full", "no credit left at an output", "all outputs busy", "packets back to back", "several packets granted at once", "empty and idle again",
}

// saqCorners are those that SAQs add.
var saqCorners = []string{
	"SAQ allocated by detection", "SAQ allocated by notification", "no SAQ free", "notification dropped", "SAQ blocked", "SAQ unblocked",
	"Xoff sent", "Xon sent", "SAQ deallocated", "no SAQ left", "packet set aside", "packet moved on", "output CAM full", "line freed",
}

// switchCorners are the corners that a parameter set can reach.
func switchCorners(v blocks.Values) []string {
	large := v["slots"]*v["ports"] > 512 // takes longer to fill than a run lasts
	unreachable := kit.Cannot{
		"memory full": large, "no credit left at an output": large, "empty and idle again": large,
	}
	if v["saqs"] == 0 {
		return kit.Without(plainCorners, unreachable)
	}
	// Only an Xoff from outside can then ask for a SAQ.
	undetected := v["detect"] >= min(v["slots"], 48)
	// A run is too short to gather more packets in one SAQ, or there is no room.
	silent := v["xoff"] >= min(v["slots"]/2, 48)
	// Running out of SAQs and lines takes many names at a time: few ports have few
	// names, and a reluctant detection or many SAQs make it a matter of luck.
	plenty := v["ports"] < 4 || v["saqs"] > 4 || v["detect"] > 5 || v["slots"] > 64
	for corner, never := range map[string]bool{
		"SAQ allocated by detection": undetected, "Xoff sent": silent, "Xon sent": silent,
		"no SAQ free": plenty, "notification dropped": plenty, "output CAM full": plenty, "no SAQ left": plenty,
		// Two nested names then need notifications of both lengths in time.
		"packet moved on": v["saqs"] == 1 || v["detect"] > 10,
	} {
		unreachable[corner] = never
	}
	return kit.Without(append(append([]string{}, plainCorners...), saqCorners...), unreachable)
}

// endurance is the phases of a run: traffic without conflicts, first free, then
// with one name blocked again and again; light load, saturation, a hot spot,
// nothing; a stall of everything downstream, many Xoffs, nothing.
func endurance(p golden.Params) []phase {
	calm := phase{cycles: 100000, returns: 70, calm: true, until: (*traffic).idle}
	return []phase{
		{cycles: 100, load: 100, shift: true, returns: 90},
		{cycles: 400, load: 100, shift: true, returns: 90, toggle: true},
		{cycles: 150, load: 10, returns: 50},
		{cycles: 500, load: 100, returns: 60, messages: 2},
		{cycles: 250, load: 100, hot: 60, returns: 60},
		calm,
		{cycles: 100 * p.Slots, load: 100, messages: 1, until: (*traffic).exhausted},
		{cycles: 300, load: 60, returns: 15, messages: 15},
		{cycles: 900, load: 100, hot: 50, returns: 80, messages: 100},
		calm,
	}
}

func switchBench() testbench.Bench {
	return testbench.Bench{
		Block:      block("recn_switch"),
		MinCycles:  10000,
		Corners:    append(append([]string{}, plainCorners...), saqCorners...),
		CornersFor: switchCorners,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := paramsOf(v)
			return newSwitchRun(p, rng, endurance(p)).testCase()
		},
		Faults: switchFaults,
	}
}

// switchRun is a golden switch in traffic.
type switchRun struct {
	p        golden.Params
	model    *golden.Switch
	traffic  *traffic
	lastEop  []int // per output
	cycle    int
	saqs     int                                   // in the cycle before
	script   func(cycle int, in *golden.SwitchIn)  // changes the inputs of a cycle, if set
	listener func(cycle int, out golden.SwitchOut) // sees every cycle, if set
}

func newSwitchRun(p golden.Params, rng *rand.Rand, phases []phase) *switchRun {
	return &switchRun{p: p, model: golden.NewSwitch(p), traffic: newTraffic(p, 1, rng, phases), lastEop: make([]int, p.Ports)}
}

// testCase puts the run into the harness.
func (r *switchRun) testCase() testbench.Case {
	in, out := golden.NewSwitchIn(r.p.Ports), golden.NewSwitchOut(r.p, r.p.Ports)
	if r.p.SAQs > 0 {
		return testbench.NewCase(in, out, r.step,
			func(int) golden.SwitchIn { return r.drive() },
			func(_ golden.SwitchIn, out golden.SwitchOut, hit func(string)) { r.observe(out, hit) })
	}
	var last golden.SwitchOut
	return testbench.NewCase(in.Plain(), out.Plain(),
		func(in golden.SwitchPlainIn) golden.SwitchPlainOut {
			last = r.step(in.Full())
			return last.Plain()
		},
		func(int) golden.SwitchPlainIn { return r.drive().Plain() },
		func(_ golden.SwitchPlainIn, _ golden.SwitchPlainOut, hit func(string)) { r.observe(last, hit) })
}

func (r *switchRun) drive() golden.SwitchIn {
	in := r.traffic.drive()[0]
	if r.script != nil {
		r.script(r.cycle, &in)
	}
	return in
}

func (r *switchRun) step(in golden.SwitchIn) golden.SwitchOut {
	out := r.model.Step(in)
	r.traffic.see([]golden.SwitchOut{out})
	r.traffic.board.Check()
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
			hit("memory full")
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
	r.saqs = observeRest(r.traffic, r.saqs, kit.Count(out.StatSaqs), kit.Count(out.StatLines), hit)
}

// observeRest reports the corners of a switch in which nothing is left. were and
// saqs are the SAQs that there were before and are now; the result is the latter.
func observeRest(t *traffic, were, saqs, lines int, hit func(string)) int {
	if t.sent > 0 && t.idle() && lines == 0 {
		hit("empty and idle again")
	}
	if were > 0 && saqs == 0 {
		hit("no SAQ left")
	}
	return saqs
}

// observeEvents reports the corners that the events of a switch reach.
func observeEvents(events []golden.Event, hit func(string)) {
	granted := 0
	for _, event := range events {
		switch event.Kind {
		case golden.Granted:
			if granted++; granted == 2 {
				hit("several packets granted at once")
			}
		case golden.LineFreed:
			hit("line freed")
		case golden.CamFull:
			hit("output CAM full")
		default:
			if corner, ok := cornerOf[event.Kind]; ok {
				hit(corner)
			}
		}
	}
}
