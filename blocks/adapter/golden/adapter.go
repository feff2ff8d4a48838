package golden

// AdapterIn are the inputs of the adapter.
type AdapterIn struct {
	Node     int
	PktValid bool
	PktDst   int
	PktTag   uint32
	RxValid  bool
	RxHead   bool
	RxTail   bool
	RxData   []uint32
	LineEn   bool
	AdapterControl
}

// AdapterOut are its outputs.
type AdapterOut struct {
	PktDrop   bool `valid:"Ready"`
	TxValid   bool
	TxHead    bool
	TxTail    bool
	TxData    []uint32 `valid:"TxKnown"`
	TxKnown   []bool   `port:"-"`
	LineValid bool
	LineSrc   int    `valid:"LineValid"`
	LineTag   uint32 `valid:"LineValid"`
	LineFirst bool   `valid:"LineValid"`
	LineLast  bool   `valid:"LineValid"`
	AdapterStatus
	Ready bool

	Tx Word `port:"-"`
}

// Adapter is the network adapter of a node: ingress, parser, egress and arbiter.
type Adapter struct {
	arbitration
	ingress *Ingress
	parser  *Parser
	egress  *Egress
	errors  errorPins
}

// NewAdapter makes the adapter.
func NewAdapter(p Params) *Adapter {
	return &Adapter{arbitration: newArbitration(p, NewArbiter(p)), ingress: NewIngress(p), parser: NewParser(p),
		egress: NewEgress(p), errors: newErrorPins(p)}
}

// Step is one clock cycle. What the arbiter and the line show is registered, so each
// part can be stepped once.
func (a *Adapter) Step(in AdapterIn) AdapterOut {
	lost := a.repair.Out(RepairIn{})
	parsed := a.parser.Step(ParserIn{Node: in.Node, RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail,
		RxData: in.RxData, SettleValid: lost.SettleValid, SettleNode: lost.SettleNode, SettleSeq: lost.SettleSeq})
	out := a.egress.Step(EgressIn{
		Node: in.Node, SegValid: parsed.SegValid, SegSrc: parsed.SegSrc, SegPath: parsed.SegPath, SegGap: parsed.SegGap,
		SegUnsol: parsed.SegUnsol, SegTag: parsed.SegTag, LineEn: in.LineEn,
		SettleValid: parsed.SettledValid, SettleNode: parsed.SettledNode, SettleSeq: parsed.SettledSeq,
	})
	var sent IngressOut
	h := heard{
		Control: parsed.Control, SegValid: parsed.SegValid, SegSrc: parsed.SegSrc, SegUnsol: parsed.SegUnsol,
		SegGap: parsed.SegGap, Arrived: out.Arrived, Released: out.Released,
		LeftValid: out.LeftValid, LeftNode: out.LeftNode, Tick: in.LineEn, Ready: out.Ready,
		Settling: parsed.Settling || out.Settling,
	}
	shows := a.exchange(in.AdapterControl, h, func(own IngressControl) IngressStatus {
		sent = a.ingress.Step(IngressIn{Node: in.Node, PktValid: in.PktValid, PktDst: in.PktDst, PktTag: in.PktTag,
			IngressControl: own})
		return sent.IngressStatus
	})
	shows.ErrCrc, shows.ErrRoute, shows.ErrSequence = parsed.ErrCrc, parsed.ErrRoute, parsed.ErrSequence
	a.parser.Note(shows.told)
	a.errors.show(&shows)
	a.errors.step(in.ErrClear, parsed.Error, shows.refused, shows.own, parsed.ErrSequence)
	return AdapterOut{
		PktDrop: sent.PktDrop, TxValid: sent.TxValid, TxHead: sent.TxHead, TxTail: sent.TxTail, TxData: sent.TxData,
		TxKnown: sent.TxKnown, Tx: sent.Tx,
		LineValid: out.LineValid, LineSrc: out.LineSrc, LineTag: out.LineTag, LineFirst: out.LineFirst,
		LineLast:      out.LineLast,
		AdapterStatus: shows, Ready: out.Ready,
	}
}
