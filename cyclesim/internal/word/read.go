package word

import (
	"fmt"
	"strings"

	"culprit.example/culprit/cyclesim/internal/fields"
)

// Read is the way back from String. Values may have any names, each given before it is
// used; empty lines are left out, and comments, which begin with a #-sign and a space. Calls
// run kernels that have nothing but a name.
func Read(text string) (*Program, error) {
	r := &reader{p: &Program{}, names: map[string]Ref{}}
	if err := fields.Each(text, r.line); err != nil {
		return nil, err
	}
	if err := r.p.Verify(); err != nil {
		return nil, err
	}
	return r.p, nil
}

type reader struct {
	*fields.Line
	p     *Program
	names map[string]Ref
}

// NamedKernel is a kernel of a program that was read.
type NamedKernel string

// Name is the name.
func (k NamedKernel) Name() string { return string(k) }

func (r *reader) line(l *fields.Line) error {
	r.Line = l
	name, operation := l.Name(), l.Next()
	in := Instr{A: None, B: None, C: None, Op: NumOps}
	for o := range NumOps {
		if ops[o].name == operation {
			in.Op = o
		}
	}
	switch _, known := r.names[name]; {
	case l.Err() != nil:
		return l.Err()
	case in.Op == NumOps:
		return fmt.Errorf("no operation %q", operation)
	case in.Op.Effect() != (name == ""):
		return fmt.Errorf("only what makes a value has a name")
	case known:
		return fmt.Errorf("%q has a value already", name)
	}
	r.operands(&in)
	value := r.p.Add(in)
	if name != "" {
		r.names[name] = value
	}
	return l.Err()
}

func (r *reader) operands(in *Instr) {
	switch in.Op {
	case Const:
		in.K = r.Number("")
	case Arbitrary:
		in.K = r.Number("#")
	case Load:
		r.place(in)
		in.A = r.refAfter("at")
		in.May = wholeOf(in.Size)
		if r.Has("may") {
			in.May = r.Number("")
		}
		in.State = r.state()
	case Lookup:
		in.A = r.ref()
		in.Size = uint8(r.After("size"))
		t := r.table()
		in.K, in.May = uint64(len(r.p.Tables)), t.may()
		r.p.Tables = append(r.p.Tables, t)
	case Store:
		r.place(in)
		in.B = r.ref()
		in.A = r.refAfter("at")
		in.C = r.refAfter("where")
		in.Spread = r.spread()
		in.State = r.state()
		in.Wire = r.Has("wire")
	case Copy:
		r.place(in)
		in.From = r.After("from")
		in.Spread = r.spread()
	case Permute:
		r.place(in)
		in.Spread = r.spread()
		in.From = uint64(len(r.p.Sources))
		r.p.Sources = append(r.p.Sources, r.sources(int(in.Spread)))
	case Call:
		c := Callee{Kernel: NamedKernel(r.Next())}
		c.First, c.Count, c.Size = uint32(r.After("first")), int(r.After("count")), uint32(r.After("size"))
		c.Lanes = int(r.After("lanes"))
		if c.Lanes > 1 {
			c.Used = FirstLanes(c.Lanes)
		}
		if r.Has("used") {
			c.Used = r.Number("")
		}
		in.K = uint64(len(r.p.Calls))
		r.p.Calls = append(r.p.Calls, c)
	case Check, Cover:
		in.A = r.ref()
		in.K = uint64(len(r.p.Checks))
		if r.Has("open") {
			r.p.Checks = append(r.p.Checks, Property{Open: true})
			break
		}
		r.p.Checks = append(r.p.Checks, Property{Count: uint32(r.After("count")), ID: uint32(r.After("id")),
			Index: uint32(r.After("index"))})
	default:
		for _, x := range []struct {
			letter string
			to     *Ref
		}{{"A", &in.A}, {"B", &in.B}, {"C", &in.C}} {
			if strings.Contains(ops[in.Op].args, x.letter) {
				*x.to = r.ref()
			}
		}
	}
}

func (r *reader) place(in *Instr) {
	k, size := r.Pair("@", ":")
	in.K, in.Size = k, uint8(size)
}

func (r *reader) ref() Ref {
	f := r.Next()
	v, ok := r.names[f]
	if !ok {
		r.Fail("no value %q", f)
	}
	return v
}

func (r *reader) refAfter(field string) Ref {
	if !r.Has(field) {
		return None
	}
	return r.ref()
}

func (r *reader) spread() uint8 {
	if !r.Has("spread") {
		return 0
	}
	return uint8(r.Number(""))
}

// sources are those of a permutation of n elements.
func (r *reader) sources(n int) []uint64 {
	if !r.Has("from") {
		r.Fail("%q is missing", "from")
		return nil
	}
	list := make([]uint64, n)
	for i := range list {
		if list[i] = NoSource; !r.Has("0") {
			list[i] = r.Number("@")
		}
	}
	return list
}

func (r *reader) state() State {
	switch {
	case r.Has("foreign"):
		return Foreign
	case r.Has("state"):
		return State(r.Number(""))
	}
	return 0
}
