package golden

import (
	"math/big"
)

// EndParams are the parameters of link_end.
type EndParams struct {
	Slots, Credits, Messages, Drain, Period, Silence int
	Queue, Depth, RoundTrip, Tries, ErrorBits        int
}

// EndIn are its inputs.
type EndIn struct {
	SwitchIn
	LineRxValid bool
	LineRx      *big.Int
	Restart     bool
	LineClear   bool
}

// EndOut are its outputs, all of which are registers.
type EndOut struct {
	SwitchOut
	LineTxValid bool
	LineTx      *big.Int `valid:"LineTxValid"`
	Up          bool
	CameUp      bool
	WentDown    bool
	Error       []bool
	LineSeen    []bool
	LineCounts  []uint32
}

// NoQueue is the cause of an error of an end that a unit does not have, behind those of the unit.
const (
	NoQueue   = UnitCauses + iota
	EndCauses // how many there are
)

// waiting is a flit that may be taken from a cycle on.
type waiting struct {
	flit *big.Int
	from int
}

// End is one end of a link over a line that damages words.
type End struct {
	p      EndParams
	Unit   *Unit
	Replay *Replay

	now    int
	queue  []waiting  // for the line, the oldest first
	stage  []*big.Int // two flits at most, the first of which is offered to the line
	lost   bool       // a flit found the queue full in the cycle before
	come   []waiting  // from the line
	toUnit *big.Int   // for the unit in this cycle
	Given  bool       // a head went without its end in the last cycle, for cover points
}

// UnitFlitBits is the width of a flit, with or without a message.
func UnitFlitBits(messages bool) int {
	if messages {
		return 182
	}
	return 118
}

// NewEnd makes an end as it is after reset.
func NewEnd(p EndParams) *End {
	u := UnitParams{Slots: p.Slots, Credits: p.Credits, Messages: p.Messages, Drain: p.Drain, Period: p.Period,
		Silence: p.Silence}
	r := ReplayConfig{RoundTrip: p.RoundTrip, ErrorBits: p.ErrorBits, Tries: p.Tries,
		ReplayFormat: ReplayFormat{Width: UnitFlitBits(p.Messages > 0), Depth: p.Depth, Epoch: 8}}
	return &End{p: p, Unit: NewUnit(u), Replay: NewReplay(r)}
}

// Registered are the outputs of this cycle.
func (e *End) Registered() EndOut {
	u, r := e.Unit.Registered(), e.Replay.Registered()
	return EndOut{
		SwitchOut: u.SwitchOut, LineTxValid: r.LineTxValid, LineTx: r.LineTx, Up: u.Up, CameUp: u.CameUp,
		WentDown: u.WentDown,
		Error:    append(append([]bool{}, u.Error...), e.lost), LineSeen: r.ErrSeen, LineCounts: r.ErrCounts,
	}
}

// Waiting is the number of flits that wait for the line.
func (e *End) Waiting() int { return len(e.queue) }

// Held is the number of flits that wait at the receiving end.
func (e *End) Held() int { return len(e.come) }

// Params are the parameters that it was made with.
func (e *End) Params() EndParams { return e.p }

// Step is one clock cycle.
func (e *End) Step(in EndIn) EndOut {
	out, u, r := e.Registered(), e.Unit.Registered(), e.Replay.Registered()
	var offered *big.Int
	if len(e.stage) > 0 {
		offered = e.stage[0]
	}
	full, room := len(e.queue) == e.p.Queue, len(e.stage) < 2
	if offered != nil && (r.FlitTxReady || !r.LineUp) {
		e.stage = e.stage[1:]
	}
	if room && len(e.queue) > 0 && e.queue[0].from <= e.now {
		e.stage = append(e.stage, e.queue[0].flit)
		e.queue = e.queue[1:]
	}
	if u.FlitTxValid && !full {
		latency := 1
		if e.p.Queue > 32 {
			latency = 2 // a block RAM
		}
		e.queue = append(e.queue, waiting{u.FlitTx, e.now + latency})
	}
	e.lost = u.FlitTxValid && full
	e.Unit.Step(UnitIn{SwitchIn: in.SwitchIn, FlitRxValid: e.toUnit != nil, FlitRx: e.toUnit, LineUp: r.LineUp,
		Restart: in.Restart})
	e.Replay.Step(ReplayIn{FlitTxValid: offered != nil, FlitTx: offered, LineRestart: u.LineRestart,
		LineRxValid: in.LineRxValid, LineRx: in.LineRx, ErrClear: in.LineClear})
	e.toUnit = e.gather(r)
	e.now++
	return out
}

// gather takes a flit from the line, and gives the one that goes to the unit: the oldest, unless it is the head of a
// packet whose end has not come, and fewer than 16 flits are there.
func (e *End) gather(r ReplayOut) (goes *big.Int) {
	e.Given = false
	if len(e.come) > 0 {
		ended := e.endOfFirst()
		if e.Given = !ended && len(e.come) >= 16; ended || e.Given {
			goes = e.come[0].flit
			e.come = e.come[1:]
		}
	}
	if r.FlitRxValid {
		e.come = append(e.come, waiting{r.FlitRx, e.now + 1})
	}
	return goes
}

// endOfFirst reports whether the oldest flit is not the head of a packet without its end: the flits behind it are its
// next beats, and none of them is the last.
func (e *End) endOfFirst() bool {
	for i, w := range e.come {
		b := UnitFlitOf(w.flit, e.p.Messages > 0, 0).Beat
		switch {
		case i == 0 && !(b.Valid && b.Sop), i > 0 && (!b.Valid || b.Sop), b.Eop:
			return true
		}
	}
	return false
}
