package golden

import (
	"math/big"
	"math/bits"
)

// Beat is a beat of AXI4-Stream.
type Beat struct {
	Data *big.Int
	Keep uint64
	Last bool
	User bool
}

// Octets are those that TKEEP names.
func (b Beat) Octets() []byte {
	list := make([]byte, bits.Len64(b.Keep))
	word := b.Data.FillBytes(make([]byte, 64))
	for i := range list {
		list[i] = word[len(word)-1-i]
	}
	return list
}

// Beats are those of a frame on a stream of the given number of octets a beat.
func Beats(frame []byte, octets int, bad bool) (list []Beat) {
	for at := 0; at < len(frame); at += octets {
		part := frame[at:min(at+octets, len(frame))]
		word := make([]byte, octets)
		for i, x := range part {
			word[octets-1-i] = x
		}
		last := at+octets >= len(frame)
		list = append(list, Beat{new(big.Int).SetBytes(word), 1<<len(part) - 1, last, last && bad})
	}
	return list
}

// StreamIn are the inputs of a block with a stream through it.
type StreamIn struct {
	SAxisTvalid bool
	SAxisTdata  *big.Int
	SAxisTkeep  uint64
	SAxisTlast  bool
	SAxisTuser  bool
	MAxisTready bool
}

// Beat is the beat that is offered.
func (in StreamIn) Beat() Beat {
	return Beat{in.SAxisTdata, in.SAxisTkeep, in.SAxisTlast, in.SAxisTuser}
}

// StreamOut are the outputs of such a block.
type StreamOut struct {
	SAxisTready bool
	MAxisTvalid bool
	MAxisTdata  *big.Int `valid:"MAxisTvalid"`
	MAxisTkeep  uint64   `valid:"MAxisTvalid"`
	MAxisTlast  bool     `valid:"MAxisTvalid"`
	MAxisTuser  bool     `valid:"MAxisTvalid"`
}

// Beat is the beat that leaves.
func (out StreamOut) Beat() Beat {
	return Beat{out.MAxisTdata, out.MAxisTkeep, out.MAxisTlast, out.MAxisTuser}
}

// queue is a queue of two beats: a skid_buffer.
type queue []Beat

func (q queue) roomy() bool { return len(q) < 2 }

// ends are the two queues at the ends of a stream.
type ends struct{ in, out queue }

// show are the outputs of this cycle.
func (e *ends) show() StreamOut {
	out := StreamOut{SAxisTready: e.in.roomy(), MAxisTvalid: len(e.out) > 0}
	if out.MAxisTvalid {
		b := e.out[0]
		out.MAxisTdata, out.MAxisTkeep, out.MAxisTlast, out.MAxisTuser = b.Data, b.Keep, b.Last, b.User
	}
	return out
}

// step is the clock edge: the oldest beat of the input queue is taken if takes, and put, if not nil,
// is appended to the output queue.
func (e *ends) step(in StreamIn, takes bool, put *Beat) {
	accepts := in.SAxisTvalid && e.in.roomy()
	if takes {
		e.in = e.in[1:]
	}
	if accepts {
		e.in = append(e.in, in.Beat())
	}
	if in.MAxisTready && len(e.out) > 0 {
		e.out = e.out[1:]
	}
	if put != nil {
		e.out = append(e.out, *put)
	}
}

// isControl reports whether a frame that begins with these octets is a MAC control frame.
func isControl(frame []byte) bool {
	return len(frame) >= 14 && string(frame[:6]) == "\x01\x80\xc2\x00\x00\x01" && frame[12] == 0x88 && frame[13] == 0x08
}

// inserter puts frames of its own between those of a stream.
type inserter struct {
	ends
	frame  []Beat // what is left of the frame that is put in
	inside bool   // a frame of the stream is under way
}

// Ready reports whether the block takes a beat in this cycle.
func (m *inserter) Ready() bool { return m.in.roomy() }

// Sending reports whether a frame that is put in is under way.
func (m *inserter) Sending() bool { return len(m.frame) > 0 }

// Inside reports whether a frame of the stream is.
func (m *inserter) Inside() bool { return m.inside }

// Waits reports whether a beat of the stream waits.
func (m *inserter) Waits() bool { return len(m.in) > 0 }

// decide is what moves in this cycle, in which a frame is to be put in or not: the beat that goes to
// the output queue, whether it comes from the input queue, and whether the frame begins, whose beats
// go from the next cycle on.
func (m *inserter) decide(wanted bool) (put *Beat, takes, begins bool) {
	switch {
	case m.Sending():
		if m.out.roomy() {
			put, m.frame = &m.frame[0], m.frame[1:]
		}
	case wanted && !m.inside:
		begins = true
	case len(m.in) > 0 && m.out.roomy():
		b := m.in[0]
		put, takes, m.inside = &b, true, !b.Last
	}
	return put, takes, begins
}
