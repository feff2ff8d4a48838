package blocks

import "culprit/rtlgen"

// Field is a parameter of the blocks of a family, and where it lives in P, the
// struct that configures them.
type Field[P any] struct {
	Param
	Of func(*P) *int
}

// Declare records the parameters in a module's name and documentation: two
// modules of the same kind that differ in one of them have different names.
func Declare[P any](m *rtlgen.Module, p P, fields ...Field[P]) {
	for _, f := range fields {
		m.Param(f.Name, *f.Of(&p), f.Default)
	}
}

// Configure is p with the values of those of the parameters that v has.
func Configure[P any](p P, v Values, fields ...Field[P]) P {
	for _, f := range fields {
		if x, ok := v[f.Name]; ok {
			*f.Of(&p) = x
		}
	}
	return p
}

// New makes a block of a family. What is not among its parameters keeps the value
// that it has in defaults.
func New[P any](family, name, doc string, defaults P, check func(Values) error, build func(P) *rtlgen.Module, fields ...Field[P]) *Block {
	b := &Block{Name: name, Family: family, Doc: doc, Check: check}
	for _, f := range fields {
		b.Params = append(b.Params, f.Param)
	}
	b.Build = func(v Values) *rtlgen.Module { return build(Configure(defaults, v, fields...)) }
	return b
}
