package golden

// ArbiterIn are the inputs of the output credit arbiter.
type ArbiterIn struct {
	ReqValid          bool
	ReqNode, ReqCount int
	Released          int
	Arrived           bool
	Tick, Reserve     bool
	GrantRate         int
}

// ArbiterOut are its outputs.
type ArbiterOut struct {
	GntValid bool
	GntNode  int  `valid:"GntValid"`
	GntCount int  `valid:"GntValid"`
	Refused  bool // a request is ignored
	StatOc   int
	StatFc   int
	Ready    bool
}

// timeRange is where virtual times wrap around.
const timeRange = 1 << 17

// before compares virtual times.
func before(a, b int) bool { return (a-b+timeRange)%timeRange >= timeRange/2 }

// entrant is a request on its way through the tournament.
type entrant struct {
	valid bool
	time  int
	node  int
}

// Arbiter is the output credit arbiter.
type Arbiter struct {
	starting
	p       Params
	pending []int // segments asked for
	time    []int // virtual time of each adapter
	now     int
	scan    int
	rounds  [][]entrant // what each round of the tournament has found, the final last
	oc, fc  int
	timer   int // 1/16 segments
	grant   ArbiterOut
}

// NewArbiter makes the unit.
func NewArbiter(p Params) *Arbiter {
	a := &Arbiter{starting: starting{p.Nodes}, p: p, pending: make([]int, p.Nodes), time: make([]int, p.Nodes),
		oc: p.BReasm, fc: p.FcInit}
	for n := p.Nodes / 2; n > 0; n /= 2 {
		a.rounds = append(a.rounds, make([]entrant, n))
	}
	return a
}

// fcMask cuts the two's complement of fc to the width of its port.
func (p Params) fcMask() int {
	width := 1
	for 1<<width <= max(p.FcInit, p.BReasm) {
		width++
	}
	return 1<<(width+1) - 1
}

// Step is one clock cycle.
func (a *Arbiter) Step(in ArbiterIn) ArbiterOut {
	out := a.grant
	out.StatOc, out.StatFc, out.Ready = a.oc, a.fc&a.p.fcMask(), a.ready()
	if in.Tick && a.timer > 0 {
		a.timer -= in.GrantRate
	}
	final := a.rounds[len(a.rounds)-1][0]
	fire := final.valid && a.timer <= 0 && a.oc >= a.p.G && (!in.Reserve || a.fc >= a.p.G)
	a.play(fire, final.node)
	was := make([]bool, a.p.Nodes)
	for i, n := range a.pending {
		was[i] = n > 0
	}
	now, waiting := a.now, a.pending[in.ReqNode]
	a.oc += in.Released
	if in.Arrived {
		a.fc++
	}
	a.grant = ArbiterOut{GntValid: fire}
	if fire {
		size := a.pending[final.node]
		a.grant.GntNode, a.grant.GntCount = final.node, size
		a.pending[final.node] = 0
		if !was[a.scan] {
			a.catchUp(a.scan, now)
		}
		a.scan = (a.scan + 1) % a.p.Nodes
		a.now = final.time
		a.time[final.node] = (final.time + size) % timeRange
		a.oc -= size
		a.fc -= size
		a.timer += 16 * size
	}
	if a.grant.Refused = in.ReqValid && !a.p.fits(waiting, in.ReqCount); in.ReqValid && !a.grant.Refused {
		if !was[in.ReqNode] {
			a.catchUp(in.ReqNode, now)
		}
		a.pending[in.ReqNode] += in.ReqCount
	}
	a.step()
	return out
}

// fits reports whether a request is taken: it is for something, and for no more than G with the
// segments that wait.
func (p Params) fits(waiting, count int) bool { return count > 0 && waiting+count <= p.G }

// catchUp moves a time that lies behind now up to it.
func (a *Arbiter) catchUp(node int, now int) {
	if before(a.time[node], now) {
		a.time[node] = now
	}
}

// play is the edge of the tournament: every round takes the winners of the one
// before, less the one that is granted in this cycle.
func (a *Arbiter) play(fire bool, granted int) {
	for k := len(a.rounds) - 1; k >= 0; k-- {
		for i := range a.rounds[k] {
			left, right := a.entrant(k-1, 2*i), a.entrant(k-1, 2*i+1)
			left.valid = left.valid && !(fire && left.node == granted)
			right.valid = right.valid && !(fire && right.node == granted)
			a.rounds[k][i] = left
			if right.valid && (!left.valid || before(right.time, left.time)) {
				a.rounds[k][i] = right
			}
		}
	}
}

func (a *Arbiter) entrant(round, i int) entrant {
	if round < 0 {
		return entrant{a.pending[i] > 0, a.time[i], i}
	}
	return a.rounds[round][i]
}
