package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var schedulerCoverPoints = []string{
	"all inputs start", "several inputs want one output", "no room", "lane taken as soon as it is free",
	"second of an input starts", "first starts in lane 1",
	"two inputs start at an output", "input busy in a lane", "pointer wraps",
}

func schedulerBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Scheduler),
		MinCycles: 6000,
		SeldomReset: map[string]string{
			"cioq_scheduler.lane1_above_last: bit 0 flipped in reset": "seen if inputs 0 and 1 are the first to ask for output 0 in lane 1, in the same slot",
		},
		CoverPoints: schedulerCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			cells := v["data"] == 96
			return kit.Without(schedulerCoverPoints, kit.Cannot{
				"lane taken as soon as it is free": cells, "input busy in a lane": cells,
				"second of an input starts": !cells, "two inputs start at an output": !cells, "first starts in lane 1": false,
				"all inputs start": v["ports"] > 8,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := &schedulerRun{p: p, rng: rng, model: golden.NewScheduler(p), left: make([]int, 2*p.Ports),
				won: make([]int, p.Ports), selected: make([]uint64, 2*p.Ports)}
			return testbench.NewCase(golden.NewSchedulerIn(p.Ports), golden.NewSchedulerOut(p.Ports), r.step, r.drive, r.observe)
		},
	}
}

// schedulerRun is a golden scheduler between inputs that make segments and outputs
// with room or without.
type schedulerRun struct {
	p     golden.Params
	rng   *rand.Rand
	model *golden.Scheduler
	left  []int // by input and lane: beats that are still to come, with the present one
	won   []int // by output: the last winner

	selected []uint64 // as Select was in the cycle before
}

// phases of the scheduler's surroundings.
var schedulerPhases = program{
	{cycles: 60, load: 100, drain: 100, hot: 100}, // first, so that it matters where the pointers start
	{cycles: 100, load: 100, drain: 90, hot: 30},
	{cycles: 60, load: 100, drain: 100, hot: 0, short: 100},
	{cycles: 60, load: 30, drain: 60},
}

func (r *schedulerRun) drive(cycle int) golden.SchedulerIn {
	ph, n := schedulerPhases.at(cycle), r.p.Ports
	in := golden.NewSchedulerIn(n)
	shift := r.rng.Intn(n)
	target := func(i int) uint64 {
		switch {
		case !kit.Chance(r.rng, ph.load):
			return 0
		case kit.Chance(r.rng, ph.hot):
			return 1 << (cycle / 100 % n)
		case ph.short == 100: // without conflicts
			return 1 << ((i + shift) % n)
		}
		return 1 << r.rng.Intn(n)
	}
	for i := range n {
		in.First[i] = target(i)
		if in.First[i] != 0 {
			in.Second[i] = target(i + 1)
		}
		for l := range 2 {
			in.Free[2*i+l] = r.left[2*i+l] <= 1
			in.Ends[2*i+l] = r.left[2*i+l] == 2
		}
	}
	kit.Bools(r.rng, in.Room, ph.drain)
	return in
}

func (r *schedulerRun) step(in golden.SchedulerIn) golden.SchedulerOut {
	out := r.model.Step(in)
	if r.p.Cells() {
		return out
	}
	for k, starts := range out.Start {
		r.left[k] = max(0, r.left[k]-1)
		if starts {
			r.left[k] = kit.Pick(r.rng, []int{3, 3, 4, 5, 9})
		}
	}
	return out
}

func (r *schedulerRun) observe(in golden.SchedulerIn, out golden.SchedulerOut, hit func(string)) {
	n := r.p.Ports
	started, want := 0, make([]int, n)
	reached := kit.Reached{"no room": kit.Count(in.Room) == 0 || kit.Count(in.Room) < len(in.Room)}
	for i := range n {
		if out.Start[2*i] || out.Start[2*i+1] {
			started++
		}
		for o := range n {
			want[o] += int(in.First[i] >> o & 1)
		}
		reached["second of an input starts"] = reached["second of an input starts"] || out.Start[2*i] && out.Start[2*i+1]
		reached["first starts in lane 1"] = reached["first starts in lane 1"] || !out.Start[2*i] && out.Start[2*i+1]
		reached["input busy in a lane"] = reached["input busy in a lane"] || in.First[i] != 0 && !in.Free[2*i]
	}
	for o := range n {
		reached["several inputs want one output"] = reached["several inputs want one output"] || want[o] > 1
		reached["two inputs start at an output"] = reached["two inputs start at an output"] ||
			out.Take[2*o] && out.Take[2*o+1] && want[o] > 1
		for l := range 2 {
			reached["lane taken as soon as it is free"] = reached["lane taken as soon as it is free"] ||
				out.Take[2*o+l] && r.selected[l*n+o] != 0
		}
		for i := range n {
			if out.Start[2*i] && in.First[i]>>o&1 == 1 {
				reached["pointer wraps"] = reached["pointer wraps"] || i < r.won[o]
				r.won[o] = i
			}
		}
	}
	copy(r.selected, out.Select)
	reached["all inputs start"] = started == n
	reached.Report(hit)
}
