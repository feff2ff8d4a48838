package bench

import (
	"math/rand"

	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/testbench/kit"
)

// Sender feeds a link, packet by packet.
type Sender struct {
	beats []packet.Word // left of the packet under way
}

// Idle says that no packet is under way.
func (s *Sender) Idle() bool { return len(s.beats) == 0 }

// Start begins a packet.
func (s *Sender) Start(beats []packet.Word) { s.beats = beats }

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

// RandomWord is a beat of data bits that means nothing, 64 if data is 0.
func RandomWord(rng *rand.Rand, data int) (w packet.Word) {
	for i := range max(data, 64) / 64 {
		w[i] = rng.Uint64()
	}
	return w
}

// RandomBeats is a packet with this header and nothing else that means anything, in beats of
// data bits.
func RandomBeats(rng *rand.Rand, header packet.Header, data int) []packet.Word {
	beats := []packet.Word{header.In(RandomWord(rng, data))}
	for len(beats) < packet.Beats {
		beats = append(beats, RandomWord(rng, data))
	}
	return beats
}

// linkBeats are the words of a packet as the beats of a link.
func linkBeats(words []packet.Word) []packet.Beat {
	beats := make([]packet.Beat, len(words))
	for i := range words {
		beats[i] = packet.BeatOf(words, i)
	}
	return beats
}

// Noise is a beat of data bits that is not valid, so that the rest of it means nothing.
func Noise(rng *rand.Rand, data int) packet.Beat {
	return packet.Beat{Data: RandomWord(rng, data), Sop: kit.Chance(rng, 5), Eop: kit.Chance(rng, 5)}
}
