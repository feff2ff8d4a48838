package golden

// EgressIn are the inputs of the output adapter.
type EgressIn struct {
	Node     int
	SegValid bool
	SegSrc   int
	SegPath  int
	SegSeq   int
	SegLast  bool
	SegUnsol bool
	SegTag   uint32
	LineEn   bool
}

// EgressOut are its outputs.
type EgressOut struct {
	LineValid   bool
	LineSrc     int    `valid:"LineValid"`
	LineTag     uint32 `valid:"LineValid"`
	LineFirst   bool   `valid:"LineValid"`
	LineLast    bool   `valid:"LineValid"`
	Arrived     bool
	Released    int
	LeftValid   bool
	LeftNode    int `valid:"LeftValid"`
	ErrSequence bool
	Ready       bool

	Moved bool `port:"-"` // the resequencer has moved a segment
}

// segment waits at the output.
type segment struct {
	tag         uint32
	last, unsol bool
}

// source is what the output keeps of a flow.
type source struct {
	paths          [][]segment
	seen           []int // segments that have arrived on each path, from their numbers
	moved          int
	order          []segment
	whole          int // packets complete in order
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
	current, left  int // the packet that leaves, and its segments still to go
	line           EgressOut
	wrong, told    bool // a wrong number: of the cycle before, and of the one before that
}

// NewEgress makes the unit.
func NewEgress(p Params) *Egress {
	e := &Egress{starting: starting{p.Nodes * p.Paths}, p: p, sources: make([]source, p.Nodes), last: p.Nodes - 1,
		lineLast: p.Nodes - 1, chosen: -1, next: -1}
	for i := range e.sources {
		e.sources[i].paths, e.sources[i].seen = make([][]segment, p.Paths), make([]int, p.Paths)
	}
	return e
}

// path is the path of segment seq of the flow from src to me.
func (e *Egress) path(seq, src, me int) int { return (seq + src + me) % e.p.Paths }

// Step is one clock cycle.
func (e *Egress) Step(in EgressIn) EgressOut {
	out := e.line
	out.Arrived = in.SegValid && !in.SegUnsol
	out.ErrSequence, out.Ready = e.told, e.ready()
	e.told = e.wrong
	wakes := e.seen.SegValid && e.path(e.sources[e.seen.SegSrc].moved, e.seen.SegSrc, in.Node) == e.seen.SegPath
	woken, into, appended := e.seen.SegSrc, e.into, e.appending

	next := turn(e.p.Nodes, e.last, func(f int) bool { return e.sources[f].hint })
	e.depart(in.LineEn)
	out.Moved = e.move(in.Node)
	if next >= 0 {
		e.last = next
	}
	e.chosen = next
	if wakes {
		e.sources[woken].hint = true
	}
	if appended != nil {
		s := &e.sources[into]
		s.order = append(s.order, *appended)
		if appended.last {
			s.whole++
			s.lineHint = true
		}
	}
	e.arrive(in)
	e.step()
	return out
}

// move is the second stage of the resequencer.
func (e *Egress) move(me int) bool {
	e.appending = nil
	if e.chosen < 0 {
		return false
	}
	s := &e.sources[e.chosen]
	s.hint = false
	list := &s.paths[e.path(s.moved, e.chosen, me)]
	if len(*list) == 0 {
		return false
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
	e.seen, e.wrong = in, false
	if !in.SegValid {
		return
	}
	s := &e.sources[in.SegSrc]
	s.paths[in.SegPath] = append(s.paths[in.SegPath], segment{in.SegTag, in.SegLast, in.SegUnsol})
	rounds := 1 << seqBits / e.p.Paths
	e.wrong = e.path(in.SegSeq, in.SegSrc, in.Node) != in.SegPath || in.SegSeq/e.p.Paths != s.seen[in.SegPath]
	s.seen[in.SegPath] = (in.SegSeq/e.p.Paths + 1) % rounds
}

// depart is the line: the next flow is chosen while a packet leaves.
func (e *Egress) depart(enable bool) {
	e.line = EgressOut{}
	inside := e.left > 0
	start := e.next >= 0 && enable && !inside && e.sources[e.next].whole > 0
	stale := e.next >= 0 && e.sources[e.next].whole == 0
	read := start || inside && enable
	choice := -1
	if e.next < 0 || start || stale {
		choice = turn(e.p.Nodes, e.lineLast, func(f int) bool { return e.sources[f].lineHint })
	}
	if stale {
		e.sources[e.next].lineHint = false
	}
	if start {
		e.current, e.left = e.next, e.p.MaxP
		s := &e.sources[e.next]
		s.lineHint = s.whole > 1
		s.whole--
	}
	if e.next < 0 || start || stale {
		e.next = choice
		if choice >= 0 {
			e.lineLast = choice
		}
	}
	if !read {
		return
	}
	s := &e.sources[e.current]
	first := s.order[0]
	s.order = s.order[1:]
	e.left--
	e.line = EgressOut{
		LineValid: true, LineSrc: e.current, LineTag: first.tag, LineFirst: start, LineLast: first.last,
		LeftValid: first.unsol, LeftNode: e.current,
	}
	if start {
		e.line.Released = e.p.MaxP - bit(first.unsol)
	}
}
