package golden

// ParserIn are the inputs of the parser.
type ParserIn struct {
	Node    int
	RxValid bool
	RxHead  bool
	RxTail  bool
	RxData  []uint32 // tag, lower and upper half of the header
	AdmissionIn
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
	Error    []bool
}

// Parser takes words from the fabric apart.
type Parser struct {
	admission
	p    Params
	word ParserIn
	out  ParserOut
}

// NewParser makes the unit.
func NewParser(p Params) *Parser {
	return &Parser{p: p, admission: newAdmission(p), out: ParserOut{Error: make([]bool, received)}}
}

// Step is one clock cycle.
func (r *Parser) Step(in ParserIn) ParserOut {
	out := r.out
	var errors [received]bool
	r.out = ParserOut{}
	if w := r.word; w.RxValid && w.RxHead && w.RxTail {
		r.out = r.parse(in.Node, uint64(w.RxData[2])<<32|uint64(w.RxData[1]), w.RxData[0], &errors)
	}
	errors[NoHead] = in.RxValid && !in.RxHead
	errors[Long] = in.RxValid && in.RxHead && !in.RxTail
	r.out.Error = errors[:]
	r.word = in
	r.word.RxData = append([]uint32(nil), in.RxData...)
	r.Note(in.AdmissionIn)
	return out
}

func (r *Parser) parse(me int, header uint64, tag uint32, errors *[received]bool) ParserOut {
	h, ok := Unpack(header, r.p)
	if !ok || h.Dst != me {
		errors[CRC], errors[Route] = !ok, ok
		return ParserOut{ErrCrc: !ok, ErrRoute: ok}
	}
	if !h.Message && !r.admits(h.Src, h.Unsol, errors) {
		return ParserOut{}
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
