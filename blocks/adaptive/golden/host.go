package golden

import (
	"math/big"
	"math/bits"
	"slices"

	link "culprit.example/culprit/blocks/link/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// HostParams are the parameters of a host and its parts.
type HostParams struct {
	Hosts, Queue, ByteCounter, Timer, Blockable, ErrorBits int
}

// reaction are the parameters of the adapter.
func (p HostParams) reaction() qcn.ReactionParams {
	limiters := 8
	for limiters < p.Hosts {
		limiters *= 2
	}
	return qcn.ReactionParams{
		Flows: p.Hosts, Limiters: limiters, Prios: 1, Queue: p.Queue, PerDest: 1, WholeBeats: 1, ReactionTime: 1,
		ByteCounter: p.ByteCounter, Timer: p.Timer, RAI: 524, RHAI: 5243, MinRate: 10, EFR: 1, TRR: 1,
	}
}

// ResequencerIn are the inputs of the resequencer.
type ResequencerIn struct {
	ArrivalValid bool
	ArrivalSrc   int
	ArrivalSeq   int
	ArrivalStamp uint32
}

// ResequencerOut are its outputs.
type ResequencerOut struct {
	Ready     bool
	Held      int
	Delivered bool
	Reordered bool
	GivenUp   bool
	Late      bool
	Lost      bool
}

// Resequencer brings the frames of each source into order again.
type Resequencer struct {
	sweep    int // cycles until it is ready
	waiting  []stamped
	expected []int
	here     map[numbered]bool
	chain    int       // source whose next frame may be here, -1: none
	looked   *stamped  // frame that is decided on in this cycle
	chained  bool      // it is the one behind a frame that was delivered
	far      numbered  // a frame that is too far ahead
	forced   int       // numbers that have to leave the window for it
	given    []int     // of each source: frames given up that have not come
	last     []*uint32 // of each source: when the last frame that came in order was made

	now ResequencerOut
}

// numbered is a frame of a source, stamped says when it was made, too.
type numbered struct{ src, seq int }
type stamped struct {
	numbered
	made uint32
}

const (
	window        = 256
	sequence      = 1 << 16
	arrivalsDepth = 32
)

// NewResequencer makes the unit.
func NewResequencer(hosts int) *Resequencer {
	return &Resequencer{sweep: hosts * window, expected: make([]int, hosts), given: make([]int, hosts),
		last: make([]*uint32, hosts), here: map[numbered]bool{}, chain: -1}
}

// Expected is the next number of a source, for stimulus.
func (r *Resequencer) Expected(src int) int { return r.expected[src] }

// Ready reports whether frames may come.
func (r *Resequencer) Ready() bool { return r.now.Ready }

// Step is one clock cycle.
func (r *Resequencer) Step(in ResequencerIn) ResequencerOut {
	out := r.now
	full := len(r.waiting) == arrivalsDepth
	r.now = ResequencerOut{Ready: r.sweep == 1 || out.Ready, Held: r.now.Held}
	r.sweep = max(0, r.sweep-1)
	switch {
	case r.looked != nil:
		r.decide(*r.looked)
		r.looked = nil
	case r.chain >= 0:
		r.looked, r.chained = &stamped{numbered: numbered{r.chain, r.expected[r.chain]}}, true
		r.chain = -1
	case len(r.waiting) > 0:
		r.looked, r.chained = &r.waiting[0], false
		r.waiting = r.waiting[1:]
	}
	if in.ArrivalValid {
		if full {
			r.now.Lost = true
		} else {
			r.waiting = append(r.waiting, stamped{numbered{in.ArrivalSrc, in.ArrivalSeq}, in.ArrivalStamp})
		}
	}
	return out
}

// decide delivers, holds or loses a frame.
func (r *Resequencer) decide(s stamped) {
	f := s.numbered
	if !r.chained {
		r.take(f, s.made)
		return
	}
	switch {
	case r.here[f]:
		delete(r.here, f)
		r.now.Held--
		r.deliver(f.src)
	case r.forced > 0:
		r.pass(f.src)
		r.given[f.src]++
		r.now.GivenUp = true
	}
	if r.forced > 0 {
		if r.forced--; r.forced == 0 {
			r.hold(r.far)
		}
	}
}

// deliver lets the next frame of a source go. The one behind it may be here.
func (r *Resequencer) deliver(source int) {
	r.now.Delivered = true
	r.pass(source)
}

// pass goes on to the next number.
func (r *Resequencer) pass(source int) {
	r.expected[source] = (r.expected[source] + 1) % sequence
	r.chain = source
}

// hold keeps a frame until it is the next one.
func (r *Resequencer) hold(f numbered) {
	r.here[f] = true
	r.now.Held++
	r.now.Reordered = true
}

// take looks at a frame that has come.
func (r *Resequencer) take(f numbered, made uint32) {
	ahead := (f.seq - r.expected[f.src] + sequence) % sequence
	before := r.given[f.src] > 0 && r.last[f.src] != nil && int32(made-*r.last[f.src]) < 0 // one that is delivered
	switch {
	case ahead == 0 && !before:
		r.last[f.src] = &made
		r.deliver(f.src)
	case (before || ahead >= sequence/2) && r.given[f.src] > 0:
		r.given[f.src]--
		r.now.Late = true
	case ahead >= sequence/2 || r.here[f]:
		r.now.Lost = true
	case ahead >= window:
		r.far, r.forced, r.chain = f, ahead-window+1, f.src
	default:
		r.hold(f)
	}
}

// TrafficIn are the inputs of the traffic.
type TrafficIn struct {
	Node       int
	Load       bool
	Seed       uint32
	Turn       bool
	Rate       int
	FixedOn    bool
	FixedDst   int
	OfferTaken bool
}

// TrafficOut are its outputs.
type TrafficOut struct {
	OfferValid bool
	OfferFlow  int `valid:"OfferValid"`
}

// Traffic makes the frames of a host.
type Traffic struct {
	hosts int
	draw  Draw
	now   TrafficOut
}

// NewTraffic makes the unit.
func NewTraffic(hosts int) *Traffic { return &Traffic{hosts: hosts, draw: *NewDraw()} }

// Offer is the frame that is offered.
func (t *Traffic) Offer() TrafficOut { return t.now }

// Step is one clock cycle.
func (t *Traffic) Step(in TrafficIn) TrafficOut {
	out := t.now
	if in.OfferTaken {
		t.now.OfferValid = false
	}
	s := t.draw.state
	if in.Turn && int(s&0xffff) < in.Rate {
		dst := int(s>>16) * (t.hosts - 1) >> 16
		if dst >= in.Node {
			dst++
		}
		if in.FixedOn {
			dst = in.FixedDst
		}
		t.now = TrafficOut{true, dst}
	}
	switch {
	case in.Load:
		t.draw.state = in.Seed
	case in.Turn:
		for range 31 {
			t.draw.shift()
		}
	}
	return out
}

// HostIn are the inputs of a host.
type HostIn struct {
	Node                    int
	Seed                    uint32
	Load                    bool
	Now                     uint32
	Turn                    bool
	Rate                    int
	FixedOn                 bool
	FixedDst                int
	Block                   bool `port:",optional"`
	Measure, Sample         bool
	RxValid, RxHead, RxTail bool
	RxData                  *big.Int
	ReadAddress             int
	ErrClear                bool
}

// HostOut are its outputs.
type HostOut struct {
	Ready                   bool
	TxValid, TxHead, TxTail bool
	TxData                  *big.Int `valid:"TxValid"`
	ReadData                uint64
	ErrSeen                 int      // bits of causes
	ErrCounts               []uint32 // a lane per cause
	Error                   bool
}

// Host is an end of the network.
type Host struct {
	p       HostParams
	adapter *qcn.Adapter
	obey    *qcn.PauseRx
	pause   *qcn.Pause // says STOP while the host takes no frames
	after   int        // frames that have come since then
	reseq   *Resequencer
	traffic *Traffic

	guard   *Guard
	first   qcn.Frame
	arrived *qcn.Frame // a whole frame, a cycle ago
	errors  *link.Errors

	frames  []uint64
	totals  [13]uint64
	peak    int
	address int
	shown   uint64
	failed  bool
	events  HostEvents
}

// HostEvents are what happened in a cycle, for stimulus.
type HostEvents struct{ Received, Reordered, Reacts, Refused, Overflows bool }

// Events are those of the last cycle.
func (h *Host) Events() HostEvents { return h.events }

// NewHost makes a host.
func NewHost(p HostParams) *Host {
	return &Host{
		p: p, adapter: qcn.NewAdapter(p.reaction()), obey: qcn.NewPauseRx(1),
		pause: qcn.NewPause(qcn.PauseParams{Prios: 1, Units: 2, QHigh: 1, Quanta: 65535, Refresh: 1 << 15}),
		reseq: NewResequencer(p.Hosts), traffic: NewTraffic(p.Hosts), frames: make([]uint64, p.Hosts),
		guard: NewGuard(p.Hosts, true), errors: link.NewErrors(Causes, p.ErrorBits),
	}
}

// Ready reports whether frames may come.
func (h *Host) Ready() bool { return h.reseq.Ready() }

// Step is one clock cycle.
func (h *Host) Step(in HostIn) HostOut {
	offer := h.traffic.Offer()
	a := qcn.AdapterIn{Seed: in.Seed, Node: in.Node, Now: in.Now, OfferValid: offer.OfferValid, OfferFlow: offer.OfferFlow}
	for d := range h.p.Hosts {
		a.FlowDst, a.FlowPrio, a.FlowLength = append(a.FlowDst, d), append(a.FlowPrio, 0), append(a.FlowLength, 1500)
	}
	a.Paused = h.obey.Step(qcn.PauseRxIn{RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail,
		RxData: in.RxData}).Paused
	a.Paused[0] = a.Paused[0] || h.pause.Sends() != nil
	guarded := h.guard.Step(GuardIn{in.RxValid, in.RxHead, in.RxTail, in.RxData, in.Node, h.reseq.Ready()})
	a.Rx = qcn.Beat{Valid: guarded.Cn, Head: in.RxHead, Tail: in.RxTail, Data: in.RxData}
	tx := h.Tx()
	units := 0
	if in.Block && h.p.Blockable == 1 {
		units = 1
	}
	h.pause.Step(qcn.PauseIn{Enable: true, Port: in.Node, Occupancy: []int{units},
		TxReady: h.pause.Sends() != nil && !h.adapter.Tx().Valid})
	sent := h.adapter.Step(a)
	taken := offer.OfferValid && sent.OfferReady[offer.OfferFlow]
	h.traffic.Step(TrafficIn{in.Node, in.Load, in.Seed, in.Turn, in.Rate, in.FixedOn, in.FixedDst, taken})

	r := ResequencerIn{}
	h.arrived = nil
	if guarded.Whole {
		f := h.first
		h.arrived = &f
		r = ResequencerIn{true, f.Src, f.Seq, f.Stamp}
	}
	order := h.reseq.Step(r)
	out := HostOut{Ready: order.Ready, TxValid: tx.Valid, TxHead: tx.Head, TxTail: tx.Tail, TxData: tx.Word.Big(),
		ReadData: h.shown, Error: h.failed}
	h.events = HostEvents{h.arrived != nil, order.Reordered, sent.Stat.Reacts, sent.Stat.Refused, false}
	h.read(in)
	h.count(in, taken, sent.Stat, order)
	h.overflow(in)
	errors := guarded.Error
	errors[NoRoute] = errors[NoRoute] || sent.Stat.Unknown
	errors[NoRoom] = errors[NoRoom] || order.Lost || h.events.Overflows
	out.ErrCounts = make([]uint32, Causes)
	out.ErrSeen = tallied(h.errors, errors, in.ErrClear, out.ErrCounts)
	h.failed = h.failed || slices.Contains(errors, true) || sent.Stat.NoFree
	if in.RxValid && in.RxHead {
		h.first = qcn.FrameOf(qcn.WordOf(in.RxData))
	}
	return out
}

// overflow counts the frames that come to a host that takes none: there is room for four.
func (h *Host) overflow(in HostIn) {
	switch {
	case h.p.Blockable == 0 || !in.Block:
		h.after = 0
	case h.arrived != nil:
		h.after++
		h.events.Overflows = h.after > 4
	}
}

// read is the pipeline of the counter readback.
func (h *Host) read(in HostIn) {
	switch a := h.address; {
	case a >= 64 && a < 64+len(h.totals):
		h.shown = h.totals[a-64]
	default:
		h.shown = 0
		if i := a % (1 << bits.Len(uint(h.p.Hosts-1))); i < h.p.Hosts {
			h.shown = h.frames[i]
		}
	}
	h.address = in.ReadAddress
}

// count keeps the counters: latency_sum, latency_max, reordered, held_sum, held_max,
// episodes, peak_sum, made, refused, cns, samples.
func (h *Host) count(in HostIn, made bool, stat qcn.AdapterStat, order ResequencerOut) {
	ends := order.Held == 0 && h.peak > 0
	peak := uint64(h.peak)
	if ends {
		h.peak = 0
	} else {
		h.peak = max(h.peak, order.Held)
	}
	if !in.Measure {
		return
	}
	t := &h.totals
	add := func(i int, when bool, by uint64) {
		if when {
			t[i] += by
		}
	}
	if f := h.arrived; f != nil {
		latency := uint64(in.Now - f.Stamp)
		t[0] += latency
		t[1] = max(t[1], latency)
		h.frames[f.Src]++
	}
	add(2, order.Reordered, 1)
	add(3, in.Sample, uint64(order.Held))
	t[4] = max(t[4], uint64(order.Held))
	add(5, ends, 1)
	add(6, ends, peak)
	add(7, made, 1)
	add(8, stat.Refused, 1)
	add(9, stat.Reacts, 1)
	add(10, in.Sample, 1)
	add(11, order.GivenUp, 1)
	add(12, order.Late, 1)
}
