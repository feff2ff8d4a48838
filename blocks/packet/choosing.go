package packet

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// choosing is the second phase while it is built.
type choosing struct {
	Scheduling
	m     *rtlgen.Module
	n, pw int

	asks, ports rtlgen.Value // those of the inputs, and the outputs that they ask for

	// With a grant in this cycle.
	inputGranted, outputGranted rtlgen.Reg
	winner                      rtlgen.Reg // lane o: the input that output o has chosen, one-hot
	inputsAbove                 rtlgen.Reg // lane o: the inputs above the one that sent last
	chooses                     rtlgen.Wire
}

func newChoosing(m *rtlgen.Module, s Scheduling, asking, port rtlgen.Signal) *choosing {
	n := int(s.Ports)
	return &choosing{
		Scheduling: s, m: m, n: n, pw: s.Ports.Bits(), asks: rtlgen.ValueOf(asking), ports: rtlgen.ValueOf(port),
		inputGranted: m.Reg("input_granted", n, 0), outputGranted: m.Reg("output_granted", n, 0),
		winner: m.RegNoReset("winner", n*n), inputsAbove: m.Reg("inputs_above", n*(n-1), 0), chooses: m.Wire("chooses", n),
	}
}

// choices lets each output choose one of the inputs that ask for it. An input or
// output that has a grant in this cycle asks and chooses in vain. The result are the
// grants of the cycle before.
func (u *choosing) choices() Grants {
	m, n := u.m, u.n
	source := m.RegNoReset("winner_number", n*u.pw)
	live := m.Let("still_asking", u.asks.AndNot(u.inputGranted))
	asked := m.Wire("asks", n*n)
	for i := range m.Each("i", n) {
		asked.SetLane(i, rtlgen.Mux(live.Bit(i), u.ports.Lane(i, u.pw).Decode(n), 0))
	}
	choose := prim.RoundRobinLanes(m, "input", m.Let("asked", asked.Transpose(n)), u.inputsAbove, n)
	choice := m.Wire("choice", n*n)
	for o := range m.Each("o", n) {
		free := u.outputGranted.Bit(o).Not()
		u.chooses.SetBit(o, choose.Lane(o).Any.And(free))
		choice.SetLane(o, choose.OneHot.Lane(o, n).And(free.Replicate(n)))
		source.SetLane(o, choose.Lane(o).Index)
	}
	u.winner.Set(choice)
	u.outputGranted.Set(u.chooses)
	chosen := m.Let("chosen", choice.Transpose(n))
	for i := range m.Each("i", n) {
		u.inputGranted.SetBit(i, chosen.Lane(i, n).Any())
	}
	return Grants{Valid: u.inputGranted.Value, Start: u.outputGranted.Value, Source: source.Value}
}

// take has the grants close their inputs and outputs, and moves the pointers of the
// outputs past them. Until the cycle after a grant a pointer is not read: an output
// with a decision does not choose. The result are the inputs that may ask, and the
// outputs that may be asked for.
func (u *choosing) take(g Grants, credit rtlgen.Signal) (free, open rtlgen.Value) {
	for o := range u.m.Each("o", u.n) {
		u.m.If(g.Start.Bit(o), func() { u.inputsAbove.SetLane(o, prim.AboveWinner(u.winner.Lane(o, u.n))) })
	}
	u.properties(g)
	return u.freeInputs(g.Valid), u.openOutputs(g.Start, rtlgen.ValueOf(credit))
}

// freeInputs are the inputs that may ask: those without a decision and, after a grant,
// from two cycles before their next one on.
func (u *choosing) freeInputs(granted rtlgen.Value) rtlgen.Value {
	m := u.m
	busy := m.RegArray("input_busy", u.n, rtlgen.CountBits(u.Cycles-3), 0)
	free := m.Wire("input_free", u.n)
	for i := range m.Each("i", u.n) {
		Countdown(m, busy.At(i), granted.Bit(i), u.Cycles-3)
		free.SetBit(i, busy.At(i).Eq(0).AndNot(u.inputGranted.Bit(i)))
	}
	return free.Value
}

// openOutputs are the outputs that may be asked for, a register: it comes first in the
// longest path.
func (u *choosing) openOutputs(started, credit rtlgen.Value) rtlgen.Value {
	m := u.m
	open := m.Reg("output_open", u.n, 0)
	free := credit.AndNot(u.chooses).AndNot(u.outputGranted)
	if u.Cycles > 4 {
		busy := m.RegArray("output_busy", u.n, rtlgen.CountBits(u.Cycles-4), 0)
		left := m.Wire("output_left", u.n)
		for o := range m.Each("o", u.n) {
			Countdown(m, busy.At(o), started.Bit(o), u.Cycles-4)
			left.SetBit(o, busy.At(o).Eq(0))
		}
		free = free.And(left)
	}
	open.Set(free)
	return open.Value
}

// properties states what holds of the grants.
func (u *choosing) properties(g Grants) {
	m, n := u.m, u.n
	input := m.RegArray("input_sends", n, rtlgen.CountBits(u.Cycles-1), 0)
	output := m.RegArray("output_sends", n, rtlgen.CountBits(u.Cycles-1), 0)
	inputs, outputs := m.Wire("inputs_that_send", n), m.Wire("outputs_that_send", n)
	for i := range m.Each("i", n) {
		Countdown(m, input.At(i), g.Valid.Bit(i), u.Cycles-1)
		Countdown(m, output.At(i), g.Start.Bit(i), u.Cycles-1)
		inputs.SetBit(i, input.At(i).Ne(0))
		outputs.SetBit(i, output.At(i).Ne(0))
	}
	m.Assert("inputs_one_packet_at_a_time", g.Valid.And(inputs).Eq(0))
	m.Assert("outputs_one_packet_at_a_time", g.Start.And(outputs).Eq(0))
	m.Assert("as_many_inputs_as_outputs", g.Valid.PopCount().Eq(g.Start.PopCount()))
	m.Cover("asked_in_vain", u.asks.AndNot(g.Valid).Any())
}

// counter is a register, or an element of an array of registers.
type counter interface {
	rtlgen.Signal
	Set(rtlgen.Operand)
}

// Countdown counts the cycles after start, down to 0: those for which a grant keeps
// its input or output.
func Countdown(m *rtlgen.Module, left counter, start rtlgen.Signal, cycles int) {
	count := rtlgen.ValueOf(left)
	m.If(start, func() {
		left.Set(cycles)
	}).ElseIf(count.Ne(0), func() {
		left.Set(count.Sub(1))
	})
}
