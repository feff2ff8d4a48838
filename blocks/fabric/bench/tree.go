package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func treeBench(schemes fabric.Schemes, models golden.Schemes) testbench.Bench {
	coverPoints := []string{
		"ready", "traffic before ready is held", "packet delivered", "packets delivered at once", "counter of a node read",
		"no such unit", "cleared", "counter of a switch read", "word damaged",
	}
	return testbench.Bench{
		Block:     fabric.TreeBlock(schemes),
		MinCycles: 4000,
		Resets:    3, // congestion needs time to build up
		AnyReset: map[string]string{
			"fabric_tree.unit_1": "of an address during reset; all counters are 0",
			"fabric_tree.unit_2": "of an address during reset; all counters are 0",
		},
		Scripted:    true, // it counts the cycles since reset
		CoverPoints: coverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			p := kit.ParamsOf[golden.Params](v)
			monitored := models.Monitored(p)
			return kit.Without(coverPoints, kit.Cannot{"counter of a switch read": !monitored,
				"no such unit": p.Nodes() == numbers, "word damaged": p.Lines == 0})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newTreeStimulus(v, rng)
			return testbench.NewCase(golden.TreeIn{}, golden.TreeOut{}, golden.NewTree(s.p, models).Step, s.drive, s.observe)
		},
	}
}

// treeStimulus runs a tree in phases: loads, patterns, hot spots, pauses.
type treeStimulus struct {
	p               golden.Params
	rng             *rand.Rand
	nodes, switches int // of one tree
	in              golden.TreeIn

	delivered uint64 // in the cycle before
	asked     []int  // units of the cycles so far
}

func newTreeStimulus(v blocks.Values, rng *rand.Rand) *treeStimulus {
	p := kit.ParamsOf[golden.Params](v)
	return &treeStimulus{rng: rng, nodes: p.Nodes(), switches: p.Levels * p.Nodes() / p.Down(), p: p}
}

// phaseCycles is how long the configuration of the traffic stays.
const phaseCycles = 250

func (s *treeStimulus) drive(cycle int) golden.TreeIn {
	rng, in := s.rng, &s.in
	if cycle == 0 {
		in.Seed = rng.Uint32()
		in.HotNode = rng.Intn(s.nodes)
		in.HotCount = rng.Intn(2)
		if s.p.Lines > 0 {
			in.NoiseSeed = rng.Uint32()
		}
	}
	if cycle%phaseCycles == 0 {
		if s.p.Lines > 0 {
			in.Noise = []uint32{0, 1 << 24, 1 << 26}[rng.Intn(3)]
		}
		in.Load = []int{1 << 14, 1 << 15, 1 << 16}[rng.Intn(3)]
		in.Pattern = rng.Intn(4)
		in.HotRate = []int{0, 1 << 15, 1 << 16}[rng.Intn(3)]
		in.HotStart = uint32(cycle)
		in.HotEnd = uint32(cycle + rng.Intn(2*phaseCycles))
	}
	// Two phases of traffic, then one in which all packets arrive.
	in.Enable = cycle/phaseCycles%4 < 2
	in.Measure = kit.Chance(rng, 90)
	in.Clear = cycle/phaseCycles%2 == 1 && kit.Chance(rng, 1)
	in.ReadUnit = rng.Intn(s.nodes)
	if kit.Chance(rng, 40) {
		in.ReadUnit = 256 + rng.Intn(s.switches)
	}
	if kit.Chance(rng, 5) {
		in.ReadUnit = rng.Intn(512)
	}
	in.ReadAddress = rng.Intn(80)
	if kit.Chance(rng, 50) {
		in.ReadAddress = rng.Intn(14)
	}
	return *in
}

func (s *treeStimulus) observe(in golden.TreeIn, out golden.TreeOut, hit func(string)) {
	if out.Ready {
		hit("ready")
	} else if in.Enable {
		hit("traffic before ready is held")
	}
	switch n := out.Delivered - s.delivered; {
	case n == 1:
		hit("packet delivered")
	case n > 1:
		hit("packets delivered at once")
	}
	s.delivered = out.Delivered
	if out.LineDamaged > 0 {
		hit("word damaged")
	}
	if in.Clear && out.Delivered > 0 {
		hit("cleared")
	}
	s.asked = append(s.asked, in.ReadUnit)
	if at := len(s.asked) - 1 - readCycles; at >= 0 {
		s.observeRead(s.asked[at], out, hit)
	}
}

// readCycles is from an address to its counter.
const readCycles = 3

func (s *treeStimulus) observeRead(unit int, out golden.TreeOut, hit func(string)) {
	switch nodes, switches := s.p.Copies*s.nodes, s.p.Copies*s.switches; {
	case unit >= nodes && unit < 256 || unit >= 256+switches:
		hit("no such unit")
	case out.ReadData == 0 || !out.ReadDataKnown:
	case unit < 256:
		hit("counter of a node read")
	default:
		hit("counter of a switch read")
	}
}
