package packet

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// The format of packets and routing headers.
const (
	BeatBits   = 64 // of the narrowest beat (paper silent: 8 beats of 8 bytes), and of the fields of a first beat
	Beats      = 8  // of a packet
	BeatIndex  = 3  // bits that count the beats of a packet
	TurnBits   = 31 // turnpool
	TptrBits   = 5  // turn pointer
	HeaderBits = TurnBits + TptrBits
	SourceBits = 8  // number of the sending node
	SeqBits    = 12 // sequence number among the packets from a source to a destination
	TagBits    = 8
)

// CheckData finds a width of beats, in bits, that does not exist. 0 is a block without beats.
func CheckData(data int) error {
	switch data {
	case 0, 64, 128, 256, 512:
		return nil
	}
	return fmt.Errorf("there are no beats of data=%d bits: give 64, 128, 256 or 512", data)
}

// Dims are the widths that tags may name, with beats of 64 bits.
func Dims(more rtlgen.Dims) rtlgen.Dims { return DataDims(BeatBits, more) }

// DataDims are Dims with beats of that many bits.
func DataDims(data int, more rtlgen.Dims) rtlgen.Dims {
	d := rtlgen.Dims{"beat": data, "beat_index": BeatIndex, "turns": TurnBits, "tptr": TptrBits, "header": HeaderBits}
	for name, x := range more {
		d[name] = x
	}
	return d
}

// Header is the routing header of a packet, {turnpool, tptr}.
type Header struct {
	Turnpool rtlgen.Value `width:"turns" doc:"turns, the first on top; unused places are ones"`
	Tptr     rtlgen.Value `width:"tptr" doc:"most significant bit of the present turn"`
}

// HeaderOf takes a header of HeaderBits bits apart.
func HeaderOf(header rtlgen.Signal) Header { return rtlgen.Unpack[Header](header, Dims(nil)) }

// First is the first beat of a packet.
type First struct {
	Header
	Source rtlgen.Value `width:"8" doc:"number of the sending node"`
	Seq    rtlgen.Value `width:"12" doc:"sequence number"`
	Tag    rtlgen.Value `width:"8" doc:"free for the end nodes"`
}

// FirstOf takes the first beat of a packet apart. Its fields are the lowest 64 bits.
func FirstOf(beat rtlgen.Signal) First {
	return rtlgen.Unpack[First](rtlgen.ValueOf(beat).Low(BeatBits), Dims(nil))
}

// HeaderIn is the routing header in the first beat of a packet.
func HeaderIn(beat rtlgen.Signal) rtlgen.Value {
	return rtlgen.ValueOf(beat).Slice(BeatBits-1, BeatBits-HeaderBits)
}

// Aligning is an alignment with a register in the middle: most of the shift in front of
// it, the rest behind.
type Aligning struct {
	Pool rtlgen.Value // the turnpool, shifted by a multiple of 8
	Rest rtlgen.Value // by how much it is still to be shifted
}

// Align is the first part of Aligned.
func Align(m *rtlgen.Module, name string, header rtlgen.Signal) Aligning {
	h := HeaderOf(header)
	shift := m.Let(name+"_shift", m.Const(TptrBits, TurnBits-1).Sub(h.Tptr))
	return Aligning{h.Turnpool.Not().Shl(rtlgen.Cat(shift.High(TptrBits-3), m.Zero(3))).Not(), shift.Low(3)}
}

// Turns is the second part, which makes a signal that starts with name.
func (a Aligning) Turns(m *rtlgen.Module, name string) rtlgen.Value {
	return m.Let(name+"_aligned", a.Pool.Not().Shl(a.Rest).Not())
}

// Aligned is the turnpool with the present turn in its top bits, ones coming in
// from below: a packet that has climbed fewer levels has another turn pointer, and
// without alignment its turns could not be compared with a name. It makes signals
// that start with name.
func Aligned(m *rtlgen.Module, name string, header rtlgen.Signal) rtlgen.Value {
	h := HeaderOf(header)
	shift := m.Let(name+"_shift", m.Const(TptrBits, TurnBits-1).Sub(h.Tptr))
	return m.Let(name+"_aligned", h.Turnpool.Not().Shl(shift).Not())
}
