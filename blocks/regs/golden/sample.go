package golden

// SampleIn are the inputs of regs_sample.
type SampleIn struct {
	AXILiteIn
	Causes uint32
	Level  uint32
	Errors []bool
}

// SampleOut are its outputs.
type SampleOut struct {
	AXILiteOut
	Irq    bool
	Xoff   []uint32
	Clear  []bool
	Counts []uint32
}

// Sample is the model of regs_sample.
type Sample struct {
	bus                         AXIL
	file                        *File
	seen, level, xoff, clear, n *Field
}

// NewSample makes the registers after reset, with the given number of ports and bits of a counter.
func NewSample(ports, bits int) *Sample {
	enable := &Field{Kind: Setting, Width: 10, Reset: 0x201}
	m := &Sample{
		seen:  &Field{Kind: Pending, Low: 2, Width: 10, Enable: enable},
		level: &Field{Kind: Status, Low: 12, Width: 8},
		xoff:  &Field{Kind: Setting, Low: 4, Width: 9, Reset: 10},
		clear: &Field{Kind: Command, Low: 31, Width: 1},
		n:     &Field{Kind: Counter, Width: bits},
	}
	m.file = NewFile([]*Register{
		{Address: 0, Count: 1, Fields: []*Field{enable}},
		{Address: 4, Count: 1, Fields: []*Field{m.seen, m.level}},
		{Address: 0x40, Count: ports, Fields: []*Field{m.xoff, m.clear}},
		{Address: 0x80, Count: ports, Fields: []*Field{m.n}},
	})
	return m
}

// Request is the access of this cycle.
func (m *Sample) Request() Request { return m.bus.Registered().Request }

// Counts are the errors of each port.
func (m *Sample) Counts() []uint32 { return m.n.Now }

// Pending are the causes that were not cleared.
func (m *Sample) Pending() uint32 { return m.seen.Now[0] }

// Registered are the outputs of this cycle.
func (m *Sample) Registered() SampleOut {
	out := SampleOut{AXILiteOut: m.bus.Registered().AXILiteOut, Irq: m.file.Interrupt(),
		Xoff: append([]uint32(nil), m.xoff.Now...), Counts: append([]uint32(nil), m.n.Now...)}
	for _, c := range m.clear.Now {
		out.Clear = append(out.Clear, c == 1)
	}
	return out
}

// Step is one clock cycle.
func (m *Sample) Step(in SampleIn) SampleOut {
	out := m.Registered()
	m.seen.Events[0], m.level.Now[0] = in.Causes, in.Level
	for i, e := range in.Errors {
		m.n.Events[i] = 0
		if e {
			m.n.Events[i] = 1
		}
	}
	q := m.bus.Step(AXILIn{in.AXILiteIn, m.file.Answer()}).Request
	m.file.Step(q)
	return out
}
