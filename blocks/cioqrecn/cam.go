package cioqrecn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// CAM keeps the names and states of the SAQs of one side (DD, figure 5): lines {V,
// turnpool, mask, B}; the ready bit R of the line is kept with its marker. SENT,
// that an Xoff is outstanding, comes on top of the papers' 65 bits: without it
// nobody knows when an Xon is due. So does the standard queue of the name, at an
// input side its output port.
//
// A packet that arrives is compared with all lines in one cycle and gets its queue in
// the next: the SAQ of the longest matching name, else its standard queue (DD: "the
// longest matching one is selected"). A line that is freed in between does not count.
//
// Everything that sets a SAQ up or changes its B is an event, one per cycle:
//
//	event_block, event_allocate
//	0 0   Xon: clears B
//	1 0   Xoff: sets B if there is a SAQ of that name
//	1 1   Xoff that allocates one if there is none
//	0 1   detection, or an output side's request: allocates one if there is none
//
// A deallocation waits for a cycle without an event that is not the first of a new line:
// so the line that hosts its marker is still there when the host is known.
//
// A free line is written with every event, and only its valid bit waits for the search
// whether the name has a line. The mask of a name is kept as one bit per turn. Which of
// two lines has the longer name is a matrix of bits, written with the lines.
func CAM(p SideParams) *rtlgen.Typed[CAMPorts] {
	m, io := rtlgen.New[CAMPorts](p)
	if m.Refused() {
		return m
	}
	c := &cam{
		CAMPorts: io, m: m.Module, p: p,
		valid: m.Reg("valid_q", p.SAQs, 0), blocked: m.Reg("blocked_q", p.SAQs, 0), sent: m.Reg("sent_q", p.SAQs, 0),
		tp:   m.RegArrayNoReset("tp_q", p.SAQs, packet.TurnBits, "turns of the name, by line"),
		mask: m.RegArrayNoReset("mask_q", p.SAQs, p.ports().Turns(), "significant turns of the name, by line"),
		standard: m.RegArrayNoReset("standard_q", p.SAQs, rtlgen.IndexBits(p.Standard),
			"standard queue of the name, by line"),
	}
	c.lines = p.ports().Lines(c.valid, c.tp, c.mask)
	c.compareEvent()
	c.event()
	c.findHost()
	c.lookup()

	io.Line.Valid.Drive(c.valid)
	io.Line.Blocked.Drive(c.blocked)
	io.Line.Sent.Drive(c.sent)
	io.Line.Tp.Drive(c.tp.Flat())
	io.Line.Mask.Drive(p.ports().NameMasks(m.Module, c.mask))
	io.Line.Standard.Drive(c.standard.Flat())
	m.Assume("one_deallocation", io.Dealloc.AndNot(io.Dealloc.LowestOne()).Eq(0))
	m.Assume("changes_of_valid_lines", io.Dealloc.Or(io.SentSet).Or(io.SentClear).AndNot(c.valid).Eq(0))
	assumeWholeTurns(m.Module, p.ports(), io.Event.Valid, io.Event.Tp, io.Event.Mask)
	m.Assert("names_are_unique", c.lines.Twins(m.Module).Not(), "no two valid lines have one name")
	c.invariants()
	return m
}

// cam is the netlist of the CAM while it is built.
type cam struct {
	*CAMPorts
	m *rtlgen.Module
	p SideParams

	valid, blocked, sent rtlgen.Reg
	tp, mask, standard   rtlgen.RegArray
	lines                packet.Lines

	newMask value // of the event, a bit per turn
	write   value // one-hot: the free line that is written; it may stay invalid
	ranks   packet.Ranks
	same    value // a bit per line: it has the event's name
	prefix  value // a bit per line: the way to the event's point goes through its own
}

// assumeWholeTurns states that a mask covers whole turns, from the first one on.
func assumeWholeTurns(m *rtlgen.Module, n packet.Ports, valid, tp, mask rtlgen.In) {
	turns := m.Let("turns_of_mask", n.TurnMask(mask))
	below := turns.Width() - 1
	prefix := turns.Low(below).AndNot(turns.High(below)).Eq(0)
	whole := mask.Eq(n.NameMask(turns)).And(prefix)
	m.Assume("name_of_whole_turns", valid.Implies(whole.And(tp.AndNot(mask).Eq(0))),
		"a mask covers whole turns from the first one on, and the turns behind it are 0")
}

// invariants states what makes the longest of the lines that match a packet one.
func (c *cam) invariants() {
	m, s := c.m, c.p.SAQs
	whole := m.Wire("names_whole", s)
	for k := range m.Each("k", s) {
		name, turns := c.lines.Of(k), c.mask.At(k)
		below := turns.Width() - 1
		prefix := turns.Low(below).AndNot(turns.High(below)).Eq(0)
		whole.SetBit(k, c.valid.Bit(k).Implies(name.Tp.AndNot(name.Mask).Eq(0).And(prefix)))
	}
	m.Assert("names_of_whole_turns", whole.All(), "the turns of a name are 0 behind its mask, whose ones are on top")
	if s == 1 {
		return
	}
	ranked := m.Wire("ranks_kept", s)
	for k := range s {
		right := m.Ones(1)
		for j := range s {
			if j != k {
				longer := c.mask.At(k).AndNot(c.mask.At(j)).Any()
				right = right.And(c.valid.Bit(k).And(c.valid.Bit(j)).Implies(c.ranks.Longer.Lane(k, s).Bit(j).Eq(longer)))
			}
		}
		ranked.SetBit(k, right)
	}
	m.Assert("ranks_are_of_masks", ranked.All(), "which of two names is longer is kept as it is")
}

// compareEvent finds the lines that are on the way to the event's point. Turns are 0
// where the mask is, so that a name of the same length on the way there is the same.
func (c *cam) compareEvent() {
	m, s := c.m, c.p.SAQs
	c.newMask = m.Let("new_mask", c.p.ports().TurnMask(c.Event.Mask))
	m.Unused("inner_bits_of_turns", c.Event.Mask)
	c.write = m.Let("write_line", c.valid.Not().LowestOne().And(c.Event.Valid.Replicate(s)))
	c.ranks = packet.RankNames(m, c.mask, c.write, c.newMask)
	there := m.Wire("on_the_way", s)
	for k := range m.Each("k", s) {
		there.SetBit(k, c.valid.Bit(k).And(c.lines.Of(k).Matches(c.Event.Tp)))
	}
	c.same = m.Let("same_name", there.AndNot(c.ranks.Over).AndNot(c.ranks.Under))
	c.prefix = m.Let("prefix", there.And(c.ranks.Over))
}

// event is the one write port of the lines.
func (c *cam) event() {
	m, s := c.m, c.p.SAQs
	valid, block, allocate := c.Event.Valid, c.Event.Block, c.Event.Allocate
	needed := m.Let("line_needed", valid.And(allocate).AndNot(c.same.Any()))
	lineBorn := m.Let("line_is_born", c.write.And(needed.Replicate(s)))
	born := m.Next("born_q", lineBorn, 0)
	changes := m.Let("changes_block", valid.And(block.Or(allocate.Not())))
	busy := m.Let("lines_change", valid.Or(born.Any()))
	for k := range m.Each("k", s) {
		m.If(c.write.Bit(k), func() {
			c.valid.SetBit(k, lineBorn.Bit(k))
			c.blocked.SetBit(k, block)
			c.tp.At(k).Set(c.Event.Tp)
			c.mask.At(k).Set(c.newMask)
			c.standard.At(k).Set(c.Event.Standard)
		}).Else(func() {
			m.If(changes.And(c.same.Bit(k)), func() { c.blocked.SetBit(k, block) })
			m.If(c.Dealloc.Bit(k).AndNot(busy), func() { c.valid.SetBit(k, 0) })
		})
		m.If(c.SentSet.Bit(k), func() {
			c.sent.SetBit(k, 1)
		}).ElseIf(c.write.Bit(k).Or(c.SentClear.Bit(k)), func() { c.sent.SetBit(k, 0) })
	}
	c.Born.Drive(born)
	c.Refused.Drive(needed.And(c.valid.All()))
}

// findHost finds the queue to which packets through the point of a new line have gone
// so far, in the cycle after its event: that of the longest name on the way there.
func (c *cam) findHost() {
	m := c.m
	prefix := m.NextNoReset("prefix_q", c.prefix)
	standard := m.NextNoReset("born_standard_q", c.Event.Standard)
	longest := c.longest("prefix", prefix.Value)
	saq := prim.Encode(m, longest).Zext(c.p.queueBits()).Add(c.p.Standard)
	c.BornHost.Drive(rtlgen.Mux(prefix.Any(), saq, standard.Zext(c.p.queueBits())))
	c.m.Assert("one_longest_prefix", c.Born.Any().Implies(longest.AndNot(longest.LowestOne()).Eq(0)),
		"names on the way to one point have different lengths")
}

// lookup finds the queue of a packet that arrives.
func (c *cam) lookup() {
	m, s := c.m, c.p.SAQs
	hit := m.Wire("hit", s)
	for k := range m.Each("k", s) {
		hit.SetBit(k, c.valid.Bit(k).And(c.lines.Of(k).Matches(c.Lookup.Turns)))
	}
	found := m.Let("found", m.NextNoReset("hit_q", hit).And(c.valid))
	standard := m.NextNoReset("lookup_standard_q", c.Lookup.Standard)
	longest := c.longest("hit", found)
	turns, matches := m.NextNoReset("lookup_turns_before", c.Lookup.Turns), m.Wire("found_matches", s)
	for k := range m.Each("k", s) {
		matches.SetBit(k, found.Bit(k).Implies(c.lines.Of(k).Matches(turns)))
	}
	m.Assert("found_lines_match", matches.All(), "a line that was found keeps its name for the cycle")
	m.Assert("one_longest_hit", longest.AndNot(longest.LowestOne()).Eq(0),
		"names that match one packet have different lengths")
	c.Lookup.Queue.Drive(rtlgen.Cat(longest, rtlgen.Mux(found.Any(), 0, standard.Decode(c.p.Standard))))
}

// longest is the candidate with the longest name; name is that of the candidates.
func (c *cam) longest(name string, candidates value) value {
	return c.m.Let("longest_"+name, c.ranks.Longest(candidates))
}
