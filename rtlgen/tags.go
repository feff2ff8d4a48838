package rtlgen

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The keys that this package reads in the tags of a struct's fields.
var (
	portKeys  = []string{"clock", "doc", "if", "lanes", "name", "width"}
	unitKeys  = []string{"doc", "name", "params"}
	paramKeys = []string{"default", "doc", "max", "min", "param", "quiet"}
)

// tagsRead keeps what the tags of each type say: they are read once in a process.
type tagsRead[T any] struct {
	known sync.Map // reflect.Type to tagsOf[T]
}

type tagsOf[T any] struct {
	list []T
	err  error
}

// of is what read has found in the tags of the type, in a slice of the caller's own.
func (r *tagsRead[T]) of(t reflect.Type, read func(reflect.Type) ([]T, error)) ([]T, error) {
	found, ok := r.known.Load(t)
	if !ok {
		list, err := read(t)
		found, _ = r.known.LoadOrStore(t, tagsOf[T]{list, err})
	}
	tags := found.(tagsOf[T])
	return slices.Clone(tags.list), tags.err
}

// CheckTags is the first mistake in the form of the tags of a struct of ports and a struct of
// parameters, nil if there is none. Which names an expression may have is for New to judge: it
// may be given other parameters.
func CheckTags(ports, params reflect.Type) error {
	if _, err := portsOf(ports); err != nil {
		return err
	}
	_, err := declaredParams(ports, params)
	return err
}

// declaredParams are the parameters of a unit.
func declaredParams(ports, params reflect.Type) ([]Parameter, error) {
	u, err := unitOf(ports)
	if err != nil {
		return nil, err
	}
	declared, err := parametersOf(params)
	if err != nil {
		return nil, err
	}
	var list []Parameter
	for _, p := range u.Params {
		at := slices.IndexFunc(declared, func(q Parameter) bool { return q.Name == p.Name })
		if at < 0 {
			return nil, fmt.Errorf("%s: unit %s has the parameter %q, which %s does not declare%s", ports, u.Name, p.Name,
				typeName(params), known(p.Name, parameterNames(declared)))
		}
		q := declared[at]
		if p.HasMin {
			q.Min = p.Min
		}
		list = append(list, q)
	}
	return list, nil
}

func parameterNames(list []Parameter) []string {
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
	}
	return names
}

// size is a port's width and its lanes. Without lanes, the port does not exist: absent is the
// condition.
func (d Dims) size(ports reflect.Type, p Port) (s portSize, absent string, err error) {
	number := func(tag, expr string) int {
		x, e := d.eval(expr)
		if e != nil && err == nil {
			err = fmt.Errorf("%s: tag %s of port %s: %w", ports, tag, p.Name, e)
		}
		return x
	}
	s.width = number("width", p.Width)
	for _, condition := range p.If {
		if number("if", condition) == 0 && absent == "" {
			absent = condition
		}
	}
	for _, lanes := range p.Lanes {
		s.lanes = append(s.lanes, number("lanes", lanes))
	}
	return s, absent, err
}

// portSize is the width of a lane, and the lanes, outermost first.
type portSize struct {
	width int
	lanes []int
}

// PortSize is what a port's tags say with given parameters.
type PortSize struct {
	Width  int   // of a lane, bits
	Lanes  []int // outermost first
	Exists bool
}

// PortSize evaluates the tags of a port of the module with its parameters. The error names a tag
// that has no value.
func (t *Typed[IO]) PortSize(p Port) (PortSize, error) {
	dims, err := dimsOf(t.params)
	if err != nil {
		return PortSize{}, err
	}
	size, absent, err := dims.size(reflect.TypeFor[IO](), p)
	return PortSize{size.width, size.lanes, absent == ""}, err
}

// checkTag finds what keeps the tag of a field from being read: its form, or a key that is
// one of the known ones but for a letter or two.
func checkTag(t reflect.Type, f reflect.StructField, keys []string) error {
	rest := strings.TrimLeft(string(f.Tag), " ")
	for rest != "" {
		key, after, ok := strings.Cut(rest, ":")
		value, err := strconv.QuotedPrefix(after)
		if !ok || err != nil || key == "" || strings.ContainsAny(key, " \"`\t\n") || after[0] != '"' {
			return fmt.Errorf("%s.%s: the tag %s is not of the form key:\"value\" key:\"value\"", t, f.Name, f.Tag)
		}
		for _, k := range keys {
			if key != k && nearly(key, k) && !slices.Contains(keys, key) {
				return fmt.Errorf("%s.%s: the tag has the key %s: write %s", t, f.Name, key, k)
			}
		}
		rest = strings.TrimLeft(after[len(value):], " ")
	}
	return nil
}

// nearly reports whether one letter more, less, or another one, or two that have changed
// places, make b of a.
func nearly(a, b string) bool {
	if len(a) < 2 || len(b) < 2 {
		return false // any two letters would do
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}

// known says which names there are, those that are nearly the wrong one if there are any.
func known(wrong string, names []string) string {
	names = slices.Sorted(slices.Values(names))
	var near []string
	for _, n := range names {
		if nearly(wrong, n) {
			near = append(near, n)
		}
	}
	switch {
	case len(near) > 0:
		return ": did you mean " + strings.Join(near, " or ") + "?"
	case len(names) == 0:
		return ": there are none"
	}
	return "; there are: " + strings.Join(names, ", ")
}

// typeName is how a program of the user names a type of parameters: one that is not exported
// stands around another.
func typeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	if t.Kind() == reflect.Struct && t.NumField() == 1 && t.Field(0).Anonymous && (t.Name() == "" || t.Name()[0] >= 'a') {
		return typeName(t.Field(0).Type)
	}
	return t.String()
}
