package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/axis"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/transact"
)

// joinIn are the inputs of axis_join.
type joinIn struct {
	MyPort                       int
	RxValid, RxSop, RxEop, RxBad bool
	RxData                       packet.Word
	MAxisTready                  bool
}

// joinOut are its outputs.
type joinOut struct {
	RxCredit               bool
	MAxisTvalid            bool
	MAxisTlast, MAxisTuser bool        `valid:"MAxisTvalid"`
	MAxisTdata             packet.Word `valid:"MAxisTvalid"`
	MAxisTkeep             uint64      `valid:"MAxisTvalid"`
	MAxisTid               int         `valid:"MAxisTvalid"`
	Error                  []bool
}

var joinCoverPoints = []string{"no credit left", "frames back to back", "one byte", "longest frame", "link", "gap", "stray",
	"two sources at once", "a frame that is too long"}

func joinBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Join), MinCycles: 30000, CoverPoints: joinCoverPoints, Small: map[string]int{"mtu": 200, "slots": 8, "ports": 4},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(joinCoverPoints, kit.Cannot{"two sources at once": v["ports"] == 2})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["ports"]
			s := &joinBoard{hosts: newHosts(v, rng), me: rng.Intn(n), from: -1, slots: v["slots"], waiting: make([][]carried, n)}
			for i := range n {
				s.cutters = append(s.cutters, cutter{width: s.width, ports: n, from: i})
			}
			s.model = joiner{width: s.width, ports: n, me: s.me, mtu: s.mtu, open: map[int]*partial{}}
			return s.run().Case()
		},
		AnyReset: joinAnyReset,
	}
}

// joinBoard is the surroundings of axis_join: sources whose packets come mixed, some of which
// are lost, damaged, or nobody's.
type joinBoard struct {
	hosts
	me, slots int
	cutters   []cutter
	model     joiner
	waiting   [][]carried // of the frame that a source sends
	from      int         // the source whose packets come
	ended     bool
	credits   int
	tooLong   bool
}

func (s *joinBoard) run() *transact.Run[joinIn, joinOut] {
	run := transact.New(joinIn{MyPort: s.me}, joinOut{Error: make([]bool, causes-linkError)})
	words := s.mtu/int(s.width) + 1
	within := transact.Bound(200+2*words, 60+2*words)
	frames := transact.NewBoard(run, transact.Rules[int, frame]{Key: func(frame) int { return 0 }, Within: within})
	faults := transact.NewBoard(run, transact.Rules[int, fault]{Within: within})
	out := transact.AddSink(run, transact.Sink[joinIn, joinOut, beat, frame]{
		Name: "m_axis", Got: frames.Arrive,
		Take: func(out joinOut) (beat, bool) {
			return beat{out.MAxisTdata, out.MAxisTkeep, out.MAxisTlast, out.MAxisTuser, out.MAxisTid}, out.MAxisTvalid
		},
		Last:  func(b beat) bool { return b.Last },
		Whole: func(beats []beat) (frame, error) { return s.frameOf(beats, s.me) },
		Ready: func(in *joinIn, ready bool) { in.MAxisTready = ready },
		Pause: func(cycle int) bool { return !kit.Chance(s.rng, phaseAt(cycle).take) },
	})
	told := tellFaults(run, s.me, linkError, causes, faults.Arrive, func(out joinOut) []bool { return out.Error })
	transact.AddSource(run, transact.Source[joinIn, joinOut, packet.Beat, carried]{
		Name: "rx", NoGaps: true,
		Put: func(in *joinIn, b packet.Beat, valid bool) {
			if !valid {
				b = packet.Beat{}
			}
			in.RxValid, in.RxSop, in.RxEop, in.RxBad, in.RxData = valid, b.Sop, b.Eop, b.Bad, b.Data
		},
		Next:  func(cycle int) (carried, bool) { return s.next(cycle) },
		Beats: beatsOfPacket,
		Pause: func(cycle int) bool { return !kit.Chance(s.rng, phaseAt(cycle).send) },
		Sent: func(p carried) {
			whole, errors := s.model.take(p)
			if whole != nil {
				frames.Expect(out, *whole)
			}
			for _, c := range errors {
				faults.Expect(told[c], fault{s.me, c})
			}
		},
		Credits: s.slots, Cost: func(b packet.Beat) int { return kit.Count([]bool{b.Sop}) },
		Credit: func(out joinOut) int { return kit.Count([]bool{out.RxCredit}) },
	})
	s.credits = s.slots
	run.Settle += s.slots * packet.Beats // packets of frames that do not end give their credits back, and nothing else
	run.Watch(s.observe)
	return run
}

// beatsOfPacket are the beats of a packet.
func beatsOfPacket(c carried) []packet.Beat {
	var list []packet.Beat
	for i := range packet.Beats {
		b := packet.BeatOf(c.Words[:], i)
		b.Bad = b.Eop && c.Bad
		list = append(list, b)
	}
	return list
}

// next is the next packet of one of the sources, or one that should not come.
func (s *joinBoard) next(cycle int) (carried, bool) {
	if s.from < 0 || kit.Chance(s.rng, 15) {
		s.from = (s.me + 1 + s.rng.Intn(s.ports-1)) % s.ports
	}
	from := s.from
	if kit.Chance(s.rng, 1) { // nobody's
		f := frame{From: kit.Pick(s.rng, []int{s.me, s.ports, 255}), To: s.me, Data: []byte{1, 2, 3}}
		c := cutter{width: s.width, ports: s.ports, from: from}
		p := c.packetsOf(f)[0]
		p.Words[0][0] = p.Words[0][0]&^(0xff<<20) | uint64(f.From)<<20
		return p, true
	}
	if len(s.waiting[from]) == 0 {
		f := s.draw(cycle, from)
		f.To = s.me
		s.tooLong = s.tooLong || len(f.Data) > s.mtu+int(s.width)
		s.waiting[from] = s.cutters[from].packetsOf(f)
	}
	p := s.waiting[from][0]
	s.waiting[from] = s.waiting[from][1:]
	often := 300
	if s.width > 8 { // the packets of a run are few: they hold more
		often = 100
	}
	switch s.rng.Intn(often) {
	case 0: // lost
		return carried{}, false
	case 1:
		p.Bad = true
	case 2: // another number
		p.Words[0][0] ^= 1 << (s.bytesAt() + 2 + s.rng.Intn(18-s.bytesAt()))
	case 3: // a length that cannot be
		mask := uint64(1)<<s.bytesAt() - 1
		longer := uint64(s.inPacket() + 1)
		p.Words[0][0] = p.Words[0][0]&^mask | kit.Pick(s.rng, []uint64{0, longer, mask, (longer + mask) / 2})
	}
	return p, true
}

func (s *joinBoard) observe(in joinIn, out joinOut, hit func(string)) {
	leaves := out.MAxisTvalid && in.MAxisTready
	s.credits += kit.Count([]bool{out.RxCredit}) - kit.Count([]bool{in.RxSop})
	longest := 0
	for _, f := range s.model.open {
		longest = max(longest, len(f.data))
	}
	kit.Reached{
		"no credit left":           s.credits == 0,
		"frames back to back":      s.ended && leaves,
		"one byte":                 leaves && out.MAxisTkeep == 1,
		"longest frame":            longest > s.mtu-2*s.inPacket(),
		"link":                     out.Error[0],
		"gap":                      out.Error[gap-linkError],
		"stray":                    out.Error[stray-linkError],
		"two sources at once":      len(s.model.open) > 1,
		"a frame that is too long": s.tooLong && out.Error[gap-linkError],
	}.Report(hit)
	s.ended = leaves && out.MAxisTlast
}
