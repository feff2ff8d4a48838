package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func sinkBench() testbench.Bench {
	coverPoints := append([]string{
		"error by a misroute alone", "error by disorder alone", "error by damage alone",
		"packet received", "packets in a row", "sequence wraps", "not measured", "cleared in the cycle of a packet",
		"packet while the histogram is zeroed",
		"new largest latency", "bin 0", "bin 3", "bin 4", "bin 7", "bin 8", "bin 31", "last bin",
		"latency beyond the last bin", "bin read while it changes",
		"damaged", "order error", "misroute", "given up", "gap", "beat without start", "error cleared from the counters",
	}, mistakes...)
	return testbench.Bench{
		Block:     blocks.Of(traffic.Sink),
		MinCycles: 16000,
		AnyReset: map[string]string{
			"traffic_sink.bad":        "begins anew with every packet",
			"traffic_sink.bin_q":      "the bins are zeroed after a reset",
			"traffic_sink.enters_bin": "the bins are zeroed after a reset",
			"traffic_sink.lost":       "set by the second beat, read with the last",
			"traffic_sink.rx_bad_q":   "counts in a cycle with its valid only",
			"traffic_sink.rx_eop_q":   "counts in a cycle with its valid only",
			"traffic_sink.rx_sop_q":   "counts in a cycle with its valid only",
			"traffic_sink.shown":      "answers an address of the cycle before, which has none",
			"traffic_sink.shows_bin":  "answers an address of the cycle before, which has none",
		},
		Scripted:    true, // it counts the cycles since reset
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(coverPoints, kit.Cannot{"unknown source": v["nodes"] == 256})
		},
		NewAfter: func(v blocks.Values, rng *rand.Rand, resets int) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &sinkStimulus{rng: rng, p: p, node: rng.Intn(p.Nodes), now: startTime(rng), since: 1000,
				skipped: rng.Intn(3000), model: golden.NewSink(p)}
			s.arrivals = newArrivals(rng, p, s.node)
			s.cause, s.eager = causes[resets%len(causes)], kit.Chance(rng, 50)
			return testbench.NewCase(golden.SinkIn{}, golden.SinkOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// causes are mistakes that raise error each by itself. The first mistake after a
// reset is one of these, since error stays.
var causes = []string{"wrong destination", "sequence skips", "bit flipped"}

// firstClear is late, so that what the reset leaves is seen before it.
const firstClear = 600

type sinkStimulus struct {
	rng      *rand.Rand
	p        golden.Params
	node     int
	now      uint32
	arrivals *arrivals
	model    *golden.Sink
	cause    string // the first mistake
	eager    bool   // it comes soon
	erred    bool
	since    int // cycles after a packet
	skipped  int // cycles of the arrivals' phases
	entered  int // bin that got its packet in the cycle before; -1: none
}

func (s *sinkStimulus) drive(cycle int) golden.SinkIn {
	rng := s.rng
	s.now++
	in := golden.SinkIn{
		Node: s.node, Now: s.now, Counters: golden.Counters{
			Measure: kit.Chance(rng, []int{100, 100, 50}[cycle/500%3]),
			Clear: cycle == firstClear || cycle > firstClear &&
				(rng.Intn(700) == 0 || s.model.Receives() && kit.Chance(rng, 1)),
			ReadAddress: rng.Intn(80),
		},
	}
	if kit.Chance(rng, 30) {
		in.ReadAddress = rng.Intn(128)
	}
	if kit.Chance(rng, 20) && s.entered >= 0 {
		in.ReadAddress = s.entered
	}
	if cycle < max(s.p.Nodes, 70) {
		in.Rx.Sop, in.Rx.Eop, in.Rx.Data = kit.Chance(rng, 20), kit.Chance(rng, 20), rng.Uint64()
		return in
	}
	cycle += s.skipped
	age := []uint32{0, 30, 70, 300, 5000, 1 << 20, 1<<32 - 1}[rng.Intn(7)]
	s.arrivals.only = ""
	if !s.model.Error() {
		s.arrivals.only = s.cause
	}
	wrong := []int{0, 5, 25, 60}[cycle/250%4]
	if s.eager && !s.model.Error() {
		wrong = 60
	}
	in.Rx = s.arrivals.next(s.now, []int{100, 20}[cycle/300%2], wrong, age)
	return in
}

func (s *sinkStimulus) observe(in golden.SinkIn, _ golden.SinkOut, hit func(string)) {
	e := s.model.LastStep()
	kit.Reached{
		"damaged": e.Damaged, "order error": e.OrderError, "misroute": e.Misroute, "given up": e.GivenUp, "gap": e.Gap,
		"beat without start": e.NoStart,
		"not measured":       e.NotCounted, "packet while the histogram is zeroed": e.NotEntered,
		"new largest latency": e.NewLong,
		"bin 0":               e.EnteredBin && e.Bin == 0, "bin 3": e.EnteredBin && e.Bin == 3,
		"bin 4": e.EnteredBin && e.Bin == 4, "bin 7": e.EnteredBin && e.Bin == 7,
		"bin 8": e.EnteredBin && e.Bin == 8, "bin 31": e.EnteredBin && e.Bin == 31,
		"last bin":                    e.EnteredBin && e.Bin == golden.Bins-1,
		"latency beyond the last bin": e.TooLong, "sequence wraps": e.Wrapped,
		"bin read while it changes": s.entered >= 0 && in.ReadAddress == s.entered,
		"packet received":           e.Received, "packets in a row": e.Received && s.since == golden.Beats,
		"cleared in the cycle of a packet": e.Received && in.Clear,
		"error cleared from the counters":  in.Clear && s.model.Error(),
	}.Report(hit)
	if s.model.Error() && !s.erred {
		alone := map[string]bool{
			"error by a misroute alone": e.Misroute && !e.OrderError && !e.Damaged,
			"error by disorder alone":   e.OrderError && !e.Misroute && !e.Damaged,
			"error by damage alone":     e.Damaged && !e.Misroute && !e.OrderError,
		}
		kit.Reached(alone).Report(hit)
	}
	s.erred = s.model.Error()
	s.since++
	if e.Received {
		s.since = 1
	}
	s.entered = -1
	if e.EnteredBin {
		s.entered = e.Bin
	}
	if s.arrivals.wrong != "" && len(s.arrivals.beats) == 0 {
		hit(s.arrivals.wrong)
	}
}
