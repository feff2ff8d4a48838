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
}

// Receiver is the receiving side of a port.
type Receiver struct {
	cns int

	open  bool
	now   Stored // the frame that is coming in
	frame *Stored
	queue []qcn.Word // notifications

	lost bool
}

// NewReceiver makes the unit, with room for the given number of notifications.
func NewReceiver(cns int) *Receiver { return &Receiver{cns: cns} }

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
	full := len(r.queue) == r.cns
	if in.Taken {
		if cn {
			r.queue = r.queue[1:]
		} else {
			r.frame = nil
		}
	}
	r.lost = false
	r.receive(in.Rx(), full)
	return out
}

func (r *Receiver) receive(b Beat, full bool) {
	switch {
	case !b.Valid:
	case b.Head:
		r.open = false
		switch qcn.FrameOf(b.Word).Kind {
		case qcn.KindData:
			r.now, r.open = Stored{Word: b.Word}, !b.Tail
			if b.Tail {
				r.whole()
			}
		case qcn.KindCNM:
			if full {
				r.lost = true
			} else {
				r.queue = append(r.queue, b.Word)
			}
		}
	case r.open:
		r.now.Beats++
		if b.Tail {
			r.open = false
			r.whole()
		}
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
