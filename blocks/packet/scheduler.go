package packet

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Scheduling is a two-phase round-robin scheduler of a switch: prim.SepAllocator in
// every cycle among the inputs and outputs that are free. A grant keeps its input
// and output for the cycles of a packet.
type Scheduling struct {
	Ports  Ports
	Queues int // per input
	Cycles int // after the grant's own, for which its input and output are busy
}

// Join makes the allocator and the countdowns. eligible has a bit per queue of each
// input (bit i*Queues+q), wanted its output, a lane per bit; an output takes part
// only with its bit in credit. The result are the allocator's ports: its outputs
// are the grants, combinational.
func (s Scheduling) Join(m *rtlgen.Module, eligible, wanted, credit rtlgen.Signal) *prim.SepAllocatorPorts {
	n := int(s.Ports)
	bits := rtlgen.CountBits(s.Cycles)
	available := rtlgen.ValueOf(credit)
	inputBusy := m.RegArray("input_busy", n, bits, 0)
	outputBusy := m.RegArray("output_busy", n, bits, 0)
	inputFree := m.Wire("input_free", n)
	outputFree := m.Wire("output_free", n)

	a := rtlgen.Use(m, "allocator", prim.SepAllocator(prim.SepAllocatorParams{Inputs: n, Queues: s.Queues, Outputs: n}))
	a.Eligible.Drive(eligible)
	a.Wanted.Drive(wanted)
	a.InputFree.Drive(inputFree)
	a.OutputFree.Drive(outputFree)
	for i := range m.Each("i", n) {
		inputFree.SetBit(i, inputBusy.At(i).Eq(0))
		outputFree.SetBit(i, outputBusy.At(i).Eq(0).And(available.Bit(i)))
		Countdown(m, inputBusy.At(i), a.GrantValid.Bit(i), s.Cycles)
		Countdown(m, outputBusy.At(i), a.OutputValid.Bit(i), s.Cycles)
	}
	return a
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
