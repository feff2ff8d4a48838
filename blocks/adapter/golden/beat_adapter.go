package golden

import cioq "culprit.example/culprit/blocks/cioq/golden"

// BeatParserIn are the inputs of the parser in beat mode.
type BeatParserIn struct {
	Node    int
	RxValid bool
	RxHead  bool
	RxBad   bool // with the last beat: the segment was damaged
	RxTail  bool
	RxData  []bool // end of packet, then the beat
	AdmissionIn
}

// BeatParserOut are its outputs.
type BeatParserOut struct {
	SegValid  bool
	SegSrc    int  `valid:"SegValid"`
	SegPath   int  `valid:"SegValid"`
	SegSeq    int  `valid:"SegValid"`
	SegUnsol  bool `valid:"SegValid"`
	BeatValid bool
	BeatData  uint64 `valid:"BeatValid"`
	BeatEop   bool   `valid:"BeatValid"`
	BeatTail  bool   `valid:"BeatValid"`
	BeatBad   bool   `valid:"BeatValid"`
	Control
	ErrCrc   bool
	ErrRoute bool
	Error    []bool
}

// BeatParser takes messages from the fabric apart.
type BeatParser struct {
	*Parser
	framing *cioq.Framing
	word    BeatParserIn
	verdict cioq.Verdict // on it
	out     BeatParserOut
	within  bool // payload of a good segment follows
}

// NewBeatParser makes the unit.
func NewBeatParser(p Params) *BeatParser {
	return &BeatParser{Parser: NewParser(p), framing: cioq.NewFraming(), out: BeatParserOut{Error: make([]bool, received)}}
}

// Step is one clock cycle.
func (r *BeatParser) Step(in BeatParserIn) BeatParserOut {
	out := r.out
	var errors [received]bool
	now := r.framing.Step(cioq.Beat{Valid: in.RxValid, Head: in.RxHead, Tail: in.RxTail, Bad: in.RxBad})
	r.out = r.take(in.Node, now.Cut, &errors)
	errors[NoHead], errors[Cut], errors[Long], errors[Marked] = now.NoHead, now.Cut, now.Long, now.Marked
	r.out.Error = errors[:]
	r.word, r.verdict = in, now
	r.word.RxData = append([]bool(nil), in.RxData...)
	r.Note(in.AdmissionIn)
	return out
}

// take takes the word of the cycle before, of which it is known now whether its message is cut.
func (r *BeatParser) take(me int, cut bool, errors *[received]bool) BeatParserOut {
	w, v := r.word, r.verdict
	if !v.Stored {
		return BeatParserOut{}
	}
	var beat uint64
	for i, b := range w.RxData[1:] {
		beat |= uint64(bit(b)) << i
	}
	if !w.RxHead {
		bad := cut || v.Last && v.Bad
		return BeatParserOut{BeatValid: r.within, BeatData: beat, BeatEop: w.RxData[0] || bad, BeatTail: v.Last || cut,
			BeatBad: bad}
	}
	if cut {
		r.within = false
		return BeatParserOut{}
	}
	h, header := r.parse(me, beat, errors, func(h Header) bool { return r.admits(h.Src, h.Unsol, errors) })
	r.within = h.SegValid
	return BeatParserOut{
		SegValid: h.SegValid, SegSrc: h.SegSrc, SegPath: h.SegPath, SegSeq: header.Seq, SegUnsol: h.SegUnsol,
		Control: h.Control, ErrCrc: h.ErrCrc, ErrRoute: h.ErrRoute,
	}
}

// BeatAdapterIn are the inputs of the adapter in beat mode.
type BeatAdapterIn struct {
	Node     int
	PktValid bool
	PktDst   int
	PktLen   int
	PktTag   uint32
	RxValid  bool
	RxHead   bool
	RxBad    bool // with the last beat: the segment was damaged
	RxTail   bool
	RxData   []bool
	LineEn   bool
	Tick     bool
	AdapterControl
}

// BeatAdapterOut are its outputs.
type BeatAdapterOut struct {
	PktDrop   bool `valid:"Ready"`
	TxValid   bool
	TxHead    bool   `valid:"TxValid"`
	TxTail    bool   `valid:"TxValid"`
	TxBad     bool   `valid:"TxValid"`
	TxData    []bool `valid:"TxKnown"`
	TxKnown   []bool `port:"-"`
	LineValid bool
	LineSrc   int    `valid:"LineValid"`
	LineData  uint64 `valid:"LineValid"`
	LineFirst bool   `valid:"LineValid"`
	LineLast  bool   `valid:"LineValid"`
	LineBad   bool   `valid:"LineValid"`
	AdapterStatus
	Ready bool

	Tx Beat `port:"-"`
}

// BeatAdapter is the network adapter of a node in beat mode.
type BeatAdapter struct {
	arbitration
	ingress *BeatIngress
	parser  *BeatParser
	egress  *BeatEgress
	errors  errorPins
}

// NewBeatAdapter makes the adapter.
func NewBeatAdapter(p Params) *BeatAdapter {
	return &BeatAdapter{arbitration: newArbitration(p, NewBeatArbiter(p)), ingress: NewBeatIngress(p),
		parser: NewBeatParser(p), egress: NewBeatEgress(p), errors: newErrorPins(p)}
}

// Step is one clock cycle.
func (a *BeatAdapter) Step(in BeatAdapterIn) BeatAdapterOut {
	parsed := a.parser.Step(BeatParserIn{Node: in.Node, RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail,
		RxBad: in.RxBad, RxData: in.RxData})
	out := a.egress.Step(BeatEgressIn{
		Node: in.Node, SegValid: parsed.SegValid, SegSrc: parsed.SegSrc, SegPath: parsed.SegPath, SegSeq: parsed.SegSeq,
		SegUnsol:  parsed.SegUnsol,
		BeatValid: parsed.BeatValid, BeatData: parsed.BeatData, BeatEop: parsed.BeatEop, BeatTail: parsed.BeatTail,
		BeatBad: parsed.BeatBad,
		LineEn:  in.LineEn,
	})
	var sent BeatIngressOut
	h := heard{
		Control: parsed.Control, SegValid: parsed.SegValid, SegSrc: parsed.SegSrc, SegUnsol: parsed.SegUnsol,
		Arrived: out.Arrived, Released: bit(out.Released),
		LeftValid: out.LeftValid, LeftNode: out.LeftNode, Tick: in.Tick, Ready: out.Ready,
	}
	shows := a.exchange(in.AdapterControl, h, func(own IngressControl) IngressStatus {
		sent = a.ingress.Step(BeatIngressIn{Node: in.Node, PktValid: in.PktValid, PktDst: in.PktDst, PktLen: in.PktLen,
			PktTag: in.PktTag, IngressControl: own})
		return sent.IngressStatus
	})
	shows.ErrCrc, shows.ErrRoute, shows.ErrSequence = parsed.ErrCrc, parsed.ErrRoute, out.ErrSequence
	a.parser.Note(shows.told)
	a.errors.show(&shows)
	a.errors.step(in.ErrClear, parsed.Error, shows.refused, shows.own, out.ErrSequence)
	return BeatAdapterOut{
		PktDrop: sent.PktDrop, TxValid: sent.TxValid, TxHead: sent.TxHead, TxTail: sent.TxTail, TxData: sent.TxData,
		TxKnown: sent.TxKnown, Tx: sent.Tx,
		LineValid: out.LineValid, LineSrc: out.LineSrc, LineData: out.LineData, LineFirst: out.LineFirst,
		LineLast: out.LineLast, LineBad: out.LineBad,
		AdapterStatus: shows, Ready: out.Ready,
	}
}
