package packet

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Beat is a word of a packet on its way.
type Beat[D rtlgen.Direction] struct {
	Valid D `doc:"a beat comes"`
	Sop   D `doc:"it is the first of a packet: {turnpool, tptr, src, seq, tag}"`
	Eop   D `doc:"it is the last"`
	Bad   D `doc:"with eop: the packet was damaged on its way, and is not to be used"`
	Data  D `width:"beat" doc:"the beat"`
}

// NameOf are the ports of the name of a congestion point.
type NameOf[D rtlgen.Direction] struct {
	Tp   D `width:"turns" doc:"turns that lead to the point"`
	Mask D `width:"turns" doc:"significant bits of the turns"`
}

// NameIn is the name on the ports, which can be read.
func NameIn[D rtlgen.Direction](p NameOf[D]) Name {
	return Name{ValueOf(p.Tp), ValueOf(p.Mask)}
}

// ValueOf is the value of a port that can be read.
func ValueOf[D rtlgen.Direction](port D) rtlgen.Value {
	return rtlgen.ValueOf(any(port).(rtlgen.Signal))
}

// Message is an Xoff or Xon for a congestion point.
type Message[D rtlgen.Direction] struct {
	Valid D `doc:"a message about a congestion point"`
	Xoff  D `doc:"1: Xoff, 0: Xon"`
	NameOf[D]
}

// DelayMessage sends a message over the given number of registers of a link, in an instance of
// the given name.
func DelayMessage(m *rtlgen.Module, name string, to, message Message[rtlgen.Out], cycles int) {
	if cycles == 0 {
		rtlgen.Connect(to, message)
		return
	}
	packed := rtlgen.Pack(message)
	rtlgen.Spread(to, DelayData(m, name, packed, packed.Width()-1, cycles)) // all but valid, which comes first
}

// LineNames are the names that an input or output side keeps in its CAM, a lane for
// each set-aside queue.
type LineNames[D rtlgen.Direction] struct {
	Valid D `lanes:"saqs" doc:"the line is in use"`
	Tp    D `lanes:"saqs" width:"turns" doc:"name: turns"`
	Mask  D `lanes:"saqs" width:"turns" doc:"name: mask"`
}

// LinesOf are the lines that can be read on the ports.
func LinesOf[D rtlgen.Direction](p LineNames[D]) Lines {
	valid, tp, mask := ValueOf(p.Valid), ValueOf(p.Tp), ValueOf(p.Mask)
	return Lines{valid.Width(), valid, func(k rtlgen.Value) Name {
		return Name{tp.Lane(k, TurnBits), mask.Lane(k, TurnBits)}
	}}
}

// Link is one end of a link. F is the direction of the beats, B that of what comes
// back. The dimensions messages and destination_credits say which of the optional
// fields the link has.
type Link[F, B rtlgen.Direction] struct {
	Beat[F]
	Credit    B          `doc:"back to the sender: a slot is free again"`
	Msg       Message[B] `if:"messages"`
	CreditDst B          `width:"8" if:"destination_credits" doc:"the destination whose queue the slot belongs to"`
}

// Rx is the receiving end of a link, seen from within.
type Rx = Link[rtlgen.In, rtlgen.Out]

// Tx is the sending end of a link, seen from within.
type Tx = Link[rtlgen.Out, rtlgen.In]

// Delay is v after the given number of registers of a link, in an instance of the given name;
// with none it is v.
func Delay(m *rtlgen.Module, name string, v rtlgen.Signal, cycles int) rtlgen.Value {
	return DelayData(m, name, v, 0, cycles)
}

// DelayData is Delay with a number of lower bits that are data, which the upper ones
// declare valid: their registers have no reset.
func DelayData(m *rtlgen.Module, name string, v rtlgen.Signal, data, cycles int) rtlgen.Value {
	value := rtlgen.ValueOf(v)
	if cycles == 0 {
		return value
	}
	d := rtlgen.Use(m, name, prim.LinkDelay(prim.LinkDelayParams{Width: value.Width(), Latency: cycles, Data: data}))
	d.D.Drive(value)
	return d.Q.Value
}
