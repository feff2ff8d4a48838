package synth

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/verilog"
)

// Path is a path through placed logic, in the names of the source.
type Path struct {
	From    Point    `json:"from"`
	Through []string `json:"through"` // named wires on the way
	To      Point    `json:"to"`
	Levels  int      `json:"levels"`
	Logic   float64  `json:"logic_ns"` // clock to output and setup included
	Routing float64  `json:"routing_ns"`
}

// Point is the start or the end of a path.
type Point struct {
	Kind string `json:"kind"`          // input, output, register, memory, or cell if it has no name
	Name string `json:"name"`          // with the path of instances: in_port_3.ppu.count[2]
	Pos  string `json:"pos,omitempty"` // where the source declares it, file:line
}

// names translates the names of a netlist.
type names struct {
	top   *ir.Module // nil if the Verilog was not made by the generator
	m     *module    // with the harness
	bits  map[bit][]bitName
	cells map[string]*cell
}

type bitName struct {
	name   string
	index  int
	hidden bool
	width  int
	src    string
}

func namesOf(s *Source, m *module) *names {
	n := &names{top: s.module, m: m, bits: map[bit][]bitName{}, cells: m.Cells}
	for name, x := range m.Nets {
		inner, ok := strings.CutPrefix(name, dutName+".")
		if !ok {
			continue
		}
		for i, b := range x.Bits {
			n.bits[b] = append(n.bits[b], bitName{inner, i, x.Hidden != 0, len(x.Bits), x.Attributes["src"]})
		}
	}
	for _, list := range n.bits {
		slices.SortFunc(list, func(a, b bitName) int {
			if d := strings.Count(a.name, ".") - strings.Count(b.name, "."); d != 0 {
				return d
			}
			if d := len(a.name) - len(b.name); d != 0 {
				return d
			}
			return strings.Compare(a.name, b.name)
		})
	}
	return n
}

// path translates a path of the report.
func (n *names) path(segments []segment) Path {
	var p Path
	if len(segments) == 0 {
		return p
	}
	p.From = n.point(segments[0].From.Cell)
	p.To = n.point(segments[len(segments)-1].To.Cell)
	p.Through = []string{}
	for _, s := range segments {
		switch s.Type {
		case "routing":
			p.Routing += s.Delay
			name := n.wire(s.Net)
			if name != "" && !slices.Contains(p.Through, name) && name != strip(p.From.Name) && name != strip(p.To.Name) {
				p.Through = append(p.Through, name)
			}
			continue
		case "logic":
			p.Levels++
		}
		p.Logic += s.Delay
	}
	return p
}

// strip takes the index off a name.
func strip(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name
}

var harnessCell = regexp.MustCompile(`^(in|out)_(.*)\[(\d+)\]$`)

// point names the register or memory that a cell belongs to.
func (n *names) point(cellName string) Point {
	if m := harnessCell.FindStringSubmatch(cellName); m != nil {
		return n.pin(m[1]+"put", m[2], m[3])
	}
	name := strings.TrimPrefix(cellName, dutName+".")
	c := n.cells[cellName]
	if c != nil && c.Type == "TRELLIS_FF" && len(c.Connections["Q"]) == 1 {
		if p, ok := n.register(c.Connections["Q"][0]); ok {
			return p
		}
	}
	if p, ok := n.memory(name); ok {
		return p
	}
	return Point{Kind: "cell", Name: name}
}

// pin is a pin of the module.
func (n *names) pin(kind, port, index string) Point {
	p := Point{Kind: kind, Name: port}
	if b := n.m.Nets["pin_"+port].Bits; len(b) > 1 {
		p.Name += "[" + index + "]"
	}
	if n.top == nil {
		return p
	}
	for _, s := range n.top.Ports {
		if s.Name == port {
			p.Pos = posText(s.Pos)
		}
	}
	return p
}

// register is the register whose output is that net.
func (n *names) register(b bit) (Point, bool) {
	var first *bitName
	for i, x := range n.bits[b] {
		if x.hidden {
			continue
		}
		if n.top == nil {
			if x.src != "" && first == nil {
				first = &n.bits[b][i]
			}
			continue
		}
		if pos, ok := n.declared(x.name, true); ok {
			return Point{"register", verilog.NetlistPath(x.name) + x.select1(), pos}, true
		}
	}
	if first != nil {
		line, _, _ := strings.Cut(first.src, ".v:")
		_ = line
		return Point{"register", first.name + first.select1(), sourceLine(first.src)}, true
	}
	return Point{}, false
}

// select1 is the select of the bit: empty for a scalar.
func (x bitName) select1() string {
	if x.width == 1 {
		return ""
	}
	return fmt.Sprintf("[%d]", x.index)
}

var memoryCell = regexp.MustCompile(`^(.*?)(\.\d+)+(_.*)?$`)

// memory is the memory that a cell of that name is part of.
func (n *names) memory(name string) (Point, bool) {
	m := memoryCell.FindStringSubmatch(name)
	if m == nil {
		return Point{}, false
	}
	if n.top == nil {
		return Point{Kind: "memory", Name: m[1]}, true
	}
	pos, ok := n.declared(m[1], true)
	return Point{"memory", verilog.NetlistPath(m[1]), pos}, ok
}

// wire is the name of a net on the way, "" if it has none in the source.
func (n *names) wire(net string) string {
	x, ok := n.m.Nets[net]
	if !ok {
		base, _, _ := cutLast(net, "[")
		if x, ok = n.m.Nets[base]; !ok {
			return ""
		}
		net = base
	}
	_ = x
	inner, ok := strings.CutPrefix(net, dutName+".")
	if !ok {
		return ""
	}
	if n.top != nil {
		if _, ok := n.declared(inner, false); !ok {
			return ""
		}
	} else if x.Attributes["src"] == "" || x.Hidden != 0 || strings.Contains(x.Attributes["src"], "/share/") {
		return ""
	}
	return verilog.NetlistPath(inner)
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// declared tells where the source declares a name below the top: a register or
// memory, or anything.
func (n *names) declared(path string, state bool) (pos string, ok bool) {
	m := n.top
	parts := strings.Split(verilog.NetlistPath(path), ".")
	for _, part := range parts[:len(parts)-1] {
		if m = child(m, part); m == nil {
			return "", false
		}
	}
	name := strip(parts[len(parts)-1])
	for _, s := range m.Signals {
		if s.Name == name && (!state || s.Kind == ir.Reg) {
			return posText(s.Pos), true
		}
	}
	for _, a := range m.Arrays {
		if a.Name == name {
			return posText(a.Pos), true
		}
	}
	for _, x := range m.Memories {
		if x.Name == name {
			return posText(x.Pos), true
		}
	}
	if !state {
		for _, s := range m.Ports {
			if s.Name == name {
				return posText(s.Pos), true
			}
		}
	}
	return "", false
}

// child is the module of an instance by its name in paths.
func child(m *ir.Module, name string) *ir.Module {
	for _, in := range m.Instances {
		for i := range in.Count {
			if in.CopyName(i) == name {
				return in.Of
			}
		}
	}
	return nil
}

func posText(p ir.Pos) string { return p.String() }

// sourceLine is file:line of an attribute of Yosys, fifo.v:35.1-35.8.
func sourceLine(src string) string {
	first, _, _ := strings.Cut(src, "|")
	line, _, _ := cutLast(first, ".")
	if i := strings.LastIndex(first, ":"); i >= 0 {
		number, _, _ := strings.Cut(first[i+1:], ".")
		line = first[:i+1] + number
	}
	return line
}
