package word

import (
	"fmt"
	"strconv"
	"strings"
)

// Read is the way back from String. Values may have any names, each given before it is
// used; empty lines, and what follows a #-sign with a space, are left out. Calls run named kernels that
// have nothing but a name.
func Read(text string) (*Program, error) {
	r := &reader{p: &Program{}, names: map[string]Ref{}}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "# ")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if err := r.line(fields); err != nil {
			return nil, fmt.Errorf("line %d: %w: %s", i+1, err, strings.TrimSpace(line))
		}
	}
	if err := r.p.Verify(); err != nil {
		return nil, err
	}
	return r.p, nil
}

type reader struct {
	p      *Program
	names  map[string]Ref
	fields []string
	err    error
}

// NamedKernel is a kernel of a program that was read.
type NamedKernel string

// Name is the name.
func (k NamedKernel) Name() string { return string(k) }

func (r *reader) line(fields []string) error {
	name := ""
	if len(fields) > 1 && fields[1] == "=" {
		name, fields = fields[0], fields[2:]
	}
	if len(fields) == 0 {
		return fmt.Errorf("no operation")
	}
	in := Instr{A: None, B: None, C: None, Op: NumOps}
	for o := range NumOps {
		if ops[o].name == fields[0] {
			in.Op = o
		}
	}
	switch {
	case in.Op == NumOps:
		return fmt.Errorf("no operation %q", fields[0])
	case in.Op.Effect() != (name == ""):
		return fmt.Errorf("only what makes a value has a name")
	}
	r.fields, r.err = fields[1:], nil
	r.operands(&in)
	if r.err == nil && len(r.fields) > 0 {
		r.err = fmt.Errorf("%q is too much", r.fields[0])
	}
	if r.err != nil {
		return r.err
	}
	value := r.p.Add(in)
	if _, known := r.names[name]; known {
		return fmt.Errorf("%q has a value already", name)
	}
	if name != "" {
		r.names[name] = value
	}
	return nil
}

func (r *reader) operands(in *Instr) {
	switch in.Op {
	case Const:
		in.K = r.number("")
	case Arbitrary:
		in.K = r.number("#")
	case Load:
		r.place(in)
		in.A = r.refAfter("at")
		in.May = wholeOf(in.Size)
		if r.has("may") {
			in.May = r.number("")
		}
		in.State = r.state()
	case Store:
		r.place(in)
		in.B = r.ref()
		in.A = r.refAfter("at")
		in.C = r.refAfter("where")
		in.Spread = r.spread()
		in.State = r.state()
		in.Wire = r.has("wire")
	case Copy:
		r.place(in)
		in.From = r.after("from")
		in.Spread = r.spread()
	case Call:
		c := Callee{Kernel: NamedKernel(r.next())}
		c.First, c.Count, c.Size, c.Lanes = uint32(r.after("first")), int(r.after("count")), uint32(r.after("size")), int(r.after("lanes"))
		in.K = uint64(len(r.p.Calls))
		r.p.Calls = append(r.p.Calls, c)
	case Check, Cover:
		in.A = r.ref()
		in.K = uint64(len(r.p.Checks))
		r.p.Checks = append(r.p.Checks, Property{Count: uint32(r.after("count")), ID: uint32(r.after("id")), Index: uint32(r.after("index"))})
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

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// next takes a field.
func (r *reader) next() string {
	if len(r.fields) == 0 {
		r.fail("too short")
		return ""
	}
	f := r.fields[0]
	r.fields = r.fields[1:]
	return f
}

// has takes a field if it is that word.
func (r *reader) has(field string) bool {
	if len(r.fields) == 0 || r.fields[0] != field {
		return false
	}
	r.fields = r.fields[1:]
	return true
}

// number is decimal or, with 0x, hexadecimal.
func (r *reader) number(prefix string) uint64 {
	f := r.next()
	n, err := strconv.ParseUint(strings.TrimPrefix(f, prefix), 0, 64)
	if err != nil {
		r.fail("%q is no number", f)
	}
	return n
}

// after is the number behind a word that has to be there.
func (r *reader) after(field string) uint64 {
	if !r.has(field) {
		r.fail("%q is missing", field)
	}
	return r.number("")
}

func (r *reader) place(in *Instr) {
	f := r.next()
	at, size, ok := strings.Cut(strings.TrimPrefix(f, "@"), ":")
	k, err := strconv.ParseUint(at, 0, 64)
	n, err2 := strconv.ParseUint(size, 10, 8)
	if !ok || !strings.HasPrefix(f, "@") || err != nil || err2 != nil {
		r.fail("%q is no place, such as @8:4", f)
	}
	in.K, in.Size = k, uint8(n)
}

func (r *reader) ref() Ref {
	f := r.next()
	v, ok := r.names[f]
	if !ok {
		r.fail("no value %q", f)
	}
	return v
}

func (r *reader) refAfter(field string) Ref {
	if !r.has(field) {
		return None
	}
	return r.ref()
}

func (r *reader) spread() uint8 {
	if !r.has("spread") {
		return 0
	}
	return uint8(r.number(""))
}

func (r *reader) state() State {
	switch {
	case r.has("foreign"):
		return Foreign
	case r.has("state"):
		return State(r.number(""))
	}
	return 0
}
