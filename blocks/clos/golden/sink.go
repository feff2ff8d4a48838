package golden

// Cell is a cell that arrives.
type Cell struct {
	Valid    bool
	Dst, Src int
	Tag      uint32
	First    bool
}

// SinkIn holds the inputs of clos_sink.
type SinkIn struct {
	Measurement
	Node        int
	Now         uint32
	Arrival     Cell `port:"arrival_,prefix"`
	ReadAddress int
}

// SinkOut holds the outputs of clos_sink.
type SinkOut struct {
	ReadData uint64 `valid:"Known"`
	Known    bool   `port:"-"` // not in the first cycle
	Error    bool
}

// Sink is the model of clos_sink.
type Sink struct {
	cell     Cell     // that arrived in the cycle before
	expected []uint32 // by sender
	counts   counts
	out      SinkOut
}

// NewSink makes a sink.
func NewSink(p Params) *Sink {
	return &Sink{expected: make([]uint32, p.Nodes), counts: counts{}, out: SinkOut{Known: true}}
}

// Step is one clock cycle.
func (m *Sink) Step(in SinkIn) SinkOut {
	out := m.out
	m.out.ReadData = m.counts[in.ReadAddress]
	m.count(in)
	if in.Clear {
		clear(m.counts)
	}
	m.cell = in.Arrival
	return out
}

func (m *Sink) count(in SinkIn) {
	c := m.cell
	if !c.Valid {
		return
	}
	if c.Dst != in.Node {
		m.counts[4]++
		m.out.Error = true
		return
	}
	m.counts.add(in.Measurement, 0, 1)
	if !c.First {
		return
	}
	if number := c.Tag >> 24; number != m.expected[c.Src] {
		m.counts[3]++
		m.out.Error = true
	}
	m.expected[c.Src] = (c.Tag>>24 + 1) & 0xff
	latency := uint64((in.Now - 1 - c.Tag) & 0xffffff)
	m.counts.add(in.Measurement, 7, 1)
	m.counts.add(in.Measurement, 1, latency)
	m.counts.most(in.Measurement, 2, latency)
}
