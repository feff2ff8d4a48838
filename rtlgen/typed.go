package rtlgen

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// Typed is a module with the ports IO: its interface as one Go type.
//
// A struct of ports has a field of type In or Out for every port, and may group
// ports in structs:
//
//	type cduPorts struct {
//		_       rtlgen.Unit `name:"recn_cdu" doc:"congestion detection unit" params:"ports slots saqs>=1 detect"`
//		CqCount rtlgen.In   `width:"count" doc:"packets in the cold queue"`
//		Line    LineView[rtlgen.In]
//		Alloc   LineName[rtlgen.Out] `doc:"the line to be allocated"`
//	}
//
// The tags of a port, all optional but doc:
//
//	width  bits, or bits of a lane: an expression of numbers, parameters and their
//	       Dims with +, -, *, index(n) (the bits that count 0..n-1) and count(n)
//	       (0..n); default 1
//	lanes  number of lanes side by side, lane 0 lowest; with ",split" behind the number,
//	       as in lanes:"n,split", each lane is a port of its own (see below)
//	if     the port exists only if this is not 0
//	clock  an input is a clock (see Module.Clocked): clock:"yes"
//	doc    its meaning, with the unit; stands after the port in the Verilog
//	name   the port's name, instead of that made of the field's
//
// The port of field CqCount is cq_count. A field of struct type prefixes the names
// of its ports with its own (an embedded struct does not; the tag name:"" neither)
// and may have lanes, if and doc: the ports stand together under doc.
//
// Lanes that are split have their number in the name of the port, after that of the field
// whose tag it is: field S of a struct with the field Tvalid has the ports s0_tvalid, s1_tvalid,
// and so on, as bus models and tools of vendors expect. To the author they are lanes like any
// others. Split lanes may lie in split lanes, and hold packed ones, not the other way round.
//
// New makes a module with these ports, Use an instance of it in another module.
// Within the module an In is read like a Value, and an Out is driven with Drive,
// or like a Wire. At an instance it is the other way round: an In is driven with
// Drive, an Out is read.
type Typed[IO any] struct {
	*Module
	params any
}

// Circuit is a *Module or a *Typed.
type Circuit interface{ module() *Module }

func (m *Module) module() *Module { return m }

// New starts the module that IO's Unit tag names, with its parameters, and
// declares its ports, in order. params is the struct of parameters.
//
// A parameter out of its range, parameters that do not fit each other (see Checked), and a
// wrong tag make a module that Elaborate refuses for this reason alone; its ports are zero.
// Whatever the function does with them does no harm, but a loop over a parameter may be long
// then, and an index too high: a function with such things returns if Refused says so.
func New[IO any](params any) (*Typed[IO], *IO) {
	t := reflect.TypeFor[IO]()
	io := new(IO)
	s, err := begin(t, params)
	m := NewModule(cmp.Or(s.unit.Name, "unnamed"))
	m.Doc(s.unit.Doc)
	if err != nil {
		m.refuse(here(), CodeTag, err)
	} else if err := s.check(params); err != nil {
		m.refuse(callOfBlock(), CodeParam, err)
	} else {
		for _, q := range s.params {
			if x := q.Of(params); !q.Quiet || x != q.Default {
				m.Param(q.Name, x, q.Default)
			}
		}
		d := declarer{m: m, dims: s.dims}
		if err := d.declare(io); err != nil {
			m.refuse(here(), CodeTag, err)
			*io = *new(IO)
		}
	}
	return &Typed[IO]{Module: m, params: params}, io
}

// Use adds one copy of child, whose ports are the result.
func Use[IO any](m Circuit, name string, child *Typed[IO]) *IO {
	return use(m, name, 1, false, child)
}

// UseArray adds n identical copies of child. An input of the result takes, an
// output gives, n lanes, one for each copy; Copy gives the ports of one of them.
func UseArray[IO any](m Circuit, name string, n int, child *Typed[IO]) *IO {
	return use(m, name, n, true, child)
}

func use[IO any](c Circuit, name string, n int, array bool, child *Typed[IO]) *IO {
	m := c.module()
	io := new(IO)
	if child == nil {
		m.instance(name, n, array, nil)
		return io
	}
	in := m.instance(name, n, array, child.Module)
	if child.Refused() {
		return io
	}
	dims, err := dimsOf(child.params)
	if err == nil {
		d := declarer{m: m, in: in, dims: dims}
		err = d.declare(io)
	}
	if err != nil {
		m.refuse(here(), CodeTag, err)
		return new(IO)
	}
	return io
}

// declarer fills a struct of ports: with the ports of a module under
// construction, or, if in is set, with those of an instance.
type declarer struct {
	m    *Module
	in   *Instance
	dims Dims
}

// declare fills io. The error is that of a tag.
func (d *declarer) declare(io any) error {
	v := reflect.ValueOf(io).Elem()
	list, err := portsOf(v.Type())
	if err != nil {
		return err
	}
	ends := make([]end, len(list))
	for i, p := range list {
		size, absent, err := d.dims.size(v.Type(), p)
		if err != nil {
			return err
		}
		ends[i] = end{m: d.m, in: d.in, name: p.base(), kind: p.Kind, width: size.width, lanes: size.lanes, absent: absent}
	}
	for i, p := range list {
		if p.Split > 0 && (i == 0 || !sameSplit(p, list[i-1])) {
			d.split(list[i:], ends[i:])
		}
		e := d.end(p, ends[i])
		switch field := v.FieldByIndex(p.index).Addr().Interface().(type) {
		case *In:
			field.port, field.Value = e, e.read()
		case *Out:
			field.port, field.Value = e, e.read()
		}
	}
	return nil
}

// end makes the end of one port: it declares the port in a module under
// construction, or finds that of the instance.
func (d *declarer) end(p Port, e end) end {
	if e.absent != "" {
		e.lanes = nil
		return e
	}
	for _, n := range e.lanes {
		e.width *= n
	}
	switch {
	case e.pieces != nil && d.in == nil:
		e.sig = d.m.bundle(e)
		e.pieces = nil // within the module there is one signal
	case e.pieces != nil:
		e.copies = d.in.ir.Count
		if slices.Contains(e.pieces, nil) { // it was reported
			e.pieces = nil
			return e
		}
		e.sig, e.width = e.pieces[0], e.pieceWidth()*e.copies
	case d.in != nil:
		e.sig = d.in.port(e.name, e.kind)
		e.copies = d.in.ir.Count
		if e.sig != nil {
			e.width = e.sig.Width * e.copies
		}
	default:
		e.sig = d.declarePort(p, e.name, e.width, p.member(e.lanes, 0))
	}
	return e
}

// member is where a port stands in its struct, nil if it is a field of its own without lanes. lanes are their
// numbers, and piece the number of the port among those that it is split into.
func (p Port) member(lanes []int, piece int) *ir.Member {
	if len(p.path) == 1 && len(lanes) == 0 {
		return nil
	}
	m := &ir.Member{Path: p.path, Lanes: make([]ir.Lane, len(lanes))}
	for i := len(lanes) - 1; i >= 0; i-- {
		m.Lanes[i] = ir.Lane{Of: p.lanesOf[i], Count: lanes[i], Split: i < p.Split}
		if i < p.Split {
			m.Lanes[i].Index, piece = piece%lanes[i], piece/lanes[i]
		}
	}
	return m
}

// declarePort declares a port of the module under construction.
func (d *declarer) declarePort(p Port, name string, width int, place *ir.Member) *ir.Signal {
	s := d.m.signal(p.Kind, name, width)
	s.Doc, s.Group, s.IsClock, s.Member = p.Doc, p.Group, p.Clock, place
	d.m.ir.Ports = append(d.m.ir.Ports, s)
	return s
}

// Port is what a struct of ports says of one port, before the parameters are
// known.
type Port struct {
	Name  string        // with # in the place of the number of a split lane
	Kind  ir.SignalKind // ir.Input or ir.Output
	Width string        // of a lane: an expression of numbers, parameters and dimensions
	Lanes []string      // factors of the width, outermost first
	Split int           // how many of the outermost are split: ports of their own
	If    []string      // the port exists if none of these is 0
	Doc   string
	Group string // the doc of the struct that it stands in
	Clock bool   // it is a clock

	index      []int // of the field
	splitDepth int   // of the field with the outermost split lanes
	path       []string
	lanesOf    []int // which field of the path has the lanes, of each of Lanes
}

// PortsOf lists the ports of a struct of ports, in order. What stands after a wrong field
// or tag (see CheckTags) is left out.
func PortsOf(t reflect.Type) []Port {
	list, _ := portsOf(t)
	return list
}

var portsRead tagsRead[Port]

// portsOf lists the ports, as far as the first mistake.
func portsOf(t reflect.Type) ([]Port, error) { return portsRead.of(t, readPorts) }

func readPorts(t reflect.Type) ([]Port, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("ports are a struct, not a %s", t)
	}
	return portsWithin(t, Port{}, "")
}

// portsWithin lists the ports of a struct within another: outer is what the
// fields around say of them, prefix stands before their names.
func portsWithin(t reflect.Type, outer Port, prefix string) ([]Port, error) {
	var list []Port
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type == unitType {
			continue
		}
		if err := checkTag(t, f, portKeys); err != nil {
			return list, err
		}
		p := outer.within(f, i)
		if p.Split > outer.Split && p.Split < len(p.Lanes) {
			return list, fmt.Errorf("%s.%s: split lanes cannot lie inside of packed ones: split these, too", t, f.Name)
		}
		switch {
		case (f.Type == inType || f.Type == outType) && f.IsExported():
			p.path = append(slices.Clone(p.path), portNameOf(f))
			p.Name, p.Kind, p.Width, p.Doc = prefix+p.numbered(portNameOf(f), outer), ir.Input, "1", f.Tag.Get("doc")
			if f.Type == outType {
				p.Kind = ir.Output
			}
			yes, ok := f.Tag.Lookup("clock")
			if ok && (yes != "yes" || p.Kind != ir.Input) {
				return list, fmt.Errorf(`%s.%s: the tag clock is for an input, and has the value "yes"`, t, f.Name)
			}
			p.Clock = ok
			if width, ok := f.Tag.Lookup("width"); ok {
				p.Width = width
			}
			list = append(list, p)
		case f.Type.Kind() == reflect.Struct && (f.IsExported() || f.Anonymous):
			inner := prefix
			if name := portNameOf(f); name != "" && !f.Anonymous {
				inner += p.numbered(name, outer) + "_"
				p.path = append(slices.Clone(p.path), name)
			} else if p.Split > outer.Split {
				return list, fmt.Errorf("%s.%s: split lanes need the name of the field", t, f.Name)
			}
			if doc := f.Tag.Get("doc"); doc != "" {
				p.Group = doc
			}
			more, err := portsWithin(f.Type, p, inner)
			list = append(list, more...)
			if err != nil {
				return list, err
			}
		default:
			return list, fmt.Errorf("%s.%s: a port is an exported rtlgen.In or rtlgen.Out, or a struct of them", t, f.Name)
		}
	}
	return list, nil
}

// within is what holds for field i, and for the ports in it.
func (p Port) within(f reflect.StructField, i int) Port {
	p.index = append(append([]int{}, p.index...), i)
	if lanes, ok := f.Tag.Lookup("lanes"); ok {
		number, split := strings.CutSuffix(lanes, ",split")
		p.Lanes = append(append([]string{}, p.Lanes...), number)
		p.lanesOf = append(slices.Clone(p.lanesOf), len(p.path))
		if split {
			if p.Split++; p.Split == 1 {
				p.splitDepth = len(p.index)
			}
		}
	}
	if condition, ok := f.Tag.Lookup("if"); ok {
		p.If = append(append([]string{}, p.If...), condition)
	}
	return p
}

func portNameOf(f reflect.StructField) string {
	if name, ok := f.Tag.Lookup("name"); ok {
		return name
	}
	return ir.Snake(f.Name)
}

// As is a module seen with the ports IO, for modules that share an interface or
// were made port by port: IO names the ports, and needs no Unit tag. Its lanes and
// if tags are evaluated with params; the widths are those of the module.
func As[IO any](c Circuit, params any) *Typed[IO] {
	return &Typed[IO]{Module: moduleOf(c), params: params}
}
