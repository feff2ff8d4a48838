package verilog

import (
	"fmt"
	"strings"

	"culprit/rtlgen/ir"
)

// instanceRows declare the wires that instances need: one per output port that
// does not drive a signal directly, and one per input port of an array whose
// value cannot be written down copy by copy.
func (p *printer) instanceRows() []row {
	var rows []row
	for _, in := range p.m.Instances {
		for _, c := range in.Conns {
			if net := p.inputNet(in, c); net != "" {
				rows = append(rows, row{kind: "wire", rng: vector(c.Value.Width), name: net})
			}
		}
	}
	p.eachInstanceNet(func(name string, width int, _ bool) {
		rows = append(rows, row{kind: "wire", rng: vector(width), name: name})
	})
	return rows
}

// eachInstanceNet calls f for the wires of instance outputs, in order; not for
// those that are signals of the Go code. read is false if nobody reads it.
func (p *printer) eachInstanceNet(f func(name string, width int, read bool)) {
	for _, in := range p.m.Instances {
		for _, port := range in.Of.Outputs() {
			key := instPort{in, port}
			if !p.plan.directNet[key] {
				f(p.plan.nets[key], port.Width*in.Count, p.plan.readNet[key])
			}
		}
	}
}

// inputNet is the name of the wire in front of an input port of an array, empty
// if the copies can be connected to the value itself.
func (p *printer) inputNet(in *ir.Instance, c ir.Conn) string {
	if !in.Array || c.Broadcast || in.Count == 1 {
		return ""
	}
	key := instPort{in, c.Port}
	net, known := p.nets[key]
	if !known { // every copy asks
		net = p.makeInputNet(in, c)
		p.nets[key] = net
	}
	return net
}

func (p *printer) makeInputNet(in *ir.Instance, c ir.Conn) string {
	for i := range in.Count {
		if _, ok := p.part(c.Value, i*c.Port.Width, c.Port.Width); !ok {
			return p.names.free(in.Name+"_"+c.Port.Name, in.Name+"_"+c.Port.Name+"_in")
		}
	}
	return ""
}

// instances writes the instances, arrays unrolled.
func (p *printer) instances() {
	for _, in := range p.m.Instances {
		p.blank()
		for _, c := range in.Conns {
			if net := p.inputNet(in, c); net != "" {
				head := "assign " + net + " = "
				p.line(1, "%s%s;", head, p.text(c.Value, 4+len(head), 1))
				p.blank()
			}
		}
		for i := range in.Count {
			if i > 0 {
				p.blank()
			}
			p.instance(in, i)
		}
	}
}

type connection struct{ port, value string }

// instance writes copy i of an instance with named, aligned connections.
func (p *printer) instance(in *ir.Instance, i int) {
	var conns []connection
	if in.Of.NeedsClock() {
		conns = append(conns, connection{ClockName, ClockName})
	}
	if in.Of.NeedsReset() {
		conns = append(conns, connection{p.o.ResetName(), p.o.ResetName()})
	}
	driven := map[*ir.Signal]ir.Conn{}
	for _, c := range in.Conns {
		driven[c.Port] = c
	}
	width := 0
	for _, port := range in.Of.Ports {
		width = max(width, len(port.Name))
	}
	for _, c := range conns {
		width = max(width, len(c.port))
	}
	for _, port := range in.Of.Ports {
		value := ""
		if c, ok := driven[port]; ok {
			value = p.inputValue(in, c, i, 4*2+width+3)
		} else if port.Kind == ir.Output {
			value = bitsOf(p.plan.nets[instPort{in, port}], port.Width*in.Count, i*port.Width, port.Width)
		} else {
			p.fail(in.Pos, "input %s of instance %s is not connected", port.Name, in.Name)
		}
		conns = append(conns, connection{port.Name, value})
	}
	p.line(1, "%s %s (", in.Of.Name, instanceName(in, i))
	for k, c := range conns {
		sep := ","
		if k == len(conns)-1 {
			sep = ""
		}
		p.line(2, ".%-*s (%s)%s", width, c.port, c.value, sep)
	}
	p.line(1, ");")
}

// inputValue is what copy i gets on an input port.
func (p *printer) inputValue(in *ir.Instance, c ir.Conn, i, col int) string {
	if c.Broadcast || in.Count == 1 {
		return p.text(c.Value, col, 2)
	}
	if net := p.inputNet(in, c); net != "" {
		return bitsOf(net, c.Value.Width, i*c.Port.Width, c.Port.Width)
	}
	e, ok := p.part(c.Value, i*c.Port.Width, c.Port.Width)
	if !ok {
		panic(fmt.Sprintf("BUG: %s: copy %d of %s has no value on %s", c.Pos, i, in.Name, c.Port.Name))
	}
	return strings.TrimSpace(e.layout(col, 2))
}
