package network

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Pin is the lane of an instance's input port at one end of a link.
type Pin struct {
	Width int
	conn  *ir.Conn
	lo    int
}

// PinOf is the input pin of a field at that end, in the top module.
func PinOf(d *ir.Design, e blocks.End, field string) *Pin {
	in := InstanceOf(d.Top, e.Unit)
	port := PortOf(in.Of, e, field)
	width := port.Width / e.Ports
	return &Pin{width, Connection(in, port.Name), (e.Copy*e.Ports + e.Port) * width}
}

// Value is what drives the pin.
func (p *Pin) Value() *ir.Node { return ir.Slice(p.conn.Value, p.lo, p.Width) }

// Replace has something else drive the pin.
func (p *Pin) Replace(by *ir.Node) {
	old := p.conn.Value
	parts := []*ir.Node{by}
	if p.lo > 0 {
		parts = slices.Insert(parts, 0, ir.Slice(old, 0, p.lo))
	}
	if end := p.lo + p.Width; end < old.Width {
		parts = append(parts, ir.Slice(old, end, old.Width-end))
	}
	p.conn.Value = ir.Concat(parts...)
}

// PortOf is a port of the unit at that end.
func PortOf(m *ir.Module, e blocks.End, field string) *ir.Signal {
	p := m.Port(e.Side + "_" + field)
	if p == nil {
		panic(fmt.Sprintf("BUG: the description of a network names a port %s_%s, and module %s has none", e.Side, field,
			m.Name))
	}
	return p
}

// Reads is the end of a link that reads a channel.
func Reads(c blocks.Channel, l blocks.Link) blocks.End {
	if c.Back {
		return l.From
	}
	return l.To
}

// Fields are those of an event: the payload, lowest first, and above it the mark.
func Fields(c blocks.Channel) []string {
	if c.Mark == "" {
		return c.Payload
	}
	return append(slices.Clone(c.Payload), c.Mark)
}

// PayloadBits is the width of the fields of an event together.
func PayloadBits(d *ir.Design, c blocks.Channel, l blocks.Link) (width int) {
	for _, field := range Fields(c) {
		width += PinOf(d, Reads(c, l), field).Width
	}
	return width
}

// Between is a circuit that stands in a channel of links, in front of the end that reads it,
// a copy in each. It has the inputs valid and payload, if events have one, which come from the other end,
// and the outputs valid_out and payload_out, which go on.
type Between struct {
	Name    string // of the array of its copies in the top
	Of      *ir.Module
	Channel blocks.Channel
	Links   []blocks.Link
	Held    map[string]*ir.Node   // inputs that are the same for all copies
	Each    map[string][]*ir.Node // inputs of each copy
}

// Insert puts the circuit into the design.
func (b Between) Insert(d *ir.Design) *ir.Instance {
	d.Modules = slices.Insert(d.Modules, len(d.Modules)-1, b.Of)
	in := &ir.Instance{Name: b.Name, Of: b.Of, Count: len(b.Links), Array: true}
	d.Top.Instances = append(d.Top.Instances, in)
	pin := func(l blocks.Link, field string) *Pin { return PinOf(d, Reads(b.Channel, l), field) }
	fields := Fields(b.Channel)
	conns := map[string]ir.Conn{}
	for name, value := range b.Held {
		conns[name] = ir.Conn{Value: value, Broadcast: true}
	}
	for name, values := range b.Each {
		conns[name] = ir.Conn{Value: ir.Concat(values...)}
	}
	var valids, payloads []*ir.Node
	for _, l := range b.Links {
		valids = append(valids, pin(l, b.Channel.Valid).Value())
		for _, field := range fields {
			payloads = append(payloads, pin(l, field).Value())
		}
	}
	conns["valid"] = ir.Conn{Value: ir.Concat(valids...)}
	if len(fields) > 0 {
		conns["payload"] = ir.Conn{Value: ir.Concat(payloads...)}
	}
	for _, p := range b.Of.Inputs() {
		conn := conns[p.Name]
		conn.Port = p
		in.Conns = append(in.Conns, conn)
	}
	lo := 0
	for i, l := range b.Links {
		pin(l, b.Channel.Valid).Replace(ir.Slice(Result(in, "valid_out"), i, 1))
		for _, field := range fields {
			p := pin(l, field)
			p.Replace(ir.Slice(Result(in, "payload_out"), lo, p.Width))
			lo += p.Width
		}
	}
	return in
}

// Result is an output of all copies of an instance.
func Result(in *ir.Instance, port string) *ir.Node {
	p := in.Of.Port(port)
	return &ir.Node{Op: ir.OpInstOut, Width: p.Width * in.Count, Inst: in, Port: p}
}
