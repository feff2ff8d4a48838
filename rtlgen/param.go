package rtlgen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Parameter is one integer parameter of a block: a field of a struct such as
//
//	type Params struct {
//		Slots int `param:"slots" default:"64" min:"8" max:"256" doc:"packet slots per input port"`
//	}
//
// Fields without a param tag configure the block in ways that only Go code can
// choose; they are not in its name.
//
// With quiet:"yes" a module mentions the parameter only where it is not at its default: a
// parameter that is added later leaves the modules that were there before as they are.
type Parameter struct {
	Name    string
	Default int
	Min     int // smallest and
	Max     int // largest value
	Doc     string
	Quiet   bool // a module with the default does not mention it

	field []int // index of the struct's field
}

// Of is the parameter's value in a struct of parameters.
func (p Parameter) Of(params any) int {
	return int(reflect.Indirect(reflect.ValueOf(params)).FieldByIndex(p.field).Int())
}

// Set gives the parameter a value in the struct that params points to.
func (p Parameter) Set(params any, value int) {
	reflect.ValueOf(params).Elem().FieldByIndex(p.field).SetInt(int64(value))
}

// Parameters lists the parameters that the struct type P declares by its tags,
// in order; fields of embedded structs stand where those are embedded. What stands after
// a wrong tag (see CheckTags) is left out.
func Parameters[P any]() []Parameter {
	list, _ := parametersOf(reflect.TypeFor[P]())
	return list
}

var parametersRead tagsRead[Parameter]

// parametersOf lists the parameters, as far as the first mistake.
func parametersOf(t reflect.Type) ([]Parameter, error) {
	if t == nil {
		return nil, nil
	}
	return parametersRead.of(t, readParameters)
}

func readParameters(t reflect.Type) ([]Parameter, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("parameters are a struct, not a %s", t)
	}
	var list []Parameter
	for _, f := range reflect.VisibleFields(t) {
		if err := checkTag(t, f, paramKeys); err != nil {
			return list, err
		}
		name, ok := f.Tag.Lookup("param")
		if !ok {
			continue
		}
		p, err := parameterOf(name, f)
		if err != nil {
			return list, fmt.Errorf("%s.%s: %w", t, f.Name, err)
		}
		if slices.Contains(parameterNames(list), name) {
			return list, fmt.Errorf("%s.%s: there is another parameter %q", t, f.Name, name)
		}
		list = append(list, p)
	}
	return list, nil
}

// parameterOf reads the tags of a field.
func parameterOf(name string, f reflect.StructField) (Parameter, error) {
	p := Parameter{Name: name, Doc: f.Tag.Get("doc"), Quiet: f.Tag.Get("quiet") == "yes", field: f.Index}
	if f.Type.Kind() != reflect.Int || !f.IsExported() {
		return p, fmt.Errorf("a parameter is an exported int, and this is %s", f.Type)
	}
	if quiet, given := f.Tag.Lookup("quiet"); given && quiet != "yes" {
		return p, fmt.Errorf("tag quiet is %q: write quiet:\"yes\", or leave it out", quiet)
	}
	for tag, x := range map[string]*int{"default": &p.Default, "min": &p.Min, "max": &p.Max} {
		var err error
		if *x, err = strconv.Atoi(f.Tag.Get(tag)); err != nil {
			return p, fmt.Errorf("tag %s is no integer: %q", tag, f.Tag.Get(tag))
		}
	}
	if p.Default < p.Min || p.Default > p.Max {
		return p, fmt.Errorf("the default %d is not within %d to %d", p.Default, p.Min, p.Max)
	}
	return p, nil
}

// Default is the parameters' struct with every parameter at its default.
func Default[P any]() P {
	var p P
	for _, q := range Parameters[P]() {
		q.Set(&p, q.Default)
	}
	return p
}

// UnitInfo is what the Unit tag of a struct of ports says.
type UnitInfo struct {
	Name   string
	Doc    string
	Params []UnitParam
}

// UnitParam is a parameter that a unit has. Min, if HasMin, is a lower limit of
// its own.
type UnitParam struct {
	Name   string
	Min    int
	HasMin bool
}

// Unit marks the field of a struct of ports that carries the unit's name, its
// documentation (one line) and those of the family's parameters that it has:
//
//	_ rtlgen.Unit `name:"recn_cdu" doc:"congestion detection unit" params:"ports slots saqs>=1 detect"`
type Unit struct{}

// UnitOf is what the Unit tag of the struct of ports IO says.
// It is empty if there is none (see CheckTags).
func UnitOf[IO any]() UnitInfo {
	u, _ := unitOf(reflect.TypeFor[IO]())
	return u
}

func unitOf(t reflect.Type) (UnitInfo, error) {
	if t.Kind() != reflect.Struct {
		return UnitInfo{}, fmt.Errorf("ports are a struct, not a %s", t)
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type != unitType {
			continue
		}
		if err := checkTag(t, f, unitKeys); err != nil {
			return UnitInfo{}, err
		}
		u := UnitInfo{Name: f.Tag.Get("name"), Doc: f.Tag.Get("doc")}
		for _, word := range strings.Fields(f.Tag.Get("params")) {
			name, limit, limited := strings.Cut(word, ">=")
			p := UnitParam{Name: name, HasMin: limited}
			if limited {
				x, err := strconv.Atoi(limit)
				if err != nil {
					return u, fmt.Errorf("%s: params has %q: after >= stands an integer", t, word)
				}
				p.Min = x
			}
			u.Params = append(u.Params, p)
		}
		return u, nil
	}
	return UnitInfo{}, fmt.Errorf("%s has no field of type rtlgen.Unit, which names the unit", t)
}

// Dims gives names to numbers that the width, lanes and if tags of ports and
// packed structs use beside the parameters: constants of a packet format, sizes
// that follow from several parameters.
type Dims map[string]int

// Dimensioned is a struct of parameters with derived dimensions: widths of
// counters, indices, names. A parameter's own name needs no entry.
type Dimensioned interface{ Dims() Dims }

// dimsOf collects the names that tags may use with these parameters.
func dimsOf(params any) (Dims, error) {
	d := Dims{}
	list, err := parametersOf(reflect.TypeOf(params))
	if err != nil {
		return d, err
	}
	for _, q := range list {
		d[q.Name] = q.Of(params)
	}
	if more, ok := params.(Dimensioned); ok {
		for name, x := range more.Dims() {
			d[name] = x
		}
	}
	return d, nil
}

// eval computes a tag: numbers, parameters and dimensions joined by +, - and *;
// index(n) is IndexBits, count(n) CountBits. "saqs*index(slots)" is one index per
// set-aside queue.
func (d Dims) eval(expr string) (int, error) {
	tree, err := parser.ParseExpr(expr)
	if err != nil {
		return 0, fmt.Errorf("%q is no expression: %w", expr, err)
	}
	return d.value(tree)
}

func (d Dims) value(e ast.Expr) (int, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return d.value(e.X)
	case *ast.BasicLit:
		return strconv.Atoi(e.Value)
	case *ast.Ident:
		if x, known := d[e.Name]; known {
			return x, nil
		}
		return 0, fmt.Errorf("%s is neither a parameter nor among the dimensions%s", e.Name,
			known(e.Name, slices.Collect(maps.Keys(d))))
	case *ast.CallExpr:
		f, ok := map[string]func(int) int{"index": IndexBits, "count": CountBits}[fmt.Sprint(e.Fun)]
		if !ok || len(e.Args) != 1 {
			return 0, fmt.Errorf("%s is not index(n) or count(n)", fmt.Sprint(e.Fun))
		}
		x, err := d.value(e.Args[0])
		return f(x), err
	case *ast.BinaryExpr:
		x, errX := d.value(e.X)
		y, errY := d.value(e.Y)
		if err := errors.Join(errX, errY); err != nil {
			return 0, err
		}
		switch e.Op {
		case token.ADD:
			return x + y, nil
		case token.SUB:
			return x - y, nil
		case token.MUL:
			return x * y, nil
		}
	}
	return 0, errors.New("only numbers, names, +, -, *, index(n) and count(n) may stand in a width")
}
