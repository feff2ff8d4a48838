package verilog

import (
	"fmt"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// instanceRows declare the wires that instances need: one per output port that
// does not drive a signal directly, and one per input port of an array whose
// value cannot be written as an expression of the loop index.
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

// eachInstanceNet calls f for the wires of instance outputs, in order, except
// those that are signals of the designer. read is false if nothing reads the
// wire.
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

// inputNet is the name of the wire for an input port; empty if the instance, or the
// generate loop of an array, connects the value itself.
func (p *printer) inputNet(in *ir.Instance, c ir.Conn) string {
	key := instPort{in, c.Port}
	net, known := p.nets[key]
	if !known { // declarations ask, too
		if _, ok := p.lanes(in, c); !ok {
			net = p.names.free(in.Name+"_"+c.Port.Name, in.Name+"_"+c.Port.Name+"_in")
		}
		p.nets[key] = net
	}
	return net
}

// instances writes the instances, arrays as generate loops.
func (p *printer) instances() {
	if slices.ContainsFunc(p.m.Instances, func(in *ir.Instance) bool { return in.Array }) {
		p.genvar = p.names.claim("g", "copy")
		p.blank()
		p.line(1, "genvar %s;", p.genvar)
	}
	for _, in := range p.m.Instances {
		p.blank()
		if wires := p.inputWires(in); wires && in.Array {
			p.blank()
		}
		if in.Array {
			p.instanceLoop(in)
		} else {
			p.instance(1, in, in.Name)
		}
	}
}

// inputWires assigns the wires for inputs of an instance, and reports whether there are some.
func (p *printer) inputWires(in *ir.Instance) (some bool) {
	for _, c := range in.Conns {
		if net := p.inputNet(in, c); net != "" {
			head := "assign " + net + " = "
			p.line(1, "%s%s;", head, p.sideBySide(c.Value, c.Port.Width).layout(4+len(head), 1))
			some = true
		}
	}
	return some
}

// instanceLoop writes an instance array as a generate loop. A value that is no
// expression of the loop index has been assembled in a wire.
func (p *printer) instanceLoop(in *ir.Instance) {
	p.line(1, "generate")
	p.line(2, "for (%[1]s = 0; %[1]s < %[2]d; %[1]s = %[1]s + 1) begin : %[3]s", p.genvar, in.Count, in.Name)
	p.instance(3, in, p.copyName(in))
	p.line(2, "end")
	p.line(1, "endgenerate")
}

type connection struct{ port, value string }

// instance writes an instance, or the one of a generate loop, with named, aligned
// connections.
func (p *printer) instance(indent int, in *ir.Instance, name string) {
	var conns []connection
	if p.all.of(in.Of).clock {
		conns = append(conns, connection{ClockName, clockPort(in.Clock)})
	}
	if p.all.of(in.Of).reset {
		conns = append(conns, connection{p.o.ResetName(), p.o.ResetOf(in.Clock)})
	}
	driven := map[*ir.Signal]ir.Conn{}
	for _, c := range in.Conns {
		driven[c.Port] = c
	}
	width := 0
	for _, port := range in.Of.Ports {
		width = max(width, len(port.Name))
		if p.all.of(in.Of).resets[port.Name] {
			width = max(width, len(p.o.ResetOf(port.Name)))
		}
	}
	for _, c := range conns {
		width = max(width, len(c.port))
	}
	column := 4*(indent+1) + len(".") + width + len(" (")
	for _, port := range in.Of.Ports {
		value := ""
		if c, ok := driven[port]; ok {
			value = p.inputValue(in, c).layout(column, 2)
		} else if port.Kind == ir.Output {
			value = p.laneOfCopy(p.plan.nets[instPort{in, port}], in, port.Width).flat()
		} else {
			p.fail(in.Pos, "input %s of instance %s is not connected", port.Name, in.Name)
		}
		conns = append(conns, connection{port.Name, value})
		if p.all.of(in.Of).resets[port.Name] {
			conns = append(conns, connection{p.o.ResetOf(port.Name), p.o.ResetOf(value)})
		}
	}
	p.line(indent, "%s %s (", p.o.ModuleName(in.Of), name)
	for k, c := range conns {
		sep := ","
		if k == len(conns)-1 {
			sep = ""
		}
		p.line(indent+1, ".%-*s (%s)%s", width, c.port, c.value, sep)
	}
	p.line(indent, ");")
}

// inputValue is the connection of an input port; in a generate loop, that of the
// copy.
func (p *printer) inputValue(in *ir.Instance, c ir.Conn) *expr {
	if net := p.inputNet(in, c); net != "" {
		if c.Broadcast {
			return atom(net)
		}
		return p.laneOfCopy(net, in, c.Port.Width)
	}
	e, ok := p.lanes(in, c)
	if !ok {
		panic(fmt.Sprintf("BUG: %s: copies of %s have no value on %s", c.Pos, in.Name, c.Port.Name))
	}
	return e
}

// laneOfCopy selects the lane of the loop's copy from a net with the values of
// all copies.
func (p *printer) laneOfCopy(net string, in *ir.Instance, width int) *expr {
	if in.Count == 1 {
		return atom(net)
	}
	return p.strided(net, 0, width, width)
}
