package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var congestionCoverPoints = []string{
	"first local", "first remote", "local overridden", "remote stays remote", "local again", "cleared by a low queue",
	"made by a low queue", "update of an entry with a low queue",
	"expired", "update and expiry in one cycle", "restarted while the scanner looks", "local outlives its timer",
	"not congested", "detour", "all congested", "equally severe", "last place",
	"lookup after lookup", "lookup after update", "empty list", "fbCount saturated", "feedback saturated", "scan",
	"table empty again",
}

func congestionBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Congestion), Small: map[string]int{"timer": 2}, MinCycles: congestionCycles,
		CoverPoints: congestionCoverPoints,
		AnyReset: map[string]string{
			"adaptive_congestion.now_q":                               "no entry is congested, and timers count from it",
			"adaptive_congestion.scan_port_q":                         "no timer runs out in the first scan, which ends at the last entry from wherever it begins",
			"adaptive_congestion.scan_host_q: bit 0 flipped in reset": "as scan_port_q",
			"adaptive_congestion.scan_host_q: bit 2 flipped in reset": "as scan_port_q",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			slow := (v["timer"]+2)*tickCycles(v) > congestionCycles/4
			return kit.Without(congestionCoverPoints, kit.Cannot{
				"expired": slow, "update and expiry in one cycle": slow, "local outlives its timer": slow,
				"restarted while the scanner looks": v["hosts"]*v["ports"] > 400,
				"detour":                            v["list"] == 1, "equally severe": v["list"] == 1,
				"last place":         v["list"] == 1 || v["list"] > v["ports"] || v["list"] > 4,
				"fbCount saturated":  v["count_bits"] > 4,
				"feedback saturated": v["sum_bits"] > 12 || v["count_bits"] < 4 && v["sum_bits"] > 6,
				"table empty again":  v["hosts"]*v["ports"] > 20,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newCongestionStimulus(v, rng)
			out := golden.CongestionOut{}
			return testbench.NewCase(s.in, out, s.model.Step, s.drive, s.observe)
		},
	}
}

const congestionCycles = 40000

// tickCycles is the shortest time between ticks.
func tickCycles(v blocks.Values) int { return v["hosts"]*v["ports"] + 4 }

type congestionStimulus struct {
	rng   *rand.Rand
	v     blocks.Values
	model *golden.Congestion
	in    golden.CongestionIn

	busy             int // cycles until the table takes a request
	tick             int // cycles until the next tick may come
	low, most, local int // percent of low queues, of updates, of local ones
	hot              [][2]int

	was      golden.Entry // the entry of the update, before it
	due      bool         // it would expire in this cycle
	looked   bool         // the scanner is at it
	scan     bool
	table    []golden.Entry // all entries before the cycle
	last     congestionCycle
	lastPort int // in the last place of the list
}

// congestionCycle is what a cycle was, for the next one.
type congestionCycle struct {
	lookup, congested bool
	host              int
	sinceUpdate       int
	severities        []int64
}

func newCongestionStimulus(v blocks.Values, rng *rand.Rand) *congestionStimulus {
	s := &congestionStimulus{rng: rng, v: v}
	s.model = golden.NewCongestion(v["hosts"], v["ports"], v["count_bits"], v["sum_bits"], v["timer"])
	s.in = golden.CongestionIn{ListValid: make([]bool, v["list"]), ListPort: make([]int, v["list"]),
		Low: make([]bool, v["ports"])}
	return s
}

func (s *congestionStimulus) drive(cycle int) golden.CongestionIn {
	rng, in := s.rng, &s.in
	if cycle%500 == 0 || s.hot == nil {
		s.low, s.most = kit.Pick(rng, []int{0, 0, 2, 50}), kit.Pick(rng, []int{2, 20, 90})
		s.local = 40
		if cycle%16000 > 3000 { // entries get old, local ones, too
			s.low, s.local = 0, 97
		}
		if cycle%16000 > 4000 {
			s.most = kit.Pick(rng, []int{0, 0, 0, 1})
		}
		s.hot = nil
		for range 1 + rng.Intn(3) {
			s.hot = append(s.hot, [2]int{rng.Intn(s.v["hosts"]), rng.Intn(s.v["ports"])})
		}
	}
	s.busy = max(0, s.busy-1)
	in.UpdateValid, in.LookupValid = false, false
	in.UpdateHost, in.UpdatePort, in.LookupHost = rng.Intn(s.v["hosts"]), rng.Intn(s.v["ports"]), rng.Intn(s.v["hosts"])
	if kit.Chance(rng, 85) {
		e := kit.Pick(rng, s.hot)
		in.UpdateHost, in.UpdatePort, in.LookupHost = e[0], e[1], e[0]
	}
	in.UpdateLocal, in.UpdateFeedback = kit.Chance(rng, s.local), 1+rng.Intn(63)
	if kit.Chance(rng, 30) {
		in.UpdateFeedback = kit.Pick(rng, []int{1, 63})
	}
	if s.busy == 0 {
		in.UpdateValid = kit.Chance(rng, s.most)
		in.LookupValid = !in.UpdateValid && kit.Chance(rng, 60)
	}
	s.aim()
	if in.UpdateValid {
		s.busy = 4
	}
	setList(s.list(), in.ListValid, in.ListPort)
	if kit.Chance(rng, 2) {
		clear(in.ListValid)
	}
	kit.Bools(rng, in.Low, s.low)
	s.tick = max(0, s.tick-1)
	if in.Tick = s.tick == 0 && kit.Chance(rng, 90); in.Tick {
		s.tick = tickCycles(s.v)
	}
	s.was = s.model.Entry(in.UpdateHost, in.UpdatePort)
	if in.UpdateValid && s.was.Local && kit.Chance(rng, 30) {
		in.Low[in.UpdatePort] = true
	}
	h, p, due := s.model.Due()
	s.due = due && in.UpdateValid && h == in.UpdateHost && p == in.UpdatePort
	h, p, s.scan = s.model.Scanning()
	s.looked = s.scan && in.UpdateValid && h == in.UpdateHost && p == in.UpdatePort
	s.table = s.model.Entries(s.table[:0])
	return *in
}

// aim updates an entry in the cycle in which it would expire, or in which the scanner
// looks at it, now and then.
func (s *congestionStimulus) aim() {
	if h, p, due := s.model.Due(); due && s.busy == 0 && kit.Chance(s.rng, 40) {
		s.in.UpdateValid, s.in.LookupValid, s.in.UpdateHost, s.in.UpdatePort = true, false, h, p
	}
	if h, p, on := s.model.Scanning(); on && s.busy == 0 && s.model.Old(h, p) && s.model.Entry(h, p).Congested &&
		kit.Chance(s.rng, 20) {
		s.in.UpdateValid, s.in.LookupValid, s.in.UpdateHost, s.in.UpdatePort = true, false, h, p
	}
}

// list prefers ports with congestion, so that choices are hard.
func (s *congestionStimulus) list() []int {
	list := randomList(s.rng, s.v["ports"], s.v["list"])
	if !s.last.lookup || kit.Chance(s.rng, 30) {
		return list
	}
	var hard []int
	for _, p := range s.rng.Perm(s.v["ports"]) {
		if s.model.Entry(s.last.host, p).Congested && len(hard) < s.v["list"] {
			hard = append(hard, p)
		}
	}
	if len(hard) == 0 {
		return list
	}
	return hard
}

func (s *congestionStimulus) observe(in golden.CongestionIn, out golden.CongestionOut, hit func(string)) {
	last := &s.last
	update, first := in.UpdateValid, in.UpdateValid && !s.was.Congested
	kit.Reached{
		"first local":                         first && in.UpdateLocal,
		"first remote":                        first && !in.UpdateLocal,
		"local overridden":                    update && s.was.Local && !in.UpdateLocal,
		"remote stays remote":                 update && s.was.Congested && !s.was.Local && in.UpdateLocal,
		"local again":                         update && s.was.Local && in.UpdateLocal,
		"made by a low queue":                 first && in.UpdateLocal && in.Low[in.UpdatePort],
		"update of an entry with a low queue": update && s.was.Local && in.Low[in.UpdatePort],
		"update and expiry in one cycle":      s.due,
		"restarted while the scanner looks":   s.looked,
		"scan":                                s.scan,
		"table empty again":                   last.congested && !out.Congested,
	}.Report(hit)
	s.observeAnswer(in, out, hit)
	s.observeEnds(hit)
	last.severities = last.severities[:0]
	if last.lookup {
		for k, port := range in.ListPort {
			if in.ListValid[k] {
				last.severities = append(last.severities, s.table[last.host*s.v["ports"]+port].Feedback)
			}
		}
		s.lastPort = in.ListPort[len(in.ListPort)-1]
	}
	last.lookup, last.congested, last.host = in.LookupValid, out.Congested, in.LookupHost
	if last.sinceUpdate++; update {
		last.sinceUpdate = 1
	}
}

// observeAnswer looks at a lookup, and at the answer to the one before.
func (s *congestionStimulus) observeAnswer(in golden.CongestionIn, out golden.CongestionOut, hit func(string)) {
	last := &s.last
	kit.Reached{
		"lookup after lookup": last.lookup && in.LookupValid,
		"lookup after update": in.LookupValid && last.sinceUpdate == 4,
		"not congested":       out.Answers && !out.ChosenDetour && !out.ChosenAll,
		"detour":              out.Answers && out.ChosenDetour && !out.ChosenAll,
		"last place":          out.Answers && out.ChosenDetour && len(last.severities) == s.v["list"] && s.lastPlace(out),
		"all congested":       out.Answers && out.ChosenAll,
		"equally severe":      out.Answers && out.ChosenAll && equallySevere(last.severities),
		"empty list":          last.lookup && !in.ListValid[0],
	}.Report(hit)
}

func (s *congestionStimulus) lastPlace(out golden.CongestionOut) bool {
	return out.ChosenPort == s.lastPort
}

// equallySevere reports whether the least severe of the ports is not alone.
func equallySevere(severities []int64) bool {
	least, n := int64(0), 0
	for i, x := range severities {
		switch {
		case i == 0 || x > least:
			least, n = x, 1
		case x == least:
			n++
		}
	}
	return n > 1
}

// observeEnds looks at the entries that changed for other reasons than an update.
func (s *congestionStimulus) observeEnds(hit func(string)) {
	ports := s.v["ports"]
	for i, was := range s.table {
		h, p := i/ports, i%ports
		now := s.model.Entry(h, p)
		if was.Congested && !now.Congested {
			kit.Reached{"cleared by a low queue": was.Local, "expired": !was.Local}.Report(hit)
		}
		if was.Local && now.Local && s.model.Old(h, p) {
			hit("local outlives its timer")
		}
		if now.Congested && now.FbCount == was.FbCount {
			continue
		}
		kit.Reached{
			"fbCount saturated":  now.FbCount == 1<<s.v["count_bits"]-1,
			"feedback saturated": now.Feedback == -(1<<(s.v["sum_bits"]-1) - 1),
		}.Report(hit)
	}
}
