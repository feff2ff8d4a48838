package bench

import (
	"math/bits"
	"math/rand"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var sourceCoverPoints = []string{
	"the first packet", "uniform", "bit complement", "bit reversal", "half of the nodes on",
	"bit reversal leads to itself",
	"packet in every packet time", "packet time without packet", "no load", "disabled between packets",
	"hot packet", "packet by pattern while hot", "before the hot time", "after the hot time",
	"packet when the hot time begins", "packet when it ends", "hot node while hot", "every packet hot", "time passes 2^32",
	"load just reached", "load just missed", "hot rate just reached", "hot rate just missed", "all ones below the point",
	"packet to another of many hot nodes", "packet beside the hot nodes", "another place instead of a hot node",
	"the last place instead of a hot node",
}

// sourceResets is how often a run is reset again.
const sourceResets = 48

func sourceBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(traffic.Source),
		MinCycles: 12000,
		AnyReset: map[string]string{
			"traffic_source.state": "taken from the seed until the first cycle with enable",
		},
		Scripted:    true, // it counts the cycles since reset
		CoverPoints: sourceCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			// Four nodes have their packet time in half of the cycles.
			return kit.Without(sourceCoverPoints, kit.Cannot{
				// by luck only
				"all ones below the point": v["nodes"] < 8, "another place instead of a hot node": v["nodes"] > 64,
				"the last place instead of a hot node": v["nodes"] > 64,
			})
		},
		Resets: sourceResets,
		NewAfter: func(v blocks.Values, rng *rand.Rand, resets int) testbench.Case {
			s := &sourceStimulus{rng: rng, nodes: v["nodes"], skipped: rng.Intn(firstEnable + 1),
				model: golden.NewSource(v["nodes"])}
			s.in.Seed, s.in.Now, s.fraction = rng.Uint32(), startTime(rng), allOnes(s.nodes)
			s.seed, s.node = rng.Uint32(), rng.Intn(s.nodes)
			if resets == sourceResets { // then the run lasts long enough
				s.seed, s.node = lucky(rng, s.nodes, s.fraction)
			}
			return testbench.NewCase(golden.SourceIn{}, golden.SourceOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type sourceStimulus struct {
	rng      *rand.Rand
	model    *golden.Source
	nodes    int
	skipped  int // cycles of the start
	in       golden.SourceIn
	seed     uint32 // that the generator starts with, with node
	node     int
	fraction uint64 // choice of a destination: see allOnes
	held     heldRates
	corner   string // cover point of the cycle, "" if none
	before   golden.SourceIn
	made     bool // anything yet
	inARow   int
	pause    bool // hot_count has changed in this cycle
}

// firstEnable is the cycle that starts the generator; the 34 before may be skipped.
const firstEnable = 35

// drive holds the configuration for some hundred cycles. Seed, node and enable move
// at the start: only the first cycle with enable counts.
func (s *sourceStimulus) drive(cycle int) golden.SourceIn {
	rng, in := s.rng, &s.in
	cycle += s.skipped
	in.Now++
	if cycle < 40 {
		in.Seed, in.Node = rng.Uint32(), rng.Intn(s.nodes)
		in.Enable = cycle == firstEnable || cycle > 37
		s.configure(0)
		if cycle == firstEnable {
			in.Seed, in.Node = s.seed, s.node
		}
		return *in
	}
	if cycle%250 == 40 {
		s.configure(cycle / 250)
	}
	if in.Pattern == 2 && cycle%16 == 0 { // equal to its reversal, or but for one bit
		in.Node = s.palindrome()
		if kit.Chance(rng, 60) {
			in.Node ^= 1 << rng.Intn(bits.Len(uint(s.nodes-1)))
		}
	}
	if cycle%8 == 0 {
		in.Enable = cycle%250 < 150 || kit.Chance(rng, 90)
	}
	if s.corners(); s.pause {
		s.pause = false
		paused := *in
		paused.Enable = false // hot_count may not change in a cycle with enable
		return paused
	}
	return *in
}

// corners takes rates that the generator's state just reaches or just misses, which
// chance does once in 65536 packet times, and has a packet made where the product
// that gives the destination has all ones below the point.
func (s *sourceStimulus) corners() {
	in, x := &s.in, s.model.Random()
	if s.held.on {
		in.Load, in.HotRate, in.HotNode, in.HotEnd = s.held.load, s.held.hotRate, s.held.hotNode, s.held.hotEnd
		s.held.on = false
	}
	s.corner = ""
	if lucky := x>>32&choiceMask == s.fraction; lucky {
		in.Enable = true
	} else if !in.Enable {
		return
	}
	own := in.Now%8 == uint32(in.Node%8)
	hot := in.HotStart <= in.Now && in.Now < in.HotEnd && !isHot(*in, in.Node, s.nodes)
	just := s.rng.Intn(2)
	switch held := (heldRates{true, in.Load, in.HotRate, in.HotNode, in.HotEnd}); {
	case x>>32&choiceMask == s.fraction: // once in a run: see lucky
		s.held, s.corner = held, "all ones below the point"
		in.Pattern, in.Load, in.HotRate, in.HotEnd = 0, 65536, 0, 0
		in.Node = (in.Node&^7 | int(in.Now%8)) % s.nodes
	case own && hot && in.Pattern == 0 && kit.Chance(s.rng, 70): // the place that is drawn is hot
		s.held = held
		in.HotNode = (in.Node + 1 + int(x>>32&choiceMask*uint64(s.nodes-1-(1<<in.HotCount))>>24)) % s.nodes
	case own && kit.Chance(s.rng, 20):
		s.held, s.corner = held, []string{"load just missed", "load just reached"}[just]
		in.Load = int(x&0xffff) + just
	case own && hot && in.Load == 65536 && kit.Chance(s.rng, 30):
		s.held, s.corner = held, []string{"hot rate just missed", "hot rate just reached"}[just]
		in.HotRate = int(x>>16&0xffff) + just
	}
}

// heldRates are the rates and the end of the hot time before those of a corner, if on.
type heldRates struct {
	on            bool
	load, hotRate int
	hotNode       int
	hotEnd        uint32
}

// choiceMask are the bits of a random number that choose a destination.
const choiceMask = 1<<24 - 1

// allOnes is the number whose product with nodes-1 has ones in all bits that
// choiceMask has. There is one, since nodes-1 is odd.
func allOnes(nodes int) uint64 {
	inverse := uint64(1)
	for range 5 { // each doubles the bits that are right
		inverse *= 2 - inverse*uint64(nodes-1)
	}
	return -inverse & choiceMask
}

// luckyCycles is within how many cycles the lucky number comes.
const luckyCycles = 2000

// lucky draws a seed and a node with which the generator comes to a number that has
// this choice soon. Chance would take 2^24 cycles.
func lucky(rng *rand.Rand, nodes int, choice uint64) (seed uint32, node int) {
	for {
		seed, node = rng.Uint32(), rng.Intn(nodes)
		x := golden.Start(seed, node)
		for range golden.MixRounds {
			x = golden.Mixed(x)
		}
		for range luckyCycles {
			if x>>32&choiceMask == choice {
				return seed, node
			}
			x = golden.Next(x)
		}
	}
}

func (s *sourceStimulus) configure(period int) {
	rng, in := s.rng, &s.in
	in.Node = rng.Intn(s.nodes)
	in.Pattern = period % 4
	for period/4%2 == 1 && reversed(in.Node, s.nodes) == in.Node {
		in.Node = rng.Intn(s.nodes)
	}
	if period/4%2 == 0 {
		in.Node = s.palindrome()
	}
	in.Load = []int{65536, 65536, 1 + rng.Intn(65535), 0, 6554, 32768}[period%6]
	in.HotRate = []int{65536, rng.Intn(65536), 32768, 0, 6554}[period%5]
	count := in.HotCount
	in.HotNode, in.HotCount = rng.Intn(s.nodes), rng.Intn(hotCounts(s.nodes))
	s.pause = in.HotCount != count
	if kit.Chance(rng, 30) {
		in.HotNode = in.Node
	}
	in.HotStart, in.HotEnd = in.Now+uint32(rng.Intn(200)), in.Now+uint32(rng.Intn(300))
	if kit.Chance(rng, 20) {
		in.HotStart, in.HotEnd = 0, 1<<32-1
	}
	if in.Pattern == 0 && period%3 == 0 {
		s.besideHot()
		return
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

// palindrome is a node that is equal to its reversal.
func (s *sourceStimulus) palindrome() int {
	for {
		if node := s.rng.Intn(s.nodes); reversed(node, s.nodes) == node {
			return node
		}
	}
}

// besideHot has packets beside the hot ones in all of the period.
func (s *sourceStimulus) besideHot() {
	in := &s.in
	in.Load, in.HotRate = 65536, []int{0, 6554}[s.rng.Intn(2)]
	in.HotStart, in.HotEnd = in.Now, in.Now+250
}

// allHot has every packet time a packet, a hot one for a time that begins and ends
// in the node's own cycle of a packet time.
func (s *sourceStimulus) allHot() {
	in := &s.in
	in.Load, in.HotRate = 65536, 65536
	for in.HotNode = in.Node; isHot(*in, in.Node, s.nodes); {
		in.HotNode = s.rng.Intn(s.nodes)
	}
	own := in.Now + (uint32(in.Node)-in.Now)%8
	in.HotStart, in.HotEnd = own+40, own+96
}

var patternCoverPoint = []string{"uniform", "bit complement", "bit reversal", "half of the nodes on"}

// observe looks at the packet that the cycle before has made.
func (s *sourceStimulus) observe(in golden.SourceIn, out golden.SourceOut, hit func(string)) {
	if s.corner != "" {
		hit(s.corner)
	}
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
	case hot && isHot(b, b.Node, s.nodes) && b.HotRate > 0:
		hit("hot node while hot")
	case hot && b.HotRate == 65536:
		hit("every packet hot")
	case hot && isHot(b, out.Make.Dst, s.nodes) && b.HotRate > 0:
		hit("hot packet")
	case hot && b.HotRate > 0:
		hit("packet by pattern while hot")
	case !hot && b.HotRate > 0 && b.Now < b.HotStart:
		hit("before the hot time")
	case !hot && b.HotRate > 0 && b.Now >= b.HotEnd:
		hit("after the hot time")
	}
	if hot && out.Make.Dst != b.HotNode && isHot(b, out.Make.Dst, s.nodes) && b.HotCount == hotCounts(s.nodes)-1 {
		hit("packet to another of many hot nodes")
	}
	if hot && b.Pattern == 0 && !isHot(b, b.Node, s.nodes) && !isHot(b, out.Make.Dst, s.nodes) {
		s.observeBeside(b, out, hit)
	}
	if b.HotRate == 65536 && !isHot(b, b.Node, s.nodes) && b.HotStart < b.HotEnd {
		kit.Reached{"packet when the hot time begins": b.Now == b.HotStart,
			"packet when it ends": b.Now == b.HotEnd}.Report(hit)
	}
	if !hot {
		hit(patternCoverPoint[b.Pattern])
	}
}

// observeBeside looks at a packet in the hot time that goes to none of the hot nodes.
func (s *sourceStimulus) observeBeside(b golden.SourceIn, out golden.SourceOut, hit func(string)) {
	hit("packet beside the hot nodes")
	switch way := (out.Make.Dst - b.Node + s.nodes) % s.nodes; {
	case way < s.nodes-(1<<b.HotCount):
	case way == s.nodes-(1<<b.HotCount) && b.HotCount > 0:
		hit("the last place instead of a hot node")
	default:
		hit("another place instead of a hot node")
	}
}

// hotCounts is how many values hot_count may have.
func hotCounts(nodes int) int { return min(4, (bits.Len(uint(nodes))+1)/2) }

// isHot reports whether a node would be one of the hot ones in the hot time.
func isHot(in golden.SourceIn, node, nodes int) bool {
	return (node+nodes-in.HotNode)%(nodes>>in.HotCount) == 0
}

// reversed is the number with its bits in the opposite order.
func reversed(node, nodes int) int {
	width := bits.Len(uint(nodes - 1))
	return int(bits.Reverse16(uint16(node)) >> (16 - width))
}
