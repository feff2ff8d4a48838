package faults

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Breach is what must not become of a fault, unless there is a reason.
type Breach string

// The breaches.
const (
	// Foreign: a node receives as good what nobody has sent in this flow: not a packet, nor one with a bit flipped, nor
	// parts of packets.
	Foreign Breach = "foreign data"
	// Joined: a node receives parts of packets of a flow as a good packet.
	Joined Breach = "joined data"
	// Unseen: packets are lost, doubled, wrong or in another order, and no error bit shows it.
	Unseen Breach = "unseen"
	// Wrong: a node receives as good a packet with a bit flipped.
	Wrong Breach = "wrong data"
	// Left: what was there at rest is not there again: a credit is lost for ever.
	Left Breach = "never as before"
	// Stuck: of the traffic after the drain something is lost, or comes later than without the fault.
	Stuck Breach = "traffic after"
)

// slow is by which part of its time the traffic after the drain may end later: one packet less before it, and other
// ones wait for each other.
const slow = 1. / 4

// outcome is what became of a trial.
type outcome struct {
	trial
	lost, doubled, damaged, wrong, joined, foreign, astray, disordered int

	lostAfter int // of the traffic after the drain
	late      int // by which that ends later, cycles
	longer    int // by which the drain takes longer; -1: it has no end
	missing   []string
	notices   []notice
	property  string
	breaches  []Breach
}

// notice is an error bit by name and place, and the cycles from the fault to it.
type notice struct {
	what   string
	cycles int
}

// sent are the packets that arrive without a fault.
type sent struct {
	list  []sentPacket
	where map[string]int             // by content
	words map[string]map[uint64]bool // of all packets of a flow
}

type sentPacket struct {
	Packet
	node, cycle int
}

func key(content []uint64) string {
	var b strings.Builder
	for _, x := range content {
		for i := range 8 {
			b.WriteByte(byte(x >> (8 * i)))
		}
	}
	return b.String()
}

// reference are the packets of the copy without a fault.
func reference(c *seen) *sent {
	s := &sent{where: map[string]int{}, words: map[string]map[uint64]bool{}}
	for node, list := range c.arrived {
		for _, a := range list {
			s.where[key(a.Content)] = len(s.list)
			s.list = append(s.list, sentPacket{a.Packet, node, a.cycle})
			flow := flowTo(a.Flow, node)
			if s.words[flow] == nil {
				s.words[flow] = map[uint64]bool{}
			}
			for _, x := range a.Content {
				s.words[flow][x] = true
			}
		}
	}
	return s
}

// flowTo names the flow from one node to another.
func flowTo(flow string, node int) string { return fmt.Sprintf("%s to %d", flow, node) }

// joined reports whether each word of a packet is one of a packet of the same flow.
func (s *sent) joined(p Packet, node int) bool {
	return !slices.ContainsFunc(p.Content, func(x uint64) bool { return !s.words[flowTo(p.Flow, node)][x] })
}

// nearly is the packet from which a content differs in one bit, -1 if there is none.
func (s *sent) nearly(content []uint64) int {
	return slices.IndexFunc(s.list, func(p sentPacket) bool {
		if len(p.Content) != len(content) {
			return false
		}
		flipped := 0
		for i, x := range content {
			flipped += bits.OnesCount64(x ^ p.Content[i])
		}
		return flipped == 1
	})
}

// judge compares a copy with that without a fault. again is the cycle in which the traffic starts again.
func (l *lab) judge(t trial, c, sound *seen, ref *sent, again int) *outcome {
	o := &outcome{trial: t, missing: c.missing}
	o.packets(c, ref, again)
	if late := last(c) - last(sound); float64(late) > slow*float64(last(sound)-again) {
		o.late = late
	}
	switch {
	case c.rest < 0:
		o.longer = -1
	default:
		o.longer = max(0, c.rest-sound.rest)
	}
	for k, cycle := range c.noticed {
		if _, also := sound.noticed[k]; !also {
			o.notices = append(o.notices, notice{l.errors[k].of(t), cycle - c.hit})
		}
	}
	slices.SortFunc(o.notices, func(a, b notice) int {
		if a.cycles != b.cycles {
			return a.cycles - b.cycles
		}
		return strings.Compare(a.what, b.what)
	})
	if c.failed != "" && sound.failed == "" {
		o.property = c.failed
	}
	o.breach()
	return o
}

// last is the cycle in which the last packet arrives.
func last(c *seen) (cycle int) {
	for _, list := range c.arrived {
		if n := len(list); n > 0 {
			cycle = max(cycle, list[n-1].cycle)
		}
	}
	return cycle
}

// packets counts what became of the packets.
func (o *outcome) packets(c *seen, ref *sent, again int) {
	got := make([]int, len(ref.list))
	for node, list := range c.arrived {
		latest := map[string]int{} // by flow
		for _, a := range list {
			if !a.Whole {
				o.damaged++
				continue
			}
			i, ok := ref.where[key(a.Content)]
			if !ok {
				if i = ref.nearly(a.Content); i < 0 {
					if ref.joined(a.Packet, node) {
						o.joined++
					} else {
						o.foreign++
					}
					continue
				}
				o.wrong++
			}
			if got[i]++; got[i] > 1 {
				o.doubled++
			}
			if ref.list[i].node != node {
				o.astray++
				continue
			}
			flow := ref.list[i].Flow
			if before, ok := latest[flow]; ok && i < before {
				o.disordered++
			}
			latest[flow] = max(latest[flow], i)
		}
	}
	for i, n := range got {
		if n == 0 {
			o.lost++
			if ref.list[i].cycle >= again {
				o.lostAfter++
			}
		}
	}
}

// breach says what must not be.
func (o *outcome) breach() {
	add := func(b Breach, is bool) {
		if is {
			o.breaches = append(o.breaches, b)
		}
	}
	add(Foreign, o.foreign > 0)
	add(Joined, o.joined > 0)
	add(Wrong, o.wrong > 0)
	add(Unseen, len(o.notices) == 0 && o.lost+o.doubled+o.damaged+o.wrong+o.joined+o.foreign+o.astray+o.disordered > 0)
	add(Left, len(o.missing) > 0)
	add(Stuck, o.lostAfter > 0 || o.late > 0)
}

// of is the name of a sticky bit, and where it is, seen from the link of a trial.
func (p place) of(t trial) string {
	at := func(unit string, copy int, port int, side string) bool {
		return unit == p.Unit && copy == p.copy && (p.Ports == 1 || port == p.port) &&
			(p.Sides == nil || slices.Contains(p.Sides, side))
	}
	to, from := t.link.To, t.link.From
	switch {
	case at(to.Unit, to.Copy, to.Port, to.Side):
		return p.name + " at the receiver"
	case at(from.Unit, from.Copy, from.Port, from.Side):
		return p.name + " at the sender"
	}
	return p.name + " elsewhere"
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }
