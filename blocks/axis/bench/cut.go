package bench

import (
	"errors"
	"math/rand"

	rtl "culprit.example/culprit/blocks/axis"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/transact"
)

// cutIn are the inputs of axis_cut.
type cutIn struct {
	MyPort                              int
	SAxisTvalid, SAxisTlast, SAxisTuser bool
	SAxisTdata                          packet.Word
	SAxisTkeep                          uint64
	SAxisTdest                          int
	TxCredit                            bool
}

// cutOut are its outputs.
type cutOut struct {
	SAxisTready                  bool
	TxValid, TxSop, TxEop, TxBad bool
	TxData                       packet.Word
	Error                        []bool
}

var cutCoverPoints = []string{"the host waits", "a bubble inside of a frame", "packets back to back", "one byte", "bad", "long", "no_dest",
	"frame of several packets", "a last beat without a byte", "a frame without a byte"}

func cutBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Cut), MinCycles: 16000, CoverPoints: cutCoverPoints, Small: map[string]int{"mtu": 200, "slots": 8},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["ports"]
			s := &cutBoard{hosts: newHosts(v, rng), me: rng.Intn(n)}
			return s.run(v["slots"]).Case()
		},
		AnyReset: cutAnyReset,
	}
}

// cutBoard is the surroundings of axis_cut.
type cutBoard struct {
	hosts
	me     int
	inside bool
	ended  bool
}

func (s *cutBoard) run(slots int) *transact.Run[cutIn, cutOut] {
	run := transact.New(cutIn{MyPort: s.me}, cutOut{Error: make([]bool, linkError)})
	words := s.mtu/int(s.width) + 1
	within := transact.Bound(200+2*words, 60+2*words)
	packets := transact.NewBoard(run, transact.Rules[int, carried]{Key: func(carried) int { return 0 }, Within: within})
	faults := transact.NewBoard(run, transact.Rules[int, fault]{Within: within})
	tx := transact.AddSink(run, transact.Sink[cutIn, cutOut, packet.Beat, carried]{
		Name: "tx", Got: packets.Arrive, NoGaps: true,
		Take: func(out cutOut) (packet.Beat, bool) {
			b := packet.Beat{Valid: out.TxValid, Sop: out.TxSop, Eop: out.TxEop, Bad: out.TxBad, Data: out.TxData}
			return b, b != packet.Beat{} // all fields are 0 while not valid
		},
		Last: func(b packet.Beat) bool { return b.Eop }, Whole: wholePacket,
		Credits: slots, Credit: func(in *cutIn, back bool) { in.TxCredit = back },
		Cost:  func(b packet.Beat) int { return kit.Count([]bool{b.Sop}) },
		Pause: func(cycle int) bool { return !kit.Chance(s.rng, phaseAt(cycle).take) },
	})
	told := tellFaults(run, s.me, bad, linkError, faults.Arrive, func(out cutOut) []bool { return out.Error })
	model := cutter{width: s.width, ports: s.ports, from: s.me}
	transact.AddSource(run, transact.Source[cutIn, cutOut, beat, frame]{
		Name: "s_axis", Beats: s.sent,
		Put: func(in *cutIn, b beat, valid bool) {
			if !valid {
				b = s.noise()
			}
			in.SAxisTvalid, in.SAxisTdata, in.SAxisTkeep = valid, b.Data, b.Keep
			in.SAxisTlast, in.SAxisTuser, in.SAxisTdest = b.Last, b.User, b.Number
		},
		Next:  func(cycle int) (frame, bool) { return s.offer(cycle, s.me), true },
		Pause: func(cycle int) bool { return !kit.Chance(s.rng, phaseAt(cycle).send) },
		Ready: func(out cutOut) bool { return out.SAxisTready },
		Sent: func(f frame) {
			if cause, drops := judged(f, s.ports, s.mtu); drops {
				faults.Expect(told[cause], fault{s.me, cause})
				return
			}
			for _, p := range model.packetsOf(f) {
				packets.Expect(tx, p)
			}
		},
	})
	run.Watch(s.observe)
	return run
}

// wholePacket is the packet that beats are.
func wholePacket(beats []packet.Beat) (carried, error) {
	c := carried{Bad: beats[len(beats)-1].Bad}
	if len(beats) != packet.Beats {
		return c, errors.New("a packet has 8 beats")
	}
	for i, b := range beats {
		if !b.Valid {
			return c, errors.New("a field of a beat that is not valid is not 0")
		}
		if b.Sop != (i == 0) {
			return c, errors.New("the first beat of a packet, and no other, has sop")
		}
		c.Words[i] = b.Data
	}
	return c, nil
}

// tellFaults adds a sink for each of the causes from first up to, but not with, end, and returns
// them by their cause.
func tellFaults[In, Out any](run *transact.Run[In, Out], port, first, end int, got func(*transact.End, fault),
	errorsOf func(Out) []bool) map[int]*transact.End {
	told := map[int]*transact.End{}
	for c := first; c < end; c++ {
		told[c] = transact.AddSink(run, transact.Sink[In, Out, bool, fault]{
			Name: "error_" + causeNames[c], Got: got,
			Take:  func(out Out) (bool, bool) { return true, errorsOf(out)[c-first] },
			Whole: func([]bool) (fault, error) { return fault{port, c}, nil },
		})
	}
	return told
}

func (s *cutBoard) observe(in cutIn, out cutOut, hit func(string)) {
	head, taken := s.headOf(out.TxData[0]), in.SAxisTvalid && out.SAxisTready
	kit.Reached{
		"the host waits":             in.SAxisTvalid && !out.SAxisTready,
		"a bubble inside of a frame": s.inside && !in.SAxisTvalid,
		"packets back to back":       s.ended && out.TxSop,
		"a last beat without a byte": taken && in.SAxisTlast && in.SAxisTkeep == 0,
		"a frame without a byte":     taken && in.SAxisTlast && in.SAxisTkeep == 0 && !s.inside,
		"one byte":                   out.TxSop && head.first && head.last && head.bytes == 1,
		"frame of several packets":   out.TxSop && head.index > 0,
		"bad":                        out.Error[bad],
		"long":                       out.Error[long],
		"no_dest":                    out.Error[noDest],
	}.Report(hit)
	if in.SAxisTvalid && out.SAxisTready {
		s.inside = !in.SAxisTlast
	}
	s.ended = out.TxEop
}
