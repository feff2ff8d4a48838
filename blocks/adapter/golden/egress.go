package golden

import "slices"

// EgressIn are the inputs of the output adapter.
type EgressIn struct {
	Node     int
	SegValid bool
	SegSrc   int
	SegPath  int
	SegGap   int
	SegUnsol bool
	SegTag   uint32
	LineEn   bool

	SettleValid bool `port:",optional"`
	SettleNode  int  `port:",optional"`
	SettleSeq   int  `port:",optional"`
}

// EgressOut are its outputs.
type EgressOut struct {
	LineValid bool
	LineSrc   int    `valid:"LineValid"`
	LineTag   uint32 `valid:"LineValid"`
	LineFirst bool   `valid:"LineValid"`
	LineLast  bool   `valid:"LineValid"`
	Arrived   bool
	Released  int
	LeftValid bool
	LeftNode  int  `valid:"LeftValid"`
	Settling  bool `port:",optional"`
	Ready     bool

	Moved   bool `port:"-"` // the resequencer has moved a segment, or passed the place of a lost one
	Hole    bool `port:"-"` // such a place is passed
	Place   int  `port:"-"` // its number in its packet
	Missing int  `port:"-"` // segments that a packet has lost which has become complete
	Stalled bool `port:"-"` // a flow does not move, because such a packet of it is to be dropped first
	Dropped bool `port:"-"` // a segment of one is dropped
	Owed    int  `port:"-"` // credits of lost segments that have not returned
	Filled  bool `port:"-"` // the place of a segment passes that does not come any more
}

// segment waits at the output.
type segment struct {
	tag         uint32
	unsol, lost bool
}

// source is what the output keeps of a flow.
type source struct {
	paths          [][]segment // with those that got lost
	moved          int
	packet         []segment   // the one that becomes complete
	whole          [][]segment // packets that are complete, without what got lost
	bad            bool        // the last one of them has lost segments
	hint, lineHint bool
}

// Egress is the output adapter.
type Egress struct {
	starting
	p              Params
	sources        []source
	last, lineLast int      // flows that had their turn last
	chosen         int      // flow in the second stage of the resequencer, -1 if none
	seen           EgressIn // of the cycle before
	appending      *segment // third stage
	into           int
	next           int // flow chosen for the line, -1 if none
	current        int // the packet that leaves
	leaving        []segment
	dropping       bool
	began          bool // in the cycle before
	line           EgressOut
	owed           int // credits of lost segments

	settled settlement // of a flow
	passed  int        // the flow of which a place has passed in the cycle before, -1 if none
	left    int        // its places that are to pass
	filled  bool
}

// NewEgress makes the unit.
func NewEgress(p Params) *Egress {
	e := &Egress{starting: starting{p.Nodes * p.Paths}, p: p, sources: make([]source, p.Nodes), last: p.Nodes - 1,
		lineLast: p.Nodes - 1, chosen: -1, next: -1, passed: -1}
	for i := range e.sources {
		e.sources[i].paths = make([][]segment, p.Paths)
	}
	return e
}

// path is the path of segment seq of the flow from src to me.
func (e *Egress) path(seq, src, me int) int { return (seq + src + me) % e.p.Paths }

// Step is one clock cycle.
func (e *Egress) Step(in EgressIn) EgressOut {
	out := e.line
	out.Arrived, out.Owed = in.SegValid && !in.SegUnsol, e.owed
	if e.owed > 0 && !out.Arrived && !e.began {
		e.owed--
		out.Arrived, out.Released = true, 1
	}
	out.Ready = e.ready()
	settling := e.left > 0
	out.Settling = settling || e.settled.busy
	wakes := e.seen.SegValid && e.path(e.sources[e.seen.SegSrc].moved, e.seen.SegSrc, in.Node) == e.seen.SegPath
	woken, into, appended := e.seen.SegSrc, e.into, e.appending

	next := turn(e.p.Nodes, e.last, func(f int) bool { return e.sources[f].hint })
	out.Stalled = e.chosen >= 0 && e.sources[e.chosen].bad
	drops := e.depart(in.LineEn)
	out.Moved = e.move(in.Node, out.Stalled)
	out.Filled = e.filled
	e.settle(out.Moved)
	if drops {
		e.sources[e.current].hint = true
	}
	if next >= 0 {
		e.last = next
	}
	e.chosen = next
	if wakes {
		e.sources[woken].hint = true
	}
	if appended != nil {
		out.Hole, out.Place = appended.lost, len(e.sources[into].packet)
		out.Missing = e.append(&e.sources[into], *appended)
	}
	if settling {
		e.sources[e.settled.node].hint = true
	}
	if in.SettleValid {
		e.settled = settlement{busy: true, node: in.SettleNode, seq: in.SettleSeq}
	}
	e.arrive(in)
	e.step()
	return out
}

// append appends a segment to its flow. The result is how many are missing in a packet that is
// complete with it.
func (e *Egress) append(s *source, g segment) (missing int) {
	s.packet = append(s.packet, g)
	s.hint = s.hint || g.lost
	if len(s.packet) < e.p.MaxP {
		return 0
	}
	there := slices.DeleteFunc(s.packet, func(g segment) bool { return g.lost })
	s.packet = nil
	if len(there) > 0 {
		s.whole = append(s.whole, there)
		s.lineHint = true
		s.bad = s.bad || len(there) < e.p.MaxP
	}
	return e.p.MaxP - len(there)
}

// move is the second stage of the resequencer.
func (e *Egress) move(me int, stalled bool) bool {
	e.appending, e.filled = nil, false
	if e.chosen < 0 {
		return false
	}
	s := &e.sources[e.chosen]
	s.hint = false
	if stalled {
		return false
	}
	list := &s.paths[e.path(s.moved, e.chosen, me)]
	if len(*list) == 0 {
		if e.left == 0 || e.chosen != e.settled.node || e.passed == e.chosen {
			return false
		}
		e.filled = true
		*list = []segment{{lost: true}}
	}
	first := (*list)[0]
	e.appending, e.into = &first, e.chosen
	*list = (*list)[1:]
	s.moved++
	s.hint = len(s.paths[e.path(s.moved, e.chosen, me)]) > 0
	return true
}

// arrive takes a segment.
func (e *Egress) arrive(in EgressIn) {
	e.seen = in
	if !in.SegValid {
		return
	}
	list := &e.sources[in.SegSrc].paths[in.SegPath]
	for range in.SegGap {
		*list = append(*list, segment{lost: true})
		e.owed++
	}
	*list = append(*list, segment{tag: in.SegTag, unsol: in.SegUnsol})
}

// depart is the line: the next flow is chosen while a packet leaves. The result is whether a
// packet starts that is dropped.
func (e *Egress) depart(enable bool) (drops bool) {
	e.line, e.began = EgressOut{}, false
	inside := len(e.leaving) > 0
	start := e.next >= 0 && enable && !inside && len(e.sources[e.next].whole) > 0
	stale := e.next >= 0 && len(e.sources[e.next].whole) == 0
	read := start || inside && enable
	choice := -1
	if e.next < 0 || start || stale {
		choice = turn(e.p.Nodes, e.lineLast, func(f int) bool { return e.sources[f].lineHint })
	}
	if stale {
		e.sources[e.next].lineHint = false
	}
	if start {
		s := &e.sources[e.next]
		drops = s.bad && len(s.whole) == 1
		s.bad = s.bad && !drops
		s.lineHint = len(s.whole) > 1
		e.current, e.leaving, e.dropping, e.began = e.next, s.whole[0], drops, true
		s.whole = s.whole[1:]
	}
	if e.next < 0 || start || stale {
		e.next = choice
		if choice >= 0 {
			e.lineLast = choice
		}
	}
	if !read {
		return drops
	}
	first := e.leaving[0]
	e.line = EgressOut{LineValid: !e.dropping, LineSrc: e.current, LineTag: first.tag, LineFirst: start,
		LineLast: len(e.leaving) == 1, LeftValid: first.unsol, LeftNode: e.current, Dropped: e.dropping}
	if start {
		for _, g := range e.leaving {
			e.line.Released += bit(!g.unsol)
		}
	}
	e.leaving = e.leaving[1:]
	return drops
}
