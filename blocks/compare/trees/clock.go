package trees

import (
	"fmt"

	"culprit.example/culprit/testbench/experiment"
)

// PlacedMHz is the clock of recn_switch with 8 ports, placed and routed: that of
// docs/synthesis.json, which a test compares.
const PlacedMHz = 104.0

// clockSetting is the clock with which latencies are told in nanoseconds.
func clockSetting() experiment.Setting {
	return experiment.Setting{Name: "clock", Default: fmt.Sprint(PlacedMHz), Min: 1, Max: 1e5,
		Doc: "clock of the switches, MHz, for latencies in nanoseconds: that of recn_switch, placed on an ECP5"}
}

// inCycles and inNanoseconds are a time in packet times in these units.
func inCycles(packetTimes float64) float64 { return packetTimes * CyclesPerPacket }

func inNanoseconds(packetTimes, mhz float64) float64 { return inCycles(packetTimes) * 1000 / mhz }

// toldInBoth are conditions that report a latency in cycles and, with a clock, in
// nanoseconds.
func toldInBoth(what string, quantity experiment.Samples, mhz float64) []experiment.Condition {
	in := func(unit string, of func(float64) float64) experiment.Condition {
		return condition(what+", "+unit, experiment.Samples{Needs: quantity.Needs, All: quantity.All,
			Of: func(r []experiment.Run) float64 { return of(quantity.Of(r)) }},
			experiment.Reported())
	}
	return []experiment.Condition{
		in("cycles", inCycles),
		in(fmt.Sprintf("ns at %g MHz", mhz), func(t float64) float64 { return inNanoseconds(t, mhz) }),
	}
}
