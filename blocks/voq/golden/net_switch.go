package golden

// NetIn are the inputs of voqnet_switch, a lane per port.
type NetIn struct {
	RxValid, RxSop, RxEop []bool
	RxData                []uint64
	TxCredit              []bool
	TxCreditDst           []int
}

// NetOut are its outputs.
type NetOut struct {
	TxValid, TxSop, TxEop []bool
	TxData                []uint64
	RxCredit              []bool
	RxCreditDst           []int `valid:"RxCredit"`
	StatFree              []int
	StatCredit            []int
}

// NewNetIn makes inputs of n lanes, all zero.
func NewNetIn(n int) NetIn {
	return NetIn{
		RxValid: make([]bool, n), RxSop: make([]bool, n), RxEop: make([]bool, n), RxData: make([]uint64, n),
		TxCredit: make([]bool, n), TxCreditDst: make([]int, n),
	}
}

// NewNetOut makes outputs of n lanes.
func NewNetOut(n int) NetOut {
	return NetOut{
		TxValid: make([]bool, n), TxSop: make([]bool, n), TxEop: make([]bool, n), TxData: make([]uint64, n),
		RxCredit: make([]bool, n), RxCreditDst: make([]int, n), StatFree: make([]int, n), StatCredit: make([]int, n),
	}
}

// NetSwitch is VOQnet: the queues of an input are numbered by destination, and
// each has slots and credits of its own.
type NetSwitch struct {
	*core
	credits [][]int // by output and destination
	out     NetOut
}

// NewNetSwitch makes the switch after reset.
func NewNetSwitch(p Params) *NetSwitch {
	m := &NetSwitch{core: newCore(p, p.Nodes), out: NewNetOut(p.Ports)}
	m.queueOf = func(pk *packet) int { return pk.dst }
	m.open = func(o int, head *packet) bool { return m.credits[o][head.dst] > 0 }
	for range p.Ports {
		credits := make([]int, p.Nodes)
		for d := range credits {
			credits[d] = p.Depth
		}
		m.credits = append(m.credits, credits)
	}
	return m
}

// Credits is a credit counter of an output.
func (m *NetSwitch) Credits(output, dst int) int { return m.credits[output][dst] }

// Registered are the outputs, all of which depend on registers only.
func (m *NetSwitch) Registered() NetOut {
	out := m.out
	for i, port := range m.input {
		c := port.credits.end(port.credit)
		out.RxCredit[i], out.RxCreditDst[i] = c.given, c.dst
		out.StatFree[i] = m.p.Nodes*m.p.Depth - port.used
	}
	for o, port := range m.output {
		tx := port.tx.end(beat{})
		out.TxValid[o], out.TxSop[o], out.TxEop[o], out.TxData[o] = tx.valid, tx.sop, tx.eop, tx.data
		out.StatCredit[o] = 0
		for _, c := range m.credits[o] {
			out.StatCredit[o] += c
		}
	}
	return out
}

// Step is one clock cycle.
func (m *NetSwitch) Step(in NetIn) NetOut {
	out := m.Registered()
	taken := m.take()
	m.edge(pins{in.RxValid, in.RxSop, in.RxEop, in.RxData})
	for o, port := range m.output {
		if port.returned.given {
			m.credits[o][port.returned.dst]++
			if taken[o] == port.returned.dst {
				m.events.Exchanged = true
			}
		}
		port.returned = credit{given: in.TxCredit[o], dst: in.TxCreditDst[o]}
	}
	return out
}

// take takes the credits of the packets whose first beats are in the crossbar,
// and tells by output which they are, -1 for none. These outputs are busy, so
// that nobody asks for these credits in this cycle.
func (m *NetSwitch) take() []int {
	taken := make([]int, m.p.Ports)
	for o := range taken {
		taken[o] = -1
	}
	for _, in := range m.input {
		if in.beat.valid && in.beat.sop {
			o, d := in.beatOf.port, in.beatOf.dst
			m.credits[o][d]--
			taken[o] = d
		}
	}
	return taken
}
