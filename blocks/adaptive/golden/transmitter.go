package golden

import (
	"math/big"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// TransmitterIn are the inputs of the sending side of a port.
type TransmitterIn struct {
	PauseValid bool
	PauseData  *big.Int
	Paused     bool
	CnValid    bool
	CnWord     *big.Int
	Fetched    bool
	FrameWord  *big.Int
	FrameBeats int
	FrameSlot  int
	Taken      bool
}

// TransmitterOut are its outputs.
type TransmitterOut struct {
	PauseReady bool
	Want       bool
	DoneValid  bool
	DoneSlot   int `valid:"DoneValid"`
	DoneLength int `valid:"DoneValid"`
	TxValid    bool
	TxHead     bool
	TxTail     bool
	TxData     *big.Int `valid:"TxValid"`
	Overrun    bool
}

// Transmitter is the sending side of a port.
type Transmitter struct {
	cns   int
	queue []qcn.Word // notifications

	next *outgoing // fetched
	now  *outgoing // its beats are sent
	left int       // beats of it
	done *outgoing

	tx      Beat
	data    bool // the last first beat that the pins show, or showed, is of a data frame
	starts  bool // the same of the next beat
	overrun bool
}

type outgoing struct {
	Stored
	slot int
}

// NewTransmitter makes the unit, with room for the given number of notifications.
func NewTransmitter(cns int) *Transmitter { return &Transmitter{cns: cns} }

// Wants reports whether the next frame is wanted.
func (t *Transmitter) Wants() bool { return t.next == nil }

// Done reports whether a frame has left that is not taken back.
func (t *Transmitter) Done() bool { return t.done != nil }

// DoneFrame is the slot and the length of the frame that has left.
func (t *Transmitter) DoneFrame() (slot, length int) {
	if t.done == nil {
		return 0, 0
	}
	return t.done.slot, qcn.FrameOf(t.done.Word).Length
}

// CNs is the number of notifications that wait, for stimulus.
func (t *Transmitter) CNs() int { return len(t.queue) }

// SentFrame reports whether the last beat that left was of a data frame, for stimulus.
func (t *Transmitter) SentFrame() bool { return t.data }

// Begins reports whether a frame has just begun, for stimulus.
func (t *Transmitter) Begins() bool { return t.now != nil && t.left == t.now.Beats }

// Tx is the beat that the registers to the link hold.
func (t *Transmitter) Tx() Beat { return t.tx }

// Step is one clock cycle.
func (t *Transmitter) Step(in TransmitterIn) TransmitterOut {
	out := TransmitterOut{
		PauseReady: in.PauseValid && t.now == nil, Want: t.next == nil, DoneValid: t.done != nil,
		TxValid: t.tx.Valid, TxHead: t.tx.Head, TxTail: t.tx.Tail, TxData: t.tx.Word.Big(), Overrun: t.overrun,
	}
	if t.done != nil {
		out.DoneSlot, out.DoneLength = t.done.slot, qcn.FrameOf(t.done.Word).Length
	}
	if t.tx.Head {
		t.data = t.starts
	}
	full := len(t.queue) == t.cns
	blocked := in.Paused || t.done != nil && !in.Taken
	if in.Taken {
		t.done = nil
	}
	t.send(in, blocked)
	if in.Fetched {
		t.next = &outgoing{Stored{qcn.WordOf(in.FrameWord), in.FrameBeats}, in.FrameSlot}
	}
	t.overrun = in.CnValid && full
	if in.CnValid && !full {
		t.queue = append(t.queue, qcn.WordOf(in.CnWord))
	}
	return out
}

// send decides on the beat of this cycle.
func (t *Transmitter) send(in TransmitterIn, blocked bool) {
	t.tx, t.starts = Beat{}, false
	switch {
	case t.now != nil:
		t.left--
		t.tx = Beat{Valid: true, Tail: t.left == 0}
	case in.PauseValid:
		t.tx = Beat{true, true, true, qcn.WordOf(in.PauseData)}
	case len(t.queue) > 0:
		t.tx = Beat{true, true, true, t.queue[0]}
		t.queue = t.queue[1:]
	case t.next != nil && !blocked:
		t.now, t.next = t.next, nil
		t.left = t.now.Beats
		t.starts = true
		t.tx = Beat{true, true, t.left == 0, t.now.Word}
	}
	if t.now != nil && t.left == 0 {
		t.done, t.now = t.now, nil
	}
}
