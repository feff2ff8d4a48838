package ethernet

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// window is the oldest beat of a stream, with as many behind it as have the octets that are looked at.
type window struct {
	beats  []beat // the oldest first
	starts value  // the oldest begins a frame
	leaves value  // it leaves
	word   value  // it
	bytes  int    // of a beat
}

// look holds back the first beat of a frame until that many octets of it are there, or its end. ready
// is that of the stage behind.
func look(m *rtlgen.Module, from *prim.SkidBufferPorts, dims rtlgen.Dims, upTo int,
	ready value) (w window, offers value) {
	bytes := dims["keep"]
	n := (upTo-1)/bytes + 1
	valid, words := make([]value, n), make([]value, n)
	valid[n-1], words[n-1] = from.Out.Valid.Value, from.Out.Data.Value
	held, places := make([]rtlgen.Reg, n-1), make([]rtlgen.Reg, n-1)
	for i := range held {
		held[i] = m.Reg("held_"+string(rune('0'+i)), 1, 0, "a beat is in the place")
		places[i] = m.RegNoReset("place_"+string(rune('0'+i)), from.Out.Data.Width(), "a beat, the oldest in place 0")
		valid[i], words[i] = held[i].Value, places[i].Value
	}
	for _, x := range words {
		w.beats = append(w.beats, rtlgen.Unpack[beat](x, dims))
	}
	whole := valid[n-1]
	for i := n - 2; i >= 0; i-- {
		whole = valid[i].And(w.beats[i].Last.Or(whole))
	}
	starts := m.Reg("starts", 1, 1, "the oldest beat begins a frame")
	offers = m.Let("offers", rtlgen.Mux(starts, whole, valid[0]))
	w.starts, w.leaves, w.word, w.bytes = starts.Value, m.Let("leaves", offers.And(ready)), words[0], bytes
	m.If(w.leaves, func() { starts.Set(w.beats[0].Last) })
	moves := w.leaves
	for i := range held {
		takes := m.Let("takes_"+string(rune('0'+i)), valid[i+1].And(rtlgen.Mux(valid[i], moves, 1)))
		held[i].Set(rtlgen.Mux(takes, 1, valid[i].AndNot(moves)))
		m.If(takes, func() { places[i].Set(words[i+1]) })
		moves = takes
	}
	from.Out.Ready.Drive(moves)
	return w, offers
}

// field is two octets of a frame from the given one on, the first one highest. They are in one beat.
func (w window) field(at int) value { return octets(w.beats[at/w.bytes].Data, at%w.bytes, 2) }

// has reports whether a frame has that many octets, if all that are looked at are there.
func (w window) has(count int) value {
	at := (count - 1) / w.bytes
	has := w.beats[at].Keep.Bit((count - 1) % w.bytes)
	for i := range at {
		has = has.AndNot(w.beats[i].Last)
	}
	return has
}
