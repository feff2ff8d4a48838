package rtlgen

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
)

// In is an input port. Within its module it is read like a Value; at an instance
// it is driven.
type In struct {
	Value
	port end
}

// Out is an output port. Within its module it is driven, by Drive or like a Wire;
// at an instance it is read like a Value.
type Out struct {
	Value
	port end
}

// Direction is the type of a port in a struct of ports that serves both ends of a
// link: Link[In, Out] is one end, Link[Out, In] the other.
type Direction interface{ In | Out }

// end is one port as it is seen from the module that uses it.
type end struct {
	m      *Module
	in     *Instance  // nil: a port of m itself
	sig    *ir.Signal // nil: the port does not exist
	kind   ir.SignalKind
	name   string
	absent string // the if tag that keeps it from existing
	lo     int    // the first bit; for an instance counted over all copies
	width  int    // bits from there on
	copies int    // of the instance that the bits belong to; 0: the port of a single copy
	lanes  []int  // of a copy's port, outermost first

	pieces []*ir.Signal // of an instance's port whose lanes are split: the lowest first
}

// what names the port for messages.
func (e end) what() string {
	switch {
	case e.in != nil:
		return fmt.Sprintf("%s %s of instance %s", e.kind, e.name, e.in.ir.Name)
	case e.m != nil:
		return fmt.Sprintf("%s %s of module %s", e.kind, e.name, e.m.ir.Name)
	}
	return "a port that no module has made"
}

func (e end) related() Related {
	switch {
	case e.sig != nil:
		return Related{e.sig.Pos, e.what()}
	case e.in != nil:
		return Related{e.in.ir.Pos, e.what()}
	}
	return Related{What: e.what()}
}

// Exists reports whether the port exists with these parameters (see the if tag).
func (p In) Exists() bool { return p.port.sig != nil }

// Exists reports whether the port exists with these parameters (see the if tag).
func (p Out) Exists() bool { return p.port.sig != nil }

// Width is the width of the port, which at an instance has no value that one could ask; 0
// if it does not exist.
func (p In) Width() int { return p.port.width }

// Width is the width of the port, 0 if it does not exist.
func (p Out) Width() int { return p.port.width }

// source reports whether the port is read from where it is used.
func (e end) source() bool { return (e.in == nil) == (e.kind == ir.Input) }

// read is the value of a source; an output can be read within its module, too. It
// is the zero Value for what cannot be read.
func (e end) read() Value {
	switch {
	case e.sig == nil || e.in != nil && e.kind == ir.Input:
		return Value{}
	case e.sig.Width == unsized || e.in != nil && e.in.ir.Count == unsized:
		return e.m.poison(1)
	case e.in == nil:
		return e.part(e.m.read(e.sig))
	case e.pieces != nil:
		return e.part(e.readPieces())
	}
	v := e.m.node(ir.OpInstOut, e.sig.Width*e.in.ir.Count)
	v.n.Inst, v.n.Port = e.in.ir, e.sig
	return e.part(v)
}

// part cuts the bits of the end from those of the whole port.
func (e end) part(v Value) Value {
	if e.lo == 0 && e.width == v.Width() {
		return v
	}
	return v.slice(e.lo, e.width)
}

// usable reports a port that does not exist, or cannot be driven from here.
func (e end) usable() bool {
	switch {
	case e.m == nil:
		return false // a struct of ports that no module has made; its instance is reported
	case e.sig == nil && e.absent != "":
		e.m.report(CodePort, nil, "%s does not exist with these parameters: it needs %s", e.what(), e.absent)
	case e.sig == nil:
		// reported where the port was looked for
	case e.source():
		e.m.report(CodePort, []Related{e.related()}, "%s is driven here: it can only be read", e.what())
	default:
		return true
	}
	return false
}

// drive connects an instance's input, or assigns an output of the module.
func (e end) drive(x Operand) {
	if !e.usable() {
		return
	}
	if e.pieces != nil {
		e.drivePieces(x)
		return
	}
	if e.in != nil {
		e.in.connect(e.sig, x, e.lo, e.width, false)
		return
	}
	e.m.atTop(func() { e.assign(x) })
}

func (e end) assign(x Operand) {
	v := variable{e.m.read(e.sig), e.sig}
	if e.lo == 0 && e.width == e.sig.Width {
		v.Set(x)
		return
	}
	v.SetSlice(e.lo+e.width-1, e.lo, x)
}

// broadcast gives an instance's input one value for all copies.
func (e end) broadcast(x Operand) {
	switch {
	case !e.usable():
	case e.pieces != nil:
		e.broadcastPieces(x)
	default:
		e.in.connect(e.sig, x, 0, e.sig.Width, true)
	}
}

// lane cuts the end down to lane i of its outermost lanes.
func (e end) lane(i int) end {
	if e.sig == nil {
		return e
	}
	if e.copies > 1 {
		e.m.report(CodePort, []Related{e.related()}, "lane %d of %s, which has %d copies: take one with Copy first", i,
			e.what(), e.copies)
		return end{m: e.m, name: e.name}
	}
	if len(e.lanes) == 0 || i < 0 || i >= e.lanes[0] {
		n := 0
		if len(e.lanes) > 0 {
			n = e.lanes[0]
		}
		e.m.report(CodeRange, []Related{e.related()}, "lane %d of %s, which has %s", i, e.what(), count(n, "lane"))
		return end{m: e.m, name: e.name}
	}
	e.width /= e.lanes[0]
	e.lo += i * e.width
	e.lanes = e.lanes[1:]
	return e
}

// copy cuts the end of an array of instances down to copy i.
func (e end) copy(i int) end {
	if e.sig == nil || e.in != nil && e.in.ir.Count == unsized {
		return e
	}
	if i < 0 || i >= e.copies {
		e.m.report(CodeRange, []Related{e.related()}, "copy %d of %s, which has %d", i, e.what(), e.copies)
		return end{m: e.m, name: e.name}
	}
	e.width /= e.copies
	e.lo += i * e.width
	e.copies = 0
	return e
}

// Drive gives an instance's input its value: for an array of instances n lanes,
// lane i for copy i.
func (p In) Drive(x Operand) { p.port.drive(x) }

// Broadcast gives an input of all copies of an array of instances one value.
func (p In) Broadcast(x Operand) {
	p.port.broadcast(x)
}

// At is lane i, a value of any width or a Go integer, of the port's outermost
// lanes.
func (p In) At(i Operand) Value { return p.port.at(p.Value, i) }

// At is lane i, a value of any width or a Go integer, of the port's outermost
// lanes.
func (p Out) At(i Operand) Value { return p.port.at(p.Value, i) }

func (e end) at(v Value, i Operand) Value {
	if v.n == nil || v.bad() {
		return v
	}
	var n int
	switch {
	case e.copies > 1:
		n = e.copies
	case len(e.lanes) > 0:
		n = e.lanes[0]
	default:
		e.m.report(CodePort, []Related{e.related()}, "a lane of %s, which has none: use Bit or Lane", e.what())
		return e.m.poison(e.width)
	}
	return v.Lane(i, e.width/n)
}

// Drive gives an output of the module its value, in all cases.
func (p Out) Drive(x Operand) { p.port.drive(x) }

// Set assigns the output at the present place, as Wire.Set does.
func (p Out) Set(x Operand) {
	if p.port.usable() {
		p.port.assign(x)
	}
}

// Default gives the output its value for the cases in which nothing else assigns it.
func (p Out) Default(x Operand) { p.port.drive(x) }

// SetBit assigns the bit at index i.
func (p Out) SetBit(i, x Operand) {
	if p.port.usable() {
		p.port.whole().SetBit(i, x)
	}
}

// SetLane assigns lane i of the output; a lane is as wide as x.
func (p Out) SetLane(i Operand, x Signal) {
	if p.port.usable() {
		p.port.whole().SetLane(i, x)
	}
}

// whole is the output as a variable.
func (e end) whole() variable {
	if e.lo != 0 || e.width != e.sig.Width {
		e.m.report(CodePort, []Related{e.related()}, "a lane of a lane of %s is assigned: assign the lane as a whole",
			e.what())
	}
	return variable{e.m.read(e.sig), e.sig}
}

var inType, outType, unitType = reflect.TypeFor[In](), reflect.TypeFor[Out](), reflect.TypeFor[Unit]()

// Copy is a struct of ports, or a port, of copy i of an array of instances.
func Copy[B any](ports B, i int) B { return narrow(ports, func(e end) end { return e.copy(i) }) }

// Lane is a struct of ports, or a port, cut down to lane i of the outermost lanes.
func Lane[B any](ports B, i int) B { return narrow(ports, func(e end) end { return e.lane(i) }) }

func narrow[B any](ports B, cut func(end) end) B {
	v := reflect.New(reflect.TypeFor[B]()).Elem()
	v.Set(reflect.ValueOf(ports))
	if v.Kind() == reflect.Pointer {
		fresh := reflect.New(v.Type().Elem())
		fresh.Elem().Set(v.Elem())
		v.Set(fresh)
		narrowAll(fresh.Elem(), cut)
	} else {
		narrowAll(v, cut)
	}
	return v.Interface().(B)
}

func narrowAll(v reflect.Value, cut func(end) end) {
	switch v.Type() {
	case inType:
		p := v.Addr().Interface().(*In)
		p.port = cut(p.port)
		p.Value = p.port.read()
	case outType:
		p := v.Addr().Interface().(*Out)
		p.port = cut(p.port)
		p.Value = p.port.read()
	case unitType:
	default:
		for i := range v.NumField() {
			narrowAll(v.Field(i), cut)
		}
	}
}

// portLeaf is a port within a struct of ports.
type portLeaf struct {
	field string
	end   end
	value Value
}

// leaves lists the ports of a struct of ports, of a pointer to one, or a port.
func leaves(ports any) []portLeaf {
	var list []portLeaf
	var walk func(v reflect.Value, field string)
	walk = func(v reflect.Value, field string) {
		switch v.Type() {
		case inType:
			p := v.Interface().(In)
			list = append(list, portLeaf{field, p.port, p.Value})
			return
		case outType:
			p := v.Interface().(Out)
			list = append(list, portLeaf{field, p.port, p.Value})
			return
		case unitType:
			return
		}
		for i := range v.NumField() {
			inner := field
			if f := v.Type().Field(i); !f.Anonymous {
				inner = strings.TrimPrefix(field+"."+f.Name, ".")
			}
			walk(v.Field(i), inner)
		}
	}
	if v := reflect.Indirect(reflect.ValueOf(ports)); v.IsValid() {
		walk(v, "")
	}
	return list
}

// Connect joins the two ends of a link, field by field: two structs of ports with
// fields of the same names (or two ports), of instances or of the module itself.
// Each field is driven by that end which can be read. A field that exists at
// neither end is left out.
func Connect(a, b any) { join(a, b, func(to end, x Value) { to.drive(x) }) }

// Broadcast drives the inputs of all copies of an array of instances, field by
// field, with the ports of one.
func Broadcast(copies, one any) {
	join(copies, one, func(to end, x Value) { to.broadcast(x) })
}

func join(a, b any, drive func(to end, x Value)) {
	other := map[string]portLeaf{}
	var m *Module
	for _, l := range leaves(b) {
		other[l.field] = l
		m = l.end.m
	}
	for _, x := range leaves(a) {
		y, ok := other[x.field]
		delete(other, x.field)
		if m = x.end.m; m == nil {
			return // made by no module: its instance was reported
		}
		switch {
		case !ok:
			m.report(CodeBundle, []Related{x.end.related()}, "the other end of the link has no field %s", x.field)
		case x.end.sig == nil && y.end.sig == nil:
		case x.end.sig == nil || y.end.sig == nil:
			m.report(CodeBundle, []Related{x.end.related(), y.end.related()}, "field %s exists at one end of the link only",
				x.field)
		case x.end.source() == y.end.source():
			how := "driven"
			if x.end.source() {
				how = "read"
			}
			m.report(CodeBundle, []Related{x.end.related(), y.end.related()}, "field %s of the link is to be %s at both ends",
				cmp.Or(x.field, x.end.name), how)
		case x.end.source():
			drive(y.end, x.value)
		default:
			drive(x.end, y.value)
		}
	}
	for _, l := range leaves(b) {
		if _, left := other[l.field]; left && m != nil {
			m.report(CodeBundle, []Related{l.end.related()}, "the other end of the link has no field %s", l.field)
		}
	}
}

// TieOff drives all ports of a struct of ports that can be driven with 0.
func TieOff(ports any) {
	for _, l := range leaves(ports) {
		if l.end.sig != nil && !l.end.source() {
			l.end.drive(0)
		}
	}
}

// NamedValue is a port that is read, with its name.
type NamedValue struct {
	Name string
	Value
}

// Readable lists the ports of a struct of ports that can be read.
func Readable(ports any) []NamedValue {
	var list []NamedValue
	for _, l := range leaves(ports) {
		if l.end.sig != nil && l.end.source() {
			list = append(list, NamedValue{l.end.name, l.value})
		}
	}
	return list
}
