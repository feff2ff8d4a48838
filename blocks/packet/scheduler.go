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
	m.For("i", n, func(i rtlgen.Value) {
		inputFree.SetBit(i, inputBusy.At(i).Eq(0))
		outputFree.SetBit(i, outputBusy.At(i).Eq(0).And(available.Bit(i)))
		countdown(m, inputBusy.At(i), a.GrantValid.Bit(i), s.Cycles)
		countdown(m, outputBusy.At(i), a.OutputValid.Bit(i), s.Cycles)
	})
	return a
}

// countdown counts the cycles for which a grant keeps its input or output.
func countdown(m *rtlgen.Module, busy rtlgen.Elem, grant rtlgen.Signal, cycles int) {
	m.If(grant, func() {
		busy.Set(cycles)
	}).ElseIf(busy.Ne(0), func() {
		busy.Set(busy.Sub(1))
	})
}
