package recn

import (
	"fmt"

	"culprit/rtlgen"
)

// Pair is two switches joined by one bidirectional link, as in the paper's example
// (IQ figure 1: P6 of switch 1 and P2 of switch 2, here with ports from 0): port
// N-2 of switch 0 and port min(2, N-1) of switch 1. All other ports are pins.
func Pair(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_pair")
	m.Doc("two RECN-IQ switches joined by a link")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec, readySpec)
	u := &pair{m: m, p: p, switches: m.InstanceArray("sw", 2, Switch(p)), linked: [2]int{p.Ports - 2, min(2, p.Ports-1)}}
	for c := range 2 {
		for _, f := range LinkFields(p).Fields() {
			if f.Backward {
				u.enter(c, "tx_"+f.Name, "rx_"+f.Name, f.Width)
				u.leave(c, "rx_"+f.Name, f.Width)
			} else {
				u.enter(c, "rx_"+f.Name, "tx_"+f.Name, f.Width)
				u.leave(c, "tx_"+f.Name, f.Width)
			}
		}
		u.status(c)
		p.describePorts(m, fmt.Sprintf("s%d_", c))
	}
	for c := range 2 {
		u.checkLink(c)
	}
	return m
}

type pair struct {
	m        *rtlgen.Module
	p        Params
	switches *rtlgen.Instance
	linked   [2]int // port of each switch that the link joins
}

// enter drives an input of switch c: the linked port from the other switch, the
// others from pins.
func (u *pair) enter(c int, port, other string, width int) {
	pins := u.m.Input(fmt.Sprintf("s%d_%s", c, port), (u.p.Ports-1)*width)
	lanes := make([]value, u.p.Ports)
	for i, pin := 0, 0; i < u.p.Ports; i++ {
		if i == u.linked[c] {
			lanes[i] = u.switches.OutLane(other, 1-c).Lane(u.linked[1-c], width)
			continue
		}
		lanes[i] = pins.Lane(pin, width)
		pin++
	}
	u.switches.InLane(port, c, rtlgen.LanesOf(lanes))
}

// leave brings an output of switch c to pins, without the linked port.
func (u *pair) leave(c int, port string, width int) {
	var lanes []value
	for i := range u.p.Ports {
		if i != u.linked[c] {
			lanes = append(lanes, u.switches.OutLane(port, c).Lane(i, width))
		}
	}
	u.m.Output(fmt.Sprintf("s%d_%s", c, port), rtlgen.LanesOf(lanes))
}

// status brings the status of switch c to pins.
func (u *pair) status(c int) {
	names := []string{"stat_free", "stat_credit"}
	if u.p.SAQs > 0 {
		names = append(names, "stat_saqs", "stat_sent", "stat_detect", "stat_no_free", "stat_dropped", "stat_lines", "stat_cam_full")
	}
	for _, name := range names {
		u.m.Output(fmt.Sprintf("s%d_%s", c, name), u.switches.OutLane(name, c))
	}
}
