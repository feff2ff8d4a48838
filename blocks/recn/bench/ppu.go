package bench

import (
	"math/rand"
	"slices"

	"culprit/blocks"
	env "culprit/blocks/packet/bench"
	packet "culprit/blocks/packet/golden"
	rtl "culprit/blocks/recn"
	"culprit/blocks/recn/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

func ppuBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.PPU),
		MinCycles: 6000,
		AnyReset: map[string]string{
			"recn_ppu.above_last":   "all SAQs are empty, so the scan begins with the CQ from anywhere",
			"recn_ppu.line_valid_q": "no head is final yet that a new line could concern",
		},
		CoverPoints: []string{
			"all queues empty", "cold queue to SAQ", "SAQ to SAQ", "head stays", "several names to choose from", "grant wins",
			"append to an empty SAQ", "append behind packets", "append to a SAQ whose only packet is popped",
			"last packet of a SAQ popped", "cold queue popped", "queue skipped", "same queue again",
			"all heads final", "final head left out", "line born while heads are final", "final head popped", "final head moves after all",
			"head stays in the cycle of a birth",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			one := v["saqs"] == 1
			// Two ports have one legal turn, so that all names match all packets.
			return kit.Without(ppuBench().CoverPoints, kit.Cannot{
				"SAQ to SAQ": one, "several names to choose from": one,
				"append to a SAQ whose only packet is popped": one && v["slots"] > 64, // by luck only
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newPPUStimulus(kit.ParamsOf[golden.Params](v), rng)
			out := golden.NewPPU(v["saqs"]).Step(golden.PPUIn{
				CqEmpty: true, HeadPort: s.in.HeadPort, LineValid: s.in.LineValid, LineTp: s.in.LineTp, LineMask: s.in.LineMask,
			})
			return testbench.NewCase(s.in, out, s.step, s.drive, s.observe)
		},
		Mutants: ppuMutants,
	}
}

// ppuStimulus plays the neighbours: the cold queue, the pointer register file,
// the routing information memory and the CAM.
type ppuStimulus struct {
	rng      *rand.Rand
	p        golden.Params
	model    *golden.PPU
	in       golden.PPUIn
	next     []int           // pointer register file
	header   []packet.Header // per slot
	free     []int           // slots in no queue
	cq       []int
	pool     []packet.Name
	scanned  int
	last     int          // queue scanned before
	before   []bool       // valid lines in the cycle before
	final    []bool       // heads of this cycle that need no inspection
	stayed   map[int]bool // slots of heads that an inspection has left where they are
	draining bool
}

func newPPUStimulus(p golden.Params, rng *rand.Rand) *ppuStimulus {
	s := &ppuStimulus{
		rng: rng, p: p, model: golden.NewPPU(p.SAQs), next: make([]int, p.Slots), header: make([]packet.Header, p.Slots), last: -1,
		before: make([]bool, p.SAQs), final: make([]bool, p.Queues()), stayed: map[int]bool{},
		in: golden.PPUIn{
			HeadPort:  make([]int, p.Queues()),
			LineValid: make([]bool, p.SAQs), LineTp: make([]uint32, p.SAQs), LineMask: make([]uint32, p.SAQs),
		},
	}
	for slot := range p.Slots {
		s.free = append(s.free, slot)
		s.next[slot] = rng.Intn(p.Slots)
	}
	return s
}

func (s *ppuStimulus) drive(cycle int) golden.PPUIn {
	rng, in := s.rng, &s.in
	if cycle%150 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.p.Ports, s.p.SAQs+2)
	}
	arrive := []int{50, 15, 2}[cycle/100%3]
	pop := []int{12, 30, 50}[cycle/100%3]
	if s.draining = cycle%1000 >= 800; s.draining {
		arrive, pop = 0, 80
	}
	if len(s.free) > 0 && kit.Chance(rng, arrive) {
		s.arrive()
	}
	s.lines([]int{8, 1}[cycle/250%2])
	in.CqEmpty = len(s.cq) == 0
	in.CqHead = rng.Intn(s.p.Slots)
	if !in.CqEmpty {
		in.CqHead = s.cq[0]
	}
	for q := range in.HeadPort {
		in.HeadPort[q] = rng.Intn(s.p.Ports)
	}
	s.scanned = s.model.Scanned(in.CqEmpty, in.LineValid)
	for q := range s.final {
		s.final[q] = s.model.Final(q)
	}
	s.pop(pop)
	in.LinkBusy = kit.Chance(rng, 8)

	in.DeqNext, in.PpuNext, in.RimHeader = rng.Intn(s.p.Slots), rng.Intn(s.p.Slots), uint64(env.RandomHeader(rng, s.p.Ports, true))
	if in.PopValid && in.PopQueue > 0 {
		in.DeqNext = s.next[s.model.Head(in.PopQueue-1)]
	}
	if s.scanned >= 0 {
		head := in.CqHead
		if s.scanned > 0 {
			head = s.model.Head(s.scanned - 1)
		}
		in.PpuNext, in.RimHeader = s.next[head], uint64(s.header[head])
	}
	return *in
}

// arrive puts a packet into the cold queue: it is there from this cycle on.
func (s *ppuStimulus) arrive() {
	i := s.rng.Intn(len(s.free))
	slot := s.free[i]
	s.free = append(s.free[:i], s.free[i+1:]...)
	if kit.Chance(s.rng, 70) {
		s.header[slot] = env.HeaderTo(s.rng, s.p.Ports, kit.Pick(s.rng, s.pool))
	} else {
		s.header[slot] = env.RandomHeader(s.rng, s.p.Ports, true)
	}
	s.cq = append(s.cq, slot)
}

// lines allocates and frees lines of SAQs without packets.
func (s *ppuStimulus) lines(percent int) {
	in := &s.in
	for k := range in.LineValid {
		if s.model.Count(k) > 0 || !kit.Chance(s.rng, percent) {
			continue
		}
		if in.LineValid[k] {
			in.LineValid[k] = false // a line is invalid before it gets another name
			continue
		}
		name := kit.Pick(s.rng, s.pool)
		if !s.hasLine(name) {
			in.LineValid[k], in.LineTp[k], in.LineMask[k] = true, name.Tp, name.Mask
		}
	}
}

func (s *ppuStimulus) hasLine(name packet.Name) bool {
	for k, valid := range s.in.LineValid {
		if valid && name.Equal(packet.Named(s.in.LineTp, s.in.LineMask, k)) {
			return true
		}
	}
	return false
}

// pop grants a queue, often the one that is being scanned.
func (s *ppuStimulus) pop(percent int) {
	in := &s.in
	in.PopValid, in.PopQueue = false, s.rng.Intn(s.p.Queues())
	if s.scanned >= 0 && kit.Chance(s.rng, 25) {
		in.PopQueue = s.scanned
	}
	if k := s.rng.Intn(s.p.SAQs); s.model.Count(k) == 1 && kit.Chance(s.rng, 60) {
		in.PopQueue = 1 + k // its only packet, while another may come
	}
	for s.draining && !s.nonEmpty(in.PopQueue) && s.scanned >= 0 {
		in.PopQueue = s.rng.Intn(s.p.Queues())
	}
	in.PopValid = s.nonEmpty(in.PopQueue) && kit.Chance(s.rng, percent)
}

func (s *ppuStimulus) nonEmpty(queue int) bool {
	return queue == 0 && len(s.cq) > 0 || queue > 0 && s.model.Count(queue-1) > 0
}

// step also makes the clock edge of the neighbours.
func (s *ppuStimulus) step(in golden.PPUIn) golden.PPUOut {
	popped := -1
	if in.PopValid && in.PopQueue > 0 {
		popped = s.model.Head(in.PopQueue - 1)
	}
	out := s.model.Step(in)
	if in.PopValid && in.PopQueue == 0 {
		popped = s.cq[0]
	}
	if out.CqPop || in.PopValid && in.PopQueue == 0 {
		// The cold queue is a linked list, too: what its packets point to must not be relied on.
		s.next[s.cq[0]] = s.rng.Intn(s.p.Slots)
		s.cq = s.cq[1:]
	}
	if popped >= 0 {
		s.free = append(s.free, popped)
	}
	if out.LinkValid {
		s.next[out.LinkSlot] = out.LinkNext
	}
	return out
}

func (s *ppuStimulus) observe(in golden.PPUIn, out golden.PPUOut, hit func(string)) {
	s.observeFinal(in, out, hit)
	switch {
	case s.scanned < 0 && in.CqEmpty && !slices.Contains(out.Empty, false):
		hit("all queues empty")
	case s.scanned < 0:
		hit("all heads final")
	case in.PopValid && in.PopQueue == s.scanned:
		hit("grant wins")
	case kit.Count(out.Linked) == 0:
		hit("head stays")
	case s.scanned == 0:
		hit("cold queue to SAQ")
	default:
		hit("SAQ to SAQ")
	}
	if s.scanned >= 0 && s.scanned == s.last {
		hit("same queue again")
	}
	if queues := s.p.Queues(); s.scanned >= 0 && s.last >= 0 && s.scanned != (s.last+1)%queues {
		hit("queue skipped")
	}
	s.last = s.scanned
	if in.PopValid && in.PopQueue == 0 {
		hit("cold queue popped")
	}
	if in.PopValid && in.PopQueue > 0 && out.Count[in.PopQueue-1] == 1 {
		hit("last packet of a SAQ popped")
	}
	if kit.Count(out.Linked) > 0 {
		s.observeMove(in, out, hit)
	}
}

// observeFinal follows the heads that an inspection leaves where they are.
func (s *ppuStimulus) observeFinal(in golden.PPUIn, out golden.PPUOut, hit func(string)) {
	anyFinal := slices.Contains(s.final, true)
	if s.scanned >= 0 && anyFinal {
		hit("final head left out")
	}
	for k, valid := range in.LineValid {
		if born := valid && !s.before[k]; born && anyFinal {
			hit("line born while heads are final")
		} else if born && out.SetValid && out.SetReady {
			hit("head stays in the cycle of a birth")
		}
	}
	copy(s.before, in.LineValid)
	if in.PopValid && s.final[in.PopQueue] {
		hit("final head popped")
	}
	if out.SetValid {
		if !out.SetReady && s.stayed[out.SetSlot] {
			hit("final head moves after all")
		}
		s.stayed[out.SetSlot] = out.SetReady
	}
}

func (s *ppuStimulus) observeMove(in golden.PPUIn, out golden.PPUOut, hit func(string)) {
	target := 0
	for !out.Linked[target] {
		target++
	}
	switch {
	case out.Empty[target]:
		hit("append to an empty SAQ")
	case out.Count[target] == 1 && in.PopValid && in.PopQueue == 1+target:
		hit("append to a SAQ whose only packet is popped")
	default:
		hit("append behind packets")
	}
	candidates := 0
	for k, valid := range in.LineValid {
		line := packet.Named(in.LineTp, in.LineMask, k)
		if valid && line.Matches(packet.Header(in.RimHeader).Aligned()) && (s.scanned == 0 || in.LineMask[k] > in.LineMask[s.scanned-1]) {
			candidates++
		}
	}
	if candidates > 1 {
		hit("several names to choose from")
	}
}
