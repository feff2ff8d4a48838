package experiment

import (
	"fmt"
	"math"
	"strconv"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/testbench/experiment"
)

// nobody is the setting of runs in which all servers take what comes.
const nobody = "none"

// block is a server that takes nothing for a time: it says STOP.
type block struct {
	server   int
	from, to uint64 // cycles; to is the first in which it takes frames again
}

// blockSettings are the settings of a server that takes nothing.
func blockSettings() []experiment.Setting {
	return []experiment.Setting{
		{Name: "blocked", Default: nobody, Words: []string{nobody, "0", "1", "2", "3", "4", "5", "6"},
			Doc: "server that takes nothing for some time: it says STOP; the only claim is then that no frame is lost"},
		{Name: "blocked_from", Default: "2", Min: 0, Max: 510, Doc: "millisecond from which it takes nothing"},
		{Name: "blocked_to", Default: "auto", Auto: true, Min: 0, Max: 511,
			Doc: "millisecond from which it takes frames again; auto: never"},
	}
}

// blockOf is what the settings ask for. Not given: nothing. The error names what is wrong.
func blockOf(v experiment.Values, gbits int) (b block, given bool, err error) {
	if v.Word("blocked") == nobody {
		return b, false, nil
	}
	server, err := strconv.Atoi(v.Word("blocked"))
	if err != nil {
		return b, false, err
	}
	from, to, err := experiment.BlockedSpan(v, math.Inf(1), "the server takes")
	cycles := func(ms float64) uint64 { return uint64(min(ms*float64(lines[gbits].cyclesPer), math.MaxUint32)) }
	return block{server: server, from: cycles(from), to: cycles(to)}, true, err
}

// A block of the hot server that outlasts the quanta of a STOP several times. The run goes
// on until what has waited is through.
const (
	longFrom    = 40_000
	longFor     = 4 * 65_536
	longStops   = 4   // that each source gets at least
	fabricUnits = 586 // of an input buffer
)

// blockedMs is how long a run with that takes, by the rate of the links.
var blockedMs = map[int]int{10: 21, 100: 3}

func longBlock(int) block { return block{hot, longFrom, longFrom + longFor} }

// in is a run with the block.
func (b block) in(p experiment.Point) experiment.Point {
	p.Params["blockable"] = 1
	p.Stimulus.Inputs["block_server"], p.Stimulus.Inputs["block_start"], p.Stimulus.Inputs["block_stop"] = uint64(
		b.server), b.from, b.to
	p.Name += fmt.Sprintf(" blocked=%d from=%d to=%d", b.server, b.from, b.to)
	return p
}

// fewestStops is the least number of STOPs that one of the first sources gets.
func fewestStops(r run) float64 {
	few := math.Inf(1)
	for source := range sources {
		few = min(few, r.until(r.Point.Params["windows"], func(w int) string { return spineleaf.StopsCounter(source, w) }))
	}
	return few
}

// noLoss is what lossless means in a run.
func noLoss(what, run string) []experiment.Condition {
	return []experiment.Condition{
		{What: what + ": frames dropped", Value: inRun(run, dropped), Bound: experiment.Exactly(0), Origin: experiment.Paper},
		{What: what + ": largest occupancy, units", Value: inRun(run, largest), Bound: experiment.AtMost(fabricUnits)},
	}
}

func dropped(r run) float64 { return r.counter("dropped") }
func largest(r run) float64 { return r.counter("largest_occupancy") }

// lossless is Q17: without a blocked server, and with one that takes nothing for several
// times as long as a STOP holds. Without repetitions frames are lost in these runs alone.
func lossless(list []string) experiment.Claim {
	c := experiment.Claim{ID: "Q17", Source: "UQ section I.A", Text: "lossless", Origin: experiment.Model}
	for _, variant := range list {
		c.Conditions = append(c.Conditions, noLoss(variant, named(variant))...)
	}
	c.Conditions = append(c.Conditions, longBlocks(list)...)
	return c.Noticing(trials(smallBuffer, pauseOnly), onRun(noRefresh, blocked(pauseOnly)))
}

// longBlocks are the conditions on the runs in which the hot server is blocked.
func longBlocks(list []string) (all []experiment.Condition) {
	for _, variant := range list {
		what, run := fmt.Sprintf("%s, server %d blocked for %d cycles", variant, hot, longFor), blocked(variant)
		all = append(all, noLoss(what, run)...)
		all = append(all, experiment.Condition{What: what + ": STOPs of the source with the fewest",
			Value: inRun(run, fewestStops), Bound: experiment.AtLeast(longStops)})
	}
	return all
}

// losslessAt100 is Q17 at 100 Gb/s.
func losslessAt100() experiment.Claim {
	c := experiment.Claim{ID: "Q17", Source: "UQ section I.A", Text: "lossless", SetUp: "100 Gb/s", Origin: experiment.Model,
		Conditions: longBlocks(variants)}
	return c.Noticing(onRun(noRefresh, blocked(pauseOnly)))
}

// losslessBlocked is Q17 with the server that the settings block. A STOP that is said once
// shows if it is the hot server, for long enough.
func losslessBlocked(b block) experiment.Claim {
	c := experiment.Claim{ID: "Q17", Source: "UQ section I.A", Text: "lossless", Origin: experiment.Model,
		SetUp: fmt.Sprintf("server %d blocked", b.server)}
	for _, variant := range variants {
		c.Conditions = append(c.Conditions, noLoss(variant, blocked(variant))...)
	}
	c = c.Noticing(onRun(smallBuffer, blocked(pauseOnly)))
	if b.server == hot && b.to-b.from >= longFor {
		c = c.Noticing(c.Mutants, onRun(noRefresh, blocked(pauseOnly)))
	}
	return c
}

// claimsOf are the claims that the settings allow to judge: those at 10 Gb/s, that at 100
// Gb/s, or with a server that is blocked in all runs that nothing is lost.
func claimsOf(v experiment.Values, at10 []experiment.Claim, at100 experiment.Claim) []experiment.Claim {
	gbits := v.Int("gbits")
	if b, given, err := blockOf(v, gbits); given && err == nil {
		return []experiment.Claim{losslessBlocked(b)}
	}
	if gbits == 100 {
		return []experiment.Claim{at100, losslessAt100()}
	}
	return at10
}

// onRun is a mutant in one run.
func onRun(m *experiment.Mutant, run string) []experiment.Trial {
	return []experiment.Trial{{Mutant: m, Runs: []string{run}}}
}
