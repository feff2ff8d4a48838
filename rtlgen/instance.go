package rtlgen

import (
	"fmt"
	"sort"
	"strings"

	"culprit/rtlgen/ir"
)

// Instance is one copy of a module inside another, or an array of identical
// copies that stays an array in the netlist.
type Instance struct {
	m     *Module
	of    *Module
	ir    *ir.Instance
	conns map[string]*conn
}

type conn struct {
	value     *ir.Node
	broadcast bool
	pos       ir.Pos
	lanes     []*ir.Node // nil until a lane is connected
}

// Instance adds one copy of child.
func (m *Module) Instance(name string, child *Module) *Instance {
	return m.instance(name, 1, false, child)
}

// InstanceArray adds n identical copies of child: what tells them apart comes in
// on inputs. Input ports take n lanes, output ports give n lanes.
func (m *Module) InstanceArray(name string, n int, child *Module) *Instance {
	return m.instance(name, n, true, child)
}

func (m *Module) instance(name string, n int, array bool, child *Module) *Instance {
	m.notConditional("instance " + name)
	if child == nil {
		m.report(CodeNilValue, nil, "instance %s has no module: give one", name)
		child = NewModule("none")
	}
	in := &Instance{m: m, of: child, conns: map[string]*conn{}}
	in.ir = &ir.Instance{Name: name, Of: child.ir, Count: n, Array: array, Pos: here()}
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
	if p := in.of.ir.Port(name); p != nil && p.Kind == kind {
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
	p := in.port(name, ir.Input)
	if p == nil {
		return
	}
	in.connect(p, x, p.Width*in.ir.Count, false)
}

// Broadcast drives an input port of all copies with one value.
func (in *Instance) Broadcast(name string, x Operand) {
	if p := in.port(name, ir.Input); p != nil {
		in.connect(p, x, p.Width, true)
	}
}

func (in *Instance) connect(p *ir.Signal, x Operand, width int, broadcast bool) {
	m := in.m
	m.notConditional("a connection of instance " + in.ir.Name)
	v := m.poison(width)
	if width != unsized {
		v = m.fits(m.operand(x, width), in.ir.Name+"."+p.Name, width, p.Pos)
	}
	if c, twice := in.conns[p.Name]; twice {
		m.report(CodeTwoDrivers, []Related{{c.pos, "the first driver"}}, "input %s of instance %s is driven twice", p.Name, in.ir.Name)
		return
	}
	in.conns[p.Name] = &conn{value: v.n, broadcast: broadcast, pos: here()}
}

// InLane drives an input port of copy i alone.
func (in *Instance) InLane(name string, i int, x Operand) {
	p := in.port(name, ir.Input)
	if p == nil {
		return
	}
	m := in.m
	m.notConditional("a connection of instance " + in.ir.Name)
	if in.ir.Count*p.Width == unsized {
		in.conns[p.Name] = &conn{value: m.poison(p.Width).n, pos: here()}
		return
	}
	if i < 0 || i >= in.ir.Count {
		m.report(CodeRange, []Related{{in.ir.Pos, in.ir.Name + " is declared here"}}, "copy %d of %s, which has %d", i, in.ir.Name, in.ir.Count)
		return
	}
	v := m.fits(m.operand(x, p.Width), in.ir.Name+"."+p.Name, p.Width, p.Pos)
	c := in.conns[p.Name]
	if c == nil {
		c = &conn{lanes: make([]*ir.Node, in.ir.Count), pos: here()}
		in.conns[p.Name] = c
	}
	if c.lanes == nil || c.lanes[i] != nil {
		m.report(CodeTwoDrivers, []Related{{c.pos, "the first driver"}}, "input %s of copy %d of instance %s is driven twice", p.Name, i, in.ir.Name)
		return
	}
	c.lanes[i] = v.n
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
			in.m.reportAt(in.ir.Pos, CodeUndriven, []Related{{p.Pos, "the port"}}, "input %s of instance %s is not connected", p.Name, in.ir.Name)
			continue
		}
		if c.lanes != nil {
			c.value = in.gather(p, c)
		}
		in.ir.Conns = append(in.ir.Conns, ir.Conn{Port: p, Value: c.value, Broadcast: c.broadcast, Pos: c.pos})
	}
}

// gather joins the values of the single copies.
func (in *Instance) gather(p *ir.Signal, c *conn) *ir.Node {
	var missing []string
	cat := &ir.Node{Op: ir.OpConcat, Width: p.Width * in.ir.Count, Pos: c.pos}
	for i := in.ir.Count - 1; i >= 0; i-- {
		if c.lanes[i] == nil {
			missing = append(missing, fmt.Sprint(i))
			continue
		}
		cat.Args = append(cat.Args, c.lanes[i])
	}
	if missing != nil {
		sort.Strings(missing)
		in.m.reportAt(c.pos, CodeUndriven, []Related{{p.Pos, "the port"}}, "input %s of instance %s is not connected for copies %s", p.Name, in.ir.Name, strings.Join(missing, ", "))
		return in.m.poison(cat.Width).n
	}
	if len(cat.Args) == 1 {
		return cat.Args[0]
	}
	return cat
}
