package experiment

import (
	"fmt"
	"math"

	"culprit.example/culprit/testbench/experiment"
)

const shortest = 64

// loneLengths are those of the frames that are alone in the fabric, bytes.
var loneLengths = []int{shortest, frame}

// lone names the run in which frames of a length are alone.
func lone(length int) string { return fmt.Sprintf("frames of %d bytes alone", length) }

// planAlone adds the runs with lone frames.
func planAlone(p *experiment.Plan, seeds []uint32) {
	for _, length := range loneLengths {
		for _, seed := range seeds {
			p.Add(lone(length), seed, lonePoint(length, seed))
		}
	}
}

// lonePoint has one flow with hardly any load.
func lonePoint(length int, seed uint32) experiment.Point {
	const cycles = 40_000
	held := map[string]uint64{"pause": 1, "seed": uint64(seed), "window": 0, "runs_until": 0}
	return networkPoint(fmt.Sprintf("alone length=%d seed=%d", length, seed), map[string]int{"windows": 1}, held,
		[]experiment.Phase{setFlow(0, 0, idle, length, 5, start, math.MaxUint32),
			{Cycles: cycles, Inputs: map[string]uint64{"set_valid": 0}}}, 1)
}

// latency is the mean of all frames, cycles, from the making of a frame to its last beat.
func latency(r run) float64 { return r.counter("latency_sum") / r.counter("frames_received") }

// microseconds is that with links of 100 Gb/s, of which a cycle is a beat of 64 bytes.
func microseconds(r run) float64 { return latency(r) * 64 * 8 / 100e3 }

// fallThrough is Q25.
func fallThrough() experiment.Claim {
	alone := func(what string, length int, quantity func(run) float64, b experiment.Bound) experiment.Condition {
		return experiment.Condition{What: fmt.Sprintf("frame of %d bytes alone, %s", length, what),
			Value: inRun(lone(length), quantity), Bound: b}
	}
	return experiment.Claim{ID: "Q25", Source: "UQ section V",
		Text:  "the fall-through latency of a frame inside the fabric is about 1 us",
		SetUp: "from the making of a frame to its last beat at the server, with links of 100 Gb/s that take no time of their own",
		Conditions: []experiment.Condition{
			alone("us", frame, microseconds, experiment.Between(0.9, 1.1)).Saying(experiment.SaysAbout(experiment.Exactly(1))).
				Differing(experiment.Between(0.6, 0.9), experiment.AfterResult("2026-11-28"),
					"It is less: pins, links and clock crossings of a chip, which the paper's number has, take no time here; what there is are the frame's own beats, twice, and the request and the grant"),
			alone("us", shortest, microseconds, experiment.Reported()),
			alone("cycles", shortest, latency, experiment.Reported()),
		}}.Noticing(onRun(slowUplinks, lone(frame)))
}
