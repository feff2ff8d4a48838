package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/blocks/adaptive/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/testbench/kit"
)

// randomFrame is a data frame to a random host.
func randomFrame(rng *rand.Rand, hosts int) qcn.Frame {
	return qcn.Frame{
		Kind: qcn.KindData, Prio: rng.Intn(8), Dst: rng.Intn(hosts), Src: rng.Intn(hosts), Length: 64 + rng.Intn(1459),
		Seq: rng.Intn(1 << 16), Stamp: rng.Uint32(), Tag: uint64(rng.Int63n(1 << 37)),
	}
}

// randomCNM is a notification for a random flow.
func randomCNM(rng *rand.Rand, hosts int) qcn.Frame {
	return qcn.Frame{
		Kind: qcn.KindCNM, Prio: 6, Dst: rng.Intn(hosts), Src: rng.Intn(4096), Length: 64, Feedback: 1 + rng.Intn(63),
		QOffset: rng.Intn(200) - 100, QDelta: rng.Intn(200) - 100,
		CPID: rng.Intn(1 << 16), FlowPrio: rng.Intn(8), FlowDst: rng.Intn(hosts),
	}
}

// randomWord is a beat of any kind.
func randomWord(rng *rand.Rand) *big.Int { return qcn.Word{rng.Uint64(), rng.Uint64()}.Big() }

// sender puts frames on a link, beat by beat.
type sender struct {
	begun  bool // there was a frame
	rng    *rand.Rand
	hosts  int
	node   *int          // the host that all frames go to; nil: any
	faults int           // percent of the frames to which something happens
	beats  []golden.Beat // of the frame
}

// next is the beat of a cycle. busy is how much of the time there are frames, cns and
// pauses how many of them are these, percent.
func (s *sender) next(busy, cns, pauses int) golden.Beat {
	rng := s.rng
	if len(s.beats) > 0 {
		if kit.Chance(rng, 10) { // a gap within a frame
			return golden.Beat{Head: kit.Chance(rng, 50), Tail: kit.Chance(rng, 50), Word: qcn.WordOf(randomWord(rng))}
		}
		return s.beat()
	}
	if !s.begun && kit.Chance(rng, 50) { // the end of a frame that began before the reset
		s.begun = kit.Chance(rng, 30)
		return golden.Beat{Valid: true, Tail: s.begun, Word: qcn.WordOf(randomWord(rng))}
	}
	s.begun = true
	if !kit.Chance(rng, busy) {
		return golden.Beat{Tail: kit.Chance(rng, 50), Head: kit.Chance(rng, 50)}
	}
	s.begin(cns, pauses)
	return s.beat()
}

// beat is the next one of the frame; beats behind the first say nothing.
func (s *sender) beat() golden.Beat {
	b := s.beats[0]
	s.beats = s.beats[1:]
	if b.Valid && !b.Head {
		b.Word = qcn.WordOf(randomWord(s.rng))
	}
	return b
}

// begin chooses a frame.
func (s *sender) begin(cns, pauses int) {
	rng := s.rng
	switch x := rng.Intn(100); {
	case x < cns:
		f := randomCNM(rng, s.hosts)
		if s.node != nil {
			f.Dst = *s.node
		}
		s.beats = beatsOf(f)
	case x < cns+pauses:
		s.beats = beatsOf(qcn.Frame{Kind: qcn.KindPause, Length: 64, Enable: rng.Intn(256), Stop: rng.Intn(256),
			Quanta: rng.Intn(1 << 16)})
	default:
		f := randomFrame(rng, s.hosts)
		f.Length = kit.Pick(rng, []int{1, 63, 64, 65, 128, 129, 1472, 1473, 1500, 1 + rng.Intn(1500), 1 + rng.Intn(300)})
		if s.node != nil {
			f.Dst = *s.node
		}
		s.beats = beatsOf(f)
		if kit.Chance(rng, s.faults) {
			s.beats = anyFault(rng).damaged(rng, s.hosts, f)
		}
	}
}
