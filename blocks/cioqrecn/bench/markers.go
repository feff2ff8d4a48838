package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var markersCoverPoints = []string{
	"marker in an empty queue", "marker behind packets", "host is a standard queue", "host is a SAQ",
	"host gets a packet before the marker has its place", "host gets a packet as the marker gets its place",
	"host loses a packet before the marker has its place", "host loses a packet as the marker gets its place",
	"marker waits for its host", "packet behind the marker leaves", "two markers in one queue", "SAQ hosts a marker",
}

func markersBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Markers), MinCycles: 12000, CoverPoints: markersCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(markersCoverPoints, kit.Cannot{
				"host is a SAQ": v["saqs"] < 2, "marker waits for its host": v["saqs"] < 2,
				"two markers in one queue": v["saqs"] < 2, "SAQ hosts a marker": v["saqs"] < 2,
				"packet behind the marker leaves": v["standard"] > 8,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &markersStimulus{
				rng: rng, slots: v["slots"], saqs: v["saqs"], standard: v["standard"],
				model: golden.NewMarkers(v["saqs"], v["standard"]),
				count: make([]int, v["saqs"]+v["standard"]),
			}
			in := golden.MarkersIn{Born: make([]bool, s.saqs), Count: s.count}
			out := golden.MarkersOut{LineReady: make([]bool, s.saqs), LineHosting: make([]bool, s.saqs)}
			return testbench.NewCase(in, out, s.step, s.drive, s.observe)
		},
	}
}

// markersStimulus keeps queues by their number of packets. A SAQ is born when it is
// empty and hosts no marker; its host may be a SAQ with a lower number, so that
// markers never wait for each other in a circle.
type markersStimulus struct {
	rng                   *rand.Rand
	slots, saqs, standard int
	model                 *golden.Markers
	count                 []int
	behind                bool // a packet behind a marker leaves in this cycle
	entered               int  // queue that gets a packet in this cycle, -1 for none
	placing               int  // queue in which a marker gets its place in this cycle, -1 for none
}

func (s *markersStimulus) drive(cycle int) golden.MarkersIn {
	rng := s.rng
	total := 0
	for _, n := range s.count {
		total += n
	}
	limit := []int{2, 4, 9}[cycle/150%3]
	in := golden.MarkersIn{Born: make([]bool, s.saqs), BornHost: rng.Intn(s.standard + s.saqs),
		Count: append([]int(nil), s.count...), DeqQueue: s.busy()}
	s.entered = s.busy()
	k := rng.Intn(s.saqs)
	unused := s.count[s.standard+k] == 0 && s.model.InOrder(s.standard+k) && !s.model.Hosting(s.standard+k)
	if unused && kit.Chance(rng, 60) {
		in.Born[k] = true
		in.BornHost = s.host(k)
		if kit.Chance(rng, 40) {
			s.entered = in.BornHost
		}
		if kit.Chance(rng, 40) {
			in.DeqQueue = in.BornHost
		}
	}
	if host, ok := s.model.Unplaced(); ok && kit.Chance(rng, 40) {
		in.DeqQueue = host
		if kit.Chance(rng, 50) {
			s.entered = host
		}
	}
	if total == s.slots || s.count[s.entered] >= limit || unused && s.entered == s.standard+k || kit.Chance(rng, 40) {
		s.entered = -1
	}
	in.DeqValid = s.count[in.DeqQueue] > 0 && s.model.InOrder(in.DeqQueue) && kit.Chance(rng, 60)
	return in
}

// busy is one of the few queues that have packets.
func (s *markersStimulus) busy() int {
	if kit.Chance(s.rng, 50) {
		return s.rng.Intn(min(2, s.standard))
	}
	return s.standard + s.rng.Intn(s.saqs)
}

// host is a queue for the marker of SAQ k: a SAQ that is not in order, if there is
// one and chance will have it.
func (s *markersStimulus) host(k int) int {
	if k > 0 && kit.Chance(s.rng, 50) {
		first := s.rng.Intn(k)
		for i := range k {
			if h := s.standard + (first+i)%k; !s.model.InOrder(h) {
				return h
			}
		}
		return s.standard + first
	}
	return s.rng.Intn(min(2, s.standard))
}

func (s *markersStimulus) step(in golden.MarkersIn) golden.MarkersOut {
	s.behind = false
	for k := range s.saqs {
		host, ahead, waits := s.model.Place(k)
		s.behind = s.behind || waits && ahead == 0 && in.DeqValid && in.DeqQueue == host
	}
	s.placing = -1
	if host, ok := s.model.Unplaced(); ok {
		s.placing = host
	}
	out := s.model.Step(in)
	if s.entered >= 0 {
		s.count[s.entered]++
	}
	if in.DeqValid {
		s.count[in.DeqQueue]--
	}
	return out
}

func (s *markersStimulus) observe(in golden.MarkersIn, out golden.MarkersOut, hit func(string)) {
	hosts := map[int]int{}
	for k := range s.saqs {
		if s.model.Waits(k) {
			hit("marker waits for its host")
		}
		if host, _, waits := s.model.Place(k); waits {
			if hosts[host]++; hosts[host] == 2 {
				hit("two markers in one queue")
			}
		}
	}
	if s.behind {
		hit("packet behind the marker leaves")
	}
	if kit.Count(out.LineHosting) > 0 {
		hit("SAQ hosts a marker")
	}
	if s.placing >= 0 {
		hit(map[bool]string{true: "marker in an empty queue", false: "marker behind packets"}[in.Count[s.placing] == 0])
		if s.entered == s.placing {
			hit("host gets a packet as the marker gets its place")
		}
		if in.DeqValid && in.DeqQueue == s.placing {
			hit("host loses a packet as the marker gets its place")
		}
	}
	if kit.Count(in.Born) == 0 {
		return
	}
	hit(map[bool]string{true: "host is a standard queue", false: "host is a SAQ"}[in.BornHost < s.standard])
	if s.entered == in.BornHost {
		hit("host gets a packet before the marker has its place")
	}
	if in.DeqValid && in.DeqQueue == in.BornHost {
		hit("host loses a packet before the marker has its place")
	}
}
