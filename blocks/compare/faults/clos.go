package faults

import (
	"fmt"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/faults"
)

// Size of the Clos network: 4 nodes, three stages of 2 elements of 2 ports.
const (
	closPorts, closStages = 2, 3
	pathBits, nodeBits    = 1, 2 // of a route
)

// elementCauses are the error bits of a port of an element: blocks/cioq.
var elementCauses = []string{"no_head", "cut", "long", "no_route", "no_room", "marked", "no_credit"}

// adapterCauses are those of an adapter: blocks/adapter.
var adapterCauses = []string{"no_head", "cut", "long", "marked", "crc", "route", "not_granted", "unsolicited", "request", "grant",
	"ack", "credit", "sequence"}

// reqgrant is request-grant in beat mode, with its requests and grants in band.
func reqgrant() *faults.Network {
	const whole, fine, hot = 1 << 16, 1 << 20, 0
	n := &faults.Network{
		Name: "reqgrant", Doc: "a Clos network of 4 nodes, request-grant in beat mode", Block: "clos_network",
		Params: map[string]int{"ports": closPorts, "stages": closStages, "scheme": 2, "beat": 1, "slots_in": 8, "slots_out": 8,
			"g": 4, "b_reasm": 32, "fc_init": 16, "voq": 128, "max_p": 2, "watch": 5},
		Inputs: map[string]uint64{"start": fine / 2, "stop": fine, "long_rate": whole / 8, "long_length": 40, "hot_rate": whole / 3,
			"hot_node": hot, "reserve": 1, "grant_rate": 16},
		Start: map[string]uint64{"enable": 1}, Seed: "seed",
		Times: faults.Times{Warm: 300, Window: 700, Drain: 4000, Again: 300},
		Errors: []faults.Errors{
			{Unit: "node", Signal: "nic.err_seen", Ports: 1, Names: adapterCauses},
			{Unit: "node", Signal: "nic.stuck_valid", Ports: 1, Names: []string{"stuck"}},
			{Unit: "node", Signal: "sink.error", Ports: 1, Names: []string{"error of the sink"}},
			{Unit: "node", Signal: "wrong_beat", Ports: 1, Names: []string{"wrong beat on the line"}},
		},
		Parts: segments(),
		Packets: faults.Packets{Inside: "nic.line", Fields: []string{"data", "first", "last", "bad", "src"}, Begins: is(1), Ends: is(2),
			Read: readLine},
		Known: knownOfSegments(),
	}
	for stage := range closStages {
		n.Errors = append(n.Errors, faults.Errors{Unit: fmt.Sprintf("stage_%d", stage), Signal: "err_seen", Ports: closPorts,
			Names: elementCauses})
	}
	return n
}

// segments are the parts of segments.
func segments() []faults.Part {
	flag := func(field string, value uint64) blocks.Condition {
		return blocks.Condition{Field: field, Width: 1, Value: value}
	}
	const word, route = 65, 1 + pathBits + nodeBits // bits; those on top of the header; the lowest is the end of a packet
	end := faults.Field{Name: "end of packet", Field: "data", Width: 1}
	data := faults.Field{Name: "data", Field: "data", Lo: 1, Width: word - 1}
	head, tail := faults.Field{Name: "head", Field: "head", Width: 1}, faults.Field{Name: "tail", Field: "tail", Width: 1}
	return []faults.Part{
		{Name: "head", Kind: blocks.Beats, Only: []blocks.Condition{flag("head", 1)}, Fields: []faults.Field{
			{Name: "kind and route", Field: "data", Lo: word - route, Width: route},
			{Name: "rest of the header", Field: "data", Lo: 1, Width: word - 1 - route}, head, tail}},
		{Name: "body", Kind: blocks.Beats, Only: []blocks.Condition{flag("head", 0), flag("tail", 0)},
			Fields: []faults.Field{data, end, head, tail}},
		{Name: "tail", Kind: blocks.Beats, Only: []blocks.Condition{flag("tail", 1)}, Fields: []faults.Field{data, end, tail}},
	}
}

// readLine reads a packet on the external line of an adapter. What its beats say does not depend on when it is sent.
func readLine(events []faults.Event) faults.Packet {
	p := faults.Packet{Whole: is(1)(events[0]) && is(2)(events[len(events)-1]) && !is(3)(events[len(events)-1]),
		Flow: fmt.Sprint(events[0][4][0])}
	for i, e := range events {
		p.Content = append(p.Content, e[0][0])
		p.Whole = p.Whole && (i == 0 || !is(1)(e))
	}
	return p
}
