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
}

// IngressStatus are the outputs that do not.
type IngressStatus struct {
	ReqTxValid  bool `port:",optional"`
	ReqTxNode   int  `port:",optional" valid:"ReqTxValid"`
	ReqTxCount  int  `port:",optional" valid:"ReqTxValid"`
	LookWaits   bool `valid:"LookKnown"`
	LookKnown   bool `port:"-"`
	StatHeld    int
	StatCredits int
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
}

// waits is whether a flow waits for the other side.
func (f account) waits() bool { return f.pr > 0 || f.ps }

func newSender(p Params) sender { return sender{starting: starting{p.Nodes}, p: p, credits: p.BIn} }

// events enters grants, acknowledgements and credits. unasked: the flow of the grant
// has packets that are not requested.
func (s *sender) events(in IngressControl, of func(node int) *account, unasked bool) {
	if in.TxCredit {
		s.credits++
	}
	if in.GntValid {
		f := of(in.GntNode)
		f.g += in.GntCount
		f.pr -= in.GntCount
		s.held += in.GntCount
		f.hint = true
		f.ask = f.ask || unasked
	}
	if in.AckValid && s.p.Unsol == 1 {
		f := of(in.AckNode)
		f.ps, f.hint = false, true
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
}

// arbitrate completes the inputs of arbiter and ingress, which come with what the egress
// tells, and steps the arbiter.
func (a *arbitration) arbitrate(in AdapterControl, parsed Control, request ArbiterIn, own IngressControl) (IngressControl, ArbiterOut) {
	request.Reserve, request.GrantRate, own.TxCredit, own.LookNode = in.Reserve, in.GrantRate, in.TxCredit, a.watch.Node()
	if a.p.OOB == 1 {
		request.ReqValid, request.ReqNode, request.ReqCount = in.ReqRxValid, in.ReqRxNode, in.ReqRxCount
		own.GntValid, own.GntNode, own.GntCount = in.GntRxValid, in.GntRxNode, in.GntRxCount
		return own, a.arbiter.Step(request)
	}
	request.ReqValid, request.ReqNode, request.ReqCount = parsed.ReqValid, parsed.ReqNode, parsed.ReqCount
	own.GntValid, own.GntNode, own.GntCount = parsed.GntValid, parsed.GntNode, parsed.GntCount
	own.AckValid, own.AckNode = parsed.AckValid, parsed.AckNode
	grant := a.arbiter.Step(request)
	own.GiveValid, own.GiveNode, own.GiveCount = grant.GntValid, grant.GntNode, grant.GntCount
	return own, grant
}

// look lets the watch look at the ingress, which has been stepped with own.
func (a *arbitration) look(tick bool, own IngressControl, sent IngressStatus) WatchOut {
	return a.watch.Step(WatchIn{Tick: tick, GntValid: own.GntValid, GntNode: own.GntNode, AckValid: own.AckValid, AckNode: own.AckNode, LookWaits: sent.LookWaits})
}

// status is what an adapter shows of ingress, arbiter and watch.
func status(sent IngressStatus, grant ArbiterOut, stuck WatchOut) AdapterStatus {
	return AdapterStatus{
		ReqTxValid: sent.ReqTxValid, ReqTxNode: sent.ReqTxNode, ReqTxCount: sent.ReqTxCount, StatHeld: sent.StatHeld, StatCredits: sent.StatCredits,
		GntTxValid: grant.GntValid, GntTxNode: grant.GntNode, GntTxCount: grant.GntCount, StatOc: grant.StatOc, StatFc: grant.StatFc,
		StuckValid: stuck.StuckValid, StuckNode: stuck.StuckNode,
	}
}
