package golden

// PairIn are the inputs of two switches joined by a link; the vectors leave
// out the lane of the linked port.
type PairIn struct {
	S0RxValid    []bool   `port:"s0_rx_valid"`
	S0RxSop      []bool   `port:"s0_rx_sop"`
	S0RxEop      []bool   `port:"s0_rx_eop"`
	S0RxData     []uint64 `port:"s0_rx_data"`
	S0TxCredit   []bool   `port:"s0_tx_credit"`
	S0TxMsgValid []bool   `port:"s0_tx_msg_valid"`
	S0TxMsgXoff  []bool   `port:"s0_tx_msg_xoff"`
	S0TxMsgTp    []uint32 `port:"s0_tx_msg_tp"`
	S0TxMsgMask  []uint32 `port:"s0_tx_msg_mask"`
	S1RxValid    []bool   `port:"s1_rx_valid"`
	S1RxSop      []bool   `port:"s1_rx_sop"`
	S1RxEop      []bool   `port:"s1_rx_eop"`
	S1RxData     []uint64 `port:"s1_rx_data"`
	S1TxCredit   []bool   `port:"s1_tx_credit"`
	S1TxMsgValid []bool   `port:"s1_tx_msg_valid"`
	S1TxMsgXoff  []bool   `port:"s1_tx_msg_xoff"`
	S1TxMsgTp    []uint32 `port:"s1_tx_msg_tp"`
	S1TxMsgMask  []uint32 `port:"s1_tx_msg_mask"`
}

// PairOut are the outputs; the status vectors are complete.
type PairOut struct {
	S0TxValid     []bool   `port:"s0_tx_valid"`
	S0TxSop       []bool   `port:"s0_tx_sop"`
	S0TxEop       []bool   `port:"s0_tx_eop"`
	S0TxData      []uint64 `port:"s0_tx_data"`
	S0RxCredit    []bool   `port:"s0_rx_credit"`
	S0RxMsgValid  []bool   `port:"s0_rx_msg_valid"`
	S0RxMsgXoff   []bool   `port:"s0_rx_msg_xoff" valid:"S0RxMsgValid"`
	S0RxMsgTp     []uint32 `port:"s0_rx_msg_tp" valid:"S0RxMsgValid"`
	S0RxMsgMask   []uint32 `port:"s0_rx_msg_mask" valid:"S0RxMsgValid"`
	S0StatFree    []int    `port:"s0_stat_free"`
	S0StatCredit  []int    `port:"s0_stat_credit"`
	S0StatSaqs    []bool   `port:"s0_stat_saqs"`
	S0StatSent    []bool   `port:"s0_stat_sent"`
	S0StatDetect  []bool   `port:"s0_stat_detect"`
	S0StatNoFree  []bool   `port:"s0_stat_no_free"`
	S0StatDropped []bool   `port:"s0_stat_dropped"`
	S0StatLines   []bool   `port:"s0_stat_lines"`
	S0StatCamFull []bool   `port:"s0_stat_cam_full"`
	S1TxValid     []bool   `port:"s1_tx_valid"`
	S1TxSop       []bool   `port:"s1_tx_sop"`
	S1TxEop       []bool   `port:"s1_tx_eop"`
	S1TxData      []uint64 `port:"s1_tx_data"`
	S1RxCredit    []bool   `port:"s1_rx_credit"`
	S1RxMsgValid  []bool   `port:"s1_rx_msg_valid"`
	S1RxMsgXoff   []bool   `port:"s1_rx_msg_xoff" valid:"S1RxMsgValid"`
	S1RxMsgTp     []uint32 `port:"s1_rx_msg_tp" valid:"S1RxMsgValid"`
	S1RxMsgMask   []uint32 `port:"s1_rx_msg_mask" valid:"S1RxMsgValid"`
	S1StatFree    []int    `port:"s1_stat_free"`
	S1StatCredit  []int    `port:"s1_stat_credit"`
	S1StatSaqs    []bool   `port:"s1_stat_saqs"`
	S1StatSent    []bool   `port:"s1_stat_sent"`
	S1StatDetect  []bool   `port:"s1_stat_detect"`
	S1StatNoFree  []bool   `port:"s1_stat_no_free"`
	S1StatDropped []bool   `port:"s1_stat_dropped"`
	S1StatLines   []bool   `port:"s1_stat_lines"`
	S1StatCamFull []bool   `port:"s1_stat_cam_full"`
}

// PairPlainIn are the inputs without SAQs.
type PairPlainIn struct {
	S0RxValid  []bool   `port:"s0_rx_valid"`
	S0RxSop    []bool   `port:"s0_rx_sop"`
	S0RxEop    []bool   `port:"s0_rx_eop"`
	S0RxData   []uint64 `port:"s0_rx_data"`
	S0TxCredit []bool   `port:"s0_tx_credit"`
	S1RxValid  []bool   `port:"s1_rx_valid"`
	S1RxSop    []bool   `port:"s1_rx_sop"`
	S1RxEop    []bool   `port:"s1_rx_eop"`
	S1RxData   []uint64 `port:"s1_rx_data"`
	S1TxCredit []bool   `port:"s1_tx_credit"`
}

// PairPlainOut are the outputs without SAQs.
type PairPlainOut struct {
	S0TxValid    []bool   `port:"s0_tx_valid"`
	S0TxSop      []bool   `port:"s0_tx_sop"`
	S0TxEop      []bool   `port:"s0_tx_eop"`
	S0TxData     []uint64 `port:"s0_tx_data"`
	S0RxCredit   []bool   `port:"s0_rx_credit"`
	S0StatFree   []int    `port:"s0_stat_free"`
	S0StatCredit []int    `port:"s0_stat_credit"`
	S1TxValid    []bool   `port:"s1_tx_valid"`
	S1TxSop      []bool   `port:"s1_tx_sop"`
	S1TxEop      []bool   `port:"s1_tx_eop"`
	S1TxData     []uint64 `port:"s1_tx_data"`
	S1RxCredit   []bool   `port:"s1_rx_credit"`
	S1StatFree   []int    `port:"s1_stat_free"`
	S1StatCredit []int    `port:"s1_stat_credit"`
}

// Pair is two switches joined by one bidirectional link (Figure 1 of IQ).
type Pair struct {
	p    Params
	half [2]*Switch
}

// NewPair makes the pair after reset.
func NewPair(p Params) *Pair {
	return &Pair{p: p, half: [2]*Switch{NewSwitch(p), NewSwitch(p)}}
}

// Switch is switch 0 or 1.
func (m *Pair) Switch(s int) *Switch { return m.half[s] }

// LinkPort is the port by which switch s is linked to the other one.
func (p Params) LinkPort(s int) int {
	if s == 0 {
		return p.Ports - 2
	}
	return min(2, p.Ports-1)
}

// StepSwitches is one clock cycle, with inputs and outputs as the two
// switches have them: the lane of the linked port is there. As an input it is
// replaced by what the other switch sends.
func (m *Pair) StepSwitches(in [2]SwitchIn) [2]SwitchOut {
	// All link outputs are registered: both halves can be read before either steps.
	for s := range m.half {
		m.connect(s, in[s])
	}
	return [2]SwitchOut{m.half[0].Step(in[0]), m.half[1].Step(in[1])}
}

// connect puts what the other switch sends in this cycle into the linked lane.
func (m *Pair) connect(s int, in SwitchIn) {
	here, there := m.p.LinkPort(s), m.p.LinkPort(1-s)
	other := m.half[1-s].Registered()
	in.RxValid[here], in.RxSop[here], in.RxEop[here] = other.TxValid[there], other.TxSop[there], other.TxEop[there]
	in.RxData[here] = other.TxData[there]
	in.TxCredit[here] = other.RxCredit[there]
	in.TxMsgValid[here], in.TxMsgXoff[here] = other.RxMsgValid[there], other.RxMsgXoff[there]
	in.TxMsgTp[here], in.TxMsgMask[here] = other.RxMsgTp[there], other.RxMsgMask[there]
}

// Switches gives both switches all their lanes; the linked one is zero.
func (in PairIn) Switches(p Params) [2]SwitchIn {
	l0, l1 := p.LinkPort(0), p.LinkPort(1)
	return [2]SwitchIn{
		{
			RxValid: with(in.S0RxValid, l0), RxSop: with(in.S0RxSop, l0), RxEop: with(in.S0RxEop, l0), RxData: with(in.S0RxData, l0),
			TxCredit: with(in.S0TxCredit, l0), TxMsgValid: with(in.S0TxMsgValid, l0), TxMsgXoff: with(in.S0TxMsgXoff, l0),
			TxMsgTp: with(in.S0TxMsgTp, l0), TxMsgMask: with(in.S0TxMsgMask, l0),
		},
		{
			RxValid: with(in.S1RxValid, l1), RxSop: with(in.S1RxSop, l1), RxEop: with(in.S1RxEop, l1), RxData: with(in.S1RxData, l1),
			TxCredit: with(in.S1TxCredit, l1), TxMsgValid: with(in.S1TxMsgValid, l1), TxMsgXoff: with(in.S1TxMsgXoff, l1),
			TxMsgTp: with(in.S1TxMsgTp, l1), TxMsgMask: with(in.S1TxMsgMask, l1),
		},
	}
}

// JoinIn makes the inputs of the pair out of those of its switches.
func JoinIn(p Params, in [2]SwitchIn) PairIn {
	a, b := in[0], in[1]
	l0, l1 := p.LinkPort(0), p.LinkPort(1)
	return PairIn{
		S0RxValid: without(a.RxValid, l0), S0RxSop: without(a.RxSop, l0), S0RxEop: without(a.RxEop, l0), S0RxData: without(a.RxData, l0),
		S0TxCredit: without(a.TxCredit, l0), S0TxMsgValid: without(a.TxMsgValid, l0), S0TxMsgXoff: without(a.TxMsgXoff, l0),
		S0TxMsgTp: without(a.TxMsgTp, l0), S0TxMsgMask: without(a.TxMsgMask, l0),
		S1RxValid: without(b.RxValid, l1), S1RxSop: without(b.RxSop, l1), S1RxEop: without(b.RxEop, l1), S1RxData: without(b.RxData, l1),
		S1TxCredit: without(b.TxCredit, l1), S1TxMsgValid: without(b.TxMsgValid, l1), S1TxMsgXoff: without(b.TxMsgXoff, l1),
		S1TxMsgTp: without(b.TxMsgTp, l1), S1TxMsgMask: without(b.TxMsgMask, l1),
	}
}

// JoinOut makes the outputs of the pair out of those of its switches.
func JoinOut(p Params, out [2]SwitchOut) PairOut {
	a, b := out[0], out[1]
	l0, l1 := p.LinkPort(0), p.LinkPort(1)
	return PairOut{
		S0TxValid: without(a.TxValid, l0), S0TxSop: without(a.TxSop, l0), S0TxEop: without(a.TxEop, l0), S0TxData: without(a.TxData, l0),
		S0RxCredit: without(a.RxCredit, l0), S0RxMsgValid: without(a.RxMsgValid, l0), S0RxMsgXoff: without(a.RxMsgXoff, l0),
		S0RxMsgTp: without(a.RxMsgTp, l0), S0RxMsgMask: without(a.RxMsgMask, l0),
		S0StatFree: a.StatFree, S0StatCredit: a.StatCredit, S0StatSaqs: a.StatSaqs, S0StatSent: a.StatSent, S0StatDetect: a.StatDetect,
		S0StatNoFree: a.StatNoFree, S0StatDropped: a.StatDropped, S0StatLines: a.StatLines, S0StatCamFull: a.StatCamFull,
		S1TxValid: without(b.TxValid, l1), S1TxSop: without(b.TxSop, l1), S1TxEop: without(b.TxEop, l1), S1TxData: without(b.TxData, l1),
		S1RxCredit: without(b.RxCredit, l1), S1RxMsgValid: without(b.RxMsgValid, l1), S1RxMsgXoff: without(b.RxMsgXoff, l1),
		S1RxMsgTp: without(b.RxMsgTp, l1), S1RxMsgMask: without(b.RxMsgMask, l1),
		S1StatFree: b.StatFree, S1StatCredit: b.StatCredit, S1StatSaqs: b.StatSaqs, S1StatSent: b.StatSent, S1StatDetect: b.StatDetect,
		S1StatNoFree: b.StatNoFree, S1StatDropped: b.StatDropped, S1StatLines: b.StatLines, S1StatCamFull: b.StatCamFull,
	}
}

// Plain leaves out the ports that a pair without SAQs does not have.
func (in PairIn) Plain() PairPlainIn {
	return PairPlainIn{
		S0RxValid: in.S0RxValid, S0RxSop: in.S0RxSop, S0RxEop: in.S0RxEop, S0RxData: in.S0RxData, S0TxCredit: in.S0TxCredit,
		S1RxValid: in.S1RxValid, S1RxSop: in.S1RxSop, S1RxEop: in.S1RxEop, S1RxData: in.S1RxData, S1TxCredit: in.S1TxCredit,
	}
}

// Plain leaves out the ports that a pair without SAQs does not have.
func (out PairOut) Plain() PairPlainOut {
	return PairPlainOut{
		S0TxValid: out.S0TxValid, S0TxSop: out.S0TxSop, S0TxEop: out.S0TxEop, S0TxData: out.S0TxData,
		S0RxCredit: out.S0RxCredit, S0StatFree: out.S0StatFree, S0StatCredit: out.S0StatCredit,
		S1TxValid: out.S1TxValid, S1TxSop: out.S1TxSop, S1TxEop: out.S1TxEop, S1TxData: out.S1TxData,
		S1RxCredit: out.S1RxCredit, S1StatFree: out.S1StatFree, S1StatCredit: out.S1StatCredit,
	}
}

// without is a vector without one of its lanes.
func without[T any](v []T, lane int) []T {
	return append(append(make([]T, 0, len(v)), v[:lane]...), v[lane+1:]...)
}

// with is a vector with a zero lane put in.
func with[T any](v []T, lane int) []T {
	var zero T
	return append(append(append(make([]T, 0, len(v)+1), v[:lane]...), zero), v[lane:]...)
}
