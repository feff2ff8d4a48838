package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Cover points of every switch.
const (
	memoryFull = "memory full"
	noCredit   = "no credit left at an output"
)

// plainCoverPoints are the cover points of a switch without SAQs.
var plainCoverPoints = []string{
	memoryFull, noCredit, "all outputs busy", "packets back to back", "several packets granted at once",
	"empty and idle again",
}

// saqCoverPoints are those that SAQs add.
var saqCoverPoints = []string{
	"SAQ allocated by detection", "SAQ allocated by notification", "no SAQ free", "notification dropped", "SAQ blocked",
	"SAQ unblocked",
	"Xoff sent", "Xon sent", "SAQ deallocated", "no SAQ left", "packet set aside", "packet moved on", "output CAM full",
	"line freed",
}

// switchCoverPoints are the cover points that a parameter set can reach.
func switchCoverPoints(v blocks.Values) []string {
	large := v["slots"]*v["ports"] > 512 // takes longer to fill than a run lasts
	unreachable := kit.Cannot{
		memoryFull: large, noCredit: large, "empty and idle again": large,
	}
	if v["saqs"] == 0 {
		return kit.Without(plainCoverPoints, unreachable)
	}
	// Only an Xoff from outside can then ask for a SAQ.
	undetected := v["detect"] >= min(v["slots"], 48)
	// A run is too short to gather more packets in one SAQ, or there is no room.
	silent := v["xoff"] >= min(v["slots"]/2, 48)
	// Running out of SAQs and lines takes many names at a time: few ports have few
	// names, and a reluctant detection or many SAQs make it a matter of luck.
	plenty := v["ports"] < 4 || v["saqs"] > 4 || v["detect"] > 5 || v["slots"] > 64
	for coverPoint, never := range map[string]bool{
		"SAQ allocated by detection": undetected, "Xoff sent": silent, "Xon sent": silent,
		"no SAQ free": plenty, "notification dropped": plenty, "output CAM full": plenty, "no SAQ left": plenty,
		// Two nested names then need notifications of both lengths in time.
		"packet moved on": v["saqs"] == 1 || v["detect"] > 10,
	} {
		unreachable[coverPoint] = never
	}
	return kit.Without(append(append([]string{}, plainCoverPoints...), saqCoverPoints...), unreachable)
}

// endurance is the phases of a run: traffic without conflicts, first free, then
// with one name blocked again and again; light load, saturation, a hot spot,
// nothing; a stall of everything downstream, many Xoffs, nothing.
func endurance(p golden.Params) []env.Phase {
	calm := env.Phase{Cycles: 100000, Returns: 70, Calm: true, Until: (*env.Traffic).Idle}
	list := []env.Phase{
		{Cycles: 100, Load: 100, Shift: true, Returns: 90},
		{Cycles: 400, Load: 100, Shift: true, Returns: 90, Toggle: true},
		{Cycles: 150, Load: 10, Returns: 50},
		{Cycles: 500, Load: 100, Returns: 60, Messages: 2},
		{Cycles: 250, Load: 100, Hot: 60, Returns: 60},
		calm,
		{Cycles: 100 * p.Slots, Load: 100, Messages: 1, Until: (*env.Traffic).Exhausted},
		{Cycles: 300, Load: 60, Returns: 15, Messages: 15},
		// many ports have few packets for each name
		{Cycles: max(900, 200*p.Ports), Load: 100, Hot: 50, Returns: 80, Messages: 100},
		calm,
	}
	if p.LeafFirst == 1 { // the tree dies from the leaves, each of which rests first
		list = append(list, env.Phase{Cycles: 400 + 8*p.Timer, Returns: 70, Calm: true})
	}
	return list
}

func switchBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Switch),
		MinCycles: 16000,
		AnyReset: map[string]string{
			"recn_switch.beats_left: bit 0 flipped in reset": "one cycle, before the first packet can cross",
			"recn_switch.connected":                          "0 again after one cycle, in which no packet crosses",
			"recn_switch.read":                               "0 again after two cycles, in which no packet crosses",
		},
		CoverPoints:    append(append([]string{}, plainCoverPoints...), saqCoverPoints...),
		CoverPointsFor: switchCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r, _ := newSwitchRun(p, rng, endurance(p))
			r.Traffic.StartAnywhere()
			return r.Case()
		},
	}
}

func newSwitchRun(p golden.Params, rng *rand.Rand, phases []env.Phase) (*SwitchRun, *golden.Switch) {
	model := golden.NewSwitch(p)
	r := NewSwitchRun(p, model, rng, phases)
	r.Full, r.NoCredit = memoryFull, noCredit
	r.Hit = func(out golden.SwitchOut, hit func(string)) {
		observeEvents(model.Events(), hit)
		r.Observe(hit, kit.Count(out.StatSaqs), kit.Count(out.StatLines), out.LinksOut)
	}
	return r, model
}

// observeEvents reports the cover points that the events of a switch reach.
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
			if coverPoint, ok := coverPointOf[event.Kind]; ok {
				hit(coverPoint)
			}
		}
	}
}
