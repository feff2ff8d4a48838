package avx

import (
	"fmt"
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/fields"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// Read is the way back from String. Values may have any names, each given before it is used; empty lines
// are left out, and comments, which begin with a #-sign and a space. The vectors of a block lie side by
// side in the frame.
func Read(text string) (*Program, error) {
	r := &reader{p: &Program{Constants: map[Value]Constant{}, byNumber: map[Constant]Value{}}, names: map[string]Value{}}
	if err := fields.Each(text, r.line); err != nil {
		return nil, err
	}
	r.p.Place = SideBySide(r.p.Blocks)
	if err := r.p.Verify(); err != nil {
		return nil, err
	}
	r.p.FindParts()
	return r.p, nil
}

// SideBySide has vectors of the given number of blocks one after the other.
func SideBySide(blocks int) func(k uint64) int32 {
	return func(k uint64) int32 { return int32(blocks) * int32(k) }
}

type reader struct {
	*fields.Line
	p     *Program
	names map[string]Value
}

func (r *reader) line(l *fields.Line) error {
	r.Line = l
	if r.p.Bytes == 0 {
		return r.target()
	}
	name := l.Name()
	in := Instr{Dst: None, Wide: l.Has("wide")}
	if l.Has("const") {
		k := r.constant(in.Wide)
		if _, known := r.p.byNumber[k]; known {
			return fmt.Errorf("the constant is there already")
		}
		return r.define(name, r.p.constantOf(k))
	}
	if err := r.operation(&in, l.Next()); l.Err() != nil || err != nil {
		return first(l.Err(), err)
	}
	if in.Kind.Effect() != (name == "") {
		return fmt.Errorf("only what makes a vector has a name")
	}
	r.operands(&in)
	if name != "" {
		in.Dst = r.p.value(in.Wide)
	}
	r.p.Code = append(r.p.Code, in)
	return first(l.Err(), r.define(name, in.Dst))
}

func first(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) define(name string, v Value) error {
	if _, known := r.names[name]; known {
		return fmt.Errorf("%q is a vector already", name)
	}
	if name != "" {
		r.names[name] = v
	}
	return r.Err()
}

func (r *reader) target() error {
	if !r.Has("target") {
		return fmt.Errorf(`%q is missing`, "target")
	}
	p := r.p
	set := r.Next()
	p.AVX512 = set == "avx512"
	p.Bytes, p.Blocks, p.lanes = int(r.After("bytes")), int(r.After("blocks")), int(r.After("lanes"))
	p.Masks = p.AVX512 && p.Blocks >= maskedBlocks
	if set != "avx2" && !p.AVX512 || p.Bytes != 32 && p.Bytes != 64 || p.Blocks < 1 || p.VectorBytes() > p.Bytes ||
		p.Bytes == 64 && !p.AVX512 {
		r.Fail("there is no such target")
	}
	return r.Err()
}

func (r *reader) constant(wide bool) Constant {
	k := Constant{Wide: wide, Every: r.Has("whole")}
	n := 2
	switch {
	case k.Every:
		n = 8
	case wide:
		n = 4
	}
	for i := range n {
		k.Words[i] = r.Number("")
	}
	if n == 2 {
		k.Words[2], k.Words[3] = k.Words[0], k.Words[1]
	}
	return k
}

// operation is what the first word says.
func (r *reader) operation(in *Instr, word string) error {
	serial := slices.IndexFunc(vector.Ops(), func(o vector.Op) bool { return o.Serial() && o.String() == word })
	pair := slices.Index(pairNames[:], word)
	kind, isKind := vector.KindNamed(word)
	op, isOp := amd64.Named(word)
	switch {
	case word == "":
	case pair > 0:
		in.Kind, in.Pair = vector.Apply, PairStep(pair)
	case serial >= 0:
		in.Kind, in.Serial = vector.Serial, vector.Op(serial)
	case isKind && kind != vector.Apply && kind != vector.Shift && kind != vector.Serial:
		in.Kind = kind
	case isOp:
		in.Kind, in.Op = vector.Apply, op
		if slices.ContainsFunc(unpacks[:], func(u unpack) bool { return op == u.zeros || op == u.sign }) {
			in.Pair = Extend
		}
	default:
		return fmt.Errorf("no operation %q", word)
	}
	return nil
}

func (r *reader) operands(in *Instr) {
	if in.Kind != vector.Gather && in.Kind != vector.Scatter {
		in.Args = r.refs()
	}
	switch in.Kind {
	case vector.Apply:
		r.numbers(in)
	case vector.Arbitrary:
		k, size := r.Pair("#", ":")
		in.K, in.Size = k, uint8(size)
	case vector.Load, vector.Store:
		in.K = r.Number("@")
		if in.Apart = r.Has("and"); in.Apart {
			in.Above = r.Number("@")
		}
		in.Half = r.Has("half")
		in.State = vector.ReadState(r.Line)
	case vector.Part:
		in.K = r.Number("#")
		if n := len(r.p.Code); n > 0 {
			in.Access = r.p.Code[n-1].Access
		}
	case vector.Call, vector.Check, vector.Cover:
		in.K = r.Number("#")
	case vector.Gather, vector.Scatter:
		r.access(in)
	}
	r.conditions(in)
	in.Zeroing = r.Has("zeroing")
}

// numbers are those in an instruction.
func (r *reader) numbers(in *Instr) {
	switch {
	case in.Pair == Twice && r.Has("upper"):
		in.Imm = UpperTwice
	case in.Pair == Twice:
		if in.Imm = LowerTwice; !r.Has("lower") {
			r.Fail("%q or %q is missing", "lower", "upper")
		}
	case len(r.Peek()) > 0 && r.Peek()[0] == '#':
		in.Imm, in.HasImm = int64(r.Number("#")), true
	}
}

// conditions are comparisons, whose operands are the first ones.
func (r *reader) conditions(in *Instr) {
	var compared []Value
	for r.Has("where") {
		op, ok := amd64.Named(r.Next())
		if !ok {
			r.Fail("no comparison")
		}
		compared = append(compared, r.ref(), r.ref())
		in.Conds = append(in.Conds, Condition{op, int64(r.Number("#"))})
	}
	if compared != nil {
		in.Args = append(compared, in.Args...)
	}
}

func (r *reader) access(in *Instr) {
	at, size := r.Pair("@", ":")
	a := &Access{At: at, Size: uint8(size), State: vector.ReadState(r.Line)}
	if !r.Has("at") {
		r.Fail("%q is missing", "at")
	}
	in.Access, in.Args = a, r.refs()
	a.Indices = len(in.Args)
	a.Bytes, a.Scale, a.Shifted = uint8(r.After("bytes")), r.After("scale"), int(r.After("shifted"))
	if r.Has("value") {
		in.Args = append(in.Args, r.refs()...)
		a.Values = len(in.Args) - a.Indices
	}
	if in.Kind == vector.Scatter && r.Has("where") {
		in.Args = append(in.Args, r.refs()...)
	}
}

// refs takes all vectors that come.
func (r *reader) refs() []Value {
	var list []Value
	for {
		v, ok := r.names[r.Peek()]
		if !ok {
			return list
		}
		r.Next()
		list = append(list, v)
	}
}

func (r *reader) ref() Value {
	f := r.Next()
	v, ok := r.names[f]
	if !ok {
		r.Fail("no vector %q", f)
	}
	return v
}
