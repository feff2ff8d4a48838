package synth

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// Path is a path through placed logic, in the names of the source.
type Path struct {
	From    Point    `json:"from"`       // where it begins
	Through []string `json:"through"`    // named wires on the way
	To      Point    `json:"to"`         // where it ends
	Levels  int      `json:"levels"`     // lookup tables and the like in a row
	Logic   float64  `json:"logic_ns"`   // clock to output and setup included
	Routing float64  `json:"routing_ns"` // time in wires
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
	inner string     // its instance, and a dot
	m     *module    // with what is around it
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

func namesOf(s *Source, inner string, m *module) *names {
	n := &names{top: s.module, inner: inner + ".", m: m, bits: map[bit][]bitName{}, cells: m.Cells}
	for name, x := range m.Nets {
		inner, ok := strings.CutPrefix(name, n.inner)
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
	routed := false
	for _, s := range segments {
		if s.Type != "routing" {
			p.Logic += s.Delay
			if s.Type == "logic" && routed {
				p.Levels++
			}
			routed = false
			continue
		}
		p.Routing += s.Delay
		routed = s.Delay > 0 // and not a wire within a slice
		name := n.wire(s.Net)
		if name != "" && !slices.Contains(p.Through, name) && name != strip(p.From.Name) && name != strip(p.To.Name) {
			p.Through = append(p.Through, name)
		}
	}
	p.Logic, p.Routing = math.Round(p.Logic*100)/100, math.Round(p.Routing*100)/100
	return p
}

// strip takes the indices at the end off a name.
func strip(name string) string {
	for strings.HasSuffix(name, "]") {
		name, _, _ = cutLast(name, "[")
	}
	return name
}

var harnessCell = regexp.MustCompile(`^(in|out)_(.*)\[(\d+)\]$`)

// point names the register or memory that a cell belongs to.
func (n *names) point(cellName string) Point {
	if m := harnessCell.FindStringSubmatch(cellName); m != nil {
		return n.pin(m[1]+"put", m[2], m[3])
	}
	name := strings.TrimPrefix(cellName, n.inner)
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
			p.Pos = s.Pos.String()
		}
	}
	return p
}

// register is the register whose output is that net. Of the names of a net Yosys
// keeps few: a register that drives an output may be left with the output's.
func (n *names) register(b bit) (Point, bool) {
	for _, state := range []bool{true, false} {
		for _, x := range slices.Backward(n.bits[b]) {
			if pos, ok := n.declared(x, state); ok {
				return Point{"register", netlistName(x.name) + x.selected(), pos}, true
			}
		}
	}
	return Point{}, false
}

// selected is the select of the bit: empty for a scalar.
func (x bitName) selected() string {
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
	pos, ok := n.declared(bitName{name: m[1]}, true)
	return Point{"memory", netlistName(m[1]), pos}, ok
}

// wire is the name of a net on the way, "" if it has none in the source.
func (n *names) wire(net string) string {
	index := 0
	x, ok := n.m.Nets[net]
	if !ok {
		m := busBit.FindStringSubmatch(net)
		if m == nil {
			return ""
		}
		x = n.m.Nets[m[1]]
		index, _ = strconv.Atoi(m[2])
	}
	if index >= len(x.Bits) {
		return ""
	}
	for _, name := range n.bits[x.Bits[index]] {
		if _, ok := n.declared(name, false); ok {
			return netlistName(strip(name.name))
		}
	}
	return ""
}

// busBit is what nextpnr-ecp5 makes of a bit of a vector.
var busBit = regexp.MustCompile(`^(.*)\[(\d+)\]$`)

// declared tells where the source declares a name: a register or memory, or
// anything.
func (n *names) declared(x bitName, state bool) (pos string, ok bool) {
	if x.hidden {
		return "", false
	}
	if n.top == nil {
		return sourceLine(x.src), x.src != "" && !strings.HasPrefix(x.src, "/share/") || state && x.src == ""
	}
	m, name := locate(n.top, x.name)
	if m == nil {
		return "", false
	}
	p, ok := declaration(m, name, state)
	return p.String(), ok
}

// locate finds the module below top in which Yosys has that name, and the name in
// it; nil if there is no such module.
func locate(top *ir.Module, name string) (*ir.Module, string) {
	instances, last, nested := cutLast(netlistName(name), ".")
	if !nested {
		return top, strip(instances)
	}
	for _, part := range strings.Split(instances, ".") {
		if top = instanceOf(top, part); top == nil {
			return nil, ""
		}
	}
	return top, strip(last)
}

// netlistName is the name in the netlist of what Yosys calls so: the copies of
// instances as in verilog.NetlistPath; "next[7]" at the end is word 7 of an array.
func netlistName(name string) string {
	instances, last, nested := cutLast(name, ".")
	if !nested {
		return name
	}
	return verilog.NetlistPath(instances) + "." + last
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// declaration looks for a register or memory of that name in a module, or for
// anything.
func declaration(m *ir.Module, name string, state bool) (ir.Pos, bool) {
	for _, s := range m.Signals {
		if s.Name == name && (!state || s.Kind == ir.Reg) {
			return s.Pos, true
		}
	}
	for _, a := range m.Arrays {
		if a.Name == name {
			return a.Pos, true
		}
	}
	for _, x := range m.Memories {
		if x.Name == name {
			return x.Pos, true
		}
	}
	for _, s := range m.Ports {
		if s.Name == name && !state {
			return s.Pos, true
		}
	}
	return ir.Pos{}, false
}

// instanceOf is the module of an instance by its name in paths.
func instanceOf(m *ir.Module, name string) *ir.Module {
	for _, in := range m.Instances {
		for i := range in.Count {
			if in.CopyName(i) == name {
				return in.Of
			}
		}
	}
	return nil
}

// sourceLine is file:line of an attribute of Yosys: "fifo.v:35.1-35.8", after those
// of the instances around it and a "|".
func sourceLine(src string) string {
	src = src[strings.LastIndex(src, "|")+1:]
	if i := strings.LastIndex(src, ":"); i >= 0 {
		line, _, _ := strings.Cut(src[i:], ".")
		return src[:i] + line
	}
	return src
}
