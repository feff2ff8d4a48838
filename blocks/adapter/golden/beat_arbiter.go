package golden

// The kinds of operations of the arbiter in beat mode, in the order of their turns.
const (
	grantOne = iota
	scanOne
	activateOne
)

// The cycles of an operation.
const (
	stepChoose = iota
	stepRead
	stepFetch
	stepMeasure
	stepSettle
	stepLeaf
)

// BeatArbiter is the output credit arbiter in beat mode.
type BeatArbiter struct {
	starting
	p            Params
	cycle        int
	pending      []int  // segments asked for
	contends     []bool // the adapter takes part in the tournament
	time         []int  // virtual time of each adapter
	now          int
	scan         int
	due          bool         // a scan
	asking       [2]ArbiterIn // requests of the last two cycles, the older one first
	queue        []activation
	oc, fc       int
	timer        int // 1/16 segments
	allowed      bool
	grantedAt    int // cycle in which the last grant was chosen
	step         int
	last         int // kind of the present operation, or the one before
	node         int
	size         int
	next         int // new time of node
	contendsNext bool
	winner       int // of the tournament, -1 without one
	climbing     []climbing
	grant        ArbiterOut
}

// activation is an adapter with a new request.
type activation struct{ node, from int }

// climbing is a winner that will be known in a cycle.
type climbing struct{ winner, from int }

// NewBeatArbiter makes the unit.
func NewBeatArbiter(p Params) *BeatArbiter {
	return &BeatArbiter{
		starting: starting{p.Nodes}, p: p, pending: make([]int, p.Nodes), contends: make([]bool, p.Nodes),
		time: make([]int, p.Nodes),
		oc:   p.BReasm, fc: p.FcInit, grantedAt: -1000, last: activateOne, winner: -1,
	}
}

// restCycles is the shortest distance of two grants.
const restCycles = 18

// rounds are the rounds of the tournament.
func (a *BeatArbiter) rounds() int {
	k := 0
	for 1<<k < a.p.Nodes {
		k++
	}
	return k
}

// Step is one clock cycle.
func (a *BeatArbiter) Step(in ArbiterIn) ArbiterOut {
	out := a.grant
	out.StatOc, out.StatFc, out.Ready = a.oc, a.fc&a.p.fcMask(), a.ready()
	a.grant = ArbiterOut{}
	for len(a.climbing) > 0 && a.climbing[0].from <= a.cycle {
		a.winner, a.climbing = a.climbing[0].winner, a.climbing[1:]
	}
	allowed := a.allowed
	a.allowed = a.timer <= 0 && a.oc >= a.p.G && (!in.Reserve || a.fc >= a.p.G)
	if in.Tick && a.timer > 0 {
		a.timer -= in.GrantRate
	}
	refused := false
	if due := a.asking[0]; due.ReqValid {
		if refused = !a.p.fits(a.pending[due.ReqNode], due.ReqCount); !refused {
			a.request(due.ReqNode, due.ReqCount)
		}
	}
	a.asking[0], a.asking[1] = a.asking[1], in
	a.operate(allowed)
	a.grant.Refused = refused
	a.oc += in.Released
	if in.Arrived {
		a.fc++
	}
	a.starting.step()
	a.cycle++
	return out
}

// request enters a request. A new one waits for its activation.
func (a *BeatArbiter) request(node, count int) {
	if a.pending[node] == 0 {
		delay := 3
		if a.p.Nodes > 32 {
			delay = 4
		}
		a.queue = append(a.queue, activation{node, a.cycle + delay})
	}
	a.pending[node] += count
}

// operate is a cycle of the present operation.
func (a *BeatArbiter) operate(allowed bool) {
	switch a.step {
	case stepChoose:
		if a.choose(allowed) {
			a.step = stepRead
		}
		return
	case stepRead:
		a.size, a.next, a.contendsNext = a.pending[a.node], a.time[a.node], a.contends[a.node]
	case stepSettle:
		a.settle()
	case stepLeaf:
		a.contends[a.node], a.time[a.node] = a.contendsNext, a.next
		a.climbing = append(a.climbing, climbing{a.first(), a.cycle + 1 + a.rounds()})
		a.step = stepChoose
		return
	}
	a.step++
}

// choose begins an operation, if one is wanted.
func (a *BeatArbiter) choose(allowed bool) bool {
	for k := 1; k <= 3; k++ {
		switch kind := (a.last + k) % 3; {
		case kind == grantOne && allowed && a.winner >= 0 && a.cycle >= a.grantedAt+restCycles:
			a.node, a.grantedAt = a.winner, a.cycle
		case kind == scanOne && a.due:
			a.node = a.scan
		case kind == activateOne && len(a.queue) > 0 && a.queue[0].from <= a.cycle:
			a.node, a.queue = a.queue[0].node, a.queue[1:]
		default:
			continue
		}
		a.last = (a.last + k) % 3
		return true
	}
	return false
}

func (a *BeatArbiter) settle() {
	if a.last == grantOne {
		a.pending[a.node] -= a.size
		a.contendsNext = a.pending[a.node] > 0
		a.now = a.next
		a.next = (a.next + a.size) % timeRange
		a.oc -= a.size
		a.fc -= a.size
		a.timer += 16 * a.size
		a.due = true
		a.grant = ArbiterOut{GntValid: true, GntNode: a.node, GntCount: a.size}
		return
	}
	if before(a.next, a.now) {
		a.next = a.now
	}
	if a.last == scanOne {
		a.due, a.scan = false, (a.scan+1)%a.p.Nodes
	} else {
		a.contendsNext = true
	}
}

// first is the adapter that contends with the earliest time, the lower one of equals,
// or -1.
func (a *BeatArbiter) first() int {
	best := -1
	for i, in := range a.contends {
		if in && (best < 0 || before(a.time[i], a.time[best])) {
			best = i
		}
	}
	return best
}
