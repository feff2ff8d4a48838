package golden

// Control is what headers carry beside a segment.
type Control struct {
	ReqValid bool `port:",optional"`
	ReqNode  int  `port:",optional" valid:"ReqValid"`
	ReqCount int  `port:",optional" valid:"ReqValid"`
	GntValid bool `port:",optional"`
	GntNode  int  `port:",optional" valid:"GntValid"`
	GntCount int  `port:",optional" valid:"GntValid"`
	AckValid bool `port:",optional"`
	AckNode  int  `port:",optional" valid:"AckValid"`

	AuditValid   bool `port:",optional"`
	AuditNode    int  `port:",optional" valid:"AuditValid"`
	AuditPending int  `port:",optional" valid:"AuditValid"`
	AuditUnsol   bool `port:",optional" valid:"AuditValid"`
	AuditSeq     int  `port:",optional" valid:"AuditValid"`
}

// IngressControl are the inputs of the ingress that do not depend on what a packet is.
type IngressControl struct {
	GntValid  bool
	GntNode   int
	GntCount  int
	AckValid  bool `port:",optional"`
	AckNode   int  `port:",optional"`
	GiveValid bool `port:",optional"`
	GiveNode  int  `port:",optional"`
	GiveCount int  `port:",optional"`
	LeftValid bool `port:",optional"`
	LeftNode  int  `port:",optional"`
	TxCredit  bool
	LookNode  int

	StuckValid bool `port:",optional"`
	StuckNode  int  `port:",optional"`
	OwedNode   int  `port:",optional"`
}

// IngressStatus are the outputs that do not.
type IngressStatus struct {
	ReqTxValid  bool `port:",optional"`
	ReqTxNode   int  `port:",optional" valid:"ReqTxValid"`
	ReqTxCount  int  `port:",optional" valid:"ReqTxValid"`
	LookWaits   bool `valid:"LookKnown"`
	LookKnown   bool `port:"-"`
	SentValid   bool
	SentNode    int  `valid:"SentValid"`
	OwedSome    bool `port:",optional" valid:"LookKnown"`
	StatHeld    int
	StatCredits int
	Error       []bool // a grant, an acknowledgement, a credit
}

// AdapterControl are the inputs of an adapter that do not depend on what a packet is.
type AdapterControl struct {
	TxCredit   bool
	ReqRxValid bool `port:",optional"`
	ReqRxNode  int  `port:",optional"`
	ReqRxCount int  `port:",optional"`
	GntRxValid bool `port:",optional"`
	GntRxNode  int  `port:",optional"`
	GntRxCount int  `port:",optional"`
	Reserve    bool
	GrantRate  int
	ErrClear   bool
}

// AdapterStatus are the outputs that do not.
type AdapterStatus struct {
	ReqTxValid  bool `port:",optional"`
	ReqTxNode   int  `port:",optional" valid:"ReqTxValid"`
	ReqTxCount  int  `port:",optional" valid:"ReqTxValid"`
	StatHeld    int
	StatCredits int
	GntTxValid  bool `port:",optional"`
	GntTxNode   int  `port:",optional" valid:"GntTxValid"`
	GntTxCount  int  `port:",optional" valid:"GntTxValid"`
	StatOc      int
	StatFc      int
	ErrCrc      bool
	ErrRoute    bool
	ErrSequence bool
	StuckValid  bool
	StuckNode   int
	ErrSeen     uint32
	ErrCounts   []uint32 // by cause

	own     []bool      `port:"-"` // errors of the ingress
	refused bool        `port:"-"` // the error of the arbiter
	told    AdmissionIn `port:"-"` // for the parser
}

// account is the state that the paper gives a flow, on both sides of this adapter.
type account struct {
	g, pr     int
	ps        bool
	tg        int
	ta        bool
	seq       int
	hint, ask bool
}

// sender is what the ingress has of all flows.
type sender struct {
	starting
	p       Params
	credits int
	held    int
	audited int     // the flow that has to be audited, -1 if none
	wrong   [3]bool // errors of the cycle before

	expected [2]bool // in this cycle: the grant, the acknowledgement
}

// owes is whether something waits to be sent to the other side.
func (f account) owes() bool { return f.tg > 0 || f.ta }

// waits is whether a flow waits for the other side.
func (f account) waits() bool { return f.pr > 0 || f.ps }

func newSender(p Params) sender {
	return sender{starting: starting{p.Nodes}, p: p, credits: p.BIn, audited: -1}
}

// expect notes whether the grant and the acknowledgement of this cycle answer what was sent before.
func (s *sender) expect(in IngressControl, grants, acks account) {
	s.expected = [2]bool{in.GntCount > 0 && in.GntCount <= grants.pr, acks.ps}
}

// events enters grants, acknowledgements and credits. unasked: the flow of the grant
// has packets that are not requested.
func (s *sender) events(in IngressControl, of func(node int) *account, unasked bool) {
	s.wrong = [3]bool{}
	if s.wrong[2] = in.TxCredit && s.credits == s.p.BIn; in.TxCredit && !s.wrong[2] {
		s.credits++
	}
	if in.GntValid {
		f := of(in.GntNode)
		f.hint, f.ask = true, f.ask || unasked
	}
	if s.wrong[0] = in.GntValid && !s.expected[0]; in.GntValid && s.expected[0] {
		f := of(in.GntNode)
		f.g += in.GntCount
		f.pr -= in.GntCount
		s.held += in.GntCount
	}
	if in.StuckValid && s.p.Repair == 1 {
		s.audited = in.StuckNode
		of(in.StuckNode).hint = true
	}
	if in.AckValid && s.p.Unsol == 1 {
		of(in.AckNode).hint = true
	}
	if in.AckValid && !s.expected[1] {
		s.wrong[1] = s.p.OOB == 0
	} else if in.AckValid {
		of(in.AckNode).ps = false
	}
	if in.GiveValid && s.p.OOB == 0 {
		f := of(in.GiveNode)
		f.tg += in.GiveCount
		f.hint = true
	}
	if in.LeftValid && s.p.OOB == 0 {
		f := of(in.LeftNode)
		f.ta, f.hint = !f.ta, true
	}
}

// arbitration is the arbiter of an adapter with its links: to the other adapters out of
// band, in band to the headers.
type arbitration struct {
	p       Params
	arbiter interface{ Step(ArbiterIn) ArbiterOut }
	watch   *Watch
	repair  *Repair
}

func newArbitration(p Params, a interface{ Step(ArbiterIn) ArbiterOut }) arbitration {
	return arbitration{p, a, NewWatch(p), NewRepair(p)}
}

// heard is what the parser and the egress tell in a cycle.
type heard struct {
	Control
	SegValid, SegUnsol bool
	SegSrc, SegGap     int
	Arrived            bool
	Released           int
	LeftValid          bool
	LeftNode           int
	Tick, Ready        bool
	Settling           bool
}

// exchange steps the arbiter with its links to the other adapters, out of band, or in
// band to the headers; the ingress, which it is given as a function; repair and watch.
func (a *arbitration) exchange(in AdapterControl, h heard, ingress func(IngressControl) IngressStatus) AdapterStatus {
	request := ArbiterIn{
		ReqValid: h.ReqValid, ReqNode: h.ReqNode, ReqCount: h.ReqCount, Released: h.Released, Arrived: h.Arrived,
		Tick: h.Tick, Reserve: in.Reserve, GrantRate: in.GrantRate,
	}
	own := IngressControl{
		TxCredit: in.TxCredit, LookNode: a.watch.Node(), GntValid: h.GntValid, GntNode: h.GntNode, GntCount: h.GntCount,
		AckValid: h.AckValid, AckNode: h.AckNode,
		LeftValid: h.LeftValid, LeftNode: h.LeftNode,
	}
	shows := a.watch.Shows()
	tick := h.Tick && h.Ready
	audit := RepairIn{
		AuditValid: h.AuditValid, AuditNode: h.AuditNode, AuditPending: h.AuditPending, AuditUnsol: h.AuditUnsol,
		AuditSeq: h.AuditSeq, Settling: h.Settling,
		ReqValid: h.ReqValid, ReqNode: h.ReqNode, ReqCount: h.ReqCount,
		SegValid: h.SegValid, SegSrc: h.SegSrc, SegUnsol: h.SegUnsol, SegGap: h.SegGap, Arrived: h.Arrived,
		LeftValid: h.LeftValid, LeftNode: h.LeftNode,
		Released: h.Released, Tick: tick,
	}
	lost := false
	switch {
	case a.p.OOB == 1:
		request.ReqValid, request.ReqNode, request.ReqCount = in.ReqRxValid, in.ReqRxNode, in.ReqRxCount
		own.GntValid, own.GntNode, own.GntCount = in.GntRxValid, in.GntRxNode, in.GntRxCount
		own.AckValid = false
	case a.p.Repair == 1:
		mended := a.repair.Out(audit)
		lost = mended.LostValid
		request.ReqValid, request.ReqNode, request.ReqCount = mended.ReqOutValid, mended.ReqOutNode, mended.ReqOutCount
		request.Arrived, request.Released = mended.ArrivedOut, mended.ReleasedOut
		own.LeftValid, own.LeftNode = mended.LeftOutValid, mended.LeftOutNode
		own.StuckValid, own.StuckNode, own.OwedNode = shows.StuckValid, shows.StuckNode, a.repair.Node()
	}
	grant := a.arbiter.Step(request)
	if a.p.OOB == 0 {
		own.GiveValid, own.GiveNode, own.GiveCount = grant.GntValid, grant.GntNode, grant.GntCount
	}
	sent := ingress(own)
	audit.GntValid, audit.GntNode, audit.GntCount = grant.GntValid, grant.GntNode, grant.GntCount
	audit.OwedSome = sent.OwedSome
	if a.p.Repair == 1 {
		a.repair.Step(audit)
	}
	a.watch.Step(WatchIn{
		Tick: tick, GntValid: own.GntValid, GntNode: own.GntNode, AckValid: own.AckValid, AckNode: own.AckNode,
		SentValid: sent.SentValid, SentNode: sent.SentNode, LookWaits: sent.LookWaits,
	})
	told := AdmissionIn{GivenValid: grant.GntValid, GivenNode: grant.GntNode, GivenCount: grant.GntCount,
		GoneValid: h.LeftValid, GoneNode: h.LeftNode, LostValid: lost, LostNode: a.repair.Node()}
	return AdapterStatus{own: sent.Error, refused: grant.Refused, told: told,
		ReqTxValid: sent.ReqTxValid, ReqTxNode: sent.ReqTxNode, ReqTxCount: sent.ReqTxCount, StatHeld: sent.StatHeld,
		StatCredits: sent.StatCredits,
		GntTxValid:  grant.GntValid, GntTxNode: grant.GntNode, GntTxCount: grant.GntCount, StatOc: grant.StatOc,
		StatFc:     grant.StatFc,
		StuckValid: shows.StuckValid, StuckNode: shows.StuckNode,
	}
}
