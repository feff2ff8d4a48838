package golden

import "slices"

// ParserIn are the inputs of the parser.
type ParserIn struct {
	Node    int
	RxValid bool
	RxHead  bool
	RxTail  bool
	RxData  []uint32 // tag, lower and upper half of the header
	AdmissionIn
	SettleValid bool `port:",optional"`
	SettleNode  int  `port:",optional"`
	SettleSeq   int  `port:",optional"`
}

// ParserOut are its outputs.
type ParserOut struct {
	SegValid bool
	SegSrc   int    `valid:"SegValid"`
	SegPath  int    `valid:"SegValid"`
	SegGap   int    `valid:"SegValid"`
	SegUnsol bool   `valid:"SegValid"`
	SegTag   uint32 `valid:"SegValid"`
	Control
	ErrCrc   bool
	ErrRoute bool
	Error    []bool

	ErrSequence bool

	SettledValid bool `port:",optional"`
	SettledNode  int  `port:",optional" valid:"SettledValid"`
	SettledSeq   int  `port:",optional" valid:"SettledValid"`
	Settling     bool `port:",optional"`

	Judged Judgement `port:"-"`
	Skips  bool      `port:"-"` // a path gets a number ahead of its next one
}

// Judgement is what a parser has found of the number of a segment that may come.
type Judgement struct {
	Strays     bool // it is on a wrong path
	Behind     bool // it is behind the next one
	BehindWrap bool // and that has wrapped
	Far        bool // it is ahead by more than may be lost
	Wraps      bool // it passes, and numbers have wrapped with it
}

// Parser takes words from the fabric apart.
type Parser struct {
	admission
	p    Params
	next [][]int // number of the next segment from each source on each path, -1 before the first one
	word ParserIn
	out  ParserOut
	odd  [3]bool // segments with wrong numbers, of the cycles before

	settled settlement
}

// NewParser makes the unit.
func NewParser(p Params) *Parser {
	r := &Parser{p: p, admission: newAdmission(p), out: ParserOut{Error: make([]bool, received)}}
	for range p.Nodes {
		r.next = append(r.next, slices.Repeat([]int{-1}, p.Paths))
	}
	return r
}

// Due is the number of the next segment from src to me on a path.
func (r *Parser) Due(src, me, path int) int {
	if next := r.next[src][path]; next >= 0 {
		return next
	}
	return ((path-src-me)%r.p.Paths + r.p.Paths) % r.p.Paths
}

// lost is how many segments from a source are missing on a path before that of a header, if its
// number can be.
func (r *Parser) lost(h Header, me int) (lost int, j Judgement) {
	if (h.Seq+h.Src+me)%r.p.Paths != h.Mid {
		return 0, Judgement{Strays: true}
	}
	const all = 1 << seqBits
	next := r.Due(h.Src, me, h.Mid)
	ahead := (h.Seq - next + all) % all
	lost = ahead / r.p.Paths
	j.Behind = ahead >= all/2
	j.BehindWrap = j.Behind && h.Seq > next
	due := r.granted[h.Src]
	if r.before.GivenValid && r.before.GivenNode == h.Src {
		due -= r.before.GivenCount
	}
	j.Far = !j.Behind && lost > 0 && (lost+bit(!h.Unsol) > due || r.before.LostValid && r.before.LostNode == h.Src)
	j.Wraps = !j.Behind && !j.Far && (h.Seq < next || next < r.p.Paths && r.next[h.Src][h.Mid] >= 0)
	return lost, j
}

// Step is one clock cycle.
func (r *Parser) Step(in ParserIn) ParserOut {
	out := r.out
	out.ErrSequence = r.odd[2]
	out.SettledValid, out.SettledNode, out.SettledSeq = r.settled.done, r.settled.node, r.settled.seq
	out.Settling = r.settled.busy || r.settled.done
	r.odd = [3]bool{false, r.odd[0], r.odd[1]}
	var errors [received]bool
	r.out = ParserOut{}
	if w := r.word; w.RxValid && w.RxHead && w.RxTail {
		gap, judged := 0, Judgement{}
		r.out, _ = r.parse(in.Node, uint64(w.RxData[2])<<32|uint64(w.RxData[1]), &errors, func(h Header) (ok bool) {
			gap, judged, ok = r.numbered(h, in.Node, &errors)
			return ok
		})
		r.out.SegGap, r.out.Judged, r.out.SegTag = gap, judged, w.RxData[0]
	}
	out.Skips = r.settle(in)
	errors[NoHead] = in.RxValid && !in.RxHead
	errors[Long] = in.RxValid && in.RxHead && !in.RxTail
	r.out.Error = errors[:]
	r.word = in
	r.word.RxData = append([]uint32(nil), in.RxData...)
	r.Note(in.AdmissionIn)
	return out
}

// numbered takes a segment that may come and has a number that can be. The result is how many
// got lost before it.
func (r *Parser) numbered(h Header, me int, errors *[received]bool) (gap int, j Judgement, ok bool) {
	if !r.may(h.Src, h.Unsol, errors) {
		return 0, j, false
	}
	gap, j = r.lost(h, me)
	wrong := j.Strays || j.Behind || j.Far
	r.odd[0] = gap > 0 || wrong
	if wrong {
		return 0, j, false
	}
	r.enter(h.Src, h.Unsol)
	r.granted[h.Src] -= gap
	r.next[h.Src][h.Mid] = (h.Seq + r.p.Paths) % (1 << seqBits)
	return gap, j, true
}

// parse takes a header apart. A segment passes if admits says so.
func (r *Parser) parse(me int, header uint64, errors *[received]bool, admits func(Header) bool) (ParserOut, Header) {
	h, ok := Unpack(header, r.p)
	if !ok || h.Dst != me {
		errors[CRC], errors[Route] = !ok, ok
		return ParserOut{ErrCrc: !ok, ErrRoute: ok}, h
	}
	if !h.Message && !admits(h) {
		return ParserOut{}, h
	}
	c := Control{ReqValid: h.Req > 0, ReqNode: h.Src, ReqCount: h.Req, GntValid: h.Gnt > 0, GntNode: h.Src,
		GntCount: h.Gnt, AckValid: h.Ack, AckNode: h.Src}
	if h.Aud && r.p.Repair == 1 {
		c.ReqValid = false
		c.AuditValid = true
		c.AuditNode = h.Src
		c.AuditPending = h.Req
		c.AuditUnsol = h.Unsol
		c.AuditSeq = h.Seq
	}
	return ParserOut{SegValid: !h.Message, SegSrc: h.Src, SegPath: h.Mid, SegUnsol: h.Unsol, Control: c}, h
}
