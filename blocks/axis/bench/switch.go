package bench

import (
	"fmt"
	"math/rand"

	rtl "culprit.example/culprit/blocks/axis"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/transact"
)

// switchIn are the inputs of a switch with edges, a lane per port.
type switchIn struct {
	SAxis struct {
		Tvalid, Tlast, Tuser []bool
		Tdata                []packet.Word
		Tkeep                []uint64
		Tdest                []int
	} `port:"s_axis#_,prefix"`
	Tready              []bool `port:"m_axis#_tready"`
	EdgeClear, ErrClear []bool
}

// switchOut are its outputs, a lane per port; EdgeCounts has one per port and cause.
type switchOut struct {
	Tready []bool `port:"s_axis#_tready"`
	MAxis  struct {
		Tvalid       []bool
		Tlast, Tuser []bool        `valid:"Tvalid"`
		Tdata        []packet.Word `valid:"Tvalid"`
		Tkeep        []uint64      `valid:"Tvalid"`
		Tid          []int         `valid:"Tvalid"`
	} `port:"m_axis#_,prefix"`
	EdgeSeen, ErrSeen      []uint8
	EdgeCounts, ErrCounts  []uint32
	StatFree, StatCredit   []int
	StatSaqs, StatSent     []bool `port:",optional"`
	StatDetect, StatNoFree []bool `port:",optional"`
	StatDropped, StatLines []bool `port:",optional"`
	StatCamFull            []bool `port:",optional"`
}

// switchCauses are the causes of errors of a port of the switch itself.
const switchCauses = 8

func newSwitchIn(n int) switchIn {
	bools := func() []bool { return make([]bool, n) }
	in := switchIn{Tready: bools(), EdgeClear: bools(), ErrClear: bools()}
	host := &in.SAxis
	host.Tvalid, host.Tlast, host.Tuser = bools(), bools(), bools()
	host.Tdata, host.Tkeep, host.Tdest = make([]packet.Word, n), make([]uint64, n), make([]int, n)
	return in
}

func newSwitchOut(n, saqs int) switchOut {
	bools := func() []bool { return make([]bool, n) }
	lines := func() []bool { return make([]bool, n*saqs) }
	out := switchOut{
		Tready: bools(), EdgeSeen: make([]uint8, n), ErrSeen: make([]uint8, n), EdgeCounts: make([]uint32, n*causes),
		ErrCounts: make([]uint32, n*switchCauses), StatFree: make([]int, n), StatCredit: make([]int, n),
		StatSaqs: lines(), StatSent: lines(), StatLines: lines(), StatDetect: bools(), StatNoFree: bools(),
		StatDropped: bools(), StatCamFull: bools(),
	}
	host := &out.MAxis
	host.Tvalid, host.Tlast, host.Tuser = bools(), bools(), bools()
	host.Tdata, host.Tkeep, host.Tid = make([]packet.Word, n), make([]uint64, n), make([]int, n)
	return out
}

var switchCoverPoints = []string{
	"all hosts send", "a host waits", "a bubble inside of a frame", "a frame waits at its end", "frames back to back",
	"one byte", "bad", "long", "no_dest", "errors cleared", "set-aside queue",
}

// switches are the switches with edges, in the order of the contract.
func switches() []*blocks.Block {
	return []*blocks.Block{blocks.Of(rtl.RECNSwitch), blocks.Of(rtl.VOQSwitch), blocks.Of(rtl.CIOQSwitch)}
}

// switchSmall are parameters of a small form, of which each switch takes those that it has.
var switchSmall = map[string]int{"ports": 4, "mtu": 200, "slots": 16, "saqs": 2}

func switchBench(block *blocks.Block) testbench.Bench {
	return withCoverPoints(switchCoverPoints, testbench.Bench{
		Block: block, MinCycles: 8000,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newSwitchBoard(v, rng)
			return s.run(v["saqs"], s.source).Case()
		},
	})
}

// withCoverPoints is a bench of a switch with its cover points, and the parameters of its small form.
func withCoverPoints(points []string, b testbench.Bench) testbench.Bench {
	of := func(v blocks.Values) []string {
		unused := v["saqs"] == 0 || v["ports"] < 4 || v["detect"] >= v["slots"]/2
		return kit.Without(points, kit.Cannot{"set-aside queue": unused})
	}
	b.CoverPoints, b.CoverPointsFor, b.Small = points, of, b.Accepted(switchSmall)
	if _, has := b.Small["saqs"]; !has {
		b.CoverPoints = of(blocks.Values{})
	}
	return b
}

func newSwitchBoard(v blocks.Values, rng *rand.Rand) *switchBoard {
	n := v["ports"]
	return &switchBoard{hosts: newHosts(v, rng), slots: v["slots"], counts: make([]uint32, n*causes),
		cleared: make([]bool, n), inside: make([]bool, n), ended: make([]bool, n)}
}

// switchBoard is the surroundings of a switch with edges.
type switchBoard struct {
	hosts
	slots   int
	counts  []uint32 // of the cycle before
	cleared []bool   // in the cycle before
	inside  []bool   // a host is inside of a frame
	ended   []bool   // a frame left in the cycle before
	faults  *transact.Board[int, fault]
}

type (
	switchRun    = transact.Run[switchIn, switchOut]
	switchSource = transact.Source[switchIn, switchOut, beat, frame]
)

// run has a host at each port, which source makes from its number and a function to call with
// each frame that was taken.
func (s *switchBoard) run(saqs int, source func(port int, sent func(frame)) switchSource) *switchRun {
	run := transact.New(newSwitchIn(s.ports), newSwitchOut(s.ports, saqs))
	words := s.mtu/int(s.width) + 1
	alone := transact.Bound(300+4*words, 100+3*words)
	// The buffers hold far less than leaves in as many cycles, however many frames it is.
	within := func(l transact.Load) int { return min(alone(l), 100_000+l.Paused) }
	frames := transact.NewBoard(run, transact.Rules[flow, frame]{Key: flowOf, Within: within})
	s.faults = transact.NewBoard(run, transact.Rules[int, fault]{Within: within})
	sinks, told := make([]*transact.End, s.ports), make([]*transact.End, s.ports)
	for o := range sinks {
		sinks[o] = transact.AddSink(run, s.sink(o, frames.Arrive))
		told[o] = transact.AddSink(run, s.teller(o))
	}
	for i := range s.ports {
		transact.AddSource(run, source(i, func(f frame) {
			if cause, drops := judged(f, s.ports, s.mtu); drops {
				s.faults.Expect(told[i], fault{i, cause})
			} else {
				frames.Expect(sinks[f.To], f)
			}
		}))
	}
	run.Drive(func(cycle int, in *switchIn) {
		for i := range s.ports {
			in.EdgeClear[i] = s.rng.Intn(500) == 0
		}
	})
	run.Watch(s.observe)
	return run
}

func (s *switchBoard) source(port int, sent func(frame)) switchSource {
	return switchSource{
		Name: fmt.Sprintf("s_axis[%d]", port), Sent: sent, Beats: s.sent,
		Put: func(in *switchIn, b beat, valid bool) {
			if !valid { // what is not valid is arbitrary
				b = s.noise()
			}
			to := in.SAxis
			to.Tvalid[port], to.Tdata[port], to.Tkeep[port] = valid, b.Data, b.Keep
			to.Tlast[port], to.Tuser[port], to.Tdest[port] = b.Last, b.User, b.Number
		},
		Next:  func(cycle int) (frame, bool) { return s.offer(cycle, port), true },
		Pause: func(cycle int) bool { return !kit.Chance(s.rng, phaseAt(cycle).send) },
		Ready: func(out switchOut) bool { return out.Tready[port] },
		Get: func(in switchIn) (beat, bool) {
			from := in.SAxis
			b := beat{from.Tdata[port], from.Tkeep[port], from.Tlast[port], from.Tuser[port], from.Tdest[port]}
			return b, from.Tvalid[port]
		},
		Last:  func(b beat) bool { return b.Last },
		Whole: func(beats []beat) (frame, error) { return s.sentFrame(beats, port) },
	}
}

// noise is a beat that is not valid.
func (h hosts) noise() beat {
	return beat{Data: h.word(), Keep: h.rng.Uint64() & h.full(), Last: kit.Chance(h.rng, 50), User: kit.Chance(h.rng, 50),
		Number: h.rng.Intn(16)}
}

func (s *switchBoard) sink(port int, got func(*transact.End, frame)) transact.Sink[switchIn, switchOut, beat, frame] {
	return transact.Sink[switchIn, switchOut, beat, frame]{
		Name: fmt.Sprintf("m_axis[%d]", port), Got: got,
		Take: func(out switchOut) (beat, bool) {
			from := out.MAxis
			b := beat{from.Tdata[port], from.Tkeep[port], from.Tlast[port], from.Tuser[port], from.Tid[port]}
			return b, from.Tvalid[port]
		},
		Last:    func(b beat) bool { return b.Last },
		Whole:   func(beats []beat) (frame, error) { return s.frameOf(beats, port) },
		Ready:   func(in *switchIn, ready bool) { in.Tready[port] = ready },
		IsReady: func(in switchIn) bool { return in.Tready[port] },
		Pause:   func(cycle int) bool { return !kit.Chance(s.rng, phaseAt(cycle).take) },
	}
}

// teller reads the counters of errors of a port: one that has grown tells of an error. An error
// of the switch itself, and one of what the pins show, is one that nothing expects.
func (s *switchBoard) teller(port int) transact.Sink[switchIn, switchOut, fault, fault] {
	return transact.Sink[switchIn, switchOut, fault, fault]{
		Name: fmt.Sprintf("edge_counts[%d]", port), Got: s.faults.Arrive,
		Take: func(out switchOut) (told fault, valid bool) {
			for c := range causes {
				now, before := out.EdgeCounts[port*causes+c], &s.counts[port*causes+c]
				if s.cleared[port] {
					*before = 0
				}
				if now != *before {
					told, valid = fault{port, c}, true
				}
				*before = now
			}
			switch {
			case out.ErrSeen[port] != 0:
				return fault{port, switchError}, true
			case !s.shownRight(port, out):
				return fault{port, pinsError}, true
			}
			return told, valid
		},
		Whole: func(list []fault) (fault, error) { return list[0], nil },
	}
}

// shownRight reports whether the pins of a port tell of the errors that are counted, and of no more
// slots than there are.
func (s *switchBoard) shownRight(port int, out switchOut) bool {
	seen := uint8(0)
	for c := range causes {
		if out.EdgeCounts[port*causes+c] > 0 {
			seen |= 1 << c
		}
	}
	return out.EdgeSeen[port] == seen && out.StatFree[port] <= s.slots && out.StatCredit[port] <= s.slots
}

func (s *switchBoard) observe(in switchIn, out switchOut, hit func(string)) {
	busy := 0
	for i := range s.ports {
		sends, leaves := in.SAxis.Tvalid[i] && out.Tready[i], out.MAxis.Tvalid[i] && in.Tready[i]
		busy += kit.Count([]bool{sends})
		kit.Reached{
			"a host waits":               in.SAxis.Tvalid[i] && !out.Tready[i],
			"a bubble inside of a frame": s.inside[i] && !in.SAxis.Tvalid[i],
			"a frame waits at its end":   out.MAxis.Tvalid[i] && out.MAxis.Tlast[i] && !in.Tready[i],
			"frames back to back":        s.ended[i] && leaves,
			"one byte":                   leaves && out.MAxis.Tkeep[i] == 1,
			"errors cleared":             in.EdgeClear[i] && out.EdgeSeen[i] != 0,
		}.Report(hit)
		if sends {
			s.inside[i] = !in.SAxis.Tlast[i]
		}
		s.ended[i] = leaves && out.MAxis.Tlast[i]
		s.cleared[i] = in.EdgeClear[i]
		for c := range noDest + 1 {
			if out.EdgeSeen[i]>>c&1 == 1 {
				hit(causeNames[c])
			}
		}
	}
	kit.Reached{
		"all hosts send":  busy == s.ports,
		"set-aside queue": kit.Count(out.StatSaqs) > 0,
	}.Report(hit)
}
