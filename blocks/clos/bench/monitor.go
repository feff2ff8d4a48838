package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var monitorCoverPoints = []string{"output queue full", "refused", "stalled", "cleared", "without measure",
	"several refused"}

func monitorBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Monitor), MinCycles: 4000, CoverPoints: monitorCoverPoints,
		AnyReset: map[string]string{
			"clos_monitor.address_q":     "all counters are 0",
			"clos_monitor.measure_q":     "what it would count is 0",
			"clos_monitor.in_held":       "not measured in the first cycle",
			"clos_monitor.out_held":      "not measured in the first cycle",
			"clos_monitor.refused_ports": "not measured in the first cycle",
			"clos_monitor.stalled_ports": "not measured in the first cycle",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			m := golden.NewMonitor(p)
			now := rng.Uint32()
			drive := func(cycle int) golden.MonitorIn {
				now++
				in := golden.NewMonitorIn(p.Ports)
				in.Measurement = golden.Measurement{Measure: kit.Chance(rng, 80), Clear: kit.Chance(rng, 1)}
				in.Now, in.ReadAddress = now, rng.Intn(64)
				if kit.Chance(rng, 5) {
					in.ReadAddress = rng.Intn(128)
				}
				for port := range p.Ports {
					in.StatInHeld[port] = rng.Intn(p.SlotsIn + 1)
					in.StatOutHeld[port] = min(p.SlotsOut, rng.Intn(p.SlotsOut+2))
				}
				kit.Bools(rng, in.StatRefused, 20)
				kit.Bools(rng, in.StatStalled, 20)
				return in
			}
			observe := func(in golden.MonitorIn, _ golden.MonitorOut, hit func(string)) {
				full := false
				for _, held := range in.StatOutHeld {
					full = full || held == p.SlotsOut
				}
				kit.Reached{
					"output queue full": full && in.Measure, "refused": kit.Count(in.StatRefused) > 0,
					"stalled": kit.Count(in.StatStalled) > 0,
					"cleared": in.Clear, "without measure": !in.Measure, "several refused": kit.Count(in.StatRefused) > 1,
				}.Report(hit)
			}
			return testbench.NewCase(golden.NewMonitorIn(p.Ports), golden.MonitorOut{}, m.Step, drive, observe)
		},
	}
}
