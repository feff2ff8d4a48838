package qcn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
	"culprit/rtlgen/blocks"
)

// congestionBlocks are the blocks of congestion points.
func congestionBlocks() []*blocks.Block {
	return []*blocks.Block{
		blocks.Of(CP), blocks.Of(DOS), blocks.Of(CNMUnit), blocks.Of(Marking), blocks.Of(PauseUnit), blocks.Of(PauseRx),
		blocks.Of(FCS), blocks.Of(CNMFrame), blocks.Of(CNMParse), blocks.Of(PFCFrame), blocks.Of(PFCParse),
	}
}

// reg shortens the signatures of this package.
type reg = rtlgen.Reg

// turns is a round robin that goes on in the cycles with used.
func turns(m *rtlgen.Module, name string, requests value, used rtlgen.Signal) prim.Turn {
	if requests.Width() == 1 {
		return prim.RoundRobin(m, name, requests, nil)
	}
	above := m.Reg(name+"_above", requests.Width()-1, 0)
	turn := prim.RoundRobin(m, name, m.Let(name+"_requests", requests), above)
	m.If(rtlgen.ValueOf(used).And(turn.Any), func() { above.Set(turn.Above) })
	return turn
}
