package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// lookup finds what a module has declared by its name, the first of several. It reads
// each declaration once.
type lookup struct {
	ports, signals byName[*ir.Signal]
	arrays         byName[*ir.Array]
}

// port is the port of that name, nil if there is none.
func (m *Module) port(name string) *ir.Signal {
	return m.known.ports.find(m.ir.Ports, name, func(s *ir.Signal) string { return s.Name })
}

// describable is where the documentation of a port, register, wire or array stands, nil
// if there is none of that name.
func (m *Module) describable(name string) *string {
	if s := m.port(name); s != nil {
		return &s.Doc
	}
	if s := m.known.signals.find(m.ir.Signals, name, func(s *ir.Signal) string { return s.Name }); s != nil {
		return &s.Doc
	}
	if a := m.known.arrays.find(m.ir.Arrays, name, func(a *ir.Array) string { return a.Name }); a != nil {
		return &a.Doc
	}
	return nil
}

// byName is an index of a list that only grows.
type byName[T any] struct {
	first map[string]T
	seen  int // of the list
}

func (x *byName[T]) find(list []T, name string, nameOf func(T) string) T {
	if x.first == nil {
		x.first = map[string]T{}
	}
	for _, t := range list[x.seen:] {
		if _, dup := x.first[nameOf(t)]; !dup {
			x.first[nameOf(t)] = t
		}
	}
	x.seen = len(list)
	return x.first[name]
}
