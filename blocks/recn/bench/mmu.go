package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func mmuBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.MMU),
		MinCycles: 4000,
		AnyReset:  map[string]string{"recn_mmu.arrives": "set by the first packet, before any slot is read"},
		CoverPoints: []string{
			"no slot left", "slot given back while none is left", "slot given back and another one taken",
			"all slots free again",
			"packets back to back", "packet cut short", "cut short by the next packet", "lost beat read", "read data held", "SAQ linked while a slot comes back", "link read while it is written",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(mmuBench().CoverPoints, kit.Cannot{
				"SAQ linked while a slot comes back": v["saqs"] == 0,
				"all slots free again":               v["slots"] > 128, // too many for the run
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newMMUStimulus(v["slots"], v["saqs"], v["data"], rng)
			return testbench.NewCase(golden.MMUIn{}, golden.MMUOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// mmuStimulus fills the memory, keeps it full for a while, empties it, and so on.
type mmuStimulus struct {
	rng      *rand.Rand
	slots    int
	saqs     int
	data     int // bits of a beat
	model    *golden.MMU
	in       golden.MMUIn
	used     []int // slots with a whole packet
	arriving int   // slot of the packet that is coming in
	beat     int   // its next beat; 0 between packets
	filling  bool
	fullFor  int
	wasEop   bool
	didRead  bool
}

func newMMUStimulus(slots, saqs, data int, rng *rand.Rand) *mmuStimulus {
	return &mmuStimulus{rng: rng, slots: slots, saqs: saqs, data: data, model: golden.NewMMU(slots), filling: true}
}

func (s *mmuStimulus) drive(cycle int) golden.MMUIn {
	rng := s.rng
	s.wasEop, s.didRead = s.in.RxEnd, s.in.RdEn
	s.in = golden.MMUIn{
		RxData: env.RandomWord(rng, s.data), CqHead: rng.Intn(s.slots), DeqHead: rng.Intn(s.slots),
		PpuHead:    rng.Intn(s.slots),
		CqLinkSlot: rng.Intn(s.slots), CqLinkNext: rng.Intn(s.slots),
		SaqLinkSlot: rng.Intn(s.slots), SaqLinkNext: rng.Intn(s.slots),
		RdSlot: rng.Intn(s.slots), RdWord: rng.Intn(packet.Beats), FreeSlot: rng.Intn(s.slots),
	}
	free := s.model.FreeCount()
	switch {
	case free == 0 && s.filling:
		s.fullFor++
		s.filling = s.fullFor < 60
	case len(s.used) == 0 && s.beat == 0 && !s.filling:
		s.filling, s.fullFor = true, 0
	}
	s.link()
	s.free(free)
	s.receive(free)
	s.read()
	return s.in
}

// link writes pointers of slots that hold packets.
func (s *mmuStimulus) link() {
	if len(s.used) == 0 {
		return
	}
	if kit.Chance(s.rng, 30) {
		s.in.CqLinkValid, s.in.CqLinkSlot = true, kit.Pick(s.rng, s.used)
	}
	if s.saqs > 0 && !s.in.CqLinkValid && kit.Chance(s.rng, 40) {
		s.in.SaqLinkValid, s.in.SaqLinkSlot = true, kit.Pick(s.rng, s.used)
	}
	if kit.Chance(s.rng, 50) { // read what was written most recently, too
		s.in.CqHead, s.in.DeqHead, s.in.PpuHead = kit.Pick(s.rng, s.used), kit.Pick(s.rng, s.used), kit.Pick(s.rng, s.used)
	}
}

// free gives back a slot that no link of this cycle is for.
func (s *mmuStimulus) free(free int) {
	percent := 25
	if s.filling {
		percent = 3
	}
	if s.filling && free < 2 && s.beat == 0 {
		percent = 60
	}
	if len(s.used) == 0 || !kit.Chance(s.rng, percent) {
		return
	}
	i := s.rng.Intn(len(s.used))
	slot := s.used[i]
	if s.in.CqLinkValid && slot == s.in.CqLinkSlot || s.in.SaqLinkValid && slot == s.in.SaqLinkSlot {
		return
	}
	s.in.FreeValid, s.in.FreeSlot = true, slot
	s.used = append(s.used[:i], s.used[i+1:]...)
}

// receive goes on with a packet, ends it, perhaps short, and begins the next one.
func (s *mmuStimulus) receive(free int) {
	s.in.RxWord, s.in.RxLast, s.in.RxBad = s.rng.Intn(packet.Beats), s.rng.Intn(packet.Beats), kit.Chance(s.rng, 50)
	switch {
	case s.beat == 0:
	case kit.Chance(s.rng, 1): // cut short
		s.in.RxEnd, s.in.RxBad, s.in.RxLast = true, true, s.beat-1
		s.used, s.beat = append(s.used, s.arriving), 0
	default:
		s.in.RxValid, s.in.RxWord = true, s.beat
		s.beat++
		if s.beat == packet.Beats {
			s.in.RxEnd, s.in.RxBad, s.in.RxLast = true, kit.Chance(s.rng, 10), packet.Beats-1
			s.used, s.beat = append(s.used, s.arriving), 0
		}
		return
	}
	percent := 10
	if s.filling {
		percent = 90
	}
	if s.beat > 0 || free == 0 || !kit.Chance(s.rng, percent) {
		return
	}
	s.in.RxStart, s.in.RxValid, s.in.RxWord = true, true, 0
	s.arriving, s.beat = s.model.FreeTop(), 1
}

// read reads anything but the word that is being written.
func (s *mmuStimulus) read() {
	if len(s.used) > 0 && kit.Chance(s.rng, 70) {
		s.in.RdSlot = kit.Pick(s.rng, s.used)
	}
	written := s.in.RxValid && s.in.RdSlot == s.arriving && s.in.RdWord == s.in.RxWord
	s.in.RdEn = !written && kit.Chance(s.rng, 60)
}

func (s *mmuStimulus) observe(in golden.MMUIn, out golden.MMUOut, hit func(string)) {
	start := in.RxStart
	if out.MemFull {
		hit("no slot left")
	}
	if start && in.FreeValid {
		hit("slot given back and another one taken")
	}
	if out.MemFull && in.FreeValid {
		hit("slot given back while none is left")
	}
	if out.FreeCount < s.slots && s.model.FreeCount() == s.slots {
		hit("all slots free again")
	}
	if start && s.wasEop {
		hit("packets back to back")
	}
	if s.didRead && !in.RdEn {
		hit("read data held")
	}
	if in.RxEnd && !in.RxValid {
		hit("packet cut short")
	}
	if in.RxEnd && in.RxStart {
		hit("cut short by the next packet")
	}
	if out.RdEndKnown && out.RdLost {
		hit("lost beat read")
	}
	if in.SaqLinkValid && in.FreeValid {
		hit("SAQ linked while a slot comes back")
	}
	if in.CqLinkValid && in.CqLinkSlot == in.CqHead {
		hit("link read while it is written")
	}
}
