package bench

import (
	"fmt"
	"math/bits"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// carried is a transaction: a packet on a link, 8 beats.
type carried struct {
	Words [packet.Beats]packet.Word
	Bad   bool // it was damaged on its way
}

// String is the packet in messages.
func (c carried) String() string { return fmt.Sprintf("packet %x, bad %v", c.Words, c.Bad) }

// width is the bytes of a beat: 8, 16, 32 or 64.
type width int

// inPacket is how many bytes of a frame a packet has at most.
func (w width) inPacket() int { return (packet.Beats - 1) * int(w) }

// words is how many beats bytes take.
func (w width) words(bytes int) int { return (bytes + int(w) - 1) / int(w) }

// bytesAt is the width of the field that counts the bytes of a frame in a packet.
func (w width) bytesAt() int { return 3 + bits.Len(uint(w)-1) }

// head are the lowest 28 bits of the first beat of a packet.
type head struct {
	from, frame, index int
	first, last        bool
	bytes              int
}

// packed is the head as a number: the fields from bit 27 down, of which index has what the number
// of bytes leaves.
func (w width) packed(h head) uint64 {
	x := uint64(h.from<<20|h.frame<<16|h.bytes) | uint64(h.index)<<(w.bytesAt()+2)
	if h.last {
		x |= 1 << w.bytesAt()
	}
	if h.first {
		x |= 2 << w.bytesAt()
	}
	return x
}

// headOf takes a number apart.
func (w width) headOf(x uint64) head {
	at := w.bytesAt()
	return head{
		from: int(x >> 20 & 0xff), frame: int(x >> 16 & 15), index: int(x & 0xffff >> (at + 2)),
		first: x>>(at+1)&1 == 1, last: x>>at&1 == 1, bytes: int(x & (1<<at - 1)),
	}
}

// cutter makes packets of the frames of a source, from the contract.
type cutter struct {
	width
	ports, from, frames int
}

// packetsOf are the packets of a frame.
func (c *cutter) packetsOf(f frame) []carried {
	var list []carried
	turn := uint32(packet.Turn(c.ports, c.from, f.To))
	bits := packet.TurnBits(c.ports)
	pool := turn<<(31-bits) | (1<<(31-bits) - 1)
	for at := 0; at < len(f.Data); at += c.inPacket() {
		part := f.Data[at:min(at+c.inPacket(), len(f.Data))]
		h := c.packed(head{from: c.from, frame: c.frames % 16, index: at / c.inPacket(), first: at == 0,
			last: at+len(part) == len(f.Data), bytes: len(part)})
		p := carried{}
		p.Words[0] = packet.MakeHeader(pool, 30).In(packet.Word{h})
		for i, x := range part {
			setByte(&p.Words[1+i/int(c.width)], i%int(c.width), x)
		}
		list = append(list, p)
	}
	c.frames++
	return list
}

// setByte sets byte i of a word, the first one in bits 7:0; byteOf is that byte.
func setByte(w *packet.Word, i int, x byte) { w[i/8] |= uint64(x) << (8 * (i % 8)) }
func byteOf(w packet.Word, i int) byte      { return byte(w[i/8] >> (8 * (i % 8))) }

// joiner puts packets together again, from the contract.
type joiner struct {
	width
	ports, me, mtu int
	open           map[int]*partial // by source
}

// partial is a frame that is not whole.
type partial struct {
	data         []byte
	frame, index int // of the next packet
}

// take takes a packet, and returns the frame that is whole with it, if one is, and the errors
// that are told.
func (j *joiner) take(p carried) (whole *frame, faults []int) {
	if p.Bad {
		return nil, []int{linkError}
	}
	h := j.headOf(p.Words[0][0])
	if h.from >= j.ports || h.from == j.me {
		return nil, []int{stray}
	}
	n := h.bytes
	if !h.last {
		n = j.inPacket()
	}
	f := j.open[h.from]
	legal := n >= 1 && n <= j.inPacket()
	switch {
	case h.first && h.index == 0 && legal:
		if f != nil {
			faults = append(faults, gap)
		}
		f = &partial{frame: h.frame}
	case f != nil && (h.first || h.frame != f.frame || h.index != f.index || !legal):
		delete(j.open, h.from)
		return nil, []int{gap}
	case f == nil:
		return nil, []int{stray}
	}
	for i := range n {
		f.data = append(f.data, byteOf(p.Words[1+i/int(j.width)], i%int(j.width)))
	}
	f.index++
	j.open[h.from] = f
	switch {
	case j.words(len(f.data)) > j.words(j.mtu):
		delete(j.open, h.from)
		return nil, append(faults, gap)
	case h.last:
		delete(j.open, h.from)
		return &frame{From: h.from, To: j.me, Data: f.data}, faults
	}
	return nil, faults
}
