package golden

import "math/bits"

// SourceIn are the inputs of the source.
type SourceIn struct {
	Traffic
	Node int
	Now  uint32
}

// SourceOut are its outputs.
type SourceOut struct {
	Make Make `port:"make_,prefix"`
}

// Source makes packets.
type Source struct {
	nodes int
	x     uint64
	since int // cycles after the first one with enable; 0: it has not been
	out   SourceOut
}

// NewSource makes the source after reset.
func NewSource(nodes int) *Source { return &Source{nodes: nodes} }

// Makes reports whether the output make_valid will be 1 in the next Step.
func (s *Source) Makes() bool { return s.out.Make.Valid }

// MixRounds are the cycles between the first one with enable and the first trial.
const MixRounds = 32

// Start is the state from which the random numbers begin.
func Start(seed uint32, node int) uint64 {
	return uint64(seed)<<32 | 0x243f6a<<8 | uint64(node)
}

// Next is the state after x.
func Next(x uint64) uint64 {
	x ^= x << 13
	x ^= x >> 7
	x ^= x << 17
	return x
}

// Mixed is the state after x while the start is mixed.
func Mixed(x uint64) uint64 { return Next(x) + 0x9e3779b97f4a7c15 }

// Random is the state of the generator in this cycle, which decides on a packet.
func (s *Source) Random() uint64 { return s.x }

// Step is one clock cycle.
func (s *Source) Step(in SourceIn) SourceOut {
	out := s.out
	s.out.Make.Valid = false
	if s.since > MixRounds && in.Enable && in.Now%Beats == uint32(in.Node)%Beats {
		if dst, made := s.trial(in); made {
			s.out = SourceOut{Make{Valid: true, Dst: dst}}
		}
	}
	switch {
	case s.since == 0:
		s.x = Start(in.Seed, in.Node)
		if in.Enable {
			s.since = 1
		}
		return out
	case s.since <= MixRounds:
		s.x = Mixed(s.x)
	default:
		s.x = Next(s.x)
	}
	s.since = min(s.since+1, MixRounds+1)
	return out
}

// trial is the packet of a packet time.
func (s *Source) trial(in SourceIn) (dst int, made bool) {
	if int(s.x&0xffff) >= in.Load {
		return 0, false
	}
	if s.besideHot(in) && int(s.x>>16&0xffff) < in.HotRate {
		which := int(s.x >> 56 & 7 >> (3 - in.HotCount))
		return (in.HotNode + which*s.nodes>>in.HotCount) % s.nodes, true
	}
	dst = s.byPattern(in)
	return dst, dst != in.Node
}

func (s *Source) byPattern(in SourceIn) int {
	switch in.Pattern {
	case 1:
		return s.nodes - 1 - in.Node
	case 2:
		return int(bits.Reverse64(uint64(in.Node)) >> (64 - numberBits(s.nodes)))
	case 3:
		return (in.Node + s.nodes/2) % s.nodes
	}
	choice := s.x >> 32 & (1<<24 - 1)
	if !s.besideHot(in) {
		return (in.Node + 1 + int(choice*uint64(s.nodes-1)>>24)) % s.nodes
	}
	hot := 1 << in.HotCount
	place := 1 + int(choice*uint64(s.nodes-1-hot)>>24)
	if at := in.Node + place; !s.isHot(in, at) {
		return at % s.nodes
	}
	stead := s.nodes - 1 - place*hot/s.nodes
	if s.isHot(in, in.Node+stead) {
		stead = s.nodes - hot
	}
	return (in.Node + stead) % s.nodes
}

// isHot reports whether a node is one of the hot ones.
func (s *Source) isHot(in SourceIn, node int) bool {
	return (node-in.HotNode)%(s.nodes>>in.HotCount) == 0
}

// besideHot reports whether nodes are hot now, and the source's is none of them.
func (s *Source) besideHot(in SourceIn) bool {
	return in.HotStart <= in.Now && in.Now < in.HotEnd && !s.isHot(in, in.Node)
}
