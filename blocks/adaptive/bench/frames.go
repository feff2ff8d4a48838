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
	begun bool // there was a frame
	rng   *rand.Rand
	hosts int
	left  int // beats of the frame
	gap   int
}

// next is the beat of a cycle. busy is how much of the time there are frames, cns and
// pauses how many of them are these, percent.
func (s *sender) next(busy, cns, pauses int) golden.Beat {
	rng := s.rng
	if s.left > 0 {
		if kit.Chance(rng, 10) { // a gap within a frame
			return golden.Beat{Word: qcn.WordOf(randomWord(rng))}
		}
		s.left--
		return golden.Beat{Valid: true, Tail: s.left == 0, Word: qcn.WordOf(randomWord(rng))}
	}
	if s.gap > 0 {
		s.gap--
		return golden.Beat{}
	}
	if !s.begun && kit.Chance(rng, 50) { // the end of a frame that began before the reset
		s.begun = kit.Chance(rng, 30)
		return golden.Beat{Valid: true, Tail: s.begun, Word: qcn.WordOf(randomWord(rng))}
	}
	s.begun = true
	switch x := rng.Intn(100); {
	case !kit.Chance(rng, busy):
		return golden.Beat{Tail: kit.Chance(rng, 50), Head: kit.Chance(rng, 50)}
	case kit.Chance(rng, 2): // no frame has begun
		return golden.Beat{Valid: true, Tail: kit.Chance(rng, 50), Word: qcn.WordOf(randomWord(rng))}
	case x < cns:
		return golden.Beat{Valid: true, Head: true, Tail: true, Word: randomCNM(rng, s.hosts).Word()}
	case x < cns+pauses:
		return golden.Beat{Valid: true, Head: true, Tail: true,
			Word: qcn.Frame{Kind: qcn.KindPause, Enable: rng.Intn(256), Stop: rng.Intn(256), Quanta: rng.Intn(1 << 16)}.Word()}
	}
	s.left = kit.Pick(rng, []int{0, 1, 2, 5, 23})
	return golden.Beat{Valid: true, Head: true, Tail: s.left == 0, Word: randomFrame(rng, s.hosts).Word()}
}
