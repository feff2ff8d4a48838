package prim

import "culprit.example/culprit/rtlgen"

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
	if m.Refused() {
		return m
	}
	outputIndex := rtlgen.IndexBits(p.Outputs)

	// Of the queues and the inputs: those above the one that sent last.
	var queuesAbove, inputsAbove rtlgen.Reg
	if p.Queues > 1 {
		queuesAbove = m.Reg("queues_above", p.Inputs*(p.Queues-1), 0, "queues above the one that sent last, by input")
	}
	if p.Inputs > 1 {
		inputsAbove = m.Reg("inputs_above", p.Outputs*(p.Inputs-1), 0, "inputs above the one that sent last, by output")
	}

	// Phase 1: each input picks a queue whose output is free.
	ready := m.Wire("ready", p.Inputs*p.Queues)
	for k := range m.Each("k", p.Inputs*p.Queues) {
		ready.SetBit(k, io.Eligible.Bit(k).And(io.OutputFree.Bit(io.Wanted.Lane(k, outputIndex))))
	}
	pick := RoundRobinLanes(m.Module, "queue", ready, queuesAbove, p.Inputs)
	target := m.Wire("picked_output", p.Inputs*outputIndex)
	asking := m.Wire("asking", p.Inputs)
	asks := m.Wire("asks", p.Inputs*p.Outputs)
	for i := range m.Each("i", p.Inputs) {
		target.SetLane(i, rtlgen.OneHotMux(pick.OneHot.Lane(i, p.Queues), io.Wanted.Lane(i, p.Queues*outputIndex)))
		asking.SetBit(i, io.InputFree.Bit(i).And(pick.Lane(i).Any))
		asks.SetLane(i, rtlgen.Mux(asking.Bit(i), target.Lane(i, outputIndex).Decode(p.Outputs), 0))
	}

	// Phase 2: each output picks an input that asks for it.
	asked := m.Let("asked", asks.Transpose(p.Inputs))
	choose := RoundRobinLanes(m.Module, "input", asked, inputsAbove, p.Outputs)
	for o := range m.Each("o", p.Outputs) {
		io.OutputValid.SetBit(o, choose.Lane(o).Any)
		io.OutputSource.SetLane(o, choose.Lane(o).Index)
		if p.Inputs > 1 {
			m.If(io.OutputValid.Bit(o), func() { inputsAbove.SetLane(o, choose.Lane(o).Above) })
		}
	}

	// The pick is the grant.
	granted := m.Let("granted", choose.OneHot.Transpose(p.Outputs))
	for i := range m.Each("i", p.Inputs) {
		io.GrantValid.SetBit(i, granted.Lane(i, p.Outputs).Any())
		io.GrantQueue.SetLane(i, rtlgen.Mux(io.GrantValid.Bit(i), pick.Lane(i).Index, 0))
		io.GrantOutput.SetLane(i, rtlgen.Mux(io.GrantValid.Bit(i), target.Lane(i, outputIndex), 0))
		if p.Queues > 1 {
			m.If(io.GrantValid.Bit(i), func() { queuesAbove.SetLane(i, pick.Lane(i).Above) })
		}
	}

	if p.Inputs > 1 || p.Queues > 1 { // without a choice there is no state, and no clock for properties
		allocatorProperties(m.Module, io, p, asking)
	}
	return m
}

// allocatorProperties states what holds of the grants.
func allocatorProperties(m *rtlgen.Module, io *SepAllocatorPorts, p SepAllocatorParams, asking rtlgen.Wire) {
	outputIndex := rtlgen.IndexBits(p.Outputs)
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
}
