package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func monitorBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(fabric.Monitor),
		Equivalent: map[string]string{
			"fabric_monitor read_data_q operator: zext becomes sext*": "its highest bit is set after 2^31 events",
			"fabric_monitor xon_count operator: zext becomes sext":    "its highest bit is set after 2^31 events",
		},
		MinCycles: 3000,
		AnyReset: map[string]string{
			"fabric_monitor.address_q":      "all counters are 0 after a reset",
			"fabric_monitor.cam_full_ports": "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.detect_ports":   "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.dropped_ports":  "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.lines_in_use":   "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.no_free_ports":  "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.birth_ports":    "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.death_ports":    "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.xoff_ports":     "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.xon_ports":      "not counted in the cycle after a reset: measure_q is 0",
			"fabric_monitor.saqs_in_use":    "not counted in the cycle after a reset: measure_q is 0",
		},
		CoverPoints: []string{
			"nothing in use", "everything in use", "pulses of all ports", "clear while counting", "not measured", "counter read",
			"no such counter",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &monitorStimulus{rng: rng, ports: v["ports"], saqs: v["saqs"]}
			return testbench.NewCase(s.make(), golden.MonitorOut{}, golden.NewMonitor(s.ports, s.saqs).Step, s.drive, s.observe)
		},
	}
}

type monitorStimulus struct {
	rng         *rand.Rand
	ports, saqs int
	percent     int // of lanes that are 1, for a while
}

func (s *monitorStimulus) make() golden.MonitorIn {
	lanes := func(n int) []bool {
		list := make([]bool, n)
		for i := range list {
			list[i] = kit.Chance(s.rng, s.percent)
		}
		return list
	}
	return golden.MonitorIn{
		StatSaqs: lanes(s.ports * s.saqs), StatLines: lanes(s.ports * s.saqs),
		StatDetect: lanes(s.ports), StatNoFree: lanes(s.ports), StatDropped: lanes(s.ports), StatCamFull: lanes(s.ports),
		MsgValid: lanes(s.ports), MsgXoff: lanes(s.ports),
	}
}

// drive clears now and then only, so that the counters reach large numbers.
func (s *monitorStimulus) drive(cycle int) golden.MonitorIn {
	if cycle%50 == 0 {
		s.percent = []int{0, 20, 50, 80, 100}[s.rng.Intn(5)]
	}
	in := s.make()
	in.Measure = kit.Chance(s.rng, 80)
	in.Clear = cycle%600 > 550 && kit.Chance(s.rng, 20)
	in.ReadAddress = s.rng.Intn(20)
	if kit.Chance(s.rng, 20) {
		in.ReadAddress = s.rng.Intn(128)
	}
	return in
}

func (s *monitorStimulus) observe(in golden.MonitorIn, out golden.MonitorOut, hit func(string)) {
	used := kit.Count(in.StatSaqs) + kit.Count(in.StatLines)
	switch {
	case used == 0:
		hit("nothing in use")
	case used == 2*s.ports*s.saqs:
		hit("everything in use")
	}
	if kit.Count(in.StatDetect) == s.ports {
		hit("pulses of all ports")
	}
	if in.Clear && in.Measure {
		hit("clear while counting")
	}
	if !in.Measure {
		hit("not measured")
	}
	if out.ReadData > 0 {
		hit("counter read")
	}
	if in.ReadAddress > 17 {
		hit("no such counter")
	}
}
