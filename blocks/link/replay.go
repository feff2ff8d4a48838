package link

import (
	"fmt"
	"math"
	"time"

	"culprit.example/culprit/rtlgen"
)

// The causes that Replay counts: bits of an event.
const (
	Damaged      = iota // a word whose CRC does not fit
	Replayed            // a NAK: words are sent again
	TimedOut            // no acknowledgement in time: words are sent again
	WentDown            // the line was up and goes down
	ReplayCauses        // how many there are
)

// ReplayStages is the number of cycles from the acceptance of a flit to its acknowledgement
// in the numbers of the sender, over lines without delay.
const ReplayStages = 18

// ReplayParams are the parameters of Replay.
type ReplayParams struct {
	Width     int `param:"width" default:"64" min:"1" max:"640" doc:"bits of a flit"`
	Depth     int `param:"depth" default:"64" min:"32" max:"4096" doc:"flits that can be sent again: a power of two"`
	RoundTrip int `param:"round_trip" default:"32" min:"0" max:"4000" doc:"cycles that a word needs there and back, from line_tx to line_rx, at most"`
	Epoch     int `param:"epoch" default:"8" min:"2" max:"16" doc:"bits of an epoch"`
	Tries     int `param:"tries" default:"4" min:"2" max:"64" doc:"timeouts without progress that take the line down"`
	ErrorBits int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter"`
}

// ReplayPorts are the ports of Replay.
type ReplayPorts struct {
	_           rtlgen.Unit `name:"link_replay" doc:"both ends of a line that damages words: CRC, and go-back-N replay" params:"width depth round_trip epoch tries error_bits"`
	FlitTxValid rtlgen.In   `doc:"a flit is offered"`
	FlitTxReady rtlgen.Out  `doc:"it is taken; 0 while the line is down or the buffer is full; a function of registers"`
	FlitTx      rtlgen.In   `width:"width" doc:"the flit"`
	FlitRxValid rtlgen.Out  `doc:"a flit has come, a register"`
	FlitRx      rtlgen.Out  `width:"width" doc:"the flit, a register; unknown without valid"`
	LineUp      rtlgen.Out  `doc:"both ends are in the same session, a register"`
	LineRestart rtlgen.In   `doc:"takes the line down; it comes up by itself"`
	LineTxValid rtlgen.Out  `doc:"a word is sent: 0 in the first cycles after reset only; a register"`
	LineTx      rtlgen.Out  `width:"word" doc:"the word, a register; unknown without valid"`
	LineRxValid rtlgen.In   `doc:"a word comes"`
	LineRx      rtlgen.In   `width:"word" doc:"the word, perhaps damaged"`
	ErrClear    rtlgen.In   `doc:"clears the errors"`
	ErrSeen     rtlgen.Out  `width:"causes" doc:"causes since the last clear: damaged, replayed, timed_out, went_down from bit 0 on, functions of registers"`
	ErrCounts   rtlgen.Out  `width:"causes*error_bits" doc:"errors of each cause since the last clear, bits of a counter each, which stay at the largest number, registers"`
}

// Dims are the names that the tags of ports use.
func (p ReplayParams) Dims() rtlgen.Dims {
	return rtlgen.Dims{"word": p.word(), "causes": ReplayCauses}
}

// Check finds a replay buffer that is no power of two, or too small for a flit in every
// cycle.
func (p ReplayParams) Check() error {
	if p.Depth&(p.Depth-1) != 0 {
		return fmt.Errorf("depth=%d is not a power of two: give %d", p.Depth, powerOfTwo(p.Depth))
	}
	if p.Depth < p.latency() {
		return fmt.Errorf("depth=%d is too small for round_trip=%d, which needs %d flits: give depth=%d or more",
			p.Depth, p.RoundTrip, p.latency(), powerOfTwo(p.latency()))
	}
	return nil
}

// ReplayDepth is the least depth of a replay buffer for a flit in every cycle, a power of
// two of 32 or more, and the parameter round_trip that goes with it, in cycles. rate is that
// of the line in bit/s, flit the bits of a flit with all that the line adds to it, there and
// back the time from line_tx of an end to its line_rx over the other one, without the
// stages of the two units. The error names an argument out of its range, or a line for which
// no buffer is large enough.
func ReplayDepth(rate float64, flit int, thereAndBack time.Duration) (depth, roundTrip int, err error) {
	switch {
	case !(rate > 0) || math.IsInf(rate, 0):
		return 0, 0, fmt.Errorf("a line of %g bit/s carries nothing: give a rate above 0", rate)
	case flit < 1:
		return 0, 0, fmt.Errorf("a flit of %d bits cannot be: give 1 or more", flit)
	case thereAndBack < 0:
		return 0, 0, fmt.Errorf("a time of flight of %v cannot be: give 0 or more", thereAndBack)
	}
	cycles := math.Ceil(thereAndBack.Seconds() * rate / float64(flit))
	const most = 4000
	if cycles > most {
		return 0, 0, fmt.Errorf("%v are %.0f flits of %d bits at %g bit/s, and a replay buffer is for up to %d: "+
			"give wider flits", thereAndBack, cycles, flit, rate, most)
	}
	p := ReplayParams{RoundTrip: int(cycles)}
	return max(32, powerOfTwo(p.latency())), p.RoundTrip, nil
}

// powerOfTwo is the least power of two that is n or more.
func powerOfTwo(n int) int {
	power := 1
	for power < n {
		power *= 2
	}
	return power
}

// Widths and times of the contract.
func (p ReplayParams) seq() int     { return rtlgen.IndexBits(p.Depth) + 1 }
func (p ReplayParams) message() int { return kindBits + 1 + 2*p.Epoch + 2*p.seq() + p.Width }
func (p ReplayParams) word() int    { return p.message() + crcBits }
func (p ReplayParams) latency() int { return p.RoundTrip + ReplayStages }
func (p ReplayParams) timeout() int { return 2*p.latency() + p.latency()/2 }

// Kinds of words.
const (
	hello    = iota // the end is not up
	welcome         // it is, and answers a hello
	idle            // of a session, without a flit
	flit            // with a flit
	kindBits = 2
)

// silentTimeouts is for how many timeouts nothing need be heard until a line goes down.
const silentTimeouts = 4

// fields are the parts of a word below its CRC.
type fields struct{ kind, nak, from, to, seq, ack, flit value }

// message puts the parts together.
func (f fields) message() value { return rtlgen.Cat(f.flit, f.ack, f.seq, f.to, f.from, f.nak, f.kind) }

// fieldsOf takes a message apart.
func (p ReplayParams) fieldsOf(message value) fields {
	var f fields
	at := 0
	for _, part := range []struct {
		to    *value
		width int
	}{
		{&f.kind, kindBits}, {&f.nak, 1}, {&f.from, p.Epoch}, {&f.to, p.Epoch},
		{&f.seq, p.seq()}, {&f.ack, p.seq()}, {&f.flit, p.Width},
	} {
		*part.to = message.Slice(at+part.width-1, at)
		at += part.width
	}
	return f
}

// Replay sends flits over a line that damages and loses words, and takes those of the other
// end, each exactly once and in order while the line is up. A flit that is accepted in cycle
// t is at the line in t+5 at the earliest; one that comes over the line in t is at flit_rx in
// t+4. Errors are counted; README.md has the scheme.
func Replay(p ReplayParams) *rtlgen.Typed[ReplayPorts] {
	m, io := rtlgen.New[ReplayPorts](p)
	if m.Refused() {
		return m
	}
	r := newReplay(m.Module, io, p)
	rx := r.arrive()
	s := r.judge(rx)
	r.receive(rx, s)
	r.acknowledge(rx, s)
	r.session(rx, s)
	r.send()
	events := m.Wire("events", ReplayCauses)
	events.SetBit(Damaged, rx.damaged)
	events.SetBit(Replayed, r.replays)
	events.SetBit(TimedOut, r.timesOut)
	events.SetBit(WentDown, r.down.And(r.up))
	Tally(m.Module, "errors", Shown{io.ErrClear, io.ErrSeen, io.ErrCounts}, p.ErrorBits,
		[]value{m.Next("events_q", events, 0, "what happened in the cycle before, by cause").Value})
	r.promises()
	return m
}
