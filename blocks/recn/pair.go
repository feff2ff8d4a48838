package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Pair is two switches joined by one bidirectional link, as in the paper's example
// (IQ figure 1: P6 of switch 1 and P2 of switch 2, here with ports from 0): port
// N-2 of switch 0 and port min(2, N-1) of switch 1. All other ports are pins.
func Pair(p Params) *rtlgen.Typed[PairPorts] {
	m, io := rtlgen.New[PairPorts](p)
	if m.Refused() {
		return m
	}
	switches := rtlgen.UseArray(m, "sw", 2, Switch(p))
	u := &pair{m: m.Module, p: p, sw: [2]*SwitchPorts{rtlgen.Copy(switches, 0), rtlgen.Copy(switches, 1)},
		linked: [2]int{p.Ports - 2, min(2, p.Ports-1)}}
	for c, pins := range []PairSide{io.S0, io.S1} {
		u.join(c, pins)
	}
	rtlgen.Connect(u.tx(0), u.rx(1))
	rtlgen.Connect(u.tx(1), u.rx(0))
	for c := range 2 {
		u.checkLink(c)
	}
	return m
}

type pair struct {
	m      *rtlgen.Module
	p      Params
	sw     [2]*SwitchPorts
	linked [2]int // port of each switch that the link joins
}

// tx is the sending end of the link at switch c, rx the receiving end.
func (u *pair) tx(c int) packet.Tx { return rtlgen.Lane(u.sw[c].Tx, u.linked[c]) }
func (u *pair) rx(c int) packet.Rx { return rtlgen.Lane(u.sw[c].Rx, u.linked[c]) }

// join brings the ports of switch c but the linked one to pins, and its status.
func (u *pair) join(c int, pins PairSide) {
	pin := 0
	for i := range u.p.Ports {
		if i == u.linked[c] {
			continue
		}
		rtlgen.Connect(rtlgen.Lane(u.sw[c].Rx, i), rtlgen.Lane(pins.Rx, pin))
		rtlgen.Connect(rtlgen.Lane(u.sw[c].Tx, i), rtlgen.Lane(pins.Tx, pin))
		pin++
	}
	rtlgen.Connect(pins.Stat, u.sw[c].Stat)
	rtlgen.Connect(u.sw[c].Err, pins.Err)
}
