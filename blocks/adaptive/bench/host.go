package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var resequencerCoverPoints = []string{"in order", "reordered", "chain", "too far ahead", "given up", "late",
	"came twice", "queue full", "arrival in a chain", "wraps around"}

func resequencerBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Resequencer), MinCycles: 40000, CoverPoints: resequencerCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			never := v["hosts"] > 30 // swept for most of the run
			return kit.Without(resequencerCoverPoints, kit.Cannot{
				"in order": never, "reordered": never, "chain": never, "too far ahead": never, "given up": never, "late": never,
				"came twice": never, "queue full": never, "arrival in a chain": never, "wraps around": v["hosts"] > 10,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &resequencerStimulus{rng: rng, hosts: v["hosts"], model: golden.NewResequencer(v["hosts"])}
			return testbench.NewCase(golden.ResequencerIn{}, golden.ResequencerOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type resequencerStimulus struct {
	rng   *rand.Rand
	hosts int
	model *golden.Resequencer

	busy, far int
	hot       int
	made      uint32 // stamps grow with the numbers, but for frames that come late
	last      golden.ResequencerOut
	chained   [2]bool // a chain delivered a frame a cycle ago, two cycles ago
}

func (s *resequencerStimulus) drive(cycle int) golden.ResequencerIn {
	rng := s.rng
	if cycle%100 == 0 || s.far == 0 {
		s.busy, s.far, s.hot = kit.Pick(rng, []int{5, 40, 100}), kit.Pick(rng, []int{1, 4, 40, 400}), rng.Intn(s.hosts)
	}
	in := golden.ResequencerIn{ArrivalSrc: s.hot}
	if kit.Chance(rng, 20) {
		in.ArrivalSrc = rng.Intn(s.hosts)
	}
	in.ArrivalValid = s.model.Ready() && kit.Chance(rng, s.busy)
	ahead := rng.Intn(s.far)
	if kit.Chance(rng, 2) { // or behind
		ahead = rng.Intn(1000) - 500
	}
	in.ArrivalSeq = (s.model.Expected(in.ArrivalSrc) + ahead + 1<<16) % (1 << 16)
	s.made += uint32(rng.Intn(1 << 20))
	in.ArrivalStamp = s.made
	if kit.Chance(rng, 5) {
		in.ArrivalStamp -= 1 << 30
	}
	return in
}

func (s *resequencerStimulus) observe(in golden.ResequencerIn, out golden.ResequencerOut, hit func(string)) {
	chain := out.Delivered && out.Held < s.last.Held
	kit.Reached{
		"in order": out.Delivered, "reordered": out.Reordered, "chain": chain && s.chained[1],
		"too far ahead": out.GivenUp && out.Reordered, "given up": out.GivenUp && !out.Reordered, "late": out.Late,
		"came twice": out.Lost && s.far < 256 && s.busy < 50,
		"queue full": out.Lost && s.busy == 100, "arrival in a chain": chain && in.ArrivalValid,
		"wraps around": s.model.Expected(s.hot) > 256,
	}.Report(hit)
	s.last, s.chained = out, [2]bool{chain, s.chained[0]}
}

var trafficCoverPoints = []string{"frame", "no frame", "fixed destination", "lowest host", "highest host", "taken",
	"seed", "rate just drawn"}

func trafficBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Traffic), MinCycles: 4000, CoverPoints: trafficCoverPoints,
		Equivalent: map[string]string{
			"adaptive_traffic assignment: bit 0 of others inverted": "only the bits from 16 up are read",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["hosts"]
			model := golden.NewTraffic(n)
			in := golden.TrafficIn{Node: rng.Intn(n)}
			drawn := false // what is equal to the rate
			drive := func(cycle int) golden.TrafficIn {
				in.Rate = kit.Pick(rng, []int{0, 1 << 16, rng.Intn(1 << 16)})
				equal := in.Load && kit.Chance(rng, 50)
				if equal { // to what was drawn: no frame
					in.Rate = int(in.Seed % (1 << 16))
				}
				in.Load, in.Seed = kit.Chance(rng, 3), 1+uint32(rng.Int31())
				if kit.Chance(rng, 30) { // of a fraction that just does not reach the next host
					in.Seed = uint32((1<<16-1)/max(n-1, 1))<<16 | in.Seed%(1<<16)
				}
				in.FixedOn, in.FixedDst = kit.Chance(rng, 20), rng.Intn(n)
				valid := model.Offer().OfferValid
				in.OfferTaken = valid && kit.Chance(rng, 30)
				in.Turn = (!valid || in.OfferTaken) && (equal || kit.Chance(rng, 50))
				drawn = in.Turn && equal
				return in
			}
			turned := false
			observe := func(in golden.TrafficIn, out golden.TrafficOut, hit func(string)) {
				kit.Reached{
					"frame": out.OfferValid, "no frame": turned && !out.OfferValid,
					"fixed destination": in.Turn && in.FixedOn && in.Rate == 1<<16,
					"lowest host":       out.OfferValid && out.OfferFlow == 0,
					"highest host":      out.OfferValid && out.OfferFlow == n-1, "taken": in.OfferTaken, "seed": in.Load,
					"rate just drawn": drawn,
				}.Report(hit)
				turned = in.Turn
			}
			return testbench.NewCase(in, golden.TrafficOut{}, model.Step, drive, observe)
		},
	}
}

var hostCoverPoints = []string{"sends", "receives", "reordered", "CN reacts", "paused", "refused", "wrong host",
	"counter read", "blocked", "unblocked", "frames after STOP", "rule broken", "errors cleared"}

func hostBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Host), MinCycles: 24000, CoverPoints: hostCoverPoints,
		AnyReset: map[string]string{
			"adaptive_host.address_q: bit 0 flipped in reset": "all counters are 0",
			"adaptive_host.address_q: bit 6 flipped in reset": "all counters are 0",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			never := v["hosts"] > 20
			return kit.Without(hostCoverPoints, kit.Cannot{
				"receives": never, "reordered": never, "wrong host": never, "refused": never || v["queue"] > 16,
				"sends": false, "rule broken": never,
				"CN reacts": never, "paused": never, "blocked": v["blockable"] == 0, "unblocked": v["blockable"] == 0,
				"frames after STOP": v["blockable"] == 0 || never,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &hostStimulus{rng: rng, hosts: v["hosts"], model: golden.NewHost(kit.ParamsOf[golden.HostParams](v)),
				next: make([]int, v["hosts"]), link: sender{rng: rng, hosts: v["hosts"]},
				late: map[int]int{}, held: map[int][]int{}}
			s.measured = rng.Intn(700)
			s.in = golden.HostIn{Node: rng.Intn(v["hosts"]), Seed: 1 + uint32(rng.Int31()), Now: rng.Uint32(),
				RxData: new(big.Int)}
			out := golden.HostOut{TxData: new(big.Int), ErrCounts: make([]uint32, golden.Causes)}
			return testbench.NewCase(s.in, out, s.model.Step, s.drive, s.observe)
		},
	}
}

type hostStimulus struct {
	rng      *rand.Rand
	hosts    int
	model    *golden.Host
	in       golden.HostIn
	started  int
	begun    int // times at which a frame could begin
	measured int // cycles of the first 700 that lie before the reset
	link     sender
	next     []int         // numbers of the frames from each host
	late     map[int]int   // those that come after the one behind
	held     map[int][]int // those that come when the window has passed them
	stopped  bool
	says     bool // the host has said STOP last
}

func (s *hostStimulus) drive(int) golden.HostIn {
	rng, in := s.rng, &s.in
	in.Now++
	if s.started%1000 == 0 {
		in.Rate = kit.Pick(rng, []int{0, 20000, 1 << 16, 1 << 16})
		in.FixedOn, in.FixedDst = kit.Chance(rng, 50), rng.Intn(s.hosts)
	}
	in.Load, in.Turn = s.started == 0, s.started%24 == 0
	if s.started%500 == 0 {
		in.Block = kit.Chance(rng, 50)
	}
	in.ErrClear = kit.Chance(rng, 1)
	in.Measure, in.Sample = (s.started+s.measured)%700 > 50, s.started%32 == 3
	in.ReadAddress = kit.Pick(rng, []int{rng.Intn(s.hosts), 64 + rng.Intn(len(rtl.HostCounters(s.hosts))-s.hosts)})
	b := golden.Beat{}
	switch {
	case s.model.Ready():
		b = s.beat()
	case len(s.link.beats) == 0 && kit.Chance(rng, 2): // too early
		f := randomFrame(rng, s.hosts)
		f.Dst, f.Seq, f.Length = in.Node, 50000, kit.Pick(rng, []int{64, 128, 1500})
		s.link.beats, s.link.begun = beatsOf(f), true
	case len(s.link.beats) > 0:
		b = s.link.next(100, 0, 0)
	}
	in.RxValid, in.RxHead, in.RxTail, in.RxData = b.Valid, b.Head, b.Tail, b.Word.Big()
	s.started++
	return *in
}

// beat is what the switch sends: frames of many sources, some out of order, CNs and
// PAUSE.
func (s *hostStimulus) beat() golden.Beat {
	rng := s.rng
	if len(s.link.beats) > 0 {
		return s.link.next(100, 0, 0)
	}
	x := rng.Intn(1000)
	if s.begun++; s.begun < 10 { // what is no frame comes first
		x %= 15
	}
	switch {
	case x < 12:
		f := randomCNM(rng, s.hosts)
		f.Dst, f.FlowPrio = s.in.Node, 0
		return golden.Beat{Valid: true, Head: true, Tail: true, Word: f.Word()}
	case x < 15:
		f := qcn.Frame{Kind: qcn.KindPause, Length: 64, Enable: 1, Quanta: 65535}
		if s.stopped = !s.stopped && kit.Chance(rng, 40); s.stopped {
			f.Stop, f.Quanta = 1, 20+rng.Intn(2000)
		}
		return golden.Beat{Valid: true, Head: true, Tail: true, Word: f.Word()}
	case x < 300:
		f := randomFrame(rng, s.hosts)
		f.Dst, f.Stamp = s.in.Node, s.in.Now-uint32(rng.Intn(5000))
		if s.started > 8000 && kit.Chance(rng, 3) {
			f.Dst = rng.Intn(4096)
		}
		f.Seq = s.number(f.Src)
		f.Length, s.link.begun = kit.Pick(rng, []int{64, 128, 1500}), true
		s.link.beats = beatsOf(f)
		if s.started > 8000 && kit.Chance(rng, 5) {
			s.link.beats = anyFault(rng).damaged(rng, s.hosts, f)
		}
		return s.link.beat()
	}
	return golden.Beat{}
}

// number is that of the next frame from a host. Now and then the one behind comes
// first.
func (s *hostStimulus) number(src int) int {
	if late, ok := s.late[src]; ok {
		delete(s.late, src)
		return late
	}
	if held := s.held[src]; len(held) > 0 && kit.Chance(s.rng, 5) {
		s.held[src] = held[1:]
		return held[0]
	}
	n := s.next[src]
	if s.started > 9000 && kit.Chance(s.rng, 2) { // frames before this one have been given up when they come
		const ahead = 260
		s.held[src] = append(s.held[src], n, (n+2)%(1<<16))
		s.next[src] = (n + ahead + 1) % (1 << 16)
		return (n + ahead) % (1 << 16)
	}
	if kit.Chance(s.rng, 20) {
		s.late[src] = n
		s.next[src] = (n + 2) % (1 << 16)
		return (n + 1) % (1 << 16)
	}
	s.next[src] = (n + 1) % (1 << 16)
	return n
}

func (s *hostStimulus) observe(in golden.HostIn, out golden.HostOut, hit func(string)) {
	e := s.model.Events()
	said := s.says
	if out.TxValid && out.TxHead {
		if f := qcn.FrameOf(qcn.WordOf(out.TxData)); f.Kind == qcn.KindPause {
			s.says = f.Stop == 1
		}
	}
	kit.Reached{
		"sends": out.TxValid, "receives": e.Received, "reordered": e.Reordered, "CN reacts": e.Reacts,
		"paused": s.stopped && s.model.Ready(), "refused": e.Refused, "wrong host": out.ErrSeen>>golden.NoRoute&1 == 1,
		"rule broken": out.ErrSeen>>golden.Cut&1 == 1, "errors cleared": in.ErrClear,
		"counter read": out.ReadData > 0,
		"blocked":      !said && s.says, "unblocked": said && !s.says, "frames after STOP": e.Overflows,
	}.Report(hit)
}
