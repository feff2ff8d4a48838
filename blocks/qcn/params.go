package qcn

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value and reg shorten the signatures of this package.
type (
	value = rtlgen.Value
	reg   = rtlgen.Reg
)

// Blocks lists the units, in the order of the contract.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		blocks.Of(CP), blocks.Of(DOS), blocks.Of(CNMUnit), blocks.Of(Marking), blocks.Of(PauseUnit), blocks.Of(PauseRx),
		blocks.Of(PauseWatchdog),
		blocks.Of(FCS), blocks.Of(CNMFrame), blocks.Of(CNMParse), blocks.Of(PFCFrame), blocks.Of(PFCParse),
		blocks.Of(CulpritArray), blocks.Of(CulpritEngine), blocks.Of(Culprit), culpritTestbedBlock(),
		blocks.Of(RPUpdate), blocks.Of(RP), blocks.Of(Pacer), blocks.Of(Adapter),
	}
}

// turns is a round robin that goes on in the cycles with used.
func turns(m *rtlgen.Module, name string, requests value, used rtlgen.Signal) prim.Turn {
	if requests.Width() == 1 {
		return prim.RoundRobin(m, name, requests, nil)
	}
	above := m.Reg(name+"_above", requests.Width()-1, 0, "requests above the last winner, which go first")
	turn := prim.RoundRobin(m, name, m.Let(name+"_requests", requests), above)
	m.If(rtlgen.ValueOf(used).And(turn.Any), func() { above.Set(turn.Above) })
	return turn
}
