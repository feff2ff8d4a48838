package bench

import (
	"math/big"
	"math/rand"
	"slices"

	"culprit.example/culprit/blocks/ethernet/golden"
	"culprit.example/culprit/testbench/kit"
)

// stream are the two ends of a stream through a block: who sends frames, and who takes them.
type stream struct {
	rng    *rand.Rand
	octets int           // of a beat
	next   func() frame  // to be sent
	idle   func() []byte // octets of a beat that is not valid; nil for any

	sending frame         // begun last
	beats   []golden.Beat // what is left of it
	offers  bool          // the first of them is offered
	inside  bool          // of a frame, before this cycle
	bubble  bool          // nothing is offered inside of a frame in this cycle
	joins   bool          // a frame begins right behind the one before
	ended   bool          // a frame ended in the cycle before
}

// phase is how both ends behave for some cycles, in percent of them.
var phases = []struct{ send, take int }{
	{100, 100}, {60, 100}, {100, 60}, {20, 100}, {100, 10}, {90, 90},
}

// drive makes the inputs of a cycle, in which the block is ready or not.
func (s *stream) drive(cycle int, ready bool) golden.StreamIn {
	ph := phases[cycle/150%len(phases)]
	if len(s.beats) == 0 {
		s.sending = s.next()
		s.beats = s.sending.beats(s.octets)
		s.inside = false
	}
	s.offers = s.offers || kit.Chance(s.rng, ph.send)
	s.bubble, s.joins = s.inside && !s.offers, !s.inside && s.offers && s.ended
	in := golden.StreamIn{SAxisTvalid: s.offers, MAxisTready: kit.Chance(s.rng, ph.take)}
	b := s.noise()
	if s.offers {
		b = s.beats[0]
	}
	in.SAxisTdata, in.SAxisTkeep, in.SAxisTlast, in.SAxisTuser = b.Data, b.Keep, b.Last, b.User
	s.ended = false
	if s.offers && ready {
		s.beats, s.offers, s.inside, s.ended = s.beats[1:], false, true, b.Last
	}
	return in
}

// frame is what is sent. What follows behind it is in the last beat, where TKEEP is 0.
type frame struct {
	data, behind []byte
	bad          bool
}

func (f frame) beats(octets int) []golden.Beat {
	list := golden.Beats(f.data, octets, f.bad)
	last := len(list) - 1
	rest := f.data[last*octets:]
	behind := append(slices.Clone(rest), f.behind...)
	list[last].Data = golden.Beats(behind[:min(len(behind), octets)], octets, false)[0].Data
	return list
}

// noise is a beat that is not valid. TUSER of a beat that is not the last means nothing either.
func (s *stream) noise() golden.Beat {
	word := make([]byte, s.octets)
	s.rng.Read(word)
	if s.idle != nil && kit.Chance(s.rng, 50) {
		word = s.idle()
	}
	return golden.Beat{Data: new(big.Int).SetBytes(word), Keep: s.rng.Uint64() >> (64 - s.octets),
		Last: kit.Chance(s.rng, 50), User: kit.Chance(s.rng, 50)}
}

// data is a frame with any contents.
func data(rng *rand.Rand, length int) []byte {
	f := make([]byte, length)
	rng.Read(f)
	return f
}
