package golden

import (
	"math/big"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// What goes wrong at a link unit, as bits of its errors.
const (
	Silent = iota
	PeerReset
	NotSeen
	LineDown
	Mismatch
	OtherEpoch
	Closed
	Stray
	Overrun
	Lost
	BadLimit
	Discarded
	UnitCauses
)

// UnitCauseNames are the causes of a unit's errors, by their bits.
var UnitCauseNames = []string{"silent", "peer_reset", "not_seen", "line_down", "mismatch", "other_epoch", "closed",
	"stray", "overrun", "lost", "bad_limit", "discarded"}

// Kinds of control in a flit.
const (
	NoControl = iota
	HelloControl
	LimitControl
)

// UnitFlit is what the wire between two units carries in a cycle.
type UnitFlit struct {
	Epoch, Kind, Seen uint8
	Sent, Value       uint16
	Beat              packet.Beat
	Msg               packet.Message
}

// Word is the flit as a number, with or without a message, with beats of data bits, 0 is 64.
func (f UnitFlit) Word(messages bool, data int) *big.Int {
	w := new(big.Int)
	put := func(bits uint, x uint64) { w.Or(w.Lsh(w, bits), new(big.Int).SetUint64(x)) }
	bit := func(b bool) {
		var x uint64
		if b {
			x = 1
		}
		put(1, x)
	}
	put(8, uint64(f.Epoch))
	put(2, uint64(f.Kind))
	put(8, uint64(f.Seen))
	put(16, uint64(f.Sent))
	put(16, uint64(f.Value))
	bit(f.Beat.Valid)
	bit(f.Beat.Sop)
	bit(f.Beat.Eop)
	bit(f.Beat.Bad)
	for i := max(data, 64)/64 - 1; i >= 0; i-- {
		put(64, f.Beat.Data[i])
	}
	if messages {
		bit(f.Msg.Valid)
		bit(f.Msg.Xoff)
		put(31, uint64(f.Msg.Name.Tp))
		put(31, uint64(f.Msg.Name.Mask))
	}
	return w
}

// UnitFlitOf is the flit with that number.
func UnitFlitOf(word *big.Int, messages bool, data int) (f UnitFlit) {
	w := new(big.Int)
	if word != nil {
		w.Set(word)
	}
	take := func(bits uint) uint64 { // from the bottom
		low := new(big.Int).And(w, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1)))
		w.Rsh(w, bits)
		return low.Uint64()
	}
	if messages {
		f.Msg.Name.Mask, f.Msg.Name.Tp = uint32(take(31)), uint32(take(31))
		f.Msg.Xoff, f.Msg.Valid = take(1) == 1, take(1) == 1
	}
	for i := range max(data, 64) / 64 {
		f.Beat.Data[i] = take(64)
	}
	f.Beat.Bad, f.Beat.Eop, f.Beat.Sop, f.Beat.Valid = take(1) == 1, take(1) == 1, take(1) == 1, take(1) == 1
	f.Value, f.Sent = uint16(take(16)), uint16(take(16))
	f.Seen, f.Kind, f.Epoch = uint8(take(8)), uint8(take(2)), uint8(take(8))
	return f
}

// UnitParams are the parameters of link_unit.
type UnitParams struct{ Slots, Credits, Messages, Drain, Period, Silence, Data int }

// SwitchIn is what the switch behind a unit gives it.
type SwitchIn struct {
	Tx         packet.Beat `port:"tx_,prefix"`
	RxCredit   bool
	RxMsgValid bool   `port:",optional"`
	RxMsgXoff  bool   `port:",optional"`
	RxMsgTp    uint32 `port:",optional"`
	RxMsgMask  uint32 `port:",optional"`
}

// SwitchOut is what it gets.
type SwitchOut struct {
	TxCredit   bool
	TxMsgValid bool        `port:",optional"`
	TxMsgXoff  bool        `port:",optional" valid:"TxMsgValid"`
	TxMsgTp    uint32      `port:",optional" valid:"TxMsgValid"`
	TxMsgMask  uint32      `port:",optional" valid:"TxMsgValid"`
	Rx         packet.Beat `port:"rx_,prefix"`
}

// UnitIn are its inputs.
type UnitIn struct {
	SwitchIn
	FlitRxValid bool
	FlitRx      *big.Int
	LineUp      bool
	Restart     bool
}

// UnitOut are its outputs, all of which are registers.
type UnitOut struct {
	SwitchOut
	FlitTxValid bool
	FlitTx      *big.Int `valid:"FlitTxValid"`
	LineRestart bool
	Up          bool
	CameUp      bool
	WentDown    bool
	Error       []bool
}

// Unit is one end of a link.
type Unit struct {
	p               UnitParams
	cycle           int // of the period
	quiet           int // periods in which nothing was heard
	silent          bool
	up              bool
	own, peer, seen uint8 // epochs: of both ends, and what the other end says of this one

	sent, come     uint16 // heads
	free           int    // slots
	arrives, goes  bool   // a packet passes in, out
	held, credits  int    // of the switch, of the link
	limit          uint16
	hello, control bool // are to be said
	out            UnitOut
}

// NewUnit makes a unit as it is after reset.
func NewUnit(p UnitParams) *Unit {
	return &Unit{p: p, silent: true, own: 1, free: p.Slots, held: p.Credits, out: UnitOut{Error: make([]bool, UnitCauses)}}
}

// Registered are the outputs of this cycle.
func (u *Unit) Registered() UnitOut { return u.out }

// SetEpochs makes a unit after its reset one that speaks already: with that epoch, and of an epoch that the other end
// once had.
func (u *Unit) SetEpochs(own, others uint8) { u.silent, u.own, u.peer = false, own, others }

// Overdue reports whether the link goes down in this cycle for want of a HELLO.
func (u *Unit) Overdue() bool { return u.up && u.lastOfPeriod() && u.quiet == u.p.Silence }

// Listens reports whether the unit waits after its reset.
func (u *Unit) Listens() bool { return u.silent }

func (u *Unit) lastOfPeriod() bool { return u.cycle == u.p.Period-1 }

// Step is one clock cycle.
func (u *Unit) Step(in UnitIn) UnitOut {
	now := u.out
	u.out = UnitOut{Error: make([]bool, UnitCauses)}
	f := UnitFlit{}
	if in.FlitRxValid {
		f = UnitFlitOf(in.FlitRx, u.p.Messages > 0, u.p.Data)
	}
	was := *u
	ends := u.lastOfPeriod()
	middle := u.cycle == u.p.Period/2
	u.cycle++
	if ends {
		u.cycle = 0
	}
	session := in.FlitRxValid && u.up && f.Epoch == u.peer
	listened, comes, goes, news := u.bringUp(in, f, ends)

	// Towards the switch.
	limitNow := was.come + uint16(was.free)
	u.receive(in, f, session, comes)
	if goes {
		u.arrives = false
	}

	// Towards the wire.
	head := in.Tx.Valid && in.Tx.Sop
	begins := head && was.up && was.credits > 0
	passes := begins || in.Tx.Valid && !in.Tx.Sop && was.goes
	if head {
		u.goes = begins
	}
	if goes {
		u.goes = false
	}
	if begins {
		u.sent++
	}
	u.account(f, session, head, begins, goes || comes)
	creditSent := u.speak(in, was, now, passes)
	u.hello = ends || listened || news || now.WentDown || now.CameUp
	u.control = middle && was.up || limitNow != was.limit || now.CameUp || was.control && !creditSent
	u.limit = limitNow
	u.out.Up = u.up
	return now
}

// speak makes the flit, and reports whether it has a LIMIT.
func (u *Unit) speak(in UnitIn, was Unit, now UnitOut, passes bool) bool {
	out := UnitFlit{Epoch: was.own}
	if passes {
		out.Beat = in.Tx
	}
	creditSent := was.control && was.up && !was.hello && !now.CameUp
	switch {
	case was.hello && !was.silent:
		out.Kind, out.Seen, out.Sent, out.Value = HelloControl, was.peer, u.sent, uint16(1<<12|u.p.Slots)
	case creditSent:
		out.Kind, out.Sent, out.Value = LimitControl, u.sent, was.limit
	}
	if u.p.Messages > 0 && in.RxMsgValid && was.up {
		out.Msg = packet.Message{Valid: true, Xoff: in.RxMsgXoff, Name: packet.Name{Tp: in.RxMsgTp, Mask: in.RxMsgMask}}
	}
	u.out.FlitTxValid = out.Kind != NoControl || passes || out.Msg.Valid
	u.out.FlitTx = out.Word(u.p.Messages > 0, u.p.Data)
	return creditSent
}

// bringUp follows the HELLOs of the other end.
func (u *Unit) bringUp(in UnitIn, f UnitFlit, ends bool) (listened, comes, goes, news bool) {
	fits := u.hears(in, f)
	listened = u.silent && ends && u.quiet == u.p.Silence+1
	missed := !u.silent && ends && u.quiet == u.p.Silence
	other := fits && f.Epoch != u.peer
	unseen := fits && !other && f.Seen != u.own
	told := in.Restart || !in.LineUp
	alone := missed || told
	goes = u.up && (alone || other || unseen)
	heard := fits && !u.silent
	comes = !u.up && heard && f.Seen == u.own && !told
	u.tell(in, missed, other && !alone, unseen && !alone, alone)
	u.out.WentDown, u.out.CameUp = goes, comes
	switch {
	case listened || missed || heard:
		u.quiet = 0
	case ends:
		u.quiet++
	}
	if listened {
		u.own = after(u.seen)
		u.silent = false
	}
	if u.up && alone {
		u.own = after(u.own)
	}
	if fits {
		u.peer, u.seen = f.Epoch, f.Seen
	} else if missed {
		u.peer = 0
	}
	u.up = u.up && !goes || comes
	return listened, comes, goes, other
}

// hears reports whether a HELLO comes that counts, and tells of flits that do not.
func (u *Unit) hears(in UnitIn, f UnitFlit) bool {
	isHello := in.FlitRxValid && f.Kind == HelloControl
	fits := isHello && f.Value == uint16(1<<12|u.p.Credits) && f.Epoch != 0
	u.out.Error[Mismatch] = isHello && !fits
	u.out.Error[OtherEpoch] = in.FlitRxValid && !isHello && f.Epoch != u.peer
	u.out.Error[Closed] = in.FlitRxValid && f.Beat.Valid && f.Beat.Sop && !u.up
	return fits
}

// tell says why the link goes down, if it is up.
func (u *Unit) tell(in UnitIn, missed, other, unseen, alone bool) {
	if !u.up {
		return
	}
	u.out.Error[Silent] = missed
	u.out.Error[PeerReset] = other
	u.out.Error[NotSeen] = unseen
	u.out.Error[LineDown] = !in.LineUp
	u.out.LineRestart = alone && in.LineUp
}

// after is the epoch after another.
func after(epoch uint8) uint8 { return max(1, epoch+1) }

// receive passes a beat and a message of the session to the switch.
func (u *Unit) receive(in UnitIn, f UnitFlit, session, comes bool) {
	if !session {
		f.Beat, f.Msg, u.arrives = packet.Beat{}, packet.Message{}, false
	}
	free := u.free
	if in.RxCredit {
		u.free++
	}
	passes := false
	switch {
	case !f.Beat.Valid:
	case !f.Beat.Sop:
		passes = u.arrives
		u.out.Error[Stray] = !passes
	default:
		u.come++
		passes = free > 0
		u.out.Error[Overrun] = !passes
		if passes {
			u.free--
		}
	}
	u.arrives = passes && !f.Beat.Eop
	if passes {
		u.out.Rx = f.Beat
	}
	if session && f.Kind == LimitControl {
		u.out.Error[Lost] = f.Sent != u.come
		u.come = f.Sent
	}
	if comes {
		u.come = f.Sent
	}
	if f.Msg.Valid {
		u.out.TxMsgValid, u.out.TxMsgXoff = true, f.Msg.Xoff
		u.out.TxMsgTp, u.out.TxMsgMask = f.Msg.Name.Tp, f.Msg.Name.Mask
	}
}

// account keeps the credits of the link and brings those of the switch to them.
func (u *Unit) account(f UnitFlit, session, head, begins, turns bool) {
	aim := u.credits
	wasUp := u.out.WentDown || u.up && !u.out.CameUp
	if !wasUp {
		aim = u.p.Credits * u.p.Drain
	}
	if u.held < aim {
		u.out.TxCredit = true
		u.held++
	}
	if head {
		u.held--
	}
	u.out.Error[Discarded] = head && !begins
	left := int(f.Value - u.sent)
	told := session && f.Kind == LimitControl
	u.out.Error[BadLimit] = told && left > u.p.Credits
	switch {
	case turns:
		u.credits = 0
	case told && left <= u.p.Credits:
		u.credits = left
	case begins:
		u.credits--
	}
}
