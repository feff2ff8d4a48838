package bench

import (
	"math/rand"

	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/testbench/kit"
)

// Sender feeds a link, packet by packet.
type Sender struct {
	beats []uint64 // left of the packet under way
}

// Idle says that no packet is under way.
func (s *Sender) Idle() bool { return len(s.beats) == 0 }

// Start begins a packet.
func (s *Sender) Start(beats []uint64) { s.beats = beats }

// Next is the beat of this cycle; idle is what the link shows without one.
func (s *Sender) Next(idle packet.Beat) packet.Beat {
	n := len(s.beats)
	if n == 0 {
		return idle
	}
	b := packet.Beat{Valid: true, Sop: n == packet.Beats, Eop: n == 1, Data: s.beats[0]}
	s.beats = s.beats[1:]
	return b
}

// RandomBeats is a packet with this header and nothing else that means anything.
func RandomBeats(rng *rand.Rand, header packet.Header) []uint64 {
	beats := []uint64{header.In(rng.Uint64())}
	for len(beats) < packet.Beats {
		beats = append(beats, rng.Uint64())
	}
	return beats
}

// linkBeats are the words of a packet as the beats of a link.
func linkBeats(words []uint64) []packet.Beat {
	beats := make([]packet.Beat, len(words))
	for i := range words {
		beats[i] = packet.BeatOf(words, i)
	}
	return beats
}

// Noise is a beat that is not valid, so that the rest of it means nothing.
func Noise(rng *rand.Rand) packet.Beat {
	return packet.Beat{Data: rng.Uint64(), Sop: kit.Chance(rng, 5), Eop: kit.Chance(rng, 5)}
}
