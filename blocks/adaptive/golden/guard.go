package golden

import (
	"math/big"

	link "culprit.example/culprit/blocks/link/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// Causes of errors at a port.
const (
	NoHead = iota
	Cut
	Long
	NoRoute
	NoSource
	BadLength
	NoKind
	NoRoom
	Causes
)

// CauseNames are the names of the causes.
var CauseNames = [Causes]string{"no_head", "cut", "long", "no_route", "no_source", "bad_length", "no_kind", "no_room"}

// GuardIn are the inputs of the guard of a link.
type GuardIn struct {
	RxValid, RxHead, RxTail bool
	RxData                  *big.Int
	Node                    int  `port:",optional"`
	Ready                   bool `port:",optional"`
}

// GuardOut are its outputs.
type GuardOut struct {
	Whole, Cn bool
	Error     []bool
}

// Guard tells whole frames from what breaks a rule.
type Guard struct {
	hosts  int
	atHost bool

	missing int  // beats that the frame still lacks
	counted bool // beats without a frame were counted
	ended   bool // a frame has become whole in the cycle before
	errors  [Causes]bool
}

// NewGuard makes the guard of a link to a switch, or to a host.
func NewGuard(hosts int, atHost bool) *Guard { return &Guard{hosts: hosts, atHost: atHost} }

// Open reports whether a frame has begun that lacks beats, for stimulus.
func (g *Guard) Open() bool { return g.missing > 0 }

// Step is one clock cycle.
func (g *Guard) Step(in GuardIn) GuardOut {
	out := GuardOut{Error: append([]bool(nil), g.errors[:]...)}
	g.errors = [Causes]bool{}
	switch {
	case !in.RxValid:
	case in.RxHead:
		g.errors[Cut] = g.missing > 0
		g.missing, g.counted = 0, false
		g.begin(in, &out)
	case g.missing > 0:
		g.missing--
		g.beat(in, &out)
	default:
		g.errors[NoHead] = !g.counted
		g.counted = !in.RxTail
	}
	if g.atHost {
		out.Whole, g.ended = g.ended, out.Whole
	}
	return out
}

// begin looks at the first beat of a frame.
func (g *Guard) begin(in GuardIn, out *GuardOut) {
	f := qcn.FrameOf(qcn.WordOf(in.RxData))
	reaches := f.Dst < g.hosts
	if g.atHost {
		reaches = f.Dst == in.Node
	}
	refuse := func(cause int) {
		g.errors[cause] = true
		g.counted = !in.RxTail
	}
	switch {
	case f.Kind > qcn.KindPause || f.Kind != qcn.KindData && !in.RxTail:
		refuse(NoKind)
	case f.Kind == qcn.KindPause:
	case !reaches || f.Kind == qcn.KindCNM && !g.atHost && f.FlowDst >= g.hosts:
		refuse(NoRoute)
	case f.Kind == qcn.KindCNM:
		out.Cn = true
	case f.Src >= g.hosts:
		refuse(NoSource)
	case f.Length < 1 || f.Length > 1500:
		refuse(BadLength)
	default:
		g.missing = (f.Length+63)/64 - 1
		g.beat(in, out)
	}
}

// beat is one of the frame that has begun: it is the last one if none is missing.
func (g *Guard) beat(in GuardIn, out *GuardOut) {
	switch {
	case in.RxTail && g.missing > 0:
		g.errors[Cut] = true
		g.missing = 0
	case in.RxTail:
		ready := !g.atHost || in.Ready
		out.Whole, g.errors[NoRoom] = ready, !ready
	case g.missing == 0:
		g.errors[Long] = true
		g.counted = true
	}
}

// tallied counts the errors of a port in a cycle. It returns the bits of the causes that were
// seen before, and puts their counters into counts.
func tallied(e *link.Errors, now []bool, clear bool, counts []uint32) (bits int) {
	shown := e.Step(link.ErrorsIn{Errors: now, Clear: clear})
	for c, seen := range shown.Seen {
		if seen {
			bits |= 1 << c
		}
	}
	copy(counts, shown.Counts)
	return bits
}
