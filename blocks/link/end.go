package link

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// EndParams are the parameters of End: those of the unit and of the line's ends within it, and of the queue between
// them.
type EndParams struct {
	Slots     int `param:"slots" default:"64" min:"1" max:"256" doc:"packet slots behind the end"`
	Credits   int `param:"credits" default:"64" min:"1" max:"256" doc:"credits that the switch starts with: the slots at the other end"`
	Messages  int `param:"messages" default:"1" min:"0" max:"1" doc:"messages about congestion points pass along"`
	Drain     int `param:"drain" default:"1" min:"0" max:"1" doc:"1: while the link is down what the switch sends is discarded; 0: packets wait in the switch"`
	Period    int `param:"period" default:"64" min:"4" max:"65536" doc:"cycles from one HELLO to the next"`
	Silence   int `param:"silence" default:"32" min:"2" max:"64" doc:"periods without a HELLO after which the link is down"`
	Queue     int `param:"queue" default:"1024" min:"16" max:"16384" doc:"flits that wait for the line"`
	Depth     int `param:"depth" default:"64" min:"32" max:"4096" doc:"flits that can be sent again: a power of two"`
	RoundTrip int `param:"round_trip" default:"32" min:"0" max:"4000" doc:"cycles that a word needs there and back, from line_tx to line_rx, at most"`
	Tries     int `param:"tries" default:"16" min:"2" max:"64" doc:"timeouts without progress that take the line down"`
	ErrorBits int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter"`
}

// unit and replay are the parameters of the parts.
func (p EndParams) unit() UnitParams {
	return UnitParams{Slots: p.Slots, Credits: p.Credits, Messages: p.Messages, Drain: p.Drain, Period: p.Period,
		Silence: p.Silence, Data: packet.BeatBits}
}

func (p EndParams) replay() ReplayParams {
	q := rtlgen.Default[ReplayParams]()
	q.Width, q.Depth, q.RoundTrip, q.Tries, q.ErrorBits = p.flit(), p.Depth, p.RoundTrip, p.Tries, p.ErrorBits
	return q
}

// flit is the bits of a flit.
func (p EndParams) flit() int { return p.unit().Dims()["flit"] }

// EndQueue is the least queue for that many credits in which no flit is lost for want of room: a power of two with
// room for the beats of all packets that the switch may send, and as many flits again without a beat.
func EndQueue(credits int) int { return max(16, powerOfTwo(2*credits*packet.Beats)) }

// Dims are the names that the tags of ports use.
func (p EndParams) Dims() rtlgen.Dims {
	d := p.unit().Dims()
	d["end_causes"], d["line_causes"], d["word"] = EndCauses, ReplayCauses, p.replay().word()
	return d
}

// Check finds a queue that is too small for the packets that the switch may send at once, and a line that its buffer
// does not fit.
func (p EndParams) Check() error {
	if least := p.Credits * packet.Beats; p.Queue < least {
		return fmt.Errorf("queue=%d is too small for credits=%d, which are packets of %d beats each: give queue=%d or more",
			p.Queue, p.Credits, packet.Beats, EndQueue(p.Credits))
	}
	return p.replay().Check()
}

// The causes of errors of an end: those of its unit, and one more.
const (
	NoQueue   = UnitCauses + iota // the queue was full: a flit is lost
	EndCauses                     // how many there are
)

// EndPorts are the ports of End.
type EndPorts struct {
	_           rtlgen.Unit                        `name:"link_end" doc:"one end of a link over a line that damages words: unit, queue, replay" params:"slots credits messages drain period silence queue depth round_trip tries error_bits"`
	Tx          packet.Link[rtlgen.In, rtlgen.Out] `doc:"the sending end of the switch"`
	Rx          packet.Link[rtlgen.Out, rtlgen.In] `doc:"the receiving end of the switch, registers"`
	LineTxValid rtlgen.Out                         `doc:"a word is sent: 0 in the first cycles after reset only; a register"`
	LineTx      rtlgen.Out                         `width:"word" doc:"the word, a register; unknown without valid"`
	LineRxValid rtlgen.In                          `doc:"a word comes"`
	LineRx      rtlgen.In                          `width:"word" doc:"the word, perhaps damaged"`
	Restart     rtlgen.In                          `doc:"takes the link down; it comes up by itself"`
	Up          rtlgen.Out                         `doc:"the link is up, a function of registers"`
	CameUp      rtlgen.Out                         `doc:"pulse, in the first cycle of up, a register"`
	WentDown    rtlgen.Out                         `doc:"pulse, in the first cycle without up, a register: protocol state of the link is to be cleared"`
	Error       rtlgen.Out                         `lanes:"end_causes" doc:"pulses, registers: those of link_unit, and no_queue"`
	Line        EndErrors                          `doc:"errors of the line"`
}

// EndErrors are the errors of a line, as of Replay.
type EndErrors struct {
	Clear  rtlgen.In  `doc:"clears the errors of the line"`
	Seen   rtlgen.Out `width:"line_causes" doc:"causes since the last clear: damaged, replayed, timed_out, went_down from bit 0 on, functions of registers"`
	Counts rtlgen.Out `width:"line_causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// End is a unit over a line that damages and loses words. Flits wait in a queue while words are sent again, and a
// packet goes to the unit when it has come as a whole, since its beats must follow each other.
func End(p EndParams) *rtlgen.Typed[EndPorts] {
	m, io := rtlgen.New[EndPorts](p)
	if m.Refused() {
		return m
	}
	unit := rtlgen.Use(m, "unit", Unit(p.unit()))
	line := rtlgen.Use(m, "replay", Replay(p.replay()))
	queue := rtlgen.Use(m, "send_queue", prim.FIFO(prim.FIFOParams{Width: p.flit(), Depth: p.Queue}))

	rtlgen.Connect(unit.Tx, io.Tx)
	rtlgen.Connect(io.Rx, unit.Rx)
	unit.Restart.Drive(io.Restart)
	unit.LineUp.Drive(line.LineUp)
	line.LineRestart.Drive(unit.LineRestart)
	io.Up.Drive(unit.Up)
	io.CameUp.Drive(unit.CameUp)
	io.WentDown.Drive(unit.WentDown)
	lost := m.Next("queue_was_full", unit.FlitTxValid.And(queue.Full), 0, "a flit found no room")
	io.Error.Drive(rtlgen.Cat(lost, unit.Error))

	// A stage of registers, for whether the line takes a flit comes late. While the line is down nothing takes flits:
	// they go, so that the next session begins with new ones.
	stage := rtlgen.Use(m, "stage", prim.SkidBuffer(prim.SkidBufferParams{Width: p.flit()}))
	queue.Push.Drive(unit.FlitTxValid)
	queue.Wdata.Drive(unit.FlitTx)
	queue.Pop.Drive(stage.In.Ready)
	stage.In.Valid.Drive(queue.Empty.Not())
	stage.In.Data.Drive(queue.Rdata)
	stage.Out.Ready.Drive(line.FlitTxReady.Or(line.LineUp.Not()))
	line.FlitTxValid.Drive(stage.Out.Valid)
	line.FlitTx.Drive(stage.Out.Data)
	m.Unused("queue_count", queue.Count)

	line.LineRxValid.Drive(io.LineRxValid)
	line.LineRx.Drive(io.LineRx)
	io.LineTxValid.Drive(line.LineTxValid)
	io.LineTx.Drive(line.LineTx)
	line.ErrClear.Drive(io.Line.Clear)
	io.Line.Seen.Drive(line.ErrSeen)
	io.Line.Counts.Drive(line.ErrCounts)
	gather(m.Module, p, line, unit)
	return m
}

// gathered is how many flits wait at the receiving end, and patient how many wait for the end of a packet at most: more
// than any packet of eight beats has.
const (
	gathered = 32
	patient  = 16
)

// gather holds the head of a packet back until its end has come: an eop, or a flit that does not go on with it.
func gather(m *rtlgen.Module, p EndParams, line *ReplayPorts, unit *UnitPorts) {
	beatOf := func(flit rtlgen.Signal) unitFlit {
		return rtlgen.Unpack[unitFlit](rtlgen.ValueOf(flit).High(p.unit().flitBits()), packet.Dims(nil))
	}
	come := beatOf(line.FlitRx) // without a beat it has no sop and no eop
	store := rtlgen.Use(m, "gathered", prim.FIFO(prim.FIFOParams{Width: p.flit(), Depth: gathered}))
	store.Push.Drive(line.FlitRxValid)
	store.Wdata.Drive(line.FlitRx)
	first := beatOf(store.Rdata)

	// A head that goes without its end is one packet less than there are with an end, until that comes: there is no other
	// head before it.
	open := m.Reg("packet_is_open", 1, 0, "the packet that came last has no end yet")
	whole := m.Reg("whole_packets", rtlgen.CountBits(gathered), 0, "packets with an end whose head waits; all ones: one has gone before its end")
	head := m.Let("a_head_is_first", first.Sop.AndNot(store.Empty))
	late := m.Let("waited_too_long", store.Count.Ge(patient))
	goes := m.Let("first_goes", store.Empty.Not().And(head.Not().Or(whole.Any()).Or(late)))
	store.Pop.Drive(goes)
	m.If(line.FlitRxValid, func() { open.Set(come.Valid.AndNot(come.Eop).And(come.Sop.Or(open))) })

	cut := m.Let("packet_is_cut", open.And(come.Sop.Or(come.Valid.Not())))
	ends := m.Let("packet_ends", come.Eop.And(come.Sop.Or(open)))
	more := m.Let("new_whole_packets", rtlgen.Mux(line.FlitRxValid, cut.Zext(2).Add(ends.Zext(2)), 0))
	fewer := m.Let("whole_packet_goes", goes.And(head))
	whole.Set(whole.Add(more.Zext(whole.Width())).Sub(fewer.Zext(whole.Width())))

	unit.FlitRxValid.Drive(m.Next("first_goes_q", goes, 0))
	unit.FlitRx.Drive(m.NextNoReset("first_q", store.Rdata))
	m.Unused("store_full", store.Full)
	m.Assert("there_is_room", store.Full.Not(), "a flit goes in each cycle once many wait")
	m.Assert("no_packet_is_forgotten", head.Implies(whole.Any().Or(open)), "a head that waits has an end or is open")
}
