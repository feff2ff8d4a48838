package golden

import traffic "culprit.example/culprit/blocks/traffic/golden"

// MonitorIn are the inputs of a monitor, a lane per port; those of StatSaqs and
// StatLines have a lane per port and SAQ.
type MonitorIn struct {
	traffic.Counters
	StatSaqs    []bool
	StatLines   []bool
	StatDetect  []bool
	StatNoFree  []bool
	StatDropped []bool
	StatCamFull []bool
	MsgValid    []bool
	MsgXoff     []bool
}

// MonitorOut are its outputs.
type MonitorOut struct {
	ReadData uint64
}

// Monitor counts what a switch's congestion management does.
type Monitor struct {
	ports, saqs int
	port        int // looked at in this cycle
	seen        look
	before      []bool         // SAQs in use in the cycle before
	counters    map[int]uint64 // by counter readback address
	address     int            // of the cycle before
	data        uint64
}

// look is what was seen of the switch in a cycle.
type look struct {
	measure     bool
	saqs, lines int    // in use at one port
	events      [8]int // ports, or SAQs, at which something happened
}

// NewMonitor makes the monitor of a switch after reset.
func NewMonitor(ports, saqs int) *Monitor {
	return &Monitor{ports: ports, saqs: saqs, counters: map[int]uint64{}, before: make([]bool, ports*saqs)}
}

// Step is one clock cycle.
func (m *Monitor) Step(in MonitorIn) MonitorOut {
	out := MonitorOut{ReadData: m.data}
	m.data, m.address = m.counters[m.address], in.ReadAddress
	switch {
	case in.Clear:
		clear(m.counters)
	case m.seen.measure:
		m.add(m.seen.saqs, 1)
		m.add(9, m.seen.lines)
		for i, n := range m.seen.events {
			m.add(10+i, n)
		}
	}
	here := func(lanes []bool) []bool { return lanes[m.port*m.saqs : (m.port+1)*m.saqs] }
	m.seen = look{
		measure: in.Measure,
		saqs:    ones(here(in.StatSaqs)), lines: ones(here(in.StatLines)),
		events: [8]int{ones(in.StatDetect), ones(in.StatNoFree), ones(in.StatDropped), ones(in.StatCamFull)},
	}
	for i, now := range in.StatSaqs {
		if now && !m.before[i] {
			m.seen.events[4]++
		} else if !now && m.before[i] {
			m.seen.events[5]++
		}
	}
	copy(m.before, in.StatSaqs)
	for i, valid := range in.MsgValid {
		if valid && in.MsgXoff[i] {
			m.seen.events[6]++
		} else if valid {
			m.seen.events[7]++
		}
	}
	m.port = (m.port + 1) % m.ports
	return out
}

func (m *Monitor) add(address, n int) {
	m.counters[address] = (m.counters[address] + uint64(n)) % (1 << 40)
}

func ones(lanes []bool) int {
	n := 0
	for _, lane := range lanes {
		if lane {
			n++
		}
	}
	return n
}
