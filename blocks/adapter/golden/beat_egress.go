package golden

// BeatEgressIn are the inputs of the output adapter in beat mode.
type BeatEgressIn struct {
	Node      int
	SegValid  bool
	SegSrc    int
	SegPath   int
	SegSeq    int
	SegUnsol  bool
	BeatValid bool
	BeatData  uint64
	BeatEop   bool
	BeatTail  bool
	BeatBad   bool
	LineEn    bool
}

// BeatEgressOut are its outputs.
type BeatEgressOut struct {
	LineValid   bool
	LineSrc     int    `valid:"LineValid"`
	LineData    uint64 `valid:"LineValid"`
	LineFirst   bool   `valid:"LineValid"`
	LineLast    bool   `valid:"LineValid"`
	LineBad     bool   `valid:"LineValid"`
	Arrived     bool
	Released    bool
	LeftValid   bool
	LeftNode    int `valid:"LeftValid"`
	ErrSequence bool
	Ready       bool

	Moved bool `port:"-"`
}

// slot is a stored segment.
type slot struct {
	unsol bool
	bad   bool // damaged
	data  []uint64
	eop   []bool
}

func (s *slot) packets() int {
	n := 0
	for _, e := range s.eop {
		n += bit(e)
	}
	return n
}

// beatSource is what the output keeps of a flow.
type beatSource struct {
	paths          [][]*slot
	seen           []int
	moved          int
	order          []*slot
	partly         *slot // read up to from
	from           int
	whole          int
	hint, lineHint bool
}

// piece is the part of a packet that lies in one slot.
type piece struct {
	flow, first, last   int
	slot                *slot
	begins, ends, frees bool
}

// BeatEgress is the output adapter in beat mode.
type BeatEgress struct {
	starting
	p              Params
	sources        []beatSource
	last, lineLast int
	chosen, moving int
	into           *slot // that arrives
	src, path      int
	pushed         bool // a segment was completed in the cycle before,
	pushedSrc      int  // of this source
	pushedPath     int
	appending      *slot // moved in the cycle before,
	appendTo       int   // to this flow
	late           *slot // and the one before that
	lateTo         int

	next    int // flow that the line takes next, -1 if none
	fetch   string
	flow    int
	begins  bool
	piece   piece
	pieces  []piece
	at      int // next beat of the first piece; -1 if it has not begun
	line    BeatEgressOut
	damaged bool // the packet on the line
	wrong   bool // a wrong number: of the cycle before,
	told    bool // and of the one before that
}

// NewBeatEgress makes the unit.
func NewBeatEgress(p Params) *BeatEgress {
	e := &BeatEgress{
		starting: starting{p.Nodes * p.Paths}, p: p, sources: make([]beatSource, p.Nodes), last: p.Nodes - 1,
		lineLast: p.Nodes - 1, chosen: -1, moving: -1, next: -1, fetch: "choose", at: -1,
	}
	for i := range e.sources {
		e.sources[i].paths, e.sources[i].seen = make([][]*slot, p.Paths), make([]int, p.Paths)
	}
	return e
}

// Step is one clock cycle.
func (e *BeatEgress) Step(in BeatEgressIn) BeatEgressOut {
	out := e.line
	out.Arrived = in.SegValid && !in.SegUnsol
	out.ErrSequence, out.Ready = e.told, e.ready()
	e.told = e.wrong
	wakes := e.pushed && (e.sources[e.pushedSrc].moved+e.pushedSrc+in.Node)%e.p.Paths == e.pushedPath
	woken, appendTo, appended := e.pushedSrc, e.lateTo, e.late
	e.late, e.lateTo = e.appending, e.appendTo

	next := turn(e.p.Nodes, e.last, func(f int) bool { return e.sources[f].hint })
	full := len(e.pieces) == 4
	e.leave(in.LineEn)
	e.prepare(full)
	out.Moved = e.move(in.Node)
	if next >= 0 {
		e.last = next
	}
	e.moving, e.chosen = e.chosen, next
	if wakes {
		e.sources[woken].hint = true
	}
	if appended != nil {
		s := &e.sources[appendTo]
		s.order = append(s.order, appended)
		if n := appended.packets(); n > 0 {
			s.whole += n
			s.lineHint = true
		}
	}
	e.arrive(in)
	e.step()
	return out
}

// move is the third stage of the resequencer.
func (e *BeatEgress) move(me int) bool {
	e.appending = nil
	if e.moving < 0 {
		return false
	}
	s := &e.sources[e.moving]
	s.hint = false
	list := &s.paths[(s.moved+e.moving+me)%e.p.Paths]
	if len(*list) == 0 {
		return false
	}
	e.appending, e.appendTo = (*list)[0], e.moving
	*list = (*list)[1:]
	s.moved++
	s.hint = len(s.paths[(s.moved+e.moving+me)%e.p.Paths]) > 0
	return true
}

// arrive takes a header or a beat.
func (e *BeatEgress) arrive(in BeatEgressIn) {
	e.pushed, e.wrong = false, false
	if in.SegValid {
		s := &e.sources[in.SegSrc]
		e.into, e.src, e.path = &slot{unsol: in.SegUnsol}, in.SegSrc, in.SegPath
		e.wrong = (in.SegSeq+in.SegSrc+in.Node)%e.p.Paths != in.SegPath || in.SegSeq/e.p.Paths != s.seen[in.SegPath]
		s.seen[in.SegPath] = (in.SegSeq/e.p.Paths + 1) % (1 << seqBits / e.p.Paths)
	} else if in.BeatValid {
		e.into.data, e.into.eop = append(e.into.data, in.BeatData), append(e.into.eop, in.BeatEop)
		if in.BeatTail {
			e.into.bad = in.BeatBad
			list := &e.sources[e.src].paths[e.path]
			*list = append(*list, e.into)
			e.pushed, e.pushedSrc, e.pushedPath = true, e.src, e.path
		}
	}
}

// prepare is a step of the fetcher, and the choice of the next flow beside it.
func (e *BeatEgress) prepare(full bool) {
	whole := e.next >= 0 && e.sources[e.next].whole > 0
	queues := e.fetch == "queue" && !full
	start, stale := whole && (e.fetch == "choose" || queues && e.piece.ends), e.next >= 0 && !whole
	choice := -1
	if e.next < 0 || start || stale {
		choice = turn(e.p.Nodes, e.lineLast, func(f int) bool { return e.sources[f].lineHint })
	}
	taken := e.next
	if stale {
		e.sources[e.next].lineHint = false
	}
	if start {
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
	switch e.fetch {
	case "find":
		e.find()
		e.fetch = "wait"
	case "wait":
		e.fetch = "read"
	case "read":
		e.fetch = "queue"
	case "queue":
		if !queues {
			return
		}
		e.pieces = append(e.pieces, e.piece)
		s := &e.sources[e.flow]
		s.partly, s.from = e.piece.slot, e.piece.last+1
		if e.piece.frees {
			s.partly = nil
		}
		e.fetch, e.begins = "find", false
		if e.piece.ends {
			e.fetch = "choose"
		}
	}
	if start {
		e.fetch, e.flow, e.begins = "find", taken, true
	}
}

// find makes the next piece of the packet that leaves.
func (e *BeatEgress) find() {
	s := &e.sources[e.flow]
	k := piece{flow: e.flow, slot: s.partly, begins: e.begins}
	if s.partly != nil {
		k.first = s.from
	} else {
		k.slot, s.order = s.order[0], s.order[1:]
	}
	for k.last = k.first; k.last < len(k.slot.eop)-1 && !k.slot.eop[k.last]; k.last++ {
	}
	k.ends, k.frees = k.slot.eop[k.last], k.last == len(k.slot.eop)-1
	e.piece = k
}

// leave puts a beat on the line.
func (e *BeatEgress) leave(enable bool) {
	e.line = BeatEgressOut{}
	if !enable || len(e.pieces) == 0 {
		return
	}
	k := e.pieces[0]
	beat, first := e.at, k.begins && e.at < 0
	if beat < 0 {
		beat = k.first
	}
	end := beat == k.last
	e.line = BeatEgressOut{
		LineValid: true, LineSrc: k.flow, LineData: k.slot.data[beat], LineFirst: first, LineLast: end && k.ends,
		Released: end && k.frees && !k.slot.unsol, LeftValid: end && k.frees && k.slot.unsol, LeftNode: k.flow,
	}
	// The rest of a packet whose beginning was lost begins with a beat of another number.
	if first {
		e.damaged = e.line.LineData>>32&0xffff != 0
	}
	e.damaged = e.damaged || k.slot.bad
	e.line.LineBad = e.damaged
	e.at = beat + 1
	if end {
		e.at, e.pieces = -1, e.pieces[1:]
	}
}
