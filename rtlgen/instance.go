package rtlgen

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// Instance is one copy of a module inside another, or an array of identical
// copies that stays an array in the netlist.
type Instance struct {
	m     *Module
	of    *Module
	ir    *ir.Instance
	conns map[string]*conn
}

// conn is what drives an input port.
type conn struct {
	pieces    []piece // in order
	broadcast bool    // one value for all copies
}

// piece drives some of the port's bits, counted over all copies.
type piece struct {
	lo    int
	value *ir.Node
	pos   ir.Pos
}

func (p piece) end() int { return p.lo + p.value.Width }

// Instance adds one copy of child.
func (m *Module) Instance(name string, child Circuit) *Instance {
	return m.instance(name, 1, false, moduleOf(child))
}

// InstanceArray adds n identical copies of child: what tells them apart comes in
// on inputs. Input ports take n lanes, output ports give n lanes.
func (m *Module) InstanceArray(name string, n int, child Circuit) *Instance {
	return m.instance(name, n, true, moduleOf(child))
}

// moduleOf is the module of a circuit, nil if there is none.
func moduleOf(c Circuit) *Module {
	if c == nil || reflect.ValueOf(c).IsNil() {
		return nil
	}
	return c.module()
}

func (m *Module) instance(name string, n int, array bool, child *Module) *Instance {
	m.sealed("instance " + name)
	m.notConditional("instance " + name)
	if child == nil {
		m.report(CodeNilValue, nil, "instance %s has no module: give one", name)
		child = NewModule("none")
	}
	in := &Instance{m: m, of: child, conns: map[string]*conn{}}
	in.ir = &ir.Instance{Name: name, Of: child.ir, Count: n, Array: array, Clock: m.clock, Pos: here()}
	m.checkName(in.ir.Pos, "instance", name)
	if n < 1 || n > MaxDepth {
		m.report(CodeSize, nil, "instance array %s has %d copies: it must be 1 to %d", name, n, MaxDepth)
		in.ir.Count = unsized
	}
	m.ir.Instances = append(m.ir.Instances, in.ir)
	m.instances = append(m.instances, in)
	m.children = append(m.children, child)
	return in
}

// port finds a port of the child, or reports its absence with the names there.
func (in *Instance) port(name string, kind ir.SignalKind) *ir.Signal {
	if p := in.of.port(name); p != nil && p.Kind == kind {
		return p
	}
	var names []string
	for _, p := range in.of.ir.Ports {
		if p.Kind == kind {
			names = append(names, p.Name)
		}
	}
	in.m.report(CodePort, []Related{{in.of.ir.Pos, "module " + in.of.ir.Name}},
		"%s of module %s has no %s port %s; it has: %s", in.ir.Name, in.of.ir.Name, kind, name, strings.Join(names, ", "))
	return nil
}

// In drives an input port: Count lanes for an array, lane i to copy i.
func (in *Instance) In(name string, x Operand) {
	if p := in.port(name, ir.Input); p != nil {
		in.connect(p, x, 0, p.Width*in.ir.Count, false)
	}
}

// Broadcast drives an input port of all copies with one value.
func (in *Instance) Broadcast(name string, x Operand) {
	if p := in.port(name, ir.Input); p != nil {
		in.connect(p, x, 0, p.Width, true)
	}
}

// InLane drives an input port of copy i alone.
func (in *Instance) InLane(name string, i int, x Operand) {
	p := in.port(name, ir.Input)
	if p == nil {
		return
	}
	if in.ir.Count*p.Width != unsized && (i < 0 || i >= in.ir.Count) {
		in.m.report(CodeRange, []Related{{in.ir.Pos, in.ir.Name + " is declared here"}}, "copy %d of %s, which has %d", i,
			in.ir.Name, in.ir.Count)
		return
	}
	in.connect(p, x, i*p.Width, p.Width, false)
}

// connect drives width bits of an input port from bit lo up.
func (in *Instance) connect(p *ir.Signal, x Operand, lo, width int, broadcast bool) {
	m := in.m
	if m.sealed("a connection of instance " + in.ir.Name) {
		return
	}
	m.notConditional("a connection of instance " + in.ir.Name)
	if in.ir.Count*p.Width == unsized {
		in.conns[p.Name] = &conn{pieces: []piece{{0, m.poison(1).n, here()}}}
		return
	}
	v := m.fits(m.operand(x, width), in.ir.Name+"."+p.Name, width, p.Pos)
	c := in.conns[p.Name]
	if c == nil {
		c = &conn{broadcast: broadcast}
		in.conns[p.Name] = c
	}
	next := piece{lo, v.n, here()}
	at := sort.Search(len(c.pieces), func(i int) bool { return c.pieces[i].lo >= lo })
	for _, other := range c.pieces[max(at-1, 0):min(at+1, len(c.pieces))] {
		if broadcast || c.broadcast || next.lo < other.end() && other.lo < next.end() {
			what := ""
			if in.ir.Count > 1 && width == p.Width && !broadcast {
				what = fmt.Sprintf("copy %d of ", lo/p.Width)
			}
			m.report(CodeTwoDrivers, []Related{{other.pos, "the first driver"}}, "input %s of %sinstance %s is driven twice",
				p.Name, what, in.ir.Name)
			return
		}
	}
	c.pieces = slices.Insert(c.pieces, at, next)
}

// Out is an output port; for an array, the lanes of all copies.
func (in *Instance) Out(name string) Value {
	p := in.port(name, ir.Output)
	if p == nil {
		return in.m.poison(1)
	}
	if p.Width*in.ir.Count == unsized {
		return in.m.poison(1)
	}
	v := in.m.node(ir.OpInstOut, p.Width*in.ir.Count)
	v.n.Inst, v.n.Port = in.ir, p
	return v
}

// OutLane is an output port of copy i.
func (in *Instance) OutLane(name string, i int) Value {
	v := in.Out(name)
	if v.bad() {
		return v
	}
	return v.Lane(i, v.n.Port.Width)
}

// finish turns the collected connections into the netlist's, in port order.
func (in *Instance) finish() {
	for _, p := range in.of.ir.Inputs() {
		c := in.conns[p.Name]
		if c == nil {
			in.m.reportAt(in.ir.Pos, CodeUndriven, []Related{{p.Pos, "the port"}}, "input %s of instance %s is not connected",
				p.Name, in.ir.Name)
			continue
		}
		value := c.pieces[0].value
		if !c.broadcast && in.ir.Count*p.Width != unsized {
			value = in.gather(p, c.pieces)
		}
		in.ir.Conns = append(in.ir.Conns, ir.Conn{Port: p, Value: value, Broadcast: c.broadcast, Pos: c.pieces[0].pos})
	}
}

// gather joins the pieces that drive a port.
func (in *Instance) gather(p *ir.Signal, pieces []piece) *ir.Node {
	if missing := in.missing(p, pieces); missing != "" {
		in.m.reportAt(pieces[0].pos, CodeUndriven, []Related{{p.Pos, "the port"}},
			"input %s of instance %s is not connected for %s", p.Name, in.ir.Name, missing)
		return in.m.poison(p.Width * in.ir.Count).n
	}
	// Lanes of a copy first, then the copies: the shape in which they were declared.
	var copies []*ir.Node
	for len(pieces) > 0 {
		n := 1
		if pieces[0].value.Width < p.Width {
			end := (pieces[0].lo/p.Width + 1) * p.Width
			n = sort.Search(len(pieces), func(i int) bool { return pieces[i].lo >= end })
		}
		copies = append(copies, in.concat(pieces[:n]))
		pieces = pieces[n:]
	}
	if len(copies) == 1 {
		return copies[0]
	}
	cat := &ir.Node{Op: ir.OpConcat, Width: p.Width * in.ir.Count, Pos: copies[0].Pos}
	for _, n := range slices.Backward(copies) {
		cat.Args = append(cat.Args, n)
	}
	return cat
}

// concat puts neighbouring pieces side by side, the first one lowest.
func (in *Instance) concat(pieces []piece) *ir.Node {
	if len(pieces) == 1 {
		return pieces[0].value
	}
	cat := &ir.Node{Op: ir.OpConcat, Pos: pieces[0].pos}
	for _, q := range slices.Backward(pieces) {
		cat.Args = append(cat.Args, q.value)
		cat.Width += q.value.Width
	}
	return cat
}

// missing names the copies, or the bits of a single copy, that nothing drives.
func (in *Instance) missing(p *ir.Signal, pieces []piece) string {
	driven := &analysis.Spans{}
	for _, q := range pieces {
		driven.Add(q.lo, q.value.Width)
	}
	open := driven.Missing(p.Width * in.ir.Count)
	if len(open) == 0 {
		return ""
	}
	if !in.ir.Array {
		return "bits " + bitRanges(p.Width+1, open)
	}
	var copies []string
	last := -1
	for _, x := range slices.Backward(open) {
		for i := max(x.Lo/p.Width, last+1); i <= (x.Lo+x.Width-1)/p.Width; i++ {
			copies = append(copies, fmt.Sprint(i))
			last = i
		}
	}
	return "copies " + strings.Join(copies, ", ")
}
