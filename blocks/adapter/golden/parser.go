package golden

// ParserIn are the inputs of the parser.
type ParserIn struct {
	Node    int
	RxValid bool
	RxHead  bool
	RxTail  bool
	RxData  []uint32 // tag, lower and upper half of the header
}

// ParserOut are its outputs.
type ParserOut struct {
	SegValid bool
	SegSrc   int    `valid:"SegValid"`
	SegPath  int    `valid:"SegValid"`
	SegSeq   int    `valid:"SegValid"`
	SegLast  bool   `valid:"SegValid"`
	SegUnsol bool   `valid:"SegValid"`
	SegTag   uint32 `valid:"SegValid"`
	Control
	ErrCrc   bool
	ErrRoute bool
}

// Parser takes words from the fabric apart.
type Parser struct {
	p    Params
	word ParserIn
	out  ParserOut
}

// NewParser makes the unit.
func NewParser(p Params) *Parser { return &Parser{p: p} }

// Step is one clock cycle.
func (r *Parser) Step(in ParserIn) ParserOut {
	out := r.out
	r.out = ParserOut{}
	if r.word.RxValid {
		r.out = r.parse(in.Node, uint64(r.word.RxData[2])<<32|uint64(r.word.RxData[1]), r.word.RxData[0])
	}
	r.word = in
	r.word.RxData = append([]uint32(nil), in.RxData...)
	return out
}

func (r *Parser) parse(me int, header uint64, tag uint32) ParserOut {
	h, ok := Unpack(header, r.p)
	if !ok || h.Dst != me {
		return ParserOut{ErrCrc: !ok, ErrRoute: ok}
	}
	c := Control{ReqValid: h.Req > 0, ReqNode: h.Src, ReqCount: h.Req, GntValid: h.Gnt > 0, GntNode: h.Src,
		GntCount: h.Gnt, AckValid: h.Ack, AckNode: h.Src}
	if h.Aud && r.p.Repair == 1 {
		c.ReqValid = false
		c.AuditValid = true
		c.AuditNode = h.Src
		c.AuditPending = h.Req
		c.AuditUnsol = h.Unsol
	}
	return ParserOut{SegValid: !h.Message, SegSrc: h.Src, SegPath: h.Mid, SegSeq: h.Seq, SegLast: h.Last,
		SegUnsol: h.Unsol, SegTag: tag, Control: c}
}
