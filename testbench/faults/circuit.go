package faults

import (
	"fmt"
	"maps"
	"slices"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutate"
	"culprit.example/culprit/testbench/network"
)

// Inputs of a network with circuits in its links, of each copy.
const (
	inputDue  = "fault_due"  // 1: from now on the next event is hit
	inputLink = "fault_link" // number of the channel of a link
	inputDoes = "fault_does" // code of what is done
	inputPart = "fault_part" // a bit per part of the channel: it may be hit
	inputMask = "fault_mask" // bits of an event that damage flips
)

// Outputs of each copy.
const (
	outputHit     = "fault_hit"     // an event has been hit
	outputErrors  = "fault_errors"  // the sticky bits of all units
	outputArrives = "fault_arrives" // a bit per link to a node: an event passes
	outputEvents  = "fault_events"  // the fields of that event
)

const numberBits = 16 // of the channel of a link

// circuit disturbs a channel; payload is the width of its events in bits, parts the number of their parts.
func circuit(name string, payload, parts int) *rtlgen.Module {
	m := rtlgen.NewModule(name)
	m.Doc("disturbs one event of a channel")
	due, link, mine := m.Input(inputDue, 1), m.Input(inputLink, numberBits), m.Input("number", numberBits)
	code := m.Input(inputDoes, rtlgen.IndexBits(len(does)))
	valid := m.Input("valid", 1)
	selected := m.Input("parts", parts).And(m.Input(inputPart, parts)).Any()
	is := func(d Does) rtlgen.Value { return code.Eq(slices.Index(does, d)) }
	done := m.Reg("done", 1, 0)
	armed := m.Let("armed", due.And(link.Eq(mine)).AndNot(done))
	invents := m.Let("invents", armed.And(is(Invents)).AndNot(valid))
	event := m.Let("hits_event", armed.AndNot(is(Invents)).And(valid).And(selected))
	done.Set(done.Or(invents).Or(event))
	m.Output("hit", done)

	shifting := m.Reg("shifting", 1, 0) // what is kept comes first
	m.If(event.And(is(Doubles).Or(is(Bubbles))), func() { shifting.Set(1) }).
		ElseIf(shifting, func() { shifting.Set(valid) })
	left := m.Reg("left", rtlgen.CountBits(max(LateBy, SilentFor)), 0)
	late := m.Let("late", left.Ne(0).And(is(Delays)))
	silent := m.Let("silent", left.Ne(0).And(is(Mutes)))
	arrives := m.Let("arrives", late.And(left.Eq(1)).AndNot(valid))
	m.If(event.And(is(Delays)), func() { left.Set(LateBy) }).
		ElseIf(event.And(is(Mutes)), func() { left.Set(SilentFor - 1) }).
		ElseIf(silent.Or(late.And(left.Ne(1))).Or(arrives), func() { left.Set(left.Sub(1)) })
	taken := m.Let("taken", event.And(is(Loses).Or(is(Bubbles)).Or(is(Delays)).Or(is(Mutes))).Or(silent))
	m.Output("valid_out", shifting.Or(valid.AndNot(taken)).Or(arrives).Or(invents))
	if payload == 0 {
		m.Unused("no_mask", m.Input(inputMask, 1))
		return m
	}
	in, mask := m.Input("payload", payload), m.Input(inputMask, payload)
	kept, last := m.Reg("kept", payload, 0), m.Reg("last", payload, 0)
	m.If(event.Or(shifting), func() { kept.Set(in) })
	m.If(valid.And(selected), func() { last.Set(in) })
	damage := m.Let("damage", event.And(is(Damages)))
	out := rtlgen.Mux(damage, in.Xor(mask), in)
	out = rtlgen.Mux(invents, last, out)
	m.Output("payload_out", rtlgen.Mux(shifting.Or(arrives), kept, out))
	return m
}

// netlist is a network with circuits, in copies.
type netlist struct {
	design  *ir.Design
	network blocks.Network
	faults  []*Fault
	numbers map[string]int // of the channel of a link, by numberKey
	mask    int            // bits of the input
	parts   int
	errors  []place
	// fieldBits are the widths of the fields of channels, by fieldKey.
	fieldBits map[string]int
	nodes     int   // at which packets arrive
	widths    []int // of the fields of an event there
}

// place is a sticky bit of a port.
type place struct {
	Errors
	name       string
	copy, port int
}

func numberKey(c blocks.Channel, l blocks.Link) string {
	return fmt.Sprintf("%s %s %s", l, c.Kind, c.Valid)
}

func fieldKey(c blocks.Channel, field string) string { return c.Class + " " + c.Valid + " " + field }

// copies is how many copies of a network run side by side.
const copies = 64

// build makes the netlist of a network of one of these blocks.
func (n *Network) build(list []*blocks.Block) (*netlist, error) {
	b, err := n.block(list)
	if err != nil {
		return nil, err
	}
	values, err := b.Resolve(n.Params)
	if err != nil {
		return nil, err
	}
	d, err := b.Elaborate(n.Params)
	if err != nil {
		return nil, err
	}
	if b.Network == nil {
		return nil, fmt.Errorf("network %s of faults: block %s is no network, its field Network is nil", n.Name, b.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(n.Inputs)) {
		if p := d.Top.Port(name); p == nil || p.Kind != ir.Input {
			return nil, fmt.Errorf("network %s of faults: block %s has no input %s", n.Name, n.Block, name)
		}
	}
	net, err := b.Network(values)
	if err != nil {
		return nil, err
	}
	x := &netlist{network: net, faults: n.faults(net), numbers: map[string]int{}, mask: 1, parts: 1,
		fieldBits: map[string]int{}}
	for _, f := range x.faults {
		x.mask = max(x.mask, network.PayloadBits(d, f.channel, f.links[0]))
		x.parts = max(x.parts, len(n.parts(f.channel))+1)
		for _, field := range network.Fields(f.channel) {
			x.fieldBits[fieldKey(f.channel, field)] = network.PinOf(d, network.Reads(f.channel, f.links[0]), field).Width
		}
	}
	x.insert(n, d)
	x.watch(n, d)
	if err := ir.Verify(d); err != nil {
		return nil, fmt.Errorf("BUG: circuits in the links made a broken netlist: %w", err)
	}
	own := []string{inputDue, inputLink, inputDoes, inputPart, inputMask}
	x.design = mutate.Copies(d, copies, func(input string) bool { return !slices.Contains(own, input) })
	return x, nil
}

// insert puts a circuit into every channel of every link.
func (x *netlist) insert(n *Network, d *ir.Design) {
	input := func(name string, width int) *ir.Node {
		s := &ir.Signal{Name: name, Kind: ir.Input, Width: width}
		d.Top.Ports = append(d.Top.Ports, s)
		return ir.Read(s)
	}
	due, link := input(inputDue, 1), input(inputLink, numberBits)
	code, part, mask := input(inputDoes, rtlgen.IndexBits(len(does))), input(inputPart, x.parts), input(inputMask, x.mask)
	var hits []*ir.Node
	for i, c := range x.network.Channels {
		b := network.Between{Name: fmt.Sprintf("fault_%d", i), Channel: c}
		for _, l := range x.network.Links {
			if l.Class == c.Class {
				b.Links = append(b.Links, l)
			}
		}
		if len(b.Links) == 0 {
			continue
		}
		payload, parts := network.PayloadBits(d, c, b.Links[0]), n.parts(c)
		built, err := rtlgen.Elaborate(circuit(fmt.Sprintf("fault_circuit_%d", i), payload, len(parts)+1))
		if err != nil {
			panic("BUG: the circuit in links: " + err.Error())
		}
		b.Of = built.Top
		b.Held = map[string]*ir.Node{inputDue: due, inputLink: link, inputDoes: code,
			inputPart: ir.Slice(part, 0, len(parts)+1), inputMask: ir.Slice(mask, 0, max(payload, 1))}
		b.Each = map[string][]*ir.Node{}
		for _, l := range b.Links {
			number := len(x.numbers) + 1
			x.numbers[numberKey(c, l)] = number
			field := func(name string) *ir.Node { return network.PinOf(d, network.Reads(c, l), name).Value() }
			of := network.Selected(c.Only, field)
			var each []*ir.Node
			for _, p := range parts {
				each = append(each, ir.Apply(ir.OpAnd, 1, of, network.Selected(p.Only, field)))
			}
			b.Each["number"] = append(b.Each["number"], network.Constant(numberBits, uint64(number)))
			b.Each["parts"] = append(b.Each["parts"], ir.Concat(append(each, of)...))
		}
		hits = append(hits, network.Result(b.Insert(d), "hit"))
	}
	all := ir.Concat(hits...)
	output(d, outputHit, &ir.Node{Op: ir.OpRedOr, Width: 1, Args: []*ir.Node{all}})
}

// output gives the top another output.
func output(d *ir.Design, name string, value *ir.Node) {
	s := &ir.Signal{Name: name, Kind: ir.Output, Width: value.Width}
	d.Top.Ports = append(d.Top.Ports, s)
	d.Top.Body = append(d.Top.Body, &ir.Assign{Sig: s, Value: value})
}

// watch brings out what the units notice, and what the nodes receive.
func (x *netlist) watch(n *Network, d *ir.Design) {
	lift := network.NewLift(d)
	var bits []*ir.Node
	for _, e := range n.Errors {
		for copy := range network.InstanceOf(d.Top, e.Unit).Count {
			path := fmt.Sprintf("%s.%s", network.InstanceOf(d.Top, e.Unit).CopyName(copy), e.Signal)
			bits = append(bits, lift.Bits(blocks.Bits{Path: path}))
			for port := range e.Ports {
				for _, name := range e.Names {
					x.errors = append(x.errors, place{Errors: e, name: name, copy: copy, port: port})
				}
			}
		}
	}
	output(d, outputErrors, ir.Concat(bits...))
	var valids, events []*ir.Node
	arrives := func(valid *ir.Node, field func(name string) *ir.Node) {
		valids = append(valids, valid)
		x.widths = nil
		for _, name := range n.Packets.Fields {
			events = append(events, field(name))
			x.widths = append(x.widths, field(name).Width)
		}
	}
	if n.Packets.Inside != "" {
		nodes := network.InstanceOf(d.Top, x.network.Node)
		for copy := range nodes.Count {
			field := func(name string) *ir.Node {
				return lift.Bits(blocks.Bits{Path: fmt.Sprintf("%s.%s_%s", nodes.CopyName(copy), n.Packets.Inside, name)})
			}
			arrives(field("valid"), field)
		}
	} else {
		for _, l := range x.network.Links {
			if l.To.Unit == x.network.Node {
				field := func(name string) *ir.Node { return network.PinOf(d, l.To, name).Value() }
				c := x.packets(l)
				arrives(ir.Apply(ir.OpAnd, 1, field(c.Valid), network.Selected(c.Only, field)), field)
			}
		}
	}
	x.nodes = len(valids)
	output(d, outputArrives, ir.Concat(valids...))
	output(d, outputEvents, ir.Concat(events...))
}

// packets is the channel of a link over which packets pass.
func (x *netlist) packets(l blocks.Link) blocks.Channel {
	list := x.network.Of(l)
	return list[slices.IndexFunc(list, func(c blocks.Channel) bool { return c.Kind == x.network.Packets })]
}
