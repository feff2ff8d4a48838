package packet

import "culprit.example/culprit/rtlgen"

// Name is the name of a congestion point: the turns that lead to it, from the top
// of a turnpool, and a mask of ones over them. The turns are 0 where the mask is.
// Masks are prefixes, so that of two masks the longer one is the larger number.
type Name struct {
	Tp   rtlgen.Value `width:"turns" doc:"turns that lead to the point"`
	Mask rtlgen.Value `width:"turns" doc:"significant bits of the turns"`
}

// Matches reports whether an aligned turnpool leads through the point.
func (n Name) Matches(turns rtlgen.Signal) rtlgen.Value {
	return rtlgen.ValueOf(turns).Xor(n.Tp).And(n.Mask).Eq(0)
}

// Same reports whether two names are equal.
func (n Name) Same(other Name) rtlgen.Value {
	return n.Mask.Eq(other.Mask).And(other.Matches(n.Tp))
}

// Lines are the lines of a CAM: how many, which of them are valid, one bit each,
// and their names.
type Lines struct {
	N     int
	Valid rtlgen.Signal
	Of    func(k rtlgen.Value) Name
}

// LinesIn are lines whose names are in register arrays.
func LinesIn(valid rtlgen.Signal, tp, mask rtlgen.RegArray) Lines {
	return Lines{tp.Depth(), valid, func(k rtlgen.Value) Name { return Name{tp.At(k).Value, mask.At(k).Value} }}
}

// Named has a bit per line, in a wire of the given name: the line is valid and has
// this name.
func (l Lines) Named(m *rtlgen.Module, wire string, name Name) rtlgen.Value {
	valid := rtlgen.ValueOf(l.Valid)
	named := m.Wire(wire, l.N)
	m.For("k", l.N, func(k rtlgen.Value) { named.SetBit(k, valid.Bit(k).And(name.Same(l.Of(k)))) })
	return named.Value
}

// Outranked finds among the candidates, one bit per line, those that another
// candidate outranks by a longer mask. The result is a wire of the given name.
func (l Lines) Outranked(m *rtlgen.Module, wire string, candidates rtlgen.Signal) rtlgen.Value {
	out := m.Wire(wire, l.N)
	out.Default(0)
	if l.N == 1 {
		return out.Value
	}
	candidate := rtlgen.ValueOf(candidates)
	for k := range m.Each("k", l.N) {
		for j := range m.Each("j", l.N) {
			m.If(candidate.Bit(j).And(l.Of(j).Mask.Gt(l.Of(k).Mask)), func() { out.SetBit(k, 1) })
		}
	}
	return out.Value
}

// Twins is 1 if two valid lines have one name.
func (l Lines) Twins(m *rtlgen.Module) rtlgen.Value {
	if l.N == 1 {
		return m.Zero(1)
	}
	valid := rtlgen.ValueOf(l.Valid)
	twin := m.Wire("has_twin", l.N)
	twin.Default(0)
	for a := range m.Each("a", l.N) {
		for b := range m.Each("b", l.N) {
			m.If(a.Ne(b).And(valid.Bit(a)).And(valid.Bit(b)).And(l.Of(a).Same(l.Of(b))), func() { twin.SetBit(a, 1) })
		}
	}
	return twin.Any()
}
