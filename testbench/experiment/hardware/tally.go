package hardware

import (
	"fmt"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/network"
)

// A tally is what one end of a link has seen of a channel since reset: how many
// events, and a checksum of their payloads. The tallies of the two ends of a link
// are equal at every moment, since the wires between them have no delay.
//
// Without a disturber the two ends are the same signal, and one tally is
// enough: that at the end that reads it. Payloads are then of interest only where
// events come in pairs.
//
// Tallies are registers in the unit at the link's end, beside the hardware that
// reads or drives the pins. They are added to the netlist of an experiment after
// its version was determined: the Verilog of the library does not have them.

const (
	tallyBits = 32 // of a counter
	sumBits   = 32 // of a checksum
)

// tallyName is the name of a tally's registers in a unit: an element per port.
func tallyName(e blocks.End, c blocks.Channel, part string) string {
	return fmt.Sprintf("tally_%s_%s_%s", e.Side, c.Kind, part)
}

// tallied reports whether the end of a link has a tally of the channel, and whether
// that has a checksum.
func tallied(c blocks.Channel, receives, disturbed bool) (here, sum bool) {
	return disturbed || receives != c.Back, len(c.Payload) > 0 && (disturbed || c.Pairs)
}

// addTallies gives the units with ends of links the registers that count what
// passes there.
func addTallies(d *ir.Design, n blocks.Network, disturbed bool) {
	type side struct {
		module *ir.Module
		name   string
	}
	done := map[side]bool{}
	for _, l := range n.Links {
		for _, e := range []blocks.End{l.From, l.To} {
			s := side{network.InstanceOf(d.Top, e.Unit).Of, e.Side}
			if done[s] {
				continue
			}
			done[s] = true
			for _, c := range n.Of(l) {
				if here, sum := tallied(c, e == l.To, disturbed); here {
					addTally(s.module, e, c, sum)
				}
			}
		}
	}
}

// addTally counts the events of a channel at all ports of one side of a unit:
//
//	if valid and selected: count += 1; marked += mark; sum = rotl(sum, 1) ^ payload
//
// Without rotation, the sum of events that come in pairs is 0 when every pair is
// complete.
func addTally(m *ir.Module, e blocks.End, c blocks.Channel, withSum bool) {
	loop := &ir.Loop{Var: "port", N: e.Ports}
	port := &ir.Node{Op: ir.OpLoopVar, Width: ir.IndexBits(e.Ports), Loop: loop}
	lane := func(field string) *ir.Node {
		p := network.PortOf(m, e, field)
		if e.Ports == 1 {
			return ir.Read(p)
		}
		return ir.Apply(ir.OpLane, p.Width/e.Ports, ir.Read(p), port)
	}
	add := func(part string, by *ir.Node) ir.Stmt {
		a := network.Counters(m, tallyName(e, c, part), e.Ports, tallyBits)
		sum := ir.Apply(ir.OpAdd, tallyBits, network.Element(a, port), network.Extend(by, tallyBits))
		return &ir.Assign{Arr: a, Index: port, Value: sum}
	}
	then := []ir.Stmt{add("count", network.Constant(1, 1))}
	if c.Mark != "" {
		then = append(then, add("marked", lane(c.Mark)))
	}
	if withSum {
		sum := network.Counters(m, tallyName(e, c, "sum"), e.Ports, sumBits)
		now := network.Element(sum, port)
		if !c.Pairs {
			now = ir.Apply(ir.OpRotL, sumBits, now, network.Constant(1, 1))
		}
		then = append(then, &ir.Assign{Arr: sum, Index: port, Value: ir.Apply(ir.OpXor, sumBits, now, folded(c, lane))})
	}
	event := ir.Apply(ir.OpAnd, 1, lane(c.Valid), network.Selected(c.Only, lane))
	loop.Body = []ir.Stmt{&ir.If{Cond: event, Then: then}}
	m.Body = append(m.Body, loop)
}

// folded is the payload of an event in the width of a checksum: every bit of the
// payload changes one bit.
func folded(c blocks.Channel, field func(name string) *ir.Node) *ir.Node {
	var parts []*ir.Node
	for _, name := range c.Payload {
		parts = append(parts, field(name))
	}
	all := ir.Concat(parts...)
	var sum *ir.Node
	for lo := 0; lo < all.Width; lo += sumBits {
		word := network.Extend(ir.Slice(all, lo, min(sumBits, all.Width-lo)), sumBits)
		if sum == nil {
			sum = word
		} else {
			sum = ir.Apply(ir.OpXor, sumBits, sum, word)
		}
	}
	return sum
}
