package bench

import (
	"math/bits"
	"math/rand"

	"culprit/blocks"
	"culprit/blocks/traffic"
	"culprit/blocks/traffic/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

func sourceBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(traffic.Source),
		MinCycles: 12000,
		Scripted:  true, // it counts the cycles since reset
		CoverPoints: []string{
			"the first packet", "uniform", "bit complement", "bit reversal", "half of the nodes on", "bit reversal leads to itself",
			"packet in every packet time", "packet time without packet", "no load", "disabled between packets",
			"hot packet", "packet by pattern while hot", "before the hot time", "after the hot time", "packet when the hot time begins", "packet when it ends", "hot node while hot", "every packet hot", "time passes 2^32",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &sourceStimulus{rng: rng, nodes: v["nodes"], skipped: rng.Intn(40)}
			s.in.Seed, s.in.Now = rng.Uint32(), startTime(rng)
			return testbench.NewCase(golden.SourceIn{}, golden.SourceOut{}, golden.NewSource(v["nodes"]).Step, s.drive, s.observe)
		},
		Mutants: sourceMutants,
	}
}

type sourceStimulus struct {
	rng     *rand.Rand
	nodes   int
	skipped int // cycles of the start
	in      golden.SourceIn
	before  golden.SourceIn
	made    bool // anything yet
	inARow  int
}

// drive holds the configuration for some hundred cycles. Seed, node and enable move
// at the start: only the first cycle with enable counts.
func (s *sourceStimulus) drive(cycle int) golden.SourceIn {
	rng, in := s.rng, &s.in
	cycle += s.skipped
	in.Now++
	if cycle < 40 {
		in.Seed, in.Node = rng.Uint32(), rng.Intn(s.nodes)
		in.Enable = cycle == 35 || cycle > 37
		s.configure(0)
		return *in
	}
	if cycle%250 == 40 {
		s.configure(cycle / 250)
	}
	if cycle%8 == 0 {
		in.Enable = cycle%250 < 150 || kit.Chance(rng, 90)
	}
	return *in
}

func (s *sourceStimulus) configure(period int) {
	rng, in := s.rng, &s.in
	in.Node = rng.Intn(s.nodes)
	in.Pattern = period % 4
	for period/4%2 == 1 && reversed(in.Node, s.nodes) == in.Node {
		in.Node = rng.Intn(s.nodes)
	}
	if period/4%2 == 0 { // equal to its reversal
		in.Node = rng.Intn(2) * (s.nodes - 1)
	}
	in.Load = []int{65536, 65536, 1 + rng.Intn(65535), 0, 6554, 32768}[period%6]
	in.HotRate = []int{65536, rng.Intn(65536), 32768, 0, 6554}[period%5]
	in.HotNode = rng.Intn(s.nodes)
	if kit.Chance(rng, 30) {
		in.HotNode = in.Node
	}
	in.HotStart, in.HotEnd = in.Now+uint32(rng.Intn(200)), in.Now+uint32(rng.Intn(300))
	if kit.Chance(rng, 20) {
		in.HotStart, in.HotEnd = 0, 1<<32-1
	}
	switch period % 6 {
	case 1, 4:
		s.allHot()
		if period%6 == 4 {
			in.HotNode = in.Node
		}
	case 2:
		s.allHot()
		in.HotRate = 32768
	}
}

// allHot has every packet time a packet, a hot one for a time that begins and ends
// in the node's own cycle of a packet time.
func (s *sourceStimulus) allHot() {
	in := &s.in
	in.Load, in.HotRate = 65536, 65536
	in.HotNode = (in.Node + 1 + s.rng.Intn(s.nodes-1)) % s.nodes
	own := in.Now + (uint32(in.Node)-in.Now)%8
	in.HotStart, in.HotEnd = own+40, own+96
}

var patternCoverPoint = []string{"uniform", "bit complement", "bit reversal", "half of the nodes on"}

// observe looks at the packet that the cycle before has made.
func (s *sourceStimulus) observe(in golden.SourceIn, out golden.SourceOut, hit func(string)) {
	b := s.before
	if in.Now < b.Now {
		hit("time passes 2^32")
	}
	s.before = in
	if b.Now%8 != uint32(b.Node%8) {
		return
	}
	hot := b.HotStart <= b.Now && b.Now < b.HotEnd
	if out.Make.Valid {
		if !s.made {
			hit("the first packet")
		}
		s.made = true
		s.inARow++
		if s.inARow == 8 && b.Load == 65536 {
			hit("packet in every packet time")
		}
		s.observeMade(b, out, hot, hit)
		return
	}
	s.inARow = 0
	switch {
	case !s.made:
	case !b.Enable:
		hit("disabled between packets")
	case b.Load == 0:
		hit("no load")
	case b.Load < 65536:
		hit("packet time without packet")
	case b.Pattern == 2 && reversed(b.Node, s.nodes) == b.Node:
		hit("bit reversal leads to itself")
	}
}

func (s *sourceStimulus) observeMade(b golden.SourceIn, out golden.SourceOut, hot bool, hit func(string)) {
	switch {
	case hot && b.Node == b.HotNode && b.HotRate > 0:
		hit("hot node while hot")
	case hot && b.HotRate == 65536:
		hit("every packet hot")
	case hot && out.Make.Dst == b.HotNode && b.HotRate > 0:
		hit("hot packet")
	case hot && b.HotRate > 0:
		hit("packet by pattern while hot")
	case !hot && b.HotRate > 0 && b.Now < b.HotStart:
		hit("before the hot time")
	case !hot && b.HotRate > 0 && b.Now >= b.HotEnd:
		hit("after the hot time")
	}
	if b.HotRate == 65536 && b.Node != b.HotNode && b.HotStart < b.HotEnd {
		if b.Now == b.HotStart {
			hit("packet when the hot time begins")
		}
		if b.Now == b.HotEnd {
			hit("packet when it ends")
		}
	}
	if !hot {
		hit(patternCoverPoint[b.Pattern])
	}
}

// reversed is the number with its bits in the opposite order.
func reversed(node, nodes int) int {
	width := bits.Len(uint(nodes - 1))
	return int(bits.Reverse16(uint16(node)) >> (16 - width))
}
