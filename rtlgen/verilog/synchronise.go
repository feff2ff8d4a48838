package verilog

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
)

// What a reset synchroniser adds: its module, and the one around the top.
const (
	synchroniserName   = "reset_synchroniser"
	synchronisedSuffix = "_synchronised"
)

// synchroniserText is the module in front of the reset of a design. In a netlist each
// reset is synchronous to its clock, so this is the only hardware that is written here
// and not described in Go. The design gets the reset at once and loses it with the
// second clock edge after its end, when the first flop has settled.
func (o Options) synchroniserText() string {
	m := &ir.Module{Name: synchroniserName, Doc: "a reset that begins at once and ends with a clock edge"}
	p := &printer{m: m, o: o, names: newNameSet(m), known: &fact{}}
	reset, on, off := o.ResetName(), "2'b11", "1'b0"
	if o.ResetActiveLow {
		on, off = "2'b00", "1'b1"
	}
	p.o.AsyncReset = true
	return p.section(func() {
		p.opening()
		p.blank()
		p.line(0, "module %s (", o.ModuleName(m))
		p.table(append(p.looseReset(), row{kind: "output wire", name: reset + "_sync",
			doc: "the same level, until the second rising edge after " + reset}), ",", "")
		p.line(0, ");")
		p.blank()
		p.line(1, "// Two flops in a row, which tools keep close together.")
		p.line(1, "(* ASYNC_REG = \"TRUE\" *) reg [1:0] held;")
		p.blank()
		p.line(1, "assign %s_sync = held[1];", reset)
		p.blank()
		p.line(1, "always %s begin", p.clockEdge(""))
		p.line(2, "if (%s) begin", p.inReset(""))
		p.line(3, "held <= %s;", on)
		p.line(2, "end else begin")
		p.line(3, "held <= {held[0], %s};", off)
		p.line(2, "end")
		p.line(1, "end")
		p.closing()
	})
}

// looseReset are the ports of a clock and of a reset that is not synchronous to it.
func (p *printer) looseReset() []row {
	level := p.o
	level.AsyncReset = true
	return []row{
		{kind: "input  wire", name: ClockName, doc: "rising edge"},
		{kind: "input  wire", name: p.o.ResetName(), doc: level.resetStyle() + "; may begin and end at any time"},
	}
}

// synchronised adds the reset synchroniser and the module that puts it in front of
// the top.
func (a *assembly) synchronised(d *ir.Design, man *manifest) ([]core, error) {
	o, top := a.o, d.Top
	if clocks := top.Clocks(); len(clocks) > 0 {
		return nil, fmt.Errorf("%s has the clock %s besides the implicit one, and a reset synchroniser is for one clock: "+
			"leave it out, and give each clock a reset that ends with an edge of it", o.ModuleName(top), clocks[0].Name)
	}
	if !o.NeedsReset(top) {
		return nil, fmt.Errorf("%s has no reset, and so nothing for a reset synchroniser to do: leave it out",
			o.ModuleName(top))
	}
	outer, inner := o.TopName(d), o.Prefix+synchroniserName
	for _, name := range []string{synchroniserName, top.Name + synchronisedSuffix} {
		for _, m := range d.Modules {
			if m.Name == name {
				return nil, fmt.Errorf("the reset synchroniser needs the name %s, which a module of %s has: rename it", name,
					top.Name)
			}
		}
	}
	if top.Port(outer) != nil {
		return nil, fmt.Errorf(
			"the reset synchroniser needs the name %s, which a port of %s has: rename it, or choose another prefix", outer,
			top.Name)
	}
	path := func(name string) string {
		if o.SingleFile {
			return a.name + ".v"
		}
		return name + ".v"
	}
	head := o.notice("#") + o.stamp("#", a.known.of(top).hash)
	cores := []core{
		{name: inner, reset: true, doc: "a reset that begins at once and ends with a clock edge",
			head: o.notice("#") + o.stamp("#", ""), files: []string{path(inner)}},
		{name: outer, reset: true, doc: firstLine(top.Doc), head: head, files: []string{path(outer)},
			depends: []string{o.coreName(inner, true), o.coreName(o.ModuleName(top), true)}},
	}
	a.once(synchroniserName, moduleFiles{path: path(inner), text: o.synchroniserText()})
	a.once(top.Name+synchronisedSuffix, moduleFiles{path: path(outer), text: o.synchronisedText(top, a.known.of(top))})
	man.addSynchronised(top, inner, outer, path(inner), path(outer))
	return cores, nil
}

// once puts a module that is no netlist into its file.
func (a *assembly) once(name string, f moduleFiles) {
	if _, there := a.texts[name]; !there {
		a.texts[name], a.origin[name] = f, a.top
		a.put(f.path, f.text, nil)
	}
}

// synchronisedText is the module around the top: the same ports, and a reset that may
// come and go at any time.
func (o Options) synchronisedText(top *ir.Module, known *fact) string {
	outer := &ir.Module{Name: top.Name + synchronisedSuffix, Doc: firstLine(top.Doc) + "; its reset is synchronised",
		Params: top.Params, Ports: top.Ports, Pos: top.Pos}
	p := &printer{m: outer, o: o, names: namesOf(outer, o.ModuleName(outer)), plan: &plan{isReg: map[*ir.Signal]bool{}},
		known: known}
	reset := o.ResetName()
	sync := p.names.claim(reset+"_sync", reset+"_synchronised")
	rows, groups := p.userPorts()
	return p.section(func() {
		p.opening()
		p.blank()
		p.line(0, "module %s (", o.ModuleName(outer))
		p.groupedTable(append(p.looseReset(), rows...), append([]string{"", ""}, groups...), ",", "")
		p.line(0, ");")
		p.blank()
		p.line(1, "wire %s;", sync)
		p.blank()
		p.line(1, "%s %s (", o.Prefix+synchroniserName, p.names.claim("synchroniser", "of_reset"))
		p.connections([]connection{{ClockName, ClockName}, {reset, reset}, {reset + "_sync", sync}})
		p.line(1, ");")
		p.blank()
		conns := []connection{{ClockName, ClockName}, {reset, sync}}
		for _, s := range top.Ports {
			conns = append(conns, connection{s.Name, s.Name})
		}
		p.line(1, "%s %s (", o.ModuleName(top), p.names.claim("core", "top"))
		p.connections(conns)
		p.line(1, ");")
		p.closing()
	})
}
