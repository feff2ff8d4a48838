package golden

// AdapterIn are the inputs of the adapter.
type AdapterIn struct {
	Node       int
	PktValid   bool
	PktDst     int
	PktTag     uint32
	TxCredit   bool
	RxValid    bool
	RxHead     bool
	RxTail     bool
	RxData     []uint32
	ReqRxValid bool `port:",optional"`
	ReqRxNode  int  `port:",optional"`
	ReqRxCount int  `port:",optional"`
	GntRxValid bool `port:",optional"`
	GntRxNode  int  `port:",optional"`
	GntRxCount int  `port:",optional"`
	LineEn     bool
	Reserve    bool
	GrantRate  int
}

// AdapterOut are its outputs.
type AdapterOut struct {
	PktDrop     bool `valid:"Ready"`
	TxValid     bool
	TxHead      bool
	TxTail      bool
	TxData      []uint32 `valid:"TxKnown"`
	TxKnown     []bool   `port:"-"`
	ReqTxValid  bool     `port:",optional"`
	ReqTxNode   int      `port:",optional" valid:"ReqTxValid"`
	ReqTxCount  int      `port:",optional" valid:"ReqTxValid"`
	GntTxValid  bool     `port:",optional"`
	GntTxNode   int      `port:",optional" valid:"GntTxValid"`
	GntTxCount  int      `port:",optional" valid:"GntTxValid"`
	LineValid   bool
	LineSrc     int    `valid:"LineValid"`
	LineTag     uint32 `valid:"LineValid"`
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

	Tx Word `port:"-"`
}

// Adapter is the network adapter of a node: ingress, parser, egress and arbiter.
type Adapter struct {
	p       Params
	ingress *Ingress
	parser  *Parser
	egress  *Egress
	arbiter *Arbiter
}

// NewAdapter makes the adapter.
func NewAdapter(p Params) *Adapter {
	return &Adapter{p: p, ingress: NewIngress(p), parser: NewParser(p), egress: NewEgress(p), arbiter: NewArbiter(p)}
}

// Step is one clock cycle. What the arbiter and the line show is registered, so each
// part can be stepped once.
func (a *Adapter) Step(in AdapterIn) AdapterOut {
	parsed := a.parser.Step(ParserIn{Node: in.Node, RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail, RxData: in.RxData})
	out := a.egress.Step(EgressIn{
		Node: in.Node, SegValid: parsed.SegValid, SegSrc: parsed.SegSrc, SegPath: parsed.SegPath, SegSeq: parsed.SegSeq, SegLast: parsed.SegLast,
		SegUnsol: parsed.SegUnsol, SegTag: parsed.SegTag, LineEn: in.LineEn,
	})
	request := ArbiterIn{
		ReqValid: parsed.ReqValid, ReqNode: parsed.ReqNode, ReqCount: parsed.ReqCount, Released: out.Released, Arrived: out.Arrived,
		Tick: in.LineEn, Reserve: in.Reserve, GrantRate: in.GrantRate,
	}
	own := IngressIn{
		Node: in.Node, PktValid: in.PktValid, PktDst: in.PktDst, PktTag: in.PktTag, TxCredit: in.TxCredit,
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
	return AdapterOut{
		PktDrop: sent.PktDrop, TxValid: sent.TxValid, TxHead: sent.TxHead, TxTail: sent.TxTail, TxData: sent.TxData, TxKnown: sent.TxKnown, Tx: sent.Tx,
		ReqTxValid: sent.ReqTxValid, ReqTxNode: sent.ReqTxNode, ReqTxCount: sent.ReqTxCount,
		GntTxValid: grant.GntValid, GntTxNode: grant.GntNode, GntTxCount: grant.GntCount,
		LineValid: out.LineValid, LineSrc: out.LineSrc, LineTag: out.LineTag, LineFirst: out.LineFirst, LineLast: out.LineLast,
		StatOc: grant.StatOc, StatFc: grant.StatFc, StatHeld: sent.StatHeld, StatCredits: sent.StatCredits,
		ErrCrc: parsed.ErrCrc, ErrRoute: parsed.ErrRoute, ErrSequence: out.ErrSequence, Ready: out.Ready,
	}
}
