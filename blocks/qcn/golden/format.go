package golden

import "math/big"

// Kinds of frames.
const (
	KindData = iota
	KindCNM
	KindPause
)

// Word is a beat of 128 bits: the low half first.
type Word [2]uint64

// Big is the word as the number on a port.
func (w Word) Big() *big.Int {
	x := new(big.Int).SetUint64(w[1])
	return x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(w[0]))
}

// WordOf is the word on a port.
func WordOf(x *big.Int) Word {
	if x == nil {
		return Word{}
	}
	return Word{new(big.Int).And(x, new(big.Int).SetUint64(^uint64(0))).Uint64(), new(big.Int).Rsh(x, 64).Uint64()}
}

// Frame is what the first beat of a frame says.
type Frame struct {
	Kind, Prio, Dst, Src, Length int

	Seq   int    // data
	Stamp uint32 // data
	Tag   uint64 // data

	Feedback, QOffset, QDelta, CPID, FlowPrio, FlowDst int // CNM; QOffset and QDelta signed

	Enable, Stop, Quanta int // PAUSE
}

// field is a field of the first beat, from the top: its bits and where it is kept.
type field struct {
	bits int
	get  func(f *Frame) uint64
	set  func(f *Frame, v uint64)
}

func whole(bits int, at func(f *Frame) *int) field {
	return field{bits, func(f *Frame) uint64 { return uint64(*at(f)) }, func(f *Frame, v uint64) { *at(f) = int(v) }}
}

func signed(bits int, at func(f *Frame) *int) field {
	return field{bits, func(f *Frame) uint64 { return uint64(*at(f)) },
		func(f *Frame, v uint64) { *at(f) = int(int64(v<<(64-bits)) >> (64 - bits)) }}
}

var common = []field{
	whole(2, func(f *Frame) *int { return &f.Kind }), whole(3, func(f *Frame) *int { return &f.Prio }),
	whole(12, func(f *Frame) *int { return &f.Dst }), whole(12, func(f *Frame) *int { return &f.Src }),
	whole(14, func(f *Frame) *int { return &f.Length }),
}

var more = [...][]field{
	KindData: {
		whole(16, func(f *Frame) *int { return &f.Seq }),
		{32, func(f *Frame) uint64 { return uint64(f.Stamp) }, func(f *Frame, v uint64) { f.Stamp = uint32(v) }},
		{37, func(f *Frame) uint64 { return f.Tag }, func(f *Frame, v uint64) { f.Tag = v }},
	},
	KindCNM: {
		whole(6, func(f *Frame) *int { return &f.Feedback }), signed(16, func(f *Frame) *int { return &f.QOffset }),
		signed(16, func(f *Frame) *int { return &f.QDelta }),
		whole(16, func(f *Frame) *int { return &f.CPID }), whole(3, func(f *Frame) *int { return &f.FlowPrio }),
		whole(12, func(f *Frame) *int { return &f.FlowDst }),
	},
	KindPause: {
		whole(8, func(f *Frame) *int { return &f.Enable }), whole(8, func(f *Frame) *int { return &f.Stop }),
		whole(16, func(f *Frame) *int { return &f.Quanta }),
	},
	3: nil,
}

// Word is the first beat of the frame.
func (f Frame) Word() Word {
	var w Word
	top := 128
	for _, list := range [][]field{common, more[f.Kind]} {
		for _, x := range list {
			top -= x.bits
			w.put(top, x.bits, x.get(&f))
		}
	}
	return w
}

// FrameOf takes the first beat of a frame apart.
func FrameOf(w Word) Frame {
	var f Frame
	top := 128
	read := func(list []field) {
		for _, x := range list {
			top -= x.bits
			x.set(&f, w.get(top, x.bits))
		}
	}
	read(common)
	read(more[f.Kind])
	return f
}

// put writes a field, which may lie across the halves.
func (w *Word) put(low, bits int, v uint64) {
	for i := range bits {
		at := low + i
		w[at/64] = w[at/64]&^(1<<(at%64)) | (v>>i&1)<<(at%64)
	}
}

func (w Word) get(low, bits int) uint64 {
	var v uint64
	for i := range bits {
		at := low + i
		v |= (w[at/64] >> (at % 64) & 1) << i
	}
	return v
}

// Beat is what a link carries in a cycle.
type Beat struct {
	Valid, Head, Tail bool
	Data              *big.Int
}

// SentBeat is a Beat as an output that is 0 while nothing is sent.
type SentBeat struct {
	Valid, Head, Tail bool
	Data              *big.Int
}

// CheckBeat is beat b > 0 of a data frame.
func CheckBeat(b int, f Frame) Word {
	w := uint64(b)<<56 | uint64(f.Prio)<<53 | uint64(f.Src)<<41 | uint64(f.Dst)<<29 | uint64(f.Seq)<<13 | 0x1234
	return Word{^w, w}
}

// Beats is the number of beats of a frame.
func Beats(length int) int { return (length + 63) / 64 }
