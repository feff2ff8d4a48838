package golden

// RPIn are the inputs of the reaction point.
type RPIn struct {
	Seed uint32

	CNMValid     bool
	CNMFlow      int
	CNMFeedback  int
	CNMCongested bool

	SentValid  bool
	SentFlow   int
	SentLength int // of the frame of the cycle before
	SentCost   int

	Idle []bool
}

// RPOut are its outputs.
type RPOut struct {
	Limited, MaySend []bool

	Stat RPStat `port:"stat_,prefix"`

	UpdateValid bool
	UpdateFlow  int `valid:"UpdateValid"`
	UpdateCrate int `valid:"UpdateValid"`
	UpdateTrate int `valid:"UpdateValid"`
	UpdateBytes int `valid:"UpdateValid"`
	UpdateTimes int `valid:"UpdateValid"`
}

// RPStat is what the reaction point shows of its limiters.
type RPStat struct {
	Reacts  bool
	CNMFlow int `valid:"Reacts"`
	Starts  bool
	NoFree  bool
	Lost    bool
	Frees   bool
}

// RP is the reaction point of a server.
type RP struct {
	p        ReactionParams
	cycle    int
	random   *draws
	limiters []rpLimiter
	of       []int      // limiter of each flow, -1: none
	freed    int        // limiter that became free in the cycle before, -1: none
	flight   []cnmEvent // CNMs that have not taken effect, the next first
	may      []bool     // flows whose limiter lets a frame start
	sent     *sentFrame // frame of a limited flow that is not accounted for
	pipe     []rpUpdate // limiters in the pipeline, the next to leave first

	Events RPEvents // of the last step, for cover points
}

type rpLimiter struct {
	RateLimiter
	active, fresh    bool
	flow             int
	cnm, bytes, time bool // events that wait
	feedback         int
	busy             bool
	tokens           int // 2^-20 beats
	left             int // bytes until the next byte stage
	due              int // cycle in which the timer runs out
}

func (l *rpLimiter) waits() bool { return l.cnm || l.bytes || l.time }

type cnmEvent struct {
	valid, congested bool
	flow, feedback   int
}

type sentFrame struct{ limiter, length, cost, since int }

type rpUpdate struct {
	limiter, leaves int // its number, and the cycle
	updated
}

// RPEvents is what happened in a step.
type RPEvents struct {
	Launched             bool
	CNM, Bytes, Timer    bool // events of the limiter that was launched
	Full, Debt           bool // a bucket is full; one is below 0
	FrameWaitsForUpdate  bool // a frame is accounted for later, since an update ends
	FrameWaitsForVisit   bool // or since its limiter is visited
	FrameMeetsEvent      bool // a frame is sent although an event of its limiter came in the cycle before
	VisitWaitsForFrame   bool // a visit finds a frame that is not accounted for
	FreeHeldByCNM        bool
	ByteStage            bool
	LostAtLaunch, Second bool // a CNM is lost while its limiter is launched; comes while it is in the pipeline
}

// NewRP makes a reaction point without limiters in use.
func NewRP(p ReactionParams) *RP {
	m := &RP{p: p, random: newDraws(16), limiters: make([]rpLimiter, p.Limiters), of: make([]int, p.Flows),
		may: make([]bool, p.Flows), flight: make([]cnmEvent, p.ReactionTime), freed: -1}
	for f := range m.of {
		m.of[f] = -1
	}
	return m
}

// rows is how many limiters are visited in a round of 2 cycles each.
func (m *RP) rows() int { return max(m.p.Limiters, 8) }

// Limited reports whether a flow has a limiter.
func (m *RP) Limited(flow int) bool { return m.of[flow] >= 0 }

// MaySend reports whether a flow had a limiter in the cycle before that lets a frame
// start.
func (m *RP) MaySend(flow int) bool { return m.may[flow] }

// Open reports whether a flow has a limiter that lets a frame start.
func (m *RP) Open(flow int) bool {
	if m.of[flow] < 0 || m.sent != nil {
		return false
	}
	l := &m.limiters[m.of[flow]]
	return !l.waits() && !l.busy && l.tokens >= 0
}

// TimerLeft is the time until the timer of a flow's limiter runs out; it means
// nothing without one.
func (m *RP) TimerLeft(flow int) int {
	if m.of[flow] < 0 {
		return 0
	}
	return m.limiters[m.of[flow]].due - m.cycle
}

// Step is one clock cycle.
func (m *RP) Step(in RPIn) RPOut {
	m.Events = RPEvents{}
	out := RPOut{Limited: make([]bool, m.p.Flows), MaySend: make([]bool, m.p.Flows)}
	for f := range m.of {
		out.Limited[f], out.MaySend[f] = m.Limited(f), m.MaySend(f)
	}
	for f := range m.may {
		m.may[f] = m.Open(f) && !in.SentValid
	}
	if m.sent != nil && m.sent.since == m.cycle {
		m.sent.length, m.sent.cost = in.SentLength, in.SentCost
	}
	arrives := m.land(in)
	drawn := false
	var entered *sentFrame
	if in.SentValid && m.Limited(in.SentFlow) {
		m.Events.FrameMeetsEvent = !m.Open(in.SentFlow)
		entered = &sentFrame{limiter: m.of[in.SentFlow], since: m.cycle + 1}
	}
	if i := m.cycle / 2 % m.rows(); m.cycle%2 == 0 {
		if i < m.p.Limiters && m.limiters[i].active {
			drawn = m.visit(i, in, arrives, &out)
		}
	} else {
		m.settle(&out)
	}
	m.react(arrives, &out)
	if entered != nil {
		m.sent = entered
	}
	m.freed = -1
	if out.Stat.Frees {
		m.freed = m.cycle / 2 % m.rows()
	}
	m.random.step(in.Seed, 0, drawn)
	m.cycle++
	return out
}

// land moves the CNMs on; the result is the one that takes effect.
func (m *RP) land(in RPIn) cnmEvent {
	arrives := m.flight[0]
	copy(m.flight, m.flight[1:])
	m.flight[len(m.flight)-1] = cnmEvent{in.CNMValid, in.CNMCongested, in.CNMFlow, in.CNMFeedback}
	if arrives.feedback == 0 {
		arrives.valid = false
	}
	return arrives
}

// visit is the visit of an active limiter. It reports whether the limiter enters the
// pipeline.
func (m *RP) visit(i int, in RPIn, arrives cnmEvent, out *RPOut) bool {
	l := &m.limiters[i]
	round := 2 * m.rows()
	notified := arrives.valid && m.of[arrives.flow] == i
	unsettled := m.sent != nil && m.sent.limiter == i
	m.Events.VisitWaitsForFrame = unsettled

	if l.fresh {
		l.tokens = 0
	} else {
		bucket := max(round, 32) << 20
		l.tokens += l.Crate * round
		m.Events.Full = l.tokens >= bucket
		l.tokens = min(bucket, l.tokens)
	}
	switch {
	case unsettled:
	case l.waits():
		l.time = l.time || m.cycle >= l.due && !l.fresh
		e := events{l.fresh, l.cnm, l.feedback, l.bytes, l.time, m.random.value()}
		m.pipe = append(m.pipe, rpUpdate{i, m.cycle + updateLatency, l.RateLimiter.after(m.p, e)})
		m.Events.Launched, m.Events.CNM, m.Events.Bytes, m.Events.Timer = true, l.cnm, l.bytes, l.time
		if l.cnm && notified {
			m.Events.LostAtLaunch, out.Stat.Lost = true, true
		}
		l.cnm = false
		l.bytes = false
		l.time = false
		l.fresh = false
		l.busy = true
		if out.Stat.Lost { // the one that comes is lost, since the other one waited
			m.lose(arrives, out)
		}
		return true
	case l.Crate == lineRate && in.Idle[l.flow] && !notified:
		out.Stat.Frees = true
		l.active = false
		m.of[l.flow] = -1
	case m.cycle >= l.due:
		l.time = true
	}
	if l.active && l.Crate == lineRate && in.Idle[l.flow] && notified && !unsettled && !l.waits() {
		m.Events.FreeHeldByCNM = true
	}
	return false
}

// lose marks a CNM that is ignored.
func (m *RP) lose(arrives cnmEvent, out *RPOut) {
	out.Stat.Reacts, out.Stat.CNMFlow, out.Stat.Lost = true, arrives.flow, true
}

// settle is a cycle between visits: the end of an update, or else the account of a
// frame.
func (m *RP) settle(out *RPOut) {
	if len(m.pipe) > 0 && m.pipe[0].leaves == m.cycle {
		u := m.pipe[0]
		m.pipe = m.pipe[1:]
		l := &m.limiters[u.limiter]
		l.RateLimiter, l.busy = u.RateLimiter, false
		if u.load {
			l.left = u.bytes
		}
		if u.restart {
			l.due = m.cycle + u.cycles
		}
		out.UpdateValid, out.UpdateFlow = true, l.flow
		out.UpdateCrate, out.UpdateTrate, out.UpdateBytes, out.UpdateTimes = l.Crate, l.Trate, l.Bytes, l.Times
		m.Events.FrameWaitsForUpdate = m.sent != nil
		return
	}
	// A frame is there since the cycle before at least, and its limiter is not visited
	// just before or next.
	if m.sent == nil || m.sent.since == m.cycle {
		return
	}
	row := m.cycle / 2 % m.rows()
	if m.sent.limiter == row || m.sent.limiter == (row+1)%m.rows() {
		m.Events.FrameWaitsForVisit = true
		return
	}
	l := &m.limiters[m.sent.limiter]
	l.tokens -= m.sent.cost << 14
	l.left -= m.sent.length
	m.Events.Debt = l.tokens < 0
	if l.left < 0 {
		l.bytes = true
		m.Events.ByteStage = true
	}
	m.sent = nil
}

// react works in a CNM that takes effect.
func (m *RP) react(c cnmEvent, out *RPOut) {
	if !c.valid || out.Stat.Lost {
		return
	}
	out.Stat.Reacts, out.Stat.CNMFlow = true, c.flow
	if i := m.of[c.flow]; i >= 0 {
		l := &m.limiters[i]
		if l.cnm {
			out.Stat.Lost = true
			return
		}
		m.Events.Second = l.busy
		l.cnm, l.feedback = true, c.feedback
		return
	}
	if m.p.StartQOff == 1 && !c.congested {
		return
	}
	for i := range m.limiters {
		l := &m.limiters[i]
		if l.active || out.Stat.Frees && m.cycle/2%m.rows() == i || m.freed == i {
			continue // one that becomes free in this cycle, or did in the one before, is not free yet
		}
		*l = rpLimiter{active: true, fresh: true, flow: c.flow, cnm: true, feedback: c.feedback}
		m.of[c.flow] = i
		out.Stat.Starts = true
		return
	}
	out.Stat.NoFree = true
}
