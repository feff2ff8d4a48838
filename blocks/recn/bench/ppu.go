package bench

import (
	"cmp"
	"math/rand"
	"slices"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func ppuBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.PPU),
		MinCycles: 6000,
		AnyReset: map[string]string{
			"recn_ppu.above_last": "all SAQs are empty, so the scan begins with the CQ from anywhere",
		},
		CoverPoints: []string{
			"all queues empty", "cold queue to SAQ", "SAQ to SAQ", "head stays", "several names to choose from",
			"line born in the last stage", "line dies before the last stage", "stages wait with a packet that moves",
			"line born while the stages wait",
			"three inspections under way", "three packets of the cold queue under way",
			"packets of the cold queue one after the other",
			"cold queue begins again behind a packet that stays", "cold queue begins again after a birth",
			"ready when it enters the cold queue", "enters the empty cold queue while lines are in use",
			"enters behind the last packet",
			"append to an empty SAQ", "append behind packets", "append to a SAQ whose only packet is popped",
			"ready when it arrives", "arrives for a longer name",
			"append while the next head is read", "last packet of a SAQ popped", "cold queue popped",
			"all heads final", "ready head recalled", "ready head not concerned", "line born in the cycle of a grant",
			"recalled head popped", "recalled head popped while it is looked up", "recalled head waits",
			"recalled head moves",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			one := v["saqs"] == 1
			// Two ports have one legal turn, so that all names match all packets.
			return kit.Without(ppuBench().CoverPoints, kit.Cannot{
				"SAQ to SAQ": one, "several names to choose from": one,
				"append to a SAQ whose only packet is popped": one && v["slots"] > 64, // by luck only
				"arrives for a longer name":                   one, "ready head not concerned": one,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newPPUStimulus(kit.ParamsOf[golden.Params](v), rng)
			out := golden.NewPPU(v["saqs"]).Step(golden.PPUIn{
				CqEmpty: true, LineValid: s.in.LineValid, LineTp: s.in.LineTp, LineMask: s.in.LineMask, LineLonger: s.in.LineLonger,
				LineBorn: s.in.LineBorn,
			})
			return testbench.NewCase(s.in, out, s.step, s.drive, s.observe)
		},
	}
}

// ppuStimulus plays the neighbours: the cold queue, the pointer register file,
// the routing unit and the CAM.
type ppuStimulus struct {
	rng      *rand.Rand
	p        golden.Params
	model    *golden.PPU
	in       golden.PPUIn
	next     []int           // pointer register file
	header   []packet.Header // per slot
	port     []int
	free     []int // slots in no queue
	cq       *golden.MU
	popped   int // slot that was popped in the cycle before; -1: none
	pool     []packet.Name
	before   []bool // valid lines in the cycle before
	was      ppuWas
	draining bool
}

// ppuWas is what the model is about to do in a cycle.
type ppuWas struct {
	looked, decided int // queues
	final, ready    []bool
	heads           []int // slots of the SAQs' heads
	waits, moved    bool  // in the cycle before: all stages waited, a packet of the cold queue moved
	recalled        []int // per queue: cycles since its ready head was recalled
}

func newPPUStimulus(p golden.Params, rng *rand.Rand) *ppuStimulus {
	s := &ppuStimulus{
		rng: rng, p: p, model: golden.NewPPU(p.SAQs), next: make([]int, p.Slots), header: make([]packet.Header, p.Slots),
		port:   make([]int, p.Slots),
		before: make([]bool, p.SAQs), popped: -1,
		cq: golden.NewMU(p.SAQs),
		was: ppuWas{final: make([]bool, p.Queues()), ready: make([]bool, p.Queues()), heads: make([]int, p.SAQs),
			recalled: make([]int, p.Queues())},
		in: golden.PPUIn{
			LineValid: make([]bool, p.SAQs), LineTp: make([]uint32, p.SAQs), LineMask: make([]uint32, p.SAQs),
			LineLonger: make([]bool, p.SAQs*p.SAQs),
			LineBorn:   make([]bool, p.SAQs), Pop: make(golden.Chosen, p.Queues()),
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
	in.EnqValid, in.EnqSlot, in.EnqPort = false, rng.Intn(s.p.Slots), rng.Intn(s.p.Ports)
	if len(s.free) > 0 && kit.Chance(rng, arrive) {
		s.arrive()
	}
	s.lines([]int{8, 1}[cycle/250%2] * (1 + 3/s.p.SAQs)) // of few lines one is often in use
	for k, valid := range in.LineValid {
		in.LineBorn[k] = valid && !s.before[k]
	}
	in.CqEmpty, in.CqHeadValid = len(s.cq.Slots()) == 0, s.cq.HeadValid()
	in.CqHead = rng.Intn(s.p.Slots)
	if in.CqHeadValid {
		in.CqHead = s.cq.Slots()[s.cq.Taken()]
	}
	in.LinkBusy = kit.Chance(rng, 12)
	s.remember()
	s.pop(pop)

	in.DeqNext, in.PpuNext = rng.Intn(s.p.Slots), rng.Intn(s.p.Slots)
	in.HeadTurns, in.HeadPort = env.RandomHeader(rng, s.p.Ports, true).Aligned(), rng.Intn(s.p.Ports)
	if s.popped >= 0 {
		in.DeqNext = s.next[s.popped]
	}
	if slot := s.model.Moved(); slot >= 0 {
		in.PpuNext = s.next[slot]
	}
	if slot := s.model.Looked(); slot >= 0 {
		in.HeadTurns, in.HeadPort = s.header[slot].Aligned(), s.port[slot]
	}
	return *in
}

// remember takes down the state of the model before its step.
func (s *ppuStimulus) remember() {
	s.was.looked, s.was.decided = s.model.LookedQueue(), s.model.Decided()
	for q := range s.was.final {
		s.was.final[q], s.was.ready[q] = s.model.Final(q), s.model.Ready(q)
	}
	for k := range s.was.heads {
		s.was.heads[k] = s.model.Head(k)
	}
}

// arrive brings a packet to the cold queue: it is there from the next cycle on.
func (s *ppuStimulus) arrive() {
	i := s.rng.Intn(len(s.free))
	slot := s.free[i]
	s.free = append(s.free[:i], s.free[i+1:]...)
	s.port[slot] = s.rng.Intn(s.p.Ports)
	if kit.Chance(s.rng, 70) {
		s.header[slot] = env.HeaderTo(s.rng, s.p.Ports, kit.Pick(s.rng, s.pool))
	} else {
		s.header[slot] = env.RandomHeader(s.rng, s.p.Ports, true)
	}
	s.in.EnqValid, s.in.EnqSlot, s.in.EnqPort = true, slot, s.port[slot]
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
	for k, valid := range in.LineValid {
		for j, other := range in.LineValid {
			longer := in.LineMask[k] > in.LineMask[j]
			if !(valid && other) && j != k {
				longer = kit.Chance(s.rng, 50)
			}
			in.LineLonger[k*len(in.LineValid)+j] = longer
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

// pop grants a queue, as the scheduler may do.
func (s *ppuStimulus) pop(percent int) {
	in := &s.in
	queue := s.rng.Intn(s.p.Queues())
	if k := s.rng.Intn(s.p.SAQs); s.model.Count(k) == 1 && kit.Chance(s.rng, 60) {
		queue = 1 + k // its only packet
	}
	for q := range s.was.ready {
		if s.poppable(q) && !s.was.ready[q] && kit.Chance(s.rng, 30) {
			queue, percent = q, 60 // it was recalled
		}
	}
	if kit.Count(in.LineBorn) > 0 && s.was.ready[0] && kit.Chance(s.rng, 50) {
		queue, percent = 0, 60 // the birth would recall it
	}
	if targets := s.targets(s.model.DecidedSlot()); len(targets) > 0 && s.model.Count(targets[0]) == 1 &&
		kit.Chance(s.rng, 50) {
		queue, percent = 1+targets[0], 60 // while another packet comes
	}
	for q := range s.was.ready {
		if s.draining && !s.poppable(queue) {
			queue = q
		}
	}
	in.Pop = make(golden.Chosen, s.p.Queues())
	if s.poppable(queue) && kit.Chance(s.rng, percent) {
		in.Pop.Set(queue)
	}
}

// poppable reports whether the head of a queue is ready, or was in the two cycles before,
// when the scheduler may have asked for its output.
func (s *ppuStimulus) poppable(queue int) bool {
	cycles := s.was.recalled[queue]
	return s.was.ready[queue] || cycles == 1 || cycles == 2
}

// targets are the SAQs to which the head that is decided about may go, in slot; the
// shortest name first.
func (s *ppuStimulus) targets(slot int) (saqs []int) {
	if slot < 0 {
		return nil
	}
	in := &s.in
	for k, valid := range in.LineValid {
		line := packet.Named(in.LineTp, in.LineMask, k)
		if valid && line.Matches(s.header[slot].Aligned()) &&
			(s.was.decided == 0 || in.LineMask[k] > in.LineMask[s.was.decided-1]) {
			saqs = append(saqs, k)
		}
	}
	slices.SortFunc(saqs, func(a, b int) int { return cmp.Compare(in.LineMask[a], in.LineMask[b]) })
	return saqs
}

// step also makes the clock edge of the neighbours.
func (s *ppuStimulus) step(in golden.PPUIn) golden.PPUOut {
	coldReady := s.model.ColdReady()
	out := s.model.Step(in)
	s.popped = -1
	popped := in.Pop.Queue()
	switch {
	case popped == 0:
		s.free = append(s.free, coldReady)
	case popped > 0:
		s.popped = s.was.heads[popped-1]
		s.free = append(s.free, s.popped)
	}
	if popped == 0 || out.CqPop {
		// The cold queue is a linked list, too: what its packets point to must not be relied on.
		s.next[s.cq.Slots()[0]] = s.rng.Intn(s.p.Slots)
	}
	s.cq.Step(golden.MUIn{EnqValid: in.EnqValid, EnqSlot: in.EnqSlot, EnqTaken: out.EnqTaken,
		Pop: popped == 0 || out.CqPop, Take: out.CqTake, BackValid: out.CqBackValid, BackSlot: out.CqBackSlot})
	if out.LinkValid {
		s.next[out.LinkSlot] = out.LinkNext
	}
	return out
}

func (s *ppuStimulus) observe(in golden.PPUIn, out golden.PPUOut, hit func(string)) {
	idle := s.was.decided < 0 && s.was.looked < 0 && s.model.Looked() < 0
	allFinal := slices.Contains(s.was.final, true)
	for q, final := range s.was.final {
		empty := q == 0 && in.CqEmpty || q > 0 && out.Empty[q-1]
		allFinal = allFinal && (final || empty)
	}
	switch {
	case idle && in.CqEmpty && !slices.Contains(out.Empty, false):
		hit("all queues empty")
	case idle && allFinal:
		hit("all heads final")
	}
	if s.was.decided >= 0 && s.was.looked >= 0 && s.model.Looked() >= 0 {
		hit("three inspections under way")
		if s.was.decided == 0 && s.was.looked == 0 && out.CqTake {
			hit("three packets of the cold queue under way")
		}
	}
	switch {
	case out.EnqTaken:
		hit("ready when it enters the cold queue")
	case in.EnqValid && in.CqEmpty:
		hit("enters the empty cold queue while lines are in use")
	case in.EnqValid && kit.Count(in.LineValid) == 0:
		hit("enters behind the last packet")
	}
	s.observeDecision(in, out, hit)
	s.observeGrant(in, out, hit)
	copy(s.before, in.LineValid)
	if kit.Count(out.Linked) > 0 {
		s.observeMove(in, out, hit)
	}
	if s.was.moved && out.CqPop {
		hit("packets of the cold queue one after the other")
	}
	s.was.waits, s.was.moved = in.LinkBusy, out.CqPop
}

// observeDecision is about the last stage.
func (s *ppuStimulus) observeDecision(in golden.PPUIn, out golden.PPUOut, hit func(string)) {
	moves, born := kit.Count(out.Linked) > 0, kit.Count(in.LineBorn) > 0
	switch {
	case s.was.decided < 0:
		return
	case born && in.LinkBusy:
		hit("line born while the stages wait")
	case born:
		hit("line born in the last stage")
	case in.LinkBusy && kit.Count(out.Wanted) > 0:
		hit("stages wait with a packet that moves")
	case in.LinkBusy:
	case moves && s.was.decided == 0:
		hit("cold queue to SAQ")
	case moves:
		hit("SAQ to SAQ")
	default:
		hit("head stays")
	}
	switch {
	case s.was.decided > 0 || !out.CqBackValid || s.was.looked != 0:
	case born:
		hit("cold queue begins again after a birth")
	default:
		hit("cold queue begins again behind a packet that stays")
	}
	if moves && s.was.recalled[s.was.decided] > 0 {
		hit("recalled head moves")
	}
	for k, valid := range in.LineValid {
		if !valid && s.before[k] {
			hit("line dies before the last stage")
		}
	}
}

// observeGrant is about heads that were inspected: they are granted or recalled.
func (s *ppuStimulus) observeGrant(in golden.PPUIn, out golden.PPUOut, hit func(string)) {
	born := kit.Count(in.LineBorn) > 0
	for q, ready := range s.was.ready {
		popped := in.Pop[q]
		recalled := !popped && !s.model.Ready(q)
		switch {
		case popped && ready && born:
			hit("line born in the cycle of a grant")
		case popped && s.was.recalled[q] == 2 && s.was.looked == q:
			hit("recalled head popped while it is looked up")
		case popped && s.was.recalled[q] > 0:
			hit("recalled head popped")
		case q == 0 && s.was.recalled[q] == 1 && in.LinkBusy:
			hit("recalled head waits")
		case ready && born && recalled:
			hit("ready head recalled")
		case ready && born:
			hit("ready head not concerned")
		}
		switch {
		case popped || s.model.Ready(q):
			s.was.recalled[q] = 0
		case ready && recalled, s.was.recalled[q] > 0:
			s.was.recalled[q]++
		}
	}
	if in.Pop[0] {
		hit("cold queue popped")
	}
	if q := in.Pop.Queue(); q > 0 && out.Count[q-1] == 1 {
		hit("last packet of a SAQ popped")
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
	case out.Count[target] == 1 && in.Pop[1+target]:
		hit("append to a SAQ whose only packet is popped")
	case !out.HeadValid[target]:
		hit("append while the next head is read")
	default:
		hit("append behind packets")
	}
	several := len(s.targets(s.model.Moved())) > 1
	if several {
		hit("several names to choose from")
	}
	switch first := s.model.Count(target) == 1; {
	case first && s.model.Ready(1+target):
		hit("ready when it arrives")
	case first && several:
		hit("arrives for a longer name")
	}
}
