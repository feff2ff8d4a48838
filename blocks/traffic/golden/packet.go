package golden

import "math/bits"

// Beats of a packet; a packet time has as many cycles.
const Beats = 8

// Packet is what a packet says.
type Packet struct {
	Turnpool uint32
	Src, Dst int
	Seq      int
	Tag      int
	Made     uint32 // time in which it was made
	Sent     uint32 // time in which its first beat entered the link's registers
}

// Beat is beat i as it leaves the packet's node.
func (p Packet) Beat(i int) uint64 {
	switch i {
	case 0:
		return uint64(p.Turnpool)<<33 | 30<<28 | uint64(p.Src)<<20 | uint64(p.Seq)<<8 | uint64(p.Tag)
	case 1:
		return uint64(p.Dst)<<56 | uint64(p.Made)
	case 2:
		return uint64(p.Sent)
	}
	x := (uint32(i)<<28 | uint32(p.Src)<<20 | uint32(p.Dst)<<12 | uint32(p.Seq)) ^ p.Made
	return uint64(x)<<32 | uint64(^x)
}

// OnLink is beat i on a link.
func (p Packet) OnLink(i int) Beat {
	return Beat{Valid: true, Sop: i == 0, Eop: i == Beats-1, Data: p.Beat(i)}
}

// numberBits is the width of a node's number, for a power of two of nodes.
func numberBits(nodes int) int { return bits.Len(uint(nodes - 1)) }

// delay is a chain of n registers, n >= 0, that start with zero values.
type delay[T any] struct {
	stage []T
}

func newDelay[T any](n int) *delay[T] { return &delay[T]{stage: make([]T, n)} }

// pass is a clock edge: what goes in, and what was at the end in this cycle.
func (d *delay[T]) pass(in T) T {
	all := append(append([]T{}, d.stage...), in)
	d.stage = all[1:]
	return all[0]
}

// end is what is at the end in this cycle.
func (d *delay[T]) end() T { return d.stage[0] }
