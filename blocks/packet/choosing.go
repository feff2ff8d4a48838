package packet

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// choosing is the second phase while it is built.
type choosing struct {
	Scheduling
	m     *rtlgen.Module
	n, pw int

	ask askedPorts

	// With a grant in this cycle.
	inputGranted, outputGranted rtlgen.Reg
	winner                      rtlgen.Reg // lane o: the input that output o has chosen, one-hot
	inputsAbove                 rtlgen.Reg // lane o: the inputs above the one that sent last
	chooses                     rtlgen.Wire
}

func newChoosing(m *rtlgen.Module, s Scheduling) *choosing {
	n := int(s.Ports)
	return &choosing{
		Scheduling: s, m: m, n: n, pw: s.Ports.Bits(), ask: newAskedPorts(m, s.Ports),
		inputGranted: m.Reg("input_granted", n, 0), outputGranted: m.Reg("output_granted", n, 0),
		winner: m.RegNoReset("winner", n*n,
			"input that each output has chosen, one-hot"), inputsAbove: m.Reg("inputs_above", n*(n-1), 0,
			"inputs above the last that sent, of each output"), chooses: m.Wire("chooses", n),
	}
}

// choices lets each output choose one of the inputs that ask for it. An input or
// output that has a grant in this cycle asks and chooses in vain. The result are the
// grants of the cycle before.
func (u *choosing) choices() Grants {
	m, n := u.m, u.n
	source := m.RegNoReset("winner_number", n*u.pw)
	stillAsking := m.Wire("still_asking", n*n)
	for i := range m.Each("i", n) {
		stillAsking.SetLane(i, u.ask.bits(i).AndNot(u.inputGranted.Bit(i).Replicate(n)))
	}
	choose := prim.RoundRobinLanes(m, "input", m.Let("asked", stillAsking.Transpose(n)), u.inputsAbove, n)
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
// with a decision does not choose. The result are the outputs that each input may ask for
// unless it has a grant in this cycle, a lane each: registers, since they come first in the
// longest path, and some for each input, since it is far from the others.
func (u *choosing) take(g Grants, credit rtlgen.Signal) (open rtlgen.Value) {
	for o := range u.m.Each("o", u.n) {
		u.m.If(g.Start.Bit(o), func() { u.inputsAbove.SetLane(o, prim.AboveWinner(u.winner.Lane(o, u.n))) })
	}
	u.properties(g)
	outputs, inputs := u.openOutputs(g.Start, rtlgen.ValueOf(credit)), u.idleInputs(g.Valid)
	openTo := u.m.Reg("open_to", u.n*u.n, 0, "outputs that each input may ask for")
	for i := range u.m.Each("i", u.n) {
		openTo.SetLane(i, outputs.And(inputs.Bit(i).Replicate(u.n)))
	}
	return openTo.Value
}

// idleInputs are the inputs that may ask in the next cycle: those without a decision and,
// after a grant, from two cycles before their next one on.
func (u *choosing) idleInputs(granted rtlgen.Value) rtlgen.Value {
	m := u.m
	if u.Cycles == 4 { // the counter would stop at its end in the next cycle
		return m.Let("input_idle", granted.Not())
	}
	busy := m.RegArray("input_busy", u.n, rtlgen.CountBits(u.Cycles-3), 0, "cycles until each input may ask again")
	idle := m.Wire("input_idle", u.n)
	for i := range m.Each("i", u.n) {
		Countdown(m, busy.At(i), granted.Bit(i), u.Cycles-3)
		idle.SetBit(i, busy.At(i).Le(1).AndNot(granted.Bit(i)))
	}
	return idle.Value
}

// openOutputs are the outputs that may be asked for in the next cycle.
func (u *choosing) openOutputs(started, credit rtlgen.Value) rtlgen.Value {
	m := u.m
	free := credit.AndNot(u.chooses).AndNot(u.outputGranted)
	if u.Cycles > 4 {
		busy := m.RegArray("output_busy", u.n, rtlgen.CountBits(u.Cycles-4), 0,
			"cycles until each output may be asked for again")
		left := m.Wire("output_left", u.n)
		for o := range m.Each("o", u.n) {
			Countdown(m, busy.At(o), started.Bit(o), u.Cycles-4)
			left.SetBit(o, busy.At(o).Eq(0))
		}
		free = free.And(left)
	}
	return m.Let("output_open", free)
}

// properties states what holds of the grants.
func (u *choosing) properties(g Grants) {
	m, n := u.m, u.n
	input := m.RegArray("input_sends", n, rtlgen.CountBits(u.Cycles-1), 0,
		"cycles left of the packet that each input sends")
	output := m.RegArray("output_sends", n, rtlgen.CountBits(u.Cycles-1), 0,
		"cycles left of the packet that each output sends")
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
	asking := m.Wire("inputs_that_ask", n)
	for i := range m.Each("i", n) {
		asking.SetBit(i, u.ask.any(i))
	}
	m.Cover("asked_in_vain", asking.AndNot(g.Valid).Any())
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
