package blocks

import (
	"errors"
	"path"
	"reflect"

	"culprit.example/culprit/rtlgen"
)

// Checker is a struct of parameters that finds what ranges cannot say: one
// parameter against another. Parameters that a block does not have are 0.
type Checker interface{ Check() error }

// Of is the library's block of a unit: build makes its module, P declares its
// parameters (see rtlgen.Parameter), IO its name, documentation and ports (see
// rtlgen.Unit). Its family is the package of IO. A parameter of P that the unit does not have keeps its default.
// What is wrong in the tags of P and IO is an error of Resolve.
func Of[P, IO any](build func(P) *rtlgen.Typed[IO]) *Block {
	u := rtlgen.UnitOf[IO]()
	io := reflect.TypeFor[IO]()
	if err := rtlgen.CheckTags(io, reflect.TypeFor[P]()); err != nil {
		return &Block{Name: u.Name, Family: path.Base(io.PkgPath()), Doc: u.Doc, mistake: err}
	}
	if build == nil {
		return &Block{Name: u.Name, Family: path.Base(io.PkgPath()), Doc: u.Doc,
			mistake: errors.New("it has no function that builds it")}
	}
	b := &Block{Name: u.Name, Family: path.Base(io.PkgPath()), Doc: u.Doc, Ports: rtlgen.PortsOf(io)}
	declared := map[string]rtlgen.Parameter{}
	for _, p := range rtlgen.Parameters[P]() {
		declared[p.Name] = p
	}
	for _, p := range u.Params {
		q := declared[p.Name]
		if p.HasMin {
			q.Min = p.Min
		}
		b.Params = append(b.Params, q)
	}
	params := func(v Values) P {
		p := rtlgen.Default[P]()
		for _, q := range b.Params {
			q.Set(&p, v[q.Name])
		}
		return p
	}
	b.Build = func(v Values) *rtlgen.Module {
		m := build(params(v))
		if m == nil {
			return nil
		}
		return m.Module
	}
	b.sizes = func(v Values) func(rtlgen.Port) (rtlgen.PortSize, error) { return build(params(v)).PortSize }
	var none P
	if _, ok := any(none).(Checker); ok {
		b.Check = func(v Values) error { return any(ParamsOf[P](v)).(Checker).Check() }
	}
	return b
}

// ParamsOf is the struct of parameters P with these values; a parameter without one is 0.
func ParamsOf[P any](v Values) P {
	var p P
	for _, q := range rtlgen.Parameters[P]() {
		q.Set(&p, v[q.Name])
	}
	return p
}
