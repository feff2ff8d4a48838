package golden

// RepairIn are the inputs of the repair.
type RepairIn struct {
	AuditValid              bool
	AuditNode, AuditPending int
	AuditUnsol              bool
	AuditSeq                int
	ReqValid                bool
	ReqNode, ReqCount       int
	GntValid                bool
	GntNode, GntCount       int
	SegValid                bool
	SegSrc                  int
	SegUnsol                bool
	SegGap                  int
	LeftValid               bool
	LeftNode                int
	Arrived                 bool
	Released                int
	Tick                    bool
	OwedSome                bool
	Settling                bool
}

// RepairOut are its outputs.
type RepairOut struct {
	OwedNode     int `valid:"Busy"`
	ReqOutValid  bool
	ReqOutNode   int `valid:"ReqOutValid"`
	ReqOutCount  int `valid:"ReqOutValid"`
	ArrivedOut   bool
	ReleasedOut  int
	LeftOutValid bool
	LeftOutNode  int `valid:"LeftOutValid"`
	LostValid    bool
	LostNode     int `valid:"LostValid"`
	SettleValid  bool
	SettleNode   int `valid:"SettleValid"`
	SettleSeq    int `valid:"SettleValid"`

	Busy  bool `port:"-"` // an audit is looked at
	Fixed int  `port:"-"` // what an audit that counts brings: 1 a request, 2 credits, 4 an acknowledgement, 8 nothing
	Mends int  `port:"-"` // what is still to be mended, coded likewise
	Noisy bool `port:"-"` // an audit does not count
}

// record is what the repair knows of a flow.
type record struct {
	requested, outstanding int // segments not granted; granted and not arrived
	here                   bool
	heard                  int // period in which something was heard last
}

// Repair answers audits.
type Repair struct {
	p     Params
	flows []record
	ticks int
	state string
	audit RepairIn
	count int // segments to be requested
	back  int // credits to be given back
	again bool
	fresh bool // the fix begins
}

// NewRepair makes the unit.
func NewRepair(p Params) *Repair {
	r := &Repair{p: p, flows: make([]record, p.Nodes)}
	for i := range r.flows {
		r.flows[i].heard = -2
	}
	return r
}

// Node is the adapter of the audit that is looked at.
func (r *Repair) Node() int { return r.audit.AuditNode }

// Busy is whether an audit is looked at.
func (r *Repair) Busy() bool { return r.state != "" }

// Out are the outputs, which are combinational.
func (r *Repair) Out(in RepairIn) RepairOut {
	fix := r.state == "fix"
	mends := 0
	if fix {
		mends = bit(r.count > 0) + 2*bit(r.back > 0) + 4*bit(r.again)
	}
	out := RepairOut{OwedNode: r.audit.AuditNode, Busy: r.Busy(), Mends: mends, ReqOutValid: in.ReqValid,
		ReqOutNode: in.ReqNode, ReqOutCount: in.ReqCount}
	if fix && !in.ReqValid && r.count > 0 {
		out.ReqOutValid, out.ReqOutNode, out.ReqOutCount = true, r.audit.AuditNode, r.count
	}
	out.SettleValid, out.SettleNode, out.SettleSeq = r.fresh, r.audit.AuditNode, r.audit.AuditSeq
	out.LeftOutValid, out.LeftOutNode = in.LeftValid, in.LeftNode
	if fix && !in.LeftValid && r.again {
		out.LeftOutValid, out.LeftOutNode = true, r.audit.AuditNode
	}
	out.ArrivedOut, out.ReleasedOut = in.Arrived, in.Released
	if fix && r.back > 0 && !in.Arrived && !in.SegValid && in.Released == 0 {
		out.ArrivedOut, out.ReleasedOut = true, 1
		out.LostValid, out.LostNode = true, r.audit.AuditNode
	}
	return out
}

// Step is one clock cycle.
func (r *Repair) Step(in RepairIn) RepairOut {
	out := r.Out(in)
	f := &r.flows[r.audit.AuditNode]
	fresh := r.fresh
	r.fresh = false
	switch {
	case r.state == "" && in.AuditValid:
		r.state, r.audit = "check", in
	case r.state == "check":
		r.state = ""
		if out.Noisy = r.period()-f.heard < 2 || in.OwedSome; !out.Noisy {
			r.state, r.fresh = "fix", true
			mask := 1<<width(r.p.G) - 1
			r.count, r.back, r.again = (r.audit.AuditPending-f.requested)&mask, f.outstanding, r.audit.AuditUnsol && !f.here
			out.Fixed = bit(r.count > 0) + 2*bit(r.back > 0) + 4*bit(r.again)
			if out.Fixed == 0 {
				out.Fixed = 8
			}
		}
	case r.state == "fix":
		if r.count == 0 && r.back == 0 && !r.again && !fresh && !in.Settling {
			r.state = ""
		}
		if !in.ReqValid {
			r.count = 0
		}
		if !in.LeftValid {
			r.again = false
		}
		if out.LostValid {
			r.back--
			f.outstanding--
		}
	}
	r.note(in, out)
	return out
}

// period is the number of the present period of the watch.
func (r *Repair) period() int { return r.ticks >> r.p.Watch }

// note enters what passes.
func (r *Repair) note(in RepairIn, out RepairOut) {
	if in.Tick {
		r.ticks++
	}
	hear := func(valid bool, node int) *record {
		if valid {
			r.flows[node].heard = r.period()
		}
		return &r.flows[node]
	}
	hear(in.ReqValid, in.ReqNode)
	if out.ReqOutValid {
		r.flows[out.ReqOutNode].requested += out.ReqOutCount
	}
	if f := hear(in.GntValid, in.GntNode); in.GntValid {
		f.requested -= in.GntCount
		f.outstanding += in.GntCount
	}
	if f := hear(in.SegValid, in.SegSrc); in.SegValid && in.SegUnsol {
		f.here = !f.here
	} else if in.SegValid {
		f.outstanding--
	}
	if in.SegValid {
		r.flows[in.SegSrc].outstanding -= in.SegGap
	}
	if f := hear(in.LeftValid, in.LeftNode); in.LeftValid {
		f.here = !f.here
	}
}
