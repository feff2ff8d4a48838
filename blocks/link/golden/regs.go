package golden

import regs "culprit.example/culprit/blocks/regs/golden"

// RegsIn are the inputs of link_regs: of PinsOut a lane per port, and one per port and cause.
type RegsIn struct {
	regs.AXILiteIn
	PinsOut
}

// RegsOut are its outputs.
type RegsOut struct {
	regs.AXILiteOut
	ErrClear []bool
	Irq      bool
}

// Regs is the model of link_regs.
type Regs struct {
	bus                  regs.AXIL
	file                 *regs.File
	pending, seen, clear *regs.Field
	counts               [PortCauses]*regs.Field
}

// NewRegs makes the registers of n ports, whose counters have that many bits.
func NewRegs(n, bits int) *Regs {
	enable := &regs.Field{Kind: regs.Setting, Width: n}
	m := &Regs{
		pending: &regs.Field{Kind: regs.Pending, Width: n, Enable: enable},
		seen:    &regs.Field{Kind: regs.Status, Width: PortCauses},
		clear:   &regs.Field{Kind: regs.Command, Low: 31, Width: 1},
	}
	list := []*regs.Register{
		{Address: 0, Count: 1, Fields: []*regs.Field{enable}},
		{Address: 4, Count: 1, Fields: []*regs.Field{m.pending}},
		{Address: 0x40, Count: n, Fields: []*regs.Field{m.seen, m.clear}},
	}
	room := 8 // bits of a register for each counter
	for room < bits {
		room *= 2
	}
	for c := range m.counts {
		m.counts[c] = &regs.Field{Kind: regs.Status, Low: room * c % 32, Width: bits}
		if room*c%32 == 0 {
			list = append(list, &regs.Register{Address: 0x100 + 0x40*(room*c/32), Count: n})
		}
		last := list[len(list)-1]
		last.Fields = append(last.Fields, m.counts[c])
	}
	m.file = regs.NewFile(list)
	return m
}

// Request is the access of this cycle.
func (m *Regs) Request() regs.Request { return m.bus.Registered().Request }

// Registered are the outputs of this cycle.
func (m *Regs) Registered() RegsOut {
	out := RegsOut{AXILiteOut: m.bus.Registered().AXILiteOut, Irq: m.file.Interrupt()}
	for _, c := range m.clear.Now {
		out.ErrClear = append(out.ErrClear, c == 1)
	}
	return out
}

// Step is one clock cycle.
func (m *Regs) Step(in RegsIn) RegsOut {
	out := m.Registered()
	m.pending.Events[0] = 0
	for i, seen := range in.ErrSeen {
		m.seen.Now[i] = uint32(seen)
		if seen != 0 {
			m.pending.Events[0] |= 1 << i
		}
		for c, f := range m.counts {
			f.Now[i] = in.ErrCounts[i*PortCauses+c]
		}
	}
	q := m.bus.Step(regs.AXILIn{AXILiteIn: in.AXILiteIn, Answer: m.file.Answer()}).Request
	m.file.Step(q)
	return out
}
