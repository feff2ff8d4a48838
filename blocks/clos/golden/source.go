package golden

import traffic "culprit.example/culprit/blocks/traffic/golden"

// SourceIn holds the inputs of clos_source.
type SourceIn struct {
	Traffic
	Node        int
	Now         uint32
	Tick        bool
	MakeRefused bool
}

// SourceOut holds the outputs of clos_source.
type SourceOut struct {
	MakeValid bool
	MakeDst   int    `valid:"MakeValid"`
	MakeTag   uint32 `valid:"MakeValid"`
	Hot       bool   `valid:"MakeValid"`

	MakeLength int `port:",optional" valid:"MakeValid"`
}

// Source is the model of clos_source.
type Source struct {
	p       Params
	cycle   int    // since reset
	random  uint64 // state of the generator
	since   int    // cycles after the first one with enable; 0: it has not been
	left    int    // ticks before the next packet time: of cells every max_p, of beats after the packet
	long    bool   // the next packet is long, in beat mode
	cold    int    // the next burst to any node goes there
	burst   bool
	dst     int // of the burst
	out     SourceOut
	numbers []uint32 // by destination
}

// NewSource makes the source after reset.
func NewSource(p Params) *Source { return &Source{p: p, numbers: make([]uint32, p.Nodes)} }

// Out are the outputs.
func (m *Source) Out(now uint32) SourceOut {
	out := m.out
	out.MakeTag = m.numbers[out.MakeDst]<<24 | now&0xffffff
	return out
}

// Step is one clock cycle.
func (m *Source) Step(in SourceIn) SourceOut {
	out := m.Out(in.Now)
	if out.MakeValid && !in.MakeRefused {
		m.numbers[out.MakeDst] = (m.numbers[out.MakeDst] + 1) & 0xff
	}
	packetTime := in.Tick && m.left == 0
	m.out.MakeValid = false
	if packetTime && in.Enable && m.since > traffic.MixRounds && m.cycle >= m.p.Nodes {
		m.trial(in)
	}
	if packetTime {
		m.left = m.p.MaxP
		if m.p.Beat == 1 {
			m.left = 5
			if m.out.MakeValid {
				m.left = m.out.MakeLength
			}
		}
	}
	if in.Tick {
		m.left--
	}
	m.long = int(m.random>>40&0xffff) < in.LongRate
	if any := m.anyNode(); !in.hot(any) {
		m.cold = any
	}
	m.cycle++
	m.step(in)
	return out
}

// Drawn are the random numbers that the next trial compares with the rates: of a burst that begins, of
// one that ends, and of its destination.
func (m *Source) Drawn() (start, stop, choice int) {
	x := m.random
	return int(x & 0xfffff), int(x >> 20 & 0xfffff), int(x >> 40 & 0xffff)
}

// anyNode is a node's number that the present random number gives.
func (m *Source) anyNode() int { return int(m.random>>56) & (m.p.Nodes - 1) }

// trial is the decision of a packet time.
func (m *Source) trial(in SourceIn) {
	start, stop, choice := m.Drawn()
	if !m.burst {
		if start >= in.Start {
			return
		}
		m.dst = m.destination(in, choice)
	}
	m.burst = stop >= in.Stop
	m.out = SourceOut{MakeValid: true, MakeDst: m.dst, Hot: in.hot(m.dst), MakeLength: 5}
	if m.long {
		m.out.MakeLength = in.LongLength
	}
}

// destination is where a burst goes.
func (m *Source) destination(in SourceIn, choice int) int {
	switch {
	case choice < in.HotRate:
		return (in.HotNode&^in.HotMask | m.anyNode()&in.HotMask) & (m.p.Nodes - 1)
	case choice < in.Own:
		return in.Node
	}
	return m.cold
}

// step moves the generator on.
func (m *Source) step(in SourceIn) {
	switch {
	case m.since == 0:
		m.random = traffic.Start(in.Seed, in.Node)
		if in.Enable {
			m.since = 1
		}
		return
	case m.since <= traffic.MixRounds:
		m.random = traffic.Mixed(m.random)
	default:
		m.random = traffic.Next(m.random)
	}
	m.since = min(m.since+1, traffic.MixRounds+1)
}
