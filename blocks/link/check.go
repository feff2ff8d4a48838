package link

import "culprit.example/culprit/rtlgen"

// CheckParams are the parameters of Check.
type CheckParams struct {
	Width int `param:"width" default:"182" min:"1" max:"640" doc:"bits of a flit"`
}

// Dims are the names that the tags of ports use.
func (p CheckParams) Dims() rtlgen.Dims { return rtlgen.Dims{"word": p.Width + crcBits} }

// CheckPorts are the ports of Check.
type CheckPorts struct {
	_           rtlgen.Unit `name:"link_check" doc:"both ends of a line that damages words: CRC, damaged flits are dropped" params:"width"`
	FlitTxValid rtlgen.In   `doc:"a flit for the line"`
	FlitTx      rtlgen.In   `width:"width" doc:"the flit"`
	LineTxValid rtlgen.Out  `doc:"a word is sent, a register"`
	LineTx      rtlgen.Out  `width:"word" doc:"the word, a register; unknown without valid"`
	LineRxValid rtlgen.In   `doc:"a word comes"`
	LineRx      rtlgen.In   `width:"word" doc:"the word, perhaps damaged"`
	FlitRxValid rtlgen.Out  `doc:"a flit has come, a register"`
	FlitRx      rtlgen.Out  `width:"width" doc:"the flit, a register; unknown without valid"`
	Damaged     rtlgen.Out  `doc:"pulse: a word was damaged, and is dropped, a register"`
}

// Check sends a CRC-32 with each flit, and drops those that come with a CRC that does not fit.
// It takes a flit in each cycle. A flit of cycle t is at the line in t+2, and one that comes
// over the line in t is at flit_rx in t+2.
func Check(p CheckParams) *rtlgen.Typed[CheckPorts] {
	m, io := rtlgen.New[CheckPorts](p)
	if m.Refused() {
		return m
	}
	comes := m.Next("tx_valid_q", io.FlitTxValid, 0)
	flit := m.NextNoReset("tx_flit_q", io.FlitTx)
	crc := m.NextNoReset("tx_crc", crcSum(m.Module, "tx", io.FlitTx.Value), "CRC of the flit")
	io.LineTxValid.Drive(m.Next("line_valid_q", comes, 0))
	io.LineTx.Drive(rtlgen.Cat(crc, m.NextNoReset("tx_flit_qq", flit)))

	arrives := m.Next("rx_valid_q", io.LineRxValid, 0)
	payload := m.NextNoReset("rx_flit_q", io.LineRx.Low(p.Width), "flit that came over the line")
	claimed := m.NextNoReset("rx_claimed", io.LineRx.High(crcBits), "CRC that came with the flit")
	right := m.Let("rx_right", crcSum(m.Module, "rx", io.LineRx.Low(p.Width)).Eq(claimed))
	good := m.Next("rx_good", arrives.And(right), 0)
	damaged := m.Next("rx_damaged", arrives.AndNot(right), 0)
	io.FlitRxValid.Drive(good)
	io.FlitRx.Drive(m.NextNoReset("rx_flit_qq", payload))
	io.Damaged.Drive(damaged)
	m.Assert("good_or_damaged", good.And(damaged).Not())
	return m
}
