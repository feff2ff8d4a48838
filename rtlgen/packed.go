package rtlgen

import (
	"errors"
	"fmt"
	"reflect"

	"culprit.example/culprit/rtlgen/ir"
)

// A packed struct is a Go struct of Values that travels as one vector, its first
// field most significant:
//
//	type Header struct {
//		Turnpool rtlgen.Value `width:"turns" doc:"turns to take"`
//		Tptr     rtlgen.Value `width:"5" doc:"top bit of the present turn"`
//	}
//
// The width tag is that of a port (see New), with the given dimensions. A field of
// struct type is a packed struct within it.

// Unpack takes a vector apart. Its width must be that of the struct.
func Unpack[T any](s Signal, dims Dims) T {
	var t T
	v := ValueOf(s)
	if v.n == nil {
		return t
	}
	if _, err := packedWidth(reflect.TypeFor[T](), dims); err != nil {
		v.m.refuse(here(), CodeTag, err)
		return t
	}
	total := PackedWidth[T](dims)
	rest := total
	if !v.bad() && v.n.Width != total {
		v.m.report(CodeWidth, []Related{v.related()}, "%s has %s, and the fields of %s have %d together", v.what(),
			bits(v.n.Width), reflect.TypeFor[T](), total)
		v = v.m.poison(total, v)
	}
	packedFields(reflect.ValueOf(&t).Elem(), "", dims, func(field *Value, width int, name, doc string) {
		rest -= width
		if v.bad() {
			*field = v.m.poison(width, v)
			return
		}
		*field = v.slice(rest, width)
		field.called(name, doc)
	})
	return t
}

// called gives bits of something that has a name a name of their own, which stands in the Verilog. The first one
// counts.
func (v Value) called(name, doc string) {
	if v.n.IsField() && v.m.body != nil {
		v.m.ir.Fields = append(v.m.ir.Fields, ir.Field{Name: name, Bits: v.n, Doc: doc})
	}
}

// Pack puts the fields of a packed struct, or the ports of a struct of ports that
// can be read, side by side, the first one most significant. Ports that do not
// exist are left out.
func Pack(packed any) Value {
	var vs []Value
	v := reflect.New(reflect.TypeOf(packed)).Elem()
	v.Set(reflect.ValueOf(packed))
	if isPorts(v.Type()) {
		for _, l := range leaves(packed) {
			if l.end.sig != nil {
				vs = append(vs, l.value)
			}
		}
		return cat("Pack", vs)
	}
	packedFields(v, "", nil, func(field *Value, _ int, _, _ string) { vs = append(vs, *field) })
	return cat("Pack", vs)
}

// Spread drives the ports of a struct of ports with the parts of one vector, as
// Pack puts them together.
func Spread(ports any, packed Signal) {
	list := leaves(ports)
	total := 0
	var m *Module
	for _, l := range list {
		if l.end.sig != nil {
			total += l.end.width
			m = l.end.m
		}
	}
	v := ValueOf(packed)
	if m == nil || v.n == nil {
		return
	}
	if !v.bad() && v.n.Width != total {
		m.report(CodeWidth, []Related{v.related()}, "%s has %s, and the ports of %T have %d together", v.what(),
			bits(v.n.Width), ports, total)
		v = m.poison(total, v)
	}
	for _, l := range list {
		if l.end.sig == nil {
			continue
		}
		total -= l.end.width
		if v.bad() {
			l.end.drive(m.poison(l.end.width, v))
			continue
		}
		l.end.drive(v.slice(total, l.end.width))
	}
}

// isPorts reports whether a struct holds ports, at any depth.
func isPorts(t reflect.Type) bool {
	if t == inType || t == outType {
		return true
	}
	return t.Kind() == reflect.Struct && t != reflect.TypeFor[Value]() && t.NumField() > 0 && isPorts(t.Field(0).Type)
}

// PackedWidth is the number of bits of a packed struct; 0 if a tag is wrong, which Unpack
// says.
func PackedWidth[T any](dims Dims) int {
	sum, _ := packedWidth(reflect.TypeFor[T](), dims)
	return sum
}

// packedWidth is that, and the first mistake in the tags.
func packedWidth(t reflect.Type, dims Dims) (int, error) {
	sum := 0
	if t.Kind() != reflect.Struct {
		return 0, fmt.Errorf("a packed struct is a struct, not a %s", t)
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if err := checkTag(t, f, []string{"doc", "width"}); err != nil {
			return 0, err
		}
		width, err := 1, error(nil)
		switch expr, ok := f.Tag.Lookup("width"); {
		case !f.IsExported() || f.Type != reflect.TypeFor[Value]() && f.Type.Kind() != reflect.Struct:
			err = errors.New("a field of a packed struct is an exported rtlgen.Value or packed struct")
		case f.Type != reflect.TypeFor[Value]():
			if width, err = packedWidth(f.Type, dims); err != nil {
				return 0, err
			}
		case ok && dims != nil:
			if width, err = dims.eval(expr); err == nil && width < 1 {
				err = fmt.Errorf("a width of %d", width)
			}
		}
		if err != nil {
			return 0, fmt.Errorf("%s.%s: %w", t, f.Name, err)
		}
		sum += width
	}
	return sum, nil
}

// packedFields calls f for each field, the most significant first, with its lower_snake name, behind those of the
// structs that it is in, and its documentation. Without dimensions it gives no widths.
func packedFields(v reflect.Value, within string, dims Dims, f func(field *Value, width int, name, doc string)) {
	t := v.Type()
	for i := range t.NumField() {
		name := within + ir.Snake(t.Field(i).Name)
		field, ok := v.Field(i).Addr().Interface().(*Value)
		if !ok {
			if t.Field(i).Type.Kind() == reflect.Struct {
				packedFields(v.Field(i), name+"_", dims, f)
			}
			continue
		}
		width := 1
		if expr, ok := t.Field(i).Tag.Lookup("width"); ok && dims != nil {
			width, _ = dims.eval(expr) // packedWidth has reported what is wrong
		}
		f(field, width, name, t.Field(i).Tag.Get("doc"))
	}
}
