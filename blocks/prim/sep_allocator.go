package prim

import "culprit/rtlgen"

// SepAllocator matches inputs with outputs in two phases, round robin in both:
// first every input picks one of its queues, then every output picks one of the
// inputs that ask for it.
//
// All outputs are combinational from all inputs; lanes without a grant are 0.
// The pointers of both phases move only past a grant, so that an input that
// picked but lost asks for the same again. Source: N. McKeown, The iSLIP
// scheduling algorithm for input-queued switches, IEEE/ACM Trans. Networking
// 7(2), 1999, section II (when pointers move); D. Becker, W. Dally, Allocator
// implementations for network-on-chip routers, SC 2009 (separable, input first).
func SepAllocator(p SepAllocatorParams) *rtlgen.Typed[SepAllocatorPorts] {
	m, io := rtlgen.New[SepAllocatorPorts](p)
	inputIndex, queueIndex, outputIndex := rtlgen.IndexBits(p.Inputs), rtlgen.IndexBits(p.Queues), rtlgen.IndexBits(p.Outputs)

	queuePointer := m.Reg("queue_pointer", p.Inputs*queueIndex, 0)
	sourcePointer := m.Reg("source_pointer", p.Outputs*inputIndex, 0)

	// Phase 1: each input picks a queue whose output is free.
	ready := m.Wire("ready", p.Inputs*p.Queues)
	for k := range m.Each("k", p.Inputs*p.Queues) {
		ready.SetBit(k, io.Eligible.Bit(k).And(io.OutputFree.Bit(io.Wanted.Lane(k, outputIndex))))
	}
	queueChoice := RoundRobinLanes(m.Module, "queue_choice", ready, queuePointer, p.Inputs)
	picked := m.Wire("picked_queue", p.Inputs*queueIndex)
	firstOfLanes(m.Module, picked, queueChoice, p.Inputs)
	target := m.Wire("picked_output", p.Inputs*outputIndex)
	asking := m.Wire("asking", p.Inputs)
	asks := m.Wire("asks", p.Inputs*p.Outputs)
	for i := range m.Each("i", p.Inputs) {
		target.SetLane(i, io.Wanted.Lane(flatIndex(i, picked.Lane(i, queueIndex), p.Inputs, p.Queues), outputIndex))
		asking.SetBit(i, io.InputFree.Bit(i).And(queueChoice.Lane(i, p.Queues).Any()))
		asks.SetLane(i, rtlgen.Mux(asking.Bit(i), target.Lane(i, outputIndex).Decode(p.Outputs), 0))
	}

	// Phase 2: each output picks an input that asks for it.
	asked := m.Let("asked", asks.Transpose(p.Inputs))
	sourceChoice := RoundRobinLanes(m.Module, "source_choice", asked, sourcePointer, p.Outputs)
	firstOfLanes(m.Module, io.OutputSource, sourceChoice, p.Outputs)
	winners := m.Wire("winners", p.Outputs*p.Inputs)
	for o := range m.Each("o", p.Outputs) {
		io.OutputValid.SetBit(o, asked.Lane(o, p.Inputs).Any())
		winners.SetLane(o, sourceChoice.Lane(o, p.Inputs).LowestOne())
		m.If(io.OutputValid.Bit(o), func() {
			sourcePointer.SetLane(o, Successor(io.OutputSource.Lane(o, inputIndex), p.Inputs))
		})
	}

	// The pick is the grant.
	granted := m.Let("granted", winners.Transpose(p.Outputs))
	for i := range m.Each("i", p.Inputs) {
		io.GrantValid.SetBit(i, granted.Lane(i, p.Outputs).Any())
		io.GrantQueue.SetLane(i, rtlgen.Mux(io.GrantValid.Bit(i), picked.Lane(i, queueIndex), 0))
		io.GrantOutput.SetLane(i, rtlgen.Mux(io.GrantValid.Bit(i), target.Lane(i, outputIndex), 0))
		m.If(io.GrantValid.Bit(i), func() {
			queuePointer.SetLane(i, Successor(picked.Lane(i, queueIndex), p.Queues))
		})
	}

	if p.Outputs < 1<<outputIndex {
		exists := m.Wire("wanted_exists", p.Inputs*p.Queues)
		for k := range m.Each("k", p.Inputs*p.Queues) {
			exists.SetBit(k, io.Eligible.Bit(k).Implies(io.Wanted.Lane(k, outputIndex).Lt(p.Outputs)))
		}
		m.Assume("wanted_in_range", exists.All(), "an eligible queue wants an output that exists")
	}
	m.Assert("free_inputs_only", io.GrantValid.AndNot(io.InputFree).Eq(0))
	m.Assert("free_outputs_only", io.OutputValid.AndNot(io.OutputFree).Eq(0))
	ends := max(rtlgen.CountBits(p.Inputs), rtlgen.CountBits(p.Outputs))
	m.Assert("grants_pair_up", io.GrantValid.PopCount().Zext(ends).Eq(io.OutputValid.PopCount().Zext(ends)),
		"as many inputs send as outputs receive")
	if p.Inputs > 1 {
		m.Cover("picked_but_lost", asking.AndNot(io.GrantValid).Any())
	}
	return m
}

// assignable is a wire or an output.
type assignable interface {
	Set(x rtlgen.Operand)
	SetLane(i rtlgen.Operand, x rtlgen.Signal)
}

// firstOfLanes drives each lane of index with the index of the lowest one in the
// same lane of choice.
func firstOfLanes(m *rtlgen.Module, index assignable, choice rtlgen.Value, lanes int) {
	n := laneWidth(choice, lanes)
	if n == 1 { // nothing to choose between
		index.Set(0)
		return
	}
	m.For("i", lanes, func(i rtlgen.Value) { index.SetLane(i, choice.Lane(i, n).Priority()) })
}
