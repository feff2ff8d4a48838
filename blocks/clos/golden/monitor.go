package golden

// MonitorIn holds the inputs of clos_monitor, an element of each slice per port.
type MonitorIn struct {
	Measurement
	Now                      uint32
	ReadAddress              int
	StatInHeld, StatOutHeld  []int
	StatStalled, StatRefused []bool
}

// MonitorOut holds the outputs of clos_monitor.
type MonitorOut struct {
	ReadData uint64 `valid:"Known"`
	Known    bool   `port:"-"`
}

// NewMonitorIn makes inputs for n ports.
func NewMonitorIn(n int) MonitorIn {
	return MonitorIn{StatInHeld: make([]int, n), StatOutHeld: make([]int, n), StatStalled: make([]bool, n),
		StatRefused: make([]bool, n)}
}

// Monitor is the model of clos_monitor.
type Monitor struct {
	p       Params
	seen    MonitorIn // status and measure of the cycle before
	counts  counts
	address int
	out     MonitorOut
}

// NewMonitor makes a monitor.
func NewMonitor(p Params) *Monitor {
	return &Monitor{p: p, seen: NewMonitorIn(p.Ports), counts: counts{}, out: MonitorOut{Known: true}}
}

// Step is one clock cycle.
func (m *Monitor) Step(in MonitorIn) MonitorOut {
	out := m.out
	m.out = MonitorOut{m.counts[m.address],
		m.address >= 64 || m.address < 50 && (m.address >= 48 || m.address%16 < m.p.Ports)}
	m.address = in.ReadAddress
	if in.Clear {
		clear(m.counts)
	} else {
		m.count(in.Now)
	}
	m.seen = MonitorIn{
		Measurement: in.Measurement, StatInHeld: append([]int{}, in.StatInHeld...),
		StatOutHeld: append([]int{}, in.StatOutHeld...),
		StatStalled: append([]bool{}, in.StatStalled...), StatRefused: append([]bool{}, in.StatRefused...),
	}
	return out
}

func (m *Monitor) count(now uint32) {
	for port := range m.p.Ports {
		m.counts.most(m.seen.Measurement, port, uint64(m.seen.StatInHeld[port]))
		m.counts.most(m.seen.Measurement, 16+port, uint64(m.seen.StatOutHeld[port]))
		if m.seen.StatOutHeld[port] == m.p.SlotsOut && m.counts[32+port] == 0 {
			m.counts.add(m.seen.Measurement, 32+port, uint64(now))
		}
		if m.seen.StatRefused[port] {
			m.counts.add(m.seen.Measurement, 48, 1)
		}
		if m.seen.StatStalled[port] {
			m.counts.add(m.seen.Measurement, 49, 1)
		}
	}
}
