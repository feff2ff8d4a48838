package bench

import (
	"encoding/binary"
	"fmt"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// carried is a transaction: a packet on a link, 8 words.
type carried struct {
	Words [packet.Beats]uint64
	Bad   bool // it was damaged on its way
}

// String is the packet in messages.
func (c carried) String() string { return fmt.Sprintf("packet %016x, bad %v", c.Words, c.Bad) }

// inPacket is how many bytes of a frame a packet has at most.
const inPacket = (packet.Beats - 1) * wordBytes

// cutter makes packets of the frames of a source, from the contract.
type cutter struct {
	ports, from, frames int
}

// packetsOf are the packets of a frame.
func (c *cutter) packetsOf(f frame) []carried {
	var list []carried
	turn := uint32(packet.Turn(c.ports, c.from, f.To))
	bits := packet.TurnBits(c.ports)
	pool := turn<<(31-bits) | (1<<(31-bits) - 1)
	for at := 0; at < len(f.Data); at += inPacket {
		part := make([]byte, inPacket)
		n := copy(part, f.Data[at:])
		tag := uint64(n)
		if at == 0 {
			tag |= 1 << 7
		}
		if at+n == len(f.Data) {
			tag |= 1 << 6
		}
		seq := uint64(c.frames%16<<8 | at/inPacket)
		p := carried{}
		p.Words[0] = packet.MakeHeader(pool, 30).In(uint64(c.from)<<20 | seq<<8 | tag)
		for i := range packet.Beats - 1 {
			p.Words[1+i] = binary.LittleEndian.Uint64(part[i*wordBytes:])
		}
		list = append(list, p)
	}
	c.frames++
	return list
}

// joiner puts packets together again, from the contract.
type joiner struct {
	ports, me, mtu int
	open           map[int]*partial // by source
}

// partial is a frame that is not whole.
type partial struct {
	data []byte
	seq  uint64 // of the next packet
}

// take takes a packet, and returns the frame that is whole with it, if one is, and the errors
// that are told.
func (j *joiner) take(p carried) (whole *frame, faults []int) {
	if p.Bad {
		return nil, []int{linkError}
	}
	head := p.Words[0]
	from, seq, tag := int(head>>20&0xff), head>>8&0xfff, head&0xff
	if from >= j.ports || from == j.me {
		return nil, []int{stray}
	}
	first, last, n := tag>>7 == 1, tag>>6&1 == 1, int(tag&63)
	if !last {
		n = inPacket
	}
	f := j.open[from]
	legal := n >= 1 && n <= inPacket
	switch {
	case first && seq&0xff == 0 && legal:
		if f != nil {
			faults = append(faults, gap)
		}
		f = &partial{}
	case f != nil && (first || seq != f.seq || !legal):
		delete(j.open, from)
		return nil, []int{gap}
	case f == nil:
		return nil, []int{stray}
	}
	for i := range n {
		f.data = append(f.data, byte(p.Words[1+i/wordBytes]>>(8*(i%wordBytes))))
	}
	f.seq = (seq + 1) & 0xfff
	j.open[from] = f
	switch words := (len(f.data) + wordBytes - 1) / wordBytes; {
	case words > (j.mtu+wordBytes-1)/wordBytes:
		delete(j.open, from)
		return nil, append(faults, gap)
	case last:
		delete(j.open, from)
		return &frame{From: from, To: j.me, Data: f.data}, faults
	}
	return nil, faults
}
