package golden

import (
	"math/big"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// Beat is a beat on a link.
type Beat struct {
	Valid, Head, Tail bool
	Word              qcn.Word
}

// ReceiverIn are the inputs of the receiving side of a port.
type ReceiverIn struct {
	RxValid, RxHead, RxTail bool
	RxData                  *big.Int
	Taken                   bool
}

// Rx is the beat on the pins.
func (in ReceiverIn) Rx() Beat {
	return Beat{in.RxValid, in.RxHead, in.RxTail, qcn.WordOf(in.RxData)}
}

// ReceiverOut are its outputs.
type ReceiverOut struct {
	OfferValid bool
	OfferCn    bool
	OfferWord  *big.Int `valid:"OfferValid"`
	OfferBeats int      `valid:"OfferValid"`
	Lost       bool
	Error      []bool
}

// Receiver is the receiving side of a port.
type Receiver struct {
	cns   int
	guard *Guard

	now   Stored // the frame that is coming in
	frame *Stored
	queue []qcn.Word // notifications

	lost bool
}

// NewReceiver makes the unit, in a network of that many hosts, with room for the given number
// of notifications.
func NewReceiver(hosts, cns int) *Receiver {
	return &Receiver{cns: cns, guard: NewGuard(hosts, false)}
}

// Offers is the frame or notification that is offered, and which of them it is.
func (r *Receiver) Offers() (s Stored, cn, ok bool) {
	if len(r.queue) > 0 {
		return Stored{Word: r.queue[0]}, true, true
	}
	if r.frame != nil {
		return *r.frame, false, true
	}
	return Stored{}, false, false
}

// Waiting reports whether a data frame waits.
func (r *Receiver) Waiting() bool { return r.frame != nil }

// Full reports whether as many notifications wait as there is room for.
func (r *Receiver) Full() bool { return len(r.queue) == r.cns }

// Step is one clock cycle.
func (r *Receiver) Step(in ReceiverIn) ReceiverOut {
	s, cn, ok := r.Offers()
	out := ReceiverOut{OfferValid: ok, OfferCn: cn, OfferWord: s.Word.Big(), OfferBeats: s.Beats, Lost: r.lost}
	guarded := r.guard.Step(GuardIn{RxValid: in.RxValid, RxHead: in.RxHead, RxTail: in.RxTail, RxData: in.RxData})
	out.Error = guarded.Error
	out.Error[NoRoom] = r.lost
	full := len(r.queue) == r.cns
	if in.Taken {
		if cn {
			r.queue = r.queue[1:]
		} else {
			r.frame = nil
		}
	}
	r.lost = false
	r.receive(in.Rx(), guarded, full)
	return out
}

// receive keeps what the guard lets through.
func (r *Receiver) receive(b Beat, guarded GuardOut, full bool) {
	switch {
	case guarded.Cn && full:
		r.lost = true
	case guarded.Cn:
		r.queue = append(r.queue, b.Word)
	case b.Valid && b.Head:
		r.now = Stored{Word: b.Word}
	case b.Valid:
		r.now.Beats++
	}
	if guarded.Whole {
		r.whole()
	}
}

// whole offers the frame that has come.
func (r *Receiver) whole() {
	if r.frame != nil {
		r.lost = true
		return
	}
	s := r.now
	r.frame = &s
}
