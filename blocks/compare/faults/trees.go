package faults

import (
	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/faults"
)

// Size of the trees: 4 nodes, 4 switches of 4 ports.
const (
	ports, nodes = 4, 4
	slots        = 16
)

// causes are the error bits of a port of a switch: blocks/link.
var causes = []string{"no_head", "cut", "long", "no_route", "no_room", "marked", "no_credit", "no_name"}

// Networks are a tree of each scheme that has one so small: VOQnet has 16 nodes at the least.
func Networks() []*faults.Network {
	return []*faults.Network{
		tree("recn", recn.Scheme(), 4), tree("voqsw", voq.SwScheme(), 0), tree("cioqrecn", cioqrecn.Scheme(), 4), reqgrant(),
	}
}

func tree(name string, s fabric.Scheme, saqs int) *faults.Network {
	const whole, hot, from, until = 1 << 16, 0, 200, 900
	return &faults.Network{
		Name: name, Doc: "a tree of 4 nodes, " + s.Name, Block: "fabric_tree",
		Params: map[string]int{"levels": 2, "ports": ports, "scheme": s.Number, "saqs": saqs, "slots": slots, "detect": 2,
			"xoff": 3, "xon": 2, "queue": 256},
		Inputs: map[string]uint64{"load": whole * 6 / 10, "hot_rate": whole * 6 / 10, "hot_node": hot, "hot_start": from,
			"hot_end": until},
		Start: map[string]uint64{"enable": 1}, Seed: "seed",
		Times: faults.Times{Warm: 300, Window: 700, Drain: 2400, Again: 300},
		Parts: parts(saqs > 0),
		Errors: []faults.Errors{
			{Unit: "sw", Signal: "err_seen", Ports: ports, Names: causes},
			{Unit: "node", Signal: "error", Ports: 1, Names: []string{"error of the node"}},
		},
		Packets: faults.Packets{Fields: []string{"data", "sop", "eop", "bad"}, Begins: is(1), Ends: is(2), Gapless: true, Read: read},
		Known:   known(saqs > 0),
	}
}

// parts are those of packets and messages.
func parts(messages bool) []faults.Part {
	flag := func(field string, value uint64) blocks.Condition {
		return blocks.Condition{Field: field, Width: 1, Value: value}
	}
	data := faults.Field{Name: "data", Field: "data", Width: packet.BeatBits}
	eop := faults.Field{Name: "eop", Field: "eop", Width: 1}
	list := []faults.Part{
		{Name: "head", Kind: blocks.Beats, Only: []blocks.Condition{flag("sop", 1)}, Fields: []faults.Field{
			{Name: "route", Field: "data", Lo: packet.BeatBits - packet.HeaderBits, Width: packet.HeaderBits},
			{Name: "source and number", Field: "data", Width: packet.BeatBits - packet.HeaderBits},
			{Name: "sop", Field: "sop", Width: 1}, eop}},
		{Name: "body", Kind: blocks.Beats, Only: []blocks.Condition{flag("sop", 0), flag("eop", 0)},
			Fields: []faults.Field{data, {Name: "sop", Field: "sop", Width: 1}, eop}},
		{Name: "tail", Kind: blocks.Beats, Only: []blocks.Condition{flag("eop", 1)}, Fields: []faults.Field{data, eop}},
	}
	if !messages {
		return list
	}
	name := []faults.Field{{Name: "turns", Field: "msg_tp", Width: packet.TurnBits},
		{Name: "mask", Field: "msg_mask", Width: packet.TurnBits}, {Name: "kind", Field: "msg_xoff", Width: 1}}
	return append(list,
		faults.Part{Name: "Xoff", Kind: blocks.Messages, Only: []blocks.Condition{flag("msg_xoff", 1)}, Fields: name},
		faults.Part{Name: "Xon", Kind: blocks.Messages, Only: []blocks.Condition{flag("msg_xoff", 0)}, Fields: name})
}

// is tells events in which a flag is 1.
func is(flag int) func(faults.Event) bool {
	return func(e faults.Event) bool { return e[flag][0] == 1 }
}

// A beat has in its lower bits the time at which the packet was sent.
const stampBeat, stampBits = 2, 32

// read reads a packet as blocks/traffic says that it looks, without the route, which is used up on the way, and the
// time at which it was sent, which depends on what others do.
func read(events []faults.Event) faults.Packet {
	p := faults.Packet{Whole: len(events) == packet.Beats && is(1)(events[0]) && is(2)(events[len(events)-1]) &&
		!is(3)(events[len(events)-1])}
	for i, e := range events {
		word := e[0][0]
		switch i {
		case 0:
			word &= 1<<(packet.BeatBits-packet.HeaderBits) - 1
			p.Flow = string(rune(word >> (packet.SeqBits + packet.TagBits)))
		case stampBeat:
			word &^= 1<<stampBits - 1
		}
		p.Content = append(p.Content, word)
		if i != 0 && is(1)(e) || i != len(events)-1 && is(2)(e) {
			p.Whole = false
		}
	}
	return p
}
