package golden

// SwIn are the inputs of voqsw_switch, a lane per port.
type SwIn struct {
	RxValid, RxSop, RxEop []bool
	RxData                []uint64
	TxCredit              []bool
}

// SwOut are its outputs.
type SwOut struct {
	TxValid, TxSop, TxEop []bool
	TxData                []uint64
	RxCredit              []bool
	StatFree              []int
	StatCredit            []int
}

// NewSwIn makes inputs of n lanes, all zero.
func NewSwIn(n int) SwIn {
	return SwIn{
		RxValid: make([]bool, n), RxSop: make([]bool, n), RxEop: make([]bool, n), RxData: make([]uint64, n),
		TxCredit: make([]bool, n),
	}
}

// NewSwOut makes outputs of n lanes.
func NewSwOut(n int) SwOut {
	return SwOut{
		TxValid: make([]bool, n), TxSop: make([]bool, n), TxEop: make([]bool, n), TxData: make([]uint64, n),
		RxCredit: make([]bool, n), StatFree: make([]int, n), StatCredit: make([]int, n),
	}
}

// SwSwitch is VOQsw: the queues of an input are numbered by output, and share its
// slots.
type SwSwitch struct {
	*core
	credits []int // by output
	out     SwOut
}

// NewSwSwitch makes the switch after reset.
func NewSwSwitch(p Params) *SwSwitch {
	m := &SwSwitch{core: newCore(p, p.Ports), out: NewSwOut(p.Ports)}
	m.queueOf = func(pk *packet) int { return pk.port }
	m.open = func(o int, _ *packet) bool { return m.credits[o] > 0 }
	for range p.Ports {
		m.credits = append(m.credits, p.Slots)
	}
	return m
}

// Registered are the outputs, all of which depend on registers only.
func (m *SwSwitch) Registered() SwOut {
	out := m.out
	for i, port := range m.input {
		out.RxCredit[i] = port.credits.end(port.credit).given
		out.StatFree[i] = m.p.Slots - port.used
	}
	for o, port := range m.output {
		tx := port.tx.end(beat{})
		out.TxValid[o], out.TxSop[o], out.TxEop[o], out.TxData[o] = tx.valid, tx.sop, tx.eop, tx.data
		out.StatCredit[o] = m.credits[o]
	}
	return out
}

// Step is one clock cycle.
func (m *SwSwitch) Step(in SwIn) SwOut {
	out := m.Registered()
	m.edge(pins{in.RxValid, in.RxSop, in.RxEop, in.RxData})
	for o, port := range m.output {
		if port.busy == Beats-1 { // granted in this cycle
			m.credits[o]--
		}
		if port.returned.given {
			m.credits[o]++
		}
		port.returned = credit{given: in.TxCredit[o]}
	}
	return out
}
