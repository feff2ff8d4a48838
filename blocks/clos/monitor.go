package clos

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Addresses of a monitor's counters: maxPorts for each of the first three, one per
// port.
const (
	addressInMax    = 0
	addressOutMax   = maxPorts
	addressFullAt   = 2 * maxPorts
	addressRefusals = 3 * maxPorts
	addressStalls   = 3*maxPorts + 1
	maxPorts        = 16
)

// Monitor counts what the queues of an element do: the longest input and output queues,
// the first cycle in which each output queue was full, and in how many cycles an output
// refused a segment or waited for a credit. There is a register between the element's
// status and the counters.
func Monitor(p Params) *rtlgen.Typed[MonitorPorts] {
	m, io := rtlgen.New[MonitorPorts](p)
	if m.Refused() {
		return m
	}
	measuring := m.Next("measure_q", io.Measure, 0)
	in, out := m.Next("in_held", io.Stat.InHeld, 0), m.Next("out_held", io.Stat.OutHeld, 0)
	inMax := largest(m.Module, "in_max", "segments of the longest queue, by input", p.Ports, in, io.Clear, measuring)
	outMax := largest(m.Module, "out_max", "segments of the longest queue, by output", p.Ports, out, io.Clear, measuring)
	fullAt := m.RegArray("full_at", p.Ports, timeBits, 0, "first cycle in which it was full, by output")
	w := out.Width() / p.Ports
	for o := range m.Each("o", p.Ports) {
		m.If(io.Clear, func() {
			fullAt.At(o).Set(0)
		}).ElseIf(measuring.And(out.Lane(o, w).Eq(p.OutSlots)).And(fullAt.At(o).Eq(0)), func() { fullAt.At(o).Set(io.Now) })
	}
	refused := m.Next("refused_ports", io.Stat.Refused.PopCount(), 0, "number of outputs that refused a segment")
	stalled := m.Next("stalled_ports", io.Stat.Stalled.PopCount(), 0, "number of outputs that waited for a credit")
	refusals := prim.Accumulator(m.Module, "refusals", counterBits, io.Clear, measuring, refused,
		"outputs that refused a segment, summed over cycles")
	stalls := prim.Accumulator(m.Module, "stalls", counterBits, io.Clear, measuring, stalled,
		"outputs that waited for a credit, summed over cycles")

	address := m.Next("address_q", io.Read.Address, 0)
	shown := m.Reg("shown", readBits, 0)
	port := address.Low(rtlgen.IndexBits(p.Ports))
	m.Switch(address.High(addressBits-4), func(c rtlgen.Cases) {
		c.Case(func() { shown.Set(inMax.At(port).Zext(readBits)) }, addressInMax/maxPorts)
		c.Case(func() { shown.Set(outMax.At(port).Zext(readBits)) }, addressOutMax/maxPorts)
		c.Case(func() { shown.Set(fullAt.At(port).Zext(readBits)) }, addressFullAt/maxPorts)
		c.Case(func() { shown.Set(rtlgen.Mux(address.Bit(0), stalls, refusals).Zext(readBits)) }, addressRefusals/maxPorts)
		c.Default(func() { shown.Set(0) })
	})
	if rest := 4 - rtlgen.IndexBits(p.Ports); rest > 0 {
		m.Unused("address_rest", address.Slice(3, 4-rest))
	}
	io.Read.Data.Drive(shown)
	return m
}

// largest keeps the largest value of each lane; doc says what that is.
func largest(m *rtlgen.Module, name, doc string, lanes int, values rtlgen.Reg,
	clear, enable rtlgen.Signal) rtlgen.RegArray {
	w := values.Width() / lanes
	most := m.RegArray(name, lanes, w, 0, doc)
	for i := range m.Each("i", lanes) {
		now := values.Lane(i, w)
		m.If(clear, func() {
			most.At(i).Set(0)
		}).ElseIf(rtlgen.ValueOf(enable).And(now.Gt(most.At(i))), func() { most.At(i).Set(now) })
	}
	return most
}
