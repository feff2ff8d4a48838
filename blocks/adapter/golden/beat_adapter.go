package golden

// BeatParserIn are the inputs of the parser in beat mode.
type BeatParserIn struct {
	Node    int
	RxValid bool
	RxHead  bool
	RxTail  bool
	RxData  []bool // end of packet, then the beat
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
	ReqValid  bool   `port:",optional"`
	ReqNode   int    `port:",optional" valid:"ReqValid"`
	ReqCount  int    `port:",optional" valid:"ReqValid"`
	GntValid  bool   `port:",optional"`
	GntNode   int    `port:",optional" valid:"GntValid"`
	GntCount  int    `port:",optional" valid:"GntValid"`
	AckValid  bool   `port:",optional"`
	AckNode   int    `port:",optional" valid:"AckValid"`
	ErrCrc    bool
	ErrRoute  bool
}

// BeatParser takes messages from the fabric apart.
type BeatParser struct {
	cell   *Parser
	word   BeatParserIn
	out    BeatParserOut
	within bool // payload of a good segment follows
}

// NewBeatParser makes the unit.
func NewBeatParser(p Params) *BeatParser { return &BeatParser{cell: NewParser(p)} }

// Step is one clock cycle.
func (r *BeatParser) Step(in BeatParserIn) BeatParserOut {
	out := r.out
	r.out = BeatParserOut{}
	w := r.word
	r.word = in
	r.word.RxData = append([]bool(nil), in.RxData...)
	if !w.RxValid {
		return out
	}
	var beat uint64
	for i, b := range w.RxData[1:] {
		beat |= uint64(bit(b)) << i
	}
	if !w.RxHead {
		r.out = BeatParserOut{BeatValid: r.within, BeatData: beat, BeatEop: w.RxData[0], BeatTail: w.RxTail}
		return out
	}
	h := r.cell.parse(in.Node, beat, 0)
	r.within = h.SegValid
	r.out = BeatParserOut{
		SegValid: h.SegValid, SegSrc: h.SegSrc, SegPath: h.SegPath, SegSeq: h.SegSeq, SegUnsol: h.SegUnsol,
		ReqValid: h.ReqValid, ReqNode: h.ReqNode, ReqCount: h.ReqCount, GntValid: h.GntValid, GntNode: h.GntNode, GntCount: h.GntCount,
		AckValid: h.AckValid, AckNode: h.AckNode, ErrCrc: h.ErrCrc, ErrRoute: h.ErrRoute,
	}
	return out
}

// BeatAdapterIn are the inputs of the adapter in beat mode.
type BeatAdapterIn struct {
	Node       int
	PktValid   bool
	PktDst     int
	PktLen     int
	PktTag     uint32
	TxCredit   bool
	RxValid    bool
	RxHead     bool
	RxTail     bool
	RxData     []bool
	ReqRxValid bool `port:",optional"`
	ReqRxNode  int  `port:",optional"`
	ReqRxCount int  `port:",optional"`
	GntRxValid bool `port:",optional"`
	GntRxNode  int  `port:",optional"`
	GntRxCount int  `port:",optional"`
	LineEn     bool
	Tick       bool
	Reserve    bool
	GrantRate  int
}

// BeatAdapterOut are its outputs.
type BeatAdapterOut struct {
	PktDrop     bool `valid:"Ready"`
	TxValid     bool
	TxHead      bool   `valid:"TxValid"`
	TxTail      bool   `valid:"TxValid"`
	TxData      []bool `valid:"TxKnown"`
	TxKnown     []bool `port:"-"`
	ReqTxValid  bool   `port:",optional"`
	ReqTxNode   int    `port:",optional" valid:"ReqTxValid"`
	ReqTxCount  int    `port:",optional" valid:"ReqTxValid"`
	GntTxValid  bool   `port:",optional"`
	GntTxNode   int    `port:",optional" valid:"GntTxValid"`
	GntTxCount  int    `port:",optional" valid:"GntTxValid"`
	LineValid   bool
	LineSrc     int    `valid:"LineValid"`
	LineData    uint64 `valid:"LineValid"`
	LineFirst   bool   `valid:"LineValid"`
	LineLast    bool   `valid:"LineValid"`
	StatOc      int
	StatFc      int
	StatHeld    int
	StatCredits int
	ErrCrc      bool
	ErrRoute    bool
	ErrSequence bool
	Ready       bool

	Tx Beat `port:"-"`
}

// BeatAdapter is the network adapter of a node in beat mode.
type BeatAdapter struct {
	p       Params
	ingress *BeatIngress
	parser  *BeatParser
	egress  *BeatEgress
	arbiter *Arbiter
}

// NewBeatAdapter makes the adapter.
func NewBeatAdapter(p Params) *BeatAdapter {
	return &BeatAdapter{p: p, ingress: NewBeatIngress(p), parser: NewBeatParser(p), egress: NewBeatEgress(p), arbiter: NewArbiter(p)}
}

// Step is one clock cycle.
func (a *BeatAdapter) Step(in BeatAdapterIn) BeatAdapterOut {
	parsed := a.parser.Step(BeatParserIn{Node: in.Node, RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail, RxData: in.RxData})
	out := a.egress.Step(BeatEgressIn{
		Node: in.Node, SegValid: parsed.SegValid, SegSrc: parsed.SegSrc, SegPath: parsed.SegPath, SegSeq: parsed.SegSeq, SegUnsol: parsed.SegUnsol,
		BeatValid: parsed.BeatValid, BeatData: parsed.BeatData, BeatEop: parsed.BeatEop, BeatTail: parsed.BeatTail, LineEn: in.LineEn,
	})
	request := ArbiterIn{
		ReqValid: parsed.ReqValid, ReqNode: parsed.ReqNode, ReqCount: parsed.ReqCount, Released: bit(out.Released), Arrived: out.Arrived,
		Tick: in.Tick, Reserve: in.Reserve, GrantRate: in.GrantRate,
	}
	own := BeatIngressIn{
		Node: in.Node, PktValid: in.PktValid, PktDst: in.PktDst, PktLen: in.PktLen, PktTag: in.PktTag, TxCredit: in.TxCredit,
		GntValid: parsed.GntValid, GntNode: parsed.GntNode, GntCount: parsed.GntCount, AckValid: parsed.AckValid, AckNode: parsed.AckNode,
		LeftValid: out.LeftValid, LeftNode: out.LeftNode,
	}
	if a.p.OOB == 1 {
		request.ReqValid, request.ReqNode, request.ReqCount = in.ReqRxValid, in.ReqRxNode, in.ReqRxCount
		own.GntValid, own.GntNode, own.GntCount = in.GntRxValid, in.GntRxNode, in.GntRxCount
	}
	grant := a.arbiter.Step(request)
	if a.p.OOB == 0 {
		own.GiveValid, own.GiveNode, own.GiveCount = grant.GntValid, grant.GntNode, grant.GntCount
	}
	sent := a.ingress.Step(own)
	return BeatAdapterOut{
		PktDrop: sent.PktDrop, TxValid: sent.TxValid, TxHead: sent.TxHead, TxTail: sent.TxTail, TxData: sent.TxData, TxKnown: sent.TxKnown, Tx: sent.Tx,
		ReqTxValid: sent.ReqTxValid, ReqTxNode: sent.ReqTxNode, ReqTxCount: sent.ReqTxCount,
		GntTxValid: grant.GntValid, GntTxNode: grant.GntNode, GntTxCount: grant.GntCount,
		LineValid: out.LineValid, LineSrc: out.LineSrc, LineData: out.LineData, LineFirst: out.LineFirst, LineLast: out.LineLast,
		StatOc: grant.StatOc, StatFc: grant.StatFc, StatHeld: sent.StatHeld, StatCredits: sent.StatCredits,
		ErrCrc: parsed.ErrCrc, ErrRoute: parsed.ErrRoute, ErrSequence: out.ErrSequence, Ready: out.Ready,
	}
}
