package vector

import (
	"fmt"
	"slices"

	"culprit.example/culprit/cyclesim/internal/fields"
)

// Read is the way back from String, for a program of the given number of lanes. Vectors may have any
// names, each given before it is used; empty lines are left out, and comments, which begin
// with a #-sign and a space.
func Read(text string, lanes int) (*Code, error) {
	r := &reader{c: New(lanes), names: map[string]Ref{}}
	if err := fields.Each(text, r.line); err != nil {
		return nil, err
	}
	if err := r.c.Verify(); err != nil {
		return nil, err
	}
	return r.c, nil
}

type reader struct {
	*fields.Line
	c     *Code
	names map[string]Ref
}

func (r *reader) line(l *fields.Line) error {
	r.Line = l
	name := l.Name()
	in, err := instrOf(l.Next())
	switch _, known := r.names[name]; {
	case l.Err() != nil:
		return l.Err()
	case err != nil:
		return err
	case in.Kind.Effect() != (name == ""):
		return fmt.Errorf("only what makes a vector has a name")
	case known:
		return fmt.Errorf("%q is a vector already", name)
	}
	r.operands(&in)
	made := r.c.Add(in)
	if name != "" {
		r.names[name] = made
	}
	return l.Err()
}

// instrOf is an instruction by its first word, which is an operation or a kind.
func instrOf(word string) (Instr, error) {
	if o := slices.IndexFunc(Ops(), func(o Op) bool { return o.String() == word }); o >= 0 {
		in := Instr{Kind: Apply, Op: Op(o)}
		switch {
		case in.Op.Shift():
			in.Kind = Shift
		case in.Op.Serial():
			in.Kind = Serial
		}
		return in, nil
	}
	if k, ok := KindNamed(word); ok && k != Apply && k != Shift && k != Serial {
		return Instr{Kind: k}, nil
	}
	return Instr{}, fmt.Errorf("no operation %q", word)
}

func (r *reader) operands(in *Instr) {
	operands := in.operands()
	if in.Kind == Store {
		operands[2] = false // it may be there
	}
	for i, to := range []*Ref{&in.A, &in.B, &in.C} {
		if operands[i] {
			*to = r.ref()
		}
	}
	switch in.Kind {
	case Const:
		in.Lo, in.Hi = r.Number(""), r.Number("")
	case Shift:
		in.K = r.After("by")
	case Arbitrary:
		k, size := r.Pair("#", ":")
		in.K, in.Size = k, uint8(size)
	case Load, Store:
		if _, where := r.names[r.Peek()]; in.Kind == Store && where {
			in.C = r.ref()
		}
		in.K = r.Number("@")
		in.Half = r.Has("half")
		in.State = ReadState(r.Line)
	case Part, Call, Check, Cover:
		in.K = r.Number("#")
	case Gather:
		in.K = uint64(len(r.c.Gathers))
		r.c.Gathers = append(r.c.Gathers, r.access())
	case Scatter:
		in.K = uint64(len(r.c.Scatters))
		r.c.Scatters = append(r.c.Scatters, r.access())
	}
}

// access is what Access.text has printed.
func (r *reader) access() Access {
	at, size := r.Pair("@", ":")
	a := Access{At: at, Size: uint8(size), State: ReadState(r.Line)}
	if !r.Has("at") {
		r.Fail("%q is missing", "at")
	}
	a.Index = r.refs()
	a.Bytes, a.Bits, a.Scale = uint8(r.After("bytes")), uint8(r.After("bits")), r.After("scale")
	if r.Has("value") {
		a.Value = r.refs()
	}
	if r.Has("where") {
		a.Where = r.refs()
	}
	return a
}

// refs takes all vectors that come.
func (r *reader) refs() []Ref {
	var list []Ref
	for {
		v, ok := r.names[r.Peek()]
		if !ok {
			return list
		}
		r.Next()
		list = append(list, v)
	}
}

func (r *reader) ref() Ref {
	f := r.Next()
	v, ok := r.names[f]
	if !ok {
		r.Fail("no vector %q", f)
	}
	return v
}

// ReadState is the way back from StateText.
func ReadState(l *fields.Line) int32 {
	switch {
	case l.Has("foreign"):
		return Foreign
	case l.Has("state"):
		return int32(l.Number(""))
	}
	return 0
}
